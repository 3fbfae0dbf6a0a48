"""Views of a document: what a classifier may see of it, by name.

`VIEWS` is the registry: the documentation's table, the help of `--views` and the messages are
made from it. To add a view, write a function from a document's words to its features, and add an
entry. A feature set is one view, or several joined by `+`, as in `stems+edits`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from syntacticdiff.errors import UsageError
from syntacticdiff.text.languages import ENGLISH
from syntacticdiff.text.stemming import stem

EDITS = "edits"

_MOST_CACHED_STEMS = 200_000


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
        From a document's words and their language to its features, each as often as it occurs;
        None for edits, which EditVectorizer counts.
    """

    name: str
    help: str
    features: Callable[[list[str], str], list[str]] | None = None


def _words(words: list[str], language: str) -> list[str]:
    return words


def _bigrams(words: list[str], language: str) -> list[str]:
    return [*words, *(f"{word} {following}" for word, following in pairwise(words))]


def _stems(words: list[str], language: str) -> list[str]:
    return [found for word in words if (found := _stem(word.lower(), language))]


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
    View(EDITS, "what `EditVectorizer` counts"),
)

VIEWS = {view.name: view for view in _ENTRIES}
SHORT_NAMES = {"combined": ("words", EDITS)}


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
    if feature_set in SHORT_NAMES:
        return SHORT_NAMES[feature_set]
    views = tuple(part.strip() for part in feature_set.split("+"))
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
