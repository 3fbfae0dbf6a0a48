"""Learning prices: weights that make the annotated edits probable, and no more of them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from syntacticdiff.errors import InputError
from syntacticdiff.search import Step
from syntacticdiff.search.hypothesis import INSERT, REMOVE, SUB
from syntacticdiff.search.prices.cue_table import CueTable
from syntacticdiff.tuning.conditional import CueWeights, chances_of, fitted
from syntacticdiff.tuning.places import Places, joined, places_of

CUES = 12


def drawn(number: int, seed: int, truth: np.ndarray, besides: float = 0.0) -> Places:
    """Places with one to three candidates, of which one or none is right, as `truth` has it."""
    random = np.random.default_rng(seed)
    sizes = random.integers(1, 4, number)
    lengths = random.integers(1, 4, int(sizes.sum()))
    cues = random.integers(0, CUES, int(lengths.sum())).astype(np.uint32) << np.uint32(20)
    ends = np.concatenate([[0], np.cumsum(lengths)])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.intp)
    scores = np.add.reduceat(truth[(cues >> np.uint32(20)).astype(int)], ends[:-1]) + besides
    chances, _ = chances_of(scores, starts, sizes.astype(np.intp))
    right = np.zeros(len(lengths), np.bool_)
    for start, size in zip(starts, sizes, strict=True):
        mine = chances[start : start + size]
        choice = random.choice(size + 1, p=[*mine, max(0.0, 1.0 - mine.sum())])
        if choice < size:
            right[start + choice] = True
    weights, sentences = np.ones(number), np.arange(number, dtype=np.int32)
    return Places(cues, ends.astype(np.int64), right, starts, weights, sentences, number)


TRUTH = np.linspace(-2.0, 1.5, CUES)


def test_the_weights_that_made_the_choices_are_found_again() -> None:
    learned = fitted(drawn(20_000, 1, TRUTH), strength=0.01)
    keys = np.arange(CUES, dtype=np.uint32) << np.uint32(20)
    natural = learned.of(keys) * math.log(2.0)
    assert np.abs(natural - TRUTH).max() < 0.12


def test_the_probabilities_hold_for_unseen_places() -> None:
    learned, unseen = fitted(drawn(20_000, 1, TRUTH)), drawn(20_000, 2, TRUTH)
    chances, _ = chances_of(
        learned.scores(unseen) * math.log(2.0), unseen.starts, unseen.sizes.astype(np.intp)
    )
    sure = chances > 0.5
    assert np.count_nonzero(sure) > 200
    assert abs(chances[sure].mean() - unseen.right[sure].mean()) < 0.03


def test_a_strong_penalty_keeps_the_weights_that_one_starts_from() -> None:
    keys = np.arange(CUES, dtype=np.uint32) << np.uint32(20)
    start = CueWeights(keys, np.full(CUES, 0.25))
    kept = fitted(drawn(500, 3, TRUTH), start=start, strength=1e7)
    free = fitted(drawn(500, 3, TRUTH), start=start, strength=0.1)
    assert np.abs(kept.of(keys) - 0.25).max() < 0.01
    assert np.abs(free.of(keys) - 0.25).max() > 0.5


def test_a_cue_without_a_weight_counts_nothing() -> None:
    weights = CueWeights(np.array([5], np.uint32), np.array([1.5]))
    assert weights.of(np.array([4, 5, 6], np.uint32)).tolist() == [0.0, 1.5, 0.0]


def test_too_few_annotated_edits_are_one_clear_line() -> None:
    with pytest.raises(InputError, match="0 annotated edits are among the candidates"):
        fitted(drawn(50, 1, np.full(CUES, -30.0)))


def table(*sentences: list[tuple[int, int, str]]) -> CueTable:
    """Candidates with one cue each, its number."""
    rows = [edit for sentence in sentences for edit in sentence]
    targets = np.empty(len(rows), np.object_)
    targets[:] = [target for _, _, target in rows]
    return CueTable(
        np.array([len(sentence) for sentence in sentences], np.uint32),
        np.array([len(sentence) for sentence in sentences], np.uint32),
        np.array([i for sentence in sentences for i in range(len(sentence))], np.uint32),
        np.array([position for position, _, _ in rows], np.int32),
        np.array([rank for _, rank, _ in rows], np.uint8),
        targets,
        np.zeros(len(rows), np.int64),
        np.arange(1, len(rows) + 1, dtype=np.uint64),
        np.arange(len(rows), dtype=np.uint64),
    )


def test_gaps_and_tokens_are_places_and_what_cannot_be_reached_is_left_out() -> None:
    given = table(
        [(0, INSERT, "a"), (0, INSERT, "the"), (0, REMOVE, ""), (0, SUB, "an"), (1, INSERT, "a")],
        [(0, INSERT, "a"), (0, REMOVE, "")],
    )
    places = places_of(given, [[Step(0, INSERT, "the")], [Step(0, SUB, "elephant")]])
    assert places.sizes.tolist() == [2, 2, 1, 1]  # the token of the second sentence is left out
    assert places.right.tolist() == [False, True, False, False, False, False]
    assert places.sentences.tolist() == [0, 0, 0, 1]
    assert places.cues.tolist() == [0, 1, 2, 3, 4, 5]


def test_joined_places_are_those_of_both() -> None:
    first, second = drawn(10, 1, TRUTH), drawn(20, 2, TRUTH)
    both = joined([first, second])
    assert len(both) == 30
    assert both.right.tolist() == [*first.right.tolist(), *second.right.tolist()]
    assert both.sentences.tolist() == list(range(30))
    kept = both.chosen(np.arange(30) >= 10)
    assert kept.cues.tolist() == second.cues.tolist()
    assert kept.ends.tolist() == second.ends.tolist()
    assert kept.starts.tolist() == second.starts.tolist()


def test_odds_that_every_edit_has_besides_are_not_learned_again() -> None:
    places = drawn(20_000, 3, TRUTH, besides=-1.0)
    keys = np.arange(CUES, dtype=np.uint32) << np.uint32(20)
    learned = fitted(places, strength=0.01, offset=-1.0 / math.log(2.0))
    assert np.abs(learned.of(keys) * math.log(2.0) - TRUTH).max() < 0.15
    without = fitted(places, strength=0.01)
    assert np.abs(without.of(keys) * math.log(2.0) - TRUTH).max() > 0.3
