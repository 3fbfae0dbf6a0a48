"""Diffs for people: sentences with their edits marked, and the most frequent edits.

Edits have colours on a terminal; elsewhere, the marks of wdiff, `[-removed-]` and `{+inserted+}`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from syntacticdiff.cli.messages import printable
from syntacticdiff.edits.marking import pieces

if TYPE_CHECKING:  # importing these at run time would load the whole library
    from syntacticdiff.edits.diff import Diff, Edit


@dataclass(frozen=True)
class Marks:
    """How edits, headings and remarks are marked."""

    color: bool

    def removed(self, text: str) -> str:
        return click.style(text, fg="red", strikethrough=True) if self.color else f"[-{text}-]"

    def inserted(self, text: str) -> str:
        return click.style(text, fg="green", underline=True) if self.color else f"{{+{text}+}}"

    def heading(self, text: str) -> str:
        return click.style(text, bold=True) if self.color else text

    def aside(self, text: str) -> str:
        return click.style(text, dim=True) if self.color else text


def marked(diff: Diff, marks: Marks) -> str:
    """The sentence in one line with its edits marked."""
    shown: list[str] = []
    for piece in pieces(diff.text, diff.edits):
        text, target = printable(piece.text), printable(piece.target)
        if piece.edit is None:
            shown.append(text)
            continue
        if piece.edit.position == 0 and target.lower() != text.lower():
            target = _begun(target, diff.text)
        if text:
            shown.append(marks.removed(text))
        if target:
            shown += (piece.left, marks.inserted(target), piece.right)
    return "".join(shown)


def _begun(target: str, sentence: str) -> str:
    """What a sentence begins with now, with a capital if it has begun with one."""
    return target[:1].upper() + target[1:] if sentence[:1].isupper() else target


def explained(diff: Diff) -> str:
    """The sentence's bits per token, and of each edit the gain and the probability, in one line."""
    bits = f"{diff.before:.2f}"
    if not diff.edits:
        return f"{bits} bits per token, no edit"
    if diff.after is not None:
        bits += f" -> {diff.after:.2f}"
    return f"{bits} bits per token: {', '.join(map(_explained_edit, diff.edits))}"


def _explained_edit(edit: Edit) -> str:
    sure = "" if edit.probability is None else f" (p {edit.probability:.2f})"
    return f"{printable(str(edit))} {edit.gain:+.2f}{sure}"


def commonest(edits: Counter[str], most: int) -> list[str]:
    """Lines with the most frequent edits; ties are sorted by name."""
    ranked = sorted(edits.items(), key=lambda item: (-item[1], item[0]))[:most]
    return [f"{count:7,}  {printable(name)}" for name, count in ranked]
