"""TextClassifier: a classifier that is trained on labelled documents, saved, and used.

How well it predicts is measured by `classify.evaluation`; how it is saved, by `classify.file`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

import numpy as np
from scipy import sparse
from scipy.special import softmax

from syntacticdiff.classify.calibration import fitted_scale
from syntacticdiff.classify.feature_sets import (
    TokenizedDocument,
    Vectorizer,
    count_views,
    model_of,
    sentences,
    vectorizer_of,
)
from syntacticdiff.classify.file import (
    ClassifierFile,
    read_classifier,
)
from syntacticdiff.classify.learning import Labels, Learning, checked_labels, one_thread_each
from syntacticdiff.classify.linear import Evidence, Floats, LinearModel, by_class
from syntacticdiff.classify.record import (
    check_content,
    learned,
    training_record,
)
from syntacticdiff.classify.stored import save_content, stored_edits, wrong_contents_refused
from syntacticdiff.classify.views import views_of
from syntacticdiff.differ.preparing import DocumentInput
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.features.vectorizer import EditVectorizer
from syntacticdiff.reference.model import ReferenceModel

EVIDENCE = 5  # features named for each prediction

_BATCH = 256  # documents held in memory at a time


@dataclass(frozen=True)
class Prediction:
    """The prediction for a document.

    Parameters
    ----------
    label : str
        The class with the highest score.
    probability : float
        The probability of that class; see TextClassifier.
    score : float
        The score of that class, on which the prediction is based.
    probabilities : dict of str to float
        The probability of each class.
    evidence : tuple of Evidence
        The features that contributed most to the score; only edits, if the classifier uses edits.
    """

    label: str
    probability: float
    score: float
    probabilities: dict[str, float]
    evidence: tuple[Evidence, ...]


class TextClassifier:
    """Predicts the classes of documents; made by `train` or `load`.

    Parameters
    ----------
    content : ClassifierFile
        What was learned.
    edits : EditVectorizer
        Counts the edits; its reference and settings are those of the training.

    Attributes
    ----------
    classes : tuple of str
        The labels.
    feature_set : str
        The feature set.
    features : int
        The number of features.
    tokenized : bool
        Whether texts have their tokens separated by spaces.
    signature : str
        What the counts depend on.
    record : mapping of str to object
        Everything that `classifier.json` says.

    Notes
    -----
    For `logistic`, probabilities are those of the model. `svm` and `sgd` have none of their own:
    theirs are softmax(scale * scores), with the scale that makes the labels of the training
    documents most likely, given their out-of-fold scores.

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
        self.record = content.record
        self.classes: tuple[str, ...] = tuple(content.record["classes"])
        self.feature_set: str = content.record["features"]
        self.signature: str = content.record["signature"]
        self.tokenized = bool(edits.tokenized)
        self.features = content.arrays["idf"].size
        self._content = content
        self._edits = edits
        self._scale = float(content.record["scale"])
        self._model = LinearModel.of(content)

    @classmethod
    def train(
        cls,
        documents: Iterable[DocumentInput],
        labels: Iterable[object],
        feature_set: str = "combined",
        *,
        edits: EditVectorizer | None = None,
        learning: Learning | None = None,
    ) -> TextClassifier:
        """Learn from labelled documents.

        Parameters
        ----------
        documents : iterable of documents
            Texts, or lists of sentences, each a list of tokens.
        labels : iterable of labels
            The class of each document; at least two documents of each class are needed.
        feature_set : str, default "combined"
            The views to learn from, joined by `+`: `words`, `stems`, `bigrams`, `edits`;
            `combined` is `words+edits`.
        edits : EditVectorizer or None, default None
            Counts the edits; its `reference` and `tokenized` define the tokens of all views. None
            for `EditVectorizer()`.
        learning : Learning or None, default None
            How to train; None for `Learning("logistic")`.

        Returns
        -------
        TextClassifier
            The trained classifier.
        """
        learning = learning or Learning("logistic")
        views = views_of(feature_set)
        counts = count_views(documents, [feature_set], edits)
        known = checked_labels(labels, counts.documents)
        _check_sizes(known)
        with one_thread_each():
            pipeline, weight = learning.fitted(counts, views, known, np.arange(len(known)))
            scale = fitted_scale(counts, views, known, learning)
        content = learned(counts, views, pipeline, weight)
        record = training_record(counts, feature_set, known, learning, pipeline, scale)
        whole = ClassifierFile({**record, **content.record}, content.vocabulary, content.arrays)
        return cls(whole, counts.edits.set_params(**(record["edits"] or {})))

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Write the classifier to a folder of arrays and JSON, whole or not at all.

        Parameters
        ----------
        folder : path
            The folder; an older classifier there is replaced.

        Raises
        ------
        UsageError
            If the reference model was never saved, a setting cannot be saved, or there is
            something else in the folder.
        """
        save_content(folder, self._content, self._edits)

    @classmethod
    def load(
        cls,
        folder: str | os.PathLike[str],
        *,
        reference: ReferenceModel | str | os.PathLike[str] | None = None,
        engine: str = "auto",
        n_jobs: int | None = None,
    ) -> TextClassifier:
        """Read a folder written by `save`.

        Parameters
        ----------
        folder : path
            The folder.
        reference : ReferenceModel, path or None, default None
            The reference model, if it is no longer at the recorded path.
        engine : {"auto", "native", "python"}, default "auto"
            The engine, as for SyntacticDiff.
        n_jobs : int or None, default None
            Number of workers that search, as in joblib.

        Returns
        -------
        TextClassifier
            The classifier.

        Raises
        ------
        InputError
            If the folder is not a classifier, or is damaged.
        ModelError
            If its reference model is not found, or is not the same model.
        """
        content = read_classifier(folder)
        with wrong_contents_refused(folder):
            check_content(folder, content)
            classifier = cls(content, stored_edits(folder, content, reference, engine, n_jobs))
            _ = classifier._vectorizers  # validates the settings now, not at the first document
        return classifier

    def decision_function(self, documents: Iterable[DocumentInput]) -> Floats:
        """The scores of documents, as scikit-learn returns them.

        Parameters
        ----------
        documents : iterable of documents
            Texts, or lists of sentences, each a list of tokens.

        Returns
        -------
        ndarray of shape (n_documents, n_classes), or (n_documents,) for two classes
            The scores.
        """
        model = self._model
        parts = [model.scores(self._values(batch)) for batch in self._batches(documents)]
        columns = len(model.intercepts)
        scores = np.concatenate(parts) if parts else np.empty((0, columns))
        return scores[:, 0] if columns == 1 else scores

    def predict(
        self, documents: Iterable[DocumentInput], evidence: int = EVIDENCE
    ) -> Iterator[Prediction]:
        """Predict the class of each document, in their order.

        Parameters
        ----------
        documents : iterable of documents
            Texts, or lists of sentences, each a list of tokens; read in batches.
        evidence : int, default 5
            The number of features to name for each prediction.

        Yields
        ------
        Prediction
            The prediction for the next document.
        """
        for batch in self._batches(documents):
            values = self._values(batch)
            scores = self._model.scores(values)
            logits = by_class(scores)
            probabilities = softmax(self._scale * logits, axis=1)
            for row, best in enumerate(logits.argmax(axis=1).tolist()):
                yield Prediction(
                    label=self.classes[best],
                    probability=float(probabilities[row, best]),
                    score=float(logits[row, best] if scores.shape[1] > 1 else abs(scores[row, 0])),
                    probabilities=dict(zip(self.classes, probabilities[row].tolist(), strict=True)),
                    evidence=self._model.evidence(values[row], best, evidence),
                )

    @cached_property
    def _vectorizers(self) -> list[Vectorizer]:
        made = [vectorizer_of(view.name, self._edits, view.names) for view in self._model.views]
        return [vectorizer.fit([]) for vectorizer in made]  # their vocabularies are given

    def _batches(self, documents: Iterable[DocumentInput]) -> Iterator[list[TokenizedDocument]]:
        if isinstance(documents, (str, bytes)):
            raise UsageError("documents: an iterable of texts is needed, not one string")
        model, tokenized = model_of(self._edits), self._edits.tokenized
        read = (sentences(document, model, tokenized) for document in documents)
        return iter(lambda: list(islice(read, _BATCH)), [])

    def _values(self, batch: list[TokenizedDocument]) -> sparse.csr_matrix:
        return self._model.values([vectorizer.transform(batch) for vectorizer in self._vectorizers])


def _check_sizes(labels: Labels) -> None:
    for label, size in sorted(Counter(labels.tolist()).items()):
        if size < 2:
            raise InputError(f"labels: class {label!r} has 1 document; at least 2 are needed")
