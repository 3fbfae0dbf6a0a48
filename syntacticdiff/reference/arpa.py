"""ARPA files: the text format for n-gram models that every other tool reads and writes.

Sections are read many lines at a time and go straight into arrays. What the format leaves open is
settled here: `<s>` is never predicted, a missing `<unk>` is all but impossible, and an n-gram may
be there without the shorter ones that it begins or ends with.
"""

from __future__ import annotations

import contextlib
import os
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

from syntacticdiff.errors import InputError, ModelError
from syntacticdiff.files.atomic import atomic_write
from syntacticdiff.files.opening import open_file
from syntacticdiff.reference.counting import ABSENT, Ints
from syntacticdiff.reference.interpolation import MOST_WORDS, ZERO, contexts_of
from syntacticdiff.reference.lexicon import Lexicon
from syntacticdiff.reference.ngrams import PREFIX_ONLY, Level
from syntacticdiff.reference.scorer import BEGIN, MARKERS, UNKNOWN

BLOCK = 1 << 16  # lines at a time
LONGEST_PREAMBLE = 1000  # lines before the data
MISSING_UNKNOWN = -100.0  # log10 p(<unk>) of a model without it; KenLM takes the same
LARGEST = 1e30  # of the numbers that are taken for finite

_MARKERS = tuple(marker.encode() for marker in MARKERS)
_UNKNOWN_TOO = b"<UNK>"  # some tools spell it so
_SEPARATORS = np.frombuffer(b"\t\n ", np.uint8)
_SPACE = re.compile(r"[ \t\n\r\v\f]")
_MOST_DIGITS = 18  # of numbers that are 64 bits wide
_COUNT = re.compile(rb"ngram\s+(\d+)\s*=\s*(\d+)")


def write_arpa(
    target: str | os.PathLike[str] | IO[bytes], lexicon: Lexicon, levels: Sequence[Level]
) -> None:
    """Write a model as ARPA, to a path (whole or not at all) or to an open binary stream."""
    words = list(lexicon.words())
    for word in words:
        if not word or _SPACE.search(word):
            raise InputError(f"the word {word!r} cannot be written to ARPA: it has white space")
    spellings = [word.encode("utf-8", "surrogatepass") for word in words]
    for level in levels:
        largest = int(level.words.max(initial=0))
        if largest >= len(words):
            raise ModelError(
                f"the model is damaged: an n-gram has the word {largest} of {len(words)}; make it "
                "again"
            )
    contexts = contexts_of(levels)
    kept = [np.flatnonzero(level.log10 != PREFIX_ONLY) for level in levels]
    with contextlib.ExitStack() as stack:
        if isinstance(target, str | os.PathLike):
            target = stack.enter_context(atomic_write(target))
        target.write(b"\\data\\\n")
        for k, chosen in enumerate(kept, 1):
            target.write(b"ngram %d=%d\n" % (k, len(chosen)))
        for k, chosen in enumerate(kept):
            target.write(b"\n\\%d-grams:\n" % (k + 1))
            for start in range(0, len(chosen), BLOCK):
                part = chosen[start : start + BLOCK]
                columns = [_spelled(spellings, levels, contexts, k, part)]
                if k + 1 < len(levels):
                    columns.append(_shortest(levels[k].backoff[part]))
                columns.insert(0, _shortest(levels[k].log10[part]))
                lines = map(b"\t".join, zip(*columns, strict=True))
                target.write(b"\n".join(lines) + b"\n")
        target.write(b"\n\\end\\\n")


def _spelled(
    spellings: Sequence[bytes],
    levels: Sequence[Level],
    contexts: Sequence[Ints],
    k: int,
    index: Ints,
) -> list[bytes]:
    """The words of some n-grams of level k, from the last to the first, put together."""
    columns: list[list[bytes]] = []
    for j in range(k, -1, -1):
        columns.append([spellings[word] for word in levels[j].words[index].tolist()])
        index = contexts[j][index]
    return list(map(b" ".join, zip(*reversed(columns), strict=True)))


def _shortest(values: NDArray[np.float32]) -> list[bytes]:
    """The fewest digits that read back as the same float32."""
    texts: list[bytes] = values.astype("S16").tolist()
    return [b"0" if text in (b"0.0", b"-0.0") else text for text in texts]


def read_arpa(path: str | os.PathLike[str]) -> tuple[Lexicon, tuple[Level, ...]]:
    """Read a model from an ARPA file; its lexicon has no counts."""
    try:
        with open_file(path, stream=True) as stream:
            return _Reader(Path(path), stream).read()
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from error


@dataclass(frozen=True)
class _Block:
    """Some lines of a section, by columns: first words, second words, and so on."""

    first_line: int
    words: list[Sequence[bytes]]
    log10: NDArray[np.float32]
    backoff: NDArray[np.float32]


@dataclass(frozen=True)
class _Section:
    """The n-grams of one order in the file's order; row j of `words` are the ids of word j."""

    first_line: int
    words: Ints
    log10: NDArray[np.float32]
    backoff: NDArray[np.float32]


class _Reader:
    """One pass through the file; it knows the line that it is at."""

    def __init__(self, path: Path, stream: IO[bytes]) -> None:
        self.path, self.stream, self.line = path, stream, 0

    def read(self) -> tuple[Lexicon, tuple[Level, ...]]:
        self._find_data()
        counts = self._counts()
        spellings, unigrams = self._unigrams(counts)
        ids = {word: number for number, word in enumerate(spellings)}
        ids.setdefault(_UNKNOWN_TOO, UNKNOWN)
        sections = [unigrams]
        for k in range(2, len(counts) + 1):
            self._expect(f"\\{k}-grams:", k - 1, counts)
            sections.append(self._ngrams(k, counts, ids))
        self._expect("\\end\\", len(counts), counts)
        lexicon = Lexicon.build([word.decode("utf-8", "surrogatepass") for word in spellings])
        return lexicon, self._levels(sections)

    # The parts of the file, in their order.

    def _find_data(self) -> None:
        for _ in range(LONGEST_PREAMBLE):
            line = self.stream.readline(BLOCK)
            self.line += 1
            if line.strip() == b"\\data\\":
                return
        raise InputError(f"{self.path}: not an ARPA file: no line near its top says \\data\\")

    def _counts(self) -> list[int]:
        """The number of n-grams of each order; the first section's heading is read, too."""
        counts: list[int] = []
        while match := _COUNT.fullmatch(line := self._next_line()):
            if max(len(match[1]), len(match[2])) > _MOST_DIGITS:
                raise self.error("a number of so many digits is no number of n-grams")
            if int(match[1]) != len(counts) + 1:
                raise self.error(f"expected the number of {len(counts) + 1}-grams")
            counts.append(int(match[2]))
        if not counts:
            raise self.error(f'expected "ngram 1=" and a number, found {_quoted(line)}')
        if line != b"\\1-grams:":
            raise self.error(f"expected \\1-grams:, found {_quoted(line)}")
        if len(counts) > MOST_WORDS:
            raise self.error(
                f"this is a model of order {len(counts)}; the highest possible is {MOST_WORDS}"
            )
        return counts

    def _unigrams(self, counts: Sequence[int]) -> tuple[list[bytes], _Section]:
        """The words in the order of their ids, and their section in that order."""
        lines: dict[bytes, int] = {}
        log10, backoff = [], []
        for block in self._blocks(1, counts):
            for line, word in enumerate(block.words[0], block.first_line):
                if lines.setdefault(word, line) != line:
                    raise self.error(f"{_quoted(word)} is here a second time", line)
                if not _is_utf8(word):
                    raise self.error(f"{_quoted(word)} is not UTF-8", line)
            log10.append(block.log10)
            backoff.append(block.backoff)
        unknown, begin, end = _MARKERS
        spellings = list(lines)
        if unknown not in lines and _UNKNOWN_TOO in lines:
            spellings[spellings.index(_UNKNOWN_TOO)] = unknown
        if end not in lines:
            raise self.error("no </s> among the single words: no sentence could end")
        for marker, value in ((unknown, MISSING_UNKNOWN), (begin, ZERO)):
            if marker not in spellings:
                spellings.append(marker)
                log10.append(np.array([value], np.float32))
                backoff.append(np.zeros(1, np.float32))
                if marker == unknown:
                    warnings.warn(
                        f"{self.path}: no <unk>; unknown words get log10 p = {value:g}",
                        stacklevel=4,
                    )
        return _by_probability(spellings, np.concatenate(log10), np.concatenate(backoff))

    def _ngrams(self, k: int, counts: Sequence[int], ids: Mapping[bytes, int]) -> _Section:
        """A section of longer n-grams."""
        first_line = self.line + 1
        words, log10, backoff = [np.empty((k, 0), np.int64)], [_NONE], [_NONE]
        for block in self._blocks(k, counts):
            known = np.array([[ids.get(word, ABSENT) for word in row] for row in block.words])
            if (known == ABSENT).any():
                place, j = (int(i) for i in np.argwhere((known == ABSENT).T)[0])
                problem = f"{_quoted(block.words[j][place])} is not among the single words"
                raise self.error(problem, block.first_line + place)
            words.append(known)
            log10.append(block.log10)
            backoff.append(block.backoff)
        return _Section(
            first_line, np.concatenate(words, 1), np.concatenate(log10), np.concatenate(backoff)
        )

    def _levels(self, sections: Sequence[_Section]) -> tuple[Level, ...]:
        """The sections as a trie, with the n-grams put in that longer ones begin with."""
        vocabulary = sections[0].words.shape[1]
        log10, backoff = sections[0].log10, sections[0].backoff
        words = np.arange(vocabulary)
        prefix = [section.words[0] for section in sections]  # an index in the level so far
        levels = []
        for k in range(1, len(sections)):
            longer = zip(prefix[1:], sections[k:], strict=True)
            keys = [before * vocabulary + section.words[k] for before, section in longer]
            every = np.sort(np.concatenate(keys))  # several times faster than np.unique
            every = every[np.flatnonzero(np.diff(every, prepend=-1))]
            prefix = [np.searchsorted(every, key) for key in keys]
            self._reject_duplicates(prefix[0], sections[k], len(every))
            parents = np.searchsorted(every, np.arange(len(words) + 1) * vocabulary)
            levels.append(Level(words.astype(np.uint32), log10, backoff, parents.astype(np.uint32)))
            words = every % vocabulary
            log10 = np.full(len(every), PREFIX_ONLY, np.float32)
            backoff = np.zeros(len(every), np.float32)
            log10[prefix[0]], backoff[prefix[0]] = sections[k].log10, sections[k].backoff
        none = np.empty(0, np.uint32)
        return (*levels, Level(words.astype(np.uint32), log10, _NONE, none))

    # Lines.

    def _next_line(self) -> bytes:
        """The next line that is not blank, without the white space around it."""
        for line in self.stream:
            self.line += 1
            if line.strip():
                return line.strip()
        raise self._truncated()

    def _expect(self, heading: str, k: int, counts: Sequence[int]) -> None:
        """The heading that must follow the section of `k`-grams."""
        line = self._next_line()
        if line == heading.encode():
            return
        if line.startswith(b"\\"):
            raise self.error(f"expected {heading}, found {_quoted(line)}")
        raise self.error(f"more {k}-grams than the {counts[k - 1]} that \\data\\ announces")

    def _blocks(self, k: int, counts: Sequence[int]) -> Iterator[_Block]:
        """The section of `k`-grams, many lines at a time."""
        left = counts[k - 1]
        while left:
            lines = list(islice(self.stream, min(left, BLOCK)))
            first, self.line = self.line + 1, self.line + len(lines)
            if not lines:
                raise self._truncated()
            columns = _columns_of_equal_lines(lines) or []
            if len(columns) == k + 1:
                columns.append([b"0"] * len(lines))
            elif len(columns) != k + 2:
                rows = [line.split() for line in lines]
                for line, row in enumerate(rows, first):
                    if len(row) == k + 1:
                        row.append(b"0")
                    elif len(row) != k + 2:
                        raise self._bad_row(row, line, k, counts)
                columns = list(zip(*rows, strict=True))
            probabilities, *words, weights = columns
            log10, backoff = self._numbers(probabilities, first), self._numbers(weights, first)
            self._reject(log10 > 0, first, "log10 of a probability must not be above 0")
            if k == len(counts):
                self._reject(backoff != 0, first, f"a {k}-gram, the longest here, has a back-off")
            yield _Block(first, words, log10, backoff)
            left -= len(lines)

    def _numbers(self, column: Sequence[bytes], first: int) -> NDArray[np.float32]:
        try:
            values = np.array([_number(text) for text in column])
        except ValueError:
            line, text = next(
                (line, text) for line, text in enumerate(column, first) if not _is_number(text)
            )
            raise self.error(f"{_quoted(text)} is not a number", line) from None
        self._reject(~(np.abs(values) < LARGEST), first, "a number that is not finite")
        return values.astype(np.float32)

    # What is wrong.

    def error(self, problem: str, line: int | None = None) -> InputError:
        return InputError(f"{self.path}, line {self.line if line is None else line}: {problem}")

    def _reject(self, bad: NDArray[np.bool_], first: int, problem: str) -> None:
        if bad.any():
            raise self.error(problem, first + int(np.argmax(bad)))

    def _reject_duplicates(self, index: Ints, section: _Section, length: int) -> None:
        last = np.zeros(length, np.int64)
        last[index] = np.arange(len(index))
        self._reject(
            last[index] != np.arange(len(index)),
            section.first_line,
            "an n-gram that comes a second time further down",
        )

    def _bad_row(
        self, row: Sequence[bytes], line: int, k: int, counts: Sequence[int]
    ) -> InputError:
        if not row or row[0].startswith(b"\\"):
            return self.error(
                f"fewer {k}-grams than the {counts[k - 1]} that \\data\\ announces", line
            )
        words = "a word" if k == 1 else f"{k} words"
        return self.error(f"expected a number, {words} and perhaps a back-off", line)

    def _truncated(self) -> InputError:
        return self.error("the file ends here, without \\end\\: it is truncated")


_NONE = np.empty(0, np.float32)


def _by_probability(
    spellings: Sequence[bytes], log10: NDArray[np.float32], backoff: NDArray[np.float32]
) -> tuple[list[bytes], _Section]:
    """Words and numbers in the order of the word ids: markers, then by falling probability."""
    markers = {marker: number for number, marker in enumerate(_MARKERS)}
    rising = (-log10).tolist()
    order = sorted(
        range(len(spellings)),
        key=lambda i: (markers.get(spellings[i], len(markers)), rising[i], spellings[i]),
    )
    log10, backoff = log10[order], backoff[order]
    log10[BEGIN] = ZERO
    ids = np.arange(len(order)).reshape(1, -1)
    return [spellings[i] for i in order], _Section(0, ids, log10, backoff)


def _columns_of_equal_lines(lines: Sequence[bytes]) -> list[Sequence[bytes]] | None:
    """The fields by columns if all lines have the same number: much faster than line by line."""
    text = b"".join(lines)
    fields = text.split()
    width = len(fields) // len(lines)
    characters = np.frombuffer(text, np.uint8)
    separators = characters[np.isin(characters, _SEPARATORS)]
    if len(separators) != len(fields) or len(fields) != width * len(lines):
        return None
    if (separators[width - 1 :: width] != ord("\n")).any():
        return None
    return [fields[j::width] for j in range(width)]


def _number(text: bytes) -> float:
    if b"_" in text:  # float() would take 1_0 for a number
        raise ValueError(text)
    return float(text)


def _is_number(text: bytes) -> bool:
    try:
        _number(text)
    except ValueError:
        return False
    return True


def _is_utf8(word: bytes) -> bool:
    try:
        word.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return False
    return True


def _quoted(text: bytes) -> str:
    """Text from the file as it may stand in a message: one line, not too long."""
    shown = text[:40].decode("utf-8", "replace")
    return '"' + "".join(c if c.isprintable() else "\ufffd" for c in shown) + '"'
