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

    A change of capitals alone keeps the word as it was written. Several tokens with the letters of
    one (`thats`, `that 's`) replace it at once.

    Parameters
    ----------
    sentence : M2Sentence
        The annotated sentence.
    fold : callable, default str.lower
        How the reference folds words.

    Examples
    --------
    >>> from syntacticdiff.alignment.m2 import M2Edit
    >>> tokens = tuple("We went to a work places".split())
    >>> sentence = M2Sentence(tokens, (M2Edit(3, 6, "ArtOrDet", ("the workplace",)),))
    >>> sorted(step.op for step in gold_steps(sentence))
    ['remove', 'sub', 'sub']
    """
    return frozenset(
        step
        for edit in sentence.edits
        if not edit.is_noop
        for words in edit.corrections
        for step in _steps(sentence.tokens, edit.start, edit.end, words.split(), fold)
    )


def _steps(
    tokens: Sequence[str],
    start: int,
    end: int,
    words: Sequence[str],
    fold: Callable[[str], str],
) -> Iterator[Step]:
    folded = [fold(word) for word in words]
    if end - start == 1 and len(words) > 1 and _letters(tokens[start]) == _letters("".join(words)):
        yield Step(start, _RANKS["sub"], " ".join(folded))
        return
    for part in align([fold(token) for token in tokens[start:end]], folded):
        place = start + part.start
        if part.operation in _RANKS:  # neither a match nor words that have changed places
            target = folded[part.target_start] if part.operation != "remove" else ""
            yield Step(place, _RANKS[part.operation], target)
        elif part.operation == "match":
            for shift in range(part.end - part.start):
                written = words[part.target_start + shift]
                if tokens[place + shift] != written:
                    yield Step(place + shift, _RANKS["sub"], written)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))
