"""V_INS and V_SUB: the words that may be inserted, and those that may replace a word.

Also the words that may be removed. They come from named sources (`sources/`), from the user's own
words, or from both; only words that the reference has seen often enough are ever put in.
"""

from __future__ import annotations

import os
import threading
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from syntacticdiff.errors import UsageError
from syntacticdiff.reference.lexicon import Lexicon
from syntacticdiff.search.sources.known_words import KnownWords
from syntacticdiff.search.sources.registry import SOURCES, WORD_LISTS, Source
from syntacticdiff.search.sources.word_lists import read_words
from syntacticdiff.syntax.tagset import is_tag_pattern
from syntacticdiff.text.languages import ENGLISH, refuse_other_languages

Fold = Callable[[str], str]

WordsSpec = str | os.PathLike[str] | Iterable[str] | None
SubstitutionSpec = str | Mapping[str, Iterable[str]] | Source | Sequence[Any] | None

_MOST_CACHED = 1 << 17


def insertion_words(
    spec: WordsSpec, lexicon: Lexicon, *, min_count: int, fold: Fold, language: str = ENGLISH
) -> tuple[str, ...]:
    """V_INS, in the order of the words' UTF-8 bytes.

    Parameters
    ----------
    spec : str, path, iterable of str or None
        Names of `WORD_LISTS` joined by `+`, such as `"function-words"`; the path of a file with a
        word on each line; or the words themselves.
    lexicon : Lexicon
        The reference's words.
    min_count : int
        Words must occur at least this often in the reference.
    fold : callable
        How the reference folds words: lower-casing, for instance.
    language : str, default "en"
        The language of the reference.

    Notes
    -----
    Words that the reference does not know well enough are left out. If nothing is left of a named
    list, there is a warning.
    """
    known = KnownWords(lexicon, min_count, language)
    candidates = _listed_words("insertions", spec, known)
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
    spec: WordsSpec, lexicon: Lexicon, *, min_count: int, fold: Fold, language: str = ENGLISH
) -> frozenset[str] | None:
    """The words that may be removed; None for `"all"`.

    Parameters
    ----------
    spec : str, path, iterable of str or None
        As for `insertion_words`, or `"all"`. The reference need not know the words, because none is
        put into a text.
    lexicon : Lexicon
        The reference's words.
    min_count : int
        Applies to the words of `"frequent:N"`.
    fold : callable
        How the reference folds words.
    language : str, default "en"
        The language of the reference.
    """
    if isinstance(spec, str) and spec == "all":
        return None
    known = KnownWords(lexicon, min_count, language)
    return frozenset(map(fold, _listed_words("removals", spec, known)))


def _listed_words(parameter: str, spec: Any, known: KnownWords) -> Sequence[str]:
    if spec is None:
        return []
    if isinstance(spec, (str, os.PathLike)):
        return _named_words(parameter, os.fspath(spec), known)
    if isinstance(spec, Iterable) and not isinstance(spec, (bytes, Mapping)):
        return _own_words(parameter, spec)
    raise _unknown_words(parameter, spec)


def _named_words(parameter: str, spec: str, known: KnownWords) -> Sequence[str]:
    parts = list(map(str.strip, spec.split("+")))
    if all(map(_is_named, parts)):  # a file of that name is read as file:NAME
        return [word for part in parts for word in _list_of(parameter, part, known)]
    if os.path.isfile(spec):
        return read_words(parameter, spec)
    return [
        word
        for part in parts
        for word in (
            read_words(parameter, part)
            if os.path.isfile(part)
            else _list_of(parameter, part, known)
        )
    ]


def _is_named(spec: str) -> bool:
    return spec.partition(":")[0] in WORD_LISTS or is_tag_pattern(spec)


def _list_of(parameter: str, spec: str, known: KnownWords) -> Sequence[str]:
    """The words of one named list."""
    name, _, argument = spec.partition(":")
    if name not in WORD_LISTS and is_tag_pattern(spec):
        name, argument = "tags", spec
    if name not in WORD_LISTS:
        raise _unknown_words(parameter, spec)
    if WORD_LISTS[name].english_only:
        refuse_other_languages(
            f'{parameter}: "{spec}"', known.language, 'use "frequent:N", a file or a list of words'
        )
    words: Sequence[str] = WORD_LISTS[name].load()(argument, known, parameter)
    return words


class Substitutions:
    """V_SUB: which words may replace a word.

    Parameters
    ----------
    spec : str, mapping, callable, sequence of these, or None
        Names of `SOURCES` joined by `+`, such as `"inflections+spelling"`; a mapping from words to
        lists of words; a callable that does the same; or several of these in a list.
    lexicon : Lexicon
        The reference's words.
    min_count : int
        Substitutes must occur at least this often in the reference.
    fold : callable
        How the reference folds words.
    language : str, default "en"
        The language of the reference.

    Notes
    -----
    A source builds its index when it is first asked, and is asked once for each distinct word.
    """

    def __init__(
        self,
        spec: SubstitutionSpec,
        lexicon: Lexicon,
        *,
        min_count: int,
        fold: Fold,
        language: str = ENGLISH,
    ) -> None:
        self._known = KnownWords(lexicon, min_count, language)
        self._fold = fold
        self._sources = _sources(spec, self._known, fold)
        self._cached: dict[str, tuple[str, ...]] = {}
        self._lock = threading.RLock()  # held while a source builds its index

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
        return tuple(sorted(filter(self._can_be_put_in, found - {word})))

    def _can_be_put_in(self, substitute: str) -> bool:
        """Whether the reference knows each of its tokens; there may be several."""
        return all(token in self._known for token in substitute.split(" "))


def names_source(spec: Any, name: str) -> bool:
    """Whether a specification of substitutions names a source."""
    if isinstance(spec, str):
        return name in map(str.strip, spec.split("+"))
    return isinstance(spec, (list, tuple)) and any(names_source(part, name) for part in spec)


def _sources(spec: Any, known: KnownWords, fold: Fold) -> list[Source]:
    if spec is None:
        return []
    if isinstance(spec, str):
        return [_named_source(part.strip(), spec, known) for part in spec.split("+")]
    if isinstance(spec, Mapping):
        return [_mapping_source(spec, fold)]
    if callable(spec):
        return [lambda word: _own_words("substitutions", spec(word) or ())]
    if isinstance(spec, (list, tuple)):
        return [source for part in spec for source in _sources(part, known, fold)]
    raise _unknown_source(spec)


def _named_source(part: str, spec: str, known: KnownWords) -> Source:
    """The source that is written as `name` or `name:argument`."""
    name, colon, argument = part.partition(":")
    if name not in SOURCES or (colon and not SOURCES[name].takes_argument):
        raise _unknown_source(spec)
    entry = SOURCES[name]
    if entry.english_only:
        others = ", ".join(f'"{it.form}"' for it in SOURCES.values() if not it.english_only)
        refuse_other_languages(
            f'substitutions: "{name}"', known.language, f"use one of {others}, or a mapping"
        )
    if entry.takes_argument and not argument and (colon or not entry.optional):
        raise UsageError(f"substitutions: {name} needs more, as in {entry.form}")
    source: Source = entry.load()(known, argument) if entry.takes_argument else entry.load()(known)
    return source


def _mapping_source(mapping: Mapping[str, Iterable[str]], fold: Fold) -> Source:
    table: dict[str, list[str]] = defaultdict(list)
    for word in _own_words("substitutions", mapping):
        table[fold(word)] += _own_words("substitutions", mapping[word])
    return lambda word: table.get(word, ())


def _own_words(parameter: str, words: Any) -> list[str]:
    """The user's words as a list of strings, or an error that names what is not one."""
    if isinstance(words, str) or not isinstance(words, Iterable):
        raise UsageError(f"{parameter}: a list of words is needed, not {words!r}")
    checked = []
    for word in words:
        if not isinstance(word, str):
            raise UsageError(f"{parameter}: every word must be a string, not {word!r}")
        checked.append(word)
    return checked


def _unknown_words(parameter: str, given: Any) -> UsageError:
    forms = [f'"{entry.form}"' for entry in WORD_LISTS.values()]
    if parameter == "removals":
        forms.insert(0, '"all"')
    allowed = f'{", ".join(forms)}, several joined by "+"; a file; or a list of words'
    return UsageError(f"{parameter}: {given!r} is none of {allowed}")


def _unknown_source(given: Any) -> UsageError:
    names = ", ".join(f'"{entry.form}"' for entry in SOURCES.values())
    allowed = f'{names}, several joined by "+"; a mapping, a callable; or a list of these'
    return UsageError(f"substitutions: {given!r} is none of {allowed}")
