"""The edits that tell classes apart: the most informative ones, examples, and two classes' ranks.

They describe the documents that were counted, and predict nothing. Edits of content words follow
the subject of a text, so they are left out unless they are asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from scipy import sparse
from scipy.stats import rankdata

from syntacticdiff.classify.feature_sets import ViewCounts
from syntacticdiff.classify.learning import Labels
from syntacticdiff.classify.views import EDITS
from syntacticdiff.differ.preparing import DocumentInput
from syntacticdiff.edits.diff import Diff
from syntacticdiff.edits.gains import saved_bits
from syntacticdiff.errors import UsageError
from syntacticdiff.features.error_edits import names_content_words
from syntacticdiff.features.grammar import CONTENT
from syntacticdiff.features.information_gain import InformativeFeature, most_informative
from syntacticdiff.features.templates import GRAMMAR
from syntacticdiff.parameters import one_of

MOST_POINTS = 400  # of a scatter

_FEWEST = 3  # documents that have an edit of a scatter

Documents = npt.NDArray[np.intp]
Examples = dict[str, dict[str, list[tuple[int, Diff]]]]


def informative_edits(
    counts: ViewCounts,
    labels: Labels,
    top: int,
    rows: Documents | None = None,
    content: str = "mask",
) -> dict[str, list[InformativeFeature]]:
    """The edits that are typical of each class and say most about it; none without edits.

    Parameters
    ----------
    counts : ViewCounts
        The counts of the documents.
    labels : ndarray of str
        The class of each document.
    top : int
        The number of edits for each class.
    rows : ndarray of int or None, default None
        The documents; None for all.
    content : {"mask", "keep"}, default "mask"
        Whether edits of content words, or beside them, are left out.
    """
    one_of("content", content, CONTENT)
    found = _edits(counts, content)
    if found is None or top < 1:
        return {}
    matrix, names = found
    if rows is not None:
        matrix, labels = matrix[rows], labels[rows]
    if not names:
        return {str(label): [] for label in np.unique(labels)}
    telling = most_informative(matrix, labels, names, top, typical=True)
    return {str(label): features for label, features in telling.items()}


def _edits(counts: ViewCounts, content: str) -> tuple[sparse.csr_matrix, list[str]] | None:
    """The counts of edits and their names, without content words unless they are kept."""
    view = EDITS if EDITS in counts.matrices else GRAMMAR
    if counts.fitted_edits is None or view not in counts.matrices:
        return None
    names = counts.names(view).tolist()
    matrix = counts.matrices[view]
    if content == "keep":
        return matrix, names
    kept = [place for place, name in enumerate(names) if not names_content_words(name)]
    return matrix[:, kept], [names[place] for place in kept]


def telling_examples(
    counts: ViewCounts,
    documents: Sequence[DocumentInput],
    labels: Sequence[str] | Labels,
    telling: Mapping[str, Sequence[InformativeFeature]],
    most: int = 1,
) -> Examples:
    """Sentences of each class that have its most telling edits.

    Parameters
    ----------
    counts : ViewCounts
        The counts of the documents.
    documents : sequence of documents
        The documents that were counted; those with an example are searched again.
    labels : sequence of str
        Their classes.
    telling : mapping of str to sequence of InformativeFeature
        The edits, as `informative_edits` returns them.
    most : int, default 1
        The number of sentences for each edit, each from another document.

    Returns
    -------
    dict of str to dict of str to list of tuple of int and Diff
        For each class and edit the indices of documents, and a sentence of each with only the
        edits that have the name.
    """
    found = _edits(counts, "keep")
    if found is None or most < 1:
        return {}
    matrix, names = found
    places = {name: place for place, name in enumerate(names)}
    columns, known = sparse.csc_matrix(matrix), np.asarray(labels)
    search = _Sentences(counts, documents)
    return {
        label: {
            item.feature: search.having(
                item.feature, _most_first(columns, places[item.feature], known == label), most
            )
            for item in features
        }
        for label, features in telling.items()
    }


def _most_first(
    columns: sparse.csc_matrix, place: int, members: npt.NDArray[np.bool_]
) -> list[int]:
    column = columns[:, [place]]
    inside = members[column.indices]
    order = np.argsort(-column.data[inside], kind="stable")
    indices: list[int] = column.indices[inside][order].tolist()
    return indices


class _Sentences:
    """Finds sentences by the name of a feature; each document is searched once."""

    def __init__(self, counts: ViewCounts, documents: Sequence[DocumentInput]) -> None:
        assert counts.fitted_edits is not None, "edits are among the views"
        self._vectorizer, self._documents = counts.fitted_edits, documents
        self._diffs: dict[int, list[Diff]] = {}

    def having(self, name: str, places: Sequence[int], most: int) -> list[tuple[int, Diff]]:
        found: list[tuple[int, Diff]] = []
        for place in places[: 3 * most]:  # a feature of a whole document has no sentence
            if len(found) == most:
                break
            if place not in self._diffs:
                self._diffs[place] = self._vectorizer.explain(self._documents[place])
            having = [
                with_edits
                for diff in self._diffs[place]
                if (with_edits := self._restricted(diff, name)) is not None
            ]
            if having:
                found.append((place, max(having, key=_strength)))
        return found

    def _restricted(self, diff: Diff, name: str) -> Diff | None:
        edits = tuple(
            edit
            for edit in (*diff.edits, *diff.alternatives)
            if name in self._vectorizer.names_of_edit(diff, edit)
        )
        return replace(diff, edits=edits) if edits else None


def _strength(diff: Diff) -> float:
    return max(
        saved_bits(edit, diff) if edit.probability is None else edit.probability
        for edit in diff.edits
    )


@dataclass(frozen=True)
class ScatterPoint:
    """An edit in two classes.

    Parameters
    ----------
    edit : str
        Its name.
    first, second : float
        How often a document of each class has it, on average.
    first_rank, second_rank : float
        The rank of that among all edits, from 0 for the rarest to 1.
    """

    edit: str
    first: float
    second: float
    first_rank: float
    second_rank: float


@dataclass(frozen=True)
class EditScatter:
    """The edits of two classes, by how frequent each is in one and in the other.

    Parameters
    ----------
    first, second : str
        The classes.
    points : tuple of ScatterPoint
        The edits, the largest difference of ranks first.
    """

    first: str
    second: str
    points: tuple[ScatterPoint, ...]


def edit_scatter(
    counts: ViewCounts,
    labels: Sequence[str] | Labels,
    pair: tuple[str, str] | None = None,
    *,
    content: str = "mask",
    most: int = MOST_POINTS,
) -> EditScatter | None:
    """Rank the edits of two classes by frequency.

    Parameters
    ----------
    counts : ViewCounts
        The counts of the documents, with a view of edits.
    labels : sequence of str
        The class of each document.
    pair : tuple of two str or None, default None
        The classes; None for the two that have most documents.
    content : {"mask", "keep"}, default "mask"
        Whether edits of content words, or beside them, are left out.
    most : int, default 400
        The number of edits, the most frequent ones.

    Returns
    -------
    EditScatter or None
        The edits that at least three documents have; None if there are none.

    Raises
    ------
    UsageError
        If a class is not among the labels.

    Examples
    --------
    >>> from syntacticdiff import EditVectorizer
    >>> from syntacticdiff.classify import count_views
    >>> essays = ["We go to the school."] * 3 + ["We go the school."] * 3
    >>> edits = EditVectorizer(features="edit", insertions=["to"], operations=["insert"])
    >>> scatter = edit_scatter(count_views(essays, ["edits"], edits), ["a"] * 3 + ["b"] * 3)
    >>> scatter.points[0].edit, scatter.points[0].second
    ('insert(to)', 1.0)
    """
    one_of("content", content, CONTENT)
    known = np.asarray(labels)
    sizes = Counter(known.tolist())
    if pair is None:
        common = sorted(sizes, key=lambda label: (-sizes[label], label))[:2]
        pair = (common[0], common[-1])
    for label in pair:
        if label not in sizes:
            raise UsageError(f"pair: {label!r} is not one of {', '.join(sorted(sizes))}")
    found = _edits(counts, content)
    if found is None or pair[0] == pair[1]:
        return None
    matrix, names = found
    sides = [matrix[known == label] for label in pair]
    frequent = np.flatnonzero(sum(side.getnnz(axis=0) for side in sides) >= _FEWEST)
    means = [np.asarray(side[:, frequent].mean(axis=0)).ravel() for side in sides]
    order = np.sort(np.argsort(-(means[0] + means[1]), kind="stable")[:most])
    if not len(order):
        return None
    ranks = [rankdata(mean[order], method="dense") for mean in means]
    scaled = [(rank - 1) / max(rank.max() - 1, 1) for rank in ranks]
    points = [
        ScatterPoint(
            str(names[frequent[column]]),
            float(means[0][column]),
            float(means[1][column]),
            float(scaled[0][place]),
            float(scaled[1][place]),
        )
        for place, column in enumerate(order)
    ]
    points.sort(key=lambda point: -abs(point.first_rank - point.second_rank))
    return EditScatter(pair[0], pair[1], tuple(points))
