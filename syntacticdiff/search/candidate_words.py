"""V_INS and V_SUB: the words that may be inserted, and those that may replace a word.

And the words that may be removed. All come from named sources, the user's own words or a mixture;
what is put in are only words that the reference has seen often enough. Whether an edit is an
improvement is for the search to say.
"""

from __future__ import annotations

import os
import threading
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from typing import Any
from weakref import WeakSet

import numpy as np

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.parameters import whole_number
from syntacticdiff.reference.lexicon import Lexicon
from syntacticdiff.reference.scorer import MARKERS, UNKNOWN
from syntacticdiff.text.function_words import CLOSED_CLASSES, CONFUSION_CLASSES, FUNCTION_WORDS
from syntacticdiff.text.stemming import has_stem, light_stem, stem

Fold = Callable[[str], str]
Source = Callable[[str], Iterable[str]]  # a folded word -> words that may replace it

WordsSpec = str | os.PathLike[str] | Iterable[str] | None
SubstitutionSpec = str | Mapping[str, Iterable[str]] | Source | Sequence[Any] | None

MOST_SPELLINGS = 10
LONG_WORD = 7  # letters from which a word may be misspelled twice
_MOST_CACHED = 1 << 17

_INSERTIONS_ALLOWED = (
    '"function-words", "frequent:N", "file:PATH" or "none", several joined by "+"; or a list of '
    "words"
)
_REMOVALS_ALLOWED = f'"all", {_INSERTIONS_ALLOWED}'
_SUBSTITUTIONS_ALLOWED = (
    '"porter2", "porter2-light", "inflections", "confusions", "spelling" or "none", several joined '
    'by "+"; a mapping, a callable; or a list of these'
)

_told_without_counts: WeakSet[Lexicon] = WeakSet()  # it is worth saying once


class _KnownWords:
    """The part of a lexicon that may be put into a text."""

    def __init__(self, lexicon: Lexicon, min_count: int) -> None:
        self.lexicon, self.min_count = lexicon, whole_number("min_count", min_count, 0)
        if lexicon.counts is None and lexicon not in _told_without_counts:
            _told_without_counts.add(lexicon)
            warnings.warn(
                "the reference has no word counts: min_count is not applied, and frequent:N ranks "
                "by unigram probability",
                stacklevel=3,
            )

    def __contains__(self, word: str) -> bool:
        number = self.lexicon.id(word)
        if number == UNKNOWN:
            return False
        counts = self.lexicon.counts
        return counts is None or bool(counts[number] >= self.min_count)

    def __iter__(self) -> Iterator[str]:
        """All of them, the commonest first."""
        counts = self.lexicon.counts
        numbers: Iterable[int] = range(len(MARKERS), len(self.lexicon))
        if counts is not None:
            numbers = len(MARKERS) + np.flatnonzero(counts[len(MARKERS) :] >= self.min_count)
        return map(self.lexicon.word, map(int, numbers))


def insertion_words(
    spec: WordsSpec, lexicon: Lexicon, *, min_count: int, fold: Fold
) -> tuple[str, ...]:
    """V_INS, in the order of the words' UTF-8 bytes.

    Parameters
    ----------
    spec : `"function-words"`; `"frequent:N"`, the N commonest words of the reference, punctuation
        included; `"file:PATH"`, a UTF-8 file with a word on each line (just `PATH` will do
        if there is such a file); `"none"`; several of these joined by `+`; or a list of words
    lexicon : the reference's words
    min_count : words must occur at least this often in the reference
    fold : how the reference folds words, its lower-casing for instance

    Words that the reference does not know, or not well enough, are left out. That nothing is left
    of a named source is worth a warning; a list may be empty.
    """
    known = _KnownWords(lexicon, min_count)
    candidates = _listed_words("insertions", _INSERTIONS_ALLOWED, spec, known)
    # Python compares strings by code point, which is the order of their UTF-8 bytes
    words = tuple(sorted({word for word in map(fold, candidates) if word in known}))
    if not words and isinstance(spec, (str, os.PathLike)) and spec != "none":
        warnings.warn(
            f'insertions: "{spec}" has no word that the reference has seen {min_count} times, so '
            "nothing will be inserted; try frequent:N, a list or a smaller min_count",
            stacklevel=2,
        )
    return words


def removable_words(
    spec: WordsSpec, lexicon: Lexicon, *, min_count: int, fold: Fold
) -> frozenset[str] | None:
    """The words that may be removed; None for `"all"`.

    Else as for `insertion_words`, but that the reference need not know a word of a list or a file:
    nothing is put in.
    """
    if isinstance(spec, str) and spec == "all":
        return None
    known = _KnownWords(lexicon, min_count)
    return frozenset(map(fold, _listed_words("removals", _REMOVALS_ALLOWED, spec, known)))


def _listed_words(parameter: str, allowed: str, spec: Any, known: _KnownWords) -> list[str]:
    if spec is None:
        return []
    if isinstance(spec, (str, os.PathLike)):
        return _named_words(parameter, allowed, os.fspath(spec), known)
    if isinstance(spec, Iterable) and not isinstance(spec, (bytes, Mapping)):
        return _own_words(parameter, spec)
    raise _unknown(parameter, allowed, spec)


def _named_words(parameter: str, allowed: str, spec: str, known: _KnownWords) -> list[str]:
    if "+" in spec and not os.path.isfile(spec):
        parts = map(str.strip, spec.split("+"))
        return [word for part in parts for word in _named_words(parameter, allowed, part, known)]
    name, _, argument = spec.partition(":")
    if spec == "none":
        return []
    if spec == "function-words":
        return list(FUNCTION_WORDS)
    if name == "frequent":
        return _frequent(parameter, argument, known)
    if name == "file" or os.path.isfile(spec):
        return words_of_file(parameter, argument if name == "file" else spec)
    raise _unknown(parameter, allowed, spec)


def _frequent(parameter: str, number: str, known: _KnownWords) -> list[str]:
    if not (number.isascii() and number.isdigit() and int(number) > 0):
        raise UsageError(
            f'{parameter}: frequent:N takes a whole number from 1, not "{number}"; for instance '
            "frequent:100"
        )
    return list(islice(known, int(number)))


def words_of_file(parameter: str, path: str) -> list[str]:
    """The words of a UTF-8 file, one on each line; `parameter` is for messages."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"{parameter}: cannot read {path}: {error.strerror or error}") from error
    except ValueError as error:  # not UTF-8, or a path that cannot be one
        raise InputError(f"{parameter}: {path} is not a UTF-8 text file: {error}") from error
    return [word for word in map(str.strip, text.splitlines()) if word]


class Substitutions:
    """V_SUB: which words may replace a word.

    Parameters
    ----------
    spec : names of sources joined by `+`: `"porter2"` (the same Snowball stem), `"porter2-light"`
        (the same word but for plural and possessive), `"inflections"` (of the same lemma),
        `"confusions"` (the same closed class), `"spelling"` (nearly the same letters, or the same
        but for case and hyphens; for words that the reference does not know), `"none"`; a mapping
        from words to lists of words; a callable that does the same; None; or a list of any of these
    lexicon, min_count, fold : as for `insertion_words`

    Sources prepare themselves when they are first asked.
    """

    def __init__(
        self, spec: SubstitutionSpec, lexicon: Lexicon, *, min_count: int, fold: Fold
    ) -> None:
        self._known = _KnownWords(lexicon, min_count)
        self._fold = fold
        self._sources = _sources(spec, self._known, fold)
        self._cached: dict[str, tuple[str, ...]] = {}
        self._lock = threading.RLock()  # sources prepare themselves, and are asked once for a word

    def words(self, word: str) -> tuple[str, ...]:
        """V_SUB(word) in the order of UTF-8 bytes: known words, never the word itself."""
        word = self._fold(word)
        found = self._cached.get(word)
        if found is None:
            with self._lock:
                found = self._cached.get(word)
                if found is None:
                    if len(self._cached) >= _MOST_CACHED:
                        self._cached.clear()
                    found = self._cached[word] = self._words(word)
        return found

    def _words(self, word: str) -> tuple[str, ...]:
        found = {self._fold(other) for source in self._sources for other in source(word)}
        return tuple(sorted(other for other in found - {word} if other in self._known))


def _sources(spec: Any, known: _KnownWords, fold: Fold) -> list[Source]:
    if spec is None:
        return []
    if isinstance(spec, str):
        names = [name for name in map(str.strip, spec.split("+")) if name != "none"]
        if not all(name in _NAMED_SOURCES for name in names):
            raise _unknown("substitutions", _SUBSTITUTIONS_ALLOWED, spec)
        return [_NAMED_SOURCES[name](known) for name in names]
    if isinstance(spec, Mapping):
        return [_mapping_source(spec, fold)]
    if callable(spec):
        return [lambda word: _own_words("substitutions", spec(word) or ())]
    if isinstance(spec, (list, tuple)):
        return [source for part in spec for source in _sources(part, known, fold)]
    raise _unknown("substitutions", _SUBSTITUTIONS_ALLOWED, spec)


def _mapping_source(mapping: Mapping[str, Iterable[str]], fold: Fold) -> Source:
    table: dict[str, list[str]] = defaultdict(list)
    for word in _own_words("substitutions", mapping):
        table[fold(word)] += _own_words("substitutions", mapping[word])
    return lambda word: table.get(word, ())


def _stem_source(known: _KnownWords, stem: Callable[[str], str]) -> Source:
    """Words with the same stem.

    Stems are slow, so words are only put together by their first letters at first, and a group is
    stemmed when one of its words is asked for. Stemming may turn a second letter y into i (`dying`,
    `die`) and changes no earlier letter.
    """
    groups: dict[str, list[str]] = defaultdict(list)
    classes: dict[str, dict[str, list[str]]] = {}

    def stemmed(word: str) -> bool:
        return has_stem(word) and _has_letter(word)

    def plain(word: str) -> str:
        return word.lower().replace("\u2019", "'")

    def first_letters(word: str) -> str:
        return plain(word).lstrip("'").partition("'")[0][:2].replace("y", "i")

    def same_stem(word: str) -> Iterable[str]:
        if not stemmed(word):
            return ()
        if not groups:
            for other in filter(stemmed, known):
                groups[first_letters(other)].append(other)
        start = first_letters(word)
        if start not in classes:
            classes[start] = defaultdict(list)
            for other in groups.get(start, ()):
                classes[start][stem(plain(other))].append(other)
        return classes[start].get(stem(plain(word)), ())

    return same_stem


def _porter2(known: _KnownWords) -> Source:
    return _stem_source(known, stem)


def _porter2_light(known: _KnownWords) -> Source:
    return _stem_source(known, light_stem)


def _inflections(known: _KnownWords) -> Source:
    try:
        import lemminflect
    except ImportError as error:
        raise UsageError(
            'substitutions: "inflections" needs one more package: '
            'pip install "syntacticdiff[inflections]"'
        ) from error

    def same_lemma(word: str) -> Iterable[str]:
        if not word.isalpha():  # lemminflect takes every 's for a verb
            return
        # Whatever the part of speech: `foots` is a verb's form only, and should lead to `feet`
        for lemma in set(chain(*lemminflect.getAllLemmas(word).values())):
            yield lemma
            yield from chain(*lemminflect.getAllInflections(lemma).values())

    return same_lemma


def _confusions(known: _KnownWords) -> Source:
    classes = [CLOSED_CLASSES[name] for name in CONFUSION_CLASSES]
    return lambda word: [other for words in classes if word in words for other in words]


def _spelling(known: _KnownWords) -> Source:
    from syntacticdiff.text.spelling import SpellingIndex

    @lru_cache(1)
    def index() -> SpellingIndex:
        return SpellingIndex([word for word in known if _has_letter(word)])

    def nearly_same_letters(word: str) -> Iterable[str]:
        letters = sum(map(str.isalpha, word))
        if not letters or known.lexicon.id(word) != UNKNOWN:
            return ()
        near = index().nearest(word, 2 if letters >= LONG_WORD else 1, MOST_SPELLINGS)
        return [*index().variants(word), *near]

    return nearly_same_letters


_NAMED_SOURCES: dict[str, Callable[[_KnownWords], Source]] = {
    "porter2": _porter2,
    "porter2-light": _porter2_light,
    "inflections": _inflections,
    "confusions": _confusions,
    "spelling": _spelling,
}


def _has_letter(word: str) -> bool:
    return any(map(str.isalpha, word))


def _own_words(parameter: str, words: Any) -> list[str]:
    """A user's words as a list; anything else is a mistake worth naming."""
    if isinstance(words, str) or not isinstance(words, Iterable):
        raise UsageError(f"{parameter}: a list of words is needed, not {words!r}")
    checked = []
    for word in words:
        if not isinstance(word, str):
            raise UsageError(f"{parameter}: every word must be a string, not {word!r}")
        checked.append(word)
    return checked


def _unknown(parameter: str, allowed: str, given: Any) -> UsageError:
    return UsageError(f"{parameter}: {given!r} is none of {allowed}")
