"""Prices: penalties of edits that depend on their surroundings, learned from annotated text."""

from typing import TYPE_CHECKING

from syntacticdiff._lazy import exports

if TYPE_CHECKING:
    from syntacticdiff.search.prices.calibrated import CalibratedPrices as CalibratedPrices
    from syntacticdiff.search.prices.context import ContextNetwork as ContextNetwork
    from syntacticdiff.search.prices.context_opinions import Opinions as Opinions
    from syntacticdiff.search.prices.cue_table import CueTable as CueTable
    from syntacticdiff.search.prices.density import Density as Density

__getattr__, __dir__, __all__ = exports(__name__)
