"""The context network in NumPy: the definition, which native/network.cpp follows to the last bit.

All numbers are integers. A vector of a word is in units of 2^-11, states and the values of the
sigmoid and of tanh are in units of 2^-14, what goes into these functions is in units of 2^-10, and
logits are in units of 2^-10 bits (log2). GRU as in torch:

    r = sigmoid(Wr e + Ur h + br)    n = tanh(Wn e + bn + r * (Un h + cn))
    z = sigmoid(Wz e + Uz h + bz)    h' = (1 - z) * n + z * h

Divisions by powers of two round to the nearest, halves up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.search.prices.context_file import STATE_ONE, TABLE, NetworkArrays

STATE_BITS = 14
VECTOR_BITS = 8
SCALE_BITS = 28
NO_WORD = 0

Ints = NDArray[np.int64]
Rows = slice | list[int]  # of a layer

ALL_ROWS = slice(None)


class NumpyNetwork:
    """The network, which reads one sentence at a time.

    Parameters
    ----------
    arrays : NetworkArrays
        Its words, weights and tables.
    """

    def __init__(self, arrays: NetworkArrays) -> None:
        self.arrays = arrays
        # Sums of products are integers below 2^31, which doubles hold exactly in any order, and
        # NumPy multiplies matrices of doubles much faster than matrices of integers.
        self._weights = {
            name: layer.weights.reshape(arrays.shape(name)).astype(np.float64)
            for name, layer in arrays.layers.items()
        }
        self._vectors = arrays.vectors.reshape(arrays.inputs, arrays.vector)

    def opinions(self, ids: Sequence[int]) -> NumpyOpinions:
        """What the network thinks of a sentence, given its input ids."""
        vectors = self._vectors[list(ids)].astype(np.int64)
        scales = self.arrays.vector_scales[list(ids)].astype(np.int64)
        vectors = rounded(vectors * scales[:, None], VECTOR_BITS)
        before = self._states("forward", vectors)
        after = self._states("backward", vectors[::-1])[::-1]
        return NumpyOpinions(self, before, after)

    def _states(self, direction: str, vectors: Ints) -> Ints:
        """The states of a GRU before each word and after the last."""
        units = self.arrays.units
        states = np.zeros((len(vectors) + 1, units), np.int64)
        from_words = self.applied(f"{direction}.words", vectors)
        for number, from_word in enumerate(from_words):
            from_state = self.applied(f"{direction}.states", states[number])
            gates = self.looked_up("sigmoid", (from_word + from_state)[: 2 * units])
            reset, keep = gates[:units], gates[units:]
            kept = rounded(reset * from_state[2 * units :], STATE_BITS)
            fresh = self.looked_up("tanh", from_word[2 * units :] + kept)
            states[number + 1] = rounded(
                (STATE_ONE - keep) * fresh + keep * states[number], STATE_BITS
            )
        return states

    def applied(self, layer: str, values: Ints, rows: Rows = ALL_ROWS) -> Ints:
        """A layer's sums for each vector of values, scaled, and its biases added."""
        weights, stored = self._weights[layer][rows], self.arrays.layers[layer]
        sums = (values.astype(np.float64) @ weights.T).astype(np.int64)
        return rounded(sums * stored.scales[rows].astype(np.int64), SCALE_BITS) + stored.bias[rows]

    def looked_up(self, table: str, values: Ints) -> Ints:
        """The sigmoid or tanh of each value."""
        places = np.clip(values, -TABLE // 2, TABLE // 2 - 1) + TABLE // 2
        found: NDArray[np.int16] = getattr(self.arrays, table)[places]
        return found.astype(np.int64)

    def hidden(self, layer: str, before: Ints, after: Ints) -> Ints:
        """The hidden layer of a head, given the states on both sides of each place."""
        return self.looked_up("tanh", self.applied(layer, np.concatenate([before, after], axis=1)))


class NumpyOpinions:
    """What the network thinks of one sentence; log-odds in units of 2^-10 bits.

    Words are given by output ids (`sub`) or gap ids (`insert`, `remove`).

    Parameters
    ----------
    network : NumpyNetwork
        Whose opinions they are.
    before, after : array of int
        The states after the tokens before each gap, and after those behind it.
    """

    def __init__(self, network: NumpyNetwork, before: Ints, after: Ints) -> None:
        # Logits are computed when they are asked for: those of all words at all places of a long
        # sentence would take gigabytes.
        self._network, hidden = network, network.hidden
        self._words = hidden("word.hidden", before[:-1], after[1:])
        self._gaps = hidden("gap.hidden", before, after)
        self._left_out = hidden("gap.hidden", before[:-1], after[1:])

    def sub(self, position: int, source: int, target: int) -> int:
        """Of `target` against `source` at a token."""
        found = self._network.applied("word.out", self._words[position], [source, target])
        return int(found[1] - found[0])

    def insert(self, position: int, word: int) -> int:
        """Of a word against none in a gap."""
        found = self._network.applied("gap.out", self._gaps[position], [NO_WORD, word])
        return int(found[1] - found[0])

    def remove(self, position: int, word: int) -> int:
        """Of none against a word in the gap that is left where a token is taken out."""
        found = self._network.applied("gap.out", self._left_out[position], [NO_WORD, word])
        return int(found[0] - found[1])

    def all_subs(self, position: int, source: int) -> NDArray[np.int32]:
        """Of every output word against `source` at a token."""
        found = self._network.applied("word.out", self._words[position])
        return _narrow(found - found[source])

    def all_inserts(self, position: int) -> NDArray[np.int32]:
        """Of every gap word against none in a gap."""
        found = self._network.applied("gap.out", self._gaps[position])
        return _narrow(found - found[NO_WORD])

    def all_removes(self, position: int) -> NDArray[np.int32]:
        """Of none against every gap word where a token is taken out."""
        found = self._network.applied("gap.out", self._left_out[position])
        return _narrow(found[NO_WORD] - found)


def _narrow(values: Ints) -> NDArray[np.int32]:
    narrowed: NDArray[np.int32] = values.astype(np.int32)
    return narrowed


def rounded(values: NDArray[Any], bits: int) -> Ints:
    """Divided by 2^bits, to the nearest integer; halves up."""
    shifted: Ints = (values + (1 << (bits - 1))) >> bits
    return shifted
