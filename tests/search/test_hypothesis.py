"""Hypotheses in normal form, and what the sentence looks like under them."""

from syntacticdiff.search.hypothesis import (
    INSERT,
    REMOVE,
    SUB,
    Step,
    Word,
    items,
    normal_form,
    with_change,
    with_insertion,
)

SENTENCE = [Word("we", 3), Word("go", 4), Word("at", 5), Word("home", 6)]
WORDS = {"x": Word("x", 7), "y": Word("y", 8)}


def shown(steps):
    return [item.word.text for item in items(SENTENCE, steps, WORDS)]


def insertion(position, target):
    return Step(position, INSERT, target)


def removal(position):
    return Step(position, REMOVE, "")


def test_an_insertion_behind_removed_tokens_moves_before_the_first_of_them():
    steps = (removal(1), removal(2), insertion(3, "x"))
    assert normal_form(steps) == (insertion(1, "x"), removal(1), removal(2))


def test_insertions_that_meet_keep_the_order_in_which_they_stood():
    steps = (insertion(1, "y"), removal(1), insertion(2, "x"))
    assert normal_form(steps) == (insertion(1, "y"), insertion(1, "x"), removal(1))


def test_insertions_stay_apart_while_a_kept_token_stands_between_them():
    steps = (insertion(1, "x"), insertion(2, "y"), removal(3))
    assert normal_form(steps) == steps


def test_the_same_hypothesis_is_reached_in_any_order():
    current = items(SENTENCE, (), WORDS)
    first_removed = with_change((), removal(1))
    then_inserted = with_insertion(first_removed, items(SENTENCE, first_removed, WORDS)[1], "x")
    first_inserted = with_insertion((), current[2], "x")
    assert with_change(first_inserted, removal(1)) == then_inserted
    assert then_inserted == (insertion(1, "x"), removal(1))


def test_an_inserted_word_may_get_a_word_before_it_but_is_not_edited():
    once = with_insertion((), items(SENTENCE, (), WORDS)[1], "x")
    current = items(SENTENCE, once, WORDS)
    assert [item.word.text for item in current] == ["we", "x", "go", "at", "home", "</s>"]
    assert [item.token for item in current] == [0, None, 1, 2, 3, None]
    assert shown(with_insertion(once, current[1], "y"))[:4] == ["we", "y", "x", "go"]
    assert shown(with_insertion(once, current[2], "y"))[:4] == ["we", "x", "y", "go"]


def test_a_substituted_token_is_not_edited_again():
    [_, replaced, *_] = items(SENTENCE, (Step(1, SUB, "x"),), WORDS)
    assert replaced.word == Word("x", 7)
    assert replaced.token is None


def test_at_the_end_only_an_insertion_is_possible():
    end = items(SENTENCE, (), WORDS)[-1]
    assert end.token is None
    assert shown(with_insertion((), end, "x")) == ["we", "go", "at", "home", "x", "</s>"]


def test_steps_compare_by_position_operation_and_bytes():
    ordered = [
        insertion(0, "a"),
        insertion(0, "z"),
        insertion(0, "é"),
        insertion(0, "\uffee"),
        insertion(0, "\U0001f600"),
        removal(0),
        Step(0, SUB, "a"),
        insertion(1, "a"),
    ]
    assert sorted(set(ordered)) == ordered
    by_bytes = sorted(ordered, key=lambda step: (*step[:2], step.target.encode()))
    assert by_bytes == ordered
