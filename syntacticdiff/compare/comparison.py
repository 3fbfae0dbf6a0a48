"""Comparison: two corpora against each other, by the edits that each needs to be like the other.

Models of B judge A's texts and B's own, each by a model that has not seen it; the contrast of the
two is what makes A different from B. Then the same with A and B exchanged. Which of the edits tell
most is for `log_odds` to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.utils import estimator_html_repr

from syntacticdiff._version import __version__
from syntacticdiff.compare.log_odds import PRIOR, Floats, LogOdds, log_odds
from syntacticdiff.differ.differ import SyntacticDiff
from syntacticdiff.differ.preparing import DocumentInput
from syntacticdiff.edits.diff import OPERATIONS, Diff
from syntacticdiff.edits.gains import saved_bits
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.features.base import checked_documents, refuse_tables
from syntacticdiff.features.counted import MIN_BITS, CountedEdits
from syntacticdiff.features.matrix import EmptyVocabularyError, FeatureLimits, learned_matrix
from syntacticdiff.features.rows import FeatureRow
from syntacticdiff.features.vectorizer import EditVectorizer
from syntacticdiff.parameters import checked_seed, positive_number, whole_number
from syntacticdiff.reference import ReferenceModel

FOLDS = 5
MOST_EDITS = 30
MOST_EXAMPLES = 3
_NOTHING = 1e-9  # a z that rounding alone can give

Documents = list[DocumentInput]


@dataclass(frozen=True)
class Example:
    """A sentence that has an edit; `document` is its text's place in the corpus."""

    document: int
    diff: Diff


@dataclass(frozen=True)
class Contrast:
    """An edit that the texts need more often than the reference's own do.

    Parameters
    ----------
    edit : its name
    log_odds, z : with an informative prior; see `log_odds`
    count, reference_count : how often it occurs in the texts (the mean over the models that judged
        them) and in the reference's own
    documents : how many of the texts have it
    examples : sentences of the texts, those first in which it saves most
    """

    edit: str
    log_odds: float
    z: float
    count: float
    reference_count: float
    documents: int
    examples: tuple[Example, ...]


@dataclass(frozen=True)
class Direction:
    """Texts under models of a reference, against the reference's own texts.

    `contrasts` are ranked by z, the most telling first; only those above 0 are listed.
    """

    documents: int
    reference_documents: int
    edits: float
    reference_edits: float
    contrasts: tuple[Contrast, ...]


class Comparison(BaseEstimator):  # type: ignore[misc]  # sklearn is untyped
    """What makes two corpora different: learners and natives, two authors, two years.

    B is split into folds. A model of all folds but one judges the texts of that one, and A's texts
    are judged by the same models, their counts averaged. The contrast is A's edits against B's own;
    then A and B change places. A text is never judged by a model that has seen it or its equal, so
    a text that stands in both corpora tells nothing away.

    Parameters
    ----------
    order : of the models
    folds : how many parts a corpus is split into
    vectorizer : an EditVectorizer that says how edits are sought, and with how many workers; its
        reference does not matter. `EditVectorizer(operations=["remove"])` gives the words that make
        a corpus what it is
    min_bits : edits count that save so many bits of their sentence, as a whole and per token
    min_df : edits of fewer of the texts are left out; a float is a share of all
    prior : how much the counts of both corpora together weigh as pseudo-counts
    n_edits, n_examples : how many edits are listed, with how many sentences each
    random_state : as in scikit-learn; decides the folds
    verbose : show progress on standard error

    Attributes
    ----------
    a_under_b_, b_under_a_ : the two directions, each a Direction
    signature_ : version and settings

    Notes
    -----
    z takes occurrences for independent of each other, which those of one document are not: read it
    as a rank, not as a test.

    Examples
    --------
    >>> days = ("Monday", "Tuesday", "Friday", "Saturday", "Sunday")
    >>> ours = [f"We met in the park on {day}. It was fine." for day in days]
    >>> theirs = [f"We met in park on {day}. It was fine." for day in days]
    >>> comparison = Comparison(vectorizer=EditVectorizer(min_count=1)).fit(theirs, ours)
    >>> comparison.a_under_b_.contrasts[0].edit, comparison.b_under_a_.contrasts[0].edit
    ('insert(the)', 'remove(the)')
    """

    def __init__(
        self,
        *,
        order: int = 3,
        folds: int = FOLDS,
        vectorizer: EditVectorizer | None = None,
        min_bits: float = MIN_BITS,
        min_df: float = 2,
        prior: float = PRIOR,
        n_edits: int = MOST_EDITS,
        n_examples: int = MOST_EXAMPLES,
        random_state: int | np.random.RandomState | None = 0,
        verbose: bool = False,
    ) -> None:
        self.order = order
        self.folds = folds
        self.vectorizer = vectorizer
        self.min_bits = min_bits
        self.min_df = min_df
        self.prior = prior
        self.n_edits = n_edits
        self.n_examples = n_examples
        self.random_state = random_state
        self.verbose = verbose

    def fit(
        self,
        A: Iterable[DocumentInput],  # noqa: N803
        B: Iterable[DocumentInput],  # noqa: N803
        names: tuple[str, str] = ("A", "B"),
    ) -> Comparison:
        """Compare two corpora.

        Parameters
        ----------
        A, B : documents: texts, or lists of sentences that are lists of tokens
        names : what the corpora are called where something is wrong with one
        """
        self._check()
        corpora = [_Corpus.of(*named) for named in zip(names, (A, B), strict=True)]
        seed = checked_seed(self.random_state)
        for corpus in corpora:
            corpus.split(self.folds, seed)
        first, second = corpora
        with self._progress(first, second) as tick:
            directions = [
                _Judging(self, texts, reference, tick).direction()
                for texts, reference in ((first, second), (second, first))
            ]
        self.a_under_b_, self.b_under_a_ = directions
        self.signature_ = f"syntacticdiff:{__version__}|comparison:{self.method}"
        return self

    @property
    def method(self) -> str:
        """How it was done, in a line."""
        settings = (self.vectorizer or EditVectorizer()).differ_settings()
        return (
            f"order {self.order}, {self.folds} folds, {'+'.join(settings['operations'])} by "
            f"{settings['search']}, min_bits {self.min_bits:g}, prior {self.prior:g}, "
            f"seed {self.random_state}"
        )

    def _repr_html_(self) -> str:  # in notebooks; before a fit, what scikit-learn shows
        if not hasattr(self, "a_under_b_"):
            return str(estimator_html_repr(self))
        from syntacticdiff.compare.html import contrasts_table

        return contrasts_table(self.a_under_b_, "A", "B") + contrasts_table(
            self.b_under_a_, "B", "A"
        )

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": self._repr_html_()}

    def _check(self) -> None:
        if self.vectorizer is not None and not isinstance(self.vectorizer, EditVectorizer):
            raise UsageError(f"vectorizer: an EditVectorizer is needed, not {self.vectorizer!r}")
        whole_number("folds", self.folds, 2)
        whole_number("n_edits", self.n_edits, 1)
        whole_number("n_examples", self.n_examples, 0)
        positive_number("prior", self.prior)
        FeatureLimits(self.min_df)

    def _progress(self, first: _Corpus, second: _Corpus) -> Any:
        return _Bar((self.folds + 1) * (len(first.documents) + len(second.documents)), self.verbose)


class _Bar:
    """A bar of documents that were judged, on standard error if that is a terminal."""

    def __init__(self, total: int, verbose: bool) -> None:
        from tqdm import tqdm

        quiet = None if verbose else True
        self._bar = tqdm(total=total, unit=" documents", delay=1, leave=False, disable=quiet)

    def __enter__(self) -> Callable[[], object]:
        update: Callable[[], object] = self._bar.update
        return update

    def __exit__(self, *_: Any) -> None:
        self._bar.close()


@dataclass
class _Corpus:
    """Documents, what makes them equal, and the fold of each that is equal."""

    name: str
    documents: Documents
    keys: list[str]
    fold: dict[str, int]

    @classmethod
    def of(cls, name: str, documents: Iterable[Any]) -> _Corpus:
        refuse_tables(documents)
        checked = list(checked_documents(documents))
        return cls(name, checked, [_key(document) for document in checked], {})

    def split(self, folds: int, seed: int) -> None:
        """Deal the different documents out to folds, at random."""
        different = list(dict.fromkeys(key for key in self.keys if key))
        if len(different) < folds:
            raise InputError(
                f"{self.name}: {len(different)} different documents with text are too few for "
                f"{folds} folds; split long texts, each line a document for instance"
            )
        order = np.random.RandomState(seed).permutation(len(different))
        self.fold = {different[place]: number % folds for number, place in enumerate(order)}


def _key(document: DocumentInput) -> str:
    """Equal for documents that differ in spaces and capitals only."""
    words = document.split() if isinstance(document, str) else [w for s in document for w in s]
    return " ".join(words).lower()


class _Judging:
    """One direction: the texts and the reference's own under models of the reference's folds."""

    def __init__(
        self,
        comparison: Comparison,
        texts: _Corpus,
        reference: _Corpus,
        tick: Callable[[], object],
    ) -> None:
        self._comparison, self._texts, self._reference = comparison, texts, reference
        self._vectorizer = comparison.vectorizer or EditVectorizer()
        self._counted = CountedEdits("edit", comparison.min_bits, OPERATIONS)
        self._tick = tick
        self._differs: list[SyntacticDiff] = []

    def direction(self) -> Direction:
        """Judge everything, and rank the edits."""
        texts: list[dict[str, float]] = [{} for _ in self._texts.documents]
        own: list[dict[str, float]] = [{} for _ in self._reference.documents]
        for fold in range(self._comparison.folds):
            self._differs.append(self._differ(fold))
            for corpus, bags in ((self._texts, texts), (self._reference, own)):
                self._judge(corpus, fold, bags)
        return self._ranked(texts, own)

    def _judges(self, key: str) -> list[int]:
        """The folds whose models have not seen a text: all, or that of its equal alone."""
        fold = self._reference.fold.get(key)
        return list(range(self._comparison.folds)) if fold is None else [fold]

    def _differ(self, fold: int) -> SyntacticDiff:
        settings = self._vectorizer.differ_settings()
        training: list[str | Sequence[str]] = []
        for key, document in zip(self._reference.keys, self._reference.documents, strict=True):
            if self._reference.fold.get(key, fold) != fold:
                training.extend([document] if isinstance(document, str) else document)
        settings["reference"] = ReferenceModel.train(
            training,
            order=self._comparison.order,
            tokenizer="whitespace" if settings["tokenized"] else "treebank",
            straight_quotes=True,
        )
        return SyntacticDiff(**settings)

    def _judge(self, corpus: _Corpus, fold: int, bags: list[dict[str, float]]) -> None:
        """Add what the model of a fold finds in a corpus to the documents' bags."""
        judged = [place for place, key in enumerate(corpus.keys) if fold in self._judges(key)]
        rows = self._differs[fold].apply(
            self._counted,
            [corpus.documents[place] for place in judged],
            self._vectorizer.n_jobs,
            self._vectorizer.batch_size,
        )
        for place, row in zip(judged, rows, strict=True):
            weight = 1 / len(self._judges(corpus.keys[place]))
            for name, count in row.features.items():
                bags[place][name] = bags[place].get(name, 0.0) + weight * count
            self._tick()

    def _ranked(self, texts: list[dict[str, float]], own: list[dict[str, float]]) -> Direction:
        matrix, names = _matrix([*texts, *own])
        size = len(texts)
        counts, own_counts = _sums(matrix[:size]), _sums(matrix[size:])
        documents = np.bincount(matrix[:size].indices, minlength=len(names))
        odds = _contrast(counts, own_counts, self._comparison.prior)
        kept = FeatureLimits(self._comparison.min_df).kept(size, documents, counts)
        best = kept[np.argsort(-odds.z[kept], kind="stable")][: self._comparison.n_edits]
        listed = [column for column in best.tolist() if odds.z[column] > _NOTHING]
        by_column = sparse.csc_matrix(matrix[:size])
        return Direction(
            size,
            len(own),
            float(counts.sum()),
            float(own_counts.sum()),
            tuple(
                Contrast(
                    names[column],
                    float(odds.delta[column]),
                    float(odds.z[column]),
                    float(counts[column]),
                    float(own_counts[column]),
                    int(documents[column]),
                    self._examples(names[column], by_column[:, [column]]),
                )
                for column in listed
            ),
        )

    def _examples(self, name: str, column: sparse.csc_matrix) -> tuple[Example, ...]:
        """Sentences with this edit from those texts that have it most, one of each."""
        order = np.argsort(-column.data, kind="stable")[: self._comparison.n_examples]
        found = []
        for place in column.indices[order].tolist():
            [fold, *_] = self._judges(self._texts.keys[place])
            diffs = self._differs[fold].document(self._texts.documents[place])
            having = [
                (saved_bits(edit, diff), diff)
                for diff in diffs
                for edit in diff.edits
                if str(edit) == name and self._counted.counts(edit, diff)
            ]
            if having:  # else it was another fold's model that found it
                saved, diff = max(having, key=lambda item: item[0])
                edits = tuple(edit for edit in diff.edits if str(edit) == name)
                found.append((saved, Example(place, replace(diff, edits=edits))))
        found.sort(key=lambda item: -item[0])
        return tuple(example for _, example in found)


def _contrast(counts: Floats, own: Floats, prior: float) -> LogOdds:
    """The log-odds of the texts' edits against the reference's own.

    Odds are among edits, so that texts which are strange to the reference in every way do not make
    every edit tell. If the reference's own have no edit at all, there would be no odds: then as
    many times "no edit" stand against the texts' edits.
    """
    if own.sum():
        return log_odds(counts, own, prior)
    odds = log_odds(np.append(counts, 0.0), np.append(own, counts.sum()), prior)
    return LogOdds(odds.delta[:-1], odds.z[:-1])


def _matrix(bags: Sequence[dict[str, float]]) -> tuple[sparse.csr_matrix, list[str]]:
    """The bags as a matrix, and what its columns are; none, if there is no edit at all."""
    try:
        matrix, vocabulary = learned_matrix((FeatureRow(bag, ()) for bag in bags), FeatureLimits())
    except EmptyVocabularyError:
        return sparse.csr_matrix((len(bags), 0)), []
    return matrix, list(vocabulary)


def _sums(matrix: sparse.csr_matrix) -> Floats:
    return np.asarray(matrix.sum(axis=0), dtype=np.float64).ravel()
