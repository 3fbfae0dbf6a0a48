"""Spelling habits: which letters of a word were written instead of which others."""

from __future__ import annotations

from functools import lru_cache

from syntacticdiff.features.kinds import masked_change

_LONGEST = 3  # letters; longer differences are other words
_SIGNS = frozenset("\\>[]^$")  # that names use themselves


@lru_cache(100_000)
def letter_patterns(source: str, target: str) -> tuple[str, ...]:
    """The letters that differ between a misspelling and its word, alone and with a neighbour.

    Parameters
    ----------
    source, target : str
        The misspelling, and the word for it.

    Returns
    -------
    tuple of str
        Names of features; none if the words do not differ in spelling. `^` and `$` are the ends;
        signs of a word that could be misread are escaped with a backslash.

    Examples
    --------
    >>> letter_patterns("recieve", "receive")
    ('letters(ie>ei)', 'letters(c[ie>ei])', 'letters([ie>ei]v)')
    """
    if masked_change(source, target) not in ("spelling", "joining"):
        return ()
    first, second = (("^", *map(_escaped, word.lower()), "$") for word in (source, target))
    shortest = min(len(first), len(second))
    start = next((at for at in range(shortest) if first[at] != second[at]), shortest)
    left = shortest - start  # what can be equal at the end
    end = next((at for at in range(left) if first[-1 - at] != second[-1 - at]), left)
    old, new = first[start : len(first) - end], second[start : len(second) - end]
    if len(old) > _LONGEST or len(new) > _LONGEST or not end:
        return ()
    before, after = first[start - 1], first[len(first) - end]
    change = f"{''.join(old)}>{''.join(new)}"
    return f"letters({change})", f"letters({before}[{change}])", f"letters([{change}]{after})"


def _escaped(letter: str) -> str:
    return f"\\{letter}" if letter in _SIGNS else letter
