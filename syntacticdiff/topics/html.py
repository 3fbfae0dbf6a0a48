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
    """A table of topics, in the order given."""
    rows = [
        (
            str(number),
            topic.label,
            f"{topic.share:.0%}",
            ", ".join(
                f"{plain_name(edit)} {weight:.2f}" for edit, weight in topic.edits[:_SHOWN_EDITS]
            ),
            f"{topic.coherence:+.2f}",
        )
        for number, topic in enumerate(topics, 1)
    ]
    caption = f"{len(topics)} topics of errors, mean coherence (NPMI) {coherence:+.2f}"
    return table(caption, ("topic", "label", "mean share", "edits", "coherence"), rows)
