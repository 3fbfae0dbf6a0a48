"""SyntacticDiff: how a text differs from how others write, as a bag of edits."""

from typing import TYPE_CHECKING

from syntacticdiff._lazy import exports
from syntacticdiff._version import __version__ as __version__

if TYPE_CHECKING:
    from syntacticdiff.compare.comparison import Comparison as Comparison
    from syntacticdiff.correction.corrector import Corrector as Corrector
    from syntacticdiff.differ.differ import SyntacticDiff as SyntacticDiff
    from syntacticdiff.edits.diff import Diff as Diff
    from syntacticdiff.edits.diff import Edit as Edit
    from syntacticdiff.edits.diff import bag_of_edits as bag_of_edits
    from syntacticdiff.errors import InputError as InputError
    from syntacticdiff.errors import ModelError as ModelError
    from syntacticdiff.errors import SyntacticDiffError as SyntacticDiffError
    from syntacticdiff.errors import UsageError as UsageError
    from syntacticdiff.features.hashing import HashingEditVectorizer as HashingEditVectorizer
    from syntacticdiff.features.vectorizer import EditVectorizer as EditVectorizer
    from syntacticdiff.reference.model import ReferenceModel as ReferenceModel
    from syntacticdiff.topics.topics import ErrorTopics as ErrorTopics

__getattr__, __dir__, __all__ = exports(__name__)
