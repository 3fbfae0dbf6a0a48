"""Settings of the corrector, fitted on annotated text."""

from typing import TYPE_CHECKING

from syntacticdiff._lazy import exports

if TYPE_CHECKING:
    from syntacticdiff.tuning.adapting import AdaptedLevel as AdaptedLevel
    from syntacticdiff.tuning.conditional import CueWeights as CueWeights
    from syntacticdiff.tuning.conditional import chances_of as chances_of
    from syntacticdiff.tuning.conditional import fitted as fitted
    from syntacticdiff.tuning.fitting import SETTINGS as SETTINGS
    from syntacticdiff.tuning.fitting import Tuned as Tuned
    from syntacticdiff.tuning.fitting import tune as tune
    from syntacticdiff.tuning.gold_edits import gold_steps as gold_steps
    from syntacticdiff.tuning.operation_level import OperationLevel as OperationLevel
    from syntacticdiff.tuning.operation_level import Space as Space
    from syntacticdiff.tuning.packing import packed as packed
    from syntacticdiff.tuning.packing import unpacked as unpacked
    from syntacticdiff.tuning.places import Places as Places
    from syntacticdiff.tuning.places import cue_keys as cue_keys
    from syntacticdiff.tuning.places import joined as joined
    from syntacticdiff.tuning.rescoring import OperationSettings as OperationSettings
    from syntacticdiff.tuning.tabulating import tabulated as tabulated
    from syntacticdiff.tuning.trials import Trials as Trials

__getattr__, __dir__, __all__ = exports(__name__)
