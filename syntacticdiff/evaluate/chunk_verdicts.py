"""Verdicts on chunks: right, wrong, missed, or changed without need.

Chunks are judged by one reference at a time (dependent), or each by all references (independent).
`edit_weights` weights the verdicts, and `cleme` and `cleme2` turn their sums into scores.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from syntacticdiff.evaluate.chunks import ChunkedSentence, Tokens

Assumption = Literal["dependent", "independent"]
Verdict = Literal["tp", "fp_necessary", "fp_unnecessary", "fn"]


class JudgedEdit(NamedTuple):
    """A chunk that the hypothesis or a reference changed.

    `words` is what replaced the chunk in the hypothesis or, if the edit was missed, in the
    reference with this number.
    """

    sentence: ChunkedSentence
    chunk: int
    reference: int
    verdict: Verdict
    words: Tokens

    @property
    def source(self) -> Tokens:
        """The words before the edit."""
        return self.sentence.source[self.chunk]

    @property
    def sentence_with_it(self) -> Tokens:
        """The source with this edit alone."""
        return self.sentence.with_chunk(self.chunk, self.words)

    @property
    def reference_sentence(self) -> Tokens:
        """What the reference made of the whole sentence."""
        chunks = self.sentence.references[self.reference]
        return tuple(word for chunk in chunks for word in chunk)


def judged(sentence: ChunkedSentence, assumption: str) -> list[list[JudgedEdit]]:
    """The edits of a sentence with their verdicts, once for each reference.

    Independent verdicts are the same for all references, except for the words of missed edits.
    """
    judge = _by_one if assumption == "dependent" else _by_all
    return [list(judge(sentence, number)) for number in range(len(sentence.references))]


def _by_one(sentence: ChunkedSentence, number: int) -> Iterator[JudgedEdit]:
    versions = zip(sentence.source, sentence.hypothesis, sentence.references[number], strict=True)
    for index, (source, found, wanted) in enumerate(versions):
        if found != source:
            verdict: Verdict = "fp_unnecessary" if wanted == source else "fp_necessary"
            yield JudgedEdit(sentence, index, number, "tp" if found == wanted else verdict, found)
        elif wanted != source:
            yield JudgedEdit(sentence, index, number, "fn", wanted)


def _by_all(sentence: ChunkedSentence, number: int) -> Iterator[JudgedEdit]:
    for index, (source, found) in enumerate(zip(sentence.source, sentence.hypothesis, strict=True)):
        wanted = [reference[index] for reference in sentence.references]
        if found != source:
            verdict: Verdict = "fp_necessary" if _any_changed(wanted, source) else "fp_unnecessary"
            yield JudgedEdit(sentence, index, number, "tp" if found in wanted else verdict, found)
        elif source not in wanted:
            yield JudgedEdit(sentence, index, number, "fn", wanted[number])


def _any_changed(versions: Iterable[Tokens], source: Tokens) -> bool:
    return any(version != source for version in versions)
