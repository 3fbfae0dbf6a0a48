"""A corpus split into folds, with equal documents in the same fold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from syntacticdiff.differ.preparing import DocumentInput
from syntacticdiff.errors import InputError
from syntacticdiff.features.base import checked_documents, refuse_tables


@dataclass(frozen=True)
class FoldedCorpus:
    """Documents with their folds.

    Parameters
    ----------
    documents : list of documents
        The documents.
    keys : list of str
        For each document a key, equal for documents that differ only in spaces and capitals; empty
        for a document without text.
    fold : dict of str to int
        The fold of each key, except the empty one.
    """

    documents: list[DocumentInput]
    keys: list[str]
    fold: dict[str, int]


def folded_corpus(
    name: str, documents: Iterable[DocumentInput], folds: int, seed: int
) -> FoldedCorpus:
    """Assign the different documents of a corpus to folds at random.

    Raises
    ------
    InputError
        If there are fewer different documents than folds; the message calls the corpus `name`.
    """
    refuse_tables(documents)
    checked = list(checked_documents(documents))
    keys = [_key(document) for document in checked]
    different = list(dict.fromkeys(key for key in keys if key))
    if len(different) < folds:
        raise InputError(
            f"{name}: {len(different)} different documents with text are too few for {folds} "
            "folds; split long texts, for instance so that each line is a document"
        )
    order = np.random.RandomState(seed).permutation(len(different))
    fold = {different[place]: number % folds for number, place in enumerate(order)}
    return FoldedCorpus(checked, keys, fold)


def _key(document: DocumentInput) -> str:
    if isinstance(document, str):
        words = document.split()
    else:
        words = [word for sentence in document for word in sentence]
    return " ".join(words).lower()
