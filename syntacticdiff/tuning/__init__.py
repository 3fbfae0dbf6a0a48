"""Settings of the corrector, fitted on annotated text."""

from typing import TYPE_CHECKING

from syntacticdiff._lazy import exports

if TYPE_CHECKING:
    from syntacticdiff.tuning.candidate_table import tabulate_candidates as tabulate_candidates
    from syntacticdiff.tuning.fitting import SETTINGS as SETTINGS
    from syntacticdiff.tuning.fitting import Tuned as Tuned
    from syntacticdiff.tuning.fitting import tune as tune
    from syntacticdiff.tuning.learned_level import LearnedLevel as LearnedLevel
    from syntacticdiff.tuning.operation_level import OperationLevel as OperationLevel
    from syntacticdiff.tuning.operation_level import Space as Space
    from syntacticdiff.tuning.rescoring import OperationSettings as OperationSettings
    from syntacticdiff.tuning.trials import Trials as Trials

__getattr__, __dir__, __all__ = exports(__name__)
