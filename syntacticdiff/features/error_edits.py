"""Which edits count as signs of an error, and the row of a document with only those.

A sweep lists every edit that saves anything at all, and proposes to remove every word that is rare
in the reference. Topics and reports count less: edits that make their sentence at least twice as
likely and, of content words, only substitutions by another form. Edits with a probability have been
chosen by it, so that the bits that they save do not matter: capitals save none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from numbers import Real

from syntacticdiff.edits.diff import OPERATIONS, Diff, Edit
from syntacticdiff.edits.gains import saved_bits
from syntacticdiff.edits.names import parsed_name
from syntacticdiff.errors import UsageError
from syntacticdiff.features.rows import DocumentFeatures, FeatureRow
from syntacticdiff.parameters import one_of
from syntacticdiff.text.function_words import CLOSED_CLASSES
from syntacticdiff.text.word_classes import EDGE, word_class

MIN_BITS = 1.0
CONTENT_OPERATIONS = ("sub",)

_NO_CONTENT = frozenset({*CLOSED_CLASSES, "PUNCT"})


@lru_cache(100_000)
def is_content_word(word: str) -> bool:
    """Whether a word is neither a function word nor punctuation.

    Parameters
    ----------
    word : str
        The word, as written.

    Returns
    -------
    bool
        Whether it is a content word.

    Examples
    --------
    >>> [word for word in ("the", "school", "of", "1984", ",") if is_content_word(word)]
    ['school', '1984']
    """
    return word_class(word) not in _NO_CONTENT


@lru_cache(200_000)
def names_content_words(name: str) -> bool:
    """Whether the name of an edit has a content word in it, as its own word or as a neighbour.

    Parameters
    ----------
    name : str
        The name of a feature; masks and parts of speech are no words.

    Returns
    -------
    bool
        Whether it has one; False for what is not the name of an edit.

    Examples
    --------
    >>> [names_content_words(name) for name in ("insert(the)", "remove(tea)", "insert(the|tea)")]
    [False, True, True]
    >>> [names_content_words(name) for name in ("remove({NN})", "insert(the|+tag NN)")]
    [False, False]
    """
    edit = parsed_name(name)
    if edit is None:
        return False
    words = [word for word in (edit.source, edit.target) if word and not _is_mask(word)]
    whole = parsed_name(name, neighbours=False)
    if whole is not None and name.endswith(")"):
        beside = (whole.target or whole.source)[len(edit.target or edit.source) + 1 :]
        if beside and not beside.startswith(("tag ", "+tag ")) and beside.strip("+") != EDGE:
            words.append(beside.removeprefix("+"))
    return any(is_content_word(word) for word in words)


def _is_mask(word: str) -> bool:
    return word.startswith("{") and word.endswith("}")


class CountedEdits:
    """Turns the diffs of a document into the row of the edits that count.

    Parameters
    ----------
    templates : str or iterable of str, default "edit"
        Feature templates under which the edits are counted.
    min_bits : float, default 1.0
        Edits without a probability that save fewer bits of their sentence (see `saved_bits`) are
        left out; an edit that saves 1 bit makes the sentence twice as likely.
    content_operations : iterable of str, default ("sub",)
        Which of `insert`, `remove` and `sub` count when the word is a content word.

    Attributes
    ----------
    features : DocumentFeatures
        Counts the edits that are left.
    min_bits : float
        As given.
    content_operations : tuple of str
        The operations, in a fixed order.

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

    def __call__(self, diffs: Sequence[Diff]) -> FeatureRow:
        """The row of a document.

        Parameters
        ----------
        diffs : sequence of Diff
            The diffs of its sentences.

        Returns
        -------
        FeatureRow
            Its features; there are no numeric columns.
        """
        return self.features([self.counted(diff) for diff in diffs])

    def counted(self, diff: Diff) -> Diff:
        """The diff with only the edits that count."""
        return replace(diff, edits=tuple(edit for edit in diff.edits if self.counts(edit, diff)))

    def counts(self, edit: Edit, diff: Diff) -> bool:
        """Whether this edit of the diff counts.

        Parameters
        ----------
        edit : Edit
            One of the edits of `diff`.
        diff : Diff
            The diff of its sentence.

        Returns
        -------
        bool
            Whether it is probable or saves enough bits, and its operation counts for the word.
        """
        if edit.probability is None and saved_bits(edit, diff) < self.min_bits:
            return False
        if edit.op in self.content_operations:
            return True
        word = edit.target if edit.op == "insert" else edit.source
        if diff.function_words is None:
            return not is_content_word(word)
        return word in diff.function_words or not any(map(str.isalnum, word))


def _checked_bits(given: object) -> float:
    if isinstance(given, bool) or not isinstance(given, Real) or not float(given) >= 0:
        raise UsageError(f"min_bits: a number from 0 is needed, not {given!r}")
    return float(given)


def checked_content_operations(given: object) -> tuple[str, ...]:
    """The operations in their fixed order; there may be none.

    Raises
    ------
    UsageError
        If something else is among them.
    """
    if isinstance(given, str) or not isinstance(given, Iterable):
        allowed = ", ".join(OPERATIONS)
        raise UsageError(f"content_operations: a collection of {allowed} is needed, not {given!r}")
    operations = {one_of("content_operations", operation, OPERATIONS) for operation in given}
    return tuple(operation for operation in OPERATIONS if operation in operations)
