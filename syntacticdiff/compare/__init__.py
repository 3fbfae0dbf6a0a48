"""Comparison of two corpora by the edits that each needs to be like the other."""

from typing import TYPE_CHECKING

from syntacticdiff._lazy import exports

if TYPE_CHECKING:
    from syntacticdiff.compare.comparison import Comparison as Comparison
    from syntacticdiff.compare.contrast import Contrast as Contrast
    from syntacticdiff.compare.contrast import ContrastExample as ContrastExample
    from syntacticdiff.compare.contrast import Direction as Direction

__getattr__, __dir__, __all__ = exports(__name__)
