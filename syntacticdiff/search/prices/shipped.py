"""`penalties="default"`: the prices that come with the package, for the reference at hand.

They were learned with the embedded reference. For another one, what was learned for that model is
left out, and a note says that `tune` does better. Nothing English is used for another language.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final
from weakref import WeakSet

from syntacticdiff.errors import ModelError
from syntacticdiff.reference.model import DEFAULT, ReferenceModel
from syntacticdiff.search.candidates import Pricing, SummedPricing
from syntacticdiff.search.penalties import Penalties
from syntacticdiff.search.prices.calibrated import CalibratedPrices
from syntacticdiff.search.prices.file import Tables, read_settings
from syntacticdiff.text.languages import ENGLISH, find_language

SHIPPED: Final = Path(__file__).parent / "default.sdcs"

# For languages that nothing was learned for: cautious enough to leave ordinary text alone.
BY_OPERATION: Final = {"insert": 3.0, "remove": 13.0, "sub": 7.0, "letter": 2.0}

_told: WeakSet[ReferenceModel] = WeakSet()  # references whose user was told already


def default_penalties(model: ReferenceModel) -> Penalties:
    """The shipped prices, as far as they apply to a reference.

    Parameters
    ----------
    model : ReferenceModel
        The reference. With another one than the embedded one there is a warning, once.
    """
    if model.name != DEFAULT and model not in _told:
        _told.add(model)
        warnings.warn(_note(model), stacklevel=2)
    if model.language != ENGLISH:
        return Penalties.of(BY_OPERATION, model.fold, model.language)
    # Prices leave out what was learned for another model by themselves.
    return penalties_of(shipped_penalties(), shipped_prices(), model.fold)


def penalties_of(
    penalties: Mapping[str, float],
    prices: CalibratedPrices | None = None,
    fold: Callable[[str], str] = str,
) -> Penalties:
    """Penalties and prices in one.

    Parameters
    ----------
    penalties : mapping of str to float
        Bits by name, as SyntacticDiff takes them.
    prices : CalibratedPrices or None, default None
        Calibrated prices.
    fold : callable, default str
        How the reference folds words.
    """
    found = Penalties.of(dict(penalties), fold)
    if prices is None:
        return found
    pricing: Pricing = prices
    if found.pricing is not None:  # by tags
        pricing = SummedPricing((found.pricing, pricing))
    return replace(found, pricing=pricing)


def shipped_prices() -> CalibratedPrices:
    """The prices that come with the package."""
    _, prices = _shipped()
    if prices is None:
        raise ModelError(f"{SHIPPED}: holds no prices; install the package again")
    return prices


def shipped_penalties() -> Mapping[str, float]:
    """What edits cost besides these prices, in bits by name."""
    tables, _ = _shipped()
    return tables.get("penalties", {})


@cache
def _shipped() -> tuple[Tables, CalibratedPrices | None]:
    return read_settings(SHIPPED)


def _note(model: ReferenceModel) -> str:
    if model.language != ENGLISH:
        language = find_language(model.language).name
        return (
            f"the shipped prices are for English: {language} edits cost a fixed number of bits for "
            "each operation; `tune` on annotated text does better"
        )
    return (
        "the shipped prices were learned with the embedded reference: what they know of that model "
        "is left out; `tune` on annotated text does better"
    )
