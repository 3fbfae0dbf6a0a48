"""How many errors a text has changes what its edits cost, in both engines alike."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.prices import drawn_weights

from syntacticdiff import SyntacticDiff
from syntacticdiff.errors import UsageError
from syntacticdiff.reference.scorer import ONE_BIT
from syntacticdiff.search.found import Certainty, Found, with_certainty
from syntacticdiff.search.hypothesis import INSERT, REMOVE, SUB, Step
from syntacticdiff.search.native_engine import _native
from syntacticdiff.search.penalties import Penalties
from syntacticdiff.search.prices.calibrated import CalibratedPrices
from syntacticdiff.search.prices.density import (
    LEADING,
    Density,
    counts,
    evidence_of,
    in_texts,
    leading,
)
from syntacticdiff.search.prices.shipped import shipped_prices

needs_native = pytest.mark.skipif(_native is None, reason="the native engine is not installed")

DENSITY = Density(usual=0.05, prior=0.05, weight=20.0, slope=1.5, least=-3.0, most=1.5)
GOOD = "The old house is near the river ."
BAD = "She live in a old house with dogs that barks ."


def differ(density: Density | None, engine: str = "auto") -> SyntacticDiff:
    settings = {"insertions": ["the"], "removals": ["a"], "substitutions": "inflections"}
    weights = drawn_weights([])
    plain = SyntacticDiff(penalties=Penalties(pricing=CalibratedPrices(weights)), **settings)
    learned = drawn_weights(plain.cue_table([GOOD, BAD]).cues[::2].tolist())
    prices = CalibratedPrices(learned, density=density)
    penalties = Penalties(base=2 * ONE_BIT, pricing=prices)
    return SyntacticDiff(penalties=penalties, engine=engine, **settings)


def test_more_evidence_makes_every_edit_cheaper() -> None:
    levels = [DENSITY.level(evidence, 100) for evidence in (0.0, 2.0, 5.0, 9.0, 1000.0)]
    assert levels == sorted(levels, reverse=True)
    assert levels[2] == 0  # as much as is usual
    assert levels[-1] == -1.5 * ONE_BIT
    assert DENSITY.level(0.0, 100_000) == 3 * ONE_BIT


def test_twice_the_evidence_is_worth_the_slope() -> None:
    steep = replace(DENSITY, slope=2.0, least=-16.0, most=16.0)
    assert steep.level(0.1 * 980 + 0.1 * 20 - 1, 980) == -2 * ONE_BIT


def test_before_it_is_seen_a_text_is_what_is_expected_of_it() -> None:
    careful = replace(DENSITY, prior=0.025)
    assert careful.level(0.0, 0) == 1.5 * ONE_BIT
    assert DENSITY.level(0.0, 0) == 0


def test_little_text_says_little() -> None:
    assert 0 < DENSITY.level(0.0, 2) < DENSITY.level(0.0, 10) < DENSITY.level(0.0, 50)


def test_sure_edits_say_more_than_doubtful_ones() -> None:
    assert evidence_of(0.8) > 4 * evidence_of(0.4)
    assert (evidence_of(0.0), evidence_of(1.0)) == (0.0, 1.0)


def test_the_evidence_of_a_sentence_is_that_of_its_edits() -> None:
    """Marks and capitals do not count."""
    certainty = {
        Step(0, INSERT, ","): (0.9, 0.1, 0.9),
        Step(1, SUB, "goes"): (0.5, 0.1, 0.5),
        Step(2, REMOVE, ""): (0.5, 0.1, 0.5),
        Step(3, SUB, "Monday"): (0.9, 0.1, 0.9),
    }
    found = with_certainty(Found((), (), 1.0, 1.0), Certainty((), certainty))
    assert found.evidence == 0.25


def test_style_does_not_count() -> None:
    assert [counts(target) for target in ("the", "that 's", "", ",", "...", "Monday")] == [
        *(True, True, True),
        *(False, False, False),
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        {"usual": 0.0},
        {"usual": float("nan")},
        {"prior": 0.0},
        {"weight": -1.0},
        {"slope": 0.0},
        {"least": 1.0},
        {"most": float("inf")},
    ],
)
def test_numbers_without_sense_are_refused(wrong: dict[str, float]) -> None:
    values = {
        "usual": 0.05,
        "prior": 0.05,
        "weight": 20.0,
        "slope": 1.5,
        "least": -3.0,
        "most": 1.5,
    }
    with pytest.raises(UsageError, match="density"):
        Density(**values | wrong)


def test_a_sentence_follows_its_text() -> None:
    """Beside many errors an edit is more probable than alone, and beside none it is less so."""
    prices = replace(shipped_prices(), density=DENSITY)
    found = SyntacticDiff(penalties=Penalties(base=2 * ONE_BIT, pricing=prices))
    alone = found(BAD.split())
    assert alone.soft_counts is not None
    among_good = found.document([BAD.split(), *[GOOD.split()] * 30])[0]
    among_bad = found.document([BAD.split()] * 30)[0]
    fewest, some, most = (
        sum((diff.soft_counts or {}).values()) for diff in (among_good, alone, among_bad)
    )
    assert fewest < some < most


def test_without_a_density_nothing_follows() -> None:
    found = differ(None)
    assert found.document([BAD.split()] * 5)[0] == found(BAD.split())
    assert found.document([GOOD.split(), BAD.split()])[1] == found(BAD.split())


def test_a_search_without_probabilities_follows_nothing() -> None:
    prices = CalibratedPrices(drawn_weights([]), density=DENSITY)
    settings = {"insertions": ["the"], "removals": ["a"], "substitutions": "inflections"}
    found = SyntacticDiff(
        penalties=Penalties(pricing=prices), search="beam", max_edits=1, beam=2, **settings
    )
    assert found.document([BAD.split()] * 5)[0] == found(BAD.split())
    plain = SyntacticDiff(
        penalties=Penalties(pricing=replace(prices, density=None)),
        search="beam", max_edits=1, beam=2, **settings,
    )  # fmt: skip
    assert [str(edit) for edit in plain(BAD).edits] == [str(edit) for edit in found(BAD).edits]


def test_texts_do_not_change_each_other() -> None:
    found = differ(DENSITY)
    texts = [[BAD.split()] * 3, [GOOD.split()], [], [BAD.split(), GOOD.split()]]
    together = list(found.many(texts))
    assert together == [found.document(text) for text in texts]
    assert list(found.many(texts, n_jobs=2)) == together
    assert found(BAD.split()) == found.document([BAD.split()])[0]


@needs_native
@pytest.mark.parametrize("size", [1, 4, 12])
def test_both_engines_find_the_same(size: int) -> None:
    native, python = differ(DENSITY, "native"), differ(DENSITY, "python")
    text = ([BAD.split(), GOOD.split()] * size)[:size]
    for ours, theirs in zip(native.document(text), python.document(text), strict=True):
        assert [str(edit) for edit in ours.edits] == [str(edit) for edit in theirs.edits]
        assert dict(ours.soft_counts or {}) == pytest.approx(dict(theirs.soft_counts or {}))
    ranked = [[item.probability for item in one.n_best(BAD, 4)] for one in (native, python)]
    assert ranked[0] == pytest.approx(ranked[1])


def test_the_best_hypothesis_of_a_sentence_is_what_is_shown() -> None:
    found = differ(DENSITY)
    best = found.n_best(BAD, 1)[0]
    shown = {str(edit) for edit in found(BAD).edits}
    assert shown <= {str(edit) for edit in best.diff.edits}


def test_long_texts_are_judged_by_their_beginning() -> None:
    found = differ(DENSITY)
    words = GOOD.split()
    text = [words] * (LEADING // len(words) + 40)
    prepared = [item.words for item in found.prepared(text)]
    assert leading(prepared) == LEADING // len(words) + (LEADING % len(words) > 0)
    again = found.document([*text, *[BAD.split()] * 3])
    assert again[: len(text)] == found.document(text)


def test_sizes_must_add_up() -> None:
    with pytest.raises(UsageError, match="sizes"):
        in_texts([(), ()], [1])
