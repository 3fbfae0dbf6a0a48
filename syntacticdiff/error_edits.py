"""Which of a sentence's edits speak of errors rather than of subject matter or of chance.

Topics and reports count these, because people read them. Classifiers count all edits: for them
weak ones add up, and what a text is about is evidence like any other.
"""

from __future__ import annotations

from syntacticdiff.edits import Diff, Edit
from syntacticdiff.function_words import FUNCTION_WORDS

MIN_BITS = 1.0

_FUNCTION_WORDS = frozenset(FUNCTION_WORDS)


def saved_bits(edit: Edit, before: float, tokens: int) -> float:
    """How many bits less the whole sentence takes with this edit, made alone.

    Gain is per token, so that almost any likely word gains something by being inserted, if only by
    lowering the average: here it pays for itself. And since any sentence gets cheaper by getting
    shorter, a removal has to save more than an average token.

    Parameters
    ----------
    edit : its gain is what counts
    before : the sentence's bits per token without it
    tokens : how many the sentence has; its end is one more to be predicted

    Examples
    --------
    >>> saved_bits(Edit("sub", 0, "go", "goes", gain=0.5), before=8.0, tokens=9)
    5.0
    >>> saved_bits(Edit("insert", 0, "", "the", gain=0.5), before=8.0, tokens=9)
    -2.5
    """
    if edit.op == "insert":
        return before * (tokens + 1) - (before - edit.gain) * (tokens + 2)
    if edit.op == "remove":
        return edit.gain * tokens
    return edit.gain * (tokens + 1)


def is_content_word(word: str) -> bool:
    """Neither a function word nor punctuation.

    Examples
    --------
    >>> [is_content_word(word) for word in ("church", "1998", "The", ",")]
    [True, True, False, False]
    """
    return word.lower() not in _FUNCTION_WORDS and any(map(str.isalnum, word))


def error_edits(diff: Diff, min_bits: float = MIN_BITS) -> tuple[Edit, ...]:
    """The edits of a sentence that a reader would want to see, in their order.

    Those that save at least `min_bits`, see `saved_bits`; of content words only substitutions,
    since a rare word is removed for what it means and not for being wrong. A sweep may ask both to
    remove and to replace a token, and only one can be done: the one that saves more stays.

    Examples
    --------
    >>> from syntacticdiff import SyntacticDiff
    >>> diff = SyntacticDiff(search="sweep")("It was one of most important decisions in my life.")
    >>> len(diff.edits), [str(edit) for edit in error_edits(diff)]
    (5, ['insert(the)'])
    """
    kept = []
    best: dict[int, float] = {}  # of each token, what is saved by removing or replacing it
    for edit in diff.edits:
        saved = saved_bits(edit, diff.before, len(diff.tokens))
        if saved < min_bits:
            continue
        if edit.op != "sub" and is_content_word(edit.source or edit.target):
            continue
        kept.append((edit, saved))
        if edit.op != "insert":
            best[edit.position] = max(saved, best.get(edit.position, saved))
    chosen: set[int] = set()
    shown = []
    for edit, saved in kept:
        if edit.op != "insert":
            if saved < best[edit.position] or edit.position in chosen:
                continue
            chosen.add(edit.position)
        shown.append(edit)
    return tuple(shown)
