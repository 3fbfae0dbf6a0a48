"""The named sources of candidate words.

Adding one is a module in this folder and a line here. Both kinds of function get the words that the
reference knows well enough to be put into a text. What they are called with, besides:

- a list of words is `(argument, known, parameter) -> words`, where `argument` follows the colon of
  `name:argument` and `parameter` is for messages;
- a source of substitutes is `(known) -> Source`, or `(known, argument) -> Source` if its form has
  an argument, which is empty where it is optional and left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from syntacticdiff.registry import Entry, Registry

Source = Callable[[str], Iterable[str]]  # a folded word -> words that may replace it

_HERE = "syntacticdiff.search.sources"


@dataclass(frozen=True)
class WordSource(Entry):
    """A list of words or a source of substitutes.

    Parameters
    ----------
    form : str, default the name
        How it is written, argument included.
    english_only : bool, default False
        Whether it is refused for other languages.
    reads_files : bool, default False
        Whether its argument names a file.
    optional : bool, default False
        Whether it may be written without its argument.
    """

    form: str = ""
    english_only: bool = False
    reads_files: bool = False
    optional: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "form", self.form or self.name)

    @property
    def takes_argument(self) -> bool:
        """Whether something follows the name, after a colon."""
        return self.form != self.name


WORD_LISTS = Registry(
    "insertions",
    WordSource(
        "function-words",
        "articles, prepositions, auxiliaries, pronouns and conjunctions; in other languages than "
        "English the commonest words of the reference",
        f"{_HERE}.word_lists:function_words",
    ),
    WordSource(
        "frequent",
        "the N commonest words of the reference, punctuation included",
        f"{_HERE}.word_lists:frequent_words",
        form="frequent:N",
    ),
    WordSource(
        "file",
        "the words of a UTF-8 file, one on each line",
        f"{_HERE}.word_lists:words_of_file",
        form="file:PATH",
        reads_files=True,
    ),
    WordSource(
        "tags",
        "the words that have one of these tags of the Penn Treebank when they stand alone; "
        "`VB*` is all tags that begin so, and `tags:` may be left out",
        f"{_HERE}.tagged_words:tagged_words",
        form="tags:TAG",
        english_only=True,
    ),
    WordSource(
        "punctuation",
        "marks that end or divide a sentence: , . ? ! ; and :",
        f"{_HERE}.word_lists:punctuation",
    ),
    WordSource(
        "quotes",
        "apostrophes, quotation marks and hyphens that are tokens: ' \" and -",
        f"{_HERE}.word_lists:quotes",
    ),
    WordSource("none", "no words", f"{_HERE}.word_lists:no_words"),
)

SOURCES = Registry(
    "substitutions",
    WordSource(
        "porter2",
        "words with the same Snowball stem, in the language of the reference",
        f"{_HERE}.stems:porter2",
    ),
    WordSource(
        "porter2-light",
        "the same word but for plural and possessive",
        f"{_HERE}.stems:porter2_light",
        english_only=True,
    ),
    WordSource(
        "inflections",
        "forms of the same lemma",
        f"{_HERE}.inflections:inflections",
        english_only=True,
    ),
    WordSource(
        "confusions",
        "words of the same closed class",
        f"{_HERE}.confusions:confusions",
        english_only=True,
    ),
    WordSource(
        "spelling",
        "for a misspelled word: words of nearly the same letters, and two words run together; a "
        "word is misspelled if it is in no dictionary, in other languages than English if the "
        "reference does not know it",
        f"{_HERE}.spelling:spelling",
    ),
    WordSource(
        "recognition",
        "for a misspelled word: words behind jumbled letters, a missing one or one too many; "
        "with `recognition:FILE` also the ten likeliest of a network that `train-recognizer "
        "--single-words` has made",
        f"{_HERE}.recognition:recognition",
        form="recognition[:FILE]",
        reads_files=True,
        optional=True,
    ),
    WordSource(
        "contractions",
        "what a contraction without its apostrophe stands for, and what sounds like one: `do n't` "
        "for `dont`, `it 's` for `its`",
        f"{_HERE}.contractions:contractions",
        english_only=True,
    ),
    WordSource(
        "homophones",
        "words that are often confused: `than` for `then`, `him` for `he`, `quickly` for `quick`",
        f"{_HERE}.homophones:homophones",
        english_only=True,
    ),
    WordSource(
        "capitals",
        "the same word with other capitals: `I`, `Monday`, the first word of a sentence; not for "
        "`sweep`, which keeps only what saves bits",
        f"{_HERE}.capitals:capitals",
        english_only=True,
    ),
    WordSource(
        "thesaurus",
        "words of similar meaning, from a file of MyThes or of two columns",
        f"{_HERE}.thesaurus:thesaurus",
        form="thesaurus:FILE",
        reads_files=True,
    ),
    WordSource(
        "antonyms",
        "words of opposite meaning, from a file of MyThes or of two columns",
        f"{_HERE}.thesaurus:antonyms",
        form="antonyms:FILE",
        reads_files=True,
    ),
    WordSource("none", "no words", f"{_HERE}.word_lists:no_substitutes"),
)
