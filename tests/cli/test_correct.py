"""`correct`: text, JSON Lines and M2."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.commands import LEARNER, run

from syntacticdiff.correction.settings import CorrectionSettings

PYTHON = ("--engine", "python")
KEYS = ["document", "sentence", "offset", "text", "edits", "before", "after", "output"]
CORRECTED = (
    "The teacher walks to the school. She is in the garden in the morning.\n\n"
    "My sister reads the book."
)


@pytest.fixture
def settings(folder: Path) -> tuple[str, ...]:
    CorrectionSettings(
        settings={
            "search": "beam",
            "positions": "all",
            "insertions": "function-words",
            "substitutions": "porter2",
            "removals": "function-words",
            "aggregate": "sum",
            "cost": "window",
        },
        penalties={"base": 4.0, "remove(she)": 30.0, "remove(is)": 30.0},
    ).save(folder / "tuned.toml")
    return "--settings", "tuned.toml", *PYTHON


def test_text_comes_out_corrected_and_otherwise_as_it_was(essay, model, settings) -> None:
    answer = run("correct", essay, "--reference", model, *settings)
    assert (answer.code, answer.stderr) == (0, "")
    assert answer.text == CORRECTED + "\n"
    assert run("correct", essay, "--reference", model, *settings, "--out", "x.txt").text == ""
    assert Path("x.txt").read_text() == CORRECTED + "\n"


def test_json_is_that_of_diff(essay, model, settings) -> None:
    rows = run("correct", essay, "--reference", model, *settings, "--json").json
    assert [list(row) for row in rows] == [KEYS] * 3
    assert all(LEARNER[row["offset"] :].startswith(row["text"]) for row in rows)
    assert rows[2]["output"] == "My sister reads the book."


def test_tokenised_lines_stay_lines(folder: Path, model, settings) -> None:
    (folder / "a.tok").write_text("My sister read a book .\n\n The teacher walk to the school .")
    answer = run("correct", "a.tok", "--tokenized", "--reference", model, *settings)
    assert answer.text == "My sister reads a book .\n\n The teacher walks to the school .\n"
    m2 = run("correct", "a.tok", "--tokenized", "--m2", "--reference", model, *settings).text
    assert m2.split("\n\n") == [
        "S My sister read a book .\nA 2 3|||R:VERB:SVA|||reads|||REQUIRED|||-NONE-|||0",
        "S \nA -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0",
        "S The teacher walk to the school .\nA 2 3|||R:VERB:SVA|||walks|||REQUIRED|||-NONE-|||0",
        "",
    ]


def test_a_file_of_settings_names_no_other_files(essay, model, folder: Path) -> None:
    (folder / "secret.txt").write_text("the\n")
    head = 'format = "syntacticdiff-correction"\nversion = 1\n[settings]\n'
    for name in ("insertions", "removals", "substitutions"):
        (folder / "sent.toml").write_text(f'{head}{name} = "secret.txt"\n')
        answer = run("correct", essay, "--reference", model, "--settings", "sent.toml")
        assert (answer.code, answer.text) == (1, "")
        assert answer.stderr.startswith(f"syntacticdiff: sent.toml: {name}: 'secret.txt' is no")
        assert answer.stderr.count("\n") == 1


def test_a_file_of_the_name_of_a_list_is_not_read(essay, model, folder: Path, settings) -> None:
    (folder / "function-words").write_text("xylophone\n")
    assert run("correct", essay, "--reference", model, *settings).text == CORRECTED + "\n"


def test_by_default_m2_and_json_have_probabilities(folder: Path) -> None:
    (folder / "a.txt").write_text("She is interested on music. We wait for the the bus.")
    call = ("correct", "a.txt", "--min-probability", "0.1")
    edits = [edit for row in run(*call, "--json").json for edit in row["edits"]]
    assert edits
    assert all(edit["probability"] >= 0.1 for edit in edits)
    lines = [line for line in run(*call, "--m2").text.splitlines() if line.startswith("A ")]
    assert len(lines) == len(edits)
    for line, edit in zip(lines, edits, strict=True):
        assert line.split("|||")[4] == f"p={edit['probability']:.2f}"


def test_without_context_the_edits_are_those_of_diff_without_it(folder: Path) -> None:
    (folder / "a.txt").write_text("She is interested on music. I am agree with he.")

    def rows(command: str, *options: str) -> list[dict]:
        return run(command, "a.txt", "--json", *options).json

    assert rows("correct", "--no-context") == rows("diff", "--no-context")
    assert rows("correct", "--context") == rows("correct") == rows("diff")
    assert rows("correct") != rows("correct", "--no-context")


def test_context_is_for_the_system_that_has_prices(essay) -> None:
    answer = run("correct", essay, "--system", "eref", "--no-context")
    assert answer.code == 2
    assert "context: the system eref takes no such option" in answer.stderr


def test_each_line_can_be_a_document(folder: Path, model, settings) -> None:
    (folder / "a.txt").write_text("My sister read a book. She is in garden.\nMy sister reads.\n")
    answer = run("correct", "a.txt", "--lines", "--reference", model, *settings, "--jobs", "2")
    assert answer.text == "My sister reads a book. She is in the garden.\nMy sister reads.\n"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("--m2", "--json"), 2, "--m2 and --json"),
        (("--settings", "missing.toml"), 1, "missing.toml: cannot be read"),
        (("--settings", "essay.txt"), 1, "essay.txt: not TOML"),
        (("--min-probability", "2"), 2, "min_probability: a number from 0 to 1 is needed, not 2"),
    ],
)
def test_a_bad_call_is_one_line(essay, model, arguments, code, message) -> None:
    answer = run("correct", essay, "--reference", model, *PYTHON, *arguments)
    assert answer.code == code
    assert message in answer.stderr
    assert answer.stderr.count("\n") == 1
    assert answer.text == ""
