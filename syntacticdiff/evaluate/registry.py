"""The metrics: what each is called, what it measures, and where its class is.

Adding one is a module with a `CorrectionMetric` and a line here. Its command, the help, error
messages and the table in docs/evaluation.md are made from the entry and the class.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from syntacticdiff.evaluate.metric import CorrectionMetric
from syntacticdiff.registry import Entry, Registry


@dataclass(frozen=True)
class MetricEntry(Entry):
    """A metric in the registry.

    Parameters
    ----------
    name : str
        The name that users write.
    help : str
        What it measures, in a phrase without a full stop.
    home : str
        Where its class is defined: `package.module:name`.
    """

    def load(self) -> type[CorrectionMetric[Any, Any]]:
        """Import the metric's class."""
        found = super().load()
        if not (isinstance(found, type) and issubclass(found, CorrectionMetric)):
            raise TypeError(f"{self.home} is not a CorrectionMetric")
        return found


def _metric(name: str, class_name: str, purpose: str) -> MetricEntry:
    """The entry of a metric whose module in this package has the metric's name."""
    return MetricEntry(name, purpose, f"syntacticdiff.evaluate.{name}:{class_name}")


# In the order of help texts and of `evaluate all`.
METRICS = Registry(
    "metric",
    _metric("m2", "M2", "MaxMatch: edits that agree with the best-matching annotator's"),
    _metric("gleu", "Gleu", "GLEU: n-grams shared with references, less those wrongly kept"),
    _metric("errant", "Errant", "ERRANT: edits that two M2 files have in common, also by type"),
    _metric("cleme", "Cleme", "CLEME: precision and recall of chunks, cut alike in all versions"),
    _metric("cleme2", "Cleme2", "CLEME2.0: edits that are right, wrong, missing and unnecessary"),
    _metric("imeasure", "IMeasure", "I-measure: improvement over the uncorrected source"),
    _metric("bleu", "Bleu", "BLEU: n-grams shared with the references, by sacrebleu"),
)


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
    return METRICS.chosen(name).load()
