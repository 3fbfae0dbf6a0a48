"""Corrected text: sentences as the reference would have them, everything else kept."""

from typing import TYPE_CHECKING

from syntacticdiff._lazy import exports

if TYPE_CHECKING:
    from syntacticdiff.correction.corrector import Correction as Correction
    from syntacticdiff.correction.corrector import Corrector as Corrector
    from syntacticdiff.correction.neural import NeuralCorrector as NeuralCorrector
    from syntacticdiff.correction.repairing import RepairCorrector as RepairCorrector
    from syntacticdiff.correction.settings import SUMMARY as SUMMARY
    from syntacticdiff.correction.settings import CorrectionSettings as CorrectionSettings
    from syntacticdiff.correction.systems import SYSTEMS as SYSTEMS
    from syntacticdiff.correction.systems import CorrectionSystem as CorrectionSystem
    from syntacticdiff.search.prices.shipped import SHIPPED as SHIPPED

__getattr__, __dir__, __all__ = exports(__name__)
