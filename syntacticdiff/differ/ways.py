"""The three ways to use SyntacticDiff, each a set of settings with a name.

- believable: edits that a reader would probably agree with. The defaults of SyntacticDiff and of
  everything that shows edits to people.
- descriptive: everything that the reference finds less usual. Features, not corrections; the
  defaults of the vectorizers and of what counts edits.
- published: the settings of the study that introduced the method.

A signature names the way whose settings it has.
"""

from __future__ import annotations

from typing import Any, Final, cast

from syntacticdiff.differ.settings import PARAMETERS, DifferSettings

# They say where and how text is searched, and not which edits are found.
_RUNNING = ("engine", "tokenized")
OWN: Final = "own"

BELIEVABLE: Final = cast(
    DifferSettings,
    {item.name: item.default for item in PARAMETERS if item.name not in _RUNNING},
)

DESCRIPTIVE: Final[DifferSettings] = {
    **BELIEVABLE,
    "search": "sweep",
    "positions": "window",
    "insertions": "function-words",
    "substitutions": "porter2",
    "removals": "all",
    "penalties": None,
    "aggregate": "mean",
    "cost": "bits",
}

PUBLISHED: Final[DifferSettings] = {
    **DESCRIPTIVE,
    "search": "recursive",
    "max_edits": 1,
    "positions": "worst",
    "cost": "perplexity",
}

WAYS: Final[dict[str, DifferSettings]] = {
    "believable": BELIEVABLE,
    "descriptive": DESCRIPTIVE,
    "published": PUBLISHED,
}


def way_of(settings: DifferSettings) -> str:
    """The name of the way whose settings these are, or `own`.

    Parameters
    ----------
    settings : DifferSettings
        All settings of a differ. How many edits a sentence may get and how probable they must be
        does not change the way.
    """
    free = ("max_edits", "min_probability")
    for name, way in WAYS.items():
        values: dict[str, Any] = {**way}
        given: dict[str, Any] = {**settings}
        if all(given[item] == value for item, value in values.items() if item not in free):
            return name
    return OWN
