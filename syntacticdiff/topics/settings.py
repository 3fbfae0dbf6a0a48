"""The parameters of ErrorTopics, validated, with messages that name the parameter."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy import sparse

from syntacticdiff.errors import UsageError
from syntacticdiff.features.error_edits import CountedEdits
from syntacticdiff.features.matrix import EmptyVocabularyError, FeatureLimits, learned_matrix
from syntacticdiff.features.rows import FeatureRow
from syntacticdiff.features.vectorizer import EditVectorizer
from syntacticdiff.parameters import checked_seed, number, one_of, positive_number, whole_number
from syntacticdiff.text.languages import ENGLISH
from syntacticdiff.topics.kind_counts import N_COLUMNS, KindCounts
from syntacticdiff.topics.methods import AUTO, METHODS, FitOptions, TopicMethod
from syntacticdiff.topics.models import Tick, TopicModel
from syntacticdiff.topics.stability import RESAMPLES

if TYPE_CHECKING:
    from syntacticdiff.topics.topics import ErrorTopics

CANDIDATES = (2, 4, 8, 12, 16, 24, 32)


@dataclass(frozen=True)
class TopicSettings:
    """The parameters of ErrorTopics, validated; `n_topics` is None if it is to be chosen."""

    n_topics: int | None
    method: TopicMethod
    prior: float | str
    passes: int
    candidates: tuple[int, ...]
    seed: int
    counted: CountedEdits
    limits: FeatureLimits
    resamples: int
    min_agreement: float

    @classmethod
    def of(cls, topics: ErrorTopics) -> TopicSettings:
        """Validate the parameters of an ErrorTopics.

        Raises
        ------
        UsageError
            If one of them is invalid.
        """
        method = METHODS[one_of("method", topics.method, METHODS)]
        vectorizer = topics.vectorizer
        if vectorizer is not None and not isinstance(vectorizer, EditVectorizer):
            raise UsageError(f"vectorizer: an EditVectorizer is needed, not {vectorizer!r}")
        chosen = topics.n_topics
        candidates = _checked_candidates(topics.candidates)
        whole_number("n_edits", topics.n_edits, 1)
        return cls(
            None if chosen == AUTO else whole_number("n_topics", chosen, 1, f"or {AUTO!r} "),
            method,
            _checked_prior(topics.prior),
            whole_number("passes", topics.passes, 1),
            candidates,
            checked_seed(topics.random_state),
            CountedEdits("edit", topics.min_bits, topics.content_operations),
            FeatureLimits(topics.min_df, topics.max_df),
            _checked_resamples(topics.resamples, method),
            _checked_agreement(topics.min_agreement),
        )

    @property
    def steps(self) -> int:
        """The number of times that a fit calls `tick`."""
        return self.passes if self.method.has_passes else 1

    def rows(self, language: str) -> CountedEdits | KindCounts:
        """What turns the diffs of a document into its row."""
        return KindCounts(self.counted, language) if self.method.of_kinds else self.counted

    @property
    def numeric(self) -> int:
        """The number of numeric columns of a row."""
        return N_COLUMNS if self.method.of_kinds else 0

    def learned(self, rows: Iterable[FeatureRow]) -> tuple[sparse.csr_matrix, dict[str, int]]:
        """The rows as a matrix, and the columns of edits.

        Raises
        ------
        EmptyVocabularyError
            If there is nothing to make topics from.
        """
        limits = FeatureLimits() if self.method.of_kinds else self.limits
        matrix, vocabulary = learned_matrix(rows, limits, numeric=self.numeric)
        if not matrix.shape[0]:
            raise EmptyVocabularyError("there are no documents to make topics of")
        return matrix, vocabulary

    def fitted(
        self,
        matrix: sparse.csr_matrix,
        n_topics: int,
        tick: Tick,
        edits: tuple[str, ...] = (),
        language: str = ENGLISH,
    ) -> TopicModel:
        """A model fitted to counts; the same settings give the same model."""
        random_state = np.random.RandomState(self.seed)
        options = FitOptions(self.prior, self.passes, random_state, tick, edits, language)
        return self.method.fit(matrix, n_topics, options)


def check_size(n_topics: int, matrix: sparse.csr_matrix) -> None:
    """Refuse more topics than there are documents or different edits."""
    documents, edits = matrix.shape
    if n_topics > min(documents, edits):
        raise UsageError(
            f"n_topics: {n_topics} is more than there are documents ({documents}) or different "
            f"edits ({edits}); ask for fewer"
        )


def _checked_candidates(given: object) -> tuple[int, ...]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise UsageError(f"candidates: a collection of whole numbers is needed, not {given!r}")
    return tuple(whole_number("candidates", one, 1) for one in given)


def _checked_prior(prior: object) -> float | str:
    return AUTO if prior == AUTO else positive_number("prior", prior, f"or {AUTO!r} ")


def _checked_resamples(given: object, method: TopicMethod) -> int:
    if given is None:
        return RESAMPLES if method.of_kinds else 0
    return whole_number("resamples", given, 0, "or None ")


def _checked_agreement(given: object) -> float:
    least = number("min_agreement", given)
    if not -1 <= least <= 1:
        raise UsageError(f"min_agreement: a number from -1 to 1 is needed, not {given!r}")
    return least
