"""Two versions of a sentence side by side: the edits between them, their types, and M2."""

from typing import TYPE_CHECKING

from syntacticdiff._lazy import exports

if TYPE_CHECKING:
    from syntacticdiff.alignment.annotate import annotated as annotated
    from syntacticdiff.alignment.annotate import edit_types as edit_types
    from syntacticdiff.alignment.annotate import read_parallel as read_parallel
    from syntacticdiff.alignment.error_types import ERROR_TYPES as ERROR_TYPES
    from syntacticdiff.alignment.error_types import ErrorType as ErrorType
    from syntacticdiff.alignment.error_types import error_area as error_area
    from syntacticdiff.alignment.m2 import M2Edit as M2Edit
    from syntacticdiff.alignment.m2 import M2Sentence as M2Sentence
    from syntacticdiff.alignment.m2 import corrected as corrected
    from syntacticdiff.alignment.m2 import parsed_m2 as parsed_m2
    from syntacticdiff.alignment.m2 import read_m2 as read_m2

__getattr__, __dir__, __all__ = exports(__name__)
