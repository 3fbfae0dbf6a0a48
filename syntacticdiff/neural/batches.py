"""Sentences and programs as arrays: what the network reads.

The words of a batch stand once each in a list; sentences are numbers of words in it. Every word is
known by its number in the vocabulary and by its letters (semi-character counts), so that words
outside the vocabulary, misspelled ones among them, are told apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.neural.programs import Cue, Program
from syntacticdiff.recognition.semicharacter import CONDITIONS, semicharacter_vectors

UNKNOWN, BEGIN, END = 0, 1, 2  # numbers before those of words
SPECIAL = 3
WIDTH = CONDITIONS["INT"].width

Numbers = NDArray[np.int64]
Floats = NDArray[np.float32]


class Vocabulary:
    """The words that can be written, and the letters of all.

    Parameters
    ----------
    words : sequence of str
        The words, distinct.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self.words = tuple(words)
        self.numbers = {word: number for number, word in enumerate(self.words, SPECIAL)}
        self._letters: dict[str, Floats] = {}

    def __len__(self) -> int:
        return SPECIAL + len(self.words)

    @cached_property
    def letters(self) -> Floats:
        """The letters of every number's word."""
        rows = np.zeros((len(self), WIDTH), np.float32)
        rows[SPECIAL:] = semicharacter_vectors(self.words)
        return rows

    def word(self, number: int) -> str:
        """The word of a number."""
        return self.words[number - SPECIAL]


@dataclass(frozen=True)
class Sources:
    """Sentences that are read together.

    Parameters
    ----------
    numbers : array of int, shape (distinct words,)
        The number of each distinct word in the vocabulary, the end of a sentence first.
    letters : array of float, shape (distinct words, width)
        Their letters.
    words : array of int, shape (sentences, places)
        For each place its distinct word; the end of the sentence has a place, too.
    lengths : array of int, shape (sentences,)
        How many places each sentence has.
    distinct : mapping of str to int
        The distinct words and their numbers here.
    """

    numbers: Numbers
    letters: Floats
    words: Numbers
    lengths: Numbers
    distinct: dict[str, int]


def sources_of(
    sentences: Sequence[Sequence[str]], vocabulary: Vocabulary, others: Sequence[str] = ()
) -> Sources:
    """The arrays of sentences; `others` are further words that programs over them write."""
    distinct = {"": 0}  # the end of a sentence
    lengths = np.array([len(sentence) + 1 for sentence in sentences], np.int64)
    words = np.zeros((len(sentences), int(lengths.max())), np.int64)
    for row, sentence in enumerate(sentences):
        words[row, : len(sentence)] = [distinct.setdefault(w, len(distinct)) for w in sentence]
    for word in others:
        distinct.setdefault(word, len(distinct))
    numbers = np.array([vocabulary.numbers.get(word, UNKNOWN) for word in distinct], np.int64)
    numbers[0] = END
    letters = semicharacter_vectors(list(distinct)).astype(np.float32)
    return Sources(numbers, letters, words, lengths, distinct)


@dataclass(frozen=True)
class Lessons:
    """Programs that the decoder follows, each over one of the sources.

    Arrays have a row for each program and a column for each step.

    Parameters
    ----------
    rows : array of int
        The source of each program.
    previous : array of int
        The distinct word made by the step before; -1 at the beginning.
    cue, written : array of int
        The cue: a place, and words written since.
    place : array of int
        The place that is copied; -1 where a word is written.
    word : array of int
        The number of the word that is written; `UNKNOWN` where a place is copied, or where the
        word cannot be written.
    there : array of bool
        Whether the program has this step and can do it.
    """

    rows: Numbers
    previous: Numbers
    cue: Numbers
    written: Numbers
    place: Numbers
    word: Numbers
    there: NDArray[np.bool_]

    @property
    def edits(self) -> NDArray[np.bool_]:
        """Whether a step does something other than copying the word at the cue."""
        expected = np.where(self.written == 0, self.cue, -2)
        ordinary = (self.place == expected) | ((self.written > 0) & (self.place > self.cue - 1))
        found: NDArray[np.bool_] = self.there & ~ordinary
        return found


def lessons_of(
    programs: Sequence[Program], rows: Sequence[int], sources: Sources, vocabulary: Vocabulary
) -> Lessons:
    """The arrays of programs over sources, in which all words that they write are listed."""
    shape = len(programs), max(map(len, programs))
    previous, cue, written, word = (np.zeros(shape, np.int64) for _ in range(4))
    place = np.full(shape, -1, np.int64)
    there = np.zeros(shape, np.bool_)
    for row, program in enumerate(programs):
        source = sources.words[rows[row]]
        end = int(sources.lengths[rows[row]]) - 1
        at, before = Cue(), -1
        for column, step in enumerate(program):
            previous[row, column] = before
            cue[row, column], written[row, column] = at
            place[row, column] = step.place
            if step.place >= 0:
                there[row, column] = True
                before = int(source[step.place])
            else:
                number = vocabulary.numbers.get(step.word, UNKNOWN)
                word[row, column] = number
                there[row, column] = number != UNKNOWN
                before = sources.distinct[step.word]
            at = at.after(step, end)
    return Lessons(np.asarray(rows, np.int64), previous, cue, written, place, word, there)
