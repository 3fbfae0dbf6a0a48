"""Four views of a document's edits, beside what EditVectorizer counts.

- `edits`: each edit with the bits that it saves, which is its gain times the tokens it is spread
  over; so an edit counts the same in a long sentence as in a short one
- `contexts`: these, and two kinds of names between `edit` and `edit|previous`: the edit with the
  class of the token before or after it, `insert(the|PREP)`, and the edit's class with the token,
  `insert(DET|in)`; also in bits
- `rates`: how dense the edits are: operations and classes, also with the neighbours' classes, for
  each 100 tokens; and the numbers
- `numbers`: the library's numeric columns

They are weighted, and learned from, in `pooled_views`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy import sparse
from sklearn.feature_extraction import DictVectorizer

from syntacticdiff import SyntacticDiff
from syntacticdiff.edits import Diff, Edit, edit_name
from syntacticdiff.features import DocumentFeatures
from syntacticdiff.text import EDGE, word_class

_class = lru_cache(100_000)(word_class)
_numbers = DocumentFeatures("operation", numeric=True)


@dataclass(frozen=True)
class EditViews:
    """The four views of all documents; rows are documents."""

    edits: sparse.csr_matrix
    contexts: sparse.csr_matrix
    rates: np.ndarray
    numbers: np.ndarray


@dataclass(frozen=True)
class _Bags:
    edits: Counter[str]
    contexts: Counter[str]
    classes: Counter[str]
    numbers: tuple[float, ...]
    tokens: int


def edit_views(
    differ: SyntacticDiff, documents: Iterable[str], n_jobs: int | None = 1
) -> EditViews:
    """Search the documents and count what the views need."""
    bags = list(differ.apply(_bags, documents, n_jobs))
    return EditViews(
        edits=DictVectorizer().fit_transform(bag.edits for bag in bags),
        contexts=DictVectorizer().fit_transform(bag.contexts for bag in bags),
        rates=_rates(bags),
        numbers=np.array([bag.numbers for bag in bags]),
    )


def _rates(bags: Sequence[_Bags]) -> np.ndarray:
    """Square roots of rates, which makes them less skewed; then the numbers."""
    counts = DictVectorizer(sparse=False).fit_transform(bag.classes for bag in bags)
    tokens = np.array([max(bag.tokens, 1) for bag in bags])
    return np.hstack([np.sqrt(100 * counts / tokens[:, None]), [bag.numbers for bag in bags]])


def _bags(diffs: list[Diff]) -> _Bags:
    """What there is to count in one document."""
    edits: Counter[str] = Counter()
    contexts: Counter[str] = Counter()
    classes: Counter[str] = Counter()
    for diff in diffs:
        for edit in diff.edits:
            bits = edit.gain * (len(diff.tokens) + 1)  # a gain is per token, the end included
            edits[str(edit)] += bits
            for name in _context_names(edit, diff.tokens):
                contexts[name] += bits
            classes.update(_class_names(edit, diff.tokens))
    return _Bags(
        edits, edits + contexts, classes, _numbers(diffs).numbers, sum(len(d.tokens) for d in diffs)
    )


def _context_names(edit: Edit, tokens: Sequence[str]) -> Iterator[str]:
    before, after = _neighbours(edit, tokens)
    yield f"{edit}|{_class_of(before)}"
    yield f"{edit}|+{_class_of(after)}"
    yield f"{_edit_class(edit)}|{before}"
    yield f"{_edit_class(edit)}|+{after}"


def _class_names(edit: Edit, tokens: Sequence[str]) -> Iterator[str]:
    before, after = _neighbours(edit, tokens)
    yield edit.op
    yield _edit_class(edit)
    yield f"{_edit_class(edit)}|{_class_of(before)}"
    yield f"{_edit_class(edit)}|+{_class_of(after)}"


def _neighbours(edit: Edit, tokens: Sequence[str]) -> tuple[str, str]:
    at = edit.position
    following = at if edit.op == "insert" else at + 1
    return (
        tokens[at - 1] if at else EDGE,
        tokens[following] if following < len(tokens) else EDGE,
    )


def _class_of(token: str) -> str:
    return token if token == EDGE else _class(token)


def _edit_class(edit: Edit) -> str:
    return edit_name(edit.op, _class(edit.source), _class(edit.target))
