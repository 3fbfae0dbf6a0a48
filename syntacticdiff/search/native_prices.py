"""Calibrated prices in the extension: tables once, sentences as arrays.

search/prices/ has the definition. Here words are described to the extension, and batches tagged,
parsed and priced there, each with the GIL released.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from syntacticdiff.search.candidates import Pricing, SummedPricing
from syntacticdiff.search.prices.analysis import shipped_parser
from syntacticdiff.search.prices.calibrated import ModelPrices
from syntacticdiff.search.prices.parts import PARTS
from syntacticdiff.search.prices.surroundings import tag_kinds
from syntacticdiff.syntax.hashing import text_hash
from syntacticdiff.syntax.words import WordLook, word_hash, word_look

if TYPE_CHECKING:
    from syntacticdiff import _native
else:
    from syntacticdiff.search.extension import _native

Columns = tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]  # tokens by handle, and ends

_LOOKS = len(WordLook._fields)


def split_pricing(pricing: Pricing | None) -> tuple[ModelPrices | None, Pricing | None]:
    """The part of a pricing that the extension knows, and the rest of it."""
    parts = pricing.parts if isinstance(pricing, SummedPricing) else (pricing,)
    known = [part for part in parts if isinstance(part, ModelPrices)][:1]
    rest = tuple(part for part in parts if part is not None and part not in known)
    others = None if not rest else rest[0] if len(rest) == 1 else SummedPricing(rest)
    return (known[0] if known else None), others


class NativePrices:
    """Prices that the extension knows.

    Parameters
    ----------
    prices : ModelPrices
        The prices.
    """

    def __init__(self, prices: ModelPrices) -> None:
        self.model_prices = prices
        self.network = None if prices.network is None else prices.network.in_extension()
        parser = shipped_parser()
        self._tagger = _native.Weights(*parser.tagger.weights.columns())
        self._arcs = _native.Weights(*parser.arcs.columns())
        self._tag_hashes = np.array([text_hash(tag) for tag in parser.tagger.tags], np.uint64)
        names = [template.parts for template in prices.templates]
        self.prices = _native.Prices(
            _native.Weights(*prices.learned.weights.columns()),
            np.array([template.number for template in prices.templates], np.uint64),
            np.array([PARTS.index(name) for parts in names for name in parts], np.uint8),
            np.cumsum([len(parts) for parts in names]).astype(np.uint32),
            prices.learned.scale,
            prices.least_units,
            self._tag_hashes,
            np.array([tag_kinds(tag) for tag in parser.tagger.tags], np.uint16),
        )

    def describe(self, table: _native.WordTable, handle: int, text: str) -> None:
        """Tell the extension about a word that it has just been given."""
        traits, network = self.model_prices.describe(text), self.model_prices.network
        folded = traits.text.encode("utf-8", "surrogatepass")
        ids = (0, 0, 0) if network is None else network.ids(traits.text)
        numbers = (*traits.numbers(), *ids)
        table.describe(handle, folded, *numbers)

    def syntax(
        self, batch: Columns, looks: TokenLooks
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int32]]:
        """Tags and heads of a batch, as numbers for each token."""
        tokens, ends = batch
        first = np.zeros(len(tokens), np.uint32)
        starts = np.concatenate([[0], ends[:-1]]).astype(np.int64)
        first[starts[starts < len(tokens)]] = 1
        # A sentence without tokens marks the beginning of the next one, which is marked anyway.
        distinct, places = np.unique(2 * tokens + first, return_inverse=True)
        words = looks.words(distinct)
        tags = _native.tag(self._tagger, self._tag_hashes, words, places.astype(np.uint32), ends)
        heads = _native.parse(self._arcs, looks.hashes(tokens), self._tag_hashes[tags], ends)
        return tags, heads


class TokenLooks:
    """How the tagger and the parser see tokens, by their handles.

    Parameters
    ----------
    text : callable
        Gives the text of a token by its handle.
    usual : callable
        Gives a token as the tagger gets it: from its text, and whether a sentence begins with it.
    """

    def __init__(self, text: Callable[[int], str], usual: Callable[[str, bool], str]) -> None:
        self._text, self._usual = text, usual
        self._looks = np.zeros((64, _LOOKS), np.uint64)  # twice for each handle
        self._hashes = np.zeros(32, np.uint64)
        self._size = 0
        self._lock = threading.Lock()

    def words(self, numbers: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint64]:
        """The looks of tokens, given as twice the handle, and one if it is a sentence's first."""
        with self._lock:
            self._grow(int(numbers[-1]) // 2 + 1 if len(numbers) else 0)
        found: npt.NDArray[np.uint64] = self._looks[numbers].reshape(-1)
        return found

    def hashes(self, tokens: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint64]:
        """The parser's view of tokens."""
        return self._hashes[tokens]

    def _grow(self, size: int) -> None:
        if size > len(self._hashes):
            more = max(size, 2 * len(self._hashes))
            self._looks = _enlarged(self._looks, 2 * more)
            self._hashes = _enlarged(self._hashes, more)
        for handle in range(self._size, size):
            text = self._text(handle)
            for first in (False, True):
                self._looks[2 * handle + first] = word_look(self._usual(text, first))
            self._hashes[handle] = word_hash(text)
        self._size = max(self._size, size)


def _enlarged(array: npt.NDArray[Any], size: int) -> npt.NDArray[Any]:
    larger = np.zeros((size, *array.shape[1:]), array.dtype)
    larger[: len(array)] = array
    return larger
