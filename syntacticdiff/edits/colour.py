"""How strongly an edit is coloured where it is shown."""

from __future__ import annotations


def intensity(saved: float) -> str:
    """The opacity of an edit's colour, which grows with the bits saved, up to twelve."""
    return f"{0.08 + 0.36 * min(max(saved, 0.0), 12.0) / 12.0:.2f}"
