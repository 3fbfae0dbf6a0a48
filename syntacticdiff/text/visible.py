"""Untrusted text made safe to display: control characters are replaced by visible ones.

This does not escape HTML; the templates do.
"""

from __future__ import annotations

_CONTROL_PICTURES = {code: 0x2400 + code for code in range(0x20)} | {0x7F: 0x2421}
_OVERRIDES = (*range(0x80, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_NO_CHARACTERS = (0xFFFE, 0xFFFF)  # which no XML may contain
_BREAKS = map(ord, "\t\n\r\u2028\u2029")
_SHOWN = (
    _CONTROL_PICTURES
    | dict.fromkeys((*_OVERRIDES, *_NO_CHARACTERS), 0xFFFD)
    | dict.fromkeys(_BREAKS, 0x20)
)


def visible(text: str) -> str:
    """Replace each control character by a visible one, and each line break by a space.

    The result has the same length as the text.

    Examples
    --------
    >>> visible("one\\ttwo\\x00")
    'one two␀'
    """
    return text.translate(_SHOWN)
