"""A trained linear model as plain arrays: weighted views, scores, and the evidence for a class.

The scores are those of scikit-learn's pipeline: coefficients times weighted counts, plus an
intercept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import sparse
from sklearn.preprocessing import normalize

from syntacticdiff.classify.file import ClassifierFile
from syntacticdiff.classify.views import SEARCHED

Floats = npt.NDArray[np.float64]


class Evidence(NamedTuple):
    """A feature that spoke for a label.

    Parameters
    ----------
    feature : str
        Its name.
    contribution : float
        Its coefficient times its value in the document.
    """

    feature: str
    contribution: float


@dataclass(frozen=True)
class WeightedView:
    """The columns of a view, and how its counts become values."""

    name: str
    names: list[str]
    idf: Floats
    sublinear: bool
    weight: float
    normalized: bool = True

    def values(self, counts: sparse.csr_matrix) -> sparse.csr_matrix:
        """The output of TfidfTransformer or ColumnScaling, times the weight of the view."""
        values = counts.astype(np.float64)
        if self.sublinear:
            np.log(values.data, out=values.data)
            values.data += 1.0
        values.data *= self.idf[values.indices]
        return (normalize(values, copy=False) if self.normalized else values) * self.weight


@dataclass(frozen=True)
class LinearModel:
    """Weighted views with a row of coefficients for each class, or one row for two classes."""

    views: tuple[WeightedView, ...]
    coefficients: Floats
    intercepts: Floats

    @classmethod
    def of(cls, content: ClassifierFile) -> LinearModel:
        """The model in a classifier's folder."""
        views, start = [], 0
        for view in content.record["views"]:
            names = content.vocabulary[view["name"]]
            idf = content.arrays["idf"][start : start + len(names)]
            start += len(names)
            views.append(
                WeightedView(
                    view["name"],
                    names,
                    idf,
                    bool(view["sublinear"]),
                    float(view["weight"]),
                    bool(view.get("normalized", True)),
                )
            )
        return cls(tuple(views), content.arrays["coefficients"], content.arrays["intercepts"])

    def values(self, counts: Sequence[sparse.csr_matrix]) -> sparse.csr_matrix:
        """The weighted features of documents, given the counts of each view."""
        blocks = [view.values(matrix) for view, matrix in zip(self.views, counts, strict=True)]
        return sparse.hstack(blocks, format="csr")

    def scores(self, values: sparse.csr_matrix) -> Floats:
        """The scores of documents: a column per class, or one column for two classes."""
        scores: Floats = values @ self.coefficients.T + self.intercepts
        return scores

    def evidence(self, row: sparse.csr_matrix, label: int, most: int) -> tuple[Evidence, ...]:
        """The features that contributed most to the score of a class, the strongest first."""
        if len(self.coefficients) == 1:  # for the second class, and against the first
            contributions = self.coefficients[0][row.indices] * row.data * (1 if label else -1)
        else:
            contributions = self.coefficients[label][row.indices] * row.data
        found: list[Evidence] = []
        for place in np.argsort(-contributions, kind="stable"):
            if len(found) == most or contributions[place] <= 0:
                break
            name = self._evidence_names.get(int(row.indices[place]))
            if name is not None:
                found.append(Evidence(name, float(contributions[place])))
        return tuple(found)

    @cached_property
    def _evidence_names(self) -> dict[int, str]:
        """The features that can be evidence, by column: edits only, if there are edits."""
        columns = [(view.name, name) for view in self.views for name in view.names]
        only_edits = any(view.name in SEARCHED for view in self.views)
        return {
            column: name
            for column, (view, name) in enumerate(columns)
            if view in SEARCHED or not only_edits
        }


def by_class(scores: Floats) -> Floats:
    """A column of scores for each class; the single score of two classes is the second's."""
    return np.hstack([np.zeros_like(scores), scores]) if scores.shape[1] == 1 else scores
