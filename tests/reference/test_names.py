"""What `ReferenceModel.load` takes: names before paths, and one clear line for everything else."""

from __future__ import annotations

from pathlib import Path

import pytest

from syntacticdiff import ReferenceModel
from syntacticdiff.errors import ModelError


@pytest.fixture(autouse=True)
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SYNTACTICDIFF_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)


def test_a_reference_that_was_not_built_says_how_to_build_it() -> None:
    with pytest.raises(ModelError, match="run: syntacticdiff reference build large"):
        ReferenceModel.load("large")


def test_something_that_is_neither_a_name_nor_a_file() -> None:
    with pytest.raises(ModelError, match=r"larg: neither a file nor .* default, large"):
        ReferenceModel.load("larg")


def test_a_file_without_a_suffix_is_opened(tmp_path: Path) -> None:
    ReferenceModel.train(["It rains."], 1).save("mine")
    assert ReferenceModel.load("mine").order == 1
    assert ReferenceModel.load(tmp_path / "mine").order == 1


def test_a_file_called_like_a_reference_is_opened_by_its_path(tmp_path: Path) -> None:
    ReferenceModel.train(["It rains."], 1).save("large")
    assert ReferenceModel.load("./large").order == 1
    with pytest.raises(ModelError, match="has not been built"):
        ReferenceModel.load("large")
