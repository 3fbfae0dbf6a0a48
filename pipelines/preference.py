"""Which of two sentences a model finds more likely, on data where one of them is right.

- JFLEG dev: a learner's sentence and a rewrite of it, by bits per token, the project's own measure,
  and by bits in total.
- Gold edits of annotated text, each applied alone: does it lower the bits in total?
- The minimal pairs of tests/data: is the right sentence shorter in bits in total?

Tokens are lower-cased as the files have them; minimal pairs are read as the model reads text. The
intervals come from drawing sentences, not pairs or edits, anew.
"""

from __future__ import annotations

import csv
import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from shared_data import PROJECT, existing

from syntacticdiff.reference import ReferenceModel, SentenceScore

REFERENCES = 4
DRAWS = 2000
ANNOTATED = {
    "CoNLL-2013": ("gec", "conll2013.m2"),
    "ErAConD": ("gec", "eracond.m2"),
    "CWEB-G dev": ("gec", "cweb-g.dev.m2"),
    "CWEB-S dev": ("gec", "cweb-s.dev.m2"),
}

Sentences = list[list[str]]
Counts = NDArray[np.int64]
Cost = Callable[[SentenceScore], float]


@dataclass(frozen=True)
class Share:
    """How many of so many, with a 95% interval."""

    preferred: int
    number: int
    share: float
    low: float
    high: float

    @classmethod
    def of(cls, preferred: Counts, number: Counts) -> Share:
        """From the counts of every sentence."""
        drawn = np.random.default_rng(0).integers(0, len(number), (DRAWS, len(number)))
        with np.errstate(invalid="ignore"):
            shares = preferred[drawn].sum(axis=1) / number[drawn].sum(axis=1)
        low, high = np.nanquantile(shares, [0.025, 0.975])
        share = preferred.sum() / number.sum()
        return cls(
            int(preferred.sum()),
            int(number.sum()),
            round(float(share), 4),
            round(float(low), 4),
            round(float(high), 4),
        )

    @classmethod
    def of_flags(cls, flags: Sequence[bool]) -> Share:
        """From yes or no for every pair."""
        return cls.of(np.array(flags, np.int64), np.ones(len(flags), np.int64))


def bits_per_token(score: SentenceScore) -> float:
    """What `J` calls H."""
    return score.bits_per_token


def total_bits(score: SentenceScore) -> float:
    """The bits of the whole sentence."""
    return -score.log10 / math.log10(2)


# JFLEG


def read_jfleg() -> tuple[Sentences, list[Sentences]]:
    """The learners' sentences and their rewrites, lower-cased tokens as the files have them."""

    def read(name: str) -> Sentences:
        path = existing("gec", "jfleg-dev", f"dev.{name}")
        lines = path.read_text(encoding="utf-8").split("\n")[:-1]
        return [line.lower().split() for line in lines]

    return read("src"), [read(f"ref{number}") for number in range(REFERENCES)]


def preference(
    model: ReferenceModel,
    source: Sentences,
    references: Sequence[Sentences],
    cost: Cost = bits_per_token,
) -> tuple[Counts, Counts]:
    """For every sentence, how many references differ, and how many of those are preferred."""
    differ = np.zeros(len(source), np.int64)
    preferred = np.zeros(len(source), np.int64)
    for i, tokens in enumerate(source):
        bits = cost(model.score(tokens))
        for reference in references:
            if reference[i] != tokens:
                differ[i] += 1
                preferred[i] += cost(model.score(reference[i])) < bits
    return differ, preferred


# Gold edits


@dataclass(frozen=True)
class GoldEdit:
    """One edit of an annotated sentence: its type, and the sentence before and after it alone."""

    sentence: int
    type: str
    before: list[str]
    after: list[str]


def read_gold_edits(path: Path) -> list[GoldEdit]:
    """Every different edit of every sentence of an M2 file; changes of capitals are skipped.

    Tokens are cut at every single space: ErAConD's tokenizer makes tokens of white space, which
    count in its positions. They are left out of the sentences.
    """
    found: list[GoldEdit] = []
    number = -1
    for line in path.read_text(encoding="utf-8").split("\n"):
        if line.startswith("S "):
            tokens = line[2:].lower().split(" ")
            before = list(filter(None, tokens))
            seen = [before]
            number += 1
        elif line.startswith("A "):
            place, kind, correction, *_ = line[2:].split("|||")
            start, end = map(int, place.split())
            words = correction.partition("||")[0].replace("-NONE-", "").lower().split()
            after = list(filter(None, tokens[:start] + words + tokens[end:]))
            if start >= 0 and after and after not in seen:
                seen.append(after)
                found.append(GoldEdit(number, kind, before, after))
    return found


def lowered(model: ReferenceModel, edits: Sequence[GoldEdit]) -> dict[str, Share]:
    """The share of edits that lower the bits in total: of all, under `""`, and of each type."""
    size = 1 + max(edit.sentence for edit in edits)
    before: dict[int, float] = {}
    number: dict[str, Counts] = defaultdict(lambda: np.zeros(size, np.int64))
    preferred: dict[str, Counts] = defaultdict(lambda: np.zeros(size, np.int64))
    for edit in edits:
        if edit.sentence not in before:
            before[edit.sentence] = total_bits(model.score(edit.before))
        better = total_bits(model.score(edit.after)) < before[edit.sentence]
        for name in ("", edit.type):
            number[name][edit.sentence] += 1
            preferred[name][edit.sentence] += better
    return {name: Share.of(preferred[name], number[name]) for name in number}


# Minimal pairs


def read_minimal_pairs() -> list[dict[str, str]]:
    """Rows with `habit`, `wrong` and `right`."""
    path = PROJECT / "tests" / "data" / "minimal_pairs.tsv"
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t"))


def prefers_right(model: ReferenceModel, pairs: Sequence[dict[str, str]]) -> list[bool]:
    """Of each pair, whether the right sentence has fewer bits in total."""
    return [
        total_bits(model.score(pair["right"])) < total_bits(model.score(pair["wrong"]))
        for pair in pairs
    ]
