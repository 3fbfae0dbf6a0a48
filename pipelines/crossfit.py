"""A reference by a recipe, trained without the held-out blocks of its texts.

    python pipelines/crossfit.py OUT [--recipe default]

Prices are learned on sentences that the reference has not seen: there a wrong word saves as many
bits as it would in a learner's text. `recipes.held_out` says which sentences those are. The model
is made as `build_reference` makes it, from nine tenths of the text.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from syntacticdiff.reference import ReferenceModel
from syntacticdiff.reference.recipes import RECIPES, TEXTS, cleaned, is_held_out


def crossfit(name: str) -> ReferenceModel:
    """The reference of a recipe, without what is held out."""
    recipe = RECIPES[name]
    texts = {text: cleaned(TEXTS[text], print).sentences for text in recipe.times}

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
    """Train it and write it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--recipe", choices=RECIPES, default="default")
    asked = parser.parse_args()
    crossfit(asked.recipe).save(asked.out, bits=RECIPES[asked.recipe].bits)


if __name__ == "__main__":
    main()
