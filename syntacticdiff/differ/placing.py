"""Putting edits back into text: from what a search found to a Diff."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import islice

from syntacticdiff.deferred import DeferredMapping
from syntacticdiff.differ.preparing import (
    Preparation,
    PreparedSentence,
    SentenceInput,
    UnplacedSentence,
)
from syntacticdiff.edits.diff import (
    OPERATIONS,
    Diff,
    Edit,
    RankedDiff,
    apply_edits,
)
from syntacticdiff.edits.rewriting import rewrite
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.reference.scorer import MARKERS, ONE_BIT, UNKNOWN
from syntacticdiff.search import Found, Step, Word
from syntacticdiff.search.answers import Answers
from syntacticdiff.search.found import RankedFound
from syntacticdiff.search.hypothesis import INSERT
from syntacticdiff.search.sources.word_lists import COMMONEST
from syntacticdiff.text.languages import ENGLISH


class Placement:
    """Gives edits their place in the text, and writes the changed sentence.

    Parameters
    ----------
    model : ReferenceModel
        The reference that the edits were found with.
    rewrites : bool
        Whether the search's edits can be applied together; otherwise diffs have no output.
    signature : str
        The signature of every diff.
    """

    def __init__(self, model: ReferenceModel, rewrites: bool, signature: str) -> None:
        self.model, self.rewrites, self.signature = model, rewrites, signature
        self._function_words = commonest_words(model)

    def diff(self, prepared: PreparedSentence, found: Found) -> Diff:
        """The diff of a sentence."""
        edits: tuple[Edit, ...] = ()
        if found.steps:
            probabilities = found.probabilities or (None,) * len(found.steps)
            edits = _placed(prepared, found.steps, found.gains, probabilities)
        tokens = tuple([word.text for word in prepared.words])
        return Diff(
            text=prepared.text,
            tokens=tokens,
            edits=edits,
            before=found.before,
            after=found.after,
            output=self._output(prepared, edits) if self.rewrites else None,
            output_tokens=_output_tokens(tokens, edits) if self.rewrites else None,
            unknown=[word.id for word in prepared.words].count(UNKNOWN),
            offset=prepared.offset,
            signature=self.signature,
            alternatives=(
                _placed(prepared, *zip(*((s, g, p) for s, p, g in found.alternatives), strict=True))
                if found.alternatives
                else ()
            ),
            soft_counts=(
                None
                if found.probabilities is None
                else DeferredMapping(partial(_soft_counts, prepared.words, found.expected))
            ),
            function_words=self._function_words,
        )

    def ranked(self, prepared: PreparedSentence, hypothesis: RankedFound) -> RankedDiff:
        """A hypothesis of an n-best list."""
        diff = self.diff(prepared, hypothesis.found)
        return RankedDiff(diff, hypothesis.cost / ONE_BIT, hypothesis.probability)

    def _output(self, prepared: PreparedSentence, edits: Sequence[Edit]) -> str:
        if not edits:
            return prepared.text
        return rewrite(
            prepared.text,
            prepared.spans,
            edits,
            casing=self.model.casing,
            recase=not self.model.cased,
            apart=prepared.spaced,
        )


class DeferredPlacement:
    """Gives the diffs of a batch, each of which is made when somebody reads it.

    Parameters
    ----------
    preparation : Preparation
        Says where tokens stand in a sentence.
    placement : Placement
        What makes diffs.
    answers : Answers
        What was found in the batch.
    """

    def __init__(self, preparation: Preparation, placement: Placement, answers: Answers) -> None:
        self._preparation, self._placement, self._answers = preparation, placement, answers

    def diff(self, unplaced: UnplacedSentence, number: int) -> Diff:
        """The diff of a sentence, the batch's `number`."""
        return Diff.deferred(partial(self._made, unplaced.sentence, unplaced.offset, number))

    def _made(self, sentence: SentenceInput, offset: int, number: int) -> Diff:
        prepared = self._preparation.sentence(sentence, offset)
        return self._placement.diff(prepared, self._answers.found(number))


def commonest_words(model: ReferenceModel) -> frozenset[str] | None:
    """The words that take the place of function words; None if the reference is English."""
    if model.language == ENGLISH:
        return None
    return frozenset(islice(model.lexicon.words(), len(MARKERS), len(MARKERS) + COMMONEST))


def _soft_counts(words: Sequence[Word], expected: Mapping[Step, float]) -> dict[str, float]:
    """Expected counts by the names of edits."""
    counts: dict[str, float] = {}
    for step, count in expected.items():
        name = str(step.edit_of(words))
        counts[name] = counts.get(name, 0.0) + count
    return counts


def _output_tokens(tokens: tuple[str, ...], edits: Sequence[Edit]) -> tuple[str, ...]:
    return apply_edits(tokens, edits) if edits else tokens


def _placed(
    prepared: PreparedSentence,
    steps: Iterable[Step],
    gains: Iterable[float],
    probabilities: Iterable[float | None],
) -> tuple[Edit, ...]:
    """Steps as edits with their places in the text."""
    spans, words = prepared.spans, prepared.words
    edits = []
    for (position, rank, target), gain, probability in zip(
        steps, gains, probabilities, strict=True
    ):
        if position < len(spans):
            start, end = spans[position]
        else:
            start = end = spans[-1][1] if spans else 0
        if rank == INSERT:
            source, end = "", start
        else:
            word = words[position]
            source = word.source_of(target) if word.recased else word.text
        edits.append(
            Edit(OPERATIONS[rank], position, source, target, gain, start, end, probability)
        )
    return tuple(edits)
