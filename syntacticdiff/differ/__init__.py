"""SyntacticDiff: from text to diffs, in one process or many."""

from typing import TYPE_CHECKING

from syntacticdiff._lazy import exports

if TYPE_CHECKING:
    from syntacticdiff.differ.differ import SyntacticDiff as SyntacticDiff
    from syntacticdiff.differ.preparing import DocumentInput as DocumentInput
    from syntacticdiff.differ.ways import BELIEVABLE as BELIEVABLE
    from syntacticdiff.differ.ways import DESCRIPTIVE as DESCRIPTIVE
    from syntacticdiff.differ.ways import PUBLISHED as PUBLISHED
    from syntacticdiff.search.stopping import Stop as Stop
    from syntacticdiff.search.stopping import StoppedError as StoppedError

__getattr__, __dir__, __all__ = exports(__name__)
