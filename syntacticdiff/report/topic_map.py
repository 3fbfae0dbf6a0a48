"""Where topics stand on a map: near each other if they give weight to the same edits.

Principal coordinates analysis of the topics' Jensen-Shannon distances: the plane that keeps most of
the distances. Its directions mean nothing; the sign of each axis is fixed so that maps can be
compared.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def topic_map(weights: Any) -> Floats:
    """The places of topics, a row (x, y) for each.

    Parameters
    ----------
    weights : topics by edits, not negative; each row is taken as shares

    Examples
    --------
    >>> topic_map([[1, 0, 0], [0, 1, 1], [0, 1, 1]]).round(2).tolist()
    [[0.67, 0.0], [-0.33, 0.0], [-0.33, 0.0]]
    """
    return principal_coordinates(jensen_shannon_distances(weights))


def jensen_shannon_distances(weights: Any) -> Floats:
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
        distances[number] = np.sqrt(np.maximum(divergence, 0.0))  # rounding may leave less than 0
    symmetric: Floats = (distances + distances.T) / 2
    return symmetric


def principal_coordinates(distances: Floats, dimensions: int = 2) -> Floats:
    """Points whose distances are as near to `distances` as so many dimensions allow."""
    size = len(distances)
    centring = np.eye(size) - 1 / max(size, 1)
    values, vectors = np.linalg.eigh(-centring @ distances**2 @ centring / 2)
    places = np.zeros((size, dimensions))
    for axis in range(min(dimensions, size)):
        value, vector = values[-1 - axis], vectors[:, -1 - axis]
        if value > 1e-12:  # what is left of less is rounding
            sign = np.sign(vector[np.argmax(np.abs(vector))])
            places[:, axis] = sign * vector * np.sqrt(value)
    return places


def _entropy(shares: Floats) -> Any:
    """Bits, along the last axis."""
    logs = np.log2(shares, out=np.zeros_like(shares), where=shares > 0)
    return -(shares * logs).sum(axis=-1)
