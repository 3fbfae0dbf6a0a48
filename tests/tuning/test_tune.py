"""Tuning from gold to settings: known answers in a made-up world."""

import numpy as np
import pytest
from support.annotated_text import SETTINGS, annotated, reference

from syntacticdiff.alignment.m2 import M2Sentence
from syntacticdiff.correction.corrector import Corrector
from syntacticdiff.correction.settings import CorrectionSettings
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.tuning import learned_level
from syntacticdiff.tuning.candidate_table import tabulate_candidates
from syntacticdiff.tuning.fitting import tune
from syntacticdiff.tuning.learned_level import HeldOut, LearnedLevel
from syntacticdiff.tuning.logistic import fitted
from syntacticdiff.tuning.trials import Trials

GOLD = annotated(60)


@pytest.fixture(scope="module")
def model():
    return reference()


@pytest.fixture(scope="module")
def tuned(model):
    return tune(GOLD, model, metric="f1", settings=SETTINGS, number_of_folds=3)


def test_what_annotators_do_is_learned(tuned):
    assert tuned.score.f > 0.9
    assert tuned.folds_done == 3
    assert tuned.score.gold == sum(len(sentence.edits) for sentence in GOLD)


def test_the_settings_correct_new_sentences(tuned, model):
    corrector = Corrector(model, settings=tuned.settings, tokenized=True)
    assert corrector("The fox sleeps in garden .") == "The fox sleeps in the garden ."
    assert corrector("The fox sleeps in the garden .") == "The fox sleeps in the garden ."


def test_no_edit_is_made_twice_for_the_price_alone(tuned, model):
    corrector = Corrector(model, settings=tuned.settings, tokenized=True)
    for sentence in GOLD:
        assert " the the " not in corrector(list(sentence.tokens))


def test_settings_say_where_they_come_from(tuned, model):
    provenance = tuned.settings.provenance
    assert provenance["reference_sha256"] == model.checksum
    assert provenance["held_out"] == round(tuned.score.f, 4)
    assert (provenance["metric"], provenance["sentences"], provenance["folds"]) == ("f1", 60, 3)


def test_the_same_seed_gives_the_same_file(tuned, model, tmp_path):
    again = tune(GOLD, model, metric="f1", settings=SETTINGS, number_of_folds=0)
    assert again.settings.learned == tuned.settings.learned
    again.settings.save(tmp_path / "tuned.toml")
    loaded = CorrectionSettings.load(tmp_path / "tuned.toml")
    assert loaded.learned == again.settings.learned
    assert loaded.of_penalties() == again.settings.of_penalties()


def test_tabled_prices_are_those_that_the_plain_data_gives(model):
    trials = Trials(GOLD, model, "f1")
    given = {**SETTINGS, "cost": "window", "aggregate": "sum", "positions": "all"}
    table = tabulate_candidates(trials.differ(given), GOLD)
    fit = fitted(table, trials.sentences)
    tabled = HeldOut.of(table, trials.sentences, fit).prices(-1.0)
    learned = fit.penalties(table, -1.0)
    differ = trials.differ(given)
    for sentence in GOLD[:20]:
        candidates = differ.candidates(sentence.tokens, learned.orders)
        # Weights are rounded and small ones left out, so that prices differ a little.
        difference = learned.prices(candidates) - tabled[candidates.tokens]
        assert np.abs(difference).max() < 0.3 * 2**20


def test_no_cue_of_few_sentences_is_kept(tuned):
    names = {word for sentence in GOLD for word in sentence.tokens}
    kept = [name for name in tuned.settings.learned["weights"] if ":" in name]
    assert kept
    assert all(name.split(":")[1] in {*map(str.lower, names), "^"} for name in kept)


def test_caution_makes_every_edit_dearer(tuned, model):
    careful = tune(GOLD, model, metric="f1", settings=SETTINGS, number_of_folds=2, caution=500.0)
    assert careful.settings.penalties == {"base": 500.0}
    assert careful.settings.learned == tuned.settings.learned
    assert careful.score.proposed == 0
    with pytest.raises(UsageError, match="caution"):
        tune(GOLD, model, level="operations", caution=1.0)
    with pytest.raises(UsageError, match="caution"):
        tune(GOLD, model, caution=-1.0)


def test_operations_are_tuned_too(model):
    found = tune(GOLD, model, metric="f1", level="operations", settings=SETTINGS, seed=1)
    assert found.score.f > 0.7
    assert not found.settings.learned


@pytest.mark.parametrize("level", ["learned", "operations"])
def test_an_interruption_in_the_folds_keeps_the_settings(model, level):
    def interrupting(what):
        if what.startswith("fold 2"):
            raise KeyboardInterrupt

    found = tune(GOLD, model, level=level, settings=SETTINGS, report=interrupting)
    assert found.stopped
    assert found.folds_done == 1
    assert found.settings is not None
    assert found.settings.provenance["folds"] == 1


def test_an_interruption_among_thresholds_keeps_the_best_so_far(model):
    seen = []

    def interrupting(what):
        seen.append(what)
        if sum("odds" in each for each in seen) == 5:
            raise KeyboardInterrupt

    found = tune(GOLD, model, settings=SETTINGS, report=interrupting)
    assert found.stopped
    assert found.folds_done == 0
    assert found.settings.learned["weights"]


def test_an_interruption_before_there_is_anything_is_one(model):
    def interrupting(what):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tune(GOLD, model, settings=SETTINGS, report=interrupting)


@pytest.mark.parametrize(
    ("gold", "message"),
    [([], "too few"), ([M2Sentence(("Good",))] * 5, "no edit"), (annotated(8), "at least 10")],
)
def test_gold_that_says_too_little_is_refused(model, gold, message):
    with pytest.raises(InputError, match=message):
        tune(gold, model, settings=SETTINGS)


def test_a_wrong_call_is_refused(model):
    with pytest.raises(UsageError, match="level"):
        tune(GOLD, model, level="third")
    with pytest.raises(UsageError, match="folds"):
        tune(GOLD, model, number_of_folds=1)
    with pytest.raises(UsageError, match="metric"):
        tune(GOLD, model, metric="f2")


def test_a_lucky_threshold_is_not_chosen():
    row = learned_level.THRESHOLDS
    curve = dict(zip(row, [0.1, 0.3, 0.31, 0.3, 0.1, 0.32, 0.0], strict=False))
    assert learned_level._best(curve) == row[2]
    assert learned_level._best({**curve, row[2] + 0.25: 0.33}) == row[2] + 0.25


def test_sentences_that_are_not_searched_would_not_have_changed(model):
    trials = Trials(GOLD, model, "f1")
    given = {**SETTINGS, "cost": "window", "aggregate": "sum", "positions": "all"}
    table = tabulate_candidates(trials.differ(given), GOLD)
    level = LearnedLevel(trials, given, table)
    judged = HeldOut.of(table, trials.sentences, fitted(table, trials.sentences))
    for threshold in (-3.0, -1.0, 1.0):
        level._tabled.table = judged.prices(threshold)
        worth = judged.with_an_edit(threshold)
        diffs = trials.diffs(level._with_tabled, range(len(GOLD)))
        changed = [number for number, diff in enumerate(diffs) if diff.edits]
        assert set(changed) <= set(worth.tolist())
        assert len(changed) > 0.9 * len(worth)
