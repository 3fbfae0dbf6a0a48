"""`classify --score`: numbers instead of classes."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from support.commands import run
from support.writers import essays

from syntacticdiff import EditVectorizer
from syntacticdiff.classify import Learning, TextScorer, count_views, evaluate_scores

TEXTS, WRITERS = essays(6, length=2)
MARKS = {"Adi": "2", "Bo": "3.5", "Cleo": "5"}


def write_table(path: str, marks: list[str] | None = None) -> None:
    rows = [
        {"essay": text, "mark": MARKS[writer], "prompt": str(place % 6)}
        for place, (text, writer) in enumerate(zip(TEXTS, WRITERS, strict=True))
    ]
    for row, mark in zip(rows, marks or [], strict=False):
        row["mark"] = mark
    with open(path, "w", newline="") as stream:
        writer = csv.DictWriter(stream, rows[0])
        writer.writeheader()
        writer.writerows(rows)


@pytest.fixture
def call(folder: Path, model: str) -> tuple[str, ...]:
    write_table("essays.csv")
    given = ("essays.csv", "--text", "essay", "--score", "mark", "--reference", model)
    return (*given, "--engine", "python", "--views", "edits")


@pytest.fixture
def trained(call: tuple[str, ...]) -> str:
    answer = run("classify", "train", *call, "--out", "marks", "--groups", "prompt")
    assert (answer.code, answer.stdout) == (0, b""), answer.stderr
    start = "syntacticdiff: marks: 18 documents, scores from 2 to 5, edits, "
    assert answer.stderr.startswith(start)
    assert "90% of scores within" in answer.stderr
    return "marks"


def test_evaluate_prints_what_the_library_finds(call: tuple[str, ...], model: str) -> None:
    options = ("--folds", "3", "--groups", "prompt", "--seed", "4", "--json")
    answer = run("classify", "evaluate", *call, *options)
    assert (answer.code, answer.stderr) == (0, "")
    counts = count_views(TEXTS, ["edits"], EditVectorizer(model, engine="python"))
    expected = evaluate_scores(
        counts,
        [MARKS[writer] for writer in WRITERS],
        ["edits"],
        folds=3,
        groups=[place % 6 for place in range(18)],
        learning=Learning("ridge", seed=4),
    ).summary()
    results, comparisons = expected.pop("results"), expected.pop("comparisons")
    assert answer.json == [
        {"kind": "data", **expected},
        *({"kind": "features", **result} for result in results),
        *({"kind": "comparison", **pair} for pair in comparisons),
    ]


def test_evaluate_prints_tables_for_people(call: tuple[str, ...]) -> None:
    answer = run("classify", "evaluate", *call[:-1], "stems,edits", "--folds", "3")
    head, _, columns, *rows = answer.text.split("\n")
    assert head.startswith("18 documents, scores from 2 to 5 (mean 3.50, deviation 1.22), 3 folds")
    assert columns.split()[:4] == ["features", "r", "kappa", "error"]
    assert [row.split()[0] for row in rows[:2]] == ["stems", "edits"]
    assert "edits - stems" in answer.text


def test_predictions_have_intervals_and_reasons_in_plain_words(
    trained: str, folder: Path, model: str
) -> None:
    (folder / "new.txt").write_text("The teacher is in garden. My sister was near library.")
    answer = run("classify", "predict", trained, "new.txt", "--engine", "python")
    assert (answer.code, answer.stderr) == (0, "")
    first, *reasons = answer.text.rstrip("\n").split("\n")
    assert first.startswith("new.txt  ")
    assert " to " in first
    assert any("missing article" in line and "missing “the”" in line for line in reasons)
    [row] = run("classify", "predict", trained, "new.txt", "--engine", "python", "--json").json
    [prediction] = TextScorer.load(trained, engine="python").predict(
        [(folder / "new.txt").read_text()]
    )
    assert row["score"] == prediction.score
    assert row["low"] <= row["score"] <= row["high"]
    assert row["reasons"][0]["name"] == prediction.reasons[0].name


def test_true_scores_are_compared_with(trained: str) -> None:
    options = ("--text", "essay", "--score", "mark", "--engine", "python")
    answer = run("classify", "predict", trained, "essays.csv", *options)
    assert answer.code == 0
    assert answer.stderr.startswith("syntacticdiff: 18 documents: r 0.9")
    assert ", given 2)" in answer.text


def test_a_table_to_test_on(call: tuple[str, ...]) -> None:
    write_table("other.csv")
    answer = run("classify", "evaluate", *call, "--test", "other.csv")
    assert answer.code == 0, answer.stderr
    assert "36 documents" in answer.text
    assert "tested on 18" in answer.text


BAD = {
    "neither": (("--text", "essay"), 2, "--label COLUMN or --score COLUMN is needed"),
    "both": (
        ("--text", "essay", "--label", "prompt", "--score", "mark"),
        2,
        "--label COLUMN or --score COLUMN is needed, one of them",
    ),
    "no such column": (("--text", "essay", "--score", "grade"), 2, 'no column "grade"'),
    "a classifier": (
        ("--text", "essay", "--score", "mark", "--classifier", "svm"),
        2,
        "--classifier: scores are predicted by ridge regression",
    ),
    "no table": (("--score", "mark"), 2, "scores are a column of a table"),
    "many folds": (("--text", "essay", "--score", "mark", "--folds", "10"), 1, "too few"),
}


@pytest.mark.parametrize(("options", "code", "message"), BAD.values(), ids=BAD)
def test_errors_are_one_line(
    folder: Path, options: tuple[str, ...], code: int, message: str
) -> None:
    write_table("essays.csv")
    answer = run("classify", "evaluate", "essays.csv", *options)
    assert (answer.code, answer.stdout) == (code, b"")
    assert message in answer.stderr
    assert answer.stderr.count("\n") == 1


@pytest.mark.parametrize("mark", ["n/a", "nan", "inf", "2,5"])
def test_a_score_that_is_no_number_is_named_with_its_row(call: tuple[str, ...], mark: str) -> None:
    write_table("essays.csv", ["3", "4", mark])
    answer = run("classify", "train", *call, "--out", "marks")
    assert (answer.code, answer.stderr.count("\n")) == (1, 1)
    assert f'essays.csv:3: "{mark}" in column "mark" is not a number' in answer.stderr
    assert not Path("marks").exists()


def test_a_classifier_has_no_scores(call: tuple[str, ...], folder: Path, model: str) -> None:
    options = ("--text", "essay", "--label", "mark", "--views", "words", "--reference", model)
    assert run("classify", "train", "essays.csv", *options, "--out", "classes").code == 0
    answer = run(
        "classify", "predict", "classes", "essays.csv", "--text", "essay", "--score", "mark"
    )
    assert (answer.code, answer.stdout) == (2, b"")
    assert "classes predicts classes, not scores" in answer.stderr
