"""One name means one thing in every command."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from support.commands import process, run

from syntacticdiff import ErrorTopics
from syntacticdiff.cli.main import COMMANDS, main


def commands(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    yield name, command
    if isinstance(command, click.Group):
        for below in command.list_commands(click.Context(command)):
            found = command.get_command(click.Context(command), below)
            assert found is not None
            yield from commands(found, f"{name} {below}".strip())


ALL = [(name, command) for name, command in commands(main, "") if name]
OPTIONS = {
    name: {
        flag: parameter
        for parameter in command.params
        if isinstance(parameter, click.Option) and not parameter.hidden
        for flag in parameter.opts
    }
    for name, command in ALL
}


def test_names_that_meant_two_things_are_gone() -> None:
    assert {name.split()[0] for name in OPTIONS} == set(COMMANDS)
    for name, options in OPTIONS.items():
        assert not {"--labels", "--features", "--gold"} & set(options), name
    assert "--reference" not in OPTIONS["compare"]
    assert "--templates" in OPTIONS["features"]
    assert "--views" in OPTIONS["classify train"]


@pytest.mark.parametrize(
    ("flag", "metavar"),
    [("--label", "COLUMN"), ("--id", "COLUMN"), ("--text", "COLUMN"), ("--templates", "LIST")],
)
def test_a_name_takes_the_same_thing_everywhere(flag: str, metavar: str) -> None:
    found = {name: options[flag].metavar for name, options in OPTIONS.items() if flag in options}
    assert found
    assert set(found.values()) == {metavar}, found


def test_there_are_eight_topics_by_default() -> None:
    assert OPTIONS["cluster"]["--topics"].default == ErrorTopics().n_topics == 8
    assert "[default: 8" in " ".join(run("report", "--help").text.split())


@pytest.mark.parametrize("name", [name for name, _ in ALL])
def test_defaults_are_shown_as_they_are_typed(name: str) -> None:
    answer = run(*name.split(), "--help")
    assert answer.code == 0
    assert "[default: (" not in " ".join(answer.text.split())


def test_gold_is_an_argument() -> None:
    for name, command in ALL:
        named = [parameter.name for parameter in command.params if parameter.name == "gold"]
        kinds = [
            type(p) for p in command.params if p.name == "gold" and not getattr(p, "hidden", 0)
        ]
        assert all(kind is click.Argument for kind in kinds), (name, named)


ROWS = [("a,1", "The teacher walk to school."), ("b", "She is in garden.")]


def as_csv(delimiter: str) -> bytes:
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter).writerows([("id", "essay"), *ROWS])
    return text.getvalue().encode()


def as_parquet() -> bytes:
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    stream = io.BytesIO()
    ids, essays = map(list, zip(*ROWS, strict=True))
    parquet.write_table(arrow.table({"id": ids, "essay": essays}), stream)
    return stream.getvalue()


@pytest.mark.parametrize("form", ["csv", "tsv", "jsonl", "parquet", ""])
def test_standard_input_is_a_table_in_the_format_that_is_named(
    folder: Path, model: str, form: str
) -> None:
    rows = "".join(f"{json.dumps(dict(zip(('id', 'essay'), row, strict=True)))}\n" for row in ROWS)
    data = {
        "csv": lambda: as_csv(","),
        "tsv": lambda: as_csv("\t"),
        "parquet": as_parquet,
    }.get(form, rows.encode)()
    named = ("--format", form) if form else ()
    call = ("score", "-", "--text", "essay", "--id", "id", "--reference", model, "--json")
    answer = run(*call, *named, stdin=data)
    assert (answer.code, answer.stderr) == (0, "")
    # Every row names its document, and has its number in it.
    assert [(row["document"], row["sentence"], row["text"]) for row in answer.json] == [
        (name, 0, text) for name, text in ROWS
    ]


def test_a_format_without_a_table_on_standard_input_is_refused(essay: str) -> None:
    for call in ((essay, "--format", "csv"), ("-", "--format", "csv")):
        answer = run("score", *call)
        assert answer.code == 2
        assert "--format is for a table on standard input" in answer.stderr


@pytest.mark.parametrize("command", ["compare", "cluster", "classify evaluate"])
def test_a_report_is_written_even_if_nobody_reads_the_output(
    folder: Path, model: str, command: str
) -> None:
    essays = [*["We walks to school. She is in garden."] * 6, *["They read the book."] * 6]
    with open("e.csv", "w", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["essay", "l1"])
        writer.writerows((text, "ab"[number // 6]) for number, text in enumerate(essays))
    settings = ("--engine", "python", "--report", "r.json", "--text", "essay")
    reference = () if command == "compare" else ("--reference", model)
    given = {
        "compare": ("e.csv", "e.csv", "--folds", "2"),
        "cluster": ("e.csv", "--topics", "2", "--min-df", "1", "--max-df", "1.0", "--describe"),
        "classify evaluate": ("e.csv", "--label", "l1", "--folds", "2", "--views", "words"),
    }[command]
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        started = process(
            *command.split(), *given, *settings, *reference, stdout=closed, stderr=subprocess.PIPE
        )
    _, errors = started.communicate(timeout=120)
    assert started.returncode == 141, errors
    assert json.loads(Path("r.json").read_text())
