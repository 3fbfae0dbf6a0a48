"""Counting edits as numbers: features get their names only when a matrix needs a column for them.

It counts the templates of `NUMBERED` in what `SyntacticDiff.columns` gives. The names, and hence
the matrix, are the same as those that `features.rows` counts in diffs, which is the definition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from syntacticdiff.edits.columns import EditColumns, WordNumbers
from syntacticdiff.edits.diff import OPERATIONS
from syntacticdiff.features.templates import beside_name, neighbour_name, spelled_edit

# The templates that can be counted in numbers, and their numbers in keys.
NUMBERED = {"edit": 0, "edit|previous": 1, "edit|next": 2}
_INSERT = OPERATIONS.index("insert")
_REMOVE = OPERATIONS.index("remove")

Keys = npt.NDArray[np.int64]

# A change is the operation, 30 bits of the source and 30 of the target, each plus 1 or 0 for none.
_WORD = 30
# A key is the number of a change, 32 bits of the token beside it plus 1 (0 beyond the sentence),
# and 2 bits of the template.
_TEMPLATE, _BESIDE = 2, 34


class NumberedNames:
    """The features of one table of words: numbers for them, and the name behind each number.

    Parameters
    ----------
    words : WordNumbers
        The words behind the numbers of an EditColumns.
    """

    def __init__(self, words: WordNumbers) -> None:
        self.words = words
        self._changes: list[int] = []
        self._numbers: dict[int, int] = {}  # the reverse
        self._lock = Lock()
        self._spelled: dict[int, str] = {}
        self._beside: dict[int, str] = {}

    def numbers(self, changes: Keys) -> Keys:
        """The number of each change; the same change always has the same number."""
        distinct, places = np.unique(changes, return_inverse=True)
        with self._lock:
            for change in distinct.tolist():
                if change not in self._numbers:
                    self._numbers[change] = len(self._changes)
                    self._changes.append(change)
            found = [self._numbers[change] for change in distinct.tolist()]
        return np.array(found, np.int64)[places]

    def name(self, key: int) -> str:
        """The name of a feature."""
        number, template = key >> _BESIDE, key & 3
        spelled = self._spelled.get(number)
        if spelled is None:
            spelled = self._spelled[number] = self._spell(self._changes[number])
        if template == NUMBERED["edit"]:
            return spelled
        other = self._neighbour((key >> _TEMPLATE) & 0xFFFFFFFF)
        return beside_name(spelled, other, after=template == NUMBERED["edit|next"])

    def spelled(self, keys: Keys) -> tuple[Keys, list[str]]:
        """The names of features, much faster than one by one.

        Parameters
        ----------
        keys : ndarray of int
            The features.

        Returns
        -------
        order : ndarray of int
            An order of the keys in which their names are nearly sorted.
        names : list of str
            The names in that order.
        """
        numbers, edit_of = np.unique(keys >> _BESIDE, return_inverse=True)
        stems = [self.name(number << _BESIDE)[:-1] for number in numbers.tolist()]
        alone = (keys & 3) == NUMBERED["edit"]
        endings, ending_of = np.unique(
            np.where(alone, -1, keys & (1 << _BESIDE) - 1), return_inverse=True
        )
        ends = [")" if key < 0 else self._ending(key) for key in endings.tolist()]
        # Nothing but a neighbour begins with `|` in a name, so that this is their order.
        order = np.lexsort((_ranks(ends)[ending_of], _ranks(stems, "|")[edit_of], ~alone))
        pairs = zip(edit_of[order].tolist(), ending_of[order].tolist(), strict=True)
        return order, [stems[edit] + ends[ending] for edit, ending in pairs]

    def _ending(self, key: int) -> str:
        """What a neighbour adds to the name of an edit, the closing bracket included."""
        after = key & 3 == NUMBERED["edit|next"]
        return beside_name(")", self._neighbour(key >> _TEMPLATE), after=after)

    def _neighbour(self, beside: int) -> str:
        other = self._beside.get(beside)
        if other is None:
            token = self.words.tokens[beside - 1] if beside else None
            other = self._beside[beside] = neighbour_name(token)
        return other

    def _spell(self, change: int) -> str:
        ones = (1 << _WORD) - 1
        source, target = (change >> _WORD) & ones, change & ones
        return spelled_edit(
            OPERATIONS[change >> 2 * _WORD],
            self.words.tokens[source - 1] if source else "",
            self.words.targets[target - 1] if target else "",
        )


def _ranks(texts: Sequence[str], ending: str = "") -> Keys:
    """Where each text, with this ending, stands among all of them when they are sorted."""
    order = sorted(range(len(texts)), key=[text + ending for text in texts].__getitem__)
    ranks = np.empty(len(texts), np.int64)
    ranks[order] = np.arange(len(texts))
    return ranks


class NumberedCounts(Mapping[str, float]):
    """The features of one document by name; names are spelled when somebody asks for them.

    Parameters
    ----------
    names : NumberedNames
        The names behind the keys.
    keys : ndarray of int
        The features, each once.
    values : ndarray of float
        How often each occurs.
    """

    def __init__(self, names: NumberedNames, keys: Keys, values: npt.NDArray[np.float64]) -> None:
        self.names, self.keys_, self.values_ = names, keys, values

    @cached_property
    def spelled(self) -> dict[str, float]:
        """The same as a dictionary. Words that are cut may have one name together."""
        found: dict[str, float] = {}
        for name, value in zip(
            map(self.names.name, self.keys_.tolist()), self.values_.tolist(), strict=True
        ):
            found[name] = found.get(name, 0.0) + value
        return found

    def __getitem__(self, name: str) -> float:
        return self.spelled[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.spelled)

    def __len__(self) -> int:
        return len(self.spelled)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return dict, (self.spelled,)  # the numbers mean something in this process only


def numbered_rows(
    documents: int,
    found: Iterable[tuple[Sequence[int], EditColumns]],
    templates: Sequence[str],
    names_of: Callable[[WordNumbers], NumberedNames],
) -> list[Mapping[str, float]]:
    """The features of each of some documents.

    Parameters
    ----------
    documents : int
        How many there are.
    found : iterable of pairs
        As `SyntacticDiff.columns` gives it.
    templates : sequence of str
        Names of `NUMBERED`.
    names_of : callable
        From a table of words to the features' numbers.
    """
    parts: dict[NumberedNames, list[tuple[Keys, Keys]]] = {}
    for numbers, columns in found:
        names = names_of(columns.words)
        parts.setdefault(names, []).append(_occurring(names, numbers, columns, templates))
    counted = [
        _counted(names, documents, *map(np.concatenate, zip(*occurring, strict=True)))
        for names, occurring in parts.items()
    ]
    if len(counted) == 1:
        return list(counted[0])
    merged: list[Mapping[str, float]] = []
    for rows in zip(*counted, strict=True) if counted else [()] * documents:
        whole: dict[str, float] = {}
        for row in rows:
            for name, value in row.items():
                whole[name] = whole.get(name, 0.0) + value
        merged.append(whole)
    return merged


def _occurring(
    names: NumberedNames, numbers: Sequence[int], columns: EditColumns, templates: Sequence[str]
) -> tuple[Keys, Keys]:
    """The document and the key of every occurrence of a feature."""
    tokens = np.append(columns.tokens, np.uint32(0)).astype(np.int64) + 1
    ends = columns.ends.astype(np.int64)
    sentence = np.repeat(np.arange(len(ends)), columns.counts)
    place = np.append(0, ends)[sentence] + columns.positions
    inserts, ranks = columns.ranks == _INSERT, columns.ranks.astype(np.int64)
    source = np.where(inserts, 0, tokens[place])
    target = np.where(columns.ranks == _REMOVE, 0, columns.targets.astype(np.int64) + 1)
    edits = names.numbers(ranks << 2 * _WORD | source << _WORD | target) << _BESIDE
    after = place + ~inserts
    beside = {
        "edit": np.zeros_like(place),
        "edit|previous": np.where(columns.positions > 0, tokens[place - 1], 0),
        "edit|next": np.where(after < ends[sentence], tokens[after.clip(max=len(tokens) - 1)], 0),
    }
    keys = [edits | beside[name] << _TEMPLATE | NUMBERED[name] for name in templates]
    return (
        np.tile(np.asarray(numbers, np.int64)[sentence], len(keys)),
        np.concatenate(keys),
    )


def _counted(
    names: NumberedNames, documents: int, occurs_in: Keys, keys: Keys
) -> Iterator[NumberedCounts]:
    """Each document's features, each once, with their counts."""
    order = np.lexsort((keys, occurs_in))
    occurs_in, keys = occurs_in[order], keys[order]
    changes = (np.diff(occurs_in, prepend=-1) != 0) | (np.diff(keys, prepend=-1) != 0)
    first = np.flatnonzero(changes)
    values = np.diff(np.append(first, len(keys))).astype(np.float64)
    keys = keys[first]
    ends = np.searchsorted(occurs_in[first], np.arange(documents + 1)).tolist()
    for start, end in pairwise(ends):
        yield NumberedCounts(names, keys[start:end], values[start:end])
