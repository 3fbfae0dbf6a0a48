"""Edits and diffs: applying edits, rewriting sentences, marking and displaying edits."""

from typing import TYPE_CHECKING

from syntacticdiff._lazy import exports

if TYPE_CHECKING:
    from syntacticdiff.edits.changes import Change as Change
    from syntacticdiff.edits.changes import changed as changed
    from syntacticdiff.edits.changes import marked_text as marked_text
    from syntacticdiff.edits.diff import OPERATIONS as OPERATIONS
    from syntacticdiff.edits.diff import Diff as Diff
    from syntacticdiff.edits.diff import Edit as Edit
    from syntacticdiff.edits.diff import Operation as Operation
    from syntacticdiff.edits.diff import apply_edits as apply_edits
    from syntacticdiff.edits.diff import bag_of_edits as bag_of_edits
    from syntacticdiff.edits.explaining import ExplainedEdit as ExplainedEdit
    from syntacticdiff.edits.explaining import Explainer as Explainer
    from syntacticdiff.edits.gains import saved_bits as saved_bits
    from syntacticdiff.edits.kinds import KINDS as KINDS
    from syntacticdiff.edits.kinds import edit_kind as edit_kind
    from syntacticdiff.edits.kinds import kind_of as kind_of
    from syntacticdiff.edits.names import edit_name as edit_name
    from syntacticdiff.edits.plain_words import edit_habit as edit_habit
    from syntacticdiff.edits.plain_words import emphasised as emphasised
    from syntacticdiff.edits.plain_words import quoted as quoted
    from syntacticdiff.edits.plain_words import readable_feature as readable_feature
    from syntacticdiff.edits.plain_words import readable_name as readable_name
    from syntacticdiff.edits.rewriting import rewrite as rewrite
    from syntacticdiff.edits.stretches import Stretch as Stretch
    from syntacticdiff.edits.stretches import edit_change as edit_change
    from syntacticdiff.edits.stretches import stretches_of as stretches_of

__getattr__, __dir__, __all__ = exports(__name__)
