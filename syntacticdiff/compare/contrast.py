"""Contrasts: the edits that texts need more than the reference's own texts do, ranked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from scipy import sparse

from syntacticdiff.compare.discovery import q_values, shares
from syntacticdiff.compare.log_odds import Floats, LogOdds, log_odds
from syntacticdiff.edits.diff import Diff
from syntacticdiff.edits.names import parsed_name
from syntacticdiff.features.habits import OPPORTUNITIES, opportunity_of_habit
from syntacticdiff.features.matrix import EmptyVocabularyError, FeatureLimits, learned_matrix
from syntacticdiff.features.rows import FeatureRow

_ROUNDING = 1e-9  # a z that rounding alone can give

Bag = Mapping[str, float]


@dataclass(frozen=True)
class ContrastExample:
    """A sentence that has the edit of a contrast.

    Parameters
    ----------
    document : int
        The index of its text in the corpus.
    diff : Diff
        Its diff, with only that edit.
    """

    document: int
    diff: Diff


@dataclass(frozen=True)
class Contrast:
    """An edit that the texts need more often than the reference's own texts do.

    Parameters
    ----------
    edit : str
        The name of the edit, or the habit that it is a sign of.
    log_odds : float
        The log-odds ratio of the edit with an informative prior, natural logarithm.
    z : float
        The log-odds ratio in standard deviations.
    count : float
        How often the edit occurs in the texts; the mean over the models that judged them.
    reference_count : float
        The same for the reference's own texts.
    documents : int
        The number of texts that have the edit.
    examples : tuple of ContrastExample
        Sentences of the texts; those in which the edit saves most come first.
    q : float or None, default None
        The false discovery rate at which the edit is a difference, tested over documents; None if
        a corpus has a single document.
    per : {"words", "nouns", "verbs"} or None, default None
        What the edit is counted per; None if it is compared with all edits.
    rate, reference_rate : float or None, default None
        How often it is expected per 100 of these, in the texts and in the reference's own texts.
    """

    edit: str
    log_odds: float
    z: float
    count: float
    reference_count: float
    documents: int
    examples: tuple[ContrastExample, ...]
    q: float | None = None
    per: str | None = None
    rate: float | None = None
    reference_rate: float | None = None


@dataclass(frozen=True)
class Direction:
    """Texts judged by models of a reference, compared with the reference's own texts.

    Parameters
    ----------
    documents, reference_documents : int
        The number of texts, and of the reference's own texts.
    edits, reference_edits : float
        The number of edits in the texts, and in the reference's own texts.
    contrasts : tuple of Contrast
        The edits that the texts need more (z above 0), the highest z first.
    habits : tuple of Contrast, default ()
        The same for habits, such as `missing article`, if edits have probabilities.
    """

    documents: int
    reference_documents: int
    edits: float
    reference_edits: float
    contrasts: tuple[Contrast, ...]
    habits: tuple[Contrast, ...] = ()


@dataclass
class Judged:
    """The edits and habits of each document, and how often they could occur, if that matters."""

    bags: list[dict[str, float]]
    opportunities: list[tuple[float, ...]] = field(default_factory=list)


@dataclass(frozen=True)
class ContrastLimits:
    """Which contrasts are listed: `min_df`, `n_edits`, `prior` and `max_q` of Comparison."""

    min_df: float
    n_edits: int
    prior: float
    max_q: float = 1.0


Examples = Callable[[str, Sequence[int]], tuple[ContrastExample, ...]]


def ranked_direction(
    texts: Judged, own: Judged, limits: ContrastLimits, examples: Examples
) -> Direction:
    """Rank the edits of the texts against those of the reference's own texts.

    Parameters
    ----------
    texts, own : Judged
        The edits of each text, and of each of the reference's own texts.
    limits : ContrastLimits
        Which edits are listed.
    examples : callable
        From an edit or habit and the indices of the texts that have it, the most frequent first,
        to examples.
    """
    matrix, names = _matrix([*texts.bags, *own.bags])
    habits = np.array([parsed_name(name) is None for name in names], dtype=bool)
    chances = np.array([*texts.opportunities, *own.opportunities], dtype=np.float64)
    found = []
    for columns in (np.flatnonzero(~habits), np.flatnonzero(habits)):
        counted = _Counted(
            matrix[:, columns], [names[column] for column in columns], len(texts.bags), chances
        )
        found.append((counted, counted.contrasts(limits, examples)))
    (edits, contrasts), (_, of_habits) = found
    return Direction(
        len(texts.bags),
        len(own.bags),
        float(edits.counts[0].sum()),
        float(edits.counts[1].sum()),
        contrasts,
        of_habits,
    )


class _Counted:
    """The counts of the texts, then of the reference's own texts; with or without opportunities."""

    def __init__(
        self, matrix: sparse.csr_matrix, names: list[str], size: int, chances: Floats
    ) -> None:
        self.names, self.size = names, size
        self.matrix, self.chances = matrix, chances
        self.sides = matrix[:size], matrix[size:]
        self.counts = _sums(self.sides[0]), _sums(self.sides[1])
        per = [OPPORTUNITIES.index(opportunity_of_habit(name)) for name in names]
        self.per: npt.NDArray[np.intp] = np.array(per, dtype=np.intp)

    def contrasts(self, limits: ContrastLimits, examples: Examples) -> tuple[Contrast, ...]:
        """The columns that are listed, the highest z first."""
        texts = self.sides[0]
        documents = np.bincount(texts.indices, minlength=len(self.names))
        odds = self._odds(limits.prior)
        kept = FeatureLimits(limits.min_df).kept(self.size, documents, self.counts[0])
        q: dict[int, float] = {}
        if self.size > 1 and self.sides[1].shape[0] > 1 and len(kept):
            rates = self._rates(kept)
            found = q_values(rates[: self.size], rates[self.size :])
            q = dict(zip(kept.tolist(), found.tolist(), strict=True))
        best = kept[np.argsort(-odds.z[kept], kind="stable")]
        listed = [
            column
            for column in best.tolist()
            if odds.z[column] > _ROUNDING and q.get(column, 0.0) <= limits.max_q
        ][: limits.n_edits]
        by_column = sparse.csc_matrix(texts)
        return tuple(
            Contrast(
                self.names[column],
                float(odds.delta[column]),
                float(odds.z[column]),
                float(self.counts[0][column]),
                float(self.counts[1][column]),
                int(documents[column]),
                examples(self.names[column], _most_first(by_column[:, [column]])),
                q.get(column),
                *self._per_hundred(column),
            )
            for column in listed
        )

    def _odds(self, prior: float) -> LogOdds:
        if not len(self.chances):
            return _contrast(*self.counts, prior)
        first, second = self._sizes()
        return log_odds(*self.counts, prior, (first[self.per], second[self.per]))

    def _sizes(self) -> tuple[Floats, Floats]:
        """How many words, nouns and verbs each side has."""
        first, second = self.chances[: self.size], self.chances[self.size :]
        return np.maximum(first.sum(axis=0), 1.0), np.maximum(second.sum(axis=0), 1.0)

    def _rates(self, columns: npt.NDArray[np.intp]) -> sparse.csr_matrix:
        """What the test compares: counts per opportunity, or shares of a document's edits."""
        chosen = sparse.csr_matrix(self.matrix[:, columns], copy=True)
        if not len(self.chances):
            return shares(chosen)
        rows = np.repeat(np.arange(chosen.shape[0]), np.diff(chosen.indptr))
        chosen.data /= np.maximum(self.chances[rows, self.per[columns][chosen.indices]], 1.0)
        return chosen

    def _per_hundred(self, column: int) -> tuple[str | None, float | None, float | None]:
        if not len(self.chances):
            return None, None, None
        place = int(self.per[column])
        rate, own = (
            float(100.0 * counts[column] / size[place])
            for counts, size in zip(self.counts, self._sizes(), strict=True)
        )
        return OPPORTUNITIES[place], rate, own


def _most_first(column: sparse.csc_matrix) -> list[int]:
    order = np.argsort(-column.data, kind="stable")
    indices: list[int] = column.indices[order].tolist()
    return indices


def _contrast(counts: Floats, own: Floats, prior: float) -> LogOdds:
    """The log-odds of the texts' edits against those of the reference's own texts.

    Odds are relative to all edits, so that texts that differ from the reference in every respect do
    not make every edit significant. If the reference's own texts have no edit, odds are undefined;
    then an artificial "no edit" counts there as often as all edits of the texts together.
    """
    if own.sum():
        return log_odds(counts, own, prior)
    odds = log_odds(np.append(counts, 0.0), np.append(own, counts.sum()), prior)
    return LogOdds(odds.delta[:-1], odds.z[:-1])


def _matrix(bags: Sequence[Bag]) -> tuple[sparse.csr_matrix, list[str]]:
    """The bags as a matrix and the names of its columns; no columns if there is no edit."""
    try:
        matrix, vocabulary = learned_matrix(
            (FeatureRow(dict(bag), ()) for bag in bags), FeatureLimits()
        )
    except EmptyVocabularyError:
        return sparse.csr_matrix((len(bags), 0)), []
    return matrix, list(vocabulary)


def _sums(matrix: sparse.csr_matrix) -> Floats:
    return np.asarray(matrix.sum(axis=0), dtype=np.float64).ravel()
