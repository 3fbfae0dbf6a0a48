"""Lists of words by name: function words, the commonest words, the words of a file."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from itertools import islice
from weakref import WeakSet

from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.files.opening import read_whole
from syntacticdiff.parameters import shown
from syntacticdiff.reference.lexicon import Lexicon
from syntacticdiff.search.sources.known_words import KnownWords, has_letter
from syntacticdiff.search.sources.registry import Source
from syntacticdiff.text.function_words import FUNCTION_WORDS
from syntacticdiff.text.languages import ENGLISH, find_language

PUNCTUATION = (",", ".", "?", "!", ";", ":")
QUOTES = ("'", '"', "-")  # apart, because quotes come in pairs, and one alone is soon removed
COMMONEST = 100  # that stand for function words where there is no list of them

_told_of_commonest: WeakSet[Lexicon] = WeakSet()  # references whose user was told already


def function_words(argument: str, known: KnownWords, parameter: str) -> Sequence[str]:
    """`"function-words"`."""
    if argument:
        raise UsageError(f"{parameter}: function-words takes no argument, not {argument!r}")
    if known.language == ENGLISH:
        return tuple(FUNCTION_WORDS)
    if known.lexicon not in _told_of_commonest:
        _told_of_commonest.add(known.lexicon)
        warnings.warn(
            f"there is no list of {find_language(known.language).name} function words: the "
            f"{COMMONEST} commonest words of the reference take their place",
            stacklevel=2,
        )
    return list(islice(filter(has_letter, known), COMMONEST))


def frequent_words(argument: str, known: KnownWords, parameter: str) -> Sequence[str]:
    """`"frequent:N"`."""
    short = argument.isascii() and argument.isdigit() and len(argument) < 10
    if not short or int(argument) < 1:
        raise UsageError(
            f"{parameter}: frequent:N takes a whole number of at most nine digits from 1, not "
            f"{shown(argument)}; for instance frequent:100"
        )
    return list(islice(known, int(argument)))


def words_of_file(argument: str, known: KnownWords, parameter: str) -> Sequence[str]:
    """`"file:PATH"`."""
    return read_words(parameter, argument)


def punctuation(argument: str, known: KnownWords, parameter: str) -> Sequence[str]:
    """`"punctuation"`."""
    if argument:
        raise UsageError(f"{parameter}: punctuation takes no argument, not {argument!r}")
    return PUNCTUATION


def quotes(argument: str, known: KnownWords, parameter: str) -> Sequence[str]:
    """`"quotes"`."""
    if argument:
        raise UsageError(f"{parameter}: quotes takes no argument, not {argument!r}")
    return QUOTES


def no_words(argument: str, known: KnownWords, parameter: str) -> Sequence[str]:
    """`"none"`."""
    return ()


def no_substitutes(known: KnownWords) -> Source:
    """`"none"`, of substitutes."""
    return lambda word: ()


def read_words(parameter: str, path: str) -> list[str]:
    """The words of a UTF-8 file, one on each line; `parameter` is for messages."""
    try:
        text = read_whole(path, stream=True).decode("utf-8-sig")
    except OSError as error:
        raise InputError(f"{parameter}: cannot read {path}: {error.strerror or error}") from error
    except ValueError as error:  # not UTF-8, or a path that cannot be one
        raise InputError(f"{parameter}: {path} is not a UTF-8 text file: {error}") from error
    return [word for word in map(str.strip, text.splitlines()) if word]
