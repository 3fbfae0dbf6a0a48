"""Scorers: how good corrected text is. One metric, one module, on the bases in `metric`."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from syntacticdiff.evaluate.bleu import Bleu
    from syntacticdiff.evaluate.bootstrap import paired_bootstrap
    from syntacticdiff.evaluate.cleme import Cleme
    from syntacticdiff.evaluate.cleme2 import Cleme2
    from syntacticdiff.evaluate.errant import Errant
    from syntacticdiff.evaluate.gleu import Gleu
    from syntacticdiff.evaluate.imeasure import IMeasure
    from syntacticdiff.evaluate.inputs import Rewrites
    from syntacticdiff.evaluate.m2 import M2
    from syntacticdiff.evaluate.usim import USim

# Resolved on first use, so that the command line's help does not wait for NumPy.
_HOMES = {
    "Bleu": "bleu",
    "Cleme": "cleme",
    "Cleme2": "cleme2",
    "Errant": "errant",
    "Gleu": "gleu",
    "IMeasure": "imeasure",
    "M2": "m2",
    "Rewrites": "inputs",
    "USim": "usim",
    "paired_bootstrap": "bootstrap",
}

__all__ = [
    "M2",
    "Bleu",
    "Cleme",
    "Cleme2",
    "Errant",
    "Gleu",
    "IMeasure",
    "Rewrites",
    "USim",
    "paired_bootstrap",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"syntacticdiff.evaluate.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
