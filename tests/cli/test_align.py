"""`syntacticdiff align` on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.commands import run


@pytest.fixture
def versions(folder: Path) -> tuple[str, str, str]:
    (folder / "source.txt").write_text("She walk school .\nFine .\n")
    (folder / "one.txt").write_text("She walked school .\nFine .\n")
    (folder / "two.txt").write_text("She walks to school .\nFine .\n")
    return "source.txt", "one.txt", "two.txt"


def test_m2_has_an_annotator_for_each_target(versions: tuple[str, ...]) -> None:
    assert run("align", *versions, "--m2").text == (
        "S She walk school .\n"
        "A 1 2|||R:VERB:TENSE|||walked|||REQUIRED|||-NONE-|||0\n"
        "A 1 2|||R:VERB:SVA|||walks|||REQUIRED|||-NONE-|||1\n"
        "A 2 2|||M:PREP|||to|||REQUIRED|||-NONE-|||1\n"
        "\n"
        "S Fine .\n"
        "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0\n"
        "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1\n"
        "\n"
    )


def test_json_has_a_list_of_edits_for_each_target(versions: tuple[str, ...]) -> None:
    first, second = run("align", *versions, "--json").json
    assert first["source"] == ["She", "walk", "school", "."]
    assert first["targets"] == [
        [{"start": 1, "end": 2, "type": "R:VERB:TENSE", "source": "walk", "target": "walked"}],
        [
            {"start": 1, "end": 2, "type": "R:VERB:SVA", "source": "walk", "target": "walks"},
            {"start": 2, "end": 2, "type": "M:PREP", "source": "", "target": "to"},
        ],
    ]
    assert second == {"sentence": 1, "source": ["Fine", "."], "targets": [[], []]}


def test_text_output_has_one_line_per_edit(versions: tuple[str, ...]) -> None:
    done = run("align", *versions[:2])
    assert done.text.splitlines() == [
        "She walk school .",
        "  1-2     R:VERB:TENSE  walk -> walked",
        "Fine .",
    ]
    assert done.stderr == "syntacticdiff: 2 sentences, 1 edit\n"


def test_results_go_to_a_file(versions: tuple[str, ...], folder: Path) -> None:
    done = run("align", *versions, "--m2", "--out", "edits.m2")
    assert (done.code, done.text) == (0, "")
    assert (folder / "edits.m2").read_text().startswith("S She walk school .\n")


def test_one_file_may_be_standard_input(versions: tuple[str, ...]) -> None:
    done = run("align", "source.txt", "-", "--m2", stdin=b"She walked school .\nFine .\n")
    assert "walked" in done.text
    done = run("align", "-", "-", "--m2")
    assert (done.code, done.stderr.count("\n")) == (2, 1)


def test_unequal_and_missing_files_are_one_line(versions: tuple[str, ...], folder: Path) -> None:
    (folder / "short.txt").write_text("She walks\n")
    for bad, code in (
        (("short.txt",), 1),
        (("missing.txt",), 2),
        (("one.txt", "--m2", "--json"), 2),
    ):
        done = run("align", "source.txt", *bad)
        assert (done.code, done.stderr.count("\n"), done.text) == (code, 1, "")


def test_bytes_that_are_not_utf_8_are_replaced_and_reported(folder: Path) -> None:
    (folder / "source.txt").write_bytes(b"caf\xe9 .\n")
    (folder / "target.txt").write_text("cafe .\n")
    done = run("align", "source.txt", "target.txt", "--m2")
    assert done.code == 1
    assert "source.txt: not UTF-8" in done.stderr
    assert "cafe" in done.text
