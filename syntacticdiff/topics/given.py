"""What topics are made of: documents, or the diffs that were found in them already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TypeAlias, TypeGuard

from syntacticdiff.differ.preparing import DocumentInput
from syntacticdiff.edits.diff import Diff
from syntacticdiff.features.base import refuse_tables

TopicInput: TypeAlias = DocumentInput | Sequence[Diff]


def diffs_or_documents(
    documents: Iterable[TopicInput],
) -> tuple[bool, Iterable[TopicInput]]:
    """Whether the documents are lists of diffs, and all of the documents again."""
    refuse_tables(documents)
    source = iter(documents)
    begun: list[TopicInput] = []
    for document in source:
        begun.append(document)
        if isinstance(document, (list, tuple)) and not document:
            continue  # an empty list may be either
        return is_list_of_diffs(document), chain(begun, source)
    return False, begun


def is_list_of_diffs(document: TopicInput) -> TypeGuard[Sequence[Diff]]:
    """Whether a document is given as the diffs that were found in it."""
    return isinstance(document, (list, tuple)) and bool(document) and isinstance(document[0], Diff)
