"""A differ without prices: what a search finds by the bits of a small reference alone.

The default settings show only what is probably an error, by prices that were learned with the
embedded reference. Tests of searches and of what surrounds them should not depend on those.
"""

from __future__ import annotations

from typing import Any

from syntacticdiff import SyntacticDiff
from syntacticdiff.differ import DESCRIPTIVE

BEAM: dict[str, Any] = {**DESCRIPTIVE, "search": "beam"}


def plain_differ(reference: Any = "default", **settings: Any) -> SyntacticDiff:
    """A beam over bits per token, without penalties; `settings` are changes to that."""
    return SyntacticDiff(reference, **{**BEAM, **settings})
