"""The parser that repairs as it parses (EREF): sentences in, mended sentences and trees out."""

from typing import TYPE_CHECKING

from syntacticdiff._lazy import exports

if TYPE_CHECKING:
    from syntacticdiff.repair.agreement import ArcAgreement as ArcAgreement
    from syntacticdiff.repair.agreement import arc_agreement as arc_agreement
    from syntacticdiff.repair.repairer import Repair as Repair
    from syntacticdiff.repair.repairer import Repairer as Repairer
    from syntacticdiff.repair.training import RepairSettings as RepairSettings
    from syntacticdiff.repair.training import train_repairer as train_repairer

__getattr__, __dir__, __all__ = exports(__name__)
