"""Settings judged without searching anew: the same figures as searching anew."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.annotated_text import SETTINGS, annotated, reference

from syntacticdiff.alignment.m2 import M2Edit, M2Sentence
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.tuning.operation_level import OperationLevel, Space
from syntacticdiff.tuning.rescoring import OperationSettings, best_counts
from syntacticdiff.tuning.trials import Trials, folds

RULES = ("worst", "window", "all")


@pytest.fixture(scope="module")
def level():
    trials = Trials(annotated(30), reference(), "f1")
    return OperationLevel(trials, SETTINGS, Space((1, 2), RULES, ("bits", "window")))


bits = st.integers(0, 3072).map(lambda parts: parts / 1024)


@settings(max_examples=40, deadline=None)
@given(
    st.builds(
        OperationSettings,
        base=bits,
        insert=bits,
        remove=bits,
        sub=bits,
        alpha=st.sampled_from([0.1, 0.3, 0.5, 0.9, 1.0]),
        aggregate=st.sampled_from(["mean", "sum"]),
        cost=st.sampled_from(["bits", "window"]),
        max_edits=st.just(1),
        positions=st.sampled_from(RULES),
    )
)
def test_with_one_edit_rescoring_equals_searching_anew(level, chosen):
    pool = level.pools[chosen.positions]
    rescored = pool.counts(chosen)
    searched = np.array([best_counts(counts) for counts in pool.search(chosen)])
    assert rescored.tolist() == searched.tolist()


def test_a_comma_that_is_put_in_is_a_token_of_its_own():
    texts = [["Yes", ",", "we", "go", "."], ["No", ",", "we", "stay", "."]] * 20
    model = ReferenceModel.train(texts, order=3, tokenizer="whitespace")
    gold = [
        M2Sentence(("Yes", "we", "go", "."), (M2Edit(1, 1, "Mec", (",",)),)),
        M2Sentence(("No", "we", "stay", "."), (M2Edit(1, 1, "Mec", (",",)),)),
    ]
    words = {"insertions": [","], "substitutions": "none", "min_count": 1}
    level = OperationLevel(Trials(gold, model, "f1"), words, Space((1,), ("all",)))
    chosen = OperationSettings(max_edits=1, positions="all")
    assert level.pools["all"].counts(chosen).tolist() == [[1, 1, 1], [1, 1, 1]]


def test_deeper_hypotheses_are_those_that_searches_found(level):
    chosen = OperationSettings(base=0.01, max_edits=2, positions="all")
    searched = level.searched(chosen)
    assert level.pools["all"].counts(chosen).tolist() == searched.tolist()


def test_of_several_annotators_m2_takes_the_one_that_it_takes_elsewhere():
    hurried = [
        M2Sentence(sentence.tokens, (*sentence.edits, M2Edit(0, 1, "X", ("Some",), 1)))
        for sentence in annotated(20)
    ]
    trials = Trials(hurried, reference(), "f1")
    level = OperationLevel(trials, SETTINGS, Space((1,), ("all",)))
    chosen = OperationSettings(base=0.01, positions="all")
    differ = trials.differ(
        {**SETTINGS, **chosen.search, "penalties": chosen.penalties},
    )
    found = level.counts(chosen, trials.sentences)
    assert {len(annotators) for annotators in found} == {1, 2}
    assert trials.m2.total(found) == trials.score(differ, trials.sentences)


def test_the_best_settings_put_the_missing_words_back(level):
    found = level.choose(level.trials.sentences)
    assert found.f > 0.8
    assert found.f == pytest.approx(level.rescored(found.settings, level.trials.sentences))
    again = OperationLevel(level.trials, SETTINGS, level.space).choose(level.trials.sentences)
    assert again.f > 0.8


def test_the_same_seed_gives_the_same_settings():
    trials = Trials(annotated(30), reference(), "f1")
    space = Space((1,), ("all",))
    first, second = (
        OperationLevel(trials, SETTINGS, space, seed=3).choose(trials.sentences) for _ in range(2)
    )
    assert first == second


def test_equal_sentences_are_in_the_same_fold():
    keys = [number % 7 for number in range(70)]
    parts = folds(keys, 3, seed=1)
    assert len({(key, part) for key, part in zip(keys, parts.tolist(), strict=True)}) == 7
    assert set(parts.tolist()) == {0, 1, 2}
