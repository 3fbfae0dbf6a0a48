"""Learning to repair: a treebank, errors put into it, and what undoes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from syntacticdiff.noise import GrammarNoise
from syntacticdiff.parameters import whole_number
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.repair.easyfirst import ACTIONS
from syntacticdiff.repair.lexemes import Lexemes
from syntacticdiff.repair.repairer import NativeReference, Repairer
from syntacticdiff.syntax import Parser, TreebankSentence, is_projective
from syntacticdiff.syntax.engine import require_native
from syntacticdiff.syntax.forms import Forms
from syntacticdiff.syntax.training import LONGEST, Jackknife, gold_tags, tree_heads
from syntacticdiff.syntax.weights import LearnedWeights, PackedWeights
from syntacticdiff.syntax.words import sentence_ends, word_hash


@dataclass(frozen=True)
class RepairSettings:
    """How repair is learned.

    Parameters
    ----------
    errors : float, default 10
        Errors that are tried for each hundred tokens, drawn anew in each iteration.
    iterations : int, default 10
        How often the treebank is gone through.
    seed : int, default 1
        Of the errors, of the order of sentences and of what is explored.
    exploration : float, default 0.9
        How often a wrong action is followed, from the second iteration on.
    min_updates : int, default 6
        A feature counts from so many updates on.
    most_weights : int, default 260,000
        How many weights are kept, the largest.
    edits : bool, default True
        Without, only attachments are learned: the control that has seen the same errors.
    cues : bool, default True
        Whether the gain of each possible edit is a feature.
    predicted_tags : bool, default True
        Whether sentences with errors are tagged, by taggers that have not seen them, or keep the
        tags of the treebank, with those of the words that were put in.
    """

    errors: float = 10.0
    iterations: int = 10
    seed: int = 1
    exploration: float = 0.9
    min_updates: int = 6
    most_weights: int = 260_000
    edits: bool = True
    cues: bool = True
    predicted_tags: bool = True


def train_repairer(
    sentences: Sequence[TreebankSentence],
    parser: Parser,
    reference: ReferenceModel,
    settings: RepairSettings | None = None,
    *,
    forms: Forms | None = None,
) -> Repairer:
    """Learn to repair from a treebank into which errors are put.

    Parameters
    ----------
    sentences : sequence of TreebankSentence
        Sentences with LEMMA, XPOS, HEAD and DEPREL.
    parser : Parser
        Learned from the same treebank; it tags, and labels the trees.
    reference : ReferenceModel
        The model that chooses words, as it will when sentences are repaired.
    settings : RepairSettings, optional
        How it is learned.
    forms : Forms, optional
        The forms of nouns and verbs; by default those of the treebank.

    Returns
    -------
    repairer : Repairer
        The same sentences, models, settings and version give the same repairer.
    """
    settings = settings or RepairSettings()
    whole_number("iterations", settings.iterations, 1)
    engine = require_native("learning to repair")
    forms = forms or Forms.from_treebank(sentences)
    used = [
        sentence
        for sentence in sentences
        if len(sentence.words) <= LONGEST and is_projective(tree_heads(sentence))
    ]
    lexemes = Lexemes(reference, forms)
    native = NativeReference(engine, reference)
    trainer = engine.RepairTrainer(
        settings.seed, settings.min_updates, settings.exploration, settings.edits, settings.cues
    )
    gold = _gold_columns(used)
    clean = [(s.forms, gold_tags(s), tree_heads(s)) for s in used]
    jackknife = Jackknife(used, settings.seed) if settings.predicted_tags else None
    for iteration in range(settings.iterations):
        noise = GrammarNoise(
            settings.errors, forms, seed=settings.seed * settings.iterations + iteration
        )
        noisy = [noise(*sentence) for sentence in clean]
        tags = [sentence.tags for sentence in noisy]
        if jackknife is not None:
            tags = jackknife.tag([sentence.words for sentence in noisy])
        numbered = [
            [lexemes.number(word, tag) for word, tag in zip(sentence.words, own, strict=True)]
            for sentence, own in zip(noisy, tags, strict=True)
        ]
        origins = [-1 if o is None else o for sentence in noisy for o in sentence.origins]
        trainer.learn(
            native.lexemes(lexemes),
            native.model,
            np.array([number for sentence in numbered for number in sentence], np.uint32),
            sentence_ends(numbered),
            np.array(origins, np.int32),
            *gold,
        )
    learned = LearnedWeights(*trainer.averaged())
    weights = PackedWeights.pack(learned.largest(settings.most_weights), len(ACTIONS))
    header = {"errors": settings.errors, "cues": settings.cues, "edits": settings.edits}
    return Repairer(parser, weights, forms, reference, header=header)


def _gold_columns(sentences: Sequence[TreebankSentence]) -> tuple[Any, ...]:
    return (
        np.array([word_hash(form) for s in sentences for form in s.forms], np.uint64),
        np.array([head for s in sentences for head in tree_heads(s)], np.int32),
        sentence_ends([s.words for s in sentences]),
    )
