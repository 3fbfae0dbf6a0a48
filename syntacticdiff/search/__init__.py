"""The searches for edits, over sentences of integer word ids. Knows nothing of documents."""

from syntacticdiff.search.candidates import Candidates, Order, Pricing
from syntacticdiff.search.engine import Engine, make_engine
from syntacticdiff.search.hypothesis import Sentence, Step, Word
from syntacticdiff.search.python_engine import Found, PythonEngine
from syntacticdiff.search.settings import SearchSettings, checked_operations

__all__ = [
    "Candidates",
    "Engine",
    "Found",
    "Order",
    "Pricing",
    "PythonEngine",
    "SearchSettings",
    "Sentence",
    "Step",
    "Word",
    "checked_operations",
    "make_engine",
]
