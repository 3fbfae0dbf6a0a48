"""`correct --system`: every system prints text, JSON Lines and M2 in the same forms."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.commands import run
from support.treebank import made_up_treebank

from syntacticdiff.alignment.m2 import corrected, parsed_m2
from syntacticdiff.correction import SYSTEMS
from syntacticdiff.noise import GrammarNoise
from syntacticdiff.syntax import gold_tags
from syntacticdiff.syntax.forms import Forms

KEYS = ["document", "sentence", "offset", "text", "edits", "before", "after", "output"]


@pytest.fixture
def noisy(folder: Path) -> str:
    sentences = made_up_treebank()
    noise = GrammarNoise(40, Forms.from_treebank(sentences))
    lines = [" ".join(noise(s.forms, gold_tags(s)).words) for s in sentences]
    (folder / "a.tok").write_text("".join(f"{line}\n" for line in lines))
    return "a.tok"


@pytest.fixture
def eref(parser: str, model: str) -> tuple[str, ...]:
    return "--system", "eref", "--model", parser, "--reference", model


def test_repairs_come_out_as_text_json_and_m2(noisy: str, eref: tuple[str, ...]) -> None:
    command = ("correct", noisy, "--tokenized", *eref)
    lines = run(*command).text.removesuffix("\n").split("\n")
    rows = run(*command, "--json").json
    assert [list(row) for row in rows] == [KEYS] * len(lines)
    assert [row["output"] for row in rows] == lines
    assert any(row["edits"] for row in rows)
    m2 = list(parsed_m2(run(*command, "--m2").text.splitlines(), noisy))
    assert [" ".join(s.tokens) for s in m2] == [row["text"].strip() for row in rows]
    assert [" ".join(corrected(s.tokens, s.edits)) for s in m2] == lines


def test_the_engines_correct_alike(noisy: str, eref: tuple[str, ...]) -> None:
    found = [
        run("correct", noisy, "--tokenized", *eref, "--engine", engine).text
        for engine in ("native", "python")
    ]
    assert found[0] == found[1] != ""


def test_what_need_not_change_is_kept(folder: Path, eref: tuple[str, ...]) -> None:
    text = "The teacher  walks to the\tschool.\n\n“The doctor waits.”\n"
    (folder / "a.txt").write_text(text)
    assert run("correct", "a.txt", *eref).text == text


def test_the_first_system_is_the_default(essay: str, model: str) -> None:
    options = ("correct", essay, "--reference", model, "--engine", "python", "--json")
    assert run(*options).json == run(*options, "--system", next(iter(SYSTEMS))).json


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--system", "magic"), "'magic' is not one of 'edits', 'eref'"),
        (("--model", "x.sdparse"), "model: the system edits takes no such option"),
        (("--system", "eref", "--settings", "x.toml"), "settings: the system eref takes no such"),
        (("--system", "eref", "--jobs", "2"), "n_jobs: the system eref has one worker"),
        (("--system", "eref", "--model", "x.sdparse"), "x.sdparse"),
    ],
)
def test_a_bad_call_is_one_line(essay: str, arguments: tuple[str, ...], message: str) -> None:
    answer = run("correct", essay, *arguments)
    assert answer.code in (1, 2)
    assert message in answer.stderr
    assert answer.stderr.count("\n") == 1
    assert answer.text == ""


def test_other_languages_are_refused(folder: Path, essay: str, reference_text: Path) -> None:
    trained = run("train", str(reference_text), "--language", "de", "--out", "de.sdlm")
    assert trained.code == 0, trained.stderr
    for command in (("correct", "--system", "eref"), ("parse",), ("parse", "--repair")):
        answer = run(*command, essay, "--reference", "de.sdlm")
        assert answer.code == 2
        assert "for English only, and the reference is German" in answer.stderr
        assert answer.stderr.count("\n") == 1
        assert answer.text == ""
