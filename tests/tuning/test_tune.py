"""Tuning from gold to settings: known answers in a made-up world."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.annotated_text import SETTINGS, annotated, reference

from syntacticdiff.alignment.m2 import M2Sentence
from syntacticdiff.correction.corrector import Corrector
from syntacticdiff.correction.settings import CorrectionSettings
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.search.prices.calibrated import CalibratedPrices
from syntacticdiff.tuning import fitting
from syntacticdiff.tuning.adapting import PROBABILITIES, AdaptedLevel, StoppedAdapting
from syntacticdiff.tuning.conditional import CueWeights
from syntacticdiff.tuning.fitting import Tuned, tune
from syntacticdiff.tuning.packing import packed
from syntacticdiff.tuning.trials import Trials

GOLD = annotated(120)
WORDS = {
    "insertions": ["the", "a", "in"],
    "substitutions": "none",
    "removals": "none",
    "min_count": 1,
}
NOTHING_LEARNED = CalibratedPrices(packed(CueWeights(np.empty(0, np.uint32), np.empty(0))))


@pytest.fixture(scope="module")
def model() -> ReferenceModel:
    return reference()


@pytest.fixture(scope="module", autouse=True)
def _shipped_prices_that_know_nothing() -> Any:
    """So that whatever is right afterwards was learned here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fitting, "shipped_prices", lambda: NOTHING_LEARNED)
        patch.setattr(fitting, "shipped_penalties", dict)
        yield


@pytest.fixture(scope="module")
def tuned(model: ReferenceModel) -> Tuned:
    return tune(GOLD, model, metric="f1", settings=WORDS, number_of_folds=2)


def prices_of(result: Tuned) -> CalibratedPrices:
    assert result.settings is not None
    assert result.settings.prices is not None
    return result.settings.prices


def interrupting(said: str, times: int = 1) -> Callable[[str], None]:
    """Ctrl-C when this has been said so often."""
    seen = []

    def report(what: str) -> None:
        seen.extend([what] if said in what else [])
        if len(seen) == times:
            raise KeyboardInterrupt

    return report


def test_what_annotators_do_is_learned_and_the_gain_is_of_held_out_sentences(tuned: Tuned) -> None:
    assert tuned.score is not None
    assert tuned.before is not None
    assert tuned.score.f > 0.9
    assert tuned.score.f > tuned.before.f
    assert tuned.folds_done == 2
    gold = sum(len(sentence.edits) for sentence in GOLD)
    assert tuned.score.gold == tuned.before.gold == gold


def test_it_is_compared_with_the_shipped_prices_and_penalties(
    tuned: Tuned, model: ReferenceModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fitting, "shipped_prices", lambda: prices_of(tuned))
    found = tune(GOLD, model, metric="f1", settings=WORDS, number_of_folds=2)
    assert found.before is not None
    assert found.before.f == 1.0
    monkeypatch.setattr(fitting, "shipped_penalties", lambda: {"base": 500.0})
    careful = tune(GOLD, model, metric="f1", settings=WORDS, number_of_folds=2)
    assert careful.before is not None
    assert careful.before.proposed == 0


def test_the_settings_correct_new_sentences(tuned: Tuned, model: ReferenceModel) -> None:
    corrector = Corrector(model, settings=tuned.settings, tokenized=True)
    assert corrector("The fox sleeps in garden .") == "The fox sleeps in the garden ."
    assert corrector("The fox sleeps in the garden .") == "The fox sleeps in the garden ."


def test_an_edit_is_made_once(tuned: Tuned, model: ReferenceModel) -> None:
    corrector = Corrector(model, settings=tuned.settings, tokenized=True)
    for sentence in GOLD:
        assert " the the " not in corrector(" ".join(sentence.tokens))


def test_settings_say_where_they_come_from(tuned: Tuned, model: ReferenceModel) -> None:
    assert tuned.settings is not None
    assert tuned.score is not None
    assert tuned.before is not None
    provenance = tuned.settings.provenance
    assert provenance["reference_sha256"] == prices_of(tuned).reference == model.checksum
    assert provenance["held_out"] == round(tuned.score.f, 4)
    assert provenance["before"] == round(tuned.before.f, 4)
    assert (provenance["metric"], provenance["sentences"], provenance["folds"]) == ("f1", 120, 2)


def test_the_same_seed_gives_the_same_file(
    tuned: Tuned, model: ReferenceModel, tmp_path: Path
) -> None:
    paths = tmp_path / "first.sdcs", tmp_path / "again.sdcs"
    for path in paths:
        found = tune(GOLD, model, metric="f1", settings=WORDS, number_of_folds=0)
        assert found.settings is not None
        found.settings.save(path)
    assert paths[0].read_bytes() == paths[1].read_bytes()
    loaded = CorrectionSettings.load(paths[0])
    assert loaded.prices is not None
    assert loaded.prices.digest == prices_of(tuned).digest


def test_caution_makes_every_edit_dearer(tuned: Tuned, model: ReferenceModel) -> None:
    careful = tune(GOLD, model, metric="f1", settings=WORDS, number_of_folds=2, caution=500.0)
    assert careful.settings is not None
    assert careful.score is not None
    assert careful.settings.penalties == {"base": 500.0}
    assert careful.score.proposed == 0
    with pytest.raises(UsageError, match="caution"):
        tune(GOLD, model, level="operations", caution=1.0)
    with pytest.raises(UsageError, match="caution"):
        tune(GOLD, model, caution=-1.0)
    with pytest.raises(UsageError, match="caution"):
        tune(GOLD, model, caution=float("nan"))


def test_what_every_edit_costs_with_the_shipped_prices_is_kept(
    model: ReferenceModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    warm = replace(NOTHING_LEARNED, scale=2048)
    monkeypatch.setattr(fitting, "shipped_prices", lambda: warm)
    monkeypatch.setattr(fitting, "shipped_penalties", lambda: {"base": -0.5})
    found = tune(GOLD, model, metric="f1", settings=WORDS, number_of_folds=0, caution=1.0)
    assert found.settings is not None
    assert found.settings.penalties == {"base": 1.5}  # bits of odds are twice as many of J'


def test_prices_that_are_best_already_are_kept(tuned: Tuned, model: ReferenceModel) -> None:
    level = AdaptedLevel(Trials(GOLD, model, "f1"), WORDS, replace(prices_of(tuned)))
    found = level.learn(level.trials.sentences)
    assert found.prices.digest == level.start.digest
    assert found.min_probability == PROBABILITIES[0]
    assert found.inner == 1.0


def test_operations_are_tuned_too(model: ReferenceModel) -> None:
    found = tune(GOLD, model, metric="f1", level="operations", settings=SETTINGS, seed=1)
    assert found.score is not None
    assert found.settings is not None
    assert found.score.f > 0.7
    assert found.settings.prices is None
    assert found.before is None


@pytest.mark.parametrize(("level", "settings"), [("learned", WORDS), ("operations", SETTINGS)])
def test_an_interruption_in_the_folds_keeps_the_settings(
    model: ReferenceModel, level: str, settings: dict[str, Any]
) -> None:
    found = tune(
        GOLD, model, level=level, settings=settings, number_of_folds=2,
        report=interrupting("fold 2"),
    )  # fmt: skip
    assert found.stopped
    assert found.folds_done == 1
    assert found.settings is not None
    assert found.settings.provenance["folds"] == 1


def test_an_interruption_among_trials_keeps_the_best_so_far(model: ReferenceModel) -> None:
    stop = interrupting("trying edits", 2)
    found = tune(GOLD, model, metric="f1", settings=WORDS, report=stop)
    assert found.stopped
    assert found.folds_done == 0
    assert found.score is None
    assert prices_of(found).digest != replace(NOTHING_LEARNED, reference=model.checksum).digest


def test_an_interruption_before_the_first_trial_keeps_what_one_starts_from(
    model: ReferenceModel,
) -> None:
    level = AdaptedLevel(Trials(GOLD, model, "f1"), WORDS, NOTHING_LEARNED)
    with pytest.raises(StoppedAdapting) as stopped:
        level.learn(level.trials.sentences, interrupting("adapting"))
    assert stopped.value.best.prices is NOTHING_LEARNED


def test_an_interruption_before_there_is_anything_is_one(model: ReferenceModel) -> None:
    with pytest.raises(KeyboardInterrupt):
        tune(GOLD, model, settings=WORDS, report=interrupting("generating"))


@pytest.mark.parametrize(
    ("gold", "message"),
    [([], "too few"), ([M2Sentence(("Good",))] * 5, "no edit"), (annotated(8), "at least 10")],
)
def test_gold_that_says_too_little_is_refused(
    model: ReferenceModel, gold: list[M2Sentence], message: str
) -> None:
    with pytest.raises(InputError, match=message) as refused:
        tune(gold, model, settings=WORDS)
    assert "\n" not in str(refused.value)


def test_what_is_learned_is_kept_though_nothing_can_be_held_out(model: ReferenceModel) -> None:
    kept: list[CorrectionSettings | None] = []
    with pytest.raises(InputError, match=r"fold 1: .* fewer folds"):
        tune(
            annotated(40), model, settings=WORDS, number_of_folds=2,
            keep=lambda result: kept.append(result.settings),
        )  # fmt: skip
    [settings] = kept
    assert settings is not None
    assert settings.prices is not None
    assert "held_out" not in settings.provenance


def test_a_wrong_call_is_refused(model: ReferenceModel) -> None:
    with pytest.raises(UsageError, match="level"):
        tune(GOLD, model, level="third")
    with pytest.raises(UsageError, match="folds"):
        tune(GOLD, model, number_of_folds=1)
    with pytest.raises(UsageError, match="metric"):
        tune(GOLD, model, metric="f2")
