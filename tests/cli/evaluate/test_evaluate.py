"""`evaluate`: every metric as a command, and errors of invalid input."""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from pathlib import Path

import click
import pytest
from support.commands import run
from support.golden import golden_path, needs_golden

from syntacticdiff.cli.evaluate.commands import COMMANDS, LEVEL, command
from syntacticdiff.evaluate.registry import METRICS, metric_class

GOLD = """S He go to home .
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
A 2 3|||U:PREP||||||REQUIRED|||-NONE-|||0
A 1 2|||R:VERB:TENSE|||went|||REQUIRED|||-NONE-|||1

S All is well .
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
"""
SYSTEM = "He goes to house .\nAll is well .\n"
WORSE = "He going to home .\nAll was well .\n"


@pytest.fixture
def files(folder: Path) -> Path:
    (folder / "gold.m2").write_text(GOLD)
    (folder / "system.txt").write_text(SYSTEM)
    (folder / "worse.txt").write_text(WORSE)
    (folder / "source.txt").write_text("He go to home .\nAll is well .\n")
    (folder / "ref0.txt").write_text("He goes home .\nAll is well .\n")
    (folder / "ref1.txt").write_text("He went to home .\nAll is well .\n")
    return folder


def skip_without_extras(name: str) -> None:
    if name == "bleu":
        pytest.importorskip("sacrebleu")


def test_m2_prints_exactly_these_figures(files: Path) -> None:
    answer = run("evaluate", "m2", "system.txt", "gold.m2", "--json")
    assert (answer.code, answer.stderr) == (0, "")
    (score,) = answer.json
    signature = score.pop("signature")
    assert list(score.items()) == [
        *(("precision", 0.5), ("recall", 0.5), ("f0.5", 0.5)),
        *(("correct", 1), ("proposed", 2), ("gold", 2)),
    ]
    assert signature.startswith("m2|beta:0.5|unchanged:2|case:kept|syntacticdiff:")


def test_text_output_has_one_figure_per_line(files: Path) -> None:
    answer = run("evaluate", "m2", "system.txt", "gold.m2", "--beta", "1")
    lines = answer.text.splitlines()
    assert lines[:4] == [
        *("precision      0.5000", "recall         0.5000"),
        *("f1             0.5000", "correct             1"),
    ]
    assert lines[-1].startswith("m2|beta:1|")


@needs_golden
def test_the_shared_task_s_first_hundred_sentences() -> None:
    names = (str(golden_path(f"conll14_first100.{part}")) for part in ("AMU.txt", "gold.m2"))
    (score,) = run("evaluate", "m2", *names, "--json").json
    found = (score["precision"], score["recall"], score["f0.5"])
    assert tuple(round(figure, 4) for figure in found) == (0.4667, 0.2367, 0.3907)


@pytest.mark.parametrize("name", METRICS)
def test_all_metrics_take_the_same_arguments(files: Path, name: str) -> None:
    skip_without_extras(name)
    whole = run("evaluate", name, "system.txt", "gold.m2", "--json")
    assert whole.code == 0, whole.stderr
    (score,) = whole.json
    assert list(score)[-1] == "signature"
    assert score["signature"].startswith(f"{name}|")
    each = run("evaluate", name, "system.txt", "gold.m2", "--json", "--level", "sentence")
    if any(option.name == LEVEL.name for option in metric_class(name).options):
        assert list(each.json[0]) == list(score)
    else:
        assert [row["sentence"] for row in each.json] == [1, 2]
    for level in ("corpus", "sentence"):
        shown = run("evaluate", name, "system.txt", "gold.m2", "--level", level)
        assert shown.text.splitlines()[-1] == score["signature"] or level == "sentence"
    plain = ("--source", "source.txt", "--references", "ref0.txt", "--references", "ref1.txt")
    assert run("evaluate", name, "system.txt", *plain, "--json").code == 0
    perfect = run("evaluate", name, "ref0.txt", *plain, "--json")
    assert perfect.code == 0


@pytest.mark.parametrize("name", METRICS)
def test_a_number_of_lines_that_differs_is_an_error_with_both_counts(
    files: Path, name: str
) -> None:
    (files / "short.txt").write_text("He goes home .\n")
    answer = run("evaluate", name, "short.txt", "gold.m2")
    assert (answer.code, answer.stdout) == (1, b"")
    assert answer.stderr == "syntacticdiff: short.txt: 1 sentence, but 2 in gold.m2\n"


def test_as_many_lines_as_sentences_are_text_even_if_they_could_be_m2(files: Path) -> None:
    (files / "odd.txt").write_text("S He\nA 0 1|||R|||She|||REQUIRED|||-NONE-|||0\n")
    answer = run("evaluate", "m2", "odd.txt", "gold.m2", "--json")
    assert (answer.code, answer.stderr) == (0, "")
    (files / "made.txt").write_text(GOLD)
    answer = run("evaluate", "m2", "made.txt", "gold.m2", "--json")
    assert answer.json[0]["precision"] == 1


def test_the_first_sentence_that_differs_is_named(files: Path) -> None:
    (files / "other.m2").write_text(GOLD.replace("well", "good"))
    answer = run("evaluate", "errant", "other.m2", "gold.m2")
    assert (answer.code, answer.stdout) == (1, b"")
    assert answer.stderr == (
        "syntacticdiff: other.m2: sentence 2 differs from that of gold.m2: "
        '"All is good ." and "All is well ."\n'
    )


def test_repeated_edits_are_reported(files: Path) -> None:
    line = "A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0\n"
    (files / "twice.m2").write_text(GOLD.replace(line, line * 2))
    answer = run("evaluate", "errant", "twice.m2", "gold.m2", "--json")
    assert answer.code == 0
    assert answer.json[0]["tp"] == 2
    warning = "note: hypotheses: 1 edit written twice, first in sentence 1; counted once"
    assert warning in answer.stderr


def test_errant_s_table_by_type(files: Path) -> None:
    call = ("evaluate", "errant", "system.txt", "gold.m2", "--mode", "ds", "--types", "all")
    (score,) = run(*call, "--json").json
    assert score["types"]["R:VERB:TENSE"]["tp"] == 1
    assert "R:VERB:TENSE" in run(*call).text


def test_standard_input_may_be_one_of_the_files(files: Path) -> None:
    answer = run("evaluate", "m2", "-", "gold.m2", "--json", stdin=SYSTEM.encode())
    assert answer.json == run("evaluate", "m2", "system.txt", "gold.m2", "--json").json
    gold = run("evaluate", "m2", "system.txt", "-", "--json", stdin=GOLD.encode())
    assert gold.json == answer.json


def test_results_go_to_a_file(files: Path) -> None:
    answer = run("evaluate", "gleu", "system.txt", "gold.m2", "--json", "--out", "score.jsonl")
    assert (answer.code, answer.stdout) == (0, b"")
    assert next(iter(json.loads((files / "score.jsonl").read_text()))) == "gleu"


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (["m2", "system.txt"], 2, "gold is missing: give GOLD.m2, or --source and --references"),
        (["m2", "no.txt", "gold.m2"], 2, "no.txt: no such file"),
        (["m2", "system.txt", "no.m2"], 2, "no.m2: no such file"),
        (["m2", "-", "-"], 2, "- (standard input) can be read only once"),
        (["m2", "system.txt", "bad.m2"], 1, "bad.m2:2: 3 fields instead of 6"),
        (["m2", "system.txt", "system.txt"], 1, "system.txt:1: neither a sentence (S) nor an"),
        (["m2", "system.txt", "gold.m2", "--beta", "0"], 2, "beta: a number above 0 is needed"),
        (["m2", "system.txt", "gold.m2", "--beta", "1e200"], 2, "beta: a number above 0 is needed"),
        (
            ["gleu", "system.txt", "gold.m2", "--iterations", "0"],
            2,
            "iterations: a whole number from 1",
        ),
        (["imeasure", "system.txt", "bad.xml"], 1, "bad.xml:1: declares entities"),
        (["imeasure", "system.txt", "cut.xml"], 1, "cut.xml:1: not well-formed XML"),
        (["m2", ".", "gold.m2"], 1, ".: cannot be read"),
        (["compare", "system.txt", "worse.txt"], 2, "gold is missing"),
        (["compare", "worse.txt", "system.txt", "gold.m2", "--seed", "-1"], 2, "Invalid value"),
        (["all", "system.txt"], 2, "gold is missing"),
        (["all", "system.txt", "short.txt", "gold.m2"], 1, "short.txt: 1 sentence, bu"),
        (["nosuch", "system.txt"], 2, "No such command 'nosuch'"),
    ],
)
def test_errors_are_one_line(files: Path, args: list[str], code: int, message: str) -> None:
    (files / "bad.m2").write_text("S a\nA 0 1|||X|||b\n")
    (files / "bad.xml").write_text('<!DOCTYPE s [<!ENTITY e SYSTEM "file:///etc/x">]><s>&e;</s>')
    (files / "cut.xml").write_text("<s>")
    (files / "short.txt").write_text("x\n")
    answer = run("evaluate", *args)
    assert (answer.code, answer.stdout) == (code, b"")
    assert answer.stderr.startswith(f"syntacticdiff: {message}")
    assert answer.stderr.count("\n") == 1


def test_replaced_bytes_of_the_gold_are_reported(files: Path) -> None:
    (files / "gold.m2").write_bytes(GOLD.encode().replace(b"well .", b"well \xff"))
    answer = run("evaluate", "m2", "system.txt", "gold.m2", "--json")
    assert (answer.code, len(answer.json)) == (1, 1)
    assert "gold.m2: not UTF-8 in 1 place" in answer.stderr


def test_two_systems_are_compared(files: Path) -> None:
    call = ("evaluate", "compare", "system.txt", "worse.txt", "gold.m2")
    (found,) = run(*call, "--json", "--seed", "3", "--samples", "200").json
    assert list(found) == [
        *("metric", "first", "second", "difference", "interval", "p", "samples", "seed"),
        "signature",
    ]
    assert (found["first"], found["second"], found["difference"]) == (0.5, 0.0, 0.5)
    assert (found["samples"], found["seed"]) == (200, 3)
    shown = run(*call, "--metric", "gleu").text.splitlines()
    assert shown[0].split()[0] == "system.txt"
    assert shown[2].split()[:3] == ["difference", "+0.4667", "95%"]
    assert " p " in shown[2]


def test_all_metrics_in_one_table(files: Path) -> None:
    metrics = [name for name in METRICS if name != "bleu" or find_spec("sacrebleu")]
    call = ("evaluate", "all", "system.txt", "worse.txt", "gold.m2")
    answer = run(*call, "--json")
    plain = ("--source", "source.txt", "--references", "ref0.txt", "ref1.txt")
    from_text = run("evaluate", "all", "system.txt", "worse.txt", *plain, "--json")
    assert [row["system"] for row in from_text.json] == ["system.txt", "worse.txt"]
    assert answer.code == 0
    assert ("bleu is skipped: BLEU needs sacrebleu" in answer.stderr) == ("bleu" not in metrics)
    rows = answer.json
    assert [row["system"] for row in rows] == ["system.txt", "worse.txt"]
    assert list(rows[0]) == ["system", *metrics, "signatures"]
    for name in ("m2", "gleu", "imeasure"):
        assert rows[0][name] > rows[1][name]
    (alone,) = run("evaluate", "m2", "system.txt", "gold.m2", "--json").json
    assert rows[0]["m2"] == alone["f0.5"]
    assert rows[0]["signatures"]["m2"] == alone["signature"]
    shown = run(*call).text.splitlines()
    assert shown[0].split() == ["system", *metrics]
    assert shown[1].split()[:2] == ["system.txt", "0.5000"]


def test_references_take_several_files_or_are_repeated(files: Path) -> None:
    """`--references ref*` is several words when the command gets it."""
    calls = (
        "system.txt --source source.txt --references ref0.txt --references ref1.txt",
        "system.txt --source source.txt --references ref0.txt ref1.txt",
        "system.txt --references ref0.txt ref1.txt --source source.txt",
        "--references ref0.txt ref1.txt --source source.txt system.txt",
        "--source source.txt --references ref0.txt ref1.txt system.txt",
        "--source source.txt --references=ref0.txt ref1.txt system.txt",
    )
    answers = [run("evaluate", "gleu", *call.split(), "--json") for call in calls]
    assert [answer.code for answer in answers] == [0] * len(calls), answers
    assert len({answer.stdout for answer in answers}) == 1


def test_other_types_of_the_gold_are_said_and_can_be_replaced(files: Path) -> None:
    gold = (files / "gold.m2").read_text()
    (files / "coarse.m2").write_text(re.sub(r"\|\|\|[A-Z]+:[A-Z:]+\|\|\|", "|||Wform|||", gold))
    told = run("evaluate", "errant", "system.txt", "coarse.m2", "--types", "all")
    assert "note: the gold has other types (Wform) than the hypotheses (" in told.stderr
    assert "--retype" in told.stderr
    anew = run("evaluate", "errant", "system.txt", "coarse.m2", "--types", "all", "--retype")
    assert (anew.code, anew.stderr) == (0, "")
    assert "Wform" not in anew.text
    quiet = run("evaluate", "errant", "system.txt", "coarse.m2")
    assert quiet.stderr == ""  # types do not matter there


def test_without_a_metric_the_help_is_shown() -> None:
    answer = run("evaluate")
    assert (answer.code, answer.stdout) == (2, b"")
    for name in (*METRICS, *COMMANDS):
        assert name in answer.stderr


def test_help_and_list_of_commands_agree() -> None:
    context = click.Context(command)
    for name, (_, purpose) in COMMANDS.items():
        found = command.get_command(context, name)
        assert found is not None
        assert found.name == name
        assert (found.help or "").splitlines()[0] == purpose


@pytest.mark.parametrize("name", METRICS)
def test_a_metric_s_command_has_its_defaults(name: str) -> None:
    skip_without_extras(name)
    metric = metric_class(name)
    assert metric.name == name
    made = command.get_command(click.Context(command), name)
    assert made is not None
    given = made.make_context(name, ["h", "g"]).params
    options = {option.name: given[option.name] for option in metric.options}
    assert metric.from_options(**options).signature == metric().signature
