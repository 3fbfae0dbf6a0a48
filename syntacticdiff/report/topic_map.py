"""A map of topics, on which topics are close if they give weight to the same edits.

This is a principal coordinates analysis of the topics' Jensen-Shannon distances: the projection
that preserves most of the distances. Its axes have no meaning; the sign of each is fixed so that
maps can be compared.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def topic_map(weights: npt.ArrayLike) -> Floats:
    """Place topics on a map.

    Parameters
    ----------
    weights : array-like of shape (topics, edits)
        The weights of edits in topics, not negative. Each row is normalised to sum to 1.

    Returns
    -------
    array of shape (topics, 2)
        The coordinates of each topic.

    Examples
    --------
    >>> topic_map([[1, 0, 0], [0, 1, 1], [0, 1, 1]]).round(2).tolist()
    [[0.67, 0.0], [-0.33, 0.0], [-0.33, 0.0]]
    """
    return principal_coordinates(jensen_shannon_distances(weights))


def jensen_shannon_distances(weights: npt.ArrayLike) -> Floats:
    """Square roots of the Jensen-Shannon divergences in bits between all rows: 0 to 1."""
    rows = np.asarray(weights, dtype=np.float64)
    sums = rows.sum(axis=1, keepdims=True)
    shares = np.divide(
        rows, sums, out=np.full_like(rows, 1 / max(rows.shape[1], 1)), where=sums > 0
    )
    distances = np.zeros((len(shares), len(shares)))
    for number, share in enumerate(shares):
        middle = (share + shares) / 2
        divergence = _entropy(middle) - (_entropy(share) + _entropy(shares)) / 2
        distances[number] = np.sqrt(np.maximum(divergence, 0.0))  # rounding errors may be negative
    symmetric: Floats = (distances + distances.T) / 2
    return symmetric


def principal_coordinates(distances: Floats, dimensions: int = 2) -> Floats:
    """Points in `dimensions` dimensions whose distances approximate `distances` best."""
    size = len(distances)
    centring = np.eye(size) - 1 / max(size, 1)
    values, vectors = np.linalg.eigh(-centring @ distances**2 @ centring / 2)
    places = np.zeros((size, dimensions))
    for axis in range(min(dimensions, size)):
        value, vector = values[-1 - axis], vectors[:, -1 - axis]
        if value > 1e-12:  # smaller ones are rounding errors
            sign = np.sign(vector[np.argmax(np.abs(vector))])
            places[:, axis] = sign * vector * np.sqrt(value)
    return places


def _entropy(shares: Floats) -> Floats:
    """Bits, along the last axis."""
    logs = np.log2(shares, out=np.zeros_like(shares), where=shares > 0)
    return np.asarray(-(shares * logs).sum(axis=-1))
