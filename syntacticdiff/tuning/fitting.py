"""Tuning from beginning to end: settings for a corrector, with a figure that was not tuned.

The settings come from all sentences. The figure comes from folds: each is corrected with settings
that were tuned in the same way on the others. Interrupted, it gives the best so far.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from syntacticdiff._version import __version__
from syntacticdiff.alignment.m2 import M2Sentence
from syntacticdiff.correction.settings import CorrectionSettings
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.evaluate.m2 import M2Score
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.reference.scorer import MOST_BITS, fixed_point
from syntacticdiff.search.prices.shipped import (
    penalties_of,
    shipped_penalties,
    shipped_prices,
)
from syntacticdiff.text.languages import refuse_other_languages
from syntacticdiff.tuning.adapting import AdaptedLevel, StoppedAdapting
from syntacticdiff.tuning.operation_level import Chosen, OperationLevel, Space, StoppedChoosing
from syntacticdiff.tuning.rescoring import OperationSettings
from syntacticdiff.tuning.trials import Report, Trials, folds

LEVELS = ("learned", "operations")

# What the level `operations` searches with, where its own settings do not say otherwise.
SETTINGS: Final[dict[str, Any]] = {
    "search": "beam",
    "beam": 8,
    "max_edits": 5,
    "positions": "all",
    "insertions": "function-words",
    "substitutions": "inflections+confusions+spelling",
    "removals": "function-words",
    "min_count": 3,
    "aggregate": "sum",
    "cost": "window",
}


@dataclass
class Tuned:
    """What tuning has found so far.

    Parameters
    ----------
    settings : CorrectionSettings or None, default None
        The settings; None until there are any.
    on_gold : float or None, default None
        F on the sentences that were tuned on.
    held_out : list, default []
        The counts of the folds that are done.
    untuned : list, default []
        The same with the shipped prices and penalties.
    folds_done : int, default 0
        How many folds are done.
    stopped : bool, default False
        Whether tuning was interrupted.
    score : M2Score or None, default None
        The score on the folds that are done.
    before : M2Score or None, default None
        The score there with the shipped prices and penalties, if prices were adapted.
    """

    settings: CorrectionSettings | None = None
    on_gold: float | None = None
    held_out: list[Any] = field(default_factory=list)
    folds_done: int = 0
    stopped: bool = False
    score: M2Score | None = None
    before: M2Score | None = None
    untuned: list[Any] = field(default_factory=list)


class _Learned:
    """The second level, behind the interface of both."""

    def __init__(
        self, trials: Trials, settings: Mapping[str, Any], seed: int, caution: float
    ) -> None:
        self.trials, self.settings = trials, dict(settings)
        start = replace(shipped_prices(), reference=None)
        # What every edit costs with the shipped prices belongs to them.
        shipped = shipped_penalties().get("base", 0.0)
        self.base = shipped + caution * start.temperature
        self.level = AdaptedLevel(
            trials, settings, start, fixed_point(self.base), seed, -shipped / start.temperature
        )

    def tuned(self, sentences: NDArray[np.intp], report: Report) -> tuple[Any, float]:
        found = self.level.learn(sentences, report)
        return found, found.inner

    def counts(self, tuned: Any, sentences: NDArray[np.intp]) -> list[Any]:
        return self.level.counts(tuned, sentences)

    def before(self, sentences: NDArray[np.intp]) -> list[Any]:
        """The counts with the shipped prices and penalties: what one has without tuning."""
        penalties = penalties_of(shipped_penalties(), self.level.start, self.trials.reference.fold)
        differ = self.trials.differ({**self.settings, "penalties": penalties})
        return self.trials.counts(differ, sentences)

    def plain(self, tuned: Any) -> dict[str, Any]:
        return {
            "settings": {**self.settings, "min_probability": tuned.min_probability},
            "penalties": {"base": self.base} if self.base else {},
            "prices": replace(tuned.prices, reference=self.trials.reference.checksum),
        }


class _Operations:
    """The first level, behind the interface of both."""

    def __init__(
        self, trials: Trials, settings: Mapping[str, Any], seed: int, caution: float
    ) -> None:
        if caution:
            raise UsageError("caution: only learned prices can be raised by it")
        decided = OperationSettings().search
        self.trials = trials
        self.settings = {name: value for name, value in settings.items() if name not in decided}
        self.level = OperationLevel(trials, self.settings, Space(costs=("bits", "window")), seed)

    def tuned(self, sentences: NDArray[np.intp], report: Report) -> tuple[Any, float]:
        found: Chosen = self.level.choose(sentences, report)
        return found.settings, found.f

    def counts(self, tuned: Any, sentences: NDArray[np.intp]) -> list[Any]:
        return self.level.counts(tuned, sentences)

    def plain(self, tuned: Any) -> dict[str, Any]:
        return {"settings": {**self.settings, **tuned.search}, "penalties": tuned.penalties}


def tune(
    gold: Sequence[M2Sentence],
    reference: ReferenceModel,
    *,
    metric: str = "f0.5",
    level: str = "learned",
    seed: int = 0,
    number_of_folds: int = 4,
    caution: float = 0.0,
    settings: Mapping[str, Any] | None = None,
    provenance: Mapping[str, Any] | None = None,
    report: Report = lambda _: None,
    keep: Callable[[Tuned], None] = lambda _: None,
) -> Tuned:
    """Settings that correct these sentences well.

    Parameters
    ----------
    gold : sequence of M2Sentence
        Annotated sentences.
    reference : ReferenceModel
        The model to tune for.
    metric : str, default "f0.5"
        What is maximised, of M2: `"f0.5"` or `"f1"`.
    level : str, default "learned"
        `"learned"`, the shipped prices adapted to these sentences; or `"operations"`, penalties by
        operation, k, alpha, aggregation and positions.
    seed : int, default 0
        Of whatever is drawn; the same seed gives the same settings.
    number_of_folds : int, default 4
        For the figure that is reported; 0 for none.
    caution : float, default 0.0
        Bits that every edit costs besides what was learned: annotated text has more mistakes than
        most, and what suits it changes too much in others.
    settings : mapping, optional
        Settings of SyntacticDiff that differ from the believable ones, or from SETTINGS for the
        level `operations`: candidate words, beam, ...
    provenance : mapping, optional
        What else to write down of the data.
    report : callable, optional
        Told what is going on.
    keep : callable, optional
        Given the result whenever there is more of it.
    """
    _check(gold, level, number_of_folds)
    if level == "learned":
        refuse_other_languages(
            "learned prices", reference.language, "tune with the level `operations`"
        )
    if not 0 <= caution <= MOST_BITS:
        raise UsageError(f"caution: 0 bits or more are needed, not {caution}")
    trials = Trials(gold, reference, metric)
    made = {"metric": metric, "level": level, "seed": seed, "sentences": len(gold)}
    recorded = {**(provenance or {}), **made, "reference_sha256": reference.checksum}
    result = Tuned()
    try:
        report("generating candidates")
        kind = _Learned if level == "learned" else _Operations
        own = {} if level == "learned" else SETTINGS  # or the believable settings
        tuner = kind(trials, {**own, **(settings or {})}, seed, caution)
        _tune_on_all(trials, tuner, result, recorded, report)
        keep(result)
        parts = folds([sentence.tokens for sentence in gold], max(number_of_folds, 1), seed)
        for fold in range(number_of_folds):
            _hold_out(fold, parts, trials, tuner, result, report)
            keep(result)
    except KeyboardInterrupt:
        if result.settings is None:
            raise
        result.stopped = True
    return result


def _check(gold: Sequence[M2Sentence], level: str, number_of_folds: int) -> None:
    if level not in LEVELS:
        raise UsageError(f"level: {level!r} is not one of {', '.join(LEVELS)}")
    if number_of_folds < 0 or number_of_folds == 1:
        raise UsageError(f"folds: 0, or 2 and more are needed, not {number_of_folds}")
    if len(gold) < max(2, number_of_folds):
        raise InputError(f"gold: {len(gold)} sentences are too few to tune on")
    if all(edit.is_noop for sentence in gold for edit in sentence.edits):
        raise InputError("gold: it has no edit, so there is nothing to tune for")


def _tune_on_all(
    trials: Trials,
    tuner: _Learned | _Operations,
    result: Tuned,
    recorded: Mapping[str, Any],
    report: Report,
) -> None:
    """The settings; if that is interrupted, the best so far, and the interruption goes on."""
    stopped: KeyboardInterrupt | None = None
    try:
        tuned, on_gold = tuner.tuned(trials.sentences, report)
    except StoppedAdapting as stop:
        stopped, tuned, on_gold = stop, stop.best, stop.best.inner
    except StoppedChoosing as stop:
        stopped, tuned, on_gold = stop, stop.best.settings, stop.best.f
    figures = {"tuned_on_gold": round(on_gold, 4), "made_by": f"syntacticdiff {__version__}"}
    result.settings = CorrectionSettings(**tuner.plain(tuned), provenance={**recorded, **figures})
    result.on_gold = on_gold
    if stopped is not None:
        raise stopped


def _hold_out(
    fold: int,
    parts: NDArray[np.intp],
    trials: Trials,
    tuner: _Learned | _Operations,
    result: Tuned,
    report: Report,
) -> None:
    """One fold's counts, with what was tuned on the others, and the figure so far."""
    assert result.settings is not None
    others, test = np.flatnonzero(parts != fold), np.flatnonzero(parts == fold)
    try:
        best, _ = tuner.tuned(others, lambda what: report(f"fold {fold + 1}: {what}"))
    except InputError as error:
        raise InputError(f"fold {fold + 1}: {error}; ask for fewer folds, or for none") from None
    result.held_out += tuner.counts(best, test)
    result.folds_done += 1
    score = result.score = trials.m2.total(result.held_out)
    if isinstance(tuner, _Learned):
        result.untuned += tuner.before(test)
        result.before = trials.m2.total(result.untuned)
    figures = {
        "held_out": round(score.f, 4),
        "held_out_precision": round(score.precision, 4),
        "held_out_recall": round(score.recall, 4),
        "folds": result.folds_done,
    }
    if result.before is not None:
        figures["before"] = round(result.before.f, 4)
    provenance = {**result.settings.provenance, **figures}
    result.settings = replace(result.settings, provenance=provenance)
