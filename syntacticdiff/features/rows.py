"""From the diffs of a document to its features: templates counted, and numeric columns.

What is counted is for `feature_templates` to say; which features get a column, for
`feature_matrix`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from syntacticdiff.edits.diff import OPERATIONS, Diff
from syntacticdiff.errors import UsageError
from syntacticdiff.features.templates import FeatureTemplates

VALUES = ("count", "per_100_words", "gain")


class Row(NamedTuple):
    """A document's features by name, and its numeric columns in the order asked for."""

    features: dict[str, float]
    numbers: tuple[float, ...]


@dataclass
class _Totals:
    """What the numeric columns are made of. Blank lines are no sentences."""

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
    """0 of nothing is 0, so that an empty document has numbers like any other."""
    return part / whole if whole else 0.0


_NUMBERS: dict[str, Callable[[_Totals], float]] = {
    "mean_bits": _Totals.mean_bits,
    "spread_bits": _Totals.spread_bits,
    "insert_per_100_words": lambda totals: totals.per_100_words("insert"),
    "remove_per_100_words": lambda totals: totals.per_100_words("remove"),
    "sub_per_100_words": lambda totals: totals.per_100_words("sub"),
    "unmodified_share": lambda totals: _ratio(totals.unmodified, len(totals.bits)),
    "unknown_share": lambda totals: _ratio(totals.unknown, totals.tokens),
}

NUMERIC_COLUMNS = tuple(_NUMBERS)


class DocumentFeatures:
    """Turns the diffs of a document into its row.

    Parameters
    ----------
    templates : of `feature_templates.TEMPLATES`
    values : `"count"`, how often a feature occurs; `"per_100_words"`, that for each 100 tokens of
        the document; `"gain"`, the sum of its edits' gains (`unmodified` has none: it is counted)
    numeric : of NUMERIC_COLUMNS; True for all

    Examples
    --------
    >>> diff = Diff("So so", ("so", "so"), (), 4.0, None, None, None, unknown=1)
    >>> DocumentFeatures(["unmodified"], numeric=["mean_bits", "unknown_share"])([diff, diff])
    Row(features={'unmodified': 2.0}, numbers=(4.0, 0.5))
    """

    def __init__(
        self,
        templates: str | Iterable[str],
        values: str = "count",
        numeric: bool | str | Iterable[str] = (),
    ) -> None:
        if values not in VALUES:
            raise UsageError(f"values: {values!r} is not one of {', '.join(VALUES)}")
        self._templates = FeatureTemplates(templates)
        self.templates = self._templates.templates
        self.values = values
        self.numeric = checked_numeric(numeric)

    def __call__(self, diffs: Sequence[Diff]) -> Row:
        """The row of a document."""
        bag: dict[str, float] = {}
        gains = self.values == "gain"
        for diff in diffs:
            for name, gain in self._templates.features(diff):
                bag[name] = bag.get(name, 0.0) + (gain if gains else 1.0)
        if self.values == "per_100_words":
            words = sum(len(diff.tokens) for diff in diffs) or 1  # something in no words: per word
            bag = {name: 100.0 * count / words for name, count in bag.items()}
        return Row(bag, self._numbers(diffs) if self.numeric else ())

    def _numbers(self, diffs: Sequence[Diff]) -> tuple[float, ...]:
        totals = _Totals()
        for diff in diffs:
            totals.add(diff)
        return tuple(_NUMBERS[name](totals) for name in self.numeric)

    def __reduce__(self) -> tuple[Any, ...]:
        return _same_in_this_process, (self.templates, self.values, self.numeric)


@lru_cache(8)
def _same_in_this_process(
    templates: tuple[str, ...], values: str, numeric: tuple[str, ...]
) -> DocumentFeatures:
    """One object for all batches that a worker gets, so that it spells each name once."""
    return DocumentFeatures(templates, values, numeric)


def checked_numeric(numeric: Any) -> tuple[str, ...]:
    """The numeric columns in their fixed order; a stranger is refused by name."""
    allowed = ", ".join(NUMERIC_COLUMNS)
    if isinstance(numeric, bool) or numeric is None:
        return NUMERIC_COLUMNS if numeric else ()
    given = [numeric] if isinstance(numeric, str) else numeric
    if not isinstance(given, Iterable):
        raise UsageError(f"numeric: True, False or names of {allowed} are needed, not {numeric!r}")
    chosen = list(given)
    for name in chosen:
        if name not in NUMERIC_COLUMNS:
            raise UsageError(f"numeric: {name!r} is not one of {allowed}")
    return tuple(name for name in NUMERIC_COLUMNS if name in chosen)
