"""From the rows of documents to a sparse matrix, and which features get a column in it.

Rows come one at a time and are kept as three flat buffers, so memory grows with the numbers that
the matrix will hold and with nothing else. Columns are in the order of their names (of a vocabulary
that is given, in its order), numeric ones after all others.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Integral, Real
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.features.rows import Row

Vocabulary = dict[str, int]


class EmptyVocabularyError(InputError, ValueError):
    """No feature is left to make a matrix of."""


@dataclass(frozen=True)
class FeatureLimits:
    """Which features are kept, as in scikit-learn's vectorizers.

    Parameters
    ----------
    min_df : those of at least so many documents; a float is a share of all documents
    max_df : those of at most so many documents; a float is a share of all documents
    max_features : of these, those with the largest sums over all documents; None for all
    """

    min_df: float = 1
    max_df: float = 1.0
    max_features: int | None = None

    def __post_init__(self) -> None:
        for name in ("min_df", "max_df"):
            value: Any = getattr(self, name)
            refused = isinstance(value, bool) or not isinstance(value, Real)
            if refused or not (value >= 1 if _is_whole(value) else 0 <= value <= 1):
                raise UsageError(
                    f"{name}: a whole number from 1, or a share from 0.0 to 1.0, is needed, "
                    f"not {value!r}"
                )
        most: Any = self.max_features
        if most is not None and (not _is_whole(most) or most < 1):
            raise UsageError(f"max_features: a whole number from 1, or None, not {most!r}")

    def kept(
        self, documents: int, frequencies: npt.NDArray[Any], sums: npt.NDArray[Any]
    ) -> npt.NDArray[np.intp]:
        """Which features stay, in their order; of equally large ones the first.

        Parameters
        ----------
        documents : how many there are
        frequencies : in how many documents each feature occurs
        sums : of each feature's values
        """
        least, most = (
            limit if _is_whole(limit) else limit * documents for limit in (self.min_df, self.max_df)
        )
        if least > most and documents:
            raise UsageError(
                f"max_df: {self.max_df!r} is fewer documents than min_df asks for, "
                f"{self.min_df!r}; there are {documents}"
            )
        stay = np.flatnonzero((frequencies >= least) & (frequencies <= most))
        if self.max_features is not None:
            largest = np.argsort(-sums[stay], kind="stable")[: self.max_features]
            stay = np.sort(stay[largest])
        return stay


@dataclass
class _Buffers:
    """A matrix in the making, row by row, with so many numeric columns."""

    numeric: int
    ends: array[int] = field(default_factory=lambda: array("q", [0]))
    columns: array[int] = field(default_factory=lambda: array("i"))
    values: array[float] = field(default_factory=lambda: array("d"))
    numbers: array[float] = field(default_factory=lambda: array("d"))

    def fill(self, rows: Iterable[Row], column: Mapping[str, int], *, grows: bool) -> None:
        """Take the rows in; of features without a column only if the vocabulary `grows`."""
        for features, numbers in rows:
            if not grows:
                features = {name: value for name, value in features.items() if name in column}
            self.columns.extend([column[name] for name in features])
            self.values.extend(features.values())
            self.ends.append(len(self.columns))
            self.numbers.extend(numbers)

    @property
    def documents(self) -> int:
        return len(self.ends) - 1

    def matrix(self, places: npt.NDArray[Any], width: int, binary: bool) -> sparse.csr_matrix:
        """The matrix whose column `places[i]` is the buffers' column i; -1 for none."""
        columns = places[np.asarray(self.columns)]
        stays = columns >= 0
        ends = np.concatenate(([0], np.cumsum(stays)))[np.asarray(self.ends)]
        values = np.asarray(self.values)[stays]
        found = sparse.csr_matrix(
            (np.ones_like(values) if binary else values, columns[stays], ends),
            shape=(self.documents, width),
        )
        if self.numeric:
            numbers = np.asarray(self.numbers).reshape(self.documents, self.numeric)
            found = sparse.hstack([found, sparse.csr_matrix(numbers)], format="csr")
        found.sort_indices()
        found.eliminate_zeros()
        return found


@dataclass
class FeatureCounts:
    """How many documents there are, and of each feature in how many it is and its sum.

    Counts of parts of the documents add up, in any order, to those of all.
    """

    documents: int = 0
    features: dict[str, tuple[int, float]] = field(default_factory=dict)

    def add(self, rows: Iterable[Row]) -> None:
        """Count some more documents."""
        for features, _ in rows:
            self.documents += 1
            for name, value in features.items():
                documents, total = self.features.get(name, (0, 0.0))
                self.features[name] = documents + 1, total + value

    def merge(self, other: FeatureCounts) -> None:
        """Add what was counted elsewhere."""
        self.documents += other.documents
        for name, (more, sum_of_more) in other.features.items():
            documents, total = self.features.get(name, (0, 0.0))
            self.features[name] = documents + more, total + sum_of_more

    def vocabulary(
        self, limits: FeatureLimits, *, binary: bool = False, numeric: int = 0
    ) -> Vocabulary:
        """The features that get columns; as for `learned_matrix`."""
        names = sorted(self.features)
        counts = np.array([self.features[name] for name in names]).reshape(-1, 2)
        frequencies, sums = counts[:, 0], counts[:, 1]
        stay = limits.kept(self.documents, frequencies, frequencies if binary else sums)
        if not len(stay) and not numeric:
            raise EmptyVocabularyError(_nothing_left(self.documents, len(names)))
        return {names[index]: place for place, index in enumerate(stay.tolist())}


def learned_matrix(
    rows: Iterable[Row], limits: FeatureLimits, *, binary: bool = False, numeric: int = 0
) -> tuple[sparse.csr_matrix, Vocabulary]:
    """The rows as a matrix, and the vocabulary that is learned from them.

    Parameters
    ----------
    binary : 1 for every feature that occurs, whatever its value
    numeric : how many numeric columns there are; with some, no feature need be left
    """
    learned: defaultdict[str, int] = defaultdict()
    learned.default_factory = learned.__len__  # a new feature gets the next column
    buffers = _Buffers(numeric)
    buffers.fill(rows, learned, grows=True)
    names = sorted(learned)
    seen = np.array([learned[name] for name in names], dtype=np.intp)
    columns = np.asarray(buffers.columns)
    frequencies = np.bincount(columns, minlength=len(names))[seen]
    sums = np.bincount(columns, weights=np.asarray(buffers.values), minlength=len(names))[seen]
    stay = limits.kept(buffers.documents, frequencies, frequencies if binary else sums)
    if not len(stay) and not numeric:
        raise EmptyVocabularyError(_nothing_left(buffers.documents, len(names)))
    places = np.full(len(names), -1, dtype=np.int32)
    places[seen[stay]] = np.arange(len(stay))
    vocabulary = {names[index]: place for place, index in enumerate(stay.tolist())}
    return buffers.matrix(places, len(stay), binary), vocabulary


def known_matrix(
    rows: Iterable[Row], vocabulary: Mapping[str, int], *, binary: bool = False, numeric: int = 0
) -> sparse.csr_matrix:
    """The rows as a matrix with the columns of this vocabulary; other features are left out."""
    buffers = _Buffers(numeric)
    buffers.fill(rows, vocabulary, grows=False)
    return buffers.matrix(np.arange(len(vocabulary), dtype=np.int32), len(vocabulary), binary)


def checked_vocabulary(given: Any, reserved: Collection[str] = ()) -> Vocabulary:
    """A vocabulary that a user gives: features in order, or a mapping to their columns.

    `reserved` are the names of other columns. A set has no order, so it gets that of the names.
    """
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise UsageError(f"vocabulary: features, or a mapping from them, are needed, not {given!r}")
    names = sorted(given) if isinstance(given, (set, frozenset)) else list(given)
    if not names:
        raise UsageError("vocabulary: it is empty; None lets it be learned")
    for name in names:
        if not isinstance(name, str):
            raise UsageError(f"vocabulary: every feature must be a string, not {name!r}")
        if name in reserved:
            raise UsageError(f"vocabulary: {name!r} is a numeric column; leave it out")
    places: Sequence[Any] = range(len(names))
    if isinstance(given, Mapping):
        places = [given[name] for name in names]
        if not all(map(_is_whole, places)) or sorted(places) != list(range(len(names))):
            raise UsageError("vocabulary: the columns must be 0, 1, 2 and so on, each once")
    vocabulary = dict(zip(names, map(int, places), strict=True))
    if len(vocabulary) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise UsageError(f"vocabulary: {twice!r} is in it twice")
    return vocabulary


def _is_whole(number: Any) -> bool:
    return isinstance(number, Integral) and not isinstance(number, bool)


def _nothing_left(documents: int, features: int) -> str:
    if features:
        return (
            f"empty vocabulary: of {features} features in {documents} documents none is left; "
            "try a smaller min_df or a larger max_df"
        )
    return (
        f"empty vocabulary: no edit was found in {documents} documents; is this the right "
        "reference, and do its settings allow any edit?"
    )
