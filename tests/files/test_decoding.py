"""What is wrong with a file is plain data that reads as one line."""

from __future__ import annotations

import pickle

from syntacticdiff.files.decoding import FileInputError, Problem, TooLargeError, as_text


def test_a_problem_of_one_row_names_the_row() -> None:
    assert str(Problem("a.csv", "not UTF-8", 3)) == "a.csv:3: not UTF-8; skipped"


def test_a_problem_of_a_whole_file_names_the_file() -> None:
    assert str(Problem("a.csv", "empty", skipped=False)) == "a.csv: empty"


def test_problems_are_reported_as_text() -> None:
    messages: list[str] = []
    as_text(messages.append)(Problem("a.csv", "not JSON", 1))
    assert messages == ["a.csv:1: not JSON; skipped"]


def test_an_error_keeps_its_problem_in_another_process() -> None:
    problem = Problem("a.csv", "cannot be read", skipped=False)
    for kind in (FileInputError, TooLargeError):
        again = pickle.loads(pickle.dumps(kind(problem)))
        assert str(again) == "a.csv: cannot be read"
        assert again.problem == problem
