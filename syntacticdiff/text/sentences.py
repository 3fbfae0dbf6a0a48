"""Where the sentences of a text begin and end.

sentencex finds the ends; what it gets wrong at blank lines, line breaks and unpaired marks is
settled here. A release of sentencex may split differently from the one before it, so that a model
keeps which one its text was split by (`Splitter.identity`).
"""

from __future__ import annotations

import contextlib
import mmap
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

from syntacticdiff.text.languages import ENGLISH, find_language

Span = tuple[int, int]

_BLANK_LINE = re.compile(r"\n[^\S\n]*+\n\s*+")
_PAIRS = (('"', '"'), ("“", "”"), ("(", ")"), ("[", "]"), ("{", "}"), ("<", ">"))
_OTHER_QUOTES = "'`‘‚‛‟„«»‹›《》「」（）"
_LONGEST_WITH_PAIRS = 10_000
_WINDOW = 100_000  # characters that sentencex gets at a time
_LONGEST_SENTENCE = 100_000  # characters; what follows stands in a sentence of its own
_UNSURE = 4  # sentences at the end of a window
_NO_BURDEN, _BYTES_EACH, _RESERVE = 1_000, 64, 4 << 20
_NEAR = 1_000  # characters within which a space is looked for
_SPACE, _NO_SPACE = re.compile(r"\s"), re.compile(r"\S")
_MARK = re.compile(r"\s|(?<=[^\w\s])(?=\w)")  # or behind a comma, where no spaces are written
_SURROGATE = re.compile(r"[\ud800-\udfff]")


@dataclass(frozen=True)
class Splitter:
    """A way to find sentences.

    Parameters
    ----------
    name : str
        What `identity` calls it.
    version : int
        Of our own rules: count up whenever some text gets other sentences.
    spans : callable
        Where the sentences of a text in a language begin and end, without the white space around
        them.
    package : str, default=None
        The distribution that the sentences depend on, if any.
    alike : tuple of str, default=()
        Releases of the package that were compared and split the same way, the oldest first.
    """

    name: str
    version: int
    spans: Callable[[str, str], list[Span]]
    package: str | None = None
    alike: tuple[str, ...] = ()

    def identity(self) -> str:
        """What the sentences depend on: two splitters of one identity split alike."""
        if self.package is None:
            return f"{self.name}, rules {self.version}"
        release = _installed(self.package)
        if release in self.alike:
            release = self.alike[0]
        return f"{self.name} {release}, rules {self.version}"


@cache
def _installed(package: str) -> str:
    from importlib.metadata import version

    return version(package)


def sentence_spans(text: str, language: str = ENGLISH) -> list[Span]:
    """Where the sentences of a text begin and end, without the white space around them.

    A blank line always ends a sentence, a single line break never does. What has no end for very
    long (a table, a list of words) is cut between words, so that searching it takes time in
    proportion to its length.

    Parameters
    ----------
    text : str
        Any text.
    language : str, default "en"
        The language whose abbreviations and dates do not end a sentence; of `LANGUAGES`.
    """
    joins = find_language(language).joins
    spans: list[Span] = []
    for offset, paragraph in _paragraphs(text):
        first = len(spans)
        for start, end in _boundaries(language, _without_false_pairs(paragraph)):
            start, end = offset + start, offset + end
            sentence = text[start:end]
            start += len(sentence) - len(sentence.lstrip())
            end -= len(sentence) - len(sentence.rstrip())
            if start >= end:
                continue
            if len(spans) > first and joins(text[slice(*spans[-1])], text[start:end]):
                spans[-1] = spans[-1][0], end
            else:
                spans.append((start, end))
    return [part for span in spans for part in _parts(text, *span)]


def _parts(text: str, start: int, end: int) -> Iterator[Span]:
    """A sentence, in parts if it is too long; no word is cut."""
    while end - start > _LONGEST_SENTENCE:
        least = start + _LONGEST_SENTENCE
        place = _SPACE.search(text, least, min(least + _NEAR, end)) or _MARK.search(
            text, least, end
        )
        if place is None:
            break
        yield start, start + len(text[start : place.start()].rstrip())
        word = _NO_SPACE.search(text, place.end(), end)
        assert word is not None  # a sentence does not end in white space
        start = word.start()
    yield start, end


def _boundaries(language: str, paragraph: str) -> Iterator[Span]:
    """What sentencex finds in a paragraph, a window at a time, so that little memory is needed."""
    start, length = 0, _WINDOW
    while True:
        found = _found(language, paragraph[start : start + length])
        if start + length >= len(paragraph):
            yield from ((start + first, start + last) for first, last in found)
            return
        # The window ends in the middle of a sentence: the last ones are looked for again.
        sure = found[:-_UNSURE]
        if not sure:
            length *= 2
            continue
        yield from ((start + first, start + last) for first, last in sure)
        start, length = start + sure[-1][1], _WINDOW


def _found(language: str, window: str) -> list[Span]:
    from sentencex import get_sentence_boundaries

    # Out of memory, sentencex panics or waits for ever; this fails first, and in order.
    if len(window) > _NO_BURDEN:
        with contextlib.closing(_reserved(_BYTES_EACH * len(window) + _RESERVE)):
            pass
    try:
        boundaries = get_sentence_boundaries(language, window)
        return [(found["start_index"], found["end_index"]) for found in boundaries]
    except BaseException as error:
        if type(error).__name__ == "PanicException":  # not an Exception
            raise MemoryError("sentencex") from None
        raise


def _reserved(size: int) -> mmap.mmap:
    """Memory that is not touched, and so costs nothing."""
    try:
        return mmap.mmap(-1, size)
    except OSError as error:
        raise MemoryError(str(error)) from None


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """The stretches between blank lines, and where they begin; as long as they are in the text.

    Line breaks come in three spellings, and a lone surrogate cannot be handed to sentencex.
    """
    text = text.replace("\r\n", " \n").replace("\r", "\n")
    text = _SURROGATE.sub("\ufffd", text)
    start = 0
    for blank in _BLANK_LINE.finditer(text):
        yield start, text[start : blank.start()]
        start = blank.end()
    yield start, text[start:]


def _without_false_pairs(paragraph: str) -> str:
    """The paragraph without the quotation marks and brackets that do not pair up.

    sentencex ends no sentence between an opening and a closing mark. One stray mark, or a `:(`,
    would make a single sentence of all that follows, so marks whose numbers disagree are replaced,
    one character by one. It also looks for the partner of each mark again and again, which is too
    slow beyond a certain length: there, all marks are replaced.
    """
    too_long = len(paragraph) > _LONGEST_WITH_PAIRS
    replaced = _OTHER_QUOTES if too_long else ""
    for opening, closing in _PAIRS:
        opened, closed = paragraph.count(opening), paragraph.count(closing)
        if too_long or opened != closed or (opening == closing and opened % 2):
            replaced += opening + closing
    for mark in replaced:
        # an opening mark must not end the sentence before it; a closing one may follow its period
        paragraph = paragraph.replace(" " + mark, " _").replace(mark, "\u2019")
    return paragraph


SENTENCEX = Splitter(
    name="sentencex",
    # That sentences of over 100,000 characters are cut came later: no reference was made of any.
    version=1,
    spans=sentence_spans,
    package="sentencex",
    # pyproject.toml allows these only. Before another one is added, compare the sentences of a few
    # thousand texts: those of 1.0.24, 1.0.28 and 1.0.29 all differ.
    alike=("1.0.30", "1.0.31", "1.0.32"),
)
