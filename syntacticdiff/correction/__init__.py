"""Corrected text: sentences as the reference would have them, everything else kept."""

from typing import TYPE_CHECKING

from syntacticdiff._lazy import exports

if TYPE_CHECKING:
    from syntacticdiff.correction.corrector import Correction as Correction
    from syntacticdiff.correction.corrector import Corrector as Corrector
    from syntacticdiff.correction.settings import SHIPPED as SHIPPED
    from syntacticdiff.correction.settings import SUMMARY as SUMMARY
    from syntacticdiff.correction.settings import CorrectionSettings as CorrectionSettings

__getattr__, __dir__, __all__ = exports(__name__)
