"""`parse` and `train-parser`: CoNLL-U and JSON, and one line for what is wrong."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from dataclasses import replace
from pathlib import Path

import pytest
from support.commands import process, run
from support.treebank import made_up_treebank

from syntacticdiff.noise import GrammarNoise
from syntacticdiff.syntax import gold_tags, read_conllu
from syntacticdiff.syntax.forms import Forms


def test_a_tree_for_each_sentence(folder: Path, parser: str) -> None:
    (folder / "a.txt").write_text("The teacher walks to the school. The doctor waits.")
    result = run("parse", "a.txt", "--parser", parser)
    assert result.code == 0, result.stderr
    (folder / "a.conllu").write_bytes(result.stdout)
    first, second = read_conllu("a.conllu")
    assert first.comments == (
        "# newdoc id = a.txt",
        "# sent_id = 1",
        "# text = The teacher walks to the school.",
    )
    assert first.forms == ("The", "teacher", "walks", "to", "the", "school", ".")
    assert first.words[0].upos == "DET"
    assert first.words[5].misc == "SpaceAfter=No"
    assert {word.lemma for word in first.words} == {"_"}
    assert second.comments[0] == "# sent_id = 2"


def test_what_it_wrote_is_parsed_again(folder: Path, parser: str) -> None:
    (folder / "a.txt").write_text("The sisters ran to gardens.\n\nThe child waits in the station!")
    written = run("parse", "a.txt", "--parser", parser).stdout
    (folder / "a.conllu").write_bytes(written)
    assert run("parse", "a.conllu", "--parser", parser).stdout == written


def test_comments_multiword_tokens_and_empty_nodes_stay(folder: Path, parser: str) -> None:
    (folder / "a.conllu").write_text(
        "# kept\n1-2\tcannot\t" + "_\t" * 7 + "_\n"
        "1\tcan\tcan\tAUX\tMD\t_\t_\t_\t_\t_\n2\tnot\tnot\tPART\tRB\t_\t_\t_\t_\tNote=x\n"
        "2.1\tgo\t" + "_\t" * 7 + "_\n\n"
    )
    lines = run("parse", "a.conllu", "--parser", parser).stdout.decode().split("\n")
    assert lines[0] == "# kept"
    assert lines[1].startswith("1-2\tcannot")
    assert lines[3].endswith("\tNote=x")
    assert lines[4].startswith("2.1\tgo")


def test_tokenized_lines_keep_their_tokens(folder: Path, parser: str) -> None:
    (folder / "a.txt").write_text("The teacher walks.to\n\nschool\n")
    result = run("parse", "a.txt", "--tokenized", "--json", "--parser", parser)
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["words"] for row in rows] == [["The", "teacher", "walks.to"], [], ["school"]]
    assert [row["sentence"] for row in rows] == [0, 1, 2]
    assert rows[2]["heads"] == [-1]


def test_repaired_sentences_tell_what_was_changed(folder: Path, parser: str, model: str) -> None:
    sentences = made_up_treebank()
    noise = GrammarNoise(40, Forms.from_treebank(sentences))
    noisy = [noise(s.forms, gold_tags(s)).words for s in sentences]
    (folder / "a.txt").write_text("".join(f"{' '.join(words)}\n" for words in noisy))
    options = ("--tokenized", "--repair", "--parser", parser, "--reference", model)
    rows = [
        json.loads(line) for line in run("parse", "a.txt", "--json", *options).stdout.splitlines()
    ]
    for row in rows:
        changed = {"insert": 1, "remove": -1, "sub": 0}
        longer = sum(changed[edit["op"]] for edit in row["edits"])
        assert len(row["words"]) == len(row["text"].split()) + longer
        assert row["output"] == " ".join(row["words"])
        assert len(row["heads"]) == len(row["words"])
    assert any(row["edits"] for row in rows)
    text = run("parse", "a.txt", *options).stdout.decode()
    assert "Edit=" in text or "# deleted = " in text


def test_repaired_sentences_are_read_again(folder: Path, parser: str, model: str) -> None:
    noise = GrammarNoise(40, Forms.from_treebank(made_up_treebank()))
    noisy = [noise(s.forms, gold_tags(s)).words for s in made_up_treebank()]
    (folder / "a.txt").write_text("".join(f"{' '.join(words)}\n" for words in noisy))
    options = ("--parser", parser, "--reference", model)
    repaired = run("parse", "a.txt", "--tokenized", "--repair", *options)
    (folder / "a.conllu").write_bytes(repaired.stdout)
    sentences = list(read_conllu("a.conllu"))
    assert len(sentences) == len(noisy)
    again = run("parse", "a.conllu", *options)
    (folder / "b.conllu").write_bytes(again.stdout)
    found = list(read_conllu("b.conllu"))
    assert [s.forms for s in found] == [s.forms for s in sentences]
    assert [s.comments for s in found] == [s.comments for s in sentences]


def test_odd_input(folder: Path, parser: str) -> None:
    empty = run("parse", "-", "--parser", parser)
    assert (empty.code, empty.stdout, len(empty.stderr.splitlines())) == (1, b"", 1)
    options = ("parse", "a.txt", "--tokenized", "--parser", parser)
    scripts = "Время летит 時間 😀 \u0627\u0644\u0639"
    for line in ("Go", scripts, " ".join(["The", "teacher"] * 2500)):
        (folder / "a.txt").write_text(f"{line}\n", encoding="utf-8")
        result = run(*options)
        assert result.code == 0, result.stderr
        (folder / "a.conllu").write_bytes(result.stdout)
        [sentence] = read_conllu("a.conllu")
        assert sentence.forms == tuple(line.split())
        assert sum(word.head == -1 for word in sentence.words) == 1
        assert run("parse", "a.conllu", "--parser", parser).stdout == result.stdout


def test_the_same_seed_gives_the_same_file(folder: Path, model: str) -> None:
    pytest.importorskip("syntacticdiff._native", reason="only the native engine learns")
    text = "".join(sentence.to_conllu() for sentence in made_up_treebank())
    (folder / "t.conllu").write_text(text)
    files = []
    for seed in ("1", "1", "2"):
        options = ("--errors", "10", "--iterations", "2", "--seed", seed, "--reference", model)
        result = run("train-parser", "t.conllu", *options, "--out", "x.sdparse")
        assert result.code == 0, result.stderr
        files.append((folder / "x.sdparse").read_bytes())
    assert files[0] == files[1] != files[2]
    assert len(result.stderr.splitlines()) == 1


def test_without_lemmas_it_says_what_is_not_repaired(folder: Path, model: str) -> None:
    pytest.importorskip("syntacticdiff._native", reason="only the native engine learns")
    bare = [
        replace(s, words=tuple(replace(word, lemma="_") for word in s.words))
        for s in made_up_treebank()
    ]
    (folder / "t.conllu").write_text("".join(sentence.to_conllu() for sentence in bare))
    options = ("t.conllu", "--iterations", "1", "--reference", model, "--out", "x.sdparse")
    noted, _ = run("train-parser", *options).stderr.splitlines()
    assert "t.conllu: no word has a LEMMA" in noted
    assert len(run("train-parser", *options, "--errors", "0").stderr.splitlines()) == 1


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX")
def test_control_c_ends_training(folder: Path) -> None:
    pytest.importorskip("syntacticdiff._native", reason="only the native engine learns")
    text = "".join(sentence.to_conllu() for sentence in made_up_treebank())
    (folder / "t.conllu").write_text(text)
    options = ("t.conllu", "--errors", "0", "--iterations", "10000000", "--out", "x.sdparse")
    with process("train-parser", *options, stderr=subprocess.PIPE, text=True) as training:
        time.sleep(5)
        assert training.poll() is None
        training.send_signal(signal.SIGINT)
        _, errors = training.communicate(timeout=60)
    assert training.returncode == 130
    assert len(errors.splitlines()) == 1
    assert not (folder / "x.sdparse").exists()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("1\tword\n", "bad.conllu:1: 2 fields instead of 10, separated by tabs"),
        ("", "bad.conllu: no sentences to learn from"),
        ("1\tA\t_\t_\tDT\t_\t_\t_\t_\t_\n\n", "bad.conllu:1: a word of this sentence has no HEAD"),
    ],
)
def test_a_bad_treebank_is_named_with_its_line(folder: Path, content: str, message: str) -> None:
    (folder / "bad.conllu").write_text(content)
    result = run("train-parser", "bad.conllu", "--out", "x.sdparse")
    assert result.code == 1
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not (folder / "x.sdparse").exists()


def test_what_cannot_be_meant_is_refused(folder: Path, parser: str) -> None:
    (folder / "a.txt").write_text("Hi.")
    (folder / "a.conllu").write_text("")
    mixed = run("parse", "a.txt", "a.conllu", "--parser", parser)
    assert (mixed.code, len(mixed.stderr.splitlines())) == (2, 1)
    foreign = run("parse", "a.txt", "--parser", "a.txt")
    assert foreign.code == 1
    assert "not a parser" in foreign.stderr
    plain = run("train-parser", "a.conllu", "--out", "none/x.sdparse")
    assert (plain.code, "there is no folder" in plain.stderr) == (2, True)
