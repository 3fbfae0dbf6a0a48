"""`tune`: a settings file that `correct` takes, and one line about it."""

import tomllib
from importlib.util import find_spec

import pytest
from support.annotated_text import annotated, reference, written
from support.commands import run

# Tuning with the settings of the command takes minutes in Python.
native = pytest.mark.skipif(find_spec("syntacticdiff._native") is None, reason="no native engine")


@pytest.fixture
def gold(folder):
    reference().save("world.sdlm")
    (folder / "gold.m2").write_text(written(annotated(60)))
    return "gold.m2"


def tuned(*options):
    words = ("--substitutions", "porter2", "--folds", "2", "--reference", "world.sdlm")
    return run("tune", *options, *words)


@native
def test_the_file_is_what_correct_takes(folder, gold):
    done = tuned(gold, "--metric", "f1", "--out", "tuned.toml")
    assert done.code == 0, done.stderr
    assert "tuned.toml: F1" in done.stderr
    assert "on 2 held-out folds" in done.stderr
    assert done.stdout == b""
    record = tomllib.loads((folder / "tuned.toml").read_text())["provenance"]
    assert (record["data"], record["metric"], record["folds"]) == ("gold.m2", "f1", 2)
    (folder / "essay.txt").write_text("Anna walks near garden .\n")
    options = ("--tokenized", "--settings", "tuned.toml", "--reference", "world.sdlm")
    corrected = run("correct", "essay.txt", *options)
    assert corrected.code == 0, corrected.stderr
    assert corrected.text == "Anna walks near the garden .\n"


@native
def test_words_of_a_file_are_written_down_themselves(folder, gold):
    (folder / "words.txt").write_text("the\nin\n")
    assert tuned(gold, "--out", "x.toml", "--insertions", "words.txt").code == 0
    settings = tomllib.loads((folder / "x.toml").read_text())["settings"]
    assert settings["insertions"] == ["the", "in"]


@native
def test_what_is_learned_is_there_though_nothing_can_be_held_out(folder, gold):
    (folder / "few.m2").write_text(written(annotated(26)))
    done = tuned("few.m2", "--out", "x.toml")
    assert done.code == 1
    assert "fewer folds" in done.stderr
    record = tomllib.loads((folder / "x.toml").read_text())
    assert record["learned"]["weights"]
    assert "held_out" not in record["provenance"]


@native
def test_the_same_seed_gives_the_same_file(folder, gold):
    for name in ("first.toml", "second.toml"):
        assert tuned(gold, "--level", "operations", "--seed", "5", "--out", name).code == 0
    assert (folder / "first.toml").read_bytes() == (folder / "second.toml").read_bytes()


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (("gold.m2", "--out", "no/where.toml"), 2, "there is no folder"),
        (("gold.m2", "--out", "x.toml", "--seed", "-1"), 2, "--seed"),
        (("gold.m2", "--out", "x.toml", "--metric", "f2"), 2, "--metric"),
        (("none.m2", "--out", "x.toml"), 1, "none.m2"),
        (("bad.m2", "--out", "x.toml"), 1, "bad.m2:1"),
        (("empty.m2", "--out", "x.toml"), 1, "too few"),
        (("silent.m2", "--out", "x.toml"), 1, "no edit"),
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
    assert not (folder / "x.toml").exists()
