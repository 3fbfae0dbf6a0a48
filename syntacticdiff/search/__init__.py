"""The searches for edits, over sentences of integer word ids. Knows nothing of documents."""

from typing import TYPE_CHECKING

from syntacticdiff._lazy import exports

if TYPE_CHECKING:
    from syntacticdiff.search.candidate_words import Substitutions as Substitutions
    from syntacticdiff.search.candidate_words import insertion_words as insertion_words
    from syntacticdiff.search.candidate_words import removable_words as removable_words
    from syntacticdiff.search.candidates import Candidates as Candidates
    from syntacticdiff.search.candidates import Order as Order
    from syntacticdiff.search.candidates import Pricing as Pricing
    from syntacticdiff.search.engine import Engine as Engine
    from syntacticdiff.search.engine import make_engine as make_engine
    from syntacticdiff.search.found import Found as Found
    from syntacticdiff.search.hypothesis import Sentence as Sentence
    from syntacticdiff.search.hypothesis import Step as Step
    from syntacticdiff.search.hypothesis import Word as Word
    from syntacticdiff.search.native_engine import NativeEngine as NativeEngine
    from syntacticdiff.search.penalties import Penalties as Penalties
    from syntacticdiff.search.prices.calibrated import CalibratedPrices as CalibratedPrices
    from syntacticdiff.search.prices.context import ContextNetwork as ContextNetwork
    from syntacticdiff.search.prices.cue_table import CueTable as CueTable
    from syntacticdiff.search.prices.density import Density as Density
    from syntacticdiff.search.prices.templates import TEMPLATES as TEMPLATES
    from syntacticdiff.search.prices.templates import Template as Template
    from syntacticdiff.search.python_engine import PythonEngine as PythonEngine
    from syntacticdiff.search.settings import SearchSettings as SearchSettings
    from syntacticdiff.search.settings import checked_operations as checked_operations
    from syntacticdiff.search.sources.registry import SOURCES as SOURCES
    from syntacticdiff.search.sources.registry import WORD_LISTS as WORD_LISTS

__getattr__, __dir__, __all__ = exports(__name__)
