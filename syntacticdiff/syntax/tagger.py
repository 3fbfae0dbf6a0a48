"""Part-of-speech tags: an averaged perceptron that goes from left to right.

`tag_words` is the definition; native/tagger.cpp gives the same tags.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.errors import UsageError
from syntacticdiff.files.container import Container, open_container
from syntacticdiff.syntax.engine import native_engine, require_native
from syntacticdiff.syntax.file import DEFAULT, EMBEDDED, SDPARSE, stored_names, stored_weights
from syntacticdiff.syntax.hashing import NOTHING, feature, text_hash
from syntacticdiff.syntax.weights import LearnedWeights, PackedWeights
from syntacticdiff.syntax.words import OUTSIDE, WordLook, sentence_ends, word_look

if TYPE_CHECKING:
    from syntacticdiff import _native

_BATCH = 1024  # sentences that go to the extension at a time; bounds what is held in between

# What an English treebank of 200,000 words has to say, chosen on EWT's development part.
ITERATIONS = 8
MIN_UPDATES = 2
RUNS = 4
MOST_WEIGHTS = 400_000
_OF_THE_WORD = (*range(10), 11, 33, 35, 36)  # templates that nothing around a word takes part in


class Tagger:
    """Penn Treebank tags for the words of a sentence.

    Made by `load` or `train`.

    Parameters
    ----------
    tags : sequence of str
        The tags that there are.
    weights : PackedWeights
        The perceptron, a class for each tag.
    engine : {"auto", "native", "python"}, default "auto"
        What does the work; the tags are the same.

    Examples
    --------
    >>> Tagger.load().tag(["The", "children", "eat", "bread", "."])
    ('DT', 'NNS', 'VBP', 'NN', '.')
    """

    def __init__(
        self, tags: Sequence[str], weights: PackedWeights, *, engine: str = "auto"
    ) -> None:
        self.tags, self.weights = tuple(tags), weights
        self.engine = native_engine(engine)
        self._hashes = np.array([text_hash(tag) for tag in tags], np.uint64)
        self._native: _native.Weights | None = None
        if self.engine is not None:
            self._native = self.engine.Weights(*weights.columns())

    @classmethod
    def load(cls, source: str | os.PathLike[str] = DEFAULT, *, engine: str = "auto") -> Tagger:
        """The tagger of a parser's file.

        Parameters
        ----------
        source : str or path, default "default"
            `"default"` for the one that is shipped, else a file that `train-parser` has made.
        engine : {"auto", "native", "python"}, default "auto"
            What does the work.
        """
        path = EMBEDDED if source == DEFAULT else source
        return cls.from_file(open_container(path, SDPARSE), engine=engine)

    @classmethod
    def from_file(cls, file: Container, *, engine: str = "auto") -> Tagger:
        """The tagger of an open file."""
        tags = stored_names(file, "tags")
        return cls(tags, stored_weights(file, "tagger", len(tags)), engine=engine)

    @classmethod
    def train(
        cls,
        sentences: Iterable[tuple[Sequence[str], Sequence[str]]],
        *,
        iterations: int = ITERATIONS,
        runs: int = RUNS,
        seed: int = 1,
        min_updates: int = MIN_UPDATES,
        most_weights: int = MOST_WEIGHTS,
        engine: str = "auto",
    ) -> Tagger:
        """Learn from sentences whose tags are known.

        Parameters
        ----------
        sentences : iterable of (words, tags)
            The sentences.
        iterations : int, default 8
            How often they are gone through.
        runs : int, default 4
            How often that is done, each time in another order; the weights are averaged.
        seed : int, default 1
            Of the orders.
        min_updates : int, default 2
            A feature counts from so many updates on.
        most_weights : int, default 400,000
            How many weights are kept, the largest.
        engine : {"auto", "native", "python"}, default "auto"
            What the tagger will work with. Learning needs the native engine.
        """
        pairs = [(words, tags) for words, tags in sentences if words]
        if not pairs:
            raise UsageError("sentences: there is nothing to learn tags from")
        names = sorted({tag for _, tags in pairs for tag in tags})
        numbers = {tag: number for number, tag in enumerate(names)}
        looks, tokens, ends = word_columns([words for words, _ in pairs])
        hashes = np.array([text_hash(tag) for tag in names], np.uint64)
        gold = np.array([numbers[tag] for _, tags in pairs for tag in tags], np.uint8)
        native = require_native("learning to tag")
        learned = LearnedWeights.mean(
            LearnedWeights(
                *native.train_tagger(
                    hashes, looks, tokens, ends, gold, iterations, run_seed, min_updates
                )
            )
            for run_seed in range(seed * runs, (seed + 1) * runs)
        )
        weights = PackedWeights.pack(learned.largest(most_weights), len(names))
        return cls(names, weights, engine=engine)

    def tag(self, words: Sequence[str]) -> tuple[str, ...]:
        """The tags of one sentence, given its words."""
        if isinstance(words, str):
            raise UsageError("words: a list of words is needed, not one string")
        [tags] = self.tag_many([words])
        return tags

    def tag_alone(self, word: str) -> str:
        """The tag of a word wherever it stands, by its own letters alone.

        Parameters
        ----------
        word : str
            The word.

        Examples
        --------
        A sentence of one word begins and ends with it, and most such sentences are names or cries.

        >>> tagger = Tagger.load()
        >>> tagger.tag(["seen"]), tagger.tag_alone("seen")
        (('NNP',), 'VBN')
        """
        look = word_look(word)
        if self.engine is not None and self._native is not None:
            number: int = self.engine.tag_alone(self._native, look)
            return self.tags[number]
        features = tagger_features([look], 0, ())
        scores = self.weights.scores([features[number] for number in _OF_THE_WORD])
        return self.tags[scores.index(max(scores))]

    def tag_many(self, sentences: Iterable[Sequence[str]]) -> Iterator[tuple[str, ...]]:
        """The tags of each sentence, in order.

        Parameters
        ----------
        sentences : iterable of sequences of str
            The sentences' words.
        """
        remaining = iter(sentences)
        while batch := list(islice(remaining, _BATCH)):
            yield from self._tag_batch(batch)

    def _tag_batch(self, sentences: Sequence[Sequence[str]]) -> Iterator[tuple[str, ...]]:
        if self.engine is None or self._native is None:
            for words in sentences:
                yield tag_words(self.weights, self.tags, words)
            return
        looks, tokens, ends = word_columns(sentences)
        found = self.engine.tag(self._native, self._hashes, looks, tokens, ends).tolist()
        names, start = self.tags, 0
        for end in ends.tolist():
            yield tuple([names[number] for number in found[start:end]])
            start = end


def word_columns(
    sentences: Sequence[Sequence[str]],
) -> tuple[NDArray[np.uint64], NDArray[np.uint32], NDArray[np.uint32]]:
    """A batch as the extension takes it: looks of distinct words, words by number, ends."""
    numbers: dict[str, int] = {}
    tokens = [numbers.setdefault(word, len(numbers)) for words in sentences for word in words]
    looks = np.array([word_look(word) for word in numbers], np.uint64).reshape(-1)
    return looks, np.array(tokens, np.uint32), sentence_ends(sentences)


def tag_words(weights: PackedWeights, tags: Sequence[str], words: Sequence[str]) -> tuple[str, ...]:
    """The tags of a sentence: word by word the best one, given the two before it."""
    looks = [word_look(word) for word in words]
    found: list[str] = []
    for place in range(len(words)):
        scores = weights.scores(tagger_features(looks, place, found))
        found.append(tags[scores.index(max(scores))])
    return tuple(found)


def tagger_features(looks: Sequence[WordLook], place: int, found: Sequence[str]) -> list[int]:
    """The features of the word at `place`, given the tags of those before it."""
    w, p, pp, n, nn = (
        looks[at] if 0 <= at < len(looks) else OUTSIDE
        for at in (place, place - 1, place - 2, place + 1, place + 2)
    )
    tag1 = text_hash(found[-1]) if found else NOTHING
    tag2 = text_hash(found[-2]) if len(found) > 1 else NOTHING
    # How much of the sentence has capitals, in quarters: in a headline they say little.
    style = 4 * sum(look.word != look.lower for look in looks) // len(looks)
    templates: tuple[tuple[int, ...], ...] = (
        (w.word,),
        (w.lower,),
        (w.suffix1,),
        (w.suffix2,),
        (w.suffix3,),
        (w.suffix4,),
        (w.prefix1,),
        (w.prefix2,),
        (w.prefix3,),
        (w.shape,),
        (w.shape, place == 0),
        (w.shape, w.suffix3),
        (tag1,),
        (tag1, tag2),
        (tag1, w.lower),
        (tag1, tag2, w.lower),
        (tag1, w.suffix3),
        (tag1, w.shape),
        (p.lower,),
        (pp.lower,),
        (n.lower,),
        (nn.lower,),
        (p.lower, w.lower),
        (w.lower, n.lower),
        (p.suffix3,),
        (n.suffix3,),
        (n.suffix2,),
        (n.shape,),
        (p.shape,),
        (tag1, n.lower),
        (tag1, n.suffix3),
        (w.suffix3, n.suffix3),
        (w.shape, n.shape, p.shape),
        (style, w.shape),
        (style, w.shape, place == 0),
        (style, w.lower),
        (style, w.shape, w.suffix2),
    )
    return [feature(number, *values) for number, values in enumerate(templates)]
