"""`recognize` and `train-recognizer`: text in, text out, and one line for what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.commands import run

TEXT = (
    "Aoccdrnig to rsearch at\nCmabrigde Uinervtisy, it does  not mttaer.\n\nI recieved a leter!\n"
)


def test_one_line_for_each_line_and_every_other_character_stays(folder: Path) -> None:
    (folder / "a.txt").write_text(TEXT)
    result = run("recognize", "a.txt")
    assert result.code == 0, result.stderr
    assert result.text == (
        "According to research at\nCambridge University, it does  not matter.\n\n"
        "I received a letter!\n"
    )


def test_tokenized_lines_keep_their_tokens(folder: Path) -> None:
    (folder / "a.txt").write_text("a recieved , leter.\n\n \nrsearch is  imporatnt\n")
    result = run("recognize", "a.txt", "--tokenized")
    assert result.text == "a received , leter.\n\n \nresearch is  important\n"


def test_json_has_alternatives_with_probabilities(folder: Path) -> None:
    (folder / "a.txt").write_text("It is right. I recieved a leter!\n")
    result = run("recognize", "a.txt", "--json")
    first, second = (json.loads(line) for line in result.stdout.splitlines())
    assert first == {
        "document": "a.txt", "sentence": 0, "text": "It is right.", "offset": 0,
        "output": "It is right.", "words": [],
    }  # fmt: skip
    assert (second["sentence"], second["offset"]) == (1, 13)
    assert second["output"] == "I received a letter!"
    word = second["words"][0]
    assert (word["position"], word["start"], word["end"]) == (1, 2, 10)
    assert (word["word"], word["meant"]) == ("recieved", "received")
    assert word["alternatives"][0]["word"] == "received"
    assert 0.5 < word["alternatives"][0]["probability"] <= 1


@pytest.mark.parametrize("text", ["\n", "1984 \U0001f600\n", "привет\n"])
def test_odd_text_stays(folder: Path, text: str) -> None:
    (folder / "a.txt").write_text(text)
    assert run("recognize", "a.txt", "--tokenized").text == text


def test_a_foreign_model_is_refused_in_one_line(folder: Path) -> None:
    (folder / "a.txt").write_text(TEXT)
    (folder / "b.sdrec").write_text("not a model, but a text that is long enough to look like one")
    result = run("recognize", "a.txt", "--model", "b.sdrec")
    assert result.code == 1
    assert "b.sdrec: not a SyntacticDiff word recogniser; make one with" in result.stderr
    assert result.stderr.count("\n") == 1


def test_without_torch_training_names_the_line_that_installs_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "a.txt").write_text(TEXT)
    monkeypatch.setitem(__import__("sys").modules, "torch", None)
    result = run("train-recognizer", "a.txt", "--out", "a.sdrec")
    assert result.code == 2
    assert "pip install 'syntacticdiff[neural]'" in result.stderr
    assert not (folder / "a.sdrec").exists()


@pytest.mark.parametrize(
    "arguments", [["--units", "0"], ["--noise", "swap"], ["--condition", "MID"], []]
)
def test_a_call_that_is_at_fault_is_refused(folder: Path, arguments: list[str]) -> None:
    (folder / "a.txt").write_text(TEXT)
    out = ["--out", "a.sdrec"] if arguments else []
    assert run("train-recognizer", "a.txt", *arguments, *out).code == 2


def test_a_network_is_trained_and_used(folder: Path) -> None:
    pytest.importorskip("torch")
    (folder / "a.txt").write_text("The university of research has letters in this order.\n" * 240)
    options = ("--units", "8", "--epochs", "12", "--seed", "3", "--single-words")
    result = run("train-recognizer", "a.txt", *options, "--out", "a.sdrec")
    assert result.code == 0, result.stderr
    assert "a.sdrec: learned from 240 sentences" in result.stderr
    (folder / "b.txt").write_text("uinvretisy lettrs\n")
    assert run("recognize", "b.txt", "--model", "a.sdrec").text == "university letters\n"
    assert run("train-recognizer", "a.txt", *options, "--out", "b.sdrec").code == 0
    assert (folder / "a.sdrec").read_bytes() == (folder / "b.sdrec").read_bytes()
