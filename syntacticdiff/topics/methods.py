"""The methods that find topics, by name.

`METHODS` is the registry: the documentation's table, the choices of `--method` and the messages are
made from it. To add a method, write a function that fits a `TopicModel`, and add an entry.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from scipy import sparse

    from syntacticdiff.topics.models import Tick, TopicModel

AUTO = "auto"
PROFILES = "profiles"
FEW_ERRORS = "few errors"  # the last topic of profiles
TOPICS = 8  # of error topics, where no number is given


@dataclass(frozen=True)
class FitOptions:
    """How a model is fitted; a method uses what applies to it."""

    prior: float | str
    passes: int
    random_state: np.random.RandomState
    tick: Tick
    edits: tuple[str, ...] = ()
    language: str = "en"


@dataclass(frozen=True)
class TopicMethod:
    """A method that finds topics.

    Parameters
    ----------
    name : str
        The name of the method.
    title : str
        Its full name, for reports.
    help : str
        What it is, for the documentation.
    fit : callable
        From counts, a number of topics and options to a fitted model.
    has_passes : bool, default False
        Whether `tick` is called once per pass; otherwise it is called once.
    of_kinds : bool, default False
        Whether it is fitted to kinds of errors, rows of `KindCounts`; otherwise to edits.
    """

    name: str
    title: str
    help: str
    fit: Callable[[sparse.csr_matrix, int, FitOptions], TopicModel]
    has_passes: bool = False
    of_kinds: bool = False


def _profiles(matrix: sparse.csr_matrix, n_topics: int, options: FitOptions) -> TopicModel:
    from syntacticdiff.topics.profiles import fit_profiles

    options.tick()
    return fit_profiles(matrix, n_topics, options.edits, options.language)


def _lda(matrix: sparse.csr_matrix, n_topics: int, options: FitOptions) -> TopicModel:
    from syntacticdiff.topics.models import fit_lda

    return fit_lda(
        matrix,
        n_topics,
        prior=options.prior,
        passes=options.passes,
        random_state=options.random_state,
        tick=options.tick,
    )


def _nmf(matrix: sparse.csr_matrix, n_topics: int, options: FitOptions) -> TopicModel:
    from syntacticdiff.topics.models import fit_nmf

    return fit_nmf(matrix, n_topics, random_state=options.random_state, tick=options.tick)


_ENTRIES = (
    TopicMethod(
        PROFILES,
        "profiles of habits",
        "expected errors of each kind, against the rest of the class; the topics are kinds of "
        "errors, and few errors",
        _profiles,
        of_kinds=True,
    ),
    TopicMethod(
        "lda",
        "latent Dirichlet allocation",
        "gensim's `LdaModel`, both priors 0.1 as in the original study, or learned with "
        '`prior="auto"`',
        _lda,
        has_passes=True,
    ),
    TopicMethod(
        "nmf",
        "non-negative matrix factorisation",
        "scikit-learn's `NMF` with the Kullback-Leibler loss",
        _nmf,
    ),
)

METHODS = {method.name: method for method in _ENTRIES}
