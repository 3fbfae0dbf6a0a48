"""Diffs made for eyes: the sentence with its edits marked, and edits counted.

Colours where a terminal has them; elsewhere the marks of wdiff, `[-removed-]` and `{+inserted+}`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from syntacticdiff.cli.messages import printable

if TYPE_CHECKING:  # importing these at run time would load the whole library
    from syntacticdiff.edits import Diff


@dataclass(frozen=True)
class Marks:
    """How things are set apart from each other."""

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
    """The sentence in one line, its edits marked where they stand.

    A sweep may both remove and replace one token; that is shown once, as a replacement.
    """
    pieces: list[str] = []
    done = 0  # the text up to here is in `pieces`
    last = " "  # the character that `pieces` end with, marks aside
    for edit in diff.edits:
        start = max(edit.start, done)
        kept = diff.text[done:start]
        last = kept[-1:] or last
        pieces.append(printable(kept))
        done = start
        if edit.op != "insert" and edit.end > done:
            source = diff.text[done : edit.end]
            pieces.append(marks.removed(printable(source)))
            done, last = edit.end, source[-1]
        if edit.op == "insert":
            follows = diff.text[done : done + 1]
            pieces.append("" if last.isspace() else " ")
            pieces.append(marks.inserted(printable(edit.target)))
            pieces.append(" " if follows.isalnum() else "")
            last = " " if follows.isalnum() else "-"
        elif edit.op == "sub":
            pieces.append(marks.inserted(printable(edit.target)))
    pieces.append(printable(diff.text[done:]))
    return "".join(pieces)


def explained(diff: Diff) -> str:
    """The sentence's bits per token and what each edit gains, in one line."""
    bits = f"{diff.before:.2f}"
    if not diff.edits:
        return f"{bits} bits per token, no edit"
    if diff.after is not None:
        bits += f" -> {diff.after:.2f}"
    edits = ", ".join(f"{printable(str(edit))} {edit.gain:+.2f}" for edit in diff.edits)
    return f"{bits} bits per token: {edits}"


def commonest(edits: Counter[str], most: int) -> list[str]:
    """Lines with the commonest edits, ties in the order of their names."""
    ranked = sorted(edits.items(), key=lambda item: (-item[1], item[0]))[:most]
    return [f"{count:7,}  {printable(name)}" for name, count in ranked]
