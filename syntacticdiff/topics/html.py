"""Topics as a table, for notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from syntacticdiff.edits.html import table
from syntacticdiff.topics.labels import plain_name

if TYPE_CHECKING:
    from syntacticdiff.topics.topic import Topic

_SHOWN_EDITS = 6


def topics_table(topics: Sequence[Topic], coherence: float) -> str:
    """A table of topics, in the order given; of kinds of errors, with how common they are."""
    of_kinds = any(topic.rate is not None for topic in topics)
    rates = ["" if one.rate is None else f"{one.rate:.2f}" for one in topics] if of_kinds else None
    rows = [
        (
            str(number),
            topic.label,
            f"{topic.share:.0%}",
            ", ".join(
                f"{plain_name(edit)} {weight:.2f}" for edit, weight in topic.edits[:_SHOWN_EDITS]
            ),
            f"{topic.coherence:+.2f}" if rates is None else rates[number - 1],
        )
        for number, topic in enumerate(topics, 1)
    ]
    about = "" if of_kinds else f", mean coherence (NPMI) {coherence:+.2f}"
    last = "errors per 100 words" if of_kinds else "coherence"
    headings = ("topic", "label", "mean share", "edits", last)
    return table(f"{len(topics)} topics of errors{about}", headings, rows)
