"""Learning a parser from a treebank: tagger, arcs and labels, in this order.

Arcs and labels are learned with tags as the tagger gives them to sentences that it has not seen
(jackknifing), because those are the tags that the parser will get.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from syntacticdiff._version import __version__
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.parameters import whole_number
from syntacticdiff.syntax.easyfirst import ACTIONS
from syntacticdiff.syntax.engine import require_native
from syntacticdiff.syntax.hashing import text_hash
from syntacticdiff.syntax.hyphens import joined_hyphens
from syntacticdiff.syntax.labels import ROOT_LABEL
from syntacticdiff.syntax.parser import Parser, hashed_columns
from syntacticdiff.syntax.tagger import Tagger
from syntacticdiff.syntax.treebank import EMPTY, TreebankSentence, is_projective
from syntacticdiff.syntax.weights import LearnedWeights, PackedWeights

FOLDS = 5
LONGEST = 120  # sentences of more words teach little and take long
_PER_BUCKET = 1  # features of arcs: most of a parser's time goes into finding them


@dataclass(frozen=True)
class ParserSettings:
    """How a parser is learned; the defaults were chosen on the development part of EWT.

    Parameters
    ----------
    iterations : int, default 15
        How often the treebank is gone through for arcs; labels and tags have their own numbers.
    seed : int, default 1
        Of the order of sentences and of what is explored.
    exploration : float, default 0.9
        How often a wrong attachment is followed, from the second iteration on.
    min_updates : int, default 6
        A feature of arcs counts from so many updates on.
    runs : int, default 4
        How often arcs are learned, each time in another order; the weights are averaged.
    most_weights : int, default 400,000
        How many weights are kept for arcs, the largest.
    label_iterations, label_min_updates, most_label_weights : int, default 8, 3 and 120,000
        The same for labels.
    predicted_tags : bool, default True
        Whether arcs and labels are learned with predicted tags, or with those of the treebank.
    """

    iterations: int = 15
    seed: int = 1
    exploration: float = 0.9
    min_updates: int = 6
    runs: int = 4
    most_weights: int = 400_000
    label_iterations: int = 8
    label_min_updates: int = 3
    most_label_weights: int = 120_000
    predicted_tags: bool = True


def train_parser(
    sentences: Sequence[TreebankSentence],
    settings: ParserSettings | None = None,
    *,
    tagger: Tagger | None = None,
    treebank: str | None = None,
    licence: str | None = None,
    name: str = "treebank",
) -> Parser:
    """A parser for English, learned from a treebank.

    Parameters
    ----------
    sentences : sequence of TreebankSentence
        Sentences with XPOS, HEAD and DEPREL.
    settings : ParserSettings, optional
        How it is learned.
    tagger : Tagger, optional
        One that was learned already; by default it is learned from the sentences.
    treebank, licence : str, optional
        Where the sentences come from and the terms of the weights, for the record.
    name : str, default "treebank"
        What messages call the sentences' file.

    Returns
    -------
    parser : Parser
        The same sentences, settings and version give the same parser.
    """
    settings = settings or ParserSettings()
    whole_number("iterations", settings.iterations, 1)
    if not 0 <= settings.exploration <= 1:
        raise UsageError(f"exploration: 0 to 1 is needed, not {settings.exploration}")
    check_annotated(sentences, name)
    joined = [joined_hyphens(sentence) for sentence in sentences]
    sentences = [*sentences, *(sentence for sentence in joined if sentence is not None)]
    tagger = tagger or Tagger.train(_tagged(sentences), seed=settings.seed)
    tags = (
        jackknifed_tags(sentences, settings.seed)
        if settings.predicted_tags
        else [gold_tags(sentence) for sentence in sentences]
    )
    labels = sorted({word.deprel for sentence in sentences for word in sentence.words})
    if len(labels) < 2:
        raise InputError(f"{name}: no sentence of two words; there are no arcs to learn")
    return Parser(
        tagger,
        _learned_arcs(sentences, tags, settings),
        labels,
        _learned_labels(sentences, tags, labels, settings),
        header={
            "made_by": f"syntacticdiff {__version__}",
            "sentences": len(joined),
            "words": sum(len(sentence.words) for sentence in sentences[: len(joined)]),
            "treebank": treebank,
            "licence": licence,
            "language": "en",
        },
    )


def check_annotated(sentences: Sequence[TreebankSentence], name: str) -> None:
    """Refuse a treebank that lacks what is to be learned."""
    if not sentences:
        raise InputError(f"{name}: no sentences to learn from")
    for sentence in sentences:
        for column, missing in (
            ("XPOS", any(word.xpos == EMPTY for word in sentence.words)),
            ("HEAD", any(word.head is None for word in sentence.words)),
            ("DEPREL", any(word.deprel == EMPTY for word in sentence.words)),
        ):
            if missing:
                raise InputError(
                    f"{name}:{sentence.line}: a word of this sentence has no {column}, "
                    "which a parser is learned from"
                )
        for word in sentence.words:
            if (word.deprel == ROOT_LABEL) != (word.head == -1):
                raise InputError(
                    f'{name}:{sentence.line}: DEPREL "{word.deprel}" with HEAD '
                    f"{(word.head or 0) + 1}; {ROOT_LABEL} and HEAD 0 go together"
                )


def gold_tags(sentence: TreebankSentence) -> tuple[str, ...]:
    """The treebank's own tags.

    Parameters
    ----------
    sentence : TreebankSentence
        A sentence with XPOS.
    """
    return tuple(word.xpos for word in sentence.words)


def jackknifed_tags(
    sentences: Sequence[TreebankSentence], seed: int = 1, folds: int = FOLDS
) -> list[tuple[str, ...]]:
    """Tags for each sentence by a tagger that learned from others.

    Parameters
    ----------
    sentences : sequence of TreebankSentence
        The sentences.
    seed : int, default 1
        Of the taggers.
    folds : int, default 5
        How many taggers there are.
    """
    jackknife = Jackknife(sentences, seed, folds)
    return jackknife.tag([sentence.forms for sentence in sentences])


class Jackknife:
    """Taggers each of which has not seen a part of the sentences.

    Parameters
    ----------
    sentences : sequence of TreebankSentence
        The sentences; variants of one sentence, which have its line number, are kept together.
    seed : int, default 1
        Of the taggers.
    folds : int, default 5
        How many taggers there are.
    """

    def __init__(
        self, sentences: Sequence[TreebankSentence], seed: int = 1, folds: int = FOLDS
    ) -> None:
        numbers: dict[int, int] = {}
        for sentence in sentences:
            numbers.setdefault(sentence.line, len(numbers))
        folds = min(folds, len(numbers))
        self._fold_of = [numbers[sentence.line] % folds for sentence in sentences]
        self._taggers = []
        for fold in range(folds):
            others = [s for s, own in zip(sentences, self._fold_of, strict=True) if own != fold]
            self._taggers.append(Tagger.train(_tagged(others or sentences), seed=seed, runs=1))

    def tag(self, words: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
        """Tags for variants of the sentences, in their order."""
        result: list[tuple[str, ...]] = [()] * len(words)
        for fold, tagger in enumerate(self._taggers):
            held_out = [number for number, own in enumerate(self._fold_of) if own == fold]
            found = tagger.tag_many(words[number] for number in held_out)
            for number, tags in zip(held_out, found, strict=True):
                result[number] = tags
        return result


def _tagged(
    sentences: Sequence[TreebankSentence],
) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    return [(sentence.forms, gold_tags(sentence)) for sentence in sentences]


def tree_heads(sentence: TreebankSentence) -> list[int]:
    """The heads of a sentence, from 0; -1 for the root.

    Parameters
    ----------
    sentence : TreebankSentence
        A sentence with HEAD.
    """
    return [-1 if word.head is None else word.head for word in sentence.words]


def _learned_arcs(
    sentences: Sequence[TreebankSentence],
    tags: Sequence[Sequence[str]],
    settings: ParserSettings,
) -> PackedWeights:
    used = [
        (sentence, found)
        for sentence, found in zip(sentences, tags, strict=True)
        if len(sentence.words) <= LONGEST and is_projective(tree_heads(sentence))
    ]
    hashed = hashed_columns([sentence.forms for sentence, _ in used], [tags for _, tags in used])
    heads = np.array([head for sentence, _ in used for head in tree_heads(sentence)], np.int32)
    native = require_native("learning to parse")
    learned = LearnedWeights.mean(
        LearnedWeights(
            *native.train_arcs(
                *hashed,
                heads,
                settings.iterations,
                seed,
                settings.min_updates,
                settings.exploration,
            )
        )
        for seed in range(settings.seed * settings.runs, (settings.seed + 1) * settings.runs)
    )
    return PackedWeights.pack(learned.largest(settings.most_weights), len(ACTIONS), _PER_BUCKET)


def _learned_labels(
    sentences: Sequence[TreebankSentence],
    tags: Sequence[Sequence[str]],
    labels: Sequence[str],
    settings: ParserSettings,
) -> PackedWeights:
    numbers = {label: number for number, label in enumerate(labels)}
    hashed = hashed_columns([sentence.forms for sentence in sentences], tags)
    hashes = np.array([text_hash(label) for label in labels], np.uint64)
    heads = np.array([head for s in sentences for head in tree_heads(s)], np.int32)
    gold = np.array([numbers[word.deprel] for s in sentences for word in s.words], np.uint8)
    learned = LearnedWeights(
        *require_native("learning to label").train_labels(
            hashes,
            numbers[ROOT_LABEL],
            *hashed,
            heads,
            gold,
            settings.label_iterations,
            settings.seed,
            settings.label_min_updates,
        )
    )
    return PackedWeights.pack(learned.largest(settings.most_label_weights), len(labels))
