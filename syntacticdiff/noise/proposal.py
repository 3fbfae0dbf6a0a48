"""What could go wrong at one place of a sentence, before anything is drawn."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from syntacticdiff.noise.draft import Draft
from syntacticdiff.noise.lexis import Lexis

# One word, words with weights to draw from, or what draws one (None if there is none after all).
Choice = str | Mapping[str, float] | Callable[[random.Random], str | None]


class Proposal(NamedTuple):
    """One error that is possible at a place.

    Parameters
    ----------
    kind : str
        Its kind, as rates name it.
    weight : float
        How much of an opportunity this is: 1 where every reader sees the error, less where the
        sentence often stays right and no annotator would mark anything.
    written : Choice, default ""
        What is written instead, its tokens separated by spaces; the empty string to omit it.
    span : int, default 1
        How many clean tokens it replaces; 0 to add it before the place.
    added : str, default ""
        A word that comes before it besides.
    """

    kind: str
    weight: float
    written: Choice = ""
    span: int = 1
    added: str = ""


class Proposer(NamedTuple):
    """A family of errors: what it proposes at a place."""

    name: str
    proposals: Callable[[Draft, int, Lexis], Iterator[Proposal]]


def drawn(choice: Choice, chance: random.Random) -> str | None:
    """What is written: drawn, if there is a choice."""
    if isinstance(choice, str):
        return choice
    if callable(choice):
        return choice(chance)
    left = chance.random() * sum(choice.values())
    for word, weight in choice.items():
        left -= weight
        if left < 0:
            return word
    return None


def words(text: str) -> frozenset[str]:
    """Words that are listed with spaces between them."""
    return frozenset(text.split())


@dataclass(frozen=True)
class Table:
    """Words and what is written for them, from lines `right: wrong weight, wrong weight`."""

    text: str

    @cached_property
    def rows(self) -> dict[str, dict[str, float]]:
        """For each right word the wrong ones with their weights; 1 where none is given."""
        found: dict[str, dict[str, float]] = {}
        for line in self.text.strip().splitlines():
            right, _, wrongs = line.partition(":")
            row = found.setdefault(right.strip(), {})
            for wrong in wrongs.split(","):
                *words, last = wrong.split()
                if words and last.replace(".", "").isdigit():
                    row[" ".join(words)] = float(last)
                else:
                    row[wrong.strip()] = 1.0
        return found
