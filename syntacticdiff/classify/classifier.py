"""TextClassifier: a classifier that is trained on labelled documents, kept, and used.

It is a linear model over the views of a feature set: scores are coefficients times weighted counts,
plus an intercept, the very numbers that scikit-learn's pipeline gives. How good it will be is for
`classify` to measure; how it is kept, for `classifier_file`.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import sparse
from scipy.optimize import minimize_scalar
from scipy.special import log_softmax, softmax
from sklearn.preprocessing import normalize

from syntacticdiff.classify.evaluation import signature_of
from syntacticdiff.classify.feature_sets import (
    EDITS,
    ViewCounts,
    count_views,
    model_of,
    sentences,
    vectorizer_of,
    views_of,
)
from syntacticdiff.classify.file import (
    ClassifierFile,
    check_replaceable,
    damaged,
    read_classifier,
    write_classifier,
)
from syntacticdiff.classify.learning import (
    Labels,
    Learning,
    checked_labels,
    one_thread_each,
    splits,
)
from syntacticdiff.classify.record import (
    check_content,
    edit_settings,
    learned,
    made_by,
    recorded_reference,
    reference_record,
)
from syntacticdiff.differ.preparing import DocumentInput
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.features.vectorizer import EditVectorizer
from syntacticdiff.reference.model import ReferenceModel

EVIDENCE = 5  # features that are named for each prediction

_MOST_FOLDS = 5  # for the scale of probabilities
_SCALES = (0.1, 20.0)  # between which it is sought
_BATCH = 256  # documents that are held at a time

Floats = npt.NDArray[np.float64]


class Evidence(NamedTuple):
    """A feature that spoke for a label: its coefficient times its value in the document."""

    feature: str
    contribution: float


@dataclass(frozen=True)
class Prediction:
    """What a document is taken for.

    Parameters
    ----------
    label : the class with the highest score
    probability : of that class; see TextClassifier
    score : the classifier's own value for it, on which the choice rests
    probabilities : of all classes
    evidence : the features that spoke most for it, edits only if the classifier uses edits
    """

    label: str
    probability: float
    score: float
    probabilities: dict[str, float]
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True)
class _View:
    """A view's columns, and how its counts become values."""

    name: str
    names: list[str]
    idf: Floats
    sublinear: bool
    weight: float

    def values(self, counts: sparse.csr_matrix) -> sparse.csr_matrix:
        """What TfidfTransformer makes of the counts, times the weight."""
        values = counts.astype(np.float64)
        if self.sublinear:
            np.log(values.data, out=values.data)
            values.data += 1.0
        values.data *= self.idf[values.indices]
        return normalize(values, copy=False) * self.weight


class TextClassifier:
    """Tells the classes of documents; made by `train` or `load`.

    Notes
    -----
    Probabilities are those of the logistic model itself where that is the classifier. `svm` and
    `sgd` have none of their own: theirs are softmax(scale * scores), where the scale is the one
    under which out-of-fold scores of the training documents explain their labels best.

    Examples
    --------
    >>> texts = ["We go to school.", "They go to the park.", "The park is by the school."]
    >>> edits = EditVectorizer(ReferenceModel.train(texts * 5), insertions=["the", "to"])
    >>> essays = ["We go school.", "They go park.", "Park is by school.", "School is by park."]
    >>> classifier = TextClassifier.train(essays, ["a", "a", "b", "b"], "edits", edits=edits)
    >>> [prediction] = classifier.predict(["They go school."])
    >>> prediction.label, prediction.evidence[0].feature
    ('a', 'insert(to)')
    """

    def __init__(self, content: ClassifierFile, edits: EditVectorizer) -> None:
        """A classifier of parts that fit together; `edits` has the reference and settings."""
        self.record = content.record
        self.classes: tuple[str, ...] = tuple(content.record["classes"])
        self.feature_set: str = content.record["features"]
        self.signature: str = content.record["signature"]
        self.tokenized = bool(edits.tokenized)
        self.features = content.arrays["idf"].size  # how many, of all views
        self._content = content
        self._edits = edits
        self._scale = float(content.record["scale"])
        arrays, start = content.arrays, 0
        self._views = []
        for view in content.record["views"]:
            names = content.vocabulary[view["name"]]
            idf = arrays["idf"][start : start + len(names)]
            self._views.append(
                _View(view["name"], names, idf, bool(view["sublinear"]), float(view["weight"]))
            )
            start += len(names)

    @classmethod
    def train(
        cls,
        documents: Iterable[DocumentInput],
        labels: Iterable[Any],
        feature_set: str = "combined",
        *,
        edits: EditVectorizer | None = None,
        learning: Learning | None = None,
    ) -> TextClassifier:
        """Learn from labelled documents.

        Parameters
        ----------
        documents : texts, or lists of sentences that are lists of tokens
        labels : their classes; at least two documents of each
        feature_set : see `feature_sets`
        edits : finds the edits, and says with its `reference` and `tokenized` what tokens are
        learning : how; by default Learning("logistic")
        """
        learning = learning or Learning("logistic")
        views = views_of(feature_set)
        counts = count_views(documents, [feature_set], edits)
        known = checked_labels(labels, counts.documents)
        classes = Counter(known.tolist())
        for label, size in sorted(classes.items()):
            if size < 2:
                raise InputError(f"labels: class {label!r} has 1 document; at least 2 are needed")
        with one_thread_each():
            pipeline, weight = learning.fitted(counts, views, known, np.arange(len(known)))
            scale = _fitted_scale(counts, views, known, learning)
        content = learned(counts, views, pipeline, weight)
        settings = edit_settings(counts) if EDITS in views else None
        record = {
            "made_by": made_by(),
            "features": feature_set,
            "classes": pipeline.classes_.tolist(),
            "documents": dict(sorted(classes.items())),
            **asdict(learning),
            "scale": scale,
            "reference": reference_record(model_of(counts.edits)),
            "tokenized": bool(counts.edits.tokenized),
            "edits": settings,
            "signature": signature_of(counts),
            **content.record,
        }
        whole = ClassifierFile(record, content.vocabulary, content.arrays)
        return cls(whole, counts.edits.set_params(**(settings or {})))

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Write a folder of arrays and JSON, whole or not at all; see `classifier_file`."""
        check_replaceable(folder)
        model = model_of(self._edits)
        if model.path is None:
            raise UsageError("reference: this model was never saved: call model.save(path) first")
        try:
            json.dumps(self.record["edits"], allow_nan=False)
        except (TypeError, ValueError):
            raise UsageError(
                "edits: functions and objects among the settings cannot be saved; give "
                "substitutions and penalties as names, mappings and numbers"
            ) from None
        record = {**self.record, "reference": reference_record(model)}
        content = ClassifierFile(record, self._content.vocabulary, self._content.arrays)
        write_classifier(folder, content)

    @classmethod
    def load(
        cls,
        folder: str | os.PathLike[str],
        *,
        reference: ReferenceModel | str | os.PathLike[str] | None = None,
        engine: str = "auto",
        n_jobs: int | None = None,
    ) -> TextClassifier:
        """Read a folder that `save` wrote.

        Parameters
        ----------
        folder : where it is
        reference : the reference model, if it is no longer where it was
        engine, n_jobs : as for EditVectorizer
        """
        content = read_classifier(folder)
        try:
            check_content(folder, content)
            model = recorded_reference(folder, content.record["reference"], reference)
            edits = EditVectorizer(
                model,
                tokenized=bool(content.record["tokenized"]),
                engine=engine,
                n_jobs=n_jobs,
                **(content.record["edits"] or {}),
            )
            classifier = cls(content, edits)
            _ = classifier._vectorizers  # settings are checked now, not at the first document
        except UsageError as error:
            raise InputError(f"{folder}: {error}") from error
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise damaged(folder, f"classifier.json does not fit ({error!r})") from error
        return classifier

    def decision_function(self, documents: Iterable[DocumentInput]) -> Floats:
        """The scores, as scikit-learn gives them: a column per class, or one number for two."""
        parts = [self._scores(self._values(batch)) for batch in self._batches(documents)]
        columns = len(self._content.arrays["intercepts"])
        scores = np.concatenate(parts) if parts else np.empty((0, columns))
        return scores[:, 0] if columns == 1 else scores

    def predict(
        self, documents: Iterable[DocumentInput], evidence: int = EVIDENCE
    ) -> Iterator[Prediction]:
        """What each document is taken for, in their order, as they get done.

        Parameters
        ----------
        documents : read as needed; never held all at once
        evidence : how many features are named for each
        """
        for batch in self._batches(documents):
            values = self._values(batch)
            scores = self._scores(values)
            logits = _by_class(scores)
            chances = softmax(self._scale * logits, axis=1)
            for row, best in enumerate(logits.argmax(axis=1).tolist()):
                yield Prediction(
                    label=self.classes[best],
                    probability=float(chances[row, best]),
                    score=float(logits[row, best] if scores.shape[1] > 1 else abs(scores[row, 0])),
                    probabilities=dict(zip(self.classes, chances[row].tolist(), strict=True)),
                    evidence=self._evidence(values[row], best, evidence),
                )

    @cached_property
    def _vectorizers(self) -> list[Any]:
        made = [vectorizer_of(view.name, self._edits, view.names) for view in self._views]
        return [vectorizer.fit([]) for vectorizer in made]  # nothing is left to learn

    def _batches(self, documents: Iterable[DocumentInput]) -> Iterator[list[list[list[str]]]]:
        if isinstance(documents, (str, bytes)):
            raise UsageError("documents: an iterable of texts is needed, not one string")
        model, tokenized = model_of(self._edits), self._edits.tokenized
        read = (sentences(document, model, tokenized) for document in documents)
        return iter(lambda: list(islice(read, _BATCH)), [])

    def _values(self, batch: list[list[list[str]]]) -> sparse.csr_matrix:
        blocks = [
            view.values(vectorizer.transform(batch))
            for view, vectorizer in zip(self._views, self._vectorizers, strict=True)
        ]
        return sparse.hstack(blocks, format="csr")

    def _scores(self, values: sparse.csr_matrix) -> Floats:
        arrays = self._content.arrays
        scores: Floats = values @ arrays["coefficients"].T + arrays["intercepts"]
        return scores

    def _evidence(self, row: sparse.csr_matrix, best: int, most: int) -> tuple[Evidence, ...]:
        """What spoke for a class, the strongest first."""
        coefficients = self._content.arrays["coefficients"]
        if len(coefficients) == 1:  # they speak for the second class, and against the first
            spoken = coefficients[0][row.indices] * row.data * (1 if best else -1)
        else:
            spoken = coefficients[best][row.indices] * row.data
        found: list[Evidence] = []
        for place in np.argsort(-spoken, kind="stable"):
            if len(found) == most or spoken[place] <= 0:
                break
            name = self._evidence_names.get(int(row.indices[place]))
            if name is not None:
                found.append(Evidence(name, float(spoken[place])))
        return tuple(found)

    @cached_property
    def _evidence_names(self) -> dict[int, str]:
        """The features that can be evidence, by their columns."""
        columns = [(view.name, name) for view in self._views for name in view.names]
        only_edits = any(view.name == EDITS for view in self._views)
        return {
            column: name
            for column, (view, name) in enumerate(columns)
            if view == EDITS or not only_edits
        }


def _by_class(scores: Floats) -> Floats:
    """A column for each class; the one number of two classes speaks for the second."""
    return np.hstack([np.zeros_like(scores), scores]) if scores.shape[1] == 1 else scores


def _fitted_scale(
    counts: ViewCounts, views: Sequence[str], labels: Labels, learning: Learning
) -> float:
    """The scale under which softmax of out-of-fold scores explains the labels best."""
    if learning.classifier == "logistic":
        return 1.0  # its scores are made for that
    classes, codes = np.unique(labels, return_inverse=True)
    folds = min(_MOST_FOLDS, int(np.bincount(codes).min()))
    matrix = counts.joined(views)
    scores: Floats = np.empty((len(labels), 1 if len(classes) == 2 else len(classes)))
    for training, test in splits(labels, folds, learning.seed):
        pipeline, _ = learning.fitted(counts, views, labels, training)
        scores[test] = pipeline.decision_function(matrix[test]).reshape(len(test), -1)
    logits = _by_class(scores)

    def surprise(log_scale: float) -> float:
        chances = log_softmax(np.exp(log_scale) * logits, axis=1)
        return -float(chances[np.arange(len(codes)), codes].mean())

    bounds = np.log(_SCALES)
    return float(np.exp(minimize_scalar(surprise, bounds=bounds, method="bounded").x))
