"""HTML for notebooks: a sentence with its edits marked, and plain tables.

Sentences and edits are untrusted text, so everything is escaped and control characters are made
visible. The `report` room makes whole pages.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from syntacticdiff.edits.colour import intensity
from syntacticdiff.edits.diff import Diff, Edit
from syntacticdiff.edits.gains import saved_bits
from syntacticdiff.edits.marking import Piece, pieces
from syntacticdiff.files.decoding import without_surrogates
from syntacticdiff.text.visible import visible

_STYLE = """\
.syntacticdiff del { text-decoration: line-through 2px #d55e00; background: rgb(213 94 0 / var(--a)); }
.syntacticdiff ins { text-decoration: underline 2px #0072b2; background: rgb(0 114 178 / var(--a)); }
.syntacticdiff { overflow-wrap: anywhere; }"""  # noqa: E501


def diff_fragment(diff: Diff) -> str:
    """A sentence with its edits marked, its bits per token, and each edit's gain."""
    marked = "".join(_marked(piece, diff) for piece in pieces(diff.text, diff.edits))
    bits = f"{diff.before:.2f}" + ("" if diff.after is None else f" → {diff.after:.2f}")
    gains = ", ".join(f"<code>{_text(str(edit))}</code> {edit.gain:+.2f}" for edit in diff.edits)
    return (
        f'<div class="syntacticdiff">\n<style>\n{_STYLE}\n</style>\n'
        f'<p><span class="sentence" dir="auto">{marked}</span><br>\n'
        f"<small>{bits} bits per token{': ' if gains else ''}{gains}</small></p>\n</div>"
    )


def _marked(piece: Piece[Edit], diff: Diff) -> str:
    if piece.edit is None:
        return _text(piece.text)
    saved = saved_bits(piece.edit, diff)
    tip = f"{piece.edit}: saves {piece.edit.gain:.2f} bits per token"
    if piece.edit.probability is not None:
        tip += f", probability {piece.edit.probability:.2f}"
    opacity = intensity(saved, piece.edit.probability)
    removed = f"<del>{_text(piece.text)}</del>" if piece.text else ""
    inserted = f"<ins>{_text(piece.target)}</ins>" if piece.target else ""
    return (
        f'{piece.left}<span class="edit" title="{_text(tip)}" style="--a: {opacity}">'
        f"{removed}{inserted}</span>{piece.right}"
    )


def table(caption: str, headings: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A plain HTML table; every cell is escaped.

    Examples
    --------
    >>> table("Edits", [], [["remove(<b>)"]])
    '<table><caption>Edits</caption><tr></tr><tr><td>remove(&lt;b&gt;)</td></tr></table>'
    """
    head = "".join(f'<th scope="col">{_text(heading)}</th>' for heading in headings)
    body = "".join(f"<tr>{''.join(f'<td>{_text(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><caption>{_text(caption)}</caption><tr>{head}</tr>{body}</table>"


def _text(given: str) -> str:
    return escape(visible(without_surrogates(given)))
