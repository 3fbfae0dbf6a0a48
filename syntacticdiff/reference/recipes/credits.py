"""Who wrote the texts: the list that licences with attribution ask for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from syntacticdiff.reference.recipes.cleaning import cleaned
from syntacticdiff.reference.recipes.packages import Say
from syntacticdiff.reference.recipes.texts import TEXTS

# What stands before the list of a text's credits, by the genre of the text.
_INTRODUCTIONS = {
    "encyclopedia": "articles, written by the contributors whom the history of each names, at "
    "https://en.wikipedia.org/wiki/TITLE?action=history:",
    "everyday": "authors, under their user names at https://tatoeba.org:",
}


def attribution(names: Sequence[str], say: Say = lambda line: None) -> Iterator[str]:
    """The lines of a file that credits the authors of these texts.

    Only who wrote a sentence that was kept is named; texts in the public domain have no list.

    Parameters
    ----------
    names : sequence of str
        Names of texts, in the order in which they shall stand.
    say : callable, optional
        Called with a line for each step that takes a while.
    """
    for name in names:
        text = TEXTS[name]
        credited = cleaned(text, say).credits.read_text("utf-8").splitlines()
        if credited:
            yield f"{text.recorded_name}; {text.licence}"
            yield f"{len(credited):,} {_INTRODUCTIONS[text.genre]}"
            yield ""
            yield from credited
            yield ""
