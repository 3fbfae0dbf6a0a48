"""`compare`: what distinguishes two corpora."""

from __future__ import annotations

import itertools
import json
import os
import re
from pathlib import Path

import pytest
from support.commands import run

from syntacticdiff.cli import compare as compare_command
from syntacticdiff.compare.comparison import Comparison

PEOPLE = ("teacher", "doctor", "child", "neighbor")
PLACES = ("garden", "station", "market", "school", "library")


def letters(article: str, ending: str = "") -> str:
    return "".join(
        f"The {person} walked to {article}{place} in the morning{ending}.\n"
        for person, place in itertools.product(PEOPLE, PLACES)
    )


@pytest.fixture
def call(folder: Path) -> tuple[str, ...]:
    (folder / "a.txt").write_text(letters("", " and sang"))
    (folder / "b.txt").write_text(letters("the "))
    shared = ("--lines", "--engine", "python", "--min-count", "1")
    return ("compare", "a.txt", "b.txt", "--describe", *shared)


def test_both_directions_are_printed_with_a_sentence_for_each_edit(call: tuple[str, ...]) -> None:
    answer = run(*call)
    assert (answer.code, answer.stderr) == (0, "")
    there, back = answer.text.split("\n\n")[1:]
    assert there.startswith("What a.txt (20 documents) needs to be like b.txt (20 documents)")
    assert back.startswith("What b.txt (20 documents) needs to be like a.txt (20 documents)")
    assert "insert(the)" in there
    assert "{+the+}" in there
    assert "remove(the)" in back


def test_json_has_every_contrast_with_its_sentences(call: tuple[str, ...]) -> None:
    first, *rows = run(*call, "--json").json
    assert (first["kind"], first["a"], first["b"]) == ("comparison", "a.txt", "b.txt")
    assert [row["texts"] for row in rows if row["kind"] == "direction"] == ["a.txt", "b.txt"]
    contrasts = [row for row in rows if row["kind"] == "contrast" and row["texts"] == "a.txt"]
    by_edit = {row["edit"]: row for row in contrasts}
    row = by_edit["insert(the)"]
    assert row["z"] > 0
    assert row["documents"] == 20
    assert row["sentences"][0]["document"].startswith("a.txt:")
    assert "insert" in {edit["op"] for edit in row["sentences"][0]["edits"]}


def test_removals_give_the_words_typical_of_a_corpus(call: tuple[str, ...]) -> None:
    rows = run(*call, "--operations", "remove", "--json").json
    edits = [row["edit"] for row in rows if row["kind"] == "contrast" and row["texts"] == "a.txt"]
    assert edits
    assert set(edits) <= {"remove(and)", "remove(sang)"}


def test_options_reach_the_library(call: tuple[str, ...]) -> None:
    options = ("--edits", "1", "--examples", "0", "--folds", "3", "--order", "2", "--seed", "4")
    first, *rows = run(*call, *options, "--json").json
    assert first["method"].startswith("order 2, 3 folds, ")
    contrasts = [row for row in rows if row["kind"] == "contrast"]
    assert len(contrasts) == 2
    assert contrasts[0]["sentences"] == []


def test_by_default_habits_are_compared_per_noun_verb_or_word(folder: Path) -> None:
    (folder / "a.txt").write_text(letters(""))
    (folder / "b.txt").write_text(letters("the "))
    call = ("compare", "a.txt", "b.txt", "--lines", "--min-count", "1")
    answer = run(*call, "--report", "r.html")
    assert (answer.code, answer.stderr) == (0, "")
    there, _ = answer.text.split("\n\n")[1:]
    assert there.split("\n")[2].split()[-3:] == ["nouns", "missing", "article"]
    rows = run(*call, "--json").json
    habit = next(row for row in rows if row["kind"] == "habit")
    assert (habit["habit"], habit["per"]) == ("missing article", "nouns")
    assert habit["rate"] > 10 * habit["reference_rate"]
    assert habit["sentences"][0]["edits"][0]["target"] == "the"
    assert "missing article" in Path("r.html").read_text("utf-8")


@pytest.mark.parametrize("name", ["r.html", "r.json", "r.md"])
def test_a_report_has_both_directions(call: tuple[str, ...], name: str) -> None:
    answer = run(*call, "--report", name, "--out", "c.txt")
    assert (answer.code, answer.stderr, answer.stdout) == (0, "", b"")
    page = Path(name).read_text("utf-8")
    assert "insert(the)" in page
    assert "remove(the)" in page
    if name == "r.json":
        assert len(json.loads(page)["comparison"]["directions"]) == 2


def test_the_defaults_are_the_library_s() -> None:
    ours = compare_command.command.make_context("compare", ["a", "b"]).params
    theirs = Comparison().get_params()
    for name in ("order", "folds", "n_edits", "n_examples"):
        assert ours[name] == theirs[name], name
    assert ours["seed"] == theirs["random_state"]


BAD_CALLS = {
    "three inputs": ("c.txt", 2, "compare takes two inputs, A and B, not 3"),
    "a reference": ("--reference x.sdlm", 2, r"No such option:? '?--reference\b"),
    "a fold": ("--folds 1", 2, "folds: a whole number from 2 is needed, not 1"),
    "order": ("--order 9", 2, "order 9"),
    "seed": ("--seed -1", 2, "--seed"),
    "report": ("--report page.pdf", 2, "page.pdf: a report is a file that ends in .html"),
    "too many folds": ("--folds 21", 1, "a.txt: 20 different documents with text are too few"),
}


@pytest.mark.parametrize(("options", "code", "message"), BAD_CALLS.values(), ids=BAD_CALLS)
def test_a_bad_call_is_answered_in_one_line(
    call: tuple[str, ...], options: str, code: int, message: str
) -> None:
    answer = run(*call, *options.split())
    assert answer.code == code, answer.stderr
    assert answer.stderr.count("\n") == 1
    assert re.search(message, answer.stderr)
    assert answer.stdout == b""
    assert sorted(os.listdir()) == ["a.txt", "b.txt"]


def test_an_empty_corpus_is_reported_once(call: tuple[str, ...]) -> None:
    Path("b.txt").write_bytes(b"")
    answer = run(*call)
    assert answer.code == 1
    assert answer.stderr == "syntacticdiff: b.txt: empty: there is no text in it\n"
