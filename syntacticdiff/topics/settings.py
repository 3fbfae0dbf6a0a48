"""The parameters of ErrorTopics, checked once, with messages that name the parameter."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from syntacticdiff.errors import UsageError
from syntacticdiff.features.counted import CountedEdits
from syntacticdiff.features.matrix import FeatureLimits
from syntacticdiff.features.vectorizer import EditVectorizer
from syntacticdiff.parameters import checked_seed, positive_number, whole_number
from syntacticdiff.topics.models import AUTO, METHODS, Tick, TopicModel, fit_lda, fit_nmf

CANDIDATES = (2, 4, 8, 12, 16, 24, 32)


@dataclass(frozen=True)
class TopicSettings:
    """The parameters of ErrorTopics, checked. No number of topics: it is to be chosen."""

    n_topics: int | None
    method: str
    prior: float | str
    passes: int
    candidates: tuple[int, ...]
    seed: int
    counted: CountedEdits
    limits: FeatureLimits

    @classmethod
    def of(cls, topics: Any) -> TopicSettings:
        """The parameters of an ErrorTopics."""
        if topics.method not in METHODS:
            raise UsageError(f"method: {topics.method!r} is not one of {', '.join(METHODS)}")
        vectorizer = topics.vectorizer
        if vectorizer is not None and not isinstance(vectorizer, EditVectorizer):
            raise UsageError(f"vectorizer: an EditVectorizer is needed, not {vectorizer!r}")
        chosen = topics.n_topics
        candidates = _checked_candidates(topics.candidates)
        whole_number("n_edits", topics.n_edits, 1)
        return cls(
            None if chosen == AUTO else whole_number("n_topics", chosen, 1, f"or {AUTO!r} "),
            topics.method,
            _checked_prior(topics.prior),
            whole_number("passes", topics.passes, 1),
            candidates,
            checked_seed(topics.random_state),
            CountedEdits("edit", topics.min_bits, topics.content_operations),
            FeatureLimits(topics.min_df, topics.max_df),
        )

    @property
    def steps(self) -> int:
        """How many times a fit calls `tick`."""
        return self.passes if self.method == "lda" else 1

    def fitted(self, matrix: sparse.csr_matrix, n_topics: int, tick: Tick) -> TopicModel:
        """A model of counts; always the same for the same settings."""
        random_state = np.random.RandomState(self.seed)
        if self.method == "nmf":
            return fit_nmf(matrix, n_topics, random_state=random_state, tick=tick)
        return fit_lda(
            matrix,
            n_topics,
            prior=self.prior,
            passes=self.passes,
            random_state=random_state,
            tick=tick,
        )


def check_size(n_topics: int, matrix: sparse.csr_matrix) -> None:
    documents, edits = matrix.shape
    if n_topics > min(documents, edits):
        raise UsageError(
            f"n_topics: {n_topics} is more than there are documents ({documents}) or different "
            f"edits ({edits}); ask for fewer"
        )


def _checked_candidates(given: Any) -> tuple[int, ...]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise UsageError(f"candidates: a collection of whole numbers is needed, not {given!r}")
    return tuple(whole_number("candidates", number, 1) for number in given)


def _checked_prior(prior: Any) -> float | str:
    return AUTO if prior == AUTO else positive_number("prior", prior, f"or {AUTO!r} ")
