"""How strongly an edit is coloured where it is shown."""

from __future__ import annotations


def intensity(saved: float, probability: float | None = None) -> str:
    """The opacity of an edit's colour.

    It grows with the edit's probability or, without one, with the bits that it saves, up to twelve.
    """
    share = min(max(saved, 0.0), 12.0) / 12.0 if probability is None else probability
    return f"{0.08 + 0.36 * share:.2f}"
