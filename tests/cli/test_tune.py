"""`tune`: a settings file that `correct` takes, and one line about it."""

import tomllib
from importlib.util import find_spec

import pytest
from support.annotated_text import annotated, reference, written
from support.commands import run

from syntacticdiff.correction import CorrectionSettings

# Tuning with the settings of the command takes minutes in Python.
native = pytest.mark.skipif(find_spec("syntacticdiff._native") is None, reason="no native engine")


@pytest.fixture
def gold(folder):
    reference().save("world.sdlm")
    (folder / "gold.m2").write_text(written(annotated(120)))
    return "gold.m2"


def tuned(*options):
    words = ("--substitutions", "porter2", "--folds", "2", "--reference", "world.sdlm")
    return run("tune", *options, *words)


def operations(*options):
    return tuned("--level", "operations", *options)


@native
@pytest.mark.filterwarnings("ignore:the shipped prices")
def test_the_file_is_what_correct_takes(folder, gold):
    done = tuned(gold, "--metric", "f1", "--out", "tuned.sdcs")
    assert done.code == 0, done.stderr
    assert "tuned.sdcs: F1" in done.stderr
    assert "on 2 held-out folds" in done.stderr
    assert "there with the shipped prices" in done.stderr
    assert done.stdout == b""
    record = CorrectionSettings.load(folder / "tuned.sdcs").provenance
    assert (record["data"], record["metric"], record["folds"]) == ("gold.m2", "f1", 2)
    assert record["held_out"] >= record["before"]
    (folder / "essay.txt").write_text("Anna walks near garden .\n")
    options = ("--tokenized", "--settings", "tuned.sdcs", "--reference", "world.sdlm")
    corrected = run("correct", "essay.txt", *options)
    assert corrected.code == 0, corrected.stderr
    assert corrected.text == "Anna walks near the garden .\n"


@native
def test_words_of_a_file_are_written_down_themselves(folder, gold):
    (folder / "words.txt").write_text("the\nin\n")
    assert operations(gold, "--out", "x.toml", "--insertions", "words.txt").code == 0
    settings = tomllib.loads((folder / "x.toml").read_text())["settings"]
    assert settings["insertions"] == ["the", "in"]


@native
def test_what_is_learned_is_there_though_nothing_can_be_held_out(folder, gold):
    (folder / "few.m2").write_text(written(annotated(40)))
    done = tuned("few.m2", "--out", "x.sdcs")
    assert done.code == 1
    assert "fewer folds" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    settings = CorrectionSettings.load(folder / "x.sdcs")
    assert settings.prices is not None
    assert "held_out" not in settings.provenance


@native
def test_the_same_seed_gives_the_same_file(folder, gold):
    for name in ("first.toml", "second.toml"):
        assert operations(gold, "--seed", "5", "--out", name).code == 0
    assert (folder / "first.toml").read_bytes() == (folder / "second.toml").read_bytes()


def test_prices_are_not_learned_for_a_file_that_cannot_hold_them(folder, gold):
    done = tuned(gold, "--out", "x.toml")
    assert done.code == 2
    assert "name the file *.sdcs" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (("gold.m2", "--out", "no/where.sdcs"), 2, "there is no folder"),
        (("gold.m2", "--out", "x.sdcs", "--seed", "-1"), 2, "--seed"),
        (("gold.m2", "--out", "x.sdcs", "--metric", "f2"), 2, "--metric"),
        (("none.m2", "--out", "x.sdcs"), 1, "none.m2"),
        (("bad.m2", "--out", "x.sdcs"), 1, "bad.m2:1"),
        (("empty.m2", "--out", "x.sdcs"), 1, "too few"),
        (("silent.m2", "--out", "x.sdcs"), 1, "no edit"),
    ],
)
def test_bad_input_and_bad_calls_are_one_line(folder, gold, options, code, said):
    (folder / "bad.m2").write_text("He go home\n")
    (folder / "empty.m2").write_text("")
    (folder / "silent.m2").write_text("S Good .\n\nS Better .\n\nS Best .\n")
    done = tuned(*options)
    assert done.code == code
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert not (folder / "x.sdcs").exists()
