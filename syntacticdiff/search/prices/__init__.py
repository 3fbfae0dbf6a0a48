"""Prices: penalties of edits that depend on their surroundings, learned from annotated text."""

from typing import TYPE_CHECKING

from syntacticdiff._lazy import exports

if TYPE_CHECKING:
    from syntacticdiff.search.prices.learned import LearnedPenalties as LearnedPenalties

__getattr__, __dir__, __all__ = exports(__name__)
