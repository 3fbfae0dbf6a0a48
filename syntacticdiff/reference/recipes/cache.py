"""The folder of this user's cache in which downloads, cleaned texts and built references are kept.

`downloads/` has files of packages, `texts/` their cleaned text, `references/` the models. Every
file there is whole, because it is written under another name first.
"""

from __future__ import annotations

import os
from pathlib import Path

from syntacticdiff.reference.recipes.registry import EMBEDDED

VARIABLE = "SYNTACTICDIFF_CACHE"


def cache_folder(*parts: str) -> Path:
    """A folder below the user's cache folder; it need not exist yet.

    Parameters
    ----------
    *parts : str
        Names of folders, and of a file perhaps, below it.
    """
    if chosen := os.environ.get(VARIABLE):
        return Path(chosen).joinpath(*parts)
    from platformdirs import user_cache_path

    return user_cache_path("syntacticdiff", appauthor=False).joinpath(*parts)


def reference_file(name: str) -> Path:
    """Where the reference of this name is, the embedded one or, once it has been built, another.

    Parameters
    ----------
    name : str
        The name of a recipe.
    """
    if name == EMBEDDED:
        return Path(__file__).parents[1] / f"{EMBEDDED}.sdlm"
    return cache_folder("references", f"{name}.sdlm")
