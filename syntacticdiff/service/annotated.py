"""Annotated text, as LanguageTool's clients send it, and positions in UTF-16 units.

Text and markup alternate; markup is not checked, but may stand for text (`interpretAs`). Matches
are found in the plain text, and their places are given in what was sent, markup included.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

from syntacticdiff.service.failing import BAD_REQUEST, RefusedError


def utf16_length(text: str) -> int:
    """The length of a text in UTF-16 units.

    Examples
    --------
    >>> utf16_length("a😀")
    3
    """
    return len(text) if text.isascii() else len(text) + sum(map("\uffff".__lt__, text))


@dataclass(frozen=True)
class _Part:
    """A part of what was sent: where it is in the plain text, and where in what was sent."""

    plain: str
    sent: int  # UTF-16 units before it
    size: int  # its own
    is_text: bool


class AnnotatedText:
    """Text with markup, given as its parts: (text or what it stands for, what was sent, is text).

    Parameters
    ----------
    parts : sequence of (str, str, bool)
        What the checker sees, what was sent, and whether both are the same text.

    Examples
    --------
    >>> text = AnnotatedText.of_json('{"annotation": [{"markup": "<b>"}, {"text": "Hi"}]}')
    >>> text.plain, text.place(0, 2)
    ('Hi', (3, 2, True))
    """

    def __init__(self, parts: Sequence[tuple[str, str, bool]]) -> None:
        self.plain = "".join(plain for plain, _, _ in parts)
        sizes = [utf16_length(sent) for _, sent, _ in parts]
        before = [0, *accumulate(sizes)]
        self._parts = [
            _Part(plain, start, size, is_text)
            for (plain, _, is_text), start, size in zip(parts, before, sizes, strict=False)
            if plain
        ]
        self._starts = [0, *accumulate(len(part.plain) for part in self._parts)][:-1]

    @classmethod
    def of_text(cls, text: str) -> AnnotatedText:
        """Text without markup."""
        return cls([(text, text, True)])

    @classmethod
    def of_json(cls, data: str) -> AnnotatedText:
        """Annotated text as LanguageTool's clients send it."""
        try:
            given = json.loads(data)
        except (ValueError, RecursionError):
            raise RefusedError(BAD_REQUEST, "'data' is not JSON") from None
        items = given.get("annotation") if isinstance(given, dict) else None
        if not isinstance(items, list):
            raise RefusedError(BAD_REQUEST, "'data' has no list 'annotation'")
        return cls([_part(item) for item in items])

    def place(self, start: int, end: int) -> tuple[int, int, bool]:
        """Where a stretch of the plain text is in what was sent.

        Parameters
        ----------
        start, end : int
            Code points of the plain text; not both the same.

        Returns
        -------
        (int, int, bool)
            The offset and the length in UTF-16 units, and whether the stretch is text without any
            markup in it.
        """
        first, last = self._part_at(start), self._part_at(end - 1)
        if first == last and self._parts[first].is_text:
            part, begin = self._parts[first], self._starts[first]
            offset = part.sent + utf16_length(part.plain[: start - begin])
            return offset, utf16_length(self.plain[start:end]), True
        from_, to = self._begin(first, start), self._end(last, end)
        between = self._parts[first : last + 1]
        joined = all(part.is_text for part in between) and all(
            one.sent + one.size == other.sent for one, other in pairwise(between)
        )
        return from_, to - from_, joined

    def _part_at(self, place: int) -> int:
        return bisect_right(self._starts, place) - 1

    def _begin(self, number: int, place: int) -> int:
        part = self._parts[number]
        inside = part.plain[: place - self._starts[number]] if part.is_text else ""
        return part.sent + utf16_length(inside)

    def _end(self, number: int, place: int) -> int:
        part = self._parts[number]
        if not part.is_text:
            return part.sent + part.size
        return part.sent + utf16_length(part.plain[: place - self._starts[number]])


def _part(item: Any) -> tuple[str, str, bool]:
    if isinstance(item, dict):
        text, markup = item.get("text"), item.get("markup")
        stands_for = item.get("interpretAs", "")
        if isinstance(text, str) and markup is None and "interpretAs" not in item:
            return text, text, True
        if isinstance(markup, str) and text is None and isinstance(stands_for, str):
            return stands_for, markup, False
    raise RefusedError(
        BAD_REQUEST, "'data': an annotation has 'text', or 'markup' and perhaps 'interpretAs'"
    )
