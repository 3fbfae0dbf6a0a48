"""A second opinion on edits: a small recurrent network that looks at both sides of a place.

An n-gram model sees two words to the left. The network reads all words before a place forward and
all words behind it backward; one head says which word stands there, the other which insertable
word, if any, belongs into a gap. It was trained on text without errors
(pipelines/context_network.py). What its opinions are worth is for prices to learn.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.errors import ModelError, UsageError
from syntacticdiff.files.container import open_container
from syntacticdiff.reference.reading import Reading
from syntacticdiff.search.prices.context_arithmetic import NumpyNetwork
from syntacticdiff.search.prices.context_file import (
    EMBEDDED,
    LAYERS,
    SDCTX,
    NetworkArrays,
    stored_network,
)
from syntacticdiff.search.prices.context_opinions import (
    NOT_INSERTABLE,
    OTHER_WORD,
    Engine,
    Opinions,
    WordIds,
)
from syntacticdiff.syntax.engine import native_engine, require_native
from syntacticdiff.text.tokenizers import find_tokenizer
from syntacticdiff.text.word_classes import word_class

if TYPE_CHECKING:
    from syntacticdiff import _native

_READING = Reading(find_tokenizer("treebank"), cased=False, straight_quotes=True)
_MOST_WORDS = 1 << 17  # of which the ids are kept


class ContextNetwork:
    """The network and its words.

    Made by `load`; the constructor puts one together from its parts.

    Parameters
    ----------
    arrays : NetworkArrays
        Words, weights and tables.
    digest : str
        A short name for all of it.
    engine : {"auto", "native", "python"}, default "auto"
        What does the work; the opinions are the same.

    Examples
    --------
    >>> network = ContextNetwork.load()
    >>> [opinions] = network.opinions([["She", "live", "alone", "."]])
    >>> opinions.sub(1, "live", "lives") > 0
    True
    """

    def __init__(self, arrays: NetworkArrays, digest: str, *, engine: str = "auto") -> None:
        self.arrays, self.digest = arrays, digest
        classes = len(arrays.unknown_classes)
        self._inputs = {word: number for number, word in enumerate(arrays.words, classes)}
        self._classes = {name: number for number, name in enumerate(arrays.unknown_classes)}
        self._gaps = {word: number for number, word in enumerate(arrays.gap_words, 1)}
        self._known: dict[str, WordIds] = {}
        native = native_engine(engine)
        self.native = None if native is None else native.Network(*_columns(arrays))
        self._python = NumpyNetwork(arrays) if native is None else None

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str] | None = None,
        *,
        verify: bool = True,
        engine: str = "auto",
    ) -> ContextNetwork:
        """Open a network. One that was opened is kept, and given again.

        Parameters
        ----------
        path : path, optional
            An `.sdctx` file; by default the one that is shipped.
        verify : bool, default True
            Compare the whole file with its checksum.
        engine : {"auto", "native", "python"}, default "auto"
            What does the work.
        """
        where = EMBEDDED if path is None else Path(path)
        try:
            changed = where.stat().st_mtime_ns
        except OSError as error:
            raise ModelError(f"{where}: cannot be read: {error.strerror or error}") from error
        return _opened(where, changed, verify, engine)

    @classmethod
    def from_weights(
        cls,
        weights: Mapping[str, NDArray[Any]],
        words: Sequence[str],
        unknown_classes: Sequence[str],
        gap_words: Sequence[str],
        *,
        engine: str = "auto",
    ) -> ContextNetwork:
        """Make a network of trained weights, which are rounded to eight bits.

        Parameters
        ----------
        weights : mapping of str to array
            By their names in torch, as pipelines/context_network_training.py has them.
        words : sequence of str
            The input words, folded, the commonest first.
        unknown_classes : sequence of str
            The word classes that other words are read as.
        gap_words : sequence of str
            The words that may belong into a gap.
        engine : {"auto", "native", "python"}, default "auto"
            What does the work.
        """
        from syntacticdiff.search.prices.context_quantising import quantised_network

        arrays = quantised_network(weights, words, unknown_classes, gap_words)
        return cls(arrays, "not saved", engine=engine)

    def weights(self) -> dict[str, NDArray[np.float64]]:
        """The weights by their names in torch, as they were rounded, to go on learning from."""
        from syntacticdiff.search.prices.context_quantising import floating_weights

        return floating_weights(self.arrays)

    def save(self, path: str | os.PathLike[str], header: Mapping[str, Any]) -> str:
        """Write the network to a file; returns its digest.

        Parameters
        ----------
        path : path
            The `.sdctx` file.
        header : mapping
            What the file says of it: `licence`, `corpora`, `tokens` and so on; see docs/format.md.
        """
        return self.arrays.write(path, header)

    def in_extension(self) -> _native.Network:
        """The network as the extension has it, whatever gives this one's opinions."""
        if self.native is not None:
            known: _native.Network = self.native
            return known
        found: _native.Network = require_native("a network").Network(*_columns(self.arrays))
        return found

    def ids(self, word: str) -> WordIds:
        """What the network calls a word; capitals and the form of quotation marks do not matter."""
        found = self._known.get(word)
        if found is None:
            if len(self._known) >= _MOST_WORDS:
                self._known.clear()
            found = self._known[word] = self._find(_READING.fold(word))
        return found

    def _find(self, word: str) -> WordIds:
        gap, first = self._gaps.get(word, NOT_INSERTABLE), len(self._classes)
        number = self._inputs.get(word)
        if number is None:
            return WordIds(self._classes.get(word_class(word), 0), OTHER_WORD, gap)
        output = number - first + 1
        return WordIds(number, output if output < self.arrays.outputs else OTHER_WORD, gap)

    def opinions(self, sentences: Sequence[Sequence[str]]) -> list[Opinions]:
        """What the network thinks of each sentence.

        Parameters
        ----------
        sentences : sequence of sequences of str
            The sentences' tokens.
        """
        if isinstance(sentences, str) or any(isinstance(words, str) for words in sentences):
            raise UsageError("sentences: lists of tokens are needed, not strings")
        ids = [[self.ids(word).input for word in words] for words in sentences]
        found: Sequence[Engine]
        if self.native is not None:
            flat = np.array([number for sentence in ids for number in sentence], np.uint32)
            ends = np.array(list(accumulate(map(len, ids))), np.uint32)
            found = self.native.opinions(flat, ends)
        else:
            assert self._python is not None
            found = [self._python.opinions(sentence) for sentence in ids]
        return [
            Opinions(self.ids, engine, len(sentence))
            for engine, sentence in zip(found, ids, strict=True)
        ]


@lru_cache(4)
def _opened(path: Path, changed: int, verify: bool, engine: str) -> ContextNetwork:
    """A network by its file, and when that was last changed."""
    file = open_container(path, SDCTX, verify)
    return ContextNetwork(stored_network(file), file.checksum, engine=engine)


def _columns(arrays: NetworkArrays) -> tuple[object, ...]:
    """The network as the extension takes it."""
    return (
        arrays.inputs,
        arrays.vector,
        arrays.units,
        arrays.word_units,
        arrays.gap_units,
        arrays.outputs,
        arrays.gaps,
        arrays.vectors,
        arrays.vector_scales,
        [
            (layer.weights, layer.scales, layer.bias)
            for layer in (arrays.layers[name] for name in LAYERS)
        ],
        arrays.sigmoid,
        arrays.tanh,
    )
