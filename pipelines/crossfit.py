"""References that have not seen the text that prices are learned from.

    python pipelines/crossfit.py FOLDER [--recipe default]

Prices are learned on sentences that the reference has not seen: there a wrong word saves as many
bits as it would in a learner's text. `held-out.sdlm` is made as `build_reference` makes it, but
without the blocks that `recipes.held_out` names. That is not enough: a reference knows a kind of
text that it was trained on, and learners' texts are of other kinds. So `without-TEXT.sdlm` has seen
nothing of a whole text besides.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from syntacticdiff.reference import ReferenceModel
from syntacticdiff.reference.recipes import RECIPES, TEXTS, cleaned, is_held_out

HELD_OUT = "held-out.sdlm"
# Texts that the rest of the recipe can do without: together an eighth of it.
LEFT_OUT = ("tatoeba", "novels", "commons", "addresses")


def reference_for(folder: Path, text: str) -> Path:
    """The reference that has seen least of a text."""
    return folder / (f"without-{text}.sdlm" if text in LEFT_OUT else HELD_OUT)


def crossfit(name: str, without: str | None = None) -> ReferenceModel:
    """The reference of a recipe, without what is held out and without a whole text."""
    recipe = RECIPES[name]
    chosen = [text for text in recipe.times if text != without]
    texts = {text: cleaned(TEXTS[text], print).sentences for text in chosen}

    def lines() -> Iterator[str]:
        for text, path in texts.items():
            for _ in range(recipe.times[text]):
                yield from seen_lines(path)

    return ReferenceModel.train(
        lines(),
        recipe.order,
        prune=recipe.prune,
        min_word_count=recipe.min_word_count,
        straight_quotes=True,
        licence="for learning prices; not passed on",
    )


def seen_lines(path: Path, *, held_out: bool = False) -> Iterator[str]:
    """The lines that a cross-fitted model has seen; or those that it has not."""
    with path.open(encoding="utf-8") as stream:
        for number, line in enumerate(stream):
            if is_held_out(number) == held_out:
                yield line.rstrip("\n")


def main() -> None:
    """Train them and write them; what is there already is kept."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--recipe", choices=RECIPES, default="default")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    for without in (None, *LEFT_OUT):
        path = reference_for(asked.folder, without or "")
        if not path.exists():
            crossfit(asked.recipe, without).save(path, bits=RECIPES[asked.recipe].bits)


if __name__ == "__main__":
    main()
