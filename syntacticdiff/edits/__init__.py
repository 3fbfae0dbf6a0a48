"""Edits and diffs: applying edits, rewriting sentences, marking and displaying edits."""

from typing import TYPE_CHECKING

from syntacticdiff._lazy import exports

if TYPE_CHECKING:
    from syntacticdiff.edits.diff import OPERATIONS as OPERATIONS
    from syntacticdiff.edits.diff import Diff as Diff
    from syntacticdiff.edits.diff import Edit as Edit
    from syntacticdiff.edits.diff import Operation as Operation
    from syntacticdiff.edits.diff import apply_edits as apply_edits
    from syntacticdiff.edits.diff import bag_of_edits as bag_of_edits
    from syntacticdiff.edits.gains import saved_bits as saved_bits
    from syntacticdiff.edits.names import edit_name as edit_name
    from syntacticdiff.edits.rewriting import rewrite as rewrite

__getattr__, __dir__, __all__ = exports(__name__)
