"""`evaluate cleme` and `evaluate cleme2` on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.chat_server import chat_server, completion
from support.commands import run
from support.golden import golden, golden_path, needs_golden

KEYS = [
    *("hit", "error", "under", "over", "score"),
    *("tp", "fp_necessary", "fp_unnecessary", "fn", "signature"),
]


@pytest.fixture
def files(folder: Path) -> tuple[str, str]:
    (folder / "source.txt").write_text("The teacher walk to school .\nFine .\n")
    (folder / "gold.txt").write_text("The teacher walks to the school .\nFine .\n")
    (folder / "system.txt").write_text("The teacher walks to school .\nIs fine .\n")
    for name in ("gold", "system"):
        made = run("align", "source.txt", f"{name}.txt", "--m2", "--out", f"{name}.m2")
        assert made.code == 0
    return "system.m2", "gold.m2"


@needs_golden
@pytest.mark.parametrize("level", ["corpus", "sentence"])
@pytest.mark.parametrize("assumption", ["dependent", "independent"])
def test_figures_of_the_toy_cases(assumption: str, level: str) -> None:
    names = [str(golden_path(f"cleme_examples/ALL.{part}.m2")) for part in ("hyp", "ref")]
    options = ["--assumption", assumption, "--level", level, "--json"]
    [score] = run("evaluate", "cleme2", *names, *options).json
    assert list(score) == KEYS
    [case] = [case for case in golden("cleme_examples.json") if case["example"] == "ALL"]
    [wanted] = [
        each["scores"][f"heuo_{level}_unweighted"]
        for each in case["runs"]
        if (each["assumption"], each["weigher"]) == (assumption, "none")
    ]
    assert score["hit"] == pytest.approx(wanted["hit"], abs=6e-7)
    assert score["over"] == pytest.approx(wanted["ove"], abs=6e-7)
    [score] = run("evaluate", "cleme", *names, *options).json
    [wanted] = [
        each["scores"][f"prf_{level}_weighted"]
        for each in case["runs"]
        if (each["assumption"], each["metric"]) == (assumption, "cleme")
    ]
    assert [score["precision"], score["recall"], score["f0.5"]] == pytest.approx(
        [wanted["p"], wanted["r"], wanted["f"]], abs=6e-7
    )


def test_plain_text_is_scored_as_its_edits_are(files: tuple[str, str]) -> None:
    by_edits = run("evaluate", "cleme2", *files, "--json").json
    plain = ("system.txt", "--source", "source.txt", "--references", "gold.txt")
    assert run("evaluate", "cleme2", *plain, "--json").json == by_edits
    assert run("evaluate", "cleme2", "system.txt", "gold.m2", "--json").json == by_edits
    assert by_edits[0]["tp"] == by_edits[0]["fn"] == by_edits[0]["fp_unnecessary"] == 1


def test_levels_and_weights_are_in_the_signature(files: tuple[str, str], model: str) -> None:
    options = ("--level", "sentence", "--weights", "gain", "--reference", model, "--json")
    [score] = run("evaluate", "cleme2", *files, *options).json
    assert "|level:sentence|weights:gain(" in score["signature"]
    assert score["tp"] not in (0.0, 1.0)


def test_a_language_model_weighs_edits(files: tuple[str, str]) -> None:
    with chat_server(lambda body: completion("4")) as server:
        options = ("--weights", "llm", "--llm", server.url, "--llm-model", "m", "--json")
        [score] = run("evaluate", "cleme2", *files, *options).json
    assert score["tp"] == 4


def test_an_encoder_weighs_edits(files: tuple[str, str], folder: Path) -> None:
    (folder / "words.vec").write_text("3 2\nwalk 1 0\nwalks 0.8 0.6\nthe 0 1\n")
    options = ("--weights", "similarity", "--encoder", "words.vec", "--json")
    done = run("evaluate", "cleme2", *files, *options)
    assert done.code == 0, done.stderr
    assert 0 < done.json[0]["tp"] < 1


def test_text_output_has_one_figure_per_line(files: tuple[str, str]) -> None:
    lines = run("evaluate", "cleme", *files, "--weights", "none").text.splitlines()
    assert lines[0].split() == ["precision", "0.5000"]
    assert lines[-1].startswith("cleme|beta:0.5|")


@pytest.mark.parametrize(
    "options",
    [
        ("--weights", "similarity"),
        ("--weights", "llm"),
        ("--weights", "llm", "--llm", "ftp://x", "--llm-model", "m"),
        ("--weights", "none", "--encoder", "x"),
        ("--llm", "http://x"),
        ("--weights", "similarity", "--encoder", "missing.vec"),
        ("--weights", "heavy"),
        ("--assumption", "both"),
    ],
)
def test_invalid_options_are_one_line_errors(
    files: tuple[str, str], options: tuple[str, ...]
) -> None:
    done = run("evaluate", "cleme2", *files, *options)
    assert (done.code, done.stderr.count("\n"), done.text) == (2, 1, "")


def test_invalid_data_is_a_one_line_error(files: tuple[str, str], folder: Path) -> None:
    (folder / "bad.m2").write_text("S a b\nA 0 9|||X|||c|||REQUIRED|||-NONE-|||0\n")
    (folder / "short.m2").write_text("S The teacher walk to school .\n")
    for system in ("bad.m2", "short.m2"):
        done = run("evaluate", "cleme2", system, files[1])
        assert (done.code, done.stderr.count("\n"), done.text) == (1, 1, "")
