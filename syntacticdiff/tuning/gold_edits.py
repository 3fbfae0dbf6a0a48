"""Which single edits annotators have made: what a learner takes for right.

An annotation of several tokens is taken apart by alignment. Which edits a search could make is not
asked here, and corrections are scored in `evaluate`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from syntacticdiff.alignment.align import align
from syntacticdiff.alignment.m2 import M2Sentence
from syntacticdiff.edits.diff import OPERATIONS
from syntacticdiff.search import Step

_RANKS = {operation: rank for rank, operation in enumerate(OPERATIONS)}


def gold_steps(sentence: M2Sentence, fold: Callable[[str], str] = str.lower) -> frozenset[Step]:
    """The single edits of all annotators and all their alternatives, words folded.

    Examples
    --------
    >>> from syntacticdiff.alignment.m2 import M2Edit
    >>> tokens = tuple("We went to a work places".split())
    >>> sentence = M2Sentence(tokens, (M2Edit(3, 6, "ArtOrDet", ("the workplace",)),))
    >>> sorted(step.op for step in gold_steps(sentence))
    ['remove', 'sub', 'sub']
    """
    tokens = [fold(token) for token in sentence.tokens]
    return frozenset(
        step
        for edit in sentence.edits
        if not edit.is_noop
        for words in edit.corrections
        for step in _steps(tokens, edit.start, edit.end, [fold(word) for word in words.split()])
    )


def _steps(tokens: Sequence[str], start: int, end: int, words: Sequence[str]) -> Iterator[Step]:
    for part in align(tokens[start:end], words):
        if part.operation in _RANKS:  # neither a match nor words that have changed places
            target = words[part.target_start] if part.operation != "remove" else ""
            yield Step(start + part.start, _RANKS[part.operation], target)
