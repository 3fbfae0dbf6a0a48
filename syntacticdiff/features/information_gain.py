"""Information gain: how much the presence of a feature tells about a document's class.

As text classification defines it: the entropy of the class, less what is left of it when one knows
whether the feature occurs. Each class is taken against all others.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import sparse

from syntacticdiff.errors import UsageError
from syntacticdiff.parameters import whole_number

Floats = npt.NDArray[np.float64]


class InformativeFeature(NamedTuple):
    """A feature that tells a class from the others.

    `information_gain` is in bits. `share` is the share of the class's documents that have the
    feature, `share_elsewhere` that of the others: which is larger says what presence speaks for.
    """

    feature: str
    information_gain: float
    share: float
    share_elsewhere: float


def most_informative(
    matrix: Any, labels: Any, names: npt.NDArray[Any], k: int
) -> dict[Any, list[InformativeFeature]]:
    """For each class, the k features with the highest information gain.

    Parameters
    ----------
    matrix : documents by features, sparse or dense; what is not zero is present
    labels : each document's class
    names : of the features; equally informative ones come in this order
    k : how many
    """
    whole_number("k", k, 1)
    present = sparse.csr_matrix(matrix) != 0
    documents = present.shape[0]
    classes, members = np.unique(np.asarray(labels), return_inverse=True)
    if members.shape != (documents,):
        raise UsageError(f"y: {members.size} labels for {documents} documents")
    if len(classes) < 2:
        raise UsageError("y: at least two classes are needed")
    in_class = sparse.csr_matrix(
        (np.ones(documents), (members, np.arange(documents))), shape=(len(classes), documents)
    )
    with_feature = (in_class @ present.astype(np.float64)).toarray()
    sizes = np.bincount(members).astype(np.float64)
    found = {}
    for number, label in enumerate(classes.tolist()):
        inside, size = with_feature[number], sizes[number]
        outside = with_feature.sum(axis=0) - inside
        gains = information_gain(inside, outside, size, documents - size)
        found[label] = [
            InformativeFeature(
                str(names[column]),
                float(gains[column]),
                float(inside[column] / size),
                float(outside[column] / (documents - size)),
            )
            for column in np.argsort(-gains, kind="stable")[:k]
        ]
    return found


def information_gain(inside: Floats, outside: Floats, size: float, others: float) -> Floats:
    """Bits that features' presence tells about membership in a class.

    Parameters
    ----------
    inside, outside : documents of the class, and others, that have each feature
    size, others : documents of the class, and others

    Examples
    --------
    >>> information_gain(np.array([2.0, 1.0]), np.array([0.0, 1.0]), 2, 2).tolist()
    [1.0, 0.0]
    """
    documents = size + others
    having = inside + outside
    left = having * _entropy(inside, having)
    left += (documents - having) * _entropy(size - inside, documents - having)
    whole = _entropy(np.array([float(size)]), np.array([float(documents)]))[0]
    gains: Floats = np.maximum(whole - left / documents, 0.0)  # rounding may leave less than 0
    return gains


def _entropy(part: Floats, whole: Floats) -> Floats:
    """Bits of a choice between `part` and the rest of `whole`; none where there is no choice."""
    share = np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)
    bits = np.zeros_like(share)
    for side in (share, 1.0 - share):
        bits -= side * np.log2(side, out=np.zeros_like(side), where=side > 0)
    return bits
