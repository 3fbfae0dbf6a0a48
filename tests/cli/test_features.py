"""`features`: a table of documents by edits."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse
from support.commands import LEARNER, run

from syntacticdiff import EditVectorizer
from syntacticdiff.cli import features as features_command
from syntacticdiff.differ import BELIEVABLE
from syntacticdiff.features.rows import NUMERIC_COLUMNS

ESSAYS = (
    "id,l1,essay\n"
    "e1,de,The teacher go to school. She is in garden.\n"
    "e2,ja,My sister read a the book.\n"
    "e3,de,\n"
    "e4,fr,The teacher goes to the school.\n"
)
TEXTS = [row["essay"] for row in csv.DictReader(ESSAYS.splitlines())]


PYTHON = ("--engine", "python")  # the same everywhere, without a warning


@pytest.fixture
def call(folder: Path, model: str) -> tuple[str, ...]:
    (folder / "essays.csv").write_text(ESSAYS)
    return (
        "features",
        "essays.csv",
        "--text",
        "essay",
        "--id",
        "id",
        "--reference",
        model,
        *PYTHON,
    )


def expected(model: str, **settings: object) -> tuple[list[str], list[list[float]]]:
    vectorizer = EditVectorizer(model, **settings)
    matrix = vectorizer.fit_transform(TEXTS)
    return vectorizer.get_feature_names_out().tolist(), matrix.toarray().tolist()


def test_csv_has_a_row_for_each_document(call: tuple[str, ...], model: str) -> None:
    answer = run(*call, "--out", "f.csv")
    assert (answer.code, answer.stdout, answer.stderr) == (0, b"", "")
    names, values = expected(model)
    with open("f.csv", newline="") as stream:
        header, *rows = csv.reader(stream)
    assert header == ["document", *names]
    assert [row[0] for row in rows] == ["e1", "e2", "e3", "e4"]
    assert [[float(cell) for cell in row[1:]] for row in rows] == values
    assert sum(map(sum, values)) >= 5


def test_all_formats_hold_the_same(call: tuple[str, ...], model: str) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    names, values = expected(model)
    for suffix in ("jsonl", "npz", "parquet"):
        answer = run(*call, "--keep", "l1,id", "--out", f"f.{suffix}")
        assert (answer.code, answer.stderr) == (0, "")
    bags = [
        {name: value for name, value in zip(names, row, strict=True) if value} for row in values
    ]
    labels = ["de", "ja", "de", "fr"]
    rows = [json.loads(line) for line in Path("f.jsonl").read_text().splitlines()]
    assert [row["features"] for row in rows] == bags
    assert [row["fields"]["l1"] for row in rows] == labels
    assert sparse.load_npz("f.npz").toarray().tolist() == values
    assert np.load("f.npz")["names"].tolist() == names
    assert np.load("f.npz")["field_l1"].tolist() == labels
    table = parquet.read_table("f.parquet")
    assert [dict(cell) for cell in table["features"].to_pylist()] == bags
    assert table["l1"].to_pylist() == labels
    signature = EditVectorizer(model).fit(TEXTS).differ_.signature
    assert table.schema.metadata[b"syntacticdiff.signature"].decode() == signature


def test_without_a_file_json_lines_go_to_standard_output(call: tuple[str, ...]) -> None:
    assert run(*call, "--out", "f.jsonl").code == 0
    for answer in (run(*call), run(*call, "--out", "-")):
        assert (answer.code, answer.stderr) == (0, "")
        assert answer.stdout == Path("f.jsonl").read_bytes()
        assert [row["document"] for row in answer.json] == ["e1", "e2", "e3", "e4"]


@pytest.mark.parametrize(
    ("options", "settings"),
    [
        ("--templates class,edit|previous", {"features": ["class", "edit|previous"]}),
        ("--numeric --values gain", {"numeric": True, "values": "gain"}),
        ("--values per_100_words", {"values": "per_100_words"}),
        ("--min-df 2", {"min_df": 2}),
        ("--max-df 1", {"max_df": 1}),
        ("--min-df 0.5 --max-df 1.0", {"min_df": 0.5}),
        ("--max-features 2 --binary", {"max_features": 2, "binary": True}),
        ("--search beam --max-edits 1", {"search": "beam", "max_edits": 1}),
        ("--operations insert --jobs 2", {"operations": ["insert"]}),
    ],
)
def test_options_reach_the_vectorizer(
    call: tuple[str, ...], model: str, options: str, settings: dict[str, object]
) -> None:
    names, values = expected(model, **settings)
    answer = run(*call, *options.split(), "--out", "f.npz")
    assert answer.code == 0, answer.stderr
    assert np.load("f.npz")["names"].tolist() == names
    assert sparse.load_npz("f.npz").toarray().tolist() == values


def test_the_defaults_are_the_vectorizer_s() -> None:
    ours = features_command.command.make_context("features", ["essay.txt"]).params
    theirs = EditVectorizer().get_params()
    assert not ours.pop("penalties")
    for name in set(theirs) & set(ours):
        assert ours[name] == theirs[name], name
    counting = {"features", "numeric", "values", "binary", "min_df", "max_df", "max_features"}
    assert counting < set(ours)


def test_tokenized_lines_and_folders(folder: Path, model: str) -> None:
    (folder / "a.txt").write_text("The teacher go to school .\n\nShe is .\n")
    (folder / "b.txt").write_text("The teacher goes to the garden. She reads .\n")
    call = ("features", ".", "--reference", model, "--templates", "unmodified,edit", "--numeric")
    rows = run(*call, "--tokenized").json
    tokens = [["The", "teacher", "goes", "to", "the", "garden.", "She", "reads", "."]]
    numbers = EditVectorizer(model, features=(), numeric=["mean_bits"]).fit_transform([tokens])
    assert rows[1]["features"]["mean_bits"] == numbers[0, 0]
    assert [row["document"] for row in rows] == ["./a.txt", "./b.txt"]
    lines = run(*call, "--lines").json
    assert [row["document"] for row in lines] == [
        "./a.txt:1",
        "./a.txt:2",
        "./a.txt:3",
        "./b.txt:1",
    ]
    assert lines[1]["features"] == {}
    assert set(NUMERIC_COLUMNS) & set(rows[0]["features"])


BAD_CALLS = {
    "wrong suffix": ("--out f.txt", "f.txt: a feature table's name ends in one of .csv, .jsonl"),
    "no suffix": ("--out f", "f: a feature table's name ends in"),
    "no folder": ("--out x/f.csv", "there is no folder x"),
    "a folder": ("--out d.csv", "d.csv: a folder"),
    "unknown template": ("--templates words", "features: 'words' is not one of edit, "),
    "unknown values": ("--values tfidf", "per_100_words"),
    "bad min-df": ("--min-df few", "'few' is not a number such as 2 or 0.5"),
    "min-df above 1": ("--min-df 1.5", "min_df: a whole number from 1, or a share"),
    "no features": ("--max-features 0", "max_features: "),
    "no such column": ("--keep age", 'e1: no column "age" to keep; besides the text there are id'),
    "column of the table's own": ("--keep document", "document"),
    "no processes": ("--jobs 0", "--jobs"),
}


@pytest.mark.parametrize(("options", "message"), BAD_CALLS.values(), ids=BAD_CALLS)
def test_a_bad_call_is_answered_in_one_line(
    call: tuple[str, ...], options: str, message: str
) -> None:
    os.mkdir("d.csv")
    answer = run(*call, *options.split())
    assert answer.code == 2, answer.stderr
    assert answer.stderr.count("\n") == 1
    assert message in answer.stderr
    assert answer.stdout == b""
    assert sorted(os.listdir()) == ["d.csv", "essays.csv"]


def test_a_wrong_suffix_is_refused_before_any_document_is_searched(
    call: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("searched")

    monkeypatch.setattr(EditVectorizer, "fit_transform", never)
    assert run(*call, "--out", "f.xlsx").code == 2


def test_documents_without_any_edit_are_an_input_error(folder: Path, model: str) -> None:
    (folder / "good.txt").write_text("The teacher goes to the school.")
    call = ("features", "good.txt", "--reference", model, *PYTHON)
    answer = run(*call, "--min-gain", "99", "--out", "f.csv")
    assert answer.code == 1
    assert answer.stderr.startswith("syntacticdiff: empty vocabulary: no edit was found in 1 doc")
    assert answer.stderr.count("\n") == 1
    assert os.listdir() == ["good.txt"]


@pytest.mark.parametrize("options", [(), ("--numeric",)])
def test_empty_input_is_reported_once(folder: Path, model: str, options: tuple[str, ...]) -> None:
    (folder / "a.txt").write_bytes(b"")
    call = ("features", "a.txt", "--reference", model, *PYTHON)
    answer = run(*call, "--out", "f.csv", *options)
    assert answer.code == 1
    assert answer.stderr == "syntacticdiff: a.txt: empty: there is no text in it\n"
    assert os.listdir() == ["a.txt"]


def test_a_bad_document_is_left_out_and_the_rest_is_written(folder: Path, model: str) -> None:
    (folder / "a.txt").write_text(LEARNER)
    (folder / "b.txt").write_bytes(b"\0")
    call = ("features", "a.txt", "b.txt", "--reference", model, *PYTHON)
    answer = run(*call, "--out", "f.jsonl")
    assert answer.code == 1
    assert answer.stderr == "syntacticdiff: b.txt: not text: NUL at byte 0\n"
    [row] = Path("f.jsonl").read_text().splitlines()
    assert json.loads(row)["document"] == "a.txt"


# Expected counts


def test_probabilities_come_from_a_lattice_without_further_options(
    call: tuple[str, ...], model: str
) -> None:
    options = ("--values", "probability", "--templates", "edit", "--penalty", "base=2")
    answer = run(*call, *options)
    assert (answer.code, answer.stderr) == (0, "")
    settings = {**BELIEVABLE, "penalties": {"base": 2.0}, "engine": "python"}
    names, rows = expected(model, **settings, features="edit", values="probability")
    found = [[row["features"].get(name, 0.0) for name in names] for row in answer.json]
    assert found == [pytest.approx(row) for row in rows]
    assert any(0.0 < value < 0.5 for row in found for value in row)


def test_a_lattice_has_the_settings_that_it_needs(call: tuple[str, ...], model: str) -> None:
    answer = run(*call, "--search", "lattice", "--templates", "edit", "--penalty", "base=2")
    assert (answer.code, answer.stderr) == (0, "")
    settings = {**BELIEVABLE, "penalties": {"base": 2.0}, "engine": "python"}
    names, rows = expected(model, **settings, features="edit")
    assert [[row["features"].get(name, 0.0) for name in names] for row in answer.json] == rows


@pytest.mark.parametrize("out", [(), ("--out", "parts/", "--part-format", "jsonl")])
def test_a_sweep_has_no_probabilities(call: tuple[str, ...], out: tuple[str, ...]) -> None:
    answer = run(*call, "--values", "probability", "--search", "sweep", "--published", *out)
    assert answer.code == 2
    assert 'values: "probability" needs a search that gives probabilities' in answer.stderr
    assert answer.stderr.count("\n") == 1
