"""The thirteen entries of CoNLL-2014 that people ranked: outputs, references, published figures.

This text serves to judge metrics only: nothing is tuned or trained on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import shared_data

from syntacticdiff.alignment import M2Sentence, read_m2
from syntacticdiff.evaluate import (
    GoldCorpus,
    HypothesisCorpus,
    Rewrites,
    read_hypotheses,
    read_tokens,
    rewrites_of,
)
from syntacticdiff.rankings import Judgments, SameOutput, read_judgments

Item = TypeVar("Item")

# Grundkiewicz et al. (2015), TrueSkill, from the best to the worst.
TRUESKILL = {
    "AMU": 0.273,
    "CAMB": 0.182,
    "RAC": 0.114,
    "CUUI": 0.105,
    "POST": 0.080,
    "PKU": -0.001,
    "UMC": -0.022,
    "UFC": -0.041,
    "IITB": -0.055,
    "INPUT": -0.062,
    "SJTU": -0.074,
    "NTHU": -0.142,
    "IPN": -0.358,
}
SYSTEMS = tuple(TRUESKILL)
# The same study's rank ranges by Expected Wins.
EXPECTED_WINS_RANGES = {
    "AMU": (1, 1),
    "RAC": (2, 3),
    "CAMB": (2, 4),
    "CUUI": (3, 5),
    "POST": (4, 5),
    "UFC": (6, 8),
    "PKU": (6, 8),
    "UMC": (7, 9),
    "IITB": (7, 10),
    "SJTU": (10, 11),
    "INPUT": (9, 12),
    "NTHU": (11, 12),
    "IPN": (13, 13),
}
# Sakaguchi et al. (2016): Spearman with those, by metric and references.
SPEARMAN = {
    ("M2", "official"): 0.725,
    ("GLEU", "official"): 0.626,
    ("GLEU", "expert fluency"): 0.819,
    ("I-measure", "official"): -0.423,
}
# The scores behind these, in the order of SYSTEMS, as its authors put them in their repository
# (reassess-gec, metric_scores), rounded.
PUBLISHED_SCORES = {
    ("M2", "official"): (
        *(0.3502, 0.3735, 0.2796, 0.3610, 0.3052, 0.2518, 0.2517, 0.0798, 0.0607, 0.0000),
        *(0.1530, 0.2998, 0.0728),
    ),
    ("GLEU", "official"): (
        *(0.57532, 0.59509, 0.55463, 0.58875, 0.57225, 0.57346, 0.57348, 0.56496, 0.56288),
        *(0.56200, 0.57074, 0.56887, 0.54783),
    ),
    ("GLEU", "expert fluency"): (
        *(0.46128, 0.48172, 0.45649, 0.46920, 0.47265, 0.45952, 0.44924, 0.43626, 0.43592),
        *(0.43562, 0.44740, 0.44686, 0.43572),
    ),
    ("I-measure", "official"): (
        *(-0.0326, -0.0532, -0.0571, -0.0382, -0.0561, -0.0298, -0.0387, 0.0018, -0.0027, 0.0),
        *(-0.0121, -0.0547, -0.0309),
    ),
}
# Ye et al. (2025): Pearson and Spearman with Expected Wins, by level and assumption.
CLEME2 = {
    ("corpus", "dependent"): (0.700, 0.665),
    ("corpus", "independent"): (0.718, 0.665),
    ("sentence", "dependent"): (0.870, 0.714),
    ("sentence", "independent"): (0.866, 0.709),
}
CLEME2_SIMILARITY = (0.783, 0.819)  # with BERTScore's weights, dependent, corpus

PAIRS = ("expert fluency", "expert minimal", "turker fluency", "turker minimal")


@dataclass(frozen=True)
class Task:
    """Hypotheses and gold in the forms in which one set of references has them.

    `edits` and `edit_gold` are what metrics of edits take: ERRANT's own edits where there are such,
    else those that our alignment finds.
    """

    name: str
    texts: dict[str, HypothesisCorpus]
    gold: GoldCorpus
    edits: dict[str, HypothesisCorpus]
    edit_gold: GoldCorpus


def judgments(same_output: SameOutput) -> Judgments:
    """What eight judges said of the thirteen entries."""
    path = shared_data.existing("ranking", "gjg15-judgments.xml")
    return read_judgments(str(path), _unexpected, same_output)


def official(*, all_sentences: bool = False) -> Task:
    """The official references, both annotators; the 34 merged sentences only if asked for."""
    chosen = _everything if all_sentences else _without_merged()
    gold = read_m2(str(_golden("conll14.official-2014.combined.m2")), _unexpected)
    edited = read_m2(str(_golden("conll14.errant")), _unexpected)
    return Task(
        "official",
        _outputs(chosen),
        GoldCorpus("official", edits=chosen(gold)),
        {
            system: HypothesisCorpus(system, edits=chosen(_errant_edits(system)))
            for system in SYSTEMS
        },
        GoldCorpus("official", edits=chosen(edited)),
    )


def official_as_text() -> Task:
    """The official references as their texts, of which edits have to be found."""
    chosen = _without_merged()
    gold = chosen(read_m2(str(_golden("conll14.official-2014.combined.m2")), _unexpected))
    rewrites = [rewrites_of(sentence) for sentence in gold]
    return _of_texts("official, as text", _outputs(chosen), rewrites)


def rewritten(pair: str) -> Task:
    """Two further references, A and B, for instance those of `expert fluency`."""
    chosen = _without_merged()
    who, how = pair.split()
    columns = [
        _tokens("references", f"{who}_{how}{letter}", chosen=chosen) for letter in ("A", "B")
    ]
    sources = _tokens("systems", "INPUT", chosen=chosen)
    rewrites = [Rewrites(row[0], row[1:]) for row in zip(sources, *columns, strict=True)]
    return _of_texts(pair, _outputs(chosen), rewrites)


def _of_texts(name: str, texts: dict[str, HypothesisCorpus], rewrites: list[Rewrites]) -> Task:
    """A task whose edits are found by our alignment, once for all metrics."""
    gold = GoldCorpus(name, rewrites=rewrites)
    edits = {
        system: HypothesisCorpus(system, edits=found.edits(gold.sources))
        for system, found in texts.items()
    }
    return Task(name, texts, gold, edits, gold)


Choice = Callable[[Sequence[Any]], list[Any]]


def _everything(sentences: Sequence[Item]) -> list[Item]:
    return list(sentences)


def _without_merged() -> Choice:
    """Leaves out the sentences that annotators would have merged, as the published study does."""
    text = shared_data.existing("ranking", "merged_ids").read_text("utf-8")
    merged = {int(number) - 1 for number in text.split()}  # lines are counted from 1

    def chosen(sentences: Sequence[Item]) -> list[Item]:
        return [each for place, each in enumerate(sentences) if place not in merged]

    return chosen


def _outputs(chosen: Choice) -> dict[str, HypothesisCorpus]:
    return {
        system: HypothesisCorpus(system, tokens=_tokens("systems", system, chosen=chosen))
        for system in SYSTEMS
    }


def _tokens(*parts: str, chosen: Choice) -> list[tuple[str, ...]]:
    return chosen(read_tokens(str(shared_data.existing("ranking", *parts)), _unexpected))


def _errant_edits(system: str) -> Sequence[M2Sentence]:
    path = shared_data.existing("ranking", "systems-errant-m2", f"conll14-{system}.errant")
    read = read_hypotheses(str(path), _unexpected)
    return read.edits([])


def _golden(name: str) -> Any:
    return shared_data.existing("..", "golden", "inputs", name)


def _unexpected(message: str) -> None:
    raise ValueError(message)
