"""Text from strangers, made safe to look at: nothing in it that a screen would obey.

This is about control characters. What means something in HTML is escaped by the templates.
"""

from __future__ import annotations

_CONTROL_PICTURES = {code: 0x2400 + code for code in range(0x20)} | {0x7F: 0x2421}
_OVERRIDES = (*range(0x80, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_BREAKS = map(ord, "\t\n\r\u2028\u2029")
_SHOWN = _CONTROL_PICTURES | dict.fromkeys(_OVERRIDES, 0xFFFD) | dict.fromkeys(_BREAKS, 0x20)


def visible(text: str) -> str:
    """The text in one line and as long as it was: control characters as pictures of themselves.

    Examples
    --------
    >>> visible("one\\ttwo\\x00")
    'one two␀'
    """
    return text.translate(_SHOWN)
