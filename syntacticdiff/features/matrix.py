"""From the rows of documents to a sparse matrix, and which features get a column in it.

Rows come one at a time and are kept in flat buffers, so memory grows only with the number of values
in the matrix. Columns are in the order of their names (or in the order of a given vocabulary);
numeric columns come last.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Integral, Real
from typing import TypeGuard

import numpy as np
import numpy.typing as npt
from scipy import sparse

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.features.numbered import NumberedCounts, NumberedNames
from syntacticdiff.features.rows import FeatureRow
from syntacticdiff.parameters import whole_number

Vocabulary = dict[str, int]
Numbers = npt.NDArray[np.integer] | npt.NDArray[np.float64]


class EmptyVocabularyError(InputError, ValueError):
    """No feature is left to make a matrix from."""


@dataclass(frozen=True)
class FeatureLimits:
    """Which features are kept, as in scikit-learn's vectorizers.

    Parameters
    ----------
    min_df : int or float, default 1
        Keep features that occur in at least this many documents; a float is a share of all
        documents.
    max_df : int or float, default 1.0
        Keep features that occur in at most this many documents; a float is a share of all
        documents.
    max_features : int or None, default None
        Of these, keep only this many, those with the largest sums over all documents.

    Examples
    --------
    >>> import numpy as np
    >>> limits = FeatureLimits(min_df=2, max_features=1)
    >>> limits.kept(4, np.array([1, 2, 3]), np.array([9.0, 2.0, 5.0])).tolist()
    [2]
    """

    min_df: float = 1
    max_df: float = 1.0
    max_features: int | None = None

    def __post_init__(self) -> None:
        for name in ("min_df", "max_df"):
            value: object = getattr(self, name)
            if not (value >= 1 if _is_whole(value) else _is_share(value)):
                raise UsageError(
                    f"{name}: a whole number from 1, or a share from 0.0 to 1.0, is needed, "
                    f"not {value!r}"
                )
        if self.max_features is not None:
            whole_number("max_features", self.max_features, 1, "or None ")

    def kept(self, documents: int, frequencies: Numbers, sums: Numbers) -> npt.NDArray[np.intp]:
        """The indices of the features that are kept, in their order.

        Parameters
        ----------
        documents : int
            The number of documents.
        frequencies : ndarray of shape (n_features,)
            The number of documents in which each feature occurs.
        sums : ndarray of shape (n_features,)
            The sum of each feature's values. Of equal sums, the first are kept.

        Returns
        -------
        ndarray of int
            The indices.
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
    """A matrix that grows by rows; `numeric` is the number of numeric columns."""

    numeric: int
    ends: array[int] = field(default_factory=lambda: array("q", [0]))
    keys: array[int] = field(default_factory=lambda: array("q"))
    values: array[float] = field(default_factory=lambda: array("d"))
    numbers: array[float] = field(default_factory=lambda: array("d"))
    columns: npt.NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))

    def fill(self, rows: Iterable[FeatureRow], column: Mapping[str, int], *, grows: bool) -> None:
        """Append the rows. Unless the vocabulary `grows`, unknown features are left out."""
        tables: list[NumberedNames | None] = []  # what the keys of each row mean; None: columns
        for features, numbers in rows:
            if isinstance(features, NumberedCounts):
                tables.append(features.names)
                self.keys.frombytes(features.keys_.tobytes())
                self.values.frombytes(features.values_.tobytes())
            else:
                tables.append(None)
                if not grows:
                    features = {name: value for name, value in features.items() if name in column}
                self.keys.extend([column[name] for name in features])
                self.values.extend(features.values())
            self.ends.append(len(self.keys))
            self.numbers.extend(numbers)
        self.columns = np.array(self.keys)
        self.keys = array("q")
        for table in dict.fromkeys(tables):
            if table is not None:
                self._name_columns(table, [other is table for other in tables], column, grows)

    def _name_columns(
        self, table: NumberedNames, chosen: list[bool], column: Mapping[str, int], grows: bool
    ) -> None:
        """Replace the keys of the chosen rows by columns; a name is spelled once for all rows."""
        theirs = np.repeat(chosen, np.diff(self.ends))
        keys, places = np.unique(self.columns[theirs], return_inverse=True)
        order, names = table.spelled(keys)
        found = map(column.__getitem__, names) if grows else (column.get(n, -1) for n in names)
        columns = np.empty(len(keys), np.int64)
        columns[order] = np.fromiter(found, np.int64, len(names))
        self.columns[theirs] = columns[places]
        known = columns[columns >= 0]
        if len(known) < len(columns) or len(np.unique(known)) < len(known):
            self._tidy()

    def _tidy(self) -> None:
        """Leave out what has no column, and add up what has one name: words that are cut."""
        rows = np.repeat(np.arange(self.documents), np.diff(self.ends))
        values, stays = np.asarray(self.values), np.flatnonzero(self.columns >= 0)
        order = stays[np.lexsort((self.columns[stays], rows[stays]))]
        rows, columns = rows[order], self.columns[order]
        first = np.flatnonzero(
            (np.diff(rows, prepend=-1) != 0) | (np.diff(columns, prepend=-1) != 0)
        )
        self.columns = columns[first]
        sums = np.add.reduceat(values[order], first) if len(first) else values[:0]
        self.values = array("d", sums.tobytes())
        self.ends = array("q", np.searchsorted(rows[first], np.arange(self.documents + 1)))

    @property
    def documents(self) -> int:
        return len(self.ends) - 1

    def matrix(
        self, places: npt.NDArray[np.integer], width: int, binary: bool
    ) -> sparse.csr_matrix:
        """The matrix in which column i of the buffers is column `places[i]`; -1 drops it."""
        columns = places[self.columns]
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
    """The number of documents, and each feature's document frequency and sum.

    Counts of parts of the documents can be merged in any order.
    """

    documents: int = 0
    features: dict[str, tuple[int, float]] = field(default_factory=dict)

    def add(self, rows: Iterable[FeatureRow]) -> None:
        """Count more documents."""
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
        """The features that get columns, as in `learned_matrix`."""
        names = sorted(self.features)
        counts = np.array([self.features[name] for name in names]).reshape(-1, 2)
        frequencies, sums = counts[:, 0], counts[:, 1]
        stay = limits.kept(self.documents, frequencies, frequencies if binary else sums)
        if not len(stay) and not numeric:
            raise EmptyVocabularyError(_nothing_left(self.documents, len(names)))
        return {names[index]: place for place, index in enumerate(stay.tolist())}


def learned_matrix(
    rows: Iterable[FeatureRow], limits: FeatureLimits, *, binary: bool = False, numeric: int = 0
) -> tuple[sparse.csr_matrix, Vocabulary]:
    """The rows as a matrix, and the vocabulary learned from them.

    Parameters
    ----------
    rows : iterable of FeatureRow
        The documents, for instance from `DocumentFeatures`; read once.
    limits : FeatureLimits
        Which features get a column.
    binary : bool, default False
        Whether every feature that occurs gets the value 1.
    numeric : int, default 0
        The number of numeric columns of each row.

    Returns
    -------
    matrix : scipy.sparse.csr_matrix of shape (n_documents, n_features + numeric)
        The matrix.
    vocabulary : dict of str to int
        The column of each feature.

    Raises
    ------
    EmptyVocabularyError
        If no feature is left and there are no numeric columns.

    Examples
    --------
    >>> rows = [FeatureRow({"insert(the)": 2.0}, ()), FeatureRow({"insert(a)": 1.0}, ())]
    >>> matrix, vocabulary = learned_matrix(rows, FeatureLimits())
    >>> matrix.toarray().tolist(), vocabulary
    ([[0.0, 2.0], [1.0, 0.0]], {'insert(a)': 0, 'insert(the)': 1})
    """
    learned: defaultdict[str, int] = defaultdict()
    learned.default_factory = learned.__len__  # a new feature gets the next column
    buffers = _Buffers(numeric)
    buffers.fill(rows, learned, grows=True)
    names = sorted(learned)
    seen = np.array([learned[name] for name in names], dtype=np.intp)
    columns = buffers.columns
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
    rows: Iterable[FeatureRow],
    vocabulary: Mapping[str, int],
    *,
    binary: bool = False,
    numeric: int = 0,
) -> sparse.csr_matrix:
    """The rows as a matrix with the columns of this vocabulary; other features are left out."""
    buffers = _Buffers(numeric)
    buffers.fill(rows, vocabulary, grows=False)
    return buffers.matrix(np.arange(len(vocabulary), dtype=np.int32), len(vocabulary), binary)


def checked_vocabulary(given: object, reserved: Collection[str] = ()) -> Vocabulary:
    """A vocabulary given by the user: features in order, or a mapping to their columns.

    `reserved` are the names of other columns. A set, which has no order, is sorted.
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
    places: Sequence[object] = range(len(names))
    if isinstance(given, Mapping):
        places = [given[name] for name in names]
    columns = [int(place) for place in places if _is_whole(place)]
    if sorted(columns) != list(range(len(names))):
        raise UsageError("vocabulary: the columns must be 0, 1, 2 and so on, each once")
    vocabulary = dict(zip(names, columns, strict=True))
    if len(vocabulary) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise UsageError(f"vocabulary: {twice!r} occurs twice in it")
    return vocabulary


def _is_share(number: object) -> bool:
    return isinstance(number, Real) and not isinstance(number, bool) and 0 <= float(number) <= 1


def _is_whole(number: object) -> TypeGuard[int]:
    return isinstance(number, Integral) and not isinstance(number, bool)


def _nothing_left(documents: int, features: int) -> str:
    if features:
        return (
            f"empty vocabulary: of {features} features in {documents} documents none is left; "
            "try a smaller min_df or a larger max_df"
        )
    return (
        f"empty vocabulary: no edit was found in {documents} documents; is this the right "
        "reference, and do the settings allow any edit?"
    )
