"""The registry of tokenizers, and what the sentences of a text depend on."""

import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from syntacticdiff.errors import UsageError
from syntacticdiff.text import sentences, tokenizers
from syntacticdiff.text.sentences import SENTENCEX
from syntacticdiff.text.tokenizers import find_tokenizer

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"


def test_a_name_means_its_newest_version(monkeypatch):
    newest = find_tokenizer("treebank")
    older = replace(newest, version=newest.version - 1)
    monkeypatch.setattr(tokenizers, "OLDER", (older,))
    assert find_tokenizer("treebank") is newest
    assert find_tokenizer("treebank", newest.version) is newest
    assert find_tokenizer("treebank", older.version) is older


def test_a_version_that_is_not_there_is_named():
    with pytest.raises(UsageError, match="treebank has version 1, not 7"):
        find_tokenizer("treebank", 7)


def test_an_unknown_name_says_which_there_are():
    with pytest.raises(UsageError, match="'bpe' is not one of treebank, whitespace"):
        find_tokenizer("bpe")


def test_releases_that_split_alike_have_one_identity(monkeypatch):
    identities = set()
    for release in SENTENCEX.alike:
        monkeypatch.setattr(sentences, "_installed", lambda package, release=release: release)
        identities.add(SENTENCEX.identity())
    assert identities == {f"sentencex {SENTENCEX.alike[0]}, rules {SENTENCEX.version}"}
    monkeypatch.setattr(sentences, "_installed", lambda package: "1.0.24")
    assert SENTENCEX.identity() not in identities


def test_only_releases_that_were_compared_can_be_installed():
    needed = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]["dependencies"]
    (bounds,) = [item for item in needed if item.startswith("sentencex")]
    least, beyond = re.fullmatch(r"sentencex>=1\.0\.(\d+),<1\.0\.(\d+)", bounds).groups()
    assert SENTENCEX.alike == tuple(f"1.0.{patch}" for patch in range(int(least), int(beyond)))
