"""Calibrated prices as plain data and arrays: what a settings file holds of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

from numpy.typing import NDArray

from syntacticdiff.errors import ModelError, UsageError
from syntacticdiff.files.container import Container
from syntacticdiff.files.header import (
    Rule,
    fault,
    flag,
    listed,
    nullable,
    number,
    required,
    text,
    whole,
)
from syntacticdiff.search.prices.calibrated import CalibratedPrices
from syntacticdiff.search.prices.density import Density
from syntacticdiff.search.prices.templates import Template
from syntacticdiff.syntax.file import stored_weights, weight_sections

SECTION = "prices"


def price_table(prices: CalibratedPrices) -> dict[str, Any]:
    """All but the weights, as plain data."""
    return {
        "scale": prices.scale,
        "least_gain": prices.least_gain,
        "context": prices.context,
        "reference": prices.reference,
        "network": prices.network,
        "density": None if prices.density is None else asdict(prices.density),
        "templates": [
            [template.number, template.name, template.model_specific]
            for template in prices.templates
        ],
    }


def price_sections(prices: CalibratedPrices) -> dict[str, NDArray[Any]]:
    """The weights, as the sections of a file."""
    return weight_sections(SECTION, prices.weights)


def stored_prices(file: Container, table: Mapping[str, Any]) -> CalibratedPrices:
    """The prices of an open file, from the table of its header and its sections."""
    density = table.get("density")
    if isinstance(density, dict) and not _is_density(density):
        raise ModelError(f"{file.path}: {_OTHER_VERSION}")
    wrong = fault(table, _RULES)
    if wrong is not None:
        raise ModelError(f"{file.path}: damaged: its prices do not fit together: {wrong}")
    try:
        return CalibratedPrices(
            stored_weights(file, SECTION, 1),
            scale=table["scale"],
            least_gain=float(table["least_gain"]),
            context=table["context"],
            templates=tuple(
                Template(row, tuple(parts.split()), specific)
                for row, parts, specific in table["templates"]
            ),
            reference=table["reference"],
            network=table["network"],
            density=_density(table.get("density")),
        )
    except UsageError as error:
        raise ModelError(f"{file.path}: {error}; {_OTHER_VERSION}") from None


def _density(table: Mapping[str, float] | None) -> Density | None:
    return None if table is None else Density(**{name: float(table[name]) for name in _DENSITY})


def _is_density(table: object) -> bool:
    return isinstance(table, dict) and {
        name for name, value in table.items() if type(value) in (int, float)
    } == set(_DENSITY)


def _is_template(row: object) -> bool:
    return (
        isinstance(row, list) and len(row) == 3 and [type(item) for item in row] == [int, str, bool]
    )


_OTHER_VERSION = "it was made by another version: run `syntacticdiff tune` again"
_DENSITY = tuple(field.name for field in fields(Density))
_RULES = {
    "scale": required(whole()),
    "least_gain": required(number()),
    "context": required(flag()),
    "reference": required(nullable(text())),
    "network": required(nullable(text())),
    "density": nullable(Rule("a density of errors", _is_density)),
    "templates": required(listed(Rule("a number, parts and whether for one model", _is_template))),
}
