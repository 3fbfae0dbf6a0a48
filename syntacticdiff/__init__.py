"""SyntacticDiff: how a text differs from how others write, as a bag of edits."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from syntacticdiff.cluster import ErrorTopics
    from syntacticdiff.compare import Comparison
    from syntacticdiff.correct import Corrector
    from syntacticdiff.differ import SyntacticDiff
    from syntacticdiff.edits import Diff, Edit, bag_of_edits
    from syntacticdiff.errors import InputError, ModelError, SyntacticDiffError, UsageError
    from syntacticdiff.hashing_vectorizer import HashingEditVectorizer
    from syntacticdiff.reference import ReferenceModel
    from syntacticdiff.vectorizer import EditVectorizer

# Resolved on first use, so that the command line's help does not wait for NumPy.
_HOMES = {
    "Comparison": "syntacticdiff.compare",
    "Corrector": "syntacticdiff.correct",
    "Diff": "syntacticdiff.edits",
    "Edit": "syntacticdiff.edits",
    "EditVectorizer": "syntacticdiff.vectorizer",
    "ErrorTopics": "syntacticdiff.cluster",
    "HashingEditVectorizer": "syntacticdiff.hashing_vectorizer",
    "InputError": "syntacticdiff.errors",
    "ModelError": "syntacticdiff.errors",
    "ReferenceModel": "syntacticdiff.reference",
    "SyntacticDiff": "syntacticdiff.differ",
    "SyntacticDiffError": "syntacticdiff.errors",
    "UsageError": "syntacticdiff.errors",
    "bag_of_edits": "syntacticdiff.edits",
}

__all__ = [
    "Comparison",
    "Corrector",
    "Diff",
    "Edit",
    "EditVectorizer",
    "ErrorTopics",
    "HashingEditVectorizer",
    "InputError",
    "ModelError",
    "ReferenceModel",
    "SyntacticDiff",
    "SyntacticDiffError",
    "UsageError",
    "bag_of_edits",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
