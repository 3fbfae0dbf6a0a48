"""The references that can be built by name: which texts, how often each counts, which settings.

Adding one is one entry of `RECIPES`. Why these texts and settings: results/default_model.md.
"""

from __future__ import annotations

from dataclasses import dataclass

EMBEDDED = "default"  # the one that comes with the package
LICENCE = "CC BY-SA 4.0; sources and attribution in NOTICE"

# How often each text is counted, by its name in `texts.TEXTS`. Everyday sentences, dialogue and
# debate are closer to what learners write than an encyclopedia, and there is less of them. Counted
# three times, what occurs in them once survives pruning at 2.
_MIX = {
    "enwik8": 1,
    "wikitext-2": 1,
    "summaries": 1,
    "tatoeba": 3,
    "commons": 3,
    "addresses": 1,
    "novels": 3,
}


@dataclass(frozen=True)
class Recipe:
    """A reference that can be built from open text.

    Parameters
    ----------
    name : str
        What `--reference` calls it.
    purpose : str
        One line for people who choose.
    times : mapping of str to int
        The names of its texts, in the order in which they are read, and how often each is counted.
    order : int
        The longest n-gram.
    prune : tuple of int
        For each order, n-grams that occur this often or less are dropped.
    min_word_count : int
        Words that occur less often are unknown words.
    bits : int, optional
        Values are rounded to so many bits, 8 or 16; without it they stay as they are.
    """

    name: str
    purpose: str
    times: dict[str, int]
    order: int
    prune: tuple[int, ...]
    min_word_count: int
    bits: int | None = None


RECIPES = {
    recipe.name: recipe
    for recipe in (
        Recipe(
            EMBEDDED,
            "comes with the package",
            _MIX,
            order=3,
            prune=(0, 1, 2),
            min_word_count=5,
            bits=8,
        ),
        Recipe(
            "large",
            "the same text, n-grams of four words, little left out; about 60 MB",
            _MIX,
            order=4,
            prune=(0, 0, 1, 1),
            min_word_count=2,
            bits=16,
        ),
    )
}
