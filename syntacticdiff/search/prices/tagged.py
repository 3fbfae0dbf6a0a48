"""Penalties by tag: `insert(DT)`, `remove(VB*)`, `sub(NN->NNS)`.

The tag of a token is the one that it has in the sentence; that of a word that is put in is the one
that it has alone. English only, as the tagger is.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.search.candidates import Candidates, Order
from syntacticdiff.search.hypothesis import INSERT, REMOVE, SUB
from syntacticdiff.search.sources.tagged_words import shipped_tagger
from syntacticdiff.syntax.tagset import matching_tags

_NAME = re.compile(r"(insert|remove|sub)\((.+?)(?:->(.+))?\)", re.DOTALL)
_RANKS = {"insert": INSERT, "remove": REMOVE, "sub": SUB}
_MAX_CACHED = 1 << 16

TaggedEdit = tuple[int, str, str]  # operation, tag of the token, tag of the word that is put in


@dataclass(frozen=True)
class TagPenalties:
    """Prices for candidate edits by the tags of their words.

    Parameters
    ----------
    units : mapping of str to int
        Penalties in units of 2^-20 bit, by names such as `remove(VB*)`; an edit that several names
        describe pays all of them.
    """

    units: Mapping[str, int]

    @property
    def orders(self) -> tuple[Order, ...]:
        """Of which orders gains are needed: none."""
        return ()

    @property
    def temperature(self) -> float:
        """That of prices which nobody calibrated."""
        return 1.0

    @cached_property
    def digest(self) -> str:
        """A short name for all penalties."""
        plain = json.dumps(dict(self.units), sort_keys=True)
        return hashlib.sha256(plain.encode()).hexdigest()[:16]

    def prices(self, candidates: Candidates) -> NDArray[np.int64]:
        """What each candidate costs, in units of 2^-20 bit."""
        tags = shipped_tagger().tag(candidates.tokens)
        by_tags = self._by_tags
        return np.array(
            [
                by_tags[
                    operation,
                    "" if operation == INSERT else tags[position],
                    "" if operation == REMOVE else _tag_alone(target),
                ]
                for position, operation, target in candidates.steps()
            ],
            np.int64,
        )

    @cached_property
    def _by_tags(self) -> Counter[TaggedEdit]:
        units: Counter[TaggedEdit] = Counter()
        for name, value in self.units.items():
            for edit in tagged_edits(name):
                units[edit] += value
        return units


def tagged_edits(name: str) -> Iterable[TaggedEdit]:
    """The edits that a name with tags describes; none for a name with words.

    Examples
    --------
    >>> list(tagged_edits("insert(DT)")), list(tagged_edits("insert(the)"))
    ([(0, '', 'DT')], [])
    """
    found = _NAME.fullmatch(name)
    if found is None:
        return ()
    operation, first, second = found.groups()
    if (operation == "sub") != (second is not None):
        return ()
    rank = _RANKS[operation]
    if rank == SUB:
        return ((rank, *pair) for pair in product(matching_tags(first), matching_tags(second)))
    if rank == INSERT:
        return ((rank, "", tag) for tag in matching_tags(first))
    return ((rank, tag, "") for tag in matching_tags(first))


@lru_cache(_MAX_CACHED)
def _tag_alone(word: str) -> str:
    return shipped_tagger().tag_alone(word)
