"""MaxMatch: the official figures, small cases counted by hand, and its definition with all arcs."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import maxmatch
from support.golden import golden, golden_path, needs_golden

from syntacticdiff.alignment.m2 import M2Edit, M2Sentence, read_m2
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.evaluate import edit_lattice, m2
from syntacticdiff.evaluate.edit_lattice import EditLattice, GoldEdit
from syntacticdiff.evaluate.inputs import read_tokens
from syntacticdiff.evaluate.m2 import M2, M2Counts
from syntacticdiff.evaluate.metric import Metric


def gold(source: str, *edits: tuple[Any, ...]) -> M2Sentence:
    """A sentence with edits (start, end, correction||correction, annotator)."""
    made = (M2Edit(e[0], e[1], "X", tuple(e[2].split("||")), *e[3:]) for e in edits)
    return M2Sentence(tuple(source.split()), tuple(made))


def counts(hypothesis: str, sentence: M2Sentence, **settings: Any) -> tuple[int, int, int]:
    score = M2(**settings).corpus([tuple(hypothesis.split())], [sentence])
    return score.correct, score.proposed, score.gold


def no_report(message: str) -> None:
    raise AssertionError(message)


@needs_golden
@pytest.mark.parametrize("row", golden("m2_gleu_errant.json", "m2"), ids=lambda row: row["hyp"])
def test_figures_are_those_of_the_original_program(row: dict[str, Any]) -> None:
    sentences = read_m2(str(golden_path(row["gold"])), no_report)
    hypotheses = read_tokens(str(golden_path(row["hyp"])), no_report)
    score = M2().corpus(hypotheses, sentences)
    found = tuple(round(figure, 4) for figure in (score.precision, score.recall, score.f))
    assert found == (row["P"], row["R"], row["F05"])
    if "correct" in row:
        known = tuple(row[name] for name in ("correct", "proposed", "gold_edits"))
        assert (score.correct, score.proposed, score.gold) == known
        assert score.f == pytest.approx(row["F05_full"], abs=1e-12)


@pytest.mark.parametrize(
    ("hypothesis", "sentence", "expected"),
    [
        # One of two gold edits is made, and one that is not in the gold.
        ("he goes at house", gold("he go at home", (1, 2, "goes"), (2, 3, "")), (1, 2, 2)),
        ("he goes home", gold("he go at home", (1, 2, "goes"), (2, 3, "")), (2, 2, 2)),
        ("he go at home", gold("he go at home", (1, 2, "goes")), (0, 0, 1)),
        ("", gold("he go", (0, 2, "")), (1, 1, 1)),
        ("he go", gold("", (0, 0, "he go")), (1, 1, 1)),
        # Changes with two unchanged words between them are one edit, with three they are two.
        ("x b c y", gold("a b c d"), (0, 1, 0)),
        ("x b c d y", gold("a b c d e"), (0, 2, 0)),
        # But they are cut as the gold cuts them.
        ("x b c y", gold("a b c d", (0, 1, "x")), (1, 2, 1)),
        ("x b c y", gold("a b c d", (0, 1, "x"), (3, 4, "y")), (2, 2, 2)),
        ("x b c y", gold("a b c d", (0, 4, "x b c y")), (1, 1, 1)),
        ("x b c d y", gold("a b c d e", (0, 5, "x b c d y")), (0, 2, 1)),
        # An edit of the gold may begin or end with a word that it does not change.
        ("a x c", gold("a b c", (0, 3, "a x c")), (1, 1, 1)),
        # Any alternative correction counts.
        ("he went home", gold("he go home", (1, 2, "goes||went")), (1, 1, 1)),
        # Two words inserted at the beginning are inserted at place 0.
        ("in the end", gold("end", (0, 0, "in the")), (1, 1, 1)),
        # A gold insertion is used once; two at one place are used in their order.
        ("the the end", gold("end", (0, 0, "the")), (1, 2, 1)),
        ("a the the end", gold("end", (0, 0, "the"), (0, 0, "a")), (1, 2, 2)),
        ("very much so", gold("so", (0, 0, "very"), (0, 0, "much")), (2, 2, 2)),
        ("much very so", gold("so", (0, 0, "very"), (0, 0, "much")), (1, 2, 2)),
        # Either of two equal words can be the removed one.
        ("the end", gold("the the end", (0, 1, "")), (1, 1, 1)),
        ("the end", gold("the the end", (1, 2, "")), (1, 1, 1)),
        # A word replaced is one removed, too, if the gold removes it.
        ("he in home", gold("he at home", (1, 2, "")), (1, 2, 1)),
        # "b" becomes "c" by one replacement or by an insertion and a removal.
        ("a c d", gold("a b d", (1, 1, "c"), (1, 2, "")), (2, 2, 2)),
    ],
)
def test_cases_counted_by_hand(
    hypothesis: str, sentence: M2Sentence, expected: tuple[int, int, int]
) -> None:
    assert counts(hypothesis, sentence) == expected


def test_precision_recall_and_f_follow_from_the_counts() -> None:
    sentence = gold("he go at home", (1, 2, "goes"), (2, 3, ""), (0, 1, "He"))
    score = M2().corpus([("he", "goes", "at", "house")], [sentence])
    assert (score.precision, score.recall) == (1 / 2, 1 / 3)
    assert score.f == pytest.approx(1.25 * (1 / 6) / (0.25 / 2 + 1 / 3))
    assert list(score.to_dict()) == [
        *("precision", "recall", "f0.5", "correct", "proposed", "gold", "signature")
    ]
    assert score.to_dict()["signature"].startswith("m2|beta:0.5|unchanged:2|case:kept|")
    assert list(M2(beta=1).corpus([], []).to_dict())[2] == "f1"


def test_an_unchanged_sentence_is_precision_one_and_recall_zero() -> None:
    score = M2().corpus([("he", "go")], [gold("he go", (1, 2, "goes"))])
    assert (score.precision, score.recall, score.f) == (1.0, 0.0, 0.0)


def test_the_annotator_with_the_highest_f_so_far_counts() -> None:
    sentence = gold("he go home", (1, 2, "goes", 0), (1, 2, "went", 1), (2, 3, "away", 1))
    assert counts("he goes home", sentence) == (1, 1, 1)
    assert counts("he went away", sentence) == (2, 2, 2)
    assert counts("he go home", sentence) == (0, 0, 1)
    # After a sentence with a miss, one more correct edit outweighs one more in the gold.
    before = gold("a b", (0, 1, "x"))
    either = gold("he go", (1, 2, "goes", 0), (0, 1, "they", 1), (1, 2, "gone", 1))
    hypotheses = [("a", "b"), ("he", "goes")]
    score = M2().corpus(hypotheses, [before, either])
    assert (score.correct, score.proposed, score.gold) == (1, 1, 2)


def test_an_annotator_who_changes_nothing_counts() -> None:
    sentence = M2Sentence(
        ("he", "go"), (M2Edit(1, 2, "V", ("goes",), 0), M2Edit(-1, -1, "noop", ("",), 1))
    )
    assert counts("he go", sentence) == (0, 0, 0)
    assert M2().corpus([("he", "go")], [sentence]).f == 1.0


def test_case_is_ignored_on_both_sides() -> None:
    sentence = gold("the End come", (0, 1, "The"), (2, 3, "Comes"))
    assert counts("The end comes", sentence) == (1, 2, 2)
    assert counts("The end comes", sentence, ignore_case=True) == (1, 1, 1)
    assert counts("the End come", sentence, ignore_case=True) == (0, 0, 1)


def test_more_unchanged_words_may_be_allowed() -> None:
    sentence = gold("a b c d e", (0, 5, "x b c d y"))
    assert counts("x b c d y", sentence, max_unchanged=3) == (1, 1, 1)
    assert counts("x b y", gold("a b c"), max_unchanged=0) == (0, 2, 0)
    assert counts("x b c d y", sentence, max_unchanged=10**12) == (1, 1, 1)  # costs no more


words = st.lists(st.sampled_from("abc"), max_size=4).map(tuple)


@st.composite
def cases(draw: st.DrawFn) -> tuple[Any, ...]:
    source, target = draw(words), draw(words)
    edits = []
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(source)))
        end = draw(st.integers(start, min(len(source), start + 3)))
        left = draw(st.integers(0, len(target)))
        part = target[left : draw(st.integers(left, len(target)))]
        edits.append(GoldEdit(start, end, (part, draw(words))))
    return source, target, sorted(edits), draw(st.integers(0, 3))


@given(cases())
def test_counts_are_those_of_the_definition_with_every_arc(case: tuple[Any, ...]) -> None:
    source, target, edits, max_unchanged = case
    found = EditLattice(source, target, max_unchanged).counts(edits)
    assert found == maxmatch.counts(source, target, edits, max_unchanged)


@given(cases())
def test_both_searches_agree(case: tuple[Any, ...]) -> None:
    source, target, edits, max_unchanged = case
    lattice = EditLattice(source, target, max_unchanged)
    search = edit_lattice.LatticeSearch(lattice, lattice.agreements(edits))
    assert search.by_points() == search.by_rows()


def test_both_searches_agree_on_long_sentences() -> None:
    coin = random.Random(5)
    for _ in range(20):
        source, target = (tuple(coin.choices("abcdefgh", k=40)) for _ in range(2))
        edits = [GoldEdit(at, at + 1, ((), (coin.choice("abc"),))) for at in range(0, 40, 3)]
        edits += [GoldEdit(at, at, ((coin.choice("abc"),),)) for at in range(1, 40, 7)]
        lattice = EditLattice(source, target)
        search = edit_lattice.LatticeSearch(lattice, lattice.agreements(sorted(edits)))
        assert search.by_points() == search.by_rows()


def unrelated(count: int, size: int, letter: str) -> list[tuple[str, ...]]:
    return [tuple(f"{letter}{line}-{word}" for word in range(size)) for line in range(count)]


def test_unrelated_sentences_have_few_arcs_of_their_own() -> None:
    # All stretches of arcs between two such sentences would be millions.
    size = 200
    [source], [target] = unrelated(1, size, "s"), unrelated(1, size, "h")
    edits = [GoldEdit(at, at + at % 3, ((), ("u",))) for at in range(0, size - 3, 10)]
    lattice = EditLattice(source, target)
    assert lattice.points == (size + 1) ** 2
    assert len(lattice.agreements(edits)) <= len(edits) * (size + 1)
    assert lattice.counts(edits)[1] >= 1


def test_a_counter_counts_what_a_corpus_counts() -> None:
    sentences = [gold("he go", (1, 2, "goes")), gold("a b", (0, 1, "x", 0), (1, 2, "y", 1))]
    hypotheses = [("he", "goes"), ("a", "y")]
    counter = M2().counter(sentences)
    found = [counter(number, tokens) for number, tokens in enumerate(hypotheses)]
    assert found[1] == (M2Counts(0, 1, 1), M2Counts(1, 1, 1))
    assert counter(1, list(hypotheses[1])) is found[1]  # counted once
    assert M2().total(found) == M2().corpus(hypotheses, sentences)


def test_sentences_are_scored_separately() -> None:
    sentences = [gold("he go", (1, 2, "goes")), gold("a b", (0, 1, "x", 0), (1, 2, "y", 1))]
    scores = M2().sentences([("he", "go"), ("a", "y")], sentences)
    assert [(score.correct, score.proposed, score.gold) for score in scores] == [
        *((0, 0, 1), (1, 1, 1))
    ]
    assert [score.value for score in scores] == [0.0, 1.0]


@pytest.mark.parametrize("beta", [0.5, 1.0, 2.0])
def test_samples_are_scored_as_their_sentences_would_be(beta: float) -> None:
    coin = random.Random(3)
    sentences, hypotheses = [], []
    for _ in range(12):
        source = " ".join(coin.choices("abcde", k=5))
        edits = [(at, at + 1, coin.choice("xyz"), who) for who in range(3) for at in range(1, 4)]
        edits = [edit for edit in edits if coin.random() < 0.6]
        sentences.append(gold(source, *edits))
        hypotheses.append(tuple(coin.choice([w, w, *"xyz"]) for w in source.split()))
    samples = np.random.default_rng(1).integers(0, 12, size=(30, 12))
    metric = M2(beta=beta)
    fast = metric.resampled(hypotheses, sentences, samples)
    slow = Metric.resampled(metric, hypotheses, sentences, samples)
    assert fast.tolist() == slow.tolist()
    assert len(set(fast.tolist())) > 5


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"beta": 0}, "beta: a number above 0 is needed, up to 1,000,000, not 0"),
        ({"max_unchanged": -1}, "max_unchanged: at least 0 is needed, not -1"),
    ],
)
def test_bad_settings_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        M2(**settings)


def test_hypotheses_must_be_as_many_as_gold_sentences() -> None:
    with pytest.raises(InputError, match="2 hypotheses, but 1 sentences in the gold"):
        M2().corpus([("a",), ("b",)], [gold("a")])


def test_only_the_changed_part_of_a_long_sentence_is_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    source = [f"w{number}" for number in range(30)]
    target = [*source[:12], "x", *source[13:17], "y", *source[18:]]
    edits = [
        (12, 13, "x", 0),
        (17, 18, "z", 0),
        (2, 3, "u", 0),
        (12, 18, " ".join(target[12:18]), 1),
    ]
    sentence = gold(" ".join(source), *edits)
    hypothesis = tuple(target)
    exact = M2().counter([sentence])(0, hypothesis)
    assert exact == (M2Counts(1, 2, 3), M2Counts(0, 2, 1))  # four unchanged words are too many
    monkeypatch.setattr(m2, "MARGIN", 2)
    for most, expected in ((200, exact), (20, (M2Counts(0, 1, 3), M2Counts(1, 1, 1)))):
        monkeypatch.setattr(m2, "MAX_POINTS", most)
        if most == 20:
            monkeypatch.setattr(m2, "MARGIN", 0)
        assert M2().counter([sentence])(0, hypothesis) == expected


def test_a_very_long_sentence_is_scored() -> None:
    source = tuple(f"w{number}" for number in range(50_000))
    sentence = M2Sentence(source, (M2Edit(25_000, 25_001, "X", ("x",)),))
    near = (*source[:25_000], "x", *source[25_001:])
    assert M2().counter([sentence])(0, near) == (M2Counts(1, 1, 1),)
    assert M2().counter([sentence])(0, source[::-1]) == (M2Counts(0, 1, 1),)
