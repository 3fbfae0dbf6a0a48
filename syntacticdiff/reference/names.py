"""What a reference is called: the embedded one, one that was built on this machine, or a path."""

from __future__ import annotations

import os
from pathlib import Path

from syntacticdiff.errors import ModelError
from syntacticdiff.reference.recipes.cache import reference_file
from syntacticdiff.reference.recipes.registry import EMBEDDED, RECIPES

EMBEDDED_FILE = reference_file(EMBEDDED)


def located(source: str | os.PathLike[str]) -> Path:
    """The file of a reference.

    Names come before files; a file in this folder that is called like one is `./large`.

    Parameters
    ----------
    source : str or path
        `"default"`, the name of another recipe, or a path.
    """
    path = Path(source)
    if isinstance(source, str) and source in RECIPES:
        path = reference_file(source)
        if not path.exists():
            raise ModelError(
                f"{source}: this reference has not been built on this machine yet; "
                f"run: syntacticdiff reference build {source}"
            )
    elif isinstance(source, str) and path.name == source and not path.suffix and not path.exists():
        raise ModelError(
            f"{source}: neither a file nor the name of a reference; "
            f"the names are {', '.join(RECIPES)}"
        )
    return path
