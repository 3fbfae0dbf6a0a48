"""The metrics by name, and where each of them is; nothing is imported before it is wanted."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from syntacticdiff.errors import UsageError
from syntacticdiff.evaluate.metric import Metric

# name: (module of this package, class). The order is that of `evaluate all`.
METRICS: dict[str, tuple[str, str]] = {
    "m2": ("m2", "M2"),
    "gleu": ("gleu", "Gleu"),
    "errant": ("errant", "Errant"),
    "cleme": ("cleme", "Cleme"),
    "cleme2": ("cleme2", "Cleme2"),
    "imeasure": ("imeasure", "IMeasure"),
    "bleu": ("bleu", "Bleu"),
}


def metric_class(name: str) -> type[Metric[Any, Any]]:
    """The class of a metric, to be made with its settings.

    Raises
    ------
    UsageError
        if there is no such metric
    """
    if name not in METRICS:
        raise UsageError(f"metric: {name!r} is not one of {', '.join(METRICS)}")
    module, attribute = METRICS[name]
    found: type[Metric[Any, Any]] = getattr(
        import_module(f"syntacticdiff.evaluate.{module}"), attribute
    )
    return found
