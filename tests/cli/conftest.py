"""A small reference model and a parser of our own, and a learner's text."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.commands import LEARNER, reference_sentences, run
from support.treebank import made_up_treebank


@pytest.fixture(scope="session")
def reference_text(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("reference") / "ours.txt"
    path.write_text("".join(f"{sentence}\n" for sentence in reference_sentences()))
    return path


@pytest.fixture(scope="session")
def model(reference_text: Path) -> str:
    """A trigram model of our sentences, made by the command under test."""
    path = reference_text.with_name("ours.sdlm")
    trained = run("train", str(reference_text), "--order", "3", "--out", str(path))
    assert trained.code == 0, trained.stderr
    return str(path)


@pytest.fixture(scope="session")
def treebank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our own treebank as CoNLL-U."""
    path = tmp_path_factory.mktemp("treebank") / "ours.conllu"
    path.write_text("".join(sentence.to_conllu() for sentence in made_up_treebank()))
    return path


@pytest.fixture(scope="session")
def parser(treebank: Path, model: str) -> str:
    """A parser that repairs, made by the command under test."""
    pytest.importorskip("syntacticdiff._native", reason="only the native engine learns")
    path = str(treebank.with_name("ours.sdparse"))
    made = run(
        *("train-parser", str(treebank), "--errors", "30", "--iterations", "12"),
        *("--reference", model, "--out", path),
    )
    assert made.code == 0, made.stderr
    assert "learned from 120 sentences" in made.stderr
    return path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in which the test runs, so that names are short."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def essay(folder: Path) -> str:
    (folder / "essay.txt").write_text(LEARNER)
    return "essay.txt"
