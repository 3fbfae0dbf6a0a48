"""Rows that were counted before, by text and settings, in bounded memory.

Cross-validation and searches over parameters give the same documents to many clones of a
vectorizer. Their rows depend on the text, the search and what is counted, and on nothing that was
learned, so each is found once per process. The rows that were used least recently go first.
"""

from __future__ import annotations

import hashlib
import json
from array import array
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from threading import Lock

from syntacticdiff.differ.preparing import DocumentInput
from syntacticdiff.features.numbered import NumberedCounts
from syntacticdiff.features.rows import FeatureRow

MOST_CELLS = 4_000_000  # of 16 bytes, besides the names, which rows share

_Stored = tuple[tuple[str, ...], "array[float]", tuple[float, ...]]


class RowCache:
    """Rows by key, up to a number of cells.

    Parameters
    ----------
    most_cells : int, default 4,000,000
        The most features, over all rows, that are kept.
    """

    def __init__(self, most_cells: int = MOST_CELLS) -> None:
        self._most = most_cells
        self._rows: OrderedDict[bytes, _Stored | FeatureRow] = OrderedDict()
        self._lock = Lock()
        self.cells = 0

    def get(self, key: bytes) -> FeatureRow | None:
        """The row of a key; None if it is not known any more."""
        with self._lock:
            found = self._rows.get(key)
            if found is None:
                return None
            self._rows.move_to_end(key)
        if isinstance(found, FeatureRow):
            return found
        names, values, numbers = found
        return FeatureRow(dict(zip(names, values, strict=True)), numbers)

    def put(self, key: bytes, row: FeatureRow) -> None:
        """Keep a row, and forget others if there are too many."""
        stored: _Stored | FeatureRow
        if isinstance(row.features, NumberedCounts):
            stored = row  # two arrays
        else:
            stored = tuple(row.features), array("d", row.features.values()), row.numbers
        with self._lock:
            self._forget(key)
            self._rows[key] = stored
            self.cells += _size(stored)
            while self.cells > self._most:
                self._forget(next(iter(self._rows)))

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._rows.clear()
            self.cells = 0

    def _forget(self, key: bytes) -> None:
        if (old := self._rows.pop(key, None)) is not None:
            self.cells -= _size(old)


def _size(stored: _Stored | FeatureRow) -> int:
    """The cells of a row."""
    if isinstance(stored, FeatureRow):
        counts = stored.features
        assert isinstance(counts, NumberedCounts)
        return len(counts.keys_) + 1
    return len(stored[0]) + 1


ROWS = RowCache()  # of this process


def remembered_rows(
    documents: Iterable[DocumentInput],
    settings: str,
    find: Callable[[Iterator[DocumentInput]], Iterator[FeatureRow]],
    cache: RowCache = ROWS,
) -> Iterator[FeatureRow]:
    """The rows of documents, in their order; only unknown ones are searched.

    Parameters
    ----------
    documents : iterable of documents
        Read as needed.
    settings : str
        Everything besides the document that a row depends on.
    find : callable
        From documents to their rows, in their order.
    cache : RowCache
        Where rows are kept.
    """
    waiting: deque[tuple[bytes, FeatureRow | None]] = deque()

    def unknown() -> Iterator[DocumentInput]:
        for document in documents:
            key = _key(settings, document)
            waiting.append((key, cache.get(key)))
            if waiting[-1][1] is None:
                yield document

    for row in find(unknown()):
        while (known := waiting[0][1]) is not None:
            yield known
            waiting.popleft()
        key, _ = waiting.popleft()
        cache.put(key, row)
        yield row
    for _, known in waiting:
        assert known is not None, "every unknown document has a row"
        yield known


def _key(settings: str, document: DocumentInput) -> bytes:
    text = document if isinstance(document, str) else json.dumps(document)
    kind = "text" if isinstance(document, str) else "tokens"
    whole = "\0".join((settings, kind, text))
    return hashlib.blake2b(whole.encode("utf-8", "surrogatepass"), digest_size=16).digest()
