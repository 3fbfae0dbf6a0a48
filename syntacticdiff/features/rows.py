"""From the diffs of a document to its row: features counted by name, and numeric columns.

The names come from `features.templates`; which features get a column is decided in
`features.matrix`. `VALUES` and the registry of numeric columns feed the help texts and messages.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from syntacticdiff.edits.columns import EditColumns, WordNumbers
from syntacticdiff.edits.diff import OPERATIONS, Diff
from syntacticdiff.errors import UsageError
from syntacticdiff.features.templates import FeatureTemplates
from syntacticdiff.parameters import one_of

if TYPE_CHECKING:  # NumPy, which --help does not need
    from syntacticdiff.features.numbered import NumberedNames
    from syntacticdiff.reference import ReferenceModel

PROBABILITY = "probability"
VALUES = {
    "count": "how often the feature occurs",
    "per_100_words": "the count per 100 tokens of the document",
    "gain": "the sum of the gains of its edits",
    PROBABILITY: "how often it is expected: a sum of probabilities, which the lattice gives",
}


class FeatureRow(NamedTuple):
    """A document's features by name, and its numeric columns in the order requested.

    Parameters
    ----------
    features : dict of str to float
        The value of each feature that the document has.
    numbers : tuple of float
        The numeric columns.
    """

    features: Mapping[str, float]
    numbers: tuple[float, ...]


@dataclass
class _Totals:
    """What the numeric columns are computed from. Blank lines are not sentences."""

    bits: list[float] = field(default_factory=list)  # per token, of each sentence
    tokens: int = 0
    unknown: int = 0
    unmodified: int = 0
    edits: dict[str, int] = field(default_factory=lambda: dict.fromkeys(OPERATIONS, 0))

    def add(self, diff: Diff) -> None:
        self.tokens += len(diff.tokens)
        self.unknown += diff.unknown
        for edit in diff.edits:
            self.edits[edit.op] += 1
        if diff.tokens:
            self.bits.append(diff.before)
            self.unmodified += not diff.edits

    def mean_bits(self) -> float:
        return _ratio(sum(self.bits), len(self.bits))

    def spread_bits(self) -> float:
        mean = self.mean_bits()
        return math.sqrt(_ratio(sum((bits - mean) ** 2 for bits in self.bits), len(self.bits)))

    def per_100_words(self, operation: str) -> float:
        return 100.0 * _ratio(self.edits[operation], self.tokens)


def _ratio(part: float, whole: int) -> float:
    """0 if `whole` is 0, so that the numbers of an empty document are defined."""
    return part / whole if whole else 0.0


@dataclass(frozen=True)
class _NumericColumn:
    name: str
    help: str
    value: Callable[[_Totals], float]


_COLUMNS = (
    _NumericColumn("mean_bits", "mean of the sentences' bits per token", _Totals.mean_bits),
    _NumericColumn("spread_bits", "their standard deviation", _Totals.spread_bits),
    *(
        _NumericColumn(
            f"{operation}_per_100_words",
            f"edits of kind `{operation}` per 100 tokens",
            partial(_Totals.per_100_words, operation=operation),
        )
        for operation in OPERATIONS
    ),
    _NumericColumn(
        "unmodified_share",
        "share of the sentences that have no edit",
        lambda totals: _ratio(totals.unmodified, len(totals.bits)),
    ),
    _NumericColumn(
        "unknown_share",
        "share of the tokens that the reference does not know",
        lambda totals: _ratio(totals.unknown, totals.tokens),
    ),
)
_COLUMN = {column.name: column for column in _COLUMNS}

NUMERIC_COLUMNS = tuple(_COLUMN)


class DocumentFeatures:
    """Turns the diffs of a document into its row.

    Parameters
    ----------
    templates : str or iterable of str
        What is counted: names of feature templates.
    values : {"count", "per_100_words", "gain"}, default "count"
        The value of a feature: how often it occurs; that per 100 tokens of the document; or the
        sum of the gains of its edits (a sentence without edits has no gain and counts as 1).
    numeric : bool, str or iterable of str, default ()
        Numeric columns to compute, names of `NUMERIC_COLUMNS`; True for all of them.

    Attributes
    ----------
    templates : tuple of str
        The names of the templates, each once.
    values : str
        As given.
    numeric : tuple of str
        The names of the numeric columns, in the order of `NUMERIC_COLUMNS`.
    identity : str
        What is counted, in a line.

    Examples
    --------
    >>> diff = Diff("So so", ("so", "so"), (), 4.0, None, None, None, unknown=1)
    >>> DocumentFeatures(["unmodified"], numeric=["mean_bits", "unknown_share"])([diff, diff])
    FeatureRow(features={'unmodified': 2.0}, numbers=(4.0, 0.5))
    """

    def __init__(
        self,
        templates: str | Iterable[str],
        values: str = "count",
        numeric: bool | str | Iterable[str] = (),
    ) -> None:
        self._templates = FeatureTemplates(templates)
        self.templates = self._templates.names
        self.values = one_of("values", values, VALUES)
        self.numeric = checked_numeric(numeric)
        self.identity = f"{self.templates}:{values}:{self.numeric}"
        self._names: NumberedNames | None = None  # of the last table of words

    def of_reference(self, reference: ReferenceModel) -> DocumentFeatures:
        """These features, which ask nothing of the reference.

        Parameters
        ----------
        reference : ReferenceModel
            The reference.

        Returns
        -------
        DocumentFeatures
            The object itself.
        """
        return self

    @property
    def of_columns(
        self,
    ) -> Callable[[int, Iterable[tuple[Sequence[int], EditColumns]]], list[FeatureRow]] | None:
        """Counts edits as numbers, which is faster; None where only diffs can be counted."""
        from syntacticdiff.features.numbered import NUMBERED

        if self.values != "count" or self.numeric or not set(self.templates) <= set(NUMBERED):
            return None
        return self._count_columns

    def _count_columns(
        self, documents: int, found: Iterable[tuple[Sequence[int], EditColumns]]
    ) -> list[FeatureRow]:
        from syntacticdiff.features.numbered import numbered_rows

        rows = numbered_rows(documents, found, self.templates, self._names_of)
        return [FeatureRow(row, ()) for row in rows]

    def _names_of(self, words: WordNumbers) -> NumberedNames:
        from syntacticdiff.features.numbered import NumberedNames

        names = self._names
        if names is None or names.words is not words:
            names = self._names = NumberedNames(words)
        return names

    def __call__(self, diffs: Sequence[Diff]) -> FeatureRow:
        """The row of a document.

        Parameters
        ----------
        diffs : sequence of Diff
            The diffs of its sentences.

        Returns
        -------
        FeatureRow
            The document's features and numeric columns.
        """
        bag: dict[str, float] = {}
        if self.values == PROBABILITY:
            for diff in diffs:
                for name, count in self._templates.expected(diff):
                    bag[name] = bag.get(name, 0.0) + count
            return FeatureRow(bag, self._numbers(diffs) if self.numeric else ())
        if self.values == "gain":
            for diff in diffs:
                for name, gain in self._templates.features(diff):
                    bag[name] = bag.get(name, 0.0) + gain
        else:
            counts = Counter(chain.from_iterable(map(self._templates.occurring, diffs)))
            bag = dict(zip(counts, map(float, counts.values()), strict=True))
        if self.values == "per_100_words":
            words = sum(len(diff.tokens) for diff in diffs) or 1  # an insertion needs no token
            bag = {name: 100.0 * count / words for name, count in bag.items()}
        return FeatureRow(bag, self._numbers(diffs) if self.numeric else ())

    def _numbers(self, diffs: Sequence[Diff]) -> tuple[float, ...]:
        totals = _Totals()
        for diff in diffs:
            totals.add(diff)
        return tuple(_COLUMN[name].value(totals) for name in self.numeric)

    def __reduce__(self) -> tuple[Callable[..., DocumentFeatures], tuple[object, ...]]:
        return _same_in_this_process, (self.templates, self.values, self.numeric)


@lru_cache(8)
def _same_in_this_process(
    templates: tuple[str, ...], values: str, numeric: tuple[str, ...]
) -> DocumentFeatures:
    """One object for all batches of a worker, so that it spells each name only once."""
    return DocumentFeatures(templates, values, numeric)


def checked_numeric(numeric: object) -> tuple[str, ...]:
    """The names of numeric columns, in their fixed order.

    Raises
    ------
    UsageError
        If one of them is not in `NUMERIC_COLUMNS`.
    """
    if isinstance(numeric, bool) or numeric is None:
        return NUMERIC_COLUMNS if numeric else ()
    given = [numeric] if isinstance(numeric, str) else numeric
    if not isinstance(given, Iterable):
        allowed = ", ".join(NUMERIC_COLUMNS)
        raise UsageError(f"numeric: True, False or names of {allowed} are needed, not {numeric!r}")
    chosen = {one_of("numeric", name, NUMERIC_COLUMNS) for name in given}
    return tuple(name for name in NUMERIC_COLUMNS if name in chosen)
