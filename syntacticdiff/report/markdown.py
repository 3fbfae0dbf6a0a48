"""Markdown from text that is not trusted: escaping, tables, and sentences with marked edits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from syntacticdiff.edits.marking import pieces
from syntacticdiff.edits.plain_words import readable_feature
from syntacticdiff.files.decoding import without_surrogates
from syntacticdiff.report.summary import QuotedSentence, SentenceSummary
from syntacticdiff.text.visible import visible

# Some characters have a meaning anywhere, others only where a line or a list item begins.
_SPECIAL = re.compile(r"([\\`*_\[\]<>|~&]|^[#+\-=]|(?<=^\d)[.)]|(?<=^\d\d)[.)])")


def escaped(text: str) -> str:
    r"""Text without any meaning to Markdown or HTML.

    Examples
    --------
    >>> print(escaped("1. <b> | *c*"))
    1\. \<b\> \| \*c\*
    """
    return _SPECIAL.sub(r"\\\1", visible(without_surrogates(text)))


def readable(name: str) -> str:
    r"""The name of an edit for people, its words emphasised.

    Examples
    --------
    >>> print(readable("insert(the)"), readable("sub(a->an)"))
    missing *the* a -\> an
    """
    parts = readable_feature(name).split("*")
    return "*".join(escaped(part) for part in parts)


def code(text: str) -> str:
    """A name as inline code, in a fence longer than any inside it, and without cell separators.

    Examples
    --------
    >>> print(code("insert(the)"), code("insert(`)"))
    `insert(the)` `` insert(`) ``
    """
    shown = visible(without_surrogates(text)).replace("|", "\N{DIVIDES}")
    longest = max(map(len, re.findall("`+", shown)), default=0)
    fence, space = "`" * (longest + 1), " " if longest else ""
    return f"{fence}{space}{shown}{space}{fence}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> Iterator[str]:
    """The lines of a table; the first `left` columns are aligned left, the others right."""
    yield f"| {' | '.join(head)} |"
    yield "|" + "|".join("---" if n < left else "---:" for n in range(len(head))) + "|"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def percent(share: float) -> str:
    """A share as a percentage with one decimal."""
    return f"{100 * share:.1f}%"


def quotations(sentences: Iterable[QuotedSentence]) -> Iterator[str]:
    """A list of sentences with their edits marked, after a blank line; no lines for none."""
    for number, quoted in enumerate(sentences):
        if not number:
            yield ""
        yield f"- {_marked(quoted.sentence)} ({escaped(quoted.document)})"


def _marked(sentence: SentenceSummary) -> str:
    shown = []
    for piece in pieces(sentence.text, sentence.edits):
        if piece.edit is None:
            shown.append(escaped(piece.text))
            continue
        if piece.text:
            shown.append(f"<del>{escaped(piece.text)}</del>")
        if piece.target:
            shown.append(f"{piece.left}<ins>{escaped(piece.target)}</ins>{piece.right}")
    return "".join(shown)
