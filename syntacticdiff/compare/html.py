"""The contrasts of a comparison as tables, for notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from syntacticdiff.edits.html import table

if TYPE_CHECKING:
    from syntacticdiff.compare.contrast import Direction


def contrasts_table(direction: Direction, texts: str, reference: str) -> str:
    """The habits and edits that `texts` need to be like `reference`, the highest z first."""
    listed = (*direction.habits, *direction.contrasts)
    rows = [
        (
            contrast.edit,
            f"{contrast.z:.1f}",
            f"{contrast.log_odds:+.2f}",
            f"{contrast.count:,.1f}",
            f"{contrast.reference_count:,.1f}",
        )
        for contrast in listed
    ]
    caption = f"What {texts} needs to be like {reference}"
    return table(caption, ("edit", "z", "log-odds", texts, reference), rows)
