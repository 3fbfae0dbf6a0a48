"""Information gain: how much the presence of a feature says about a document's class.

As defined in text classification: the entropy of the class minus its conditional entropy given
whether the feature occurs. Each class is compared with all others together.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import sparse

from syntacticdiff.errors import UsageError
from syntacticdiff.parameters import whole_number

Floats = npt.NDArray[np.float64]


class InformativeFeature(NamedTuple):
    """A feature that distinguishes a class from the others.

    Parameters
    ----------
    feature : str
        Its name.
    information_gain : float
        What its presence says about the class, in bits.
    share : float
        The share of the documents of the class that have the feature.
    share_elsewhere : float
        The same for all other documents. If it is the larger share, the presence of the feature
        speaks against the class.
    """

    feature: str
    information_gain: float
    share: float
    share_elsewhere: float


def most_informative(
    matrix: sparse.csr_matrix | npt.ArrayLike,
    labels: Sequence[Hashable] | npt.NDArray[np.generic],
    names: Sequence[str] | npt.NDArray[np.object_],
    k: int,
    *,
    typical: bool = False,
) -> dict[Hashable, list[InformativeFeature]]:
    """For each class, the k features with the highest information gain.

    Parameters
    ----------
    matrix : sparse matrix or array-like of shape (n_documents, n_features)
        Documents by features; a feature is present where the value is not 0.
    labels : sequence of shape (n_documents,)
        The class of each document.
    names : sequence of str
        The names of the features; of equally informative features the first comes first.
    k : int
        The number of features for each class.
    typical : bool, default False
        Whether only features that are commoner in the class than elsewhere are listed.

    Returns
    -------
    dict of label to list of InformativeFeature
        For each class, its features; the highest gain first.

    Examples
    --------
    >>> counts = [[1, 1], [2, 0], [0, 1], [0, 0]]
    >>> most_informative(counts, ["a", "a", "b", "b"], ["x", "y"], k=1)["a"]
    [InformativeFeature(feature='x', information_gain=1.0, share=1.0, share_elsewhere=0.0)]
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
        listed = np.argsort(-gains, kind="stable")
        if typical:
            listed = listed[(inside * (documents - size) > outside * size)[listed]]
        found[label] = [
            InformativeFeature(
                str(names[column]),
                float(gains[column]),
                float(inside[column] / size),
                float(outside[column] / (documents - size)),
            )
            for column in listed[:k]
        ]
    return found


def information_gain(inside: Floats, outside: Floats, size: float, others: float) -> Floats:
    """What the presence of features says about membership in a class, in bits.

    Parameters
    ----------
    inside, outside : ndarray of shape (n_features,)
        The number of documents of the class, and of others, that have each feature.
    size, others : float
        The number of documents of the class, and of others.

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
    gains: Floats = np.maximum(whole - left / documents, 0.0)  # rounding may give less than 0
    return gains


def _entropy(part: Floats, whole: Floats) -> Floats:
    """The entropy of `part` against the rest of `whole`, in bits; 0 where `whole` is 0."""
    share = np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)
    bits = np.zeros_like(share)
    for side in (share, 1.0 - share):
        bits -= side * np.log2(side, out=np.zeros_like(side), where=side > 0)
    return bits
