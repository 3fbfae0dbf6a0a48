"""Text that is tokenised already: tokens are separated by white space, sentences by lines."""

from __future__ import annotations

import re

from syntacticdiff.text.languages import ENGLISH
from syntacticdiff.text.sentences import Span, Splitter
from syntacticdiff.text.tokens import Token

VERSION = 1  # as in `text.tokens`

_WORD = re.compile(r"\S+")


def split_whitespace(text: str) -> list[Token]:
    """The tokens of a text whose tokens are separated by white space."""
    return [Token(m.start(), m.end(), m.group()) for m in _WORD.finditer(text)]


def split_surfaces(text: str) -> list[str]:
    """The tokens that `split_whitespace` finds, without their places."""
    return _WORD.findall(text)


def line_spans(text: str, language: str = ENGLISH) -> list[Span]:
    """Start and end of every line without its surrounding space, blank lines included.

    Only a line feed ends a line, so that line numbers are those of other tools. The language makes
    no difference.
    """
    spans = []
    start = 0
    for line in text.removesuffix("\n").split("\n") if text else ():
        begin = start + len(line) - len(line.lstrip())
        spans.append((begin, max(begin, start + len(line.rstrip()))))
        start += len(line) + 1
    return spans


LINES = Splitter(name="lines", version=1, spans=line_spans)
