"""Verdicts on chunks: what a hypothesis got right, wrong, and what it missed or made up.

By one reference at a time (dependent), or by all of them for every chunk (independent). What a
verdict weighs is for `edit_weights` to say, what all of them come to for `cleme` and `cleme2`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, get_args

from syntacticdiff.errors import UsageError
from syntacticdiff.evaluate.chunks import ChunkedSentence, Tokens

Assumption = Literal["dependent", "independent"]
Verdict = Literal["tp", "fp_necessary", "fp_unnecessary", "fn"]


class JudgedEdit(NamedTuple):
    """A chunk that the hypothesis or a reference changed.

    `words` is what became of it: in the hypothesis, or, of an edit that was missed, in the
    reference by whose number the sentence is judged.
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


def checked_assumption(assumption: str) -> str:
    """The assumption, if there is such a one."""
    if assumption not in get_args(Assumption):
        allowed = " or ".join(get_args(Assumption))
        raise UsageError(f"assumption: {allowed} is needed, not {assumption!r}")
    return assumption


def judged(sentence: ChunkedSentence, assumption: str) -> list[list[JudgedEdit]]:
    """The edits of a sentence with their verdicts, once for each reference.

    Independent verdicts are the same for all references, but for the words of what was missed.
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
