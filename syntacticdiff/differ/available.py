"""The default sources of substitutes, for the language of the reference.

Only the default is adapted. Whoever names a source gets that source or an error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from syntacticdiff.differ.settings import SUBSTITUTIONS
from syntacticdiff.search.sources.registry import SOURCES
from syntacticdiff.text.languages import ENGLISH

if TYPE_CHECKING:
    from syntacticdiff.search.candidate_words import SubstitutionSpec

_STEMS = "porter2"


def available_sources(spec: SubstitutionSpec, language: str) -> SubstitutionSpec:
    """The sources, or what takes their place if they are the default ones.

    Parameters
    ----------
    spec : str, mapping, callable, sequence or None
        The setting `substitutions`.
    language : str
        The language of the reference. In another than English, stems take the place of what exists
        for English only; the note on prices says what that language lacks.
    """
    if language == ENGLISH or not isinstance(spec, str) or spec != SUBSTITUTIONS:
        return spec
    anywhere = (name for name in spec.split("+") if not SOURCES[name].english_only)
    return "+".join((_STEMS, *anywhere))
