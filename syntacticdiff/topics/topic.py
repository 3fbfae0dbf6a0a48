"""Topics in words: the edits of a topic ranked, its label, and whether it is a topic at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from syntacticdiff.topics.labels import plain_name, topic_label
from syntacticdiff.topics.methods import FEW_ERRORS
from syntacticdiff.topics.profiles import Profiles

Floats = npt.NDArray[np.float64]

_RELEVANCE = 0.6  # Sievert and Shirley's lambda: 1 ranks by weight alone, 0 by lift alone
_EVEN = 0.1  # weights that differ by less than this share of the largest come from the prior


@dataclass(frozen=True)
class Topic:
    """A topic of errors.

    Parameters
    ----------
    label : str
        What its edits have in common, and some of them, in plain words.
    share : float
        The mean over all documents of the topic's share of the document, from 0 to 1.
    edits : tuple of (str, float)
        Its edits with their probabilities in the topic, the most relevant first. Empty if there
        were more topics than the documents support, and no document needed this one.
    coherence : float
        The mean NPMI of its first edits in the documents that it was fitted to.
    kinds : tuple of str, default ()
        The kinds of errors that it consists of, if it is a topic of profiles.
    rate : float or None, default None
        Expected errors per 100 words of all documents, from the sum of their probabilities, if it
        is a topic of profiles.
    """

    label: str
    share: float
    edits: tuple[tuple[str, float], ...]
    coherence: float
    kinds: tuple[str, ...] = ()
    rate: float | None = None


def ranked_features(components: Floats, shares: Floats) -> npt.NDArray[np.intp]:
    """Rank the features of each topic by relevance (Sievert and Shirley 2014).

    A common feature is probable in every topic, so its probability in the topic is combined with
    its lift: how much more probable it is there than over all topics.

    Parameters
    ----------
    components : ndarray of shape (n_topics, n_features)
        The probability of each feature in each topic.
    shares : ndarray of shape (n_topics,)
        The mean share of each topic.

    Returns
    -------
    ndarray of int of shape (n_topics, n_features)
        For each topic its columns, the most relevant first.

    Examples
    --------
    >>> components = np.array([[0.5, 0.4, 0.1], [0.5, 0.1, 0.4]])
    >>> ranked_features(components, np.array([0.5, 0.5])).tolist()
    [[1, 0, 2], [2, 0, 1]]
    """
    tiny = np.finfo(np.float64).tiny
    inside = np.log(np.maximum(components, tiny))
    anywhere = np.log(np.maximum(shares @ components, tiny))
    relevance = _RELEVANCE * inside + (1 - _RELEVANCE) * (inside - anywhere)
    return np.argsort(-relevance, axis=1, kind="stable")


def described_topics(
    components: Floats,
    shares: Floats,
    has_edits: npt.NDArray[np.bool_],
    columns: Sequence[Sequence[int]],
    names: npt.NDArray[np.object_],
    coherence: Floats,
) -> Iterator[Topic]:
    """The topics of a fitted model.

    Parameters
    ----------
    components : ndarray of shape (n_topics, n_features)
        The probability of each edit in each topic.
    shares : ndarray of shape (n_documents, n_topics)
        The share of each topic in each document.
    has_edits : ndarray of bool of shape (n_documents,)
        Which documents have edits.
    columns : sequence of sequences of int
        For each topic the columns of the edits to list.
    names : ndarray of str of shape (n_features,)
        The names of the edits.
    coherence : ndarray of shape (n_topics,)
        The coherence of each topic.
    """
    edited = shares[has_edits]
    for number, listed in enumerate(columns):
        if _is_unused(components[number], edited[:, number], len(components)):
            listed = []
        weights = components[number, listed]
        edits = tuple(zip(names[listed].tolist(), weights.tolist(), strict=True))
        yield Topic(
            topic_label(edits), float(shares[:, number].mean()), edits, float(coherence[number])
        )


def profile_topics(
    profiles: Profiles,
    order: Sequence[int],
    shares: Floats,
    columns: Sequence[Sequence[int]],
    names: npt.NDArray[np.object_],
    coherence: Floats,
) -> Iterator[Topic]:
    """The topics of profiles: groups of kinds, then few errors.

    Parameters
    ----------
    profiles : Profiles
        The habits of the class.
    order : sequence of int
        The topics of `profiles` in the order of the other parameters.
    shares : ndarray of shape (n_documents, n_topics)
        The share of each topic in each document.
    columns : sequence of sequences of int
        For each topic the columns of the edits to list.
    names : ndarray of str of shape (n_features,)
        The names of the edits.
    coherence : ndarray of shape (n_topics,)
        The coherence of each topic.
    """
    for number, place in enumerate(order):
        share = float(shares[:, number].mean()) if len(shares) else 0.0
        if place == len(profiles.groups):
            yield Topic(FEW_ERRORS, share, (), 0.0)
            continue
        group, weights = profiles.groups[place], profiles.components[place]
        listed = [column for column in columns[number] if weights[column] > 0]
        edits = tuple(zip(names[listed].tolist(), weights[listed].tolist(), strict=True))
        label = ": ".join(
            filter(None, (group.name, ", ".join(plain_name(edit) for edit, _ in edits[:3])))
        )
        rate = 100.0 * float(profiles.expected[place])
        yield Topic(label, share, edits, float(coherence[number]), group.kinds, rate)


def _is_unused(weights: Floats, shares: Floats, n_topics: int) -> bool:
    """Whether no document needed the topic, so that it has only what the prior gives it.

    Its edits are then about equally probable, and its share of every document with edits is less
    than 1 / n_topics.
    """
    even = len(weights) > 1 and np.ptp(weights) <= _EVEN * weights.max()
    return bool(even and shares.max() * n_topics < 1 - 1e-6)
