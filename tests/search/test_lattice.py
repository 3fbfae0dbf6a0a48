"""The lattice against every hypothesis listed one by one, and the laws that it obeys."""

import itertools
import math
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from support.all_hypotheses import AllHypotheses
from support.generated import Case, lattice_case, native_engine, python_engine
from support.plain import plain_differ

from syntacticdiff import ReferenceModel, SyntacticDiff, UsageError
from syntacticdiff.search.found import LEAST_ALTERNATIVE, Found, rounded
from syntacticdiff.search.hypothesis import REMOVE, Word
from syntacticdiff.search.native_engine import _native
from syntacticdiff.search.penalties import Penalties

CASES = 2000
TEXTS = ["we go to school", "they go to the park", "the park is by the school"] * 5


def test_the_best_hypothesis_and_all_probabilities_are_those_of_brute_force() -> None:
    kinds: Counter[str] = Counter()
    for number in range(CASES):
        case = lattice_case(number)
        every = AllHypotheses(case)
        [found] = python_engine(case).search([case.sentence])
        best = every.listed[0]
        assert found.steps == shown(every, case), case
        assert found.probabilities is not None
        for step, probability in zip(found.steps, found.probabilities, strict=True):
            assert probability == pytest.approx(every.probability(step), abs=1e-9)
        assert found.expected.keys() == every.steps()
        for step, expected in found.expected.items():
            assert expected == pytest.approx(every.expected(step), abs=1e-9)
        others = {step for step in every.steps() if step not in found.steps}
        assert {alternative.step for alternative in found.alternatives} == {
            step for step in others if rounded(every.probability(step)) > LEAST_ALTERNATIVE
        }
        kinds["a token is left"] += len(found.steps) < len(probable_steps(every, case))
        kinds["edited"] += bool(best.steps)
        kinds["edited twice"] += len(best.steps) >= 2
        kinds["tied"] += len(every.listed) > 1 and every.listed[1].cost == best.cost
        kinds["several tokens"] += any(" " in step.target for step in best.steps)
        kinds["hypotheses"] += len(every.listed)
    assert kinds["edited"] >= CASES / 2
    assert kinds["edited twice"] >= CASES / 5
    assert kinds["tied"] >= CASES / 20
    assert kinds["a token is left"] >= 1
    assert kinds["several tokens"] >= CASES / 60
    assert kinds["hypotheses"] >= 20 * CASES


def probable_steps(every: AllHypotheses, case: Case) -> list:
    """The edits of the best hypothesis that are probable enough."""
    least = case.settings.min_probability
    return [s for s in every.listed[0].steps if rounded(every.probability(s)) >= least]


def shown(every: AllHypotheses, case: Case) -> tuple:
    """The probable edits of the best hypothesis; one fewer, if they would leave no token."""
    probable = probable_steps(every, case)
    removed = {step.position for step in probable if step.rank == REMOVE}
    if len(removed) == len(case.sentence) and not any(step.target for step in probable):
        probable.remove(min(probable, key=lambda step: rounded(every.probability(step))))
    return tuple(probable)


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize("text", ["sat", "oh sat"])
def test_a_token_is_left_whatever_is_probable(text: str, engine: str) -> None:
    """The best hypothesis puts a word in for those that go; which word, is not certain."""
    if engine == "native" and _native is None:
        pytest.skip("the native engine is not installed")
    reference = ReferenceModel.train(["the cat sat .", "the", "a", "oh no", "dogs"] * 6)
    differ = plain_differ(
        reference,
        search="lattice",
        insertions=["the", "a", "cat", "dogs"],
        penalties={"remove": -9.0},
        cost="window",
        aggregate="sum",
        engine=engine,
    )
    best = differ.n_best(text, 1)[0].diff
    removals = [edit for edit in best.edits if edit.op == "remove"]
    assert len(best.edits) == len(removals) + 1 == len(best.tokens) + 1
    diff = differ(text)
    assert diff.output_tokens
    assert len(diff.edits) == len(best.tokens) - 1
    left = [edit for edit in removals if str(edit) not in map(str, diff.edits)]
    probable = {str(edit): edit.probability for edit in (*diff.edits, *diff.alternatives)}
    assert probable[str(left[0])] == min(probable[str(edit)] for edit in removals)


needs_native = pytest.mark.skipif(_native is None, reason="the native engine is not installed")


def inserting_case(number: int) -> Case:
    """A sentence of one or two tokens, in which several different words of a gap save bits."""
    rng = random.Random(number)
    case = lattice_case(number)
    known = [Word(text, case.model.lexicon.id(text)) for text in case.model.lexicon.words()][3:]
    most = rng.choice((2, 2, 3))
    settings = replace(
        case.settings,
        alpha=rng.choice((0.5, 0.3)),
        operations=("insert", "remove"),
        max_inserted=most,
        max_edits=rng.choice((None, None, 4)),
        prune=None,
        min_probability=0.0,
    )
    bits = {f"insert({word.text})": -rng.choice((2.0, 4.0, 6.0)) for word in known}
    return replace(
        case,
        settings=settings,
        insertions=tuple(rng.sample(known, 2)),
        removals=None,
        penalties=replace(Penalties.of(bits), pricing=case.penalties.pricing),
        sentence=case.sentence[: 1 if most == 3 else 2],
    )


def test_several_insertions_in_a_gap_are_those_of_brute_force() -> None:
    kinds: Counter[str] = Counter()
    for number in range(150):
        case = inserting_case(number)
        every = AllHypotheses(case)
        engines = [python_engine(case), *([native_engine(case)] if _native is not None else [])]
        for engine in engines:
            [found] = engine.search([case.sentence])
            assert found.steps == every.listed[0].steps, case
            assert found.probabilities is not None
            for step, probability in zip(found.steps, found.probabilities, strict=True):
                assert probability == pytest.approx(every.probability(step), abs=1e-9)
            assert found.expected.keys() == every.steps()
            for step, expected in found.expected.items():
                assert expected == pytest.approx(every.expected(step), abs=1e-9)
            ranked = engine.n_best(case.sentence, 5)
            assert [item.found.steps for item in ranked] == [h.steps for h in every.listed[:5]]
        gaps = Counter(step.position for step in every.listed[0].steps if step.rank == 0)
        kinds["several in a gap"] += max(gaps.values(), default=0) >= 2
        kinds["different ones"] += any(
            first.rank == second.rank == 0
            and first.position == second.position
            and first.target != second.target
            for first, second in itertools.pairwise(every.listed[0].steps)
        )
    assert kinds["several in a gap"] >= 100
    assert kinds["different ones"] >= 20


def test_the_best_hypothesis_is_the_most_probable_of_all() -> None:
    for number in range(300):
        case = lattice_case(number)
        ranked = python_engine(case).n_best(case.sentence, 1000)
        assert ranked[0].probability == max(item.probability for item in ranked)
        assert sum(item.probability for item in ranked) <= 1 + 1e-9
        unrestricted = replace(case, settings=replace(case.settings, min_probability=0.0))
        [found] = python_engine(unrestricted).search([case.sentence])
        assert found.steps == ranked[0].found.steps


@needs_native
def test_threads_and_batches_change_nothing() -> None:
    for number in range(0, 60, 6):
        case = lattice_case(number)
        rng = random.Random(number)
        sentences = [tuple(rng.choices(case.sentence, k=rng.randrange(9))) for _ in range(60)]
        engine = native_engine(case)
        alone = [engine.search([sentence])[0] for sentence in sentences]
        assert engine.search(sentences) == alone
        with ThreadPoolExecutor(4) as threads:
            halves = [sentences[:30], sentences[30:], sentences[::-1], sentences]
            first, second, backwards, whole = threads.map(engine.search, halves)
        assert [*first, *second] == alone == whole == backwards[::-1]


@needs_native
def test_both_engines_agree() -> None:
    for number in range(CASES):
        case = lattice_case(number)
        [expected] = python_engine(case).search([case.sentence])
        # Twice, and a part between: what the engine keeps from one sentence must not show.
        sentences = [case.sentence, case.sentence[::2], case.sentence]
        found, _, again = native_engine(case).search(sentences)
        assert found == again
        assert_same(found, expected)


@needs_native
def test_both_engines_agree_on_longer_sentences() -> None:
    for number in range(400):
        case = lattice_case(number)
        sentence = tuple(random.Random(number).choices(case.sentence, k=12))
        [expected] = python_engine(case).search([sentence])
        [found] = native_engine(case).search([sentence])
        assert_same(found, expected)


@needs_native
def test_both_engines_rank_the_same_hypotheses() -> None:
    for number in range(400):
        case = lattice_case(number)
        found = native_engine(case).n_best(case.sentence, 5)
        expected = python_engine(case).n_best(case.sentence, 5)
        assert [(item.found, item.cost) for item in found] == [
            (item.found, item.cost) for item in expected
        ]
        for ours, theirs in zip(found, expected, strict=True):
            assert ours.probability == pytest.approx(theirs.probability, abs=1e-9)


def assert_same(found: Found, expected: Found) -> None:
    assert (found.steps, found.gains) == (expected.steps, expected.gains)
    assert (found.before, found.after) == (expected.before, expected.after)
    assert found.probabilities == pytest.approx(expected.probabilities, abs=1e-9)
    assert list(found.expected) == list(expected.expected)
    assert found.expected == pytest.approx(expected.expected, abs=1e-9)
    assert [item.step for item in found.alternatives] == [i.step for i in expected.alternatives]
    for ours, theirs in zip(found.alternatives, expected.alternatives, strict=True):
        assert ours.probability == pytest.approx(theirs.probability, abs=1e-9)
        assert ours.gain == theirs.gain


def test_n_best_lists_are_those_of_brute_force() -> None:
    for number in range(0, CASES, 5):
        case = lattice_case(number)
        every = AllHypotheses(case)
        ranked = python_engine(case).n_best(case.sentence, 7)
        assert [item.found.steps for item in ranked] == [h.steps for h in every.listed[:7]]
        assert [item.cost for item in ranked] == [h.cost for h in every.listed[:7]]
        for item, share in zip(ranked, every.shares, strict=False):
            assert item.probability == pytest.approx(share, abs=1e-9)


def test_what_happens_to_a_token_has_probability_one() -> None:
    for number in range(300):
        case = lattice_case(number)
        every = AllHypotheses(case)
        [found] = python_engine(case).search([case.sentence])
        for place in range(len(case.sentence)):
            changed = sum(
                expected
                for step, expected in found.expected.items()
                if step.position == place and step.rank != 0
            )
            kept = sum(
                share
                for hypothesis, share in zip(every.listed, every.shares, strict=True)
                if all(step.position != place or step.rank == 0 for step in hypothesis.steps)
            )
            assert changed + kept == pytest.approx(1.0, abs=1e-9)


def test_a_costlier_edit_is_less_probable() -> None:
    model = ReferenceModel.train(TEXTS)
    before = 1.0
    for price in (-1.0, 0.0, 1.0, 2.0, 5.0):
        [edit] = probable(model, "we go school", {"insert(to)": price}, "insert(to)")
        assert edit < before
        before = edit


def probable(
    model: ReferenceModel, text: str, penalties: dict[str, float], name: str
) -> list[float]:
    differ = SyntacticDiff(
        model,
        search="lattice",
        cost="window",
        aggregate="sum",
        insertions=["to"],
        substitutions=None,
        removals=None,
        min_probability=0.0,
        engine="python",
        penalties=penalties,
    )
    diff = differ(text)
    return [
        edit.probability
        for edit in (*diff.edits, *diff.alternatives)
        if str(edit) == name and edit.position == 2 and edit.probability is not None
    ]


def test_pruning_only_removes() -> None:
    for number in range(200):
        case = lattice_case(number)
        counts = []
        for prune in (0.0, 1.0, 4.0, None):
            pruned = replace(case, settings=replace(case.settings, prune=prune))
            counts.append(set(python_engine(pruned).search([case.sentence])[0].expected))
        assert all(fewer <= more for fewer, more in itertools.pairwise(counts))


def test_the_beam_agrees_where_both_apply() -> None:
    for number in range(400):
        case = lattice_case(number)
        most = random.Random(number).choice((1, 2))
        settings = replace(
            case.settings,
            max_edits=most,
            max_inserted=most,
            prune=None,
            min_probability=0.0,
            alpha=0.5,
        )
        exact = replace(case, settings=settings)
        beam = replace(case, settings=replace(settings, search="beam", beam=None, positions="all"))
        [found] = python_engine(exact).search([case.sentence])
        [expected] = python_engine(beam).search([case.sentence])
        if put_in_and_taken_out(expected.steps, case):
            continue  # no hypothesis of the lattice
        assert found.steps == expected.steps
        assert found.gains == expected.gains
        assert (found.before, found.after) == (expected.before, expected.after)


def put_in_and_taken_out(steps: tuple, case: Case) -> bool:
    """Whether a word is inserted beside its own removal."""
    return any(
        first.rank == 0
        and second.rank == 1
        and first.position == second.position
        and case.sentence[second.position].text == first.target
        for first, second in itertools.pairwise(steps)
    )


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"alpha": 0.0}, "alpha: the lattice needs a number from 0.001"),
        ({"alpha": 1e-9}, "alpha: the lattice needs a number from 0.001"),
        ({"max_inserted": 5}, "max_inserted: 5 is too large; the most is 4"),
        ({"cost": "bits"}, "cost: the lattice needs 'window'"),
        ({"cost": "perplexity"}, "cost: the lattice needs 'window'"),
        ({"aggregate": "mean"}, "aggregate: the lattice needs 'sum'"),
        ({"prune": -1}, "prune: bits from 0"),
        ({"prune": math.nan}, "prune: a number is needed"),
        ({"min_probability": 1.5}, "min_probability: a number from 0 to 1"),
        ({"max_inserted": -1}, "max_inserted: a whole number from 0"),
        ({"max_edits": -1}, "max_edits: a whole number from 0"),
        ({"penalties": {"insert": math.nan}}, "penalties: insert needs a finite number"),
    ],
)
def test_invalid_settings_are_one_line(settings: dict, message: str) -> None:
    given = {"search": "lattice", "cost": "window", "aggregate": "sum", **settings}
    with pytest.raises(UsageError, match=message):
        SyntacticDiff(ReferenceModel.train(TEXTS), **given)


def test_other_searches_have_no_probabilities() -> None:
    differ = plain_differ(ReferenceModel.train(TEXTS), insertions=["to"])
    diff = differ("we go school")
    assert [edit.probability for edit in diff.edits] == [None]
    assert diff.soft_counts is None
    assert "probability" not in diff.to_dict()["edits"][0]
    with pytest.raises(UsageError, match="n_best: needs search='lattice'"):
        differ.n_best("we go school", 2)


@pytest.mark.skipif(_native is None, reason="the native engine is missing")
@pytest.mark.parametrize("base", [2.0**20, -(2.0**20)])
def test_the_largest_prices_beside_the_least_bits_are_the_same_in_both(base: float) -> None:
    """Integers of 64 bits hold them, where less than this `alpha` gave nonsense."""
    found = [
        SyntacticDiff(
            ReferenceModel.train(TEXTS),
            search="lattice",
            cost="window",
            aggregate="sum",
            penalties={"base": base},
            insertions=["to", "the"],
            alpha=0.001,
            min_count=1,
            engine=engine,
        )("we go school " * 30)
        for engine in ("native", "python")
    ]
    ours, theirs = ([(e.op, e.position, e.target) for e in diff.edits] for diff in found)
    assert ours == theirs
    assert all(math.isfinite(edit.probability or 0.0) for edit in found[0].edits)


def test_words_of_a_gap_are_counted_before_the_search() -> None:
    words = [f"w{number}" for number in range(1100)]
    model = ReferenceModel.train([words])
    with pytest.raises(UsageError, match="max_inserted: 4 of 1,100 words in one gap are too many"):
        SyntacticDiff(model, insertions=words, max_inserted=4, min_count=1)("w1 w2")
