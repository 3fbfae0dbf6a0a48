"""Views of a document: what a classifier may see of it, by name.

`VIEWS` is the registry: the documentation's table, the help of `--views` and the messages are
made from it. To add a view, write a function from a document as it was read to its features, and
add an entry. A feature set is one view, or several joined by `+`, as in `stems+edits`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from syntacticdiff.errors import UsageError
from syntacticdiff.features.templates import GRAMMAR, shared_tagger
from syntacticdiff.text.function_words import FUNCTION_WORDS
from syntacticdiff.text.languages import ENGLISH, refuse_other_languages
from syntacticdiff.text.stemming import stem
from syntacticdiff.text.word_classes import EDGE

EDITS = "edits"
# The views that EditVectorizer counts.
SEARCHED = (EDITS, GRAMMAR)

_MOST_CACHED_STEMS = 200_000
_LONGEST_NGRAM = 3  # words, or tags
_LONGEST_CHARACTERS = 5
_FUNCTION_WORDS = frozenset(FUNCTION_WORDS)


@dataclass(frozen=True)
class Reading:
    """A document as views see it.

    Parameters
    ----------
    text : str
        The text; of tokens, these separated by spaces.
    sentences : list of list of str
        The tokens of each sentence, as written.
    words : list of str
        All tokens, folded as the reference folds them.
    language : str
        The language of the reference.
    """

    text: str
    sentences: list[list[str]]
    words: list[str]
    language: str


@dataclass(frozen=True)
class View:
    """A way to see a document.

    Parameters
    ----------
    name : str
        The name of the view.
    help : str
        What it counts, for the documentation.
    features : callable or None, default None
        From a document to its features, each as often as it occurs; None for what EditVectorizer
        counts.
    """

    name: str
    help: str
    features: Callable[[Reading], list[str]] | None = None


def _words(document: Reading) -> list[str]:
    return document.words


def _bigrams(document: Reading) -> list[str]:
    words = _joinable(document.words)
    return [*words, *(f"{word} {following}" for word, following in pairwise(words))]


def _ngrams(document: Reading) -> list[str]:
    return _runs(_joinable(document.words))


def _joinable(words: list[str]) -> list[str]:
    """Words that can be told apart after they are joined by spaces; few have to be escaped."""
    return [
        word.replace("\\", "\\\\").replace(" ", "\\ ") if " " in word or "\\" in word else word
        for word in words
    ]


def _runs(items: list[str]) -> list[str]:
    """Each item, and each with the one or two after it."""
    return [
        " ".join(items[at : at + size])
        for size in range(1, _LONGEST_NGRAM + 1)
        for at in range(len(items) - size + 1)
    ]


def _characters(document: Reading) -> list[str]:
    text = " ".join(document.text.split())
    return [
        text[at : at + size]
        for size in range(1, _LONGEST_CHARACTERS + 1)
        for at in range(len(text) - size + 1)
    ]


def _tags(document: Reading) -> list[str]:
    refuse_other_languages('features: "tags"', document.language, "use the other views")
    tagged = shared_tagger().tag_many(document.sentences)
    return [run for tags in tagged for run in _runs([EDGE, *tags, EDGE]) if run != EDGE]


def _function_words(document: Reading) -> list[str]:
    refuse_other_languages('features: "function-words"', document.language, "use the other views")
    return [word for word in map(str.lower, document.words) if word in _FUNCTION_WORDS]


def _stems(document: Reading) -> list[str]:
    language = document.language
    return [found for word in document.words if (found := _stem(word.lower(), language))]


@lru_cache(_MOST_CACHED_STEMS)
def _stem(word: str, language: str) -> str:
    """The stem of a word; empty for English stop words and for tokens that are not words."""
    from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

    stopped = language == ENGLISH and word in ENGLISH_STOP_WORDS
    if stopped or not word.replace("-", "").isalpha():
        return ""
    return stem(word, language)


_ENTRIES = (
    View(
        "words",
        "all tokens, including punctuation, as the reference model tokenises and folds them",
        _words,
    ),
    View(
        "stems",
        "Snowball stems of the words that are not among scikit-learn's 318 English stop words; "
        "tokens with characters other than letters and hyphens are left out",
        _stems,
    ),
    View("bigrams", "the tokens, and each token with the one after it", _bigrams),
    View("ngrams", "sequences of 1 to 3 tokens", _ngrams),
    View(
        "characters",
        "sequences of 1 to 5 characters of the text as written, with a space for all white space",
        _characters,
    ),
    View("tags", "sequences of 1 to 3 parts of speech in a sentence; English only", _tags),
    View("function-words", "the English function words", _function_words),
    View(EDITS, "what `EditVectorizer` counts"),
    View(GRAMMAR, 'what `EditVectorizer(preset="grammar")` counts, scaled; English only'),
)

VIEWS = {view.name: view for view in _ENTRIES}
SHORT_NAMES = {
    "combined": ("words", EDITS),
    "stacked": ("ngrams", "characters", "tags", "function-words"),
}


def views_of(feature_set: str) -> tuple[str, ...]:
    """The names of the views in a feature set.

    Parameters
    ----------
    feature_set : str
        A view, several joined by `+`, or a short name.

    Returns
    -------
    tuple of str
        The names, in the order given.

    Raises
    ------
    UsageError
        If a name is not in `VIEWS`, or occurs twice.

    Examples
    --------
    >>> views_of("stems+edits"), views_of("combined")
    (('stems', 'edits'), ('words', 'edits'))
    """
    parts = [part.strip() for part in feature_set.split("+")]
    views = tuple(view for part in parts for view in SHORT_NAMES.get(part, (part,)))
    for view in views:
        if view not in VIEWS:
            allowed = ", ".join((*VIEWS, *SHORT_NAMES))
            raise UsageError(
                f"features: {view!r} is not one of {allowed}, nor several of them joined by +"
            )
    if len(set(views)) < len(views):
        raise UsageError(f"features: {feature_set!r} has a part twice")
    return views


def feature_sets_help() -> str:
    """The possible feature sets in one sentence, for help texts."""
    short = "; ".join(f"{name} is {'+'.join(views)}" for name, views in SHORT_NAMES.items())
    return f"{', '.join(VIEWS)}, or several with +; {short}."
