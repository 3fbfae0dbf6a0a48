"""Small tables for notebooks: what ErrorTopics and Comparison show of themselves.

Edits contain words of strangers, so everything is escaped. Whole pages are made elsewhere, from a
Summary.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from syntacticdiff.visible import visible

if TYPE_CHECKING:
    from syntacticdiff.cluster import Topic
    from syntacticdiff.compare import Direction

_SHOWN_EDITS = 6


def topics_table(topics: Sequence[Topic], coherence: float) -> str:
    """Topics in a table, the largest first."""
    rows = [
        (
            str(number),
            topic.label,
            f"{topic.share:.0%}",
            ", ".join(f"{edit} {weight:.2f}" for edit, weight in topic.edits[:_SHOWN_EDITS]),
            f"{topic.coherence:+.2f}",
        )
        for number, topic in enumerate(topics, 1)
    ]
    caption = f"{len(topics)} topics of errors, mean coherence (NPMI) {coherence:+.2f}"
    return table(caption, ("topic", "label", "share", "edits", "coherence"), rows)


def contrasts_table(direction: Direction, texts: str, reference: str) -> str:
    """The edits that `texts` need to be like `reference`, the most telling first."""
    rows = [
        (
            contrast.edit,
            f"{contrast.z:.1f}",
            f"{contrast.log_odds:+.2f}",
            f"{contrast.count:,.1f}",
            f"{contrast.reference_count:,.1f}",
        )
        for contrast in direction.contrasts
    ]
    caption = f"What {texts} needs to be like {reference}"
    return table(caption, ("edit", "z", "log-odds", texts, reference), rows)


def table(caption: str, headings: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A plain HTML table; every cell is text.

    Examples
    --------
    >>> table("Edits", [], [["remove(<b>)"]])
    '<table><caption>Edits</caption><tr></tr><tr><td>remove(&lt;b&gt;)</td></tr></table>'
    """
    head = "".join(f'<th scope="col">{_text(heading)}</th>' for heading in headings)
    body = "".join(f"<tr>{''.join(f'<td>{_text(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><caption>{_text(caption)}</caption><tr>{head}</tr>{body}</table>"


def _text(given: str) -> str:
    return escape(visible(given))
