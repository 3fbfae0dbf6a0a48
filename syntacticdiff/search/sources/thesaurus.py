"""Substitutes of similar or opposite meaning, from a file.

Two kinds of files are read: those of MyThes (`th_en_US.dat`), with the encoding on the first line,
a line `word|number of meanings` for each word, and a line `(noun)|word|word (antonym)` for each of
its meanings; and tables of two columns, separated by a tab or a comma, one pair of words a line.
Expressions of several words are skipped, because a substitute is one token.
"""

from __future__ import annotations

import codecs
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from syntacticdiff.errors import InputError
from syntacticdiff.files.opening import read_whole
from syntacticdiff.search.sources.known_words import KnownWords
from syntacticdiff.search.sources.registry import Source

_ANTONYM = "(antonym)"


class Related(NamedTuple):
    """Two words; `note` is what a file of MyThes says of the second, such as `(antonym)`."""

    word: str
    other: str
    note: str = ""


def thesaurus(known: KnownWords, path: str) -> Source:
    """`"thesaurus:FILE"`: words of similar meaning; of a MyThes file, all but the antonyms."""
    pairs, _ = _read(path)
    return _lookup((pair.word, pair.other) for pair in pairs if pair.note != _ANTONYM)


def antonyms(known: KnownWords, path: str) -> Source:
    """`"antonyms:FILE"`: words of opposite meaning, in both directions."""
    pairs, is_mythes = _read(path)
    chosen = [pair for pair in pairs if pair.note == _ANTONYM or not is_mythes]
    return _lookup(pair for a, b, _ in chosen for pair in ((a, b), (b, a)))


def _lookup(pairs: Iterator[tuple[str, str]]) -> Source:
    table: dict[str, dict[str, None]] = defaultdict(dict)
    for word, other in pairs:
        table[word][other] = None
    return lambda word: table.get(word.lower(), ())


def _read(path: str) -> tuple[list[Related], bool]:
    """The pairs of a file, and whether it is one of MyThes."""
    try:
        data = read_whole(path, stream=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"substitutions: cannot read {path}: {reason}") from error
    first = data.partition(b"\n")[0].strip()
    encoding = _encoding(first)
    try:
        lines = data.decode(encoding or "utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise InputError(
            f"substitutions: {path} is not {encoding or 'UTF-8'} text: {error}"
        ) from error
    if encoding is not None:
        return list(_mythes(lines, path)), True
    return list(_columns(lines, path)), False


def _encoding(first: bytes) -> str | None:
    """The encoding that the first line of a MyThes file names; None for other files."""
    try:
        return codecs.lookup(first.decode("ascii")).name
    except (LookupError, ValueError):
        return None


def _mythes(lines: list[str], path: str) -> Iterator[Related]:
    place = 1
    while place < len(lines):
        if not lines[place].strip():
            place += 1
            continue
        word, bar, count = lines[place].partition("|")
        if not bar or not count.strip().isdecimal() or len(count.strip()) > 9:
            raise InputError(
                f'substitutions: {path}:{place + 1}: "word|number of meanings" is expected'
            )
        end = place + 1 + int(count)
        if end > len(lines):
            raise InputError(
                f"substitutions: {path}:{place + 1}: the file ends before the last meaning"
            )
        for line in lines[place + 1 : end]:
            for field in line.split("|")[1:]:
                other, _, note = field.partition("(")
                yield from _pair(word, other, f"({note}" if note else "")
        place = end


def _columns(lines: list[str], path: str) -> Iterator[Related]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        fields = line.split("\t" if "\t" in line else ",")
        if len(fields) != 2:
            raise InputError(
                f"substitutions: {path}:{number}: {len(fields)} columns instead of two, "
                "separated by a tab or a comma"
            )
        yield from _pair(*fields)


def _pair(word: str, other: str, note: str = "") -> Iterator[Related]:
    word, other = word.strip().lower(), other.strip().lower()
    if word and other and len(word.split()) == len(other.split()) == 1:
        yield Related(word, other, note.strip())
