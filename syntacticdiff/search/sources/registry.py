"""The named sources of candidate words.

Adding one is a module in this folder and a line here. Both kinds of function get the words that the
reference knows well enough to be put into a text:

- a list of words is `(argument, known, parameter) -> words`, where `argument` follows the colon of
  `name:argument` and `parameter` is for messages;
- a source of substitutes is `(known) -> Source`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from syntacticdiff.registry import Entry, Registry

Source = Callable[[str], Iterable[str]]  # a folded word -> words that may replace it

_HERE = "syntacticdiff.search.sources"


@dataclass(frozen=True)
class WordList(Entry):
    """Words to insert or remove; `form` shows how it is written, argument included."""

    form: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "form", self.form or self.name)


@dataclass(frozen=True)
class Substitutes(Entry):
    """A source of substitutes; one that is `english_only` is refused for other languages."""

    english_only: bool = False


WORD_LISTS = Registry(
    "insertions",
    WordList(
        "function-words",
        "articles, prepositions, auxiliaries, pronouns and conjunctions; in other languages than "
        "English the commonest words of the reference",
        f"{_HERE}.word_lists:function_words",
    ),
    WordList(
        "frequent",
        "the N commonest words of the reference, punctuation included",
        f"{_HERE}.word_lists:frequent_words",
        form="frequent:N",
    ),
    WordList(
        "file",
        "the words of a UTF-8 file, one on each line",
        f"{_HERE}.word_lists:words_of_file",
        form="file:PATH",
    ),
    WordList("none", "no words", f"{_HERE}.word_lists:no_words"),
)

SOURCES = Registry(
    "substitutions",
    Substitutes(
        "porter2",
        "words with the same Snowball stem, in the language of the reference",
        f"{_HERE}.stems:porter2",
    ),
    Substitutes(
        "porter2-light",
        "the same word but for plural and possessive",
        f"{_HERE}.stems:porter2_light",
        english_only=True,
    ),
    Substitutes(
        "inflections",
        "forms of the same lemma",
        f"{_HERE}.inflections:inflections",
        english_only=True,
    ),
    Substitutes(
        "confusions",
        "words of the same closed class",
        f"{_HERE}.confusions:confusions",
        english_only=True,
    ),
    Substitutes(
        "spelling",
        "for a word that the reference does not know: words of nearly the same letters",
        f"{_HERE}.spelling:spelling",
    ),
    Substitutes("none", "no words", f"{_HERE}.word_lists:no_substitutes"),
)
