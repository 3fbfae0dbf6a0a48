"""Two corpora against each other, by the edits that each needs to be like the other."""

from typing import TYPE_CHECKING

from syntacticdiff._lazy import exports

if TYPE_CHECKING:
    from syntacticdiff.compare.comparison import Comparison as Comparison
    from syntacticdiff.compare.comparison import Contrast as Contrast
    from syntacticdiff.compare.comparison import Direction as Direction

__getattr__, __dir__, __all__ = exports(__name__)
