"""scRNN: a recurrent network that reads a sentence of jumbled words and names each word meant.

One LSTM layer over semi-character vectors, and a softmax over a closed vocabulary, in NumPy; what
trains it is in `training`, its file in `model_file`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.recognition.semicharacter import semicharacter_vectors

UNKNOWN = 0  # the output for every word outside the vocabulary
GATES = 4  # input, forget, cell and output, as in torch
LONGEST_SENTENCE = 512  # words; a longer one is read in parts
_MANY = 256  # sentences that are read side by side

Floats = NDArray[np.float32]


class Likely(NamedTuple):
    """A word that may be meant.

    Parameters
    ----------
    word : str or None
        The word; None for one that the network does not know.
    probability : float
        How probable it is.
    """

    word: str | None
    probability: float


@dataclass(frozen=True, eq=False)
class RecognitionNetwork:
    """A trained network.

    Parameters
    ----------
    words : tuple of str
        Its vocabulary, without the unknown word.
    input : array of float32, shape (4 x units, width)
        From the vector of a word to the gates.
    recurrent : array of float32, shape (4 x units, units)
        From the state after the word before.
    bias : array of float32, shape (4 x units,)
        Of the gates.
    output : array of float32, shape (words + 1, units)
        From the state to the words; the first row is the unknown word.
    output_bias : array of float32, shape (words + 1,)
        Of the words.
    condition : {"INT", "END", "BEG", "ALL"}, default "INT"
        Which letters of a word are counted together.
    neighbours : bool, default True
        Whether it was trained on sentences; otherwise each word is read by itself.
    header : mapping, default {}
        What else its file says: the tokenizer, how it was trained.
    """

    words: tuple[str, ...]
    input: Floats
    recurrent: Floats
    bias: Floats
    output: Floats
    output_bias: Floats
    condition: str = "INT"
    neighbours: bool = True
    header: Mapping[str, Any] = field(default_factory=dict)

    @property
    def units(self) -> int:
        """How many numbers it remembers of the words before."""
        return int(self.recurrent.shape[1])

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The output that stands for each word of the vocabulary."""
        return {word: number for number, word in enumerate(self.words, UNKNOWN + 1)}

    def log_probabilities(
        self, words: Sequence[str], places: Sequence[int] | None = None
    ) -> Floats:
        """Natural logarithms of the probability of every output, one row for each place.

        Parameters
        ----------
        words : sequence of str
            A sentence as it is written.
        places : sequence of int, optional
            Which of its words are asked about; all, if not given.
        """
        [states] = self.states([words])
        if places is not None:
            states = states[np.asarray(places, np.int64)]
        scores = self._scores(states)
        scores -= scores.max(axis=1, keepdims=True, initial=-np.inf)
        scores -= np.log(np.exp(scores).sum(axis=1, keepdims=True))
        return scores

    def likeliest(
        self, words: Sequence[str], places: Sequence[int] | None = None, most: int = 10
    ) -> list[list[Likely]]:
        """The likeliest words for each place, with their probabilities.

        Parameters
        ----------
        words : sequence of str
            A sentence as it is written.
        places : sequence of int, optional
            Which of its words are asked about; all, if not given.
        most : int, default 10
            How many words for each place.
        """
        rows = self.log_probabilities(words, places)
        most = min(most, rows.shape[1])
        found = []
        for row in rows:
            near = np.argpartition(-row, most - 1)[:most]
            ordered = near[np.lexsort((near, -row[near]))]
            found.append([Likely(self._word(int(n)), float(np.exp(row[n]))) for n in ordered])
        return found

    def recognized(self, sentences: Sequence[Sequence[str]]) -> list[list[str | None]]:
        """The likeliest word at each place of many sentences; None where it is an unknown one.

        Parameters
        ----------
        sentences : sequence of sequences of str
            As they are written.
        """
        found: list[list[str | None]] = []
        for start in range(0, len(sentences), _MANY):
            chunk = sentences[start : start + _MANY]
            for states in self.states(chunk):
                best = self._scores(states).argmax(axis=1) if len(states) else ()
                found.append([self._word(int(number)) for number in best])
        return found

    def states(self, sentences: Sequence[Sequence[str]]) -> list[Floats]:
        """The hidden state after each word of each sentence."""
        words = [word for sentence in sentences for word in sentence]
        if not words:
            return [np.zeros((0, self.units), np.float32) for _ in sentences]
        vectors = semicharacter_vectors(words, self.condition).astype(np.float32)
        inputs = vectors @ self.input.T + self.bias
        ends = np.cumsum([len(sentence) for sentence in sentences])
        if self.neighbours:
            starts = [
                part
                for end, sentence in zip(ends.tolist(), sentences, strict=True)
                for part in range(end - len(sentence), end, LONGEST_SENTENCE)
            ]
            states = self._read(inputs, np.array(starts, np.int64))
        else:
            states, _ = self._step(inputs, np.zeros((len(inputs), self.units), np.float32))
        return np.split(states, ends[:-1])

    def _read(self, inputs: Floats, starts: NDArray[np.int64]) -> Floats:
        """The states after all words, of sentences that begin at `starts`, side by side."""
        lengths = np.diff(np.append(starts, len(inputs)))
        order = np.argsort(-lengths, kind="stable")
        starts, lengths = starts[order], lengths[order]
        states = np.zeros((len(inputs), self.units), np.float32)
        state = cell = np.zeros((len(starts), self.units), np.float32)
        for place in range(int(lengths[0])):
            still = int(np.searchsorted(-lengths, -place, "left"))  # those longer than `place`
            rows = starts[:still] + place
            state, cell = self._step(inputs[rows] + state[:still] @ self.recurrent.T, cell[:still])
            states[rows] = state
        return states

    def _step(self, gates: Floats, cell: Floats) -> tuple[Floats, Floats]:
        """c' = f * c + i * g; h = o * tanh(c')."""
        let_in, keep, new, let_out = np.split(gates, GATES, axis=-1)
        cell = _sigmoid(keep) * cell + _sigmoid(let_in) * np.tanh(new)
        return _sigmoid(let_out) * np.tanh(cell), cell

    def _scores(self, states: Floats) -> Floats:
        scores: Floats = states @ self.output.T + self.output_bias
        return scores

    def _word(self, number: int) -> str | None:
        return None if number == UNKNOWN else self.words[number - 1]


def _sigmoid(x: Floats) -> Floats:
    half = np.float32(0.5)
    result: Floats = half * np.tanh(half * x) + half
    return result
