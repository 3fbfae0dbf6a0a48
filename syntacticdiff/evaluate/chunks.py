"""Chunks: source, hypothesis and references of a sentence, cut at the same boundaries.

The edits of all versions are pooled, and edits that overlap or touch are merged into one span.
These spans and the gaps between them cut every version into the same number of chunks, which can
be compared one by one. `chunk_verdicts` judges them.

See J. Ye et al., CLEME: Debiasing Multi-reference Evaluation for Grammatical Error Correction,
EMNLP 2023.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from syntacticdiff.alignment.m2 import M2Edit, M2Sentence, corrected

Tokens = tuple[str, ...]
Interval = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ChunkedSentence:
    """The chunks of a source sentence, and of its hypothesis and references.

    `intervals` are the chunks' spans in the source. A chunk of no width is an insertion, and is
    empty in versions that insert nothing there.
    """

    tokens: Tokens
    intervals: tuple[Interval, ...]
    source: tuple[Tokens, ...]
    hypothesis: tuple[Tokens, ...]
    references: tuple[tuple[Tokens, ...], ...]

    def with_chunk(self, index: int, words: Tokens) -> Tokens:
        """The source with one chunk replaced."""
        start, end = self.intervals[index]
        return (*self.tokens[:start], *words, *self.tokens[end:])


def chunked(hypothesis: M2Sentence, gold: M2Sentence, merge_distance: int = 0) -> ChunkedSentence:
    """Cut a sentence by the edits of a system (its first annotator) and of all references.

    References that leave no token are dropped, unless there are no others.

    Examples
    --------
    >>> system = M2Sentence(("I", "like", "apple"), (M2Edit(2, 2, "M:DET", ("the",)),))
    >>> gold = M2Sentence(("I", "like", "apple"), (M2Edit(2, 3, "R:NOUN", ("apples",)),))
    >>> chunks = chunked(system, gold)
    >>> chunks.source, chunks.hypothesis
    ((('I', 'like'), ('apple',)), (('I', 'like'), ('the', 'apple')))
    >>> chunks.references
    ((('I', 'like'), ('apples',)),)
    """
    tokens = gold.tokens
    annotations = hypothesis.annotations
    own = _sorted(annotations[min(annotations)])
    references = [_sorted(edits) for _, edits in sorted(gold.annotations.items())]
    kept = [edits for edits in references if corrected(tokens, edits)] or references[:1]
    places = _places((own, *kept), merge_distance)
    intervals = _with_gaps(places, len(tokens))
    return ChunkedSentence(
        tokens,
        intervals,
        tuple(tokens[start:end] for start, end in intervals),
        _cut(tokens, own, intervals, places),
        tuple(_cut(tokens, edits, intervals, places) for edits in kept),
    )


def _sorted(edits: Iterable[M2Edit]) -> list[M2Edit]:
    return sorted(edits, key=lambda edit: (edit.start, edit.end))


def _places(versions: Iterable[Sequence[M2Edit]], merge_distance: int) -> list[Interval]:
    """The spans of all edits; those that overlap or are close together are merged."""
    places: list[Interval] = []
    for start, end in sorted((edit.start, edit.end) for edits in versions for edit in edits):
        if places and start <= places[-1][1] + merge_distance:
            places[-1] = places[-1][0], max(places[-1][1], end)
        else:
            places.append((start, end))
    return places


def _with_gaps(places: Sequence[Interval], length: int) -> tuple[Interval, ...]:
    intervals: list[Interval] = []
    done = 0
    for start, end in places:
        if done < start:
            intervals.append((done, start))
        intervals.append((start, end))
        done = end
    if done < length:
        intervals.append((done, length))
    return tuple(intervals)


def _cut(
    tokens: Tokens,
    edits: Sequence[M2Edit],
    intervals: Sequence[Interval],
    places: Sequence[Interval],
) -> tuple[Tokens, ...]:
    """The words of a version in each interval; every edit lies within one of the places."""
    changed: dict[Interval, Tokens] = {}
    waiting = iter(edits)
    edit = next(waiting, None)
    for start, end in places:
        if edit is None:
            break
        output: list[str] = []
        done = start
        while edit is not None and edit.end <= end:
            output += tokens[done : edit.start]
            output += edit.correction.split()
            done = max(done, edit.end)
            edit = next(waiting, None)
        changed[start, end] = (*output, *tokens[done:end])
    return tuple(
        changed[interval] if interval in changed else tokens[slice(*interval)]
        for interval in intervals
    )
