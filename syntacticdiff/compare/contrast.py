"""Contrasts: the edits that texts need more than the reference's own texts do, ranked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from syntacticdiff.compare.discovery import q_values
from syntacticdiff.compare.log_odds import Floats, LogOdds, log_odds
from syntacticdiff.edits.diff import Diff
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
        The name of the edit.
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
    """

    edit: str
    log_odds: float
    z: float
    count: float
    reference_count: float
    documents: int
    examples: tuple[ContrastExample, ...]
    q: float | None = None


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
    """

    documents: int
    reference_documents: int
    edits: float
    reference_edits: float
    contrasts: tuple[Contrast, ...]


@dataclass(frozen=True)
class ContrastLimits:
    """Which contrasts are listed: `min_df`, `n_edits`, `prior` and `max_q` of Comparison."""

    min_df: float
    n_edits: int
    prior: float
    max_q: float = 1.0


def ranked_direction(
    texts: Sequence[Bag],
    own: Sequence[Bag],
    limits: ContrastLimits,
    examples: Callable[[str, Sequence[int]], tuple[ContrastExample, ...]],
) -> Direction:
    """Rank the edits of the texts against those of the reference's own texts.

    Parameters
    ----------
    texts, own : sequence of mapping of str to float
        The edits of each text, and of each of the reference's own texts.
    limits : ContrastLimits
        Which edits are listed.
    examples : callable
        From an edit and the indices of the texts that have it, the most frequent first, to
        examples.
    """
    matrix, names = _matrix([*texts, *own])
    size = len(texts)
    counts, own_counts = _sums(matrix[:size]), _sums(matrix[size:])
    documents = np.bincount(matrix[:size].indices, minlength=len(names))
    odds = _contrast(counts, own_counts, limits.prior)
    kept = FeatureLimits(limits.min_df).kept(size, documents, counts)
    q: dict[int, float] = {}
    if size > 1 and len(own) > 1 and len(kept):
        found = q_values(matrix[:size][:, kept], matrix[size:][:, kept])
        q = dict(zip(kept.tolist(), found.tolist(), strict=True))
    best = kept[np.argsort(-odds.z[kept], kind="stable")]
    listed = [
        column
        for column in best.tolist()
        if odds.z[column] > _ROUNDING and q.get(column, 0.0) <= limits.max_q
    ][: limits.n_edits]
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
                examples(names[column], _most_first(by_column[:, [column]])),
                q.get(column),
            )
            for column in listed
        ),
    )


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
