"""Whole rankings, what they predict, and which match to judge next."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from syntacticdiff.errors import UsageError
from syntacticdiff.rankings import ranking
from syntacticdiff.rankings.held_out import score_held_out
from syntacticdiff.rankings.judgments import Cell, Judgments, judgments_of
from syntacticdiff.rankings.match_selection import next_matches
from syntacticdiff.rankings.methods import METHODS, Method
from syntacticdiff.rankings.ranking import rank_systems
from syntacticdiff.registry import Registry

NAMES = "abcd"


def made(number: int, *, noise: float = 1.0, seed: int = 0) -> Judgments:
    """Rankings of four systems, of which a is the best and b and c are equally good."""
    generator = np.random.default_rng(seed)
    rankings = []
    for _ in range(number):
        seen = np.array([1.0, 0.0, 0.0, -1.0]) + generator.normal(scale=noise, size=4)
        places = (-seen).argsort().argsort()
        rankings.append(
            [Cell((name,), int(place)) for name, place in zip(NAMES, places, strict=True)]
        )
    return judgments_of(rankings)


@pytest.mark.parametrize("method", METHODS)
class TestEveryMethod:
    def test_the_ranking_and_its_rank_groups_are_recovered_from_simulated_judgments(
        self, method: str
    ) -> None:
        ranking = rank_systems(made(300), method, resamples=200)
        assert [set(group) for group in ranking.rank_groups] == [{"a"}, {"b", "c"}, {"d"}]
        assert [system.rank for system in ranking.systems] == [1, 2, 3, 4]
        assert ranking.systems[0].range == (1, 1)
        assert ranking.systems[1].range == ranking.systems[2].range == (2, 3)

    def test_the_result_depends_on_the_seed_only(self, method: str) -> None:
        first = rank_systems(made(20), method, resamples=50, seed=3)
        second = rank_systems(made(20), method, resamples=50, seed=3)
        other = rank_systems(made(20), method, resamples=50, seed=4)
        assert first.to_dict() == second.to_dict()
        assert (first.resampled == second.resampled).all()
        assert (first.resampled != other.resampled).any()
        assert first.systems[0].score == other.systems[0].score

    def test_scores_predict_more_than_the_rate_of_ties_does(self, method: str) -> None:
        predicted = score_held_out(made(200), METHODS[method].scores)
        assert predicted.perplexity < 0.9 * predicted.baseline
        assert predicted.decided_accuracy > 0.65
        assert predicted.judgments == 200 * 6


def test_whole_rankings_are_drawn() -> None:
    # One ranking of many matches: every resample is that ranking.
    ranking = rank_systems(made(1), "expected-wins", resamples=30)
    assert {system.range[0] - system.range[1] for system in ranking.systems} == {0}


def test_the_signature_has_all_settings() -> None:
    signature = rank_systems(made(5), "trueskill", resamples=10, seed=2).signature
    assert signature.startswith(
        "rank|method:trueskill|matches:30|rankings:5|resamples:10|seed:2|syntacticdiff:"
    )
    tied = judgments_of([[Cell(("a", "b"), 1), Cell(("c",), 2)]] * 2, "tie")
    assert "|method:expected-wins|same-output:tie|" in rank_systems(tied, resamples=2).signature
    some = tied.of_rankings(np.array([True, False]))
    assert "|same-output:tie|" in rank_systems(some, resamples=2).signature


def test_bad_settings_are_named() -> None:
    with pytest.raises(UsageError, match="method: 'elo' is not one of expected-wins, trueskill"):
        rank_systems(made(2), "elo")
    with pytest.raises(UsageError, match="resamples: a whole number from 1"):
        rank_systems(made(2), resamples=0)
    with pytest.raises(UsageError, match="folds: a number from 2 to 3 is needed, not 4"):
        score_held_out(made(3), METHODS["expected-wins"].scores, folds=4)


def test_an_added_method_is_used_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "by_name.py").write_text(
        "import numpy as np\n"
        "def scores(judgments): return np.arange(len(judgments.systems))\n"
        "def resampled(judgments, drawn): return np.tile(scores(judgments), (len(drawn), 1))\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    methods = Registry("method", *METHODS.values(), Method("by-name", "its place", "by_name"))
    monkeypatch.setattr(ranking, "METHODS", methods)
    assert [s.name for s in rank_systems(made(2), "by-name").systems] == ["d", "c", "b", "a"]
    with pytest.raises(UsageError, match=r"hopkins-may, by-name$"):
        rank_systems(made(2), "elo")


class TestHeldOut:
    def test_uninformative_scores_predict_as_well_as_the_rate_of_ties(self) -> None:
        predicted = score_held_out(made(200), lambda judgments: np.zeros(4))
        assert predicted.perplexity == pytest.approx(predicted.baseline, rel=1e-3)
        assert predicted.decided_accuracy == 0.5

    def test_certain_outcomes_are_predicted(self) -> None:
        predicted = score_held_out(
            made(200, noise=0.01), lambda judgments: np.array([3.0, 1.0, 1.0, 0.0])
        )
        # The order of b and c is random: one judgment of six.
        assert predicted.decided_accuracy == pytest.approx(5.5 / 6)
        assert predicted.accuracy > 0.8

    def test_judgments_can_all_be_ties(self) -> None:
        equal = judgments_of([[Cell(("a",), 1), Cell(("b",), 1)]] * 10)
        predicted = score_held_out(equal, METHODS["expected-wins"].scores)
        assert predicted.accuracy == 1
        assert predicted.perplexity < 1.5


class TestMatchSelection:
    def test_the_open_order_is_judged_next(self) -> None:
        ranking = rank_systems(made(300), resamples=200)
        [match] = next_matches(made(300), ranking.resampled)
        assert {match.first, match.second} == {"b", "c"}
        assert match.judgments == 300

    def test_of_equally_open_orders_the_one_judged_less_is_next(self) -> None:
        judgments = judgments_of(
            [[Cell(("a",), 1), Cell(("b",), 1)]] * 3 + [[Cell(("b",), 1), Cell(("c",), 1)]]
        )
        even = np.zeros((10, 3))
        found = next_matches(judgments, even, 3)
        assert [(m.first, m.second, m.judgments) for m in found] == [
            ("a", "c", 0),
            ("b", "c", 1),
            ("a", "b", 3),
        ]
        assert {match.openness for match in found} == {1.0}
