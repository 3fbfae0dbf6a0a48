"""A reference model as the extension takes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from syntacticdiff.reference.model import ReferenceModel
from syntacticdiff.reference.ngrams import StoredLevel

if TYPE_CHECKING:
    from syntacticdiff import _native


def native_levels(model: ReferenceModel, order: int | None = None) -> list[_native.Level]:
    """The model's n-grams up to this order, by default all of them; none of a KenLM binary."""
    return [_native_level(level) for level in (model.levels or ())[:order]]


def is_closed(model: ReferenceModel) -> bool:
    """Whether the model has whatever its n-grams end with, so that fewer look-ups are needed.

    That follows from how models are trained, mixed and pruned; an imported model may be anything.
    """
    return model.header.get("smoothing") in ("kneser-ney", "linear", "mixture")


def _native_level(level: StoredLevel) -> _native.Level:
    from syntacticdiff import _native

    log10, backoff, children = level.log10, level.backoff, level.children
    return _native.Level(
        level.words,
        log10=log10.codes,
        log10_table=log10.table,
        backoff=backoff.codes,
        backoff_table=backoff.table,
        children=children.items,
        bases=children.bases,
        shift=children.shift,
    )
