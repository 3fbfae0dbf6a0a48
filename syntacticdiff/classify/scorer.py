"""TextScorer: a model of numbers that is trained on scored documents, saved, and used.

How well it predicts is measured by `classify.score_evaluation`. A prediction comes with an interval
and, where edits are seen, with the habits behind it.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from syntacticdiff._version import __version__
from syntacticdiff.classify.feature_sets import (
    TokenizedDocument,
    Vectorizer,
    count_views,
    model_of,
    sentences,
    vectorizer_of,
)
from syntacticdiff.classify.file import (
    SCORER_FORMAT,
    ClassifierFile,
    damaged,
    read_classifier,
)
from syntacticdiff.classify.learning import Learning, checked_groups, one_thread_each
from syntacticdiff.classify.linear import LinearModel
from syntacticdiff.classify.record import (
    check_numbers,
    checked_views,
    edit_settings,
    learned_views,
    reference_record,
    signature_of,
)
from syntacticdiff.classify.scores import LEVEL, checked_scores, fitted_scores
from syntacticdiff.classify.stored import save_content, stored_edits, wrong_contents_refused
from syntacticdiff.classify.views import SEARCHED, views_of
from syntacticdiff.differ.preparing import DocumentInput
from syntacticdiff.edits.diff import Diff
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.features.plain_features import OTHER, habit_of_edit, habit_of_feature
from syntacticdiff.features.templates import shared_tagger, words_as_written
from syntacticdiff.features.vectorizer import EditVectorizer
from syntacticdiff.reference.model import ReferenceModel
from syntacticdiff.text.languages import ENGLISH

EVIDENCE = 5  # reasons named for each prediction

_FEWEST = 10  # documents to learn from
_BATCH = 256  # documents held in memory at a time
_SHOWN = 3  # edits of a habit
_SETTINGS = ("edits_weight", "min_df", "seed")


class ScoreReason(NamedTuple):
    """Something that makes a document's score higher or lower than that of an average one.

    Parameters
    ----------
    name : str
        A habit, such as `missing article`; a feature, if the model sees no edits.
    contribution : float
        What it adds to the score, compared with an average training document.
    expected : float
        How many edits of the habit are expected in the document; 0 for a feature.
    edits : tuple of str
        The most probable of them.
    """

    name: str
    contribution: float
    expected: float
    edits: tuple[str, ...]


@dataclass(frozen=True)
class ScorePrediction:
    """The prediction for a document.

    Parameters
    ----------
    score : float
        The predicted score, inside the range of the training scores.
    low, high : float
        The interval that holds the true score with the probability `level` of the scorer, if the
        document is of the kind that it was trained on.
    reasons : tuple of ScoreReason
        What lowers or raises it most, the strongest first.
    """

    score: float
    low: float
    high: float
    reasons: tuple[ScoreReason, ...]


class TextScorer:
    """Predicts the scores of documents; made by `train` or `load`.

    Parameters
    ----------
    content : ClassifierFile
        What was learned.
    edits : EditVectorizer
        Counts the edits; its reference and settings are those of the training.

    Attributes
    ----------
    feature_set : str
        The feature set.
    features : int
        The number of features.
    level : float
        The probability that an interval holds the score: 0.9.
    half_width : float
        Half the width of an interval.
    tokenized : bool
        Whether texts have their tokens separated by spaces.
    signature : str
        What the counts depend on.
    record : mapping of str to object
        Everything that the folder's JSON says.

    Notes
    -----
    The model is ridge regression. Its penalty is the one with the smallest errors for training
    documents that are left out, and these errors also give the width of the intervals.

    Examples
    --------
    >>> poor = ["She go to school.", "He is teacher.", "They is here.", "I likes it.", "He go."]
    >>> good = ["She goes to school.", "He is a teacher.", "They are here.", "I like it.", "I go."]
    >>> scorer = TextScorer.train(poor + good, [1, 2, 1, 2, 1, 4, 5, 4, 5, 4])
    >>> low, high = scorer.predict(["She go to park.", "She goes to the park."])
    >>> low.score < high.score, low.reasons[0].contribution < 0
    (True, True)
    """

    def __init__(self, content: ClassifierFile, edits: EditVectorizer) -> None:
        self.record = content.record
        self.feature_set: str = content.record["features"]
        self.signature: str = content.record["signature"]
        self.level = float(content.record["level"])
        self.half_width = float(content.record["half_width"])
        self.tokenized = bool(edits.tokenized)
        self.features = content.arrays["idf"].size
        self._content = content
        self._edits = edits
        self._model = LinearModel.of(content)

    @classmethod
    def train(
        cls,
        documents: Iterable[DocumentInput],
        scores: Iterable[object],
        feature_set: str = "grammar",
        *,
        edits: EditVectorizer | None = None,
        learning: Learning | None = None,
        groups: Iterable[object] | None = None,
    ) -> TextScorer:
        """Learn from scored documents.

        Parameters
        ----------
        documents : iterable of documents
            Texts, or lists of sentences, each a list of tokens.
        scores : iterable of numbers
            The score of each document; at least ten documents are needed.
        feature_set : str, default "grammar"
            The views to learn from, joined by `+`.
        edits : EditVectorizer or None, default None
            Counts the edits; its `reference` and `tokenized` define the tokens of all views. None
            for `EditVectorizer()`.
        learning : Learning or None, default None
            `edits_weight`, `min_df` and `seed`; None for `Learning("ridge")`.
        groups : iterable of labels or None, default None
            For each document its author or prompt: documents that are left out together, so that
            intervals hold for new ones.

        Returns
        -------
        TextScorer
            The trained scorer.
        """
        learning = learning or Learning("ridge")
        views = views_of(feature_set)
        counts = count_views(documents, [feature_set], edits)
        if counts.documents < _FEWEST:
            raise InputError(f"scores: {counts.documents} documents; at least {_FEWEST} are needed")
        known = checked_scores(scores, counts.documents)
        grouping = checked_groups(groups, len(known))
        with one_thread_each():
            rows = np.arange(len(known))
            fitted = fitted_scores(counts, views, known, rows, learning, grouping)
        vocabulary, idf, described = learned_views(counts, views, fitted.features, fitted.weight)
        settings = edit_settings(counts) if set(SEARCHED) & set(views) else None
        record = {
            "made_by": f"syntacticdiff {__version__}",
            "features": feature_set,
            "documents": len(known),
            "low": float(known.min()),
            "high": float(known.max()),
            "mean": float(known.mean()),
            **{name: value for name, value in asdict(learning).items() if name in _SETTINGS},
            "penalty": fitted.ridge.penalty,
            "level": LEVEL,
            "half_width": fitted.half_width,
            "reference": reference_record(model_of(counts.edits)),
            "tokenized": bool(counts.edits.tokenized),
            "edits": settings,
            "signature": signature_of(counts),
            "views": described,
        }
        arrays = {
            "idf": idf,
            "coefficients": fitted.ridge.coefficients[None, :],
            "intercepts": np.array([fitted.ridge.intercept]),
            "means": fitted.means,
        }
        exact = {name: np.ascontiguousarray(array, np.float64) for name, array in arrays.items()}
        content = ClassifierFile(record, vocabulary, exact, SCORER_FORMAT)
        return cls(content, counts.edits.set_params(**(settings or {})))

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Write the scorer to a folder of arrays and JSON, whole or not at all.

        Parameters
        ----------
        folder : path
            The folder; an older classifier or scorer there is replaced.

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
    ) -> TextScorer:
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
        TextScorer
            The scorer.

        Raises
        ------
        InputError
            If the folder is not a scorer, or is damaged.
        ModelError
            If its reference model is not found, or is not the same model.
        """
        content = read_classifier(folder, SCORER_FORMAT)
        with wrong_contents_refused(folder):
            _check_scorer(folder, content)
            scorer = cls(content, stored_edits(folder, content, reference, engine, n_jobs))
            _ = scorer._vectorizers  # validates the settings now, not at the first document
        return scorer

    def predict(
        self, documents: Iterable[DocumentInput], evidence: int = EVIDENCE
    ) -> Iterator[ScorePrediction]:
        """Predict the score of each document, in their order.

        Parameters
        ----------
        documents : iterable of documents
            Texts, or lists of sentences, each a list of tokens; read in batches.
        evidence : int, default 5
            The number of reasons to name for each prediction.

        Yields
        ------
        ScorePrediction
            The prediction for the next document.
        """
        if isinstance(documents, (str, bytes)):
            raise UsageError("documents: an iterable of texts is needed, not one string")
        model, tokenized = model_of(self._edits), self._edits.tokenized
        read = (sentences(document, model, tokenized) for document in documents)
        low, high = float(self.record["low"]), float(self.record["high"])
        while batch := list(islice(read, _BATCH)):
            counted = [vectorizer.transform(batch) for vectorizer in self._vectorizers]
            values = self._model.values(counted)
            scores = np.clip(self._model.scores(values)[:, 0], low, high)
            for row, score in enumerate(scores.tolist()):
                yield ScorePrediction(
                    score,
                    max(low, score - self.half_width),
                    min(high, score + self.half_width),
                    self._reasons(values[row], batch[row], evidence) if evidence else (),
                )

    def _reasons(
        self, row: sparse.csr_matrix, document: TokenizedDocument, most: int
    ) -> tuple[ScoreReason, ...]:
        """What moves the score away from that of an average document, the strongest first."""
        coefficients = self._model.coefficients[0]
        contributions = -coefficients * self._content.arrays["means"]
        contributions[row.indices] += coefficients[row.indices] * row.data
        searched = self._searched
        if searched is None:
            best = np.argsort(-np.abs(contributions), kind="stable")[:most]
            return tuple(
                ScoreReason(self._names[place], float(contributions[place]), 0.0, ())
                for place in best.tolist()
                if contributions[place] != 0
            )
        sums: defaultdict[str, float] = defaultdict(float)
        for habit, places in self._habits.items():
            sums[habit] = float(contributions[places].sum())
        counts, edits = _counted_habits(searched.explain(document))
        order = sorted(sums, key=lambda habit: (-abs(sums[habit]), habit))
        return tuple(
            ScoreReason(habit, sums[habit], counts.get(habit, 0.0), edits.get(habit, ()))
            for habit in order[:most]
            if sums[habit] != 0
        )

    @cached_property
    def _names(self) -> list[str]:
        return [name for view in self._model.views for name in view.names]

    @cached_property
    def _habits(self) -> Mapping[str, np.ndarray[Any, np.dtype[np.intp]]]:
        """The columns of each habit; those of views that see no edits are everything else."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        column = 0
        for view in self._model.views:
            for name in view.names:
                found[habit_of_feature(name) if view.name in SEARCHED else OTHER].append(column)
                column += 1
        return {habit: np.array(columns, dtype=np.intp) for habit, columns in found.items()}

    @cached_property
    def _vectorizers(self) -> list[Vectorizer]:
        made = [vectorizer_of(view.name, self._edits, view.names) for view in self._model.views]
        return [vectorizer.fit([]) for vectorizer in made]  # their vocabularies are given

    @property
    def _searched(self) -> EditVectorizer | None:
        """The vectorizer whose edits explain a score: that of believable edits, if there is one."""
        if model_of(self._edits).language != ENGLISH:
            return None  # habits are told in English only
        found = [each for each in self._vectorizers if isinstance(each, EditVectorizer)]
        return max(found, key=lambda each: each.preset is not None, default=None)


def _counted_habits(diffs: Iterable[Diff]) -> tuple[dict[str, float], dict[str, tuple[str, ...]]]:
    """How many edits of each habit are expected, and the most probable ones by name."""
    kept = [diff for diff in diffs if diff.edits or diff.alternatives]
    counts: defaultdict[str, float] = defaultdict(float)
    names: defaultdict[str, dict[str, float]] = defaultdict(dict)
    tagged = shared_tagger().tag_many(words_as_written(diff) for diff in kept)
    for diff, tags in zip(kept, tagged, strict=True):
        for edit in (*diff.edits, *diff.alternatives):
            tag = "" if edit.op == "insert" else tags[edit.position]
            habit, share = habit_of_edit(edit, tag), edit.probability
            weight = 1.0 if share is None else share
            counts[habit] += weight
            if edit in diff.edits:
                names[habit][str(edit)] = names[habit].get(str(edit), 0.0) + weight
    ordered = {habit: tuple(_strongest(found)) for habit, found in names.items()}
    return dict(counts), ordered


def _strongest(weights: Mapping[str, float]) -> list[str]:
    return sorted(weights, key=lambda name: (-weights[name], name))[:_SHOWN]


def _check_scorer(folder: str | os.PathLike[str], content: ClassifierFile) -> None:
    record, arrays = content.record, content.arrays
    features = checked_views(folder, content)
    shapes = {
        "idf": (features,),
        "coefficients": (1, features),
        "intercepts": (1,),
        "means": (features,),
    }
    for name, shape in shapes.items():
        if arrays[name].shape != shape:
            raise damaged(folder, f"{name} does not have a number for each feature")
    check_numbers(folder, {name: record[name] for name in ("low", "high", "level", "half_width")})
    if not (record["low"] < record["high"] and record["half_width"] >= 0):
        raise damaged(folder, "its scores have no range")
