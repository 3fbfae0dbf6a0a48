"""The words of a training text: which ones the model gets, their ids, and their capitals.

What is counted here is single words; n-grams are `counting`'s.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.reference.counting import Ints, Text
from syntacticdiff.reference.scorer import BEGIN, END, MARKERS, UNKNOWN

# After a token that begins with one of these, a capital says nothing about the word: a sentence,
# a title or a quotation may begin there.
OPENING = ".!?:;\"'`“”„‘’«»‹›–—-…()[]{}*•/|#<>"


@dataclass(frozen=True)
class SpelledText:
    """A text in indices of its spellings, which stand in the order in which they first occur.

    `inside` counts how often each spelling occurs where a capital would say something, and
    `capitals` how often it has one there; both are None for text whose capitals are kept.
    """

    spellings: Sequence[str]
    text: Text
    inside: Ints | None
    capitals: Ints | None


@dataclass(frozen=True)
class Vocabulary:
    """The words of a model: indices of spellings by word id, and how many words were cut."""

    words: Sequence[int]
    cut: int

    def renumbered(self, text: Text, spellings: int) -> Text:
        """A text of indices of spellings in word ids; what the model does not have is unknown."""
        ids = np.full(spellings, UNKNOWN, np.uint32)
        ids[self.words] = np.arange(len(self.words), dtype=np.uint32)
        return Text(ids[text.words], text.lengths)


def read_sentences(sentences: Iterable[Sequence[str]], *, lower: bool = False) -> SpelledText:
    """Read sentences of tokens; with `lower`, fold capitals and count them by word."""
    index = dict.fromkeys(MARKERS, UNKNOWN)  # text spelled like a marker is an unknown word
    spellings = list(MARKERS)
    words, lengths = array("I"), array("q")
    inside, capitals = array("q", [0] * len(MARKERS)), array("q", [0] * len(MARKERS))
    for sentence in sentences:
        if isinstance(sentence, str):
            raise UsageError("sentences must be lists of tokens; a string was given")
        start = len(words)
        for token in lower_cased(sentence) if lower else sentence:
            word = index.setdefault(token, len(spellings))
            if word == len(spellings):
                spellings.append(token)
                inside.append(0)
                capitals.append(0)
            words.append(word)
        if sentence:
            lengths.append(len(sentence))
        if lower:
            for i in range(1, len(sentence)):
                if sentence[i - 1][:1] not in OPENING:
                    word = words[start + i]
                    inside[word] += 1
                    capitals[word] += sentence[i][:1] != spellings[word][:1]
    if not lengths:
        raise InputError("the training text is empty: it has no sentence with a token")
    return SpelledText(
        spellings,
        Text(np.array(words, np.uint32), np.array(lengths, np.int64)),
        np.array(inside) if lower else None,
        np.array(capitals) if lower else None,
    )


def lower_cased(tokens: Sequence[str]) -> list[str]:
    """Every token in lower case; all at once, which is several times faster."""
    lowered = "\n".join(tokens).lower().split("\n")
    if len(lowered) != len(tokens):  # a token with a line break in it, or no tokens
        return [token.lower() for token in tokens]
    return lowered


def choose_words(
    spellings: Sequence[str],
    text: Text,
    min_word_count: int,
    allowed: Collection[str] | None = None,
) -> Vocabulary:
    """The allowed words that occur so often in the text: markers, then by falling count.

    Code points sort as their UTF-8 bytes do.
    """
    count = np.bincount(text.words, minlength=len(spellings)).tolist()
    occurring = [word for word in range(len(MARKERS), len(spellings)) if count[word]]
    kept = [word for word in occurring if count[word] >= min_word_count]
    if allowed is not None:
        kept = [word for word in kept if spellings[word] in allowed]
    ordered = sorted(kept, key=lambda word: (-count[word], spellings[word]))
    return Vocabulary([UNKNOWN, BEGIN, END, *ordered], len(occurring) - len(ordered))


def capitalised_shares(inside: NDArray[Any], capitals: NDArray[Any]) -> NDArray[np.uint8]:
    """For each word, the share of its occurrences inside sentences with a capital, in 255ths.

    0 for a word that never stood inside a sentence.
    """
    shares: NDArray[np.float64] = capitals / np.maximum(inside, 1)
    return np.rint(255 * shares).astype(np.uint8)
