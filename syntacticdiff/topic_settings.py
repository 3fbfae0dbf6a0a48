"""The parameters of ErrorTopics, checked once, with messages that name the parameter."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.utils import check_random_state

from syntacticdiff.counted_edits import CountedEdits
from syntacticdiff.differ import SyntacticDiff
from syntacticdiff.errors import UsageError
from syntacticdiff.feature_matrix import FeatureLimits
from syntacticdiff.topic_models import AUTO, METHODS, Tick, TopicModel, fit_lda, fit_nmf
from syntacticdiff.vectorizer import EditVectorizer

CANDIDATES = (2, 4, 8, 12, 16, 24, 32)

OWN_VECTORIZER = EditVectorizer()


def differ_settings(vectorizer: EditVectorizer | None) -> dict[str, Any]:
    """What a vectorizer says of how edits are sought: the arguments of SyntacticDiff."""
    given = (vectorizer or OWN_VECTORIZER).get_params(deep=False)
    known = inspect.signature(SyntacticDiff).parameters
    return {name: value for name, value in given.items() if name in known}


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


def whole_number(name: str, value: Any, least: int, else_: str = "") -> int:
    """The value of a parameter, if it is a whole number that is large enough."""
    if isinstance(value, bool) or not isinstance(value, Integral) or int(value) < least:
        raise UsageError(f"{name}: a whole number from {least} {else_}is needed, not {value!r}")
    return int(value)


def positive_number(name: str, value: Any, else_: str = "") -> float:
    """The value of a parameter, if it is a finite number above 0."""
    if isinstance(value, bool) or not isinstance(value, Real) or not 0 < float(value) < np.inf:
        raise UsageError(f"{name}: a number above 0 {else_}is needed, not {value!r}")
    return float(value)


def _checked_candidates(given: Any) -> tuple[int, ...]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise UsageError(f"candidates: a collection of whole numbers is needed, not {given!r}")
    return tuple(whole_number("candidates", number, 1) for number in given)


def _checked_prior(prior: Any) -> float | str:
    return AUTO if prior == AUTO else positive_number("prior", prior, f"or {AUTO!r} ")


def checked_seed(random_state: Any) -> int:
    """One number to seed everything with; a number given is taken as it is."""
    if isinstance(random_state, Integral) and 0 <= int(random_state) < 2**32:
        return int(random_state)
    try:
        return int(check_random_state(random_state).randint(2**31 - 1))
    except ValueError:
        raise UsageError(
            "random_state: None, a number from 0 to 2**32 - 1 or a RandomState is needed, "
            f"not {random_state!r}"
        ) from None
