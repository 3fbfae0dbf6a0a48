"""Parser: words in, trees out. It puts tagger, arcs and labels together, and keeps them in a file.

`easyfirst` and `labels` define what it finds; the native engine finds the same.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.errors import ModelError, UsageError
from syntacticdiff.files.container import Container, open_container, write_container
from syntacticdiff.syntax.easyfirst import ACTIONS, find_heads
from syntacticdiff.syntax.file import (
    DEFAULT,
    EMBEDDED,
    SDPARSE,
    stored_names,
    stored_weights,
    weight_sections,
)
from syntacticdiff.syntax.hashing import text_hash
from syntacticdiff.syntax.labels import ROOT_LABEL, find_labels
from syntacticdiff.syntax.tagger import Tagger
from syntacticdiff.syntax.tree import Tree
from syntacticdiff.syntax.weights import PackedWeights
from syntacticdiff.syntax.words import sentence_ends, word_hash

if TYPE_CHECKING:
    from syntacticdiff import _native

_BATCH = 256  # sentences that go to the extension at a time; bounds what is held in between

# What a file says about where its parser comes from; the rest describes its sections.
_RECORD = ("made_by", "sentences", "words", "treebank", "licence", "language")

Words = Sequence[str]


class Parser:
    """Tags and dependency trees of sentences.

    Made by `load`, or by `train_parser` from a treebank.

    Parameters
    ----------
    tagger : Tagger
        What tags words that come without tags; the parser has the same engine.
    arcs : PackedWeights
        The perceptron that attaches, a class for each of two actions.
    labels : sequence of str
        The labels of arcs; `root` is one of them.
    label_weights : PackedWeights
        The perceptron that labels, a class for each label.
    header : mapping, default {}
        What the file says about itself: treebank, licence, size.

    Examples
    --------
    >>> tree = Parser.load().parse(["The", "children", "eat", "bread", "."])
    >>> tree.heads, tree.labels
    ((1, 2, -1, 2, 2), ('det', 'nsubj', 'root', 'obj', 'punct'))
    """

    def __init__(
        self,
        tagger: Tagger,
        arcs: PackedWeights,
        labels: Sequence[str],
        label_weights: PackedWeights,
        *,
        header: Mapping[str, Any] | None = None,
    ) -> None:
        self.tagger, self.arcs = tagger, arcs
        self.labels, self.label_weights = tuple(labels), label_weights
        self.header = dict(header or {})
        self.path: Path | None = None
        self._native = None if tagger.engine is None else _NativeParser(tagger.engine, self)

    @classmethod
    def load(
        cls,
        source: str | os.PathLike[str] = DEFAULT,
        *,
        verify: bool = True,
        engine: str = "auto",
    ) -> Parser:
        """Open a parser's file.

        Parameters
        ----------
        source : str or path, default "default"
            `"default"` for the parser that is shipped, else a file that `train-parser` has made.
        verify : bool, default True
            Compare the whole file with its checksum.
        engine : {"auto", "native", "python"}, default "auto"
            What does the work.
        """
        path = EMBEDDED if source == DEFAULT else source
        return cls.from_file(open_container(path, SDPARSE, verify), engine=engine)

    @classmethod
    def from_file(cls, file: Container, *, engine: str = "auto") -> Parser:
        """The parser of an open file."""
        labels = stored_names(file, "labels")
        if ROOT_LABEL not in labels or len(labels) < 2:
            raise ModelError(f"{file.path}: damaged: its header has no labels and {ROOT_LABEL}")
        parser = cls(
            Tagger.from_file(file, engine=engine),
            stored_weights(file, "arcs", len(ACTIONS)),
            labels,
            stored_weights(file, "labels", len(labels)),
            header={name: value for name, value in file.header.items() if name in _RECORD},
        )
        parser.path = file.path.absolute()
        return parser

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the parser to one `.sdparse` file, whole or not at all."""
        write_container(path, SDPARSE, self.file_header(), self.sections())
        self.path = Path(path).absolute()

    def file_header(self) -> dict[str, Any]:
        """The header of the parser's file."""
        return {**self.header, "tags": list(self.tagger.tags), "labels": list(self.labels)}

    def sections(self) -> dict[str, NDArray[Any]]:
        """The sections of the parser's file."""
        return {
            **weight_sections("tagger", self.tagger.weights),
            **weight_sections("arcs", self.arcs),
            **weight_sections("labels", self.label_weights),
        }

    def parse(self, words: Words, tags: Words | None = None) -> Tree:
        """The tree of one sentence.

        Parameters
        ----------
        words : sequence of str
            The sentence's tokens.
        tags : sequence of str, optional
            Their Penn Treebank tags; by default the tagger's.
        """
        if isinstance(words, str):
            raise UsageError("words: a list of words is needed, not one string")
        [tree] = self.parse_many([words], None if tags is None else [tags])
        return tree

    def parse_many(
        self, sentences: Iterable[Words], tags: Iterable[Words] | None = None
    ) -> Iterator[Tree]:
        """The tree of each sentence, in order.

        Parameters
        ----------
        sentences : iterable of sequences of str
            The sentences' tokens.
        tags : iterable of sequences of str, optional
            Their Penn Treebank tags; by default the tagger's.
        """
        for words, tagged in self.tagged_batches(sentences, tags):
            yield from self._parse_batch(words, tagged)

    def tagged_batches(
        self, sentences: Iterable[Words], tags: Iterable[Words] | None
    ) -> Iterator[tuple[list[tuple[str, ...]], list[tuple[str, ...]]]]:
        """Words and tags of so many sentences at a time; tags that are not given are found."""
        given = None if tags is None else iter(tags)
        remaining = iter(sentences)
        while words := [tuple(sentence) for sentence in islice(remaining, _BATCH)]:
            if given is None:
                tagged = list(self.tagger.tag_many(words))
            else:
                tagged = [tuple(sentence) for sentence in islice(given, len(words))]
            if len(tagged) != len(words):
                raise UsageError(f"tags: they end after {len(tagged)} of {len(words)} sentences")
            for sentence, found in zip(words, tagged, strict=True):
                if len(sentence) != len(found):
                    raise UsageError(f"tags: {len(found)} tags for {len(sentence)} words")
            yield words, tagged

    def label(
        self, sentences: Sequence[Words], tags: Sequence[Words], heads: Sequence[Sequence[int]]
    ) -> list[tuple[str, ...]]:
        """The labels of trees that are known already."""
        hashed = hashed_columns(sentences, tags)
        if self._native is not None:
            return self._native.labels(hashed, heads)
        return [
            tuple(find_labels(self.label_weights, self.labels, *pair, tree))
            for pair, tree in zip(hashed.sentences(), heads, strict=True)
        ]

    def heads(self, sentences: Sequence[Words], tags: Sequence[Words]) -> list[list[int]]:
        """The heads of tagged sentences, without the labels of their arcs."""
        hashed = hashed_columns(sentences, tags)
        if self._native is not None:
            return self._native.heads(hashed)
        return [find_heads(self.arcs, *pair) for pair in hashed.sentences()]

    def _parse_batch(self, words: Sequence[Words], tags: Sequence[Words]) -> Iterator[Tree]:
        hashed = hashed_columns(words, tags)
        if self._native is not None:
            heads = self._native.heads(hashed)
            labels = self._native.labels(hashed, heads)
        else:
            heads = [find_heads(self.arcs, *pair) for pair in hashed.sentences()]
            labels = self.label(words, tags, heads)
        for sentence, found, tree, names in zip(words, tags, heads, labels, strict=True):
            yield Tree(tuple(sentence), tuple(found), tuple(tree), names)


class HashedColumns(NamedTuple):
    """A batch as the extension takes it: hashes of words and tags, and where sentences end."""

    words: NDArray[np.uint64]
    tags: NDArray[np.uint64]
    ends: NDArray[np.uint32]

    def sentences(self) -> Iterator[tuple[list[int], list[int]]]:
        """The hashes of words and tags of each sentence."""
        ends = self.ends.tolist()
        yield from zip(
            _split(self.words.tolist(), ends), _split(self.tags.tolist(), ends), strict=True
        )


def hashed_columns(sentences: Sequence[Words], tags: Sequence[Words]) -> HashedColumns:
    """The columns of a batch of tagged sentences."""
    return HashedColumns(
        _hashed(sentences, word_hash), _hashed(tags, text_hash), sentence_ends(sentences)
    )


def _hashed(sentences: Sequence[Words], hash_of: Callable[[str], int]) -> NDArray[np.uint64]:
    """The hashes of a batch's words, each distinct one computed once."""
    numbers: dict[str, int] = {}
    places = [numbers.setdefault(word, len(numbers)) for words in sentences for word in words]
    distinct = np.array([hash_of(word) for word in numbers], np.uint64)
    return distinct[np.array(places, np.intp)]


class _NativeParser:
    """Carries batches to the extension and answers back."""

    def __init__(self, engine: Any, parser: Parser) -> None:
        self._engine = engine
        self._arcs = _weights(engine, parser.arcs)
        self._labels = _weights(engine, parser.label_weights)
        self._names = parser.labels
        self._hashes = np.array([text_hash(label) for label in parser.labels], np.uint64)
        self._root = parser.labels.index(ROOT_LABEL)

    def heads(self, hashed: HashedColumns) -> list[list[int]]:
        return _split(self._engine.parse(self._arcs, *hashed).tolist(), hashed.ends.tolist())

    def labels(
        self, hashed: HashedColumns, heads: Sequence[Sequence[int]]
    ) -> list[tuple[str, ...]]:
        flat = np.array([head for tree in heads for head in tree], np.int32)
        found = self._engine.label(self._labels, self._hashes, self._root, *hashed, flat)
        names = [self._names[number] for number in found.tolist()]
        return [tuple(part) for part in _split(names, hashed.ends.tolist())]


def _weights(engine: Any, weights: PackedWeights) -> _native.Weights:
    bound: _native.Weights = engine.Weights(*weights.columns())
    return bound


def _split(flat: list[Any], ends: Sequence[int]) -> list[list[Any]]:
    return [flat[start:end] for start, end in zip([0, *ends], ends, strict=False)]
