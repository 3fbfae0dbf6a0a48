"""Rewriter: sentences in, rewritten sentences out, with the edits that our alignment finds.

A guard leaves sentences alone where the network is likely to be wrong: an output that the reference
finds less likely than its source, or whose length differs by more than half, is dropped. Sentences
longer than those that the network was trained on are not given to it at all. Misspelled words may
be put right before, in sentences of any length: a small network knows few of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from syntacticdiff.alignment.align import align
from syntacticdiff.edits.diff import Edit
from syntacticdiff.edits.measured import sentence_bits
from syntacticdiff.neural.decoding import Decoded, decode
from syntacticdiff.neural.model import EncoderDecoder
from syntacticdiff.neural.network_file import CorrectionNetwork
from syntacticdiff.neural.pairs import Tokens
from syntacticdiff.parameters import switch, whole_number
from syntacticdiff.recognition.recognizer import Recognizer
from syntacticdiff.reference.model import ReferenceModel

MOST_LONGER = 0.5  # by how much the length may differ, as a share of the source's


@dataclass(frozen=True)
class Rewriting:
    """A sentence and what became of it.

    Parameters
    ----------
    source, tokens : tuple of str
        Its tokens before and after.
    probabilities : tuple of float, default ()
        Of the step that made each token, given the steps before it, and of the end; empty if the
        network changed nothing.
    respelled : frozenset of int, default frozenset()
        The places in `tokens` of words that the network copied, but whose spelling had been put
        right before.
    """

    source: Tokens
    tokens: Tokens
    probabilities: tuple[float, ...] = ()
    respelled: frozenset[int] = frozenset()

    def edits(self) -> tuple[Edit, ...]:
        """The edits that our alignment finds, in the order of `Diff.edits`."""
        if self.source == self.tokens:
            return ()
        inserted: list[list[Edit]] = [[] for _ in range(len(self.source) + 1)]
        changed: dict[int, Edit] = {}
        for span in align(self.source, self.tokens):
            if span.operation == "insert":
                for at in range(span.target_start, span.target_end):
                    inserted[span.start].append(self._edit("insert", span.start, at))
            elif span.operation == "remove":
                for place in range(span.start, span.end):
                    changed[place] = self._edit("remove", place, span.target_start)
            else:  # as many tokens on both sides
                for place, at in zip(
                    range(span.start, span.end),
                    range(span.target_start, span.target_end),
                    strict=True,
                ):
                    if self.source[place] != self.tokens[at]:
                        changed[place] = self._edit("sub", place, at)
        return tuple(_in_order(inserted, changed))

    def _edit(self, op: str, place: int, at: int) -> Edit:
        """An edit; `at` is the token that the deciding step made."""
        is_spelling = op == "sub" and at in self.respelled
        return Edit(
            op,  # type: ignore[arg-type]
            place,
            "" if op == "insert" else self.source[place],
            "" if op == "remove" else self.tokens[at],
            probability=self.probabilities[at] if self.probabilities and not is_spelling else None,
        )


def _in_order(inserted: list[list[Edit]], changed: dict[int, Edit]) -> Iterator[Edit]:
    """From left to right; an insertion beside removed tokens stands before the first of them."""
    for place in reversed(range(len(inserted) - 1)):
        edit = changed.get(place)
        if edit is not None and edit.op == "remove":
            inserted[place] += inserted[place + 1]
            inserted[place + 1] = []
    for place, edits in enumerate(inserted):
        for edit in edits:
            yield Edit("insert", place, "", edit.target, probability=edit.probability)
        if place in changed:
            yield changed[place]


class Rewriter:
    """Rewrites sentences by an encoder-decoder.

    Parameters
    ----------
    network : CorrectionNetwork
        The network.
    reference : ReferenceModel
        What the guard asks.
    guard : bool, default True
        Drop outputs that are less likely than their sources, or whose length differs by more than
        half.
    beam : int, default 5
        How many programs are followed at once; 1 is greedy.
    spelling : bool, default False
        Put misspelled words right first, by the index of known words and the reference.
    """

    def __init__(
        self,
        network: CorrectionNetwork,
        reference: ReferenceModel,
        *,
        guard: bool = True,
        beam: int = 5,
        spelling: bool = False,
    ) -> None:
        self.network, self.reference = network, reference
        spelling = switch("spelling", spelling)
        self.guard, self.beam = switch("guard", guard), whole_number("beam", beam, 1)
        self._running  # noqa: B018  (torch is missed here, not in the middle of a text)
        self.recognizer = Recognizer(reference) if spelling else None

    @cached_property
    def _running(self) -> EncoderDecoder:
        return self.network.built()

    def rewrite_many(self, sentences: Sequence[Sequence[str]]) -> list[Rewriting]:
        """Sentences rewritten, in their order.

        Parameters
        ----------
        sentences : sequence of sequences of str
            The tokens of each, as written.
        """
        longest = self.network.longest
        spelled = [self._spelled(words) for words in sentences]
        given = [number for number, words in enumerate(spelled) if 0 < len(words) <= longest]
        decoded = decode(self._running, [spelled[number] for number in given], self.beam)
        found = dict(zip(given, decoded, strict=True))
        return [
            self._judged(tuple(words), spelled[number], found.get(number))
            for number, words in enumerate(sentences)
        ]

    def _spelled(self, words: Sequence[str]) -> Tokens:
        return tuple(words if self.recognizer is None else self.recognizer.words(words))

    def _judged(self, source: Tokens, spelled: Tokens, found: Decoded | None) -> Rewriting:
        if (
            found is None
            or found.tokens == spelled
            or not self.is_believable(spelled, found.tokens)
        ):
            return Rewriting(source, spelled)
        probabilities = tuple(round(math.exp(step), 6) for step in found.log_probabilities)
        changed = {place for place, word in enumerate(source) if word != spelled[place]}
        copied = enumerate(step.place for step in found.program)
        respelled = frozenset(at for at, place in copied if place in changed)
        return Rewriting(source, found.tokens, probabilities, respelled)

    def is_believable(self, source: Tokens, tokens: Tokens) -> bool:
        """Whether an output is taken: it is not empty, and the guard, if there is one, agrees.

        Parameters
        ----------
        source, tokens : tuple of str
            A sentence before and after.
        """
        if not tokens or not self.guard:
            return bool(tokens)
        if abs(len(tokens) - len(source)) > MOST_LONGER * len(source):
            return False
        return sentence_bits(self.reference, tokens) <= sentence_bits(self.reference, source)
