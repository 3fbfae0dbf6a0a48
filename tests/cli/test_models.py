"""`train`, `info`, `import`, `export` and `score`."""

from __future__ import annotations

import hashlib
import math
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support.commands import reference_sentences, run

from syntacticdiff import ReferenceModel


def test_train_records_what_the_model_is_made_of(reference_text: Path, model: str) -> None:
    [facts] = run("info", model, "--json").json
    assert facts["order"] == 3
    assert facts["tokenizer"] == "treebank"
    assert facts["cased"] is False
    assert facts["sentences"] == len(list(reference_sentences()))
    assert facts["held_out_bits"] > 0
    digest = hashlib.sha256(reference_text.read_bytes()).hexdigest()
    assert facts["corpora"] == [{"name": "ours.txt", "sha256": digest}]
    assert facts["checksum"] == ReferenceModel.load(model).checksum


def test_train_tells_in_one_line_what_it_made(folder: Path, reference_text: Path) -> None:
    answer = run("train", str(reference_text), "--out", "m.sdlm")
    assert (answer.code, answer.stdout) == (0, b"")
    assert answer.stderr.startswith("syntacticdiff: m.sdlm: order 3, ")
    assert answer.stderr.count("\n") == 1


def test_train_takes_all_its_settings(folder: Path, reference_text: Path) -> None:
    answer = run(
        *("train", str(reference_text), "--out", "m.sdlm", "--order", "2", "--cased"),
        *("--smoothing", "linear", "--weights", "0.1,0.3,0.6", "--licence", "CC0"),
    )
    assert answer.code == 0, answer.stderr
    header = ReferenceModel.load("m.sdlm").header
    assert header["weights"] == pytest.approx([0.1, 0.3, 0.6])
    assert (header["cased"], header["licence"], header["order"]) == (True, "CC0", 2)
    answer = run("train", str(reference_text), "--out", "m.sdlm", "--prune", "0,0,1")
    assert ReferenceModel.load("m.sdlm").header["pruning"] == [0, 0, 1]


def test_train_cuts_rare_words_and_takes_sizes_of_memory(
    folder: Path, reference_text: Path
) -> None:
    train = ("train", str(reference_text), "--out", "m.sdlm")
    assert run(*train, "--min-word-count", "1000", "--memory", "0.5G").code == 0
    header = ReferenceModel.load("m.sdlm").header
    assert header["min_word_count"] == 1000
    assert header["unknown_words"] > 0
    for size, problem in (
        ("lots", "'lots' is not a size such as 500M or 4G"),
        ("64K", "memory: a whole number from 16777216 is needed, not 65536"),
    ):
        answer = run(*train, "--memory", size)
        assert answer.code == 2
        assert problem in answer.stderr


def test_train_removes_what_a_killed_run_left(folder: Path, reference_text: Path) -> None:
    Path(".m.sdlm.killed.part").write_bytes(b"half a model")
    assert run("train", str(reference_text), "--out", "m.sdlm").code == 0
    assert not list(folder.glob(".*.part"))


def test_each_line_of_a_training_text_is_a_text(folder: Path) -> None:
    (folder / "a.txt").write_text("no full stop here\nand none here\n\nthe end\n")
    assert run("train", "a.txt", "--out", "m.sdlm", "--order", "1").code == 0
    assert ReferenceModel.load("m.sdlm").header["sentences"] == 3


def test_tokenized_training_text_keeps_its_tokens(folder: Path) -> None:
    (folder / "a.txt").write_text("do not split this. or don't\n\none more .\n")
    run("train", "a.txt", "--tokenized", "--out", "m.sdlm", "--order", "1")
    model = ReferenceModel.load("m.sdlm")
    assert model.lexicon.id("this.")
    assert model.lexicon.id("don't")
    assert model.header["tokenizer"] == "whitespace"
    assert model.header["sentences"] == 2
    run("train", "a.txt", "--tokenized", "--tokenizer", "treebank", "--out", "m.sdlm")
    assert ReferenceModel.load("m.sdlm").header["tokenizer"] == "treebank"


def test_train_reads_tables_folders_and_standard_input(folder: Path) -> None:
    sentences = list(reference_sentences())[:50]
    (folder / "texts").mkdir()
    (folder / "texts" / "a.txt").write_text("\n".join(sentences))
    (folder / "a.csv").write_text("".join(f'"{line}"\n' for line in ["essay", *sentences]))
    calls = [["texts"], ["a.csv", "--text", "essay"], ["-"]]
    for number, call in enumerate(calls):
        answer = run("train", *call, "--out", f"{number}.sdlm", stdin="\n".join(sentences).encode())
        assert answer.code == 0, answer.stderr
    models = [ReferenceModel.load(f"{number}.sdlm") for number in range(3)]
    assert len({model.score(sentences[0]).log10 for model in models}) == 1
    assert [model.header["corpora"][0]["name"] for model in models] == ["texts", "a.csv", "-"]
    assert models[2].header["corpora"][0]["sha256"] is None


def test_exported_and_imported_again_a_model_scores_the_same(
    folder: Path, essay: str, model: str
) -> None:
    assert run("export", model, "--arpa", "m.arpa").code == 0
    answer = run("import", "m.arpa", "--out", "again.sdlm")
    assert answer.code == 0, answer.stderr
    first = run("score", essay, "--reference", model, "--json")
    assert first.json
    assert run("score", essay, "--reference", "again.sdlm", "--json").stdout == first.stdout


def test_import_is_told_the_tokenizer_and_casing(folder: Path, model: str) -> None:
    run("export", model, "--arpa", "m.arpa")
    run("import", "m.arpa", "--out", "a.sdlm", "--tokenizer", "whitespace", "--cased")
    header = ReferenceModel.load("a.sdlm").header
    assert (header["tokenizer"], header["cased"]) == ("whitespace", True)
    run("import", "m.arpa", "--out", "a.sdlm")
    assert ReferenceModel.load("a.sdlm").header["cased"] is False


def test_info_for_eyes_is_one_fact_a_line(model: str) -> None:
    lines = run("info", model).text.splitlines()
    assert lines[0].split() == ["order", "3"]
    assert any(line.startswith("checksum") for line in lines)


def test_score_gives_each_sentence_s_figures(essay: str, model: str) -> None:
    rows = run("score", essay, "--reference", model, "--json").json
    assert [row["text"] for row in rows] == [
        "The teacher walk to school.",
        "She is in the garden in morning.",
        "My sister read a the book.",
    ]
    assert [list(row) for row in rows] == [
        ["document", "sentence", "text", "tokens", "log10", "bits_per_token", "unknown"]
    ] * 3
    assert [(row["tokens"], row["unknown"]) for row in rows] == [(6, 0), (8, 1), (7, 0)]
    loaded = ReferenceModel.load(model)
    for row in rows:
        assert row["log10"] == loaded.score(row["text"]).log10
        assert row["bits_per_token"] == pytest.approx(
            -row["log10"] * math.log2(10) / (row["tokens"] + 1)
        )


def test_score_for_eyes_ends_with_the_perplexity_of_all(essay: str, model: str) -> None:
    rows = run("score", essay, "--reference", model, "--json").json
    log10 = sum(row["log10"] for row in rows)
    perplexity = 10 ** (-log10 / sum(row["tokens"] + 1 for row in rows))
    last = run("score", essay, "--reference", model).text.splitlines()[-1]
    assert last.startswith("3 sentences, 21 tokens, 1 unknown: ")
    assert last.endswith(f"perplexity {perplexity:,.1f}")


def test_tokenized_scoring_gives_a_row_for_every_line(folder: Path, model: str) -> None:
    (folder / "a.tok").write_text("The teacher goes .\n\nShe is here. She is .\n")
    rows = run("score", "a.tok", "--tokenized", "--reference", model, "--json").json
    assert [(row["text"], row["tokens"]) for row in rows] == [
        ("The teacher goes .", 4),
        ("", 0),
        ("She is here. She is .", 6),
    ]


def test_a_model_can_be_quantised_when_it_is_trained(folder: Path, reference_text: Path) -> None:
    answer = run("train", str(reference_text), "--out", "small.sdlm", "--quantise", "8")
    assert answer.code == 0, answer.stderr
    [facts] = run("info", "small.sdlm", "--json").json
    assert facts["quantised_bits"] == 8
    assert facts["quantisation_error"] >= 0
    assert len(set(ReferenceModel.load("small.sdlm").levels[2].log10.array())) <= 256


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a mapped file cannot shrink")
def test_a_mapped_model_that_shrinks_does_not_end_the_process_without_a_word(
    folder: Path, model: str
) -> None:
    script = (
        "import os, sys\n"
        "from syntacticdiff import ReferenceModel\n"
        "from syntacticdiff.cli.main import _explain_fatal_signals\n"
        "_explain_fatal_signals()\n"
        "model = ReferenceModel.load(sys.argv[1], verify=False)\n"
        "os.truncate(sys.argv[1], 0)\n"
        "model.score('the cat sat')\n"
    )
    Path("m.sdlm").write_bytes(Path(model).read_bytes())
    ended = subprocess.run(
        [sys.executable, "-c", script, "m.sdlm"], capture_output=True, text=True, check=False
    )
    assert ended.returncode == -signal.SIGBUS
    assert "Bus error" in ended.stderr
    assert "reference/lexicon.py" in ended.stderr


def test_a_german_reference_works_and_what_is_english_says_so(folder: Path) -> None:
    lines = "Die Frau wohnt in dem Haus.\nDie Kinder spielen in dem Haus am 3. Okt. wieder.\n"
    Path("de.txt").write_text(lines * 10, "utf-8")
    Path("essay.txt").write_text("Die Frau wohnt in Haus.", "utf-8")
    assert run("train", "de.txt", "--language", "de", "--out", "de.sdlm").code == 0
    [facts] = run("info", "de.sdlm", "--json").json
    assert (facts["language"], facts["sentences"]) == ("de", 20)
    found = run("diff", "essay.txt", "--reference", "de.sdlm", "--json")
    assert found.code == 0, found.stderr
    assert found.json[0]["output"] == "Die Frau wohnt in dem Haus."
    assert found.stderr.count("the shipped prices are for English: German edits cost") == 1
    corrected = run("correct", "essay.txt", "--reference", "de.sdlm")
    assert corrected.text == "Die Frau wohnt in dem Haus.\n"
    call = ("diff", "essay.txt", "--reference", "de.sdlm")
    for options in (("--substitutions", "inflections"), ("--penalty", "insert(DT)=1")):
        answer = run(*call, *options)
        assert answer.code == 2
        assert "for English only, and the reference is German; " in answer.stderr
        assert "Traceback" not in answer.stderr
