"""Which edits count as signs of an error, and a document's row of them.

A sweep lists every edit that would save anything at all, and wants to take away every word that is
rare in the reference. Topics and reports count less: edits that make their sentence at least twice
as likely, and of content words only those that put another form in their place. How topics are made
of the counts is for `cluster` to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from numbers import Real
from typing import Any

from syntacticdiff.edits.diff import OPERATIONS, Diff, Edit
from syntacticdiff.edits.gains import saved_bits
from syntacticdiff.errors import UsageError
from syntacticdiff.features.rows import DocumentFeatures, Row
from syntacticdiff.text.function_words import CLOSED_CLASSES
from syntacticdiff.text.word_classes import word_class

MIN_BITS = 1.0
CONTENT_OPERATIONS = ("sub",)

_NO_CONTENT = frozenset({*CLOSED_CLASSES, "PUNCT"})


@lru_cache(100_000)
def is_content_word(word: str) -> bool:
    """Whether a word says what a text is about: no function word and no punctuation.

    Examples
    --------
    >>> [word for word in ("the", "school", "of", "1984", ",") if is_content_word(word)]
    ['school', '1984']
    """
    return word_class(word) not in _NO_CONTENT


class CountedEdits:
    """Turns the diffs of a document into the row of the edits that count.

    Parameters
    ----------
    templates : of `feature_templates.TEMPLATES`
    min_bits : edits that save fewer bits of their sentence (see `saved_bits`) are left out; 1 bit
        makes the sentence twice as likely
    content_operations : what counts if it is done to a content word, of `insert`, `remove`, `sub`

    Examples
    --------
    >>> edits = (Edit("remove", 0, "today", "", 0.5), Edit("insert", 3, "", "to", 2.5),
    ...          Edit("insert", 3, "", "the", 1.0))
    >>> diff = Diff("Today we go school", ("today", "we", "go", "school"), edits, 9.0,
    ...             None, None, None)
    >>> CountedEdits()([diff]).features
    {'insert(to)': 1.0}
    """

    def __init__(
        self,
        templates: str | Iterable[str] = "edit",
        min_bits: float = MIN_BITS,
        content_operations: Iterable[str] = CONTENT_OPERATIONS,
    ) -> None:
        self.features = DocumentFeatures(templates)
        self.min_bits = _checked_bits(min_bits)
        self.content_operations = checked_content_operations(content_operations)

    def __call__(self, diffs: Sequence[Diff]) -> Row:
        """The row of a document."""
        return self.features([self.counted(diff) for diff in diffs])

    def counted(self, diff: Diff) -> Diff:
        """The diff with only those of its edits that count."""
        return replace(diff, edits=tuple(edit for edit in diff.edits if self.counts(edit, diff)))

    def counts(self, edit: Edit, diff: Diff) -> bool:
        """Whether this edit of the diff counts."""
        if saved_bits(edit, diff) < self.min_bits:
            return False
        if edit.op in self.content_operations:
            return True
        return not is_content_word(edit.target if edit.op == "insert" else edit.source)


def _checked_bits(given: Any) -> float:
    if isinstance(given, bool) or not isinstance(given, Real) or not float(given) >= 0:
        raise UsageError(f"min_bits: a number from 0 is needed, not {given!r}")
    return float(given)


def checked_content_operations(given: Any) -> tuple[str, ...]:
    """The operations in their fixed order; there may be none, and a stranger is refused by name."""
    allowed = ", ".join(OPERATIONS)
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise UsageError(f"content_operations: a collection of {allowed} is needed, not {given!r}")
    operations = list(given)
    for operation in operations:
        if operation not in OPERATIONS:
            raise UsageError(f"content_operations: {operation!r} is not one of {allowed}")
    return tuple(operation for operation in OPERATIONS if operation in operations)
