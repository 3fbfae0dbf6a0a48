"""Files that commands write: never two results in one, and never another file lost for one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.commands import ENVIRONMENT, process, run

TABLE = "essay,l1\n" + "They go school.,a\nShe is in garden.,b\nThe teacher walk.,a\n" * 4
JUDGMENTS = "system1Id,system1rank,system2Id,system2rank\n" + "a,1,b,2\nb,1,c,2\n" * 3
DESCRIBED = "--reference MODEL --describe --engine python"
TOPICS = f"cluster e.csv --text essay {DESCRIBED} --topics 2 --min-df 1 --max-df 1.0"


@pytest.fixture
def inputs(folder: Path) -> Path:
    (folder / "e.csv").write_text(TABLE)
    (folder / "j.csv").write_text(JUDGMENTS)
    (folder / "words.txt").write_text("the\nto\n")
    return folder


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (f"{TOPICS} --json --out x.json --report ./x.json", "x.json: for --out and --report"),
        ("rank j.csv --resamples 5 --figure x.svg --out x.svg", "x.svg: for --out and --figure"),
        ("compare e.csv e.csv --text essay --report x.md --out x.md", "x.md: for --out and --rep"),
        (
            "classify evaluate e.csv --text essay --label l1 --views words --report x.html"
            " --out x.html",
            "x.html: for --out and --report",
        ),
        (
            "diff e.csv --text essay --reference MODEL --insertions file:words.txt --out words.txt",
            "words.txt: an input (file:words.txt)",
        ),
        (
            "diff e.csv --text essay --reference MODEL"
            " --substitutions spelling+thesaurus:words.txt --out words.txt",
            "words.txt: an input (spelling+thesaurus:words.txt)",
        ),
    ],
)
def test_an_output_in_the_place_of_another_file_is_refused(
    inputs: Path, model: str, call: str, message: str
) -> None:
    before = sorted(os.listdir())
    answer = run(*call.replace("MODEL", model).split())
    assert answer.code == 2, answer.stderr
    assert answer.stderr.count("\n") == 1
    assert message in answer.stderr
    assert sorted(os.listdir()) == before
    assert (inputs / "words.txt").read_text() == "the\nto\n"


@pytest.mark.parametrize(
    "call",
    [
        "compare e.csv e.csv --text essay",
        "classify evaluate e.csv --text essay --label l1 --views words",
        "rank j.csv --resamples 5",
        "diff e.csv --text essay --reference MODEL",
    ],
)
def test_a_folder_that_is_missing_is_said_before_the_work(
    inputs: Path, model: str, call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the input is even read: the work may take hours."""
    for name in ("e.csv", "j.csv"):
        (inputs / name).write_bytes(b"\0\xff")
    answer = run(*call.replace("MODEL", model).split(), "--out", "missing/x.txt")
    assert answer.code == 2
    assert answer.stderr.startswith("syntacticdiff: missing/x.txt: there is no folder")


def test_the_table_of_topics_is_written_whoever_reads_the_output(inputs: Path, model: str) -> None:
    """`cluster --out t.csv | head`."""
    call = TOPICS.replace("MODEL", model).split()
    process = subprocess.Popen(
        [sys.executable, "-m", "syntacticdiff", *call, "--out", "t.csv"],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.wait() == 141
    assert (inputs / "t.csv").read_text().startswith("document,topic,label")


def test_a_classifier_is_written_where_a_link_leads(inputs: Path, model: str) -> None:
    call = f"classify train e.csv --text essay --label l1 --reference {model} --views words"
    call += " --engine python --out"
    (inputs / "there").mkdir()
    for name in ("there/old", "there/new"):  # an older one is replaced, a new one is made
        (inputs / "link").symlink_to(name)
        if name.endswith("old"):
            assert run(*call.split(), name).code == 0
        assert run(*call.split(), "link").code == 0
        assert os.readlink("link") == name
        assert sorted(os.listdir(name)) == sorted(os.listdir("there/old"))
        (inputs / "link").unlink()
    assert sorted(os.listdir("there")) == ["new", "old"]


def test_a_classifier_with_files_of_somebody_else_beside_it_is_not_replaced(
    inputs: Path, model: str
) -> None:
    call = f"classify train e.csv --text essay --label l1 --reference {model} --views words"
    call += " --engine python --out c"
    assert run(*call.split()).code == 0
    (inputs / "c" / "notes.txt").write_text("mine")
    answer = run(*call.split())
    assert answer.code == 2
    assert "c: has notes.txt in it, which is not part of a classifier" in answer.stderr
    assert (inputs / "c" / "notes.txt").read_text() == "mine"


def test_a_file_that_standard_input_comes_from_is_refused(inputs: Path, model: str) -> None:
    with (inputs / "words.txt").open() as stream:
        started = process(
            *("score", "-", "--reference", model, "--out", "words.txt"),
            stdin=stream,
            stderr=subprocess.PIPE,
        )
        _, errors = started.communicate(timeout=300)
    assert (started.returncode, errors) == (
        2,
        b"syntacticdiff: words.txt: an input (-); choose another name for the output\n",
    )
    assert (inputs / "words.txt").read_text() == "the\nto\n"


def test_a_file_on_standard_input_that_is_not_read_may_be_written(inputs: Path, model: str) -> None:
    """As in `while read name; do syntacticdiff score "$name" --out list.txt; done <list.txt`."""
    with (inputs / "words.txt").open() as stream:
        started = process(
            *("score", "e.csv", "--text", "essay", "--reference", model, "--out", "words.txt"),
            stdin=stream,
        )
        assert started.wait(timeout=300) == 0
    assert "perplexity" in (inputs / "words.txt").read_text()
