"""What a network makes of sentences: the likeliest program, greedily or by beam search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from syntacticdiff.neural.batches import SPECIAL, Vocabulary, sources_of
from syntacticdiff.neural.model import Encoded, EncoderDecoder
from syntacticdiff.neural.programs import MOST_WRITTEN, Program, Step, run

BATCH = 64  # sentences that are decoded together
_MORE = 5  # steps beyond one and a half times the length of the source


class Decoded(NamedTuple):
    """A sentence that a network has made.

    Parameters
    ----------
    tokens : tuple of str
        Its tokens.
    program : tuple of Step
        How they were made.
    log_probabilities : tuple of float
        Of each step, natural logarithms.
    """

    tokens: tuple[str, ...]
    program: Program
    log_probabilities: tuple[float, ...]


def decode(
    network: EncoderDecoder, sentences: Sequence[Sequence[str]], beam: int = 1
) -> list[Decoded]:
    """The likeliest programs of sentences, in their order.

    Parameters
    ----------
    network : EncoderDecoder
        The network.
    sentences : sequence of sequences of str
        The tokens of each; none is empty.
    beam : int, default 1
        How many programs are followed at once; 1 is greedy.
    """
    order = sorted(range(len(sentences)), key=lambda number: len(sentences[number]))
    found: dict[int, Decoded] = {}
    each = max(1, BATCH // beam)
    with network.torch.no_grad():
        table = network.output_table()
        for start in range(0, len(order), each):
            chosen = order[start : start + each]
            made = _Search(network, [sentences[number] for number in chosen], beam, table)
            found |= zip(chosen, made.decoded(), strict=True)
    return [found[number] for number in range(len(sentences))]


def steps_at_most(length: int) -> int:
    """How many steps a program may have, its end included."""
    return length + length // 2 + _MORE


class Rows:
    """Programs that grow side by side: their cues, the words made last, and the decoder's state.

    Parameters
    ----------
    network : EncoderDecoder
        The network.
    encoded : Encoded
        The sentence of each row.
    words : tensor of int
        For each row and place, its distinct word.
    ends : tensor of int
        For each row the place that ends it.
    table : tensor
        The vectors of the words that can be written.
    """

    def __init__(
        self, network: EncoderDecoder, encoded: Encoded, words: Any, ends: Any, table: Any
    ) -> None:
        torch = network.torch
        self.network, self.encoded, self.table = network, encoded, table
        self.words, self.ends = words, ends
        self.state = encoded.first
        self.vectors = encoded.first.new_zeros(len(ends), network.sizes.vector)
        self.cue = torch.zeros_like(ends)
        self.written = torch.zeros_like(ends)

    def look(self) -> Any:
        """What the decoder sees now; its state goes on."""
        looked, self.state = self.network.step(
            self.encoded, self.state, self.vectors, self.cue, self.written
        )
        return looked

    def go_on(self, place: Any, word: Any) -> None:
        """Take a step in every row: the place that it copies, or -1 and the number of a word."""
        torch = self.network.torch
        copies = place >= 0
        at = place.clamp(min=0)
        copied = self.encoded.vectors[self.words.gather(1, at[:, None])[:, 0]]
        self.vectors = torch.where(copies[:, None], copied, self.table[word])
        self.cue = torch.where(copies, torch.minimum(at + 1, self.ends), self.cue)
        more = (self.written + 1).clamp(max=MOST_WRITTEN)
        self.written = torch.where(copies, torch.zeros_like(more), more)

    def choose(self, rows: Any) -> None:
        """Keep these rows, in this order, some perhaps more than once."""
        self.encoded = self.encoded.chosen(rows)
        self.words, self.ends = self.words[rows], self.ends[rows]
        self.state, self.vectors = self.state[rows], self.vectors[rows]
        self.cue, self.written = self.cue[rows], self.written[rows]


def rows_of(
    network: EncoderDecoder, sentences: Sequence[Sequence[str]], times: int, table: Any
) -> Rows:
    """Rows for sentences, each `times` times, one after another."""
    torch = network.torch
    sources = sources_of(sentences, network.vocabulary)
    rows = torch.arange(len(sentences)).repeat_interleave(times)
    encoded = network.encode(sources).chosen(rows)
    words, ends = torch.from_numpy(sources.words), torch.from_numpy(sources.lengths) - 1
    return Rows(network, encoded, words[rows], ends[rows], table)


def steps_from(place: Any, word: Any, vocabulary: Vocabulary) -> list[Step]:
    """Steps of arrays."""
    return [
        Step(p) if p >= 0 else Step(-1, vocabulary.word(w))
        for p, w in zip(place.tolist(), word.tolist(), strict=True)
    ]


class _Search:
    """A beam search over several sentences at once.

    Each sentence has `beam` rows; at first only one of them counts. A finished program stays in its
    row and is not continued.
    """

    def __init__(
        self, network: EncoderDecoder, sentences: Sequence[Sequence[str]], beam: int, table: Any
    ) -> None:
        self.network, self.sentences, self.beam = network, sentences, beam
        self.rows = rows_of(network, sentences, beam, table)
        self.table = table
        torch = network.torch
        count = len(sentences) * beam
        self.total = torch.zeros(count)
        if beam > 1:
            self.total.view(-1, beam)[:, 1:] = -torch.inf
        self.done = torch.zeros(count, dtype=torch.bool)
        self.programs: list[tuple[Step, ...]] = [()] * count
        self.scores: list[tuple[float, ...]] = [()] * count

    def decoded(self) -> list[Decoded]:
        """The best program of each sentence."""
        for _ in range(steps_at_most(max(map(len, self.sentences)))):
            self._step()
            best_done = self.done.view(-1, self.beam)[:, 0]
            if bool(best_done.all()):
                break
        found = []
        for number, sentence in enumerate(self.sentences):
            row = self._best(number)
            if row is None:  # no end within the limit: the source as it is
                program: Program = tuple(Step(place) for place in range(len(sentence) + 1))
                found.append(Decoded(tuple(sentence), program, (0.0,) * len(program)))
            else:
                tokens = run(self.programs[row], sentence)
                found.append(Decoded(tokens, self.programs[row], self.scores[row]))
        return found

    def _best(self, number: int) -> int | None:
        rows = range(number * self.beam, (number + 1) * self.beam)
        return next((row for row in rows if bool(self.done[row])), None)

    def _step(self) -> None:
        torch = self.network.torch
        looked = self.rows.look()
        log = torch.nn.functional.logsigmoid
        copies = log(-looked.gate)[:, None] + looked.attention
        width = min(self.beam, copies.shape[1])
        places = copies.topk(width, dim=1)
        # A word is at most as likely as writing is: rows in which that is less than the copies
        # that are kept need not be asked for words.
        bound = log(looked.gate)
        asked = torch.nonzero((bound > places.values[:, -1]) & ~self.done)[:, 0]
        words = copies.new_full((len(copies), self.beam), -torch.inf)
        numbers = torch.full((len(copies), self.beam), SPECIAL)
        if len(asked):
            scores = self.network.word_scores(looked.summary[asked], self.table)
            kept = min(self.beam, scores.shape[1])
            best = scores.topk(kept, dim=1)
            words[asked, :kept] = bound[asked][:, None] + best.values
            numbers[asked, :kept] = best.indices
        steps = torch.cat([places.values, words], dim=1)
        place = torch.cat([places.indices, torch.full_like(numbers, -1)], dim=1)
        word = torch.cat([torch.full_like(places.indices, SPECIAL), numbers], dim=1)
        self._keep(steps, place, word)

    def _keep(self, steps: Any, place: Any, word: Any) -> None:
        """The best rows of each sentence among all continuations."""
        torch = self.network.torch
        done = self.done[:, None]
        own = torch.zeros_like(steps, dtype=torch.bool)
        own[:, 0] = True
        steps = torch.where(done, torch.where(own, 0.0, -torch.inf), steps)
        totals = (self.total[:, None] + steps).view(len(self.sentences), -1)
        totals = torch.nan_to_num(totals, nan=-torch.inf, neginf=-torch.inf)
        best = totals.topk(self.beam, dim=1)
        each = steps.shape[1]
        first = torch.arange(len(self.sentences))[:, None] * self.beam
        rows = (first + best.indices // each).flatten()
        column = (best.indices % each).flatten()
        chosen, number, score = place[rows, column], word[rows, column], steps[rows, column]
        finished = self.done[rows]
        made = steps_from(chosen, number, self.network.vocabulary)
        keeps = finished.tolist()
        programs = [self.programs[row] for row in rows.tolist()]
        scores = [self.scores[row] for row in rows.tolist()]
        self.programs = [
            p if keep else (*p, step) for p, step, keep in zip(programs, made, keeps, strict=True)
        ]
        self.scores = [
            s if keep else (*s, one)
            for s, one, keep in zip(scores, np.asarray(score).tolist(), keeps, strict=True)
        ]
        self.total = best.values.flatten()
        if self.beam > 1:
            self.rows.choose(rows)
        self.done = finished | (chosen == self.rows.ends)
        self.rows.go_on(chosen, number)
