"""Laws of the searches, on generated problems, against an oracle that follows the definition."""

import itertools
import random
from collections import Counter
from dataclasses import replace

import pytest
from support.cases import cases, random_case
from support.oracle import Oracle, listed

from syntacticdiff.edits.diff import apply_edits
from syntacticdiff.reference.scored import ScoredSentence
from syntacticdiff.reference.scorer import END, bits_per_token

CASES = 400


def as_listed(steps):
    return [(step.position, step.rank, step.target.encode()) for step in steps]


def bits_of(case, texts):
    ids = [*map(case.model.lexicon.id, texts), END]
    scored = ScoredSentence(case.model.scorer, ids)
    return bits_per_token(scored.total, len(ids))


def edited(case, steps):
    edits = [step.edit_of(case.sentence) for step in steps]
    return apply_edits([word.text for word in case.sentence], edits)


def test_recursive_finds_what_brute_force_finds_and_the_cases_are_worth_it():
    seen = Counter()
    for case in cases(CASES, longest=5, search="recursive"):
        oracle = Oracle(case)
        best = oracle.best()
        [found] = case.engine().search([case.sentence])
        assert as_listed(found.steps) == listed(best)
        assert found.before == oracle.bits_per_token(oracle.original())
        assert found.after == oracle.bits_per_token(best)
        seen["edited"] += len(found.steps) >= 1
        seen["several"] += len(found.steps) >= 2
        seen["tied"] += oracle.ties()
    assert seen["edited"] >= CASES * 2 / 5
    assert seen["several"] >= CASES / 10
    assert seen["tied"] >= CASES / 12


def test_beam_finds_what_its_definition_finds():
    edited = 0
    for case in cases(CASES, longest=8, search="beam"):
        if case.settings.beam is None:
            continue
        oracle = Oracle(case)
        [found] = case.engine().search([case.sentence])
        assert as_listed(found.steps) == listed(oracle.beam())
        edited += bool(found.steps)
    assert edited >= CASES / 3


def test_beam_without_a_limit_is_recursive():
    for case in cases(CASES, longest=5, search="beam", beam=None):
        recursive = case.engine(replace(case.settings, search="recursive"))
        assert case.engine().search([case.sentence]) == recursive.search([case.sentence])


def test_a_wide_enough_beam_finds_the_best_single_edit():
    for case in cases(CASES, search="beam", max_edits=1, beam=10_000, stop_at=None):
        recursive = case.engine(replace(case.settings, search="recursive"))
        assert case.engine().search([case.sentence]) == recursive.search([case.sentence])


@pytest.mark.parametrize("search", ["beam", "recursive"])
def test_applying_the_edits_gives_a_sentence_with_the_bits_of_after(search):
    for case in cases(CASES, longest=10 if search == "beam" else 5, search=search):
        [found] = case.engine().search([case.sentence])
        texts = [word.text for word in case.sentence]
        assert found.before == bits_of(case, texts)
        assert found.after == bits_of(case, edited(case, found.steps))


def test_gains_are_drops_step_by_step_and_sum_to_the_whole():
    several = 0
    for case in cases(CASES, longest=10, search="beam", max_edits=3, stop_at=None):
        [found] = case.engine().search([case.sentence])
        several += len(found.steps) > 1
        bits = [bits_of(case, edited(case, found.steps[:n])) for n in range(len(found.steps) + 1)]
        assert list(found.gains) == [a - b for a, b in itertools.pairwise(bits)]
        assert sum(found.gains) == pytest.approx(found.before - found.after, abs=1e-9)
    assert several >= CASES / 10


def test_a_sweep_keeps_the_best_single_edit_of_each_place():
    kept = 0
    for case in cases(CASES, longest=12, search="sweep", positions="all"):
        [found] = case.engine().search([case.sentence])
        expected = Oracle(case).sweep()
        assert as_listed(found.steps) == [edit for edit, _ in expected]
        assert list(found.gains) == [gain for _, gain in expected]
        assert found.after is None
        kept += bool(found.steps)
    assert kept >= CASES / 2


def test_sweep_gains_equal_scoring_the_sentence_with_that_edit_alone():
    for case in cases(CASES, longest=12, search="sweep"):
        [found] = case.engine().search([case.sentence])
        for step, gain in zip(found.steps, found.gains, strict=True):
            assert gain == found.before - bits_of(case, edited(case, [step]))


def test_a_candidate_scored_by_its_changed_ngrams_equals_scoring_everything_again():
    for case in cases(CASES, longest=12):
        rng = random.Random(len(case.sentence))
        ids = [word.id for word in case.sentence]
        scored = ScoredSentence(case.model.scorer, [*ids, END])
        for _ in range(5):
            start = rng.randint(0, len(ids))
            end = min(len(ids), start + rng.randint(0, 2))
            new = tuple(rng.choices(range(len(case.model.lexicon)), k=rng.randint(0, 2)))
            whole = ScoredSentence(case.model.scorer, [*ids[:start], *new, *ids[end:], END])
            assert scored.total_with(start, end, new) == whole.total


def test_a_beam_never_does_worse_than_the_sentence_as_it_is():
    for case in cases(CASES, longest=10, search="beam", beam=2, alpha=1.0, cost="bits"):
        [found] = case.engine().search([case.sentence])
        assert found.after <= found.before


def test_a_beam_stops_when_the_sentence_is_good_enough():
    stopped = 0
    for case in cases(CASES, longest=8, search="beam", beam=4, max_edits=3, stop_at=None):
        [unstopped] = case.engine().search([case.sentence])
        at_once = case.engine(replace(case.settings, stop_at=unstopped.before))
        assert at_once.search([case.sentence])[0].steps == ()
        stopped += bool(unstopped.steps)
    assert stopped >= CASES / 4


def test_the_order_of_sentences_does_not_matter():
    case = random_case(7, longest=8, search="beam", beam=4)
    sentences = [case.sentence, case.sentence[::-1], case.sentence[:1], ()]
    engine = case.engine()
    together = engine.search(sentences)
    assert together == [engine.search([sentence])[0] for sentence in sentences]
