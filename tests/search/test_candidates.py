"""Every single candidate edit of a sentence with its gains, and prices for each of them."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
from support.cases import cases, log10_by_definition
from support.generated import case, native_engine, python_engine
from support.oracle import Oracle, listed

from syntacticdiff.errors import UsageError
from syntacticdiff.reference.scorer import BEGIN, END, word_bits
from syntacticdiff.search import Candidates, Step
from syntacticdiff.search.native_engine import _native
from syntacticdiff.search.penalties import Penalties

native = pytest.mark.skipif(_native is None, reason="the native engine is not installed")


def columns(candidates: Candidates) -> dict[str, object]:
    lists = {
        name: getattr(candidates, name).tolist()
        for name in ("token_ids", "positions", "operations", "targets", "target_ids")
    }
    gains = {order: column.tolist() for order, column in candidates.gains.items()}
    types = [column.dtype for column in (candidates.positions, *candidates.gains.values())]
    return {"tokens": candidates.tokens, **lists, "gains": gains, "types": types}


def total_bits(case, texts, order):
    """Fixed-point bits of all windows with contexts of fewer than `order` words, from scratch."""
    ids = [BEGIN, *map(case.model.lexicon.id, texts), END]
    total = 0
    for i in range(1, len(ids)):
        context = tuple(ids[max(0, i - order + 1) : i])
        total += word_bits(log10_by_definition(case.ngrams, context, ids[i]))
    return total


def test_candidates_are_the_single_edits_of_the_definition_in_the_order_for_ties():
    compared = 0
    for problem in cases(200, longest=6, search="beam", positions="all"):
        oracle = Oracle(problem)
        expected = sorted(listed(marked)[0] for marked in oracle.successors(oracle.original()))
        [candidates] = problem.engine().candidates([problem.sentence])
        steps = [(step.position, step.rank, step.target.encode()) for step in candidates.steps()]
        if len(problem.sentence) == 1:  # its removal is listed: an insertion makes it possible
            steps = [step for step in steps if step[1] != 1]
        assert steps == expected
        compared += len(steps)
    assert compared > 1000


def test_gains_are_the_bits_that_the_edit_alone_saves_in_total_under_each_order():
    saved = 0
    for problem in cases(120, longest=6):
        orders = (None, *range(1, problem.model.order + 1))
        [candidates] = problem.engine().candidates([problem.sentence], orders)
        texts = [word.text for word in problem.sentence]
        for order in orders:
            n = order or problem.model.order
            before = total_bits(problem, texts, n)
            gains = candidates.gains[order].tolist()
            for (position, rank, target), gain in zip(candidates.steps(), gains, strict=True):
                new = [target] if target else []
                edited = [*texts[:position], *new, *texts[position + (rank > 0) :]]
                assert gain == before - total_bits(problem, edited, n)
                saved += gain > 0
    assert saved > 500


@native
def test_both_engines_list_the_same_candidates_with_the_same_gains():
    rows = 0
    for number in range(400):
        generated = case(number)
        orders = (None, *range(1, generated.model.order + 1))
        batch = [generated.sentence, generated.sentence[::2], (), generated.sentence]
        expected = python_engine(generated).candidates(batch, orders)
        found = native_engine(generated).candidates(batch, orders)
        assert list(map(columns, found)) == list(map(columns, expected)), generated
        rows += len(found[0])
    assert rows > 5000


def test_an_insertion_pays_the_price_of_the_gap_to_which_normal_form_moves_it():
    problem = next(
        problem
        for problem in cases(400, longest=4, search="recursive", positions="all", max_edits=2)
        if problem.insertions
        and len(problem.sentence) == 2
        and problem.removals is None
        and set(problem.settings.operations) >= {"insert", "remove"}
    )
    target = problem.insertions[0].text

    @dataclass(frozen=True)
    class BeforeTheFirstOnly:
        orders: tuple[int, ...] = ()
        digest: str = "before the first only"

        def prices(self, candidates: Candidates) -> np.ndarray:
            wanted = {Step(0, 0, target), Step(0, 1, "")}
            return np.array([-(2**30) * (step in wanted) for step in candidates.steps()], np.int64)

    priced = replace(problem, penalties=Penalties(pricing=BeforeTheFirstOnly()))
    [found] = priced.engine(replace(problem.settings, aggregate="sum", alpha=0.5)).search(
        [problem.sentence]
    )
    assert set(found.steps) == {Step(0, 0, target), Step(0, 1, "")}


@dataclass(frozen=True)
class Given:
    """Gives whatever it was given."""

    value: object
    orders: tuple[int | None, ...] = ()
    digest: str = "given"

    def prices(self, candidates: Candidates) -> np.ndarray:
        return self.value


@pytest.mark.parametrize(
    ("value", "named"),
    [
        (np.zeros(2, np.int64), "shape"),
        ([0.5], "float64"),
        (None, "object"),
        ("too much", "exceeds"),
    ],
)
def test_prices_that_do_not_fit_the_candidates_are_refused(value, named):
    problem = next(p for p in cases(50, longest=3) if len(p.sentence) == 3 and p.insertions)
    if isinstance(value, str):
        [candidates] = problem.engine().candidates([problem.sentence])
        value = np.full(len(candidates), 2**41, np.int64)
    priced = replace(problem, penalties=Penalties(pricing=Given(value)))
    with pytest.raises(UsageError, match=f"^penalties: .*{named}"):
        priced.engine().search([problem.sentence])


@pytest.mark.parametrize("orders", ["2", 3, (0,), (9,), (True,), (2.0,)])
def test_orders_that_the_model_does_not_have_are_refused(orders):
    problem = next(cases(1))
    with pytest.raises(UsageError, match=r"^orders: "):
        problem.engine().candidates([problem.sentence], orders)


def test_a_scorer_that_cannot_be_truncated_says_so():
    problem = next(p for p in cases(50) if p.model.order > 1)

    class Opaque:
        order = problem.model.order

    engine = problem.engine()
    engine.scorer = Opaque()
    with pytest.raises(UsageError, match=r"^orders: .*\.sdlm"):
        engine.candidates([problem.sentence], (1,))
