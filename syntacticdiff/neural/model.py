"""The network: a bidirectional GRU reads, a GRU with attention copies places or writes words.

Attention comes after the recurrent step, so that a whole program runs in one call of the GRU. Its
scores get a learned addition that depends on the distance from the cue, the place after the one
copied last; and the decoder reads what the encoder knows of that place. Copying and writing are two
steps, a gate and then a place or a word, so that the vocabulary is only asked where words are
written. One table of word vectors, to which letters add, serves source, target and output.

Torch is imported by whoever makes a network; everything here takes it from there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from syntacticdiff.neural.batches import SPECIAL, WIDTH, Lessons, Sources, Vocabulary
from syntacticdiff.neural.programs import MOST_WRITTEN

BEFORE, AFTER = 3, 6  # distances from the cue that are told apart; others are far
_NEVER = -1e9
_LEAST = 1e-12


@dataclass(frozen=True)
class Sizes:
    """How large a network is.

    Parameters
    ----------
    vector : int, default 96
        Numbers of a word vector.
    units : int, default 128
        Of the encoder, in each direction.
    decoder : int, default 192
        Of the decoder.
    """

    vector: int = 96
    units: int = 128
    decoder: int = 192


class Encoded(NamedTuple):
    """What the encoder knows of sentences."""

    places: Any  # (sentences, places, 2 x units)
    first: Any  # (sentences, decoder), where the decoder begins
    absent: Any  # (sentences, places), True behind the end
    vectors: Any  # (distinct words, vector)

    def chosen(self, rows: Any) -> Encoded:
        """The same for these sentences, some of them perhaps more than once."""
        return Encoded(self.places[rows], self.first[rows], self.absent[rows], self.vectors)


class Looked(NamedTuple):
    """What the decoder sees at steps: attention in logarithms, the gate, and its summary."""

    attention: Any  # (..., places), log
    gate: Any  # (...,), the score of writing
    summary: Any  # (..., decoder)


class EncoderDecoder:
    """The network of one vocabulary.

    Parameters
    ----------
    torch : module
        The package.
    vocabulary : Vocabulary
        Its words.
    sizes : Sizes
        How large it is. Weights are drawn from torch's generator.
    """

    def __init__(self, torch: Any, vocabulary: Vocabulary, sizes: Sizes) -> None:
        self.torch, self.vocabulary, self.sizes = torch, vocabulary, sizes
        nn = torch.nn
        both = 2 * sizes.units
        self.layers = nn.ModuleDict(
            {
                "words": nn.Embedding(len(vocabulary), sizes.vector),
                "letters": nn.Linear(WIDTH, sizes.vector, bias=False),
                "encoder": nn.GRU(sizes.vector, sizes.units, bidirectional=True, batch_first=True),
                "first": nn.Linear(both, sizes.decoder),
                "decoder": nn.GRU(sizes.vector + both, sizes.decoder, batch_first=True),
                "query": nn.Linear(sizes.decoder, both),
                "summary": nn.Linear(sizes.decoder + 2 * both, sizes.decoder),
                "gate": nn.Linear(sizes.decoder, 1),
                "output": nn.Linear(sizes.decoder, sizes.vector),
                "cue": nn.Embedding(MOST_WRITTEN + 1, BEFORE + 1 + AFTER),
            }
        )
        self._begin()
        self.letters = torch.from_numpy(vocabulary.letters)

    def _begin(self) -> None:
        """Weights with which the network copies its source from the start."""
        with self.torch.no_grad():
            self.layers["words"].weight.mul_(0.3)
            self.layers["letters"].weight.mul_(0.5)
            self.layers["gate"].bias.fill_(-2.0)
            cue = self.layers["cue"].weight
            cue.zero_()
            cue[:, BEFORE - 1] = -1.0
            cue[0, BEFORE], cue[0, BEFORE + 1] = 4.0, 1.0
            cue[1:, BEFORE], cue[1:, BEFORE + 1] = 3.0, 3.0

    def parameters(self) -> Any:
        """The weights, for an optimiser."""
        return self.layers.parameters()

    def train(self, switch: bool) -> None:
        """Whether layers that drop something do so. None does: dropout is asked for in calls."""
        self.layers.train(switch)

    # Reading

    def vectors(self, numbers: Any, letters: Any) -> Any:
        """The vectors of words."""
        return self.layers["words"](numbers) + self.layers["letters"](letters)

    def encode(self, sources: Sources, dropout: float = 0.0) -> Encoded:
        """Read sentences."""
        torch = self.torch
        numbers, letters = torch.from_numpy(sources.numbers), torch.from_numpy(sources.letters)
        vectors = self.vectors(numbers, letters)
        lengths = torch.from_numpy(sources.lengths)
        inputs = self._dropped(vectors[torch.from_numpy(sources.words)], dropout)
        rnn = torch.nn.utils.rnn
        packed = rnn.pack_padded_sequence(inputs, lengths, batch_first=True, enforce_sorted=False)
        found, last = self.layers["encoder"](packed)
        places, _ = rnn.pad_packed_sequence(
            found, batch_first=True, total_length=sources.words.shape[1]
        )
        places = self._dropped(places, dropout)
        first = torch.tanh(self.layers["first"](torch.cat([last[0], last[1]], dim=-1)))
        absent = torch.arange(sources.words.shape[1])[None] >= lengths[:, None]
        return Encoded(places, first, absent, vectors)

    def _dropped(self, values: Any, dropout: float) -> Any:
        return self.torch.nn.functional.dropout(values, dropout) if dropout else values

    # Following programs

    def log_probabilities(self, encoded: Encoded, lessons: Lessons, dropout: float = 0.0) -> Any:
        """Of every step of every program, 0 where there is none; (programs, steps).

        `encoded` has a row for each program.
        """
        torch = self.torch
        previous, cue, written, place, word, there = (
            torch.from_numpy(array)
            for array in (
                *(lessons.previous, lessons.cue, lessons.written),
                *(lessons.place, lessons.word, lessons.there),
            )
        )
        begin = (previous < 0)[..., None]
        vectors = encoded.vectors[previous.clamp(min=0)]
        vectors = self._dropped(vectors.masked_fill(begin, 0.0), dropout)
        beside = self._beside(encoded.places, cue)
        states, _ = self.layers["decoder"](
            torch.cat([vectors, beside], dim=-1), encoded.first[None]
        )
        looked = self._look(encoded, self._dropped(states, dropout), beside, cue, written)
        copies = looked.attention.gather(2, place.clamp(min=0)[..., None])[..., 0]
        log = torch.nn.functional.logsigmoid
        found = log(-looked.gate) + copies
        rows = torch.nonzero((word > 0).flatten())[:, 0]
        if len(rows):
            chosen = word.flatten()[rows]
            scores = self.word_scores(looked.summary.flatten(0, 1)[rows])
            writes = log(looked.gate.flatten()[rows]) + scores.gather(1, chosen[:, None])[:, 0]
            found = found.flatten().index_copy(0, rows, writes).view(found.shape)
        return found.masked_fill(~there, 0.0)

    def _beside(self, places: Any, cue: Any) -> Any:
        """What the encoder knows of the place of the cue."""
        return places.gather(1, cue[..., None].expand(-1, -1, places.shape[-1]))

    def _look(self, encoded: Encoded, states: Any, beside: Any, cue: Any, written: Any) -> Looked:
        torch = self.torch
        places = encoded.places
        scores = self.layers["query"](states) @ places.transpose(1, 2)
        scores = scores * (places.shape[-1] ** -0.5)
        distance = torch.arange(places.shape[1])[None, None] - cue[..., None]
        distance = distance.clamp(-BEFORE, AFTER) + BEFORE
        scores = scores + self.layers["cue"].weight[written[..., None], distance]
        scores = scores.masked_fill(encoded.absent[:, None], _NEVER)
        attention = torch.log_softmax(scores, dim=-1)
        context = attention.exp() @ places
        summary = torch.tanh(self.layers["summary"](torch.cat([states, context, beside], dim=-1)))
        return Looked(attention, self.layers["gate"](summary)[..., 0], summary)

    def output_table(self) -> Any:
        """The vectors of all words that can be written."""
        return self.layers["words"].weight + self.layers["letters"](self.letters)

    def word_scores(self, summary: Any, table: Any = None) -> Any:
        """Logarithms of the probabilities of all words; those before words are never written."""
        table = self.output_table() if table is None else table
        scores = self.layers["output"](summary) @ table.T
        scores[:, :SPECIAL] = _NEVER
        return self.torch.log_softmax(scores, dim=-1)

    # Step by step

    def step(self, encoded: Encoded, state: Any, vectors: Any, cue: Any, written: Any) -> Any:
        """One step of each row: what the decoder sees, and its new state.

        `vectors` are those of the words made before, zeros at the beginning.
        """
        torch = self.torch
        beside = self._beside(encoded.places, cue[:, None])
        inputs = torch.cat([vectors[:, None], beside], dim=-1)
        states, last = self.layers["decoder"](inputs, state[None])
        looked = self._look(encoded, states, beside, cue[:, None], written[:, None])
        return Looked(*(part[:, 0] for part in looked)), last[0]
