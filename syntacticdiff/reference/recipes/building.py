"""Building a reference by its recipe, and keeping it where `ReferenceModel.load` finds it."""

from __future__ import annotations

import math
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from syntacticdiff.errors import UsageError
from syntacticdiff.reference.recipes.cache import cache_folder, reference_file
from syntacticdiff.reference.recipes.cleaning import cleaned
from syntacticdiff.reference.recipes.packages import Say, checksum
from syntacticdiff.reference.recipes.registry import EMBEDDED, LICENCE, RECIPES, Recipe
from syntacticdiff.reference.recipes.texts import TEXTS

HELD_OUT_EVERY = 20

if TYPE_CHECKING:
    from syntacticdiff.reference.model import ReferenceModel


def build_reference(
    name: str, out: str | os.PathLike[str] | None = None, *, say: Say = lambda line: None
) -> Path:
    """Build a reference model from open text that comes with packages.

    Downloads and cleaned texts are kept in the user's cache folder, so that a run that was
    interrupted goes on where it was.

    Parameters
    ----------
    name : str
        The name of a recipe, such as `"large"`.
    out : path, optional
        The file to write. By default it is kept in the user's cache folder, and
        `ReferenceModel.load(name)` opens it from there.
    say : callable, optional
        Called with a line for each step that takes a while.

    Returns
    -------
    path
        The file.
    """
    recipe = recipe_named(name)
    if name == EMBEDDED and out is None:
        raise UsageError(
            f"{name}: comes with the package; to build it again, say where to write it"
        )
    path = reference_file(name) if out is None else Path(out)
    texts = {text: cleaned(TEXTS[text], say).sentences for text in recipe.times}
    say(f"training {name}: order {recipe.order}, {len(texts)} texts")
    if out is None:
        path.parent.mkdir(parents=True, exist_ok=True)
    trained(recipe, texts).save(path, bits=recipe.bits)
    return path


def trained(recipe: Recipe, texts: Mapping[str, Path]) -> ReferenceModel:
    """The model of cleaned texts, by their names."""
    model = _train(recipe, _repeated(recipe, texts), _corpora(texts))
    if max(recipe.times.values()) > 1 and model.header["held_out_bits"] is not None:
        model.header["held_out_bits"] = _held_out_bits(recipe, texts)
    return model


def _train(
    recipe: Recipe, lines: Iterable[str], corpora: Sequence[Mapping[str, str]] = ()
) -> ReferenceModel:
    from syntacticdiff.reference.model import ReferenceModel

    return ReferenceModel.train(
        lines,
        recipe.order,
        prune=recipe.prune,
        min_word_count=recipe.min_word_count,
        straight_quotes=True,  # as `prose` writes them
        corpora=corpora,
        licence=LICENCE,
    )


def _corpora(texts: Mapping[str, Path]) -> list[dict[str, str]]:
    return [
        {
            "name": TEXTS[text].recorded_name,
            "sha256": checksum(path),
            "licence": TEXTS[text].licence,
        }
        for text, path in texts.items()
    ]


def _held_out_bits(recipe: Recipe, texts: Mapping[str, Path]) -> float:
    """Bits per token of every 20th sentence under a model of the others.

    `train` measures this too, but would hold out one copy of a sentence and count the other.
    """
    model = _train(recipe, _repeated(recipe, texts, held_out=False))
    log10, tokens = 0.0, 0
    for path in texts.values():
        for line in _lines(path, held_out=True):
            score = model.score(line)
            log10 += score.log10
            tokens += score.tokens + 1  # the end of the sentence is predicted too
    return -log10 * math.log2(10) / tokens


def _repeated(
    recipe: Recipe, texts: Mapping[str, Path], held_out: bool | None = None
) -> Iterator[str]:
    """The sentences of all texts, each text as often as it counts."""
    for text, path in texts.items():
        for _ in range(recipe.times[text]):
            yield from _lines(path, held_out)


def _lines(path: Path, held_out: bool | None = None) -> Iterator[str]:
    """All lines of a file; those that are held out, every 20th; or the others."""
    with path.open(encoding="utf-8") as stream:
        for number, line in enumerate(stream, 1):
            if held_out is None or held_out == (number % HELD_OUT_EVERY == 0):
                yield line.rstrip("\n")


def remove_reference(name: str) -> Path:
    """Remove a reference that was built on this machine; downloads and texts stay.

    Parameters
    ----------
    name : str
        The name of a recipe.

    Returns
    -------
    path
        The file that was removed.
    """
    recipe_named(name)
    if name == EMBEDDED:
        raise UsageError(f"{name}: comes with the package and cannot be removed")
    path = reference_file(name)
    try:
        path.unlink()
    except FileNotFoundError:
        raise UsageError(f"{name}: has not been built on this machine, nothing to remove") from None
    return path


def remove_downloads() -> Path:
    """Remove what was downloaded and cleaned to build references.

    Returns
    -------
    path
        The folder that it was below.
    """
    for part in ("downloads", "texts"):
        shutil.rmtree(cache_folder(part), ignore_errors=True)
    return cache_folder()


def recipe_named(name: str) -> Recipe:
    """The recipe of this name."""
    if name not in RECIPES:
        raise UsageError(f"{name}: no reference of that name; there are {', '.join(RECIPES)}")
    return RECIPES[name]
