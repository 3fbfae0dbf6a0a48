"""From a package's file to a reference that is found by its name."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from support import tiny_recipe

from syntacticdiff import ReferenceModel
from syntacticdiff.errors import InputError, UsageError
from syntacticdiff.reference.recipes import (
    RECIPES,
    TEXTS,
    attribution,
    build_reference,
    cache_folder,
    cleaned,
    remove_downloads,
    remove_reference,
)
from syntacticdiff.reference.recipes.packages import Package, opened


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Package:
    return tiny_recipe.register(tmp_path, monkeypatch)


def nothing(line: str) -> None:
    pass


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


class TestDownloads:
    def test_the_file_is_kept_and_its_build_code_does_not_run(
        self, package: Package, tmp_path: Path
    ) -> None:
        with opened(package, nothing).open("tiny_texts-1.0/data.tsv") as stream:
            assert stream.read().startswith(b"Ann")
        assert files(tmp_path / "cache") == [package.filename]
        assert not (tmp_path / "build-code-ran").exists()

    def test_a_second_use_needs_no_index(self, package: Package, tmp_path: Path) -> None:
        said: list[str] = []
        opened(package, said.append)
        (tmp_path / "index" / "tiny-texts" / package.filename).unlink()
        opened(package, said.append)
        assert said == [f"downloading {package.filename}"]

    def test_a_damaged_file_is_fetched_again(self, package: Package) -> None:
        opened(package, nothing)
        path = cache_folder("downloads", package.filename)
        whole = path.read_bytes()
        path.write_bytes(whole[:-10])
        opened(package, nothing)
        assert path.read_bytes() == whole

    def test_another_file_than_the_recipe_was_made_for_is_refused_and_not_kept(
        self, package: Package, tmp_path: Path
    ) -> None:
        (tmp_path / "index" / "tiny-texts" / package.filename).write_bytes(b"something else")
        with pytest.raises(InputError, match=r"has another file .* not kept"):
            opened(package, nothing)
        assert files(tmp_path / "cache") == []


class TestCleaning:
    def test_sentences_and_those_who_wrote_them(self, package: Package) -> None:
        clean = cleaned(TEXTS["tiny"], nothing)
        assert clean.sentences.read_text("utf-8").splitlines() == tiny_recipe.SENTENCES
        assert clean.credits.read_text("utf-8").splitlines() == ["Ann", "Bob"]

    def test_an_interrupted_run_leaves_no_text_and_the_next_goes_on(
        self, package: Package, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        whole = TEXTS["tiny"]

        def interrupted(archive: object) -> Iterator[tuple[str, str]]:
            yield "It rains in the town today.", "Ann"
            raise KeyboardInterrupt

        monkeypatch.setitem(TEXTS, "tiny", replace(whole, read=interrupted))
        with pytest.raises(KeyboardInterrupt):
            build_reference("tiny")
        assert files(tmp_path / "cache") == [package.filename]
        monkeypatch.setitem(TEXTS, "tiny", whole)
        (tmp_path / "index" / "tiny-texts" / package.filename).unlink()
        assert build_reference("tiny").exists()

    def test_attribution_lists_authors_under_the_texts_name(self, package: Package) -> None:
        lines = list(attribution(["tiny"]))
        assert lines[0] == "A tiny text (package tiny-texts 1.0); CC0"
        assert lines[3:] == ["Ann", "Bob", ""]


class TestReferences:
    def test_a_built_reference_is_found_by_its_name(self, package: Package) -> None:
        said: list[str] = []
        path = build_reference("tiny", say=said.append)
        model = ReferenceModel.load("tiny")
        assert model.path == path
        assert model.order == 2
        assert model.header["tokens"] == 3 * 17
        (corpus,) = model.header["corpora"]
        assert corpus["name"] == "A tiny text (package tiny-texts 1.0)"
        assert [line.split()[0] for line in said] == ["downloading", "cleaning", "training"]

    def test_the_held_out_figure_counts_no_copy_of_a_held_out_sentence(
        self, package: Package, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def many(archive: object) -> Iterator[tuple[str, str]]:
            for first, second in itertools.product("bcdfghjklmnpqrstvwxz", repeat=2):
                yield f"She met the {first}a{second}o in a {second}i{first}u.", "Ann"

        text, recipe = TEXTS["tiny"], RECIPES["tiny"]
        monkeypatch.setitem(TEXTS, "tiny", replace(text, read=many))
        figures = []
        for times in (1, 2):
            monkeypatch.setitem(RECIPES, "tiny", replace(recipe, times={"tiny": times}))
            figures.append(ReferenceModel.load(build_reference("tiny")).held_out_bits)
        once, twice = figures
        assert once is not None
        assert twice is not None
        assert twice > once - 0.1

    def test_the_same_text_gives_the_same_bytes(self, package: Package, tmp_path: Path) -> None:
        first, second = tmp_path / "a.sdlm", tmp_path / "b.sdlm"
        build_reference("tiny", first)
        remove_downloads()
        build_reference("tiny", second)
        assert first.read_bytes() == second.read_bytes()

    def test_removing_one(self, package: Package) -> None:
        build_reference("tiny")
        remove_reference("tiny")
        with pytest.raises(UsageError, match="nothing to remove"):
            remove_reference("tiny")
        assert files(cache_folder("texts"))

    @pytest.mark.parametrize("work", [build_reference, remove_reference])
    def test_an_unknown_name_is_answered_with_the_known_ones(self, work: object) -> None:
        assert callable(work)
        with pytest.raises(UsageError, match=r"lorge: no reference of that name.*default, large"):
            work("lorge")

    @pytest.mark.parametrize("work", [build_reference, remove_reference])
    def test_the_embedded_one_stays_where_it_is(self, work: object) -> None:
        assert callable(work)
        with pytest.raises(UsageError, match="default: comes with the package"):
            work("default")


def test_every_recipe_names_texts_that_exist_and_counts_each() -> None:
    for recipe in RECIPES.values():
        assert set(recipe.times) <= set(TEXTS)
        assert all(times >= 1 for times in recipe.times.values())
        assert len(recipe.prune) == recipe.order
