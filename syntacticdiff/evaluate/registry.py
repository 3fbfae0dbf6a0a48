"""The registry of metrics. To add a metric, write its module and add one line to `METRICS`.

The commands, their help, error messages and the table in docs/evaluation.md are made from the
entries. An entry names its class without importing it, so that listing the metrics loads none.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from syntacticdiff.evaluate.metric import CorrectionMetric
from syntacticdiff.parameters import one_of


@dataclass(frozen=True)
class MetricEntry:
    """A metric in the registry.

    Parameters
    ----------
    name : str
        The metric's name in commands, signatures and messages.
    target : str
        Where the class is: `"module:Class"`.
    summary : str
        What the metric measures, in one line. What else help needs is on the class.
    """

    name: str
    target: str
    summary: str

    def load(self) -> type[CorrectionMetric[Any, Any]]:
        """Import the metric's class."""
        module, _, attribute = self.target.partition(":")
        found = getattr(import_module(module), attribute)
        if not (isinstance(found, type) and issubclass(found, CorrectionMetric)):
            raise TypeError(f"{self.target} is not a CorrectionMetric")
        return found


def _metric(name: str, class_name: str, summary: str) -> MetricEntry:
    """The entry of a metric whose module in this package has the metric's name."""
    return MetricEntry(name, f"syntacticdiff.evaluate.{name}:{class_name}", summary)


_ENTRIES = (  # in the order of help texts and of `evaluate all`
    _metric("m2", "M2", "MaxMatch: edits that agree with the best-matching annotator's."),
    _metric("gleu", "Gleu", "GLEU: n-grams shared with references, less those wrongly kept."),
    _metric("errant", "Errant", "ERRANT: edits that two M2 files have in common, also by type."),
    _metric("cleme", "Cleme", "CLEME: precision and recall of chunks, cut alike in all versions."),
    _metric("cleme2", "Cleme2", "CLEME2.0: edits that are right, wrong, missing and unnecessary."),
    _metric("imeasure", "IMeasure", "I-measure: improvement over the uncorrected source."),
    _metric("bleu", "Bleu", "BLEU: n-grams shared with the references, by sacrebleu."),
)

METRICS: dict[str, MetricEntry] = {entry.name: entry for entry in _ENTRIES}


def metric_class(name: str) -> type[CorrectionMetric[Any, Any]]:
    """Import the class of a metric.

    Parameters
    ----------
    name : str
        A name in `METRICS`: `"m2"`, `"gleu"`, `"errant"`, `"cleme"`, `"cleme2"`, `"imeasure"` or
        `"bleu"`.

    Returns
    -------
    type
        A subclass of `CorrectionMetric`, to be called with the metric's settings.

    Raises
    ------
    UsageError
        If there is no metric of that name.

    Examples
    --------
    >>> metric_class("m2")(beta=1.0).signature.split("|")[:2]
    ['m2', 'beta:1']
    """
    return METRICS[one_of("metric", name, METRICS)].load()
