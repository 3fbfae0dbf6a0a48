"""Expected Wins, TrueSkill, Hopkins and May: golden figures, the definition, and properties."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.golden import golden, golden_path, needs_golden
from support.real_text import SHARED

from syntacticdiff.rankings.bootstrap import as_weights, drawn_rankings
from syntacticdiff.rankings.expected_wins import expected_wins
from syntacticdiff.rankings.hopkins_may import HopkinsMaySettings, hopkins_may
from syntacticdiff.rankings.judgments import Cell, Judgments, judgments_of, read_judgments
from syntacticdiff.rankings.trueskill import (
    Rating,
    TrueSkillSettings,
    rate,
    trueskill,
    trueskill_batch,
)

JUDGED = SHARED / "data" / "ranking" / "gjg15-judgments.xml"
# The default settings of the trueskill package.
PACKAGE = {"mu": 25.0, "sigma": 25 / 3, "beta": 25 / 6, "tau": 25 / 300, "draw_probability": 0.1}


def never(message: str) -> None:
    raise AssertionError(message)


def ranked(*rankings: str) -> Judgments:
    """`"a > b = c"`: a before b and c, which are equal."""
    made = []
    for ranking in rankings:
        cells, rank = [], 1
        for word in ranking.split():
            if word == ">":
                rank += 1
            elif word != "=":
                cells.append(Cell((word,), rank))
        made.append(cells)
    return judgments_of(made)


rankings = st.lists(
    st.permutations("abcd").flatmap(
        lambda names: st.tuples(*[st.sampled_from(">=")] * 3).map(
            lambda signs: " ".join(
                x for pair in zip(names, (*signs, ""), strict=True) for x in pair
            )
        )
    ),
    min_size=1,
    max_size=8,
)


class TestExpectedWins:
    @needs_golden
    @pytest.mark.skipif(not JUDGED.is_file(), reason="the human rankings are not here")
    def test_figures_are_those_of_the_original_program(self) -> None:
        judgments = read_judgments(str(JUDGED), never)
        scores = dict(zip(judgments.systems, expected_wins(judgments)[0], strict=True))
        rows = golden("expected_wins.json", "gjg15")
        assert len(rows) == 13
        assert [f"{scores[name]:.4f}" for name, _ in rows] == [figure for _, figure in rows]

    def test_all_opponents_have_equal_weight_and_ties_do_not_count(self) -> None:
        judgments = ranked("a > b", "a > b", "b > a", "c > a", "a = c", "b = c")
        # a: 2/3 against b, 0 against c; b: 1/3 against a, never decided against c.
        assert expected_wins(judgments)[0] == pytest.approx([1 / 3, 1 / 3, 1])

    def test_a_system_with_ties_only_scores_one_half(self) -> None:
        assert expected_wins(ranked("a = b"))[0].tolist() == [0.5, 0.5]

    @given(rankings, st.integers(0, 99))
    def test_weights_are_repetitions(self, given_rankings: list[str], seed: int) -> None:
        judgments = ranked(*given_rankings)
        drawn = drawn_rankings(judgments.rankings, 3, seed)
        scores = expected_wins(judgments, as_weights(drawn))
        for row, chosen in zip(scores, drawn, strict=True):
            repeated = ranked(*(given_rankings[number] for number in chosen))
            assert row == pytest.approx(expected_wins(repeated)[0])


class TestTrueSkill:
    @needs_golden
    def test_two_players_are_rated_as_by_the_package(self) -> None:
        cases = [row for row in golden("trueskill.json", "unit") if len(row["ratings"]) == 2]
        assert len(cases) == 6
        for row in cases:
            chosen = TrueSkillSettings(**PACKAGE | row["env"])
            first, second = (Rating(*team[0]) for team in row["ratings"])
            better, worse = row["ranks"]
            outcome = (worse > better) - (worse < better)
            found = rate(first, second, outcome, chosen, chosen.beta or 0)
            # The package approximates the error function to seven digits, and we do not.
            for rating, [expected] in zip(found, row["result"], strict=True):
                assert rating == pytest.approx(expected, rel=1e-6, abs=1e-9)

    @needs_golden
    def test_five_thousand_matches_end_as_with_the_package(self) -> None:
        judgments = read_judgments(str(golden_path("inputs/trueskill_matches.csv")), never)
        assert len(judgments) == 5000
        assert TrueSkillSettings().beta_for(5000) == 62.5
        found = dict(zip(judgments.systems, trueskill(judgments), strict=True))
        expected = golden("trueskill.json", "sequence")["final"]
        assert found.keys() == expected.keys()
        for name, rating in expected.items():
            assert found[name] == pytest.approx(rating, abs=1e-7)

    def test_updates_are_symmetric_if_both_are_equally_uncertain(self) -> None:
        chosen = TrueSkillSettings(beta=0.3)
        winner, loser = rate(Rating(0.1, 0.5), Rating(0.1, 0.5), 1, chosen, 0.3)
        assert winner.mu - 0.1 == pytest.approx(0.1 - loser.mu)
        assert winner.mu > 0.1
        assert winner.sigma == loser.sigma < 0.5

    @pytest.mark.parametrize("outcome", [-1, 0, 1])
    @pytest.mark.parametrize("mu", [-1000.0, -50.0, -3.0, 0.0, 3.0, 50.0, 1000.0])
    def test_very_improbable_outcomes_do_not_underflow(self, outcome: int, mu: float) -> None:
        for rating in rate(Rating(mu, 0.5), Rating(0, 0.5), outcome, TrueSkillSettings(), 0.1):
            assert math.isfinite(rating.mu)
            assert 0 < rating.sigma <= 0.5

    @settings(deadline=None)
    @given(rankings, st.integers(0, 99))
    def test_resamples_in_step_end_as_one_after_the_other(
        self, given_rankings: list[str], seed: int
    ) -> None:
        judgments = ranked(*given_rankings)
        drawn = drawn_rankings(judgments.rankings, 3, seed)
        for row, chosen in zip(trueskill_batch(judgments, drawn), drawn, strict=True):
            repeated = ranked(*(given_rankings[number] for number in chosen))
            expected = [rating.mu for rating in trueskill(repeated)]
            assert row == pytest.approx(expected, abs=1e-9)

    def test_resamples_of_different_length_each_end_when_their_matches_do(self) -> None:
        judgments = ranked("a > b", "a = b > c", "c > b")
        drawn = np.array([[0, 0, 0], [1, 1, 1], [2, 0, 1]])
        texts = ("a > b", "a = b > c", "c > b")
        for row, chosen in zip(trueskill_batch(judgments, drawn), drawn, strict=True):
            repeated = ranked(*(texts[number] for number in chosen))
            expected = {
                name: rating.mu
                for name, rating in zip(repeated.systems, trueskill(repeated), strict=True)
            }
            assert row == pytest.approx([expected.get(name, 0.0) for name in "abc"], abs=1e-12)


class TestHopkinsMay:
    def test_abilities_of_simulated_matches_are_recovered(self) -> None:
        generator = np.random.default_rng(1)
        abilities = {"a": 0.6, "b": 0.1, "c": -0.2, "d": -0.5}
        chosen = HopkinsMaySettings()
        made = []
        for _ in range(4000):
            one, other = generator.choice([*abilities], 2, replace=False)
            seen = abilities[one] - abilities[other]
            seen += generator.normal(scale=chosen.match_sigma)
            sign = "=" if abs(seen) <= chosen.radius else ">"
            names = (one, other) if seen >= 0 else (other, one)
            made.append(f"{names[0]} {sign} {names[1]}")
        assert hopkins_may(ranked(*made))[0] == pytest.approx([*abilities.values()], abs=0.08)

    def test_few_matches_leave_abilities_near_the_prior(self) -> None:
        first, second = hopkins_may(ranked("a > b"), settings=HopkinsMaySettings(sweeps=5000))[0]
        # By numerical integration over both abilities: E(a - b | a won) = 2 / sqrt(4.5) * v with
        # v the mean shift of a Gaussian cut at radius / sqrt(4.5).
        border = 0.5 / math.sqrt(4.5)
        tail = math.erfc(border / math.sqrt(2)) / 2
        shift = math.exp(-(border**2) / 2) / math.sqrt(2 * math.pi) / tail
        assert first - second == pytest.approx(2 / math.sqrt(4.5) * shift, abs=0.05)
        assert first + second == pytest.approx(0, abs=0.05)

    def test_summed_and_single_draws_agree(self) -> None:
        # Forty equal matches are summed as a Gaussian, twenty are drawn one by one.
        many = hopkins_may(ranked(*["a > b"] * 40, *["b > a"] * 40))[0]
        few = hopkins_may(ranked(*["a > b"] * 20, *["b > a"] * 20))[0]
        assert many == pytest.approx([0, 0], abs=0.05)
        assert few == pytest.approx([0, 0], abs=0.08)

    def test_the_seed_determines_the_result(self) -> None:
        judgments = ranked("a > b > c", "b > a = c")
        assert hopkins_may(judgments, seed=3).tolist() == hopkins_may(judgments, seed=3).tolist()
        assert hopkins_may(judgments, seed=3).tolist() != hopkins_may(judgments, seed=4).tolist()


@given(rankings)
def test_reversing_all_outcomes_reverses_the_scores(given_rankings: list[str]) -> None:
    judgments = ranked(*given_rankings)
    turned = replace(judgments, outcome=-judgments.outcome)
    assert expected_wins(turned) - 0.5 == pytest.approx(0.5 - expected_wins(judgments))
    for one, other in zip(trueskill(judgments), trueskill(turned), strict=True):
        assert (one.mu, one.sigma) == pytest.approx((-other.mu, other.sigma), abs=1e-12)
