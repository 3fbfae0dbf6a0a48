"""Profiles of habits: how much more often than the class a writer makes errors of each kind.

A document's rate of errors is compared with that of the whole class, kind by kind, and shrunk
towards it: a short text says little, and some kinds vary less than chance alone would make them.
Topics are groups of kinds (`taxonomy`) and one more, few errors, so that shares tell how many
errors there are as well as which.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import sparse

from syntacticdiff.edits.kinds import kind_of
from syntacticdiff.text.languages import ENGLISH
from syntacticdiff.topics.kind_counts import N_COLUMNS, N_KINDS, N_OPPORTUNITIES
from syntacticdiff.topics.methods import FEW_ERRORS
from syntacticdiff.topics.taxonomy import (
    KINDS,
    MOST_GROUPS,
    OPPORTUNITIES,
    KindGroup,
    kind_groups,
)

Floats = npt.NDArray[np.float64]

MOST_TOPICS = MOST_GROUPS + 1
SMALL_CLASS = 40  # documents; with fewer, how much writers differ cannot be estimated

# In documents of mean length: what is added to a class in which every kind is equally common, so
# that a class of one has a profile.
_EVEN = 5.0
_FEW = 0.01  # errors per word; fewer are few, even where nobody makes more
# A document is shrunk towards the class by the weight of so many documents of mean length, ...
_LEAST, _MOST, _SMALL = 0.1, 4.0, 1.0
_EXPECTED = 0.5  # ... and at least by so many errors, or one rare error would be a habit
_RATIO = 2.0  # opportunities change a rate at most by this factor
_WORDS = OPPORTUNITIES.index("words")
_OPPORTUNITY = [OPPORTUNITIES.index(kind.opportunity) for kind in KINDS.values()]


@dataclass(frozen=True)
class Profiles:
    """The habits of a class.

    Parameters
    ----------
    groups : tuple of KindGroup
        The kinds of errors of each topic but the last, few errors; none if there is one topic.
    densities : ndarray of shape (n_kinds,)
        The opportunities for each kind of error per word, over the class.
    expected : ndarray of shape (n_groups,)
        Expected errors per word, over the class.
    rates : ndarray of shape (n_groups,)
        The same with the odds of every edit raised, in a small class mixed with rates that are
        equal for all groups.
    weights : ndarray of shape (n_groups,)
        The number of words by which a document is shrunk towards the class.
    components : ndarray of shape (n_topics, n_edits)
        The part of each edit in the probable edits of a topic; 0 throughout for few errors.
    faint : bool
        Whether faint signs count in a document without any probable edit. They do where many
        documents show what is usual; in a small class, or one in which no edit is probable, such
        a document has few errors.
    """

    groups: tuple[KindGroup, ...]
    densities: Floats
    expected: Floats
    rates: Floats
    weights: Floats
    components: Floats
    faint: bool

    @property
    def model(self) -> Profiles:
        """This object: there is no library behind it."""
        return self

    def lifts(self, matrix: sparse.csr_matrix) -> Floats:
        """How many times as often as the class a document has errors of each group.

        Parameters
        ----------
        matrix : scipy.sparse.csr_matrix
            Rows of `KindCounts`.

        Returns
        -------
        ndarray of shape (n_documents, n_groups)
            1 is what the class has.
        """
        errors, words = _errors(matrix, self.densities, self.groups)
        if not self.faint:
            errors = np.where(_is_faultless(matrix)[:, None], 0.0, errors)
        shrunk = (errors + self.rates * self.weights) / (words[:, None] + self.weights)
        return np.asarray(shrunk / self.rates)

    def shares(self, matrix: sparse.csr_matrix) -> Floats:
        """The share of each topic in each document.

        A document as the class has equal shares; few errors weighs what the class has of any group.
        """
        lifts = self.lifts(matrix)
        weights = np.hstack([lifts, np.ones((len(lifts), 1))])
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))

    def per_100_words(self, matrix: sparse.csr_matrix) -> Floats:
        """Errors of each group per 100 words, with raised odds and shrunk towards the class."""
        return 100.0 * self.lifts(matrix) * self.rates


def _numbers(matrix: sparse.csr_matrix) -> Floats:
    return np.asarray(sparse.csr_matrix(matrix)[:, -N_COLUMNS:].toarray())


def _is_faultless(matrix: sparse.csr_matrix) -> npt.NDArray[np.bool_]:
    """Which documents have no probable edit."""
    return np.asarray(_numbers(matrix)[:, -1] == 0)


def document_words(matrix: sparse.csr_matrix) -> Floats:
    """The number of words of each document."""
    return _numbers(matrix)[:, N_KINDS + _WORDS]


def _errors(
    matrix: sparse.csr_matrix, densities: Floats, groups: tuple[KindGroup, ...]
) -> tuple[Floats, Floats]:
    """The errors of each group that a document would have with the opportunities of the class."""
    numbers = _numbers(matrix)
    opportunities = numbers[:, N_KINDS : N_KINDS + N_OPPORTUNITIES]
    words = opportunities[:, _WORDS]
    usual, own = words[:, None] * densities, opportunities[:, _OPPORTUNITY]
    ratio = np.divide(usual, own, out=np.ones_like(usual), where=own > 0)
    errors = numbers[:, :N_KINDS] * np.clip(ratio, 1 / _RATIO, _RATIO)
    return _grouped(errors, groups), words


def _grouped(errors: Floats, groups: tuple[KindGroup, ...]) -> Floats:
    kinds = list(KINDS)
    grouped = [errors[:, [kinds.index(kind) for kind in group.kinds]].sum(1) for group in groups]
    return np.stack(grouped, axis=1) if groups else np.zeros((len(errors), 0))


def fit_profiles(
    matrix: sparse.csr_matrix, n_topics: int, edits: tuple[str, ...] = (), language: str = ENGLISH
) -> Profiles:
    """Learn what is usual in a class.

    Parameters
    ----------
    matrix : scipy.sparse.csr_matrix of shape (n_documents, n_edits + n_columns)
        Rows of `KindCounts`; at least one.
    n_topics : int
        The number of topics, few errors among them.
    edits : tuple of str, default ()
        The names of the first columns.
    language : str, default "en"
        The language of the documents.

    Returns
    -------
    Profiles
        The habits of the class.
    """
    groups = kind_groups(n_topics - 1) if n_topics > 1 else ()
    numbers = _numbers(matrix)
    opportunities = numbers[:, N_KINDS : N_KINDS + N_OPPORTUNITIES].sum(axis=0)
    total = max(opportunities[_WORDS], 1.0)
    densities = np.asarray(opportunities[_OPPORTUNITY] / total)
    errors, words = _errors(matrix, densities, groups)
    rates = _class_rates(errors, words)
    weights = _weights(errors, words, rates)
    components = _components(matrix, groups, edits, language)
    plain = _grouped(numbers[:, N_KINDS + N_OPPORTUNITIES : -1], groups)
    expected = np.asarray(plain.sum(axis=0) / total)
    faint = len(words) >= SMALL_CLASS and not _is_faultless(matrix).all()
    return Profiles(groups, densities, expected, rates, weights, components, faint)


def _class_rates(errors: Floats, words: Floats) -> Floats:
    """Errors per word; a small class is mixed with one in which all are equally common."""
    total, mean = max(words.sum(), 1.0), max(words.mean(), 1.0)
    even = max(errors.sum() / total, _FEW) / max(errors.shape[1], 1)
    return np.asarray((errors.sum(axis=0) + _EVEN * mean * even) / (total + _EVEN * mean))


def _weights(errors: Floats, words: Floats, rates: Floats) -> Floats:
    """How far to shrink: by the part of the spread that chance does not explain.

    Errors are taken as Poisson counts whose rates have a gamma distribution over the writers; its
    second parameter, in words, is found from the moments.
    """
    mean = max(words.mean(), 1.0)
    least = np.maximum(_LEAST * mean, _EXPECTED / rates)
    if len(words) < SMALL_CLASS:
        return np.asarray(np.maximum(_SMALL * mean, least))
    some = words > 0
    total = words.sum()
    squares = words[some, None] * (errors[some] / words[some, None] - rates) ** 2
    beyond_chance = squares.sum(axis=0) - (some.sum() - 1) * rates
    variance = np.maximum(beyond_chance / max(total - (words**2).sum() / max(total, 1.0), 1.0), 0.0)
    found = np.divide(rates, variance, out=np.full_like(rates, np.inf), where=variance > 0)
    return np.asarray(np.maximum(np.minimum(found, _MOST * mean), least))


def _components(
    matrix: sparse.csr_matrix, groups: tuple[KindGroup, ...], edits: tuple[str, ...], language: str
) -> Floats:
    components = np.zeros((len(groups) + 1, len(edits)))
    place = {kind: number for number, group in enumerate(groups) for kind in group.kinds}
    sums = np.asarray(matrix[:, : len(edits)].sum(axis=0)).ravel()
    for column, edit in enumerate(edits):
        components[place.get(kind_of(edit, language), 0), column] = sums[column]
    totals = components.sum(axis=1, keepdims=True)
    return np.asarray(
        np.divide(components, totals, out=np.zeros_like(components), where=totals > 0)
    )


def topic_names(profiles: Profiles) -> list[str]:
    """What people call each topic."""
    return [*(group.name for group in profiles.groups), FEW_ERRORS]
