"""The embedded reference model: small, documented, offline, and on the side of the correction."""

from __future__ import annotations

import importlib
import json
import os
import socket
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from syntacticdiff import ReferenceModel
from syntacticdiff.reference.recipes import RECIPES, TEXTS, build_reference
from syntacticdiff.text.function_words import FUNCTION_WORDS

PROJECT = Path(__file__).resolve().parents[2]
MODEL = PROJECT / "syntacticdiff" / "reference" / "default.sdlm"
MEGABYTE = 1_000_000
SOURCES = [TEXTS[name] for name in RECIPES["default"].times]


def module_in(folder: str, name: str) -> ModuleType:
    """A module beside the library: pipelines are scripts, not packages."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(PROJECT / folder))
        return importlib.import_module(name)


measures = module_in("pipelines", "preference")
shared_data = module_in("pipelines", "shared_data")


@pytest.fixture(scope="module")
def model() -> ReferenceModel:
    return ReferenceModel.load("default")


class TestModel:
    def test_it_is_at_most_12_megabytes(self) -> None:
        assert MODEL.stat().st_size <= 12 * MEGABYTE

    def test_it_loads_and_verifies_without_a_network(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def no_network(*_: Any, **__: Any) -> None:
            raise AssertionError("loading the embedded model must not open a connection")

        monkeypatch.setattr(socket, "socket", no_network)
        assert ReferenceModel.load("default", verify=True).order == 3

    def test_its_header_names_sources_with_checksums_and_the_licence(
        self, model: ReferenceModel
    ) -> None:
        assert "CC BY-SA" in model.header["licence"]
        for corpus, source in zip(model.header["corpora"], SOURCES, strict=True):
            assert corpus["name"] == source.recorded_name
            assert corpus["licence"] == source.licence
            assert len(corpus["sha256"]) == 64

    def test_its_header_names_no_folder_of_the_machine_that_built_it(
        self, model: ReferenceModel
    ) -> None:
        header = json.dumps(model.header)
        assert "home" not in header
        assert "\\\\" not in header
        assert "/" not in header

    def test_it_knows_every_function_word_well(self, model: ReferenceModel) -> None:
        counts = model.lexicon.counts
        assert counts is not None
        rare = [word for word in FUNCTION_WORDS if counts[model.lexicon.id(word)] < 5]
        assert [word for word in FUNCTION_WORDS if model.lexicon.id(word) == 0] == []
        assert rare == []

    def test_it_knows_contractions_as_the_tokenizer_cuts_them(self, model: ReferenceModel) -> None:
        score = model.score("I don't think it's what you'd say, and they're sure we've won.")
        assert score.unknown == 0

    @pytest.mark.parametrize(
        ("correct", "wrong"),
        [
            ("They were in the house.", "They was in the house."),
            ("He goes to school.", "He go to school."),
            ("I have been here for two years.", "I have be here since two years."),
            ("She is a good teacher.", "She is good teacher."),
            ("There are many people in the city.", "There is many peoples in city."),
        ],
    )
    def test_it_prefers_correct_english(
        self, model: ReferenceModel, correct: str, wrong: str
    ) -> None:
        assert model.score(correct).bits_per_token < model.score(wrong).bits_per_token

    def test_it_prefers_the_right_sentence_of_19_in_20_minimal_pairs(
        self, model: ReferenceModel
    ) -> None:
        right = measures.prefers_right(model, measures.read_minimal_pairs())
        assert sum(right) >= 0.95 * len(right)


class TestRecords:
    def test_its_sources_are_in_the_notice(self) -> None:
        notice = " ".join((PROJECT / "NOTICE").read_text(encoding="utf-8").split())
        for source in SOURCES:
            assert f"{source.package.project} {source.package.version}" in notice
        assert "Attribution-ShareAlike 4.0" in notice
        assert "ATTRIBUTION.txt" in notice

    def test_articles_and_authors_are_listed(self) -> None:
        lines = (PROJECT / "ATTRIBUTION.txt").read_text(encoding="utf-8").splitlines()
        for source in SOURCES:
            listed = f"{source.recorded_name}; {source.licence}" in lines
            assert listed == (source.genre in ("encyclopedia", "everyday"))

    def test_the_table_of_texts_has_their_checksums(self, model: ReferenceModel) -> None:
        table = (PROJECT / "reference_corpora" / "texts.md").read_text(encoding="utf-8")
        for source, corpus in zip(SOURCES, model.header["corpora"], strict=True):
            assert f"`{source.package.sha256[:16]}`" in table
            assert f"`{corpus['sha256'][:16]}`" in table

    @pytest.mark.skipif(
        "SYNTACTICDIFF_REBUILD" not in os.environ,
        reason="downloads and minutes: set SYNTACTICDIFF_REBUILD=1 to build the model again",
    )
    def test_building_it_again_gives_the_same_bytes(self, tmp_path: Path) -> None:
        requirements = PROJECT / "reference_corpora" / "requirements.txt"
        for line in requirements.read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                package, _, wanted = line.partition("==")
                if version(package) != wanted:
                    pytest.skip(f"recipe: needs {line}, {version(package)} is installed")
        build_reference("default", tmp_path / "default.sdlm")
        assert (tmp_path / "default.sdlm").read_bytes() == MODEL.read_bytes()


class TestPreference:
    def test_ties_do_not_count_and_equal_pairs_are_left_out(self, model: ReferenceModel) -> None:
        source = [["he", "go", "."], ["fine", "."], ["qqq", "."]]
        references = [
            [["he", "goes", "."], ["fine", "."], ["zzz", "."]],  # better, the same, a tie
            [["he", "gone", "the", "of", "."], ["fine", "."], ["qqq", "."]],
        ]
        differ, preferred = measures.preference(model, source, references)
        assert differ.tolist() == [2, 0, 1]
        assert preferred.tolist() == [1, 0, 0]

    def test_the_correction_is_preferred_in_84_of_100_jfleg_pairs(
        self, model: ReferenceModel
    ) -> None:
        try:
            source, references = measures.read_jfleg()
        except shared_data.MissingDataError as error:
            pytest.skip(f"data: {error}")
        differ, preferred = measures.preference(model, source, references)
        assert differ.sum() == 2560
        assert preferred.sum() / differ.sum() >= 0.84

    def test_without_the_data_the_pipeline_says_so_in_one_line(self, tmp_path: Path) -> None:
        run = subprocess.run(
            [sys.executable, str(PROJECT / "pipelines" / "default_model.py")],
            env={**os.environ, "SYNTACTICDIFF_SHARED": str(tmp_path), "PYTHONPATH": str(PROJECT)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 1
        assert run.stdout == ""
        assert len(run.stderr.splitlines()) == 1
        assert "dev.src" in run.stderr
        assert "SYNTACTICDIFF_SHARED" in run.stderr
