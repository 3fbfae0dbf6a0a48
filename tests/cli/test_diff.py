"""`diff`, as JSON Lines and as marked text."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.commands import LEARNER, run
from support.plain import plain_differ

from syntacticdiff import SyntacticDiff
from syntacticdiff.cli.messages import printable
from syntacticdiff.cli.rendering import Marks, marked
from syntacticdiff.edits.diff import Diff, Edit

# The native engine may be missing, which prints a note; so do prices with a small reference.
PLAIN = ("--engine", "python", "--describe", "--search", "beam")
BELIEVABLE = ("--engine", "python", "--penalty", "base=2", "--min-count", "1")

KEYS = ["document", "sentence", "offset", "text", "edits", "before", "after", "output"]
EDIT_KEYS = ["op", "position", "start", "end", "source", "target", "gain"]


def test_json_has_one_object_per_sentence(essay: str, model: str) -> None:
    answer = run("diff", essay, "--reference", model, *PLAIN, "--json")
    assert (answer.code, answer.stderr) == (0, "")
    assert [list(row) for row in answer.json] == [KEYS] * 3
    assert [(row["document"], row["sentence"]) for row in answer.json] == [
        ("essay.txt", 0),
        ("essay.txt", 1),
        ("essay.txt", 2),
    ]
    edits = [edit for row in answer.json for edit in row["edits"]]
    assert len(edits) >= 3
    assert all(list(edit) == EDIT_KEYS for edit in edits)
    for row in answer.json:
        assert LEARNER[row["offset"] :].startswith(row["text"])
        assert row["before"] - row["after"] == pytest.approx(
            sum(edit["gain"] for edit in row["edits"])
        )
        for edit in row["edits"]:
            assert row["text"][edit["start"] : edit["end"]].lower() == edit["source"]


def test_json_says_what_the_library_finds(essay: str, model: str) -> None:
    differ = plain_differ(model)
    found = [diff.to_dict() for diff in differ.document(LEARNER)]
    rows = run("diff", essay, "--reference", model, *PLAIN, "--json").json
    assert [{key: row[key] for key in found[0]} for row in rows] == found
    assert any(row["output"] != row["text"] for row in rows)


def test_descriptions_have_no_output_and_say_what_they_are(essay: str, model: str) -> None:
    call = ("diff", essay, "--reference", model, "--engine", "python", "--json", "--describe")
    answer = run(*call)
    assert [list(row) for row in answer.json] == [KEYS] * 3
    assert all(row["after"] is None and row["output"] is None for row in answer.json)
    assert answer.stderr.startswith("syntacticdiff: this describes: ")
    assert answer.stderr.count("\n") == 1
    assert run(*call, "--min-gain", "99").json[0]["edits"] == []


def test_by_default_every_edit_has_its_probability(essay: str, model: str) -> None:
    def edits(least: str) -> list[dict[str, float]]:
        answer = run(
            *("diff", essay, "--reference", model, *BELIEVABLE, "--json"),
            *("--min-probability", least),
        )
        assert (answer.code, answer.stderr) == (0, "")
        assert [list(row) for row in answer.json] == [[*KEYS, "alternatives", "soft_counts"]] * 3
        return [edit for row in answer.json for edit in row["edits"]]

    for least in ("0", "0.5", "0.9"):
        assert all(edit["probability"] >= float(least) for edit in edits(least))
    assert len(edits("0.9")) < len(edits("0"))
    assert edits("0.5")


def test_the_probability_is_shown_beside_the_gain(essay: str, model: str) -> None:
    call = ("diff", essay, "--reference", model, *BELIEVABLE)
    [first, *_] = [edit for row in run(*call, "--json").json for edit in row["edits"]]
    assert f"{first['gain']:+.2f} (p {first['probability']:.2f})" in run(*call).text


def test_another_reference_without_penalties_gets_one_note(essay: str, model: str) -> None:
    answer = run("diff", essay, "--reference", model, "--engine", "python", "--jobs", "2")
    assert answer.code == 0
    assert answer.stderr.startswith("syntacticdiff: note: the shipped prices were learned with the")
    assert answer.stderr.count("\n") == 1


def test_the_published_settings_try_everything_at_the_least_likely_place(
    essay: str, model: str
) -> None:
    call = ("diff", essay, "--reference", model, "--engine", "python", "--json", "--published")
    answer = run(*call)
    assert (answer.code, answer.stderr) == (0, "")
    found = SyntacticDiff.published(model).document(LEARNER)
    assert [row["output"] for row in answer.json] == [diff.output for diff in found]
    assert max(len(row["edits"]) for row in answer.json) == 1
    deeper = run(*call, "--max-edits", "2", "--insertions", "frequent:3").json
    assert max(len(row["edits"]) for row in deeper) == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--describe", "--published"), "--describe and --published: one of them, not both"),
        (("--min-probability", "1.5"), "min_probability: a number from 0 to 1 is needed, not 1.5"),
        (("--min-probability", "-1"), "min_probability: a number from 0 to 1 is needed, not -1.0"),
        (("--cost", "bits"), "cost: the lattice needs 'window'"),
    ],
)
def test_settings_that_cannot_be_are_one_line(
    essay: str, model: str, options: tuple[str, ...], message: str
) -> None:
    answer = run("diff", essay, "--reference", model, *options)
    assert (answer.code, answer.text) == (2, "")
    assert message in answer.stderr
    assert answer.stderr.count("\n") == 1


def test_settings_reach_the_search(essay: str, model: str) -> None:
    def edits(*settings: str) -> list[str]:
        answer = run("diff", essay, "--reference", model, *PLAIN, "--json", *settings)
        assert answer.code == 0, answer.stderr
        return [edit["op"] for row in answer.json for edit in row["edits"]]

    assert set(edits("--operations", "remove")) == {"remove"}
    assert edits("--operations", "remove", "--removals", "none") == []
    assert len(edits("--max-edits", "1")) <= 3
    assert edits("--penalty", "base=100") == []
    assert "sub" not in edits("--penalty", "sub=100", "--aggregate", "sum")
    assert edits("--stop-at", "99") == []
    assert edits("--beam", "none", "--max-edits", "1", "--insertions", "frequent:5")
    assert edits("--alpha", "1", "--cost", "perplexity", "--positions", "all", "--min-count", "1")
    assert edits("--substitutions", "porter2+spelling", "--stop-at", "reference")
    assert "insert" not in edits("--cost", "window", "--penalty", "insert=99", "--aggregate", "sum")


def test_a_penalty_of_one_edit_may_have_signs_in_its_name(essay: str, model: str) -> None:
    call = ("diff", essay, "--reference", model, *PLAIN, "--json")
    answer = run(*call, "--penalty", "sub(walk->walks)=100", "--penalty", "insert(=)=1")
    assert answer.code == 0, answer.stderr
    names = {(edit["op"], edit["target"]) for row in answer.json for edit in row["edits"]}
    assert ("sub", "walks") not in names


def test_several_processes_give_the_same_in_the_same_order(folder: Path, model: str) -> None:
    for number in range(40):
        (folder / f"{number:02}.txt").write_text(f"The teacher walk to school {number}. She read.")
    one = run("diff", ".", "--reference", model, *PLAIN, "--json")
    two = run("diff", ".", "--reference", model, *PLAIN, "--json", "--jobs", "2")
    assert len(one.json) == 80
    assert two.stdout == one.stdout


def test_tables_name_documents_by_row_or_id(folder: Path, model: str) -> None:
    (folder / "e.csv").write_text("id,essay\nx1,She go.\nx2,\nx3,He go. They go.\n")
    call = ("diff", "e.csv", "--text", "essay", "--reference", model, *PLAIN, "--json")
    rows = run(*call).json
    assert [(row["document"], row["sentence"]) for row in rows] == [
        ("e.csv:1", 0),
        ("e.csv:3", 0),
        ("e.csv:3", 1),
    ]
    assert [row["document"] for row in run(*call, "--id", "id").json] == ["x1", "x3", "x3"]


def test_tokenized_lines_keep_their_numbers_and_offsets(folder: Path, model: str) -> None:
    text = "The teacher walk to school .\n\n  She is here. She is .\r\n\nThe end ."
    (folder / "a.tok").write_bytes(text.encode())
    rows = run("diff", "a.tok", "--tokenized", "--reference", model, *PLAIN, "--json").json
    assert [row["sentence"] for row in rows] == [0, 1, 2, 3, 4]
    assert [row["text"] for row in rows] == [
        "The teacher walk to school .",
        "",
        "She is here. She is .",
        "",
        "The end .",
    ]
    for row in rows:
        assert text[row["offset"] :].startswith(row["text"])


def test_for_eyes_edits_are_marked_as_wdiff_marks_them(essay: str, model: str) -> None:
    Path("words.txt").write_text("the\n")
    only = ("--operations", "insert,sub", "--max-edits", "2", "--insertions", "words.txt")
    call = ("diff", essay, "--reference", model, *PLAIN, *only)
    [row, *_] = run(*call, "--json").json
    gains = [f"{edit['gain']:+.2f}" for edit in row["edits"]]
    lines = run(*call).text.splitlines()
    assert lines[:3] == [
        "essay.txt",
        "  The teacher [-walk-]{+walks+} to {+the+} school.",
        f"    {row['before']:.2f} -> {row['after']:.2f} bits per token: "
        f"sub(walk->walks) {gains[0]}, insert(the) {gains[1]}",
    ]
    summary = lines.index("")
    assert lines[summary + 1].startswith("1 document, 3 sentences, ")
    counts = [int(line.split()[0]) for line in lines[summary + 2 :]]
    assert counts == sorted(counts, reverse=True)
    assert "insert(the)" in " ".join(lines[summary + 2 :])


def test_results_can_go_to_a_file(essay: str, model: str) -> None:
    call = ("diff", essay, "--reference", model, *PLAIN, "--json")
    answer = run(*call, "--out", "found.jsonl")
    assert (answer.code, answer.stdout, answer.stderr) == (0, b"", "")
    assert Path("found.jsonl").read_bytes() == run(*call).stdout
    assert sorted(os.listdir()) == ["essay.txt", "found.jsonl"]


def test_a_device_is_written_to_and_not_replaced(essay: str, model: str) -> None:
    os.mkfifo("pipe")
    reader = os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert run("diff", essay, "--reference", model, *PLAIN, "--json", "--out", "pipe").code == 0
        assert os.read(reader, 10) == b'{"document'
    finally:
        os.close(reader)


def test_what_was_done_is_kept_when_a_document_is_bad(folder: Path, model: str) -> None:
    (folder / "a.txt").write_text("She go.")
    (folder / "b.txt").write_bytes(b"\0\0")
    (folder / "c.txt").write_bytes(b"He \xff go.")
    answer = run(
        "diff", "a.txt", "b.txt", "c.txt", "--reference", model, *PLAIN, "--json", "--out", "o"
    )
    assert answer.code == 1
    assert answer.stderr.splitlines() == [
        "syntacticdiff: b.txt: not text: NUL at byte 0",
        "syntacticdiff: c.txt: not UTF-8 in 1 place, first at byte 3; replaced by U+FFFD",
    ]
    rows = [json.loads(line) for line in Path("o").read_text().splitlines()]
    assert [row["text"] for row in rows] == ["She go.", "He \ufffd go."]


def test_a_file_name_that_is_not_utf8_still_gives_valid_json(folder: Path, model: str) -> None:
    name = os.fsdecode(b"caf\xe9\n.txt")
    Path(name).write_text("She go.")
    [row] = run("diff", ".", "--reference", model, *PLAIN, "--json").json
    assert row["document"] == f"./{name}"
    assert run("diff", ".", "--reference", model, *PLAIN).code == 0
    Path(name).write_bytes(b"\0")
    answer = run("diff", ".", "--reference", model, *PLAIN)
    assert answer.stderr == "syntacticdiff: ./caf\\udce9 .txt: not text: NUL at byte 0\n"


EDGES = st.sampled_from(
    [
        b"\xff",
        b"\xef\xbb\xbf",
        b"\0",
        b"\r\n",
        b"\n\n",
        b'"',
        b",",
        b"\xed\xa0\x80",
        b"<unk>",
        b"</s>",
    ]
    + [
        word.encode()
        for word in ("The", " teacher", " go", ".", "🙂", "\u202e", "\x1b[0m", "ß", "İ")
    ]
)


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    content=st.one_of(st.binary(max_size=60), st.lists(EDGES, max_size=12).map(b"".join)),
    suffix=st.sampled_from([".txt", ".csv", ".tsv", ".jsonl"]),
    flags=st.sampled_from([(), ("--json",), ("--tokenized", "--json"), ("--lines",)]),
)
def test_any_bytes_in_any_input_never_crash_diff(
    folder: Path, model: str, content: bytes, suffix: str, flags: tuple[str, ...]
) -> None:
    if suffix == ".jsonl":
        content = b'{"t": "' + content + b'"}\n' + content
    elif suffix != ".txt":
        content = b't\n"' + content + b'"\n' + content
    (folder / f"any{suffix}").write_bytes(content)
    column = () if suffix == ".txt" else ("--text", "t")
    answer = run(
        *("diff", f"any{suffix}", *column, "--reference", model, *PLAIN),
        *(flag for flag in flags if flag != "--lines" or suffix == ".txt"),
        *("--max-edits", "1", "--beam", "1", "--positions", "worst", "--insertions", "frequent:3"),
    )
    assert answer.code in (0, 1)
    assert "Traceback" not in answer.stderr
    answer.stdout.decode()
    assert all(line.startswith("syntacticdiff: any") for line in answer.stderr.splitlines())
    if "--json" in flags:
        assert all(list(row) == KEYS for row in answer.json)


# Marking


def diff_of(text: str, *edits: Edit) -> Diff:
    return Diff(text, tuple(text.split()), edits, 9.0, None, None, None)


MARKED = {
    "a substitution": (
        diff_of("He go.", Edit("sub", 1, "go", "goes", 1.0, 3, 5)),
        "He [-go-]{+goes+}.",
    ),
    "a removal at the end": (
        diff_of("He goes the", Edit("remove", 2, "the", "", 1.0, 8, 11)),
        "He goes [-the-]",
    ),
    "an insertion at the beginning": (
        diff_of("dog ran.", Edit("insert", 0, "", "the", 1.0, 0, 0)),
        "{+the+} dog ran.",
    ),
    "an insertion before a mark": (
        diff_of("I ran.", Edit("insert", 2, "", "home", 1.0, 5, 5)),
        "I ran {+home+}.",
    ),
    "two insertions in one gap": (
        diff_of(
            "I ran.",
            Edit("insert", 2, "", "to", 1.0, 5, 5),
            Edit("insert", 2, "", "work", 1.0, 5, 5),
        ),
        "I ran {+to+} {+work+}.",
    ),
    "an insertion before a removal": (
        diff_of(
            "I go at home.",
            Edit("insert", 2, "", "back", 1.0, 5, 5),
            Edit("remove", 2, "at", "", 1.0, 5, 7),
        ),
        "I go {+back+} [-at-] home.",
    ),
    "a sweep that would remove or replace": (
        diff_of(
            "I go at home.",
            Edit("remove", 2, "at", "", 1.0, 5, 7),
            Edit("sub", 2, "at", "to", 1.0, 5, 7),
        ),
        "I go [-at-]{+to+} home.",
    ),
    "a beginning": (
        diff_of("On noon it rained.", Edit("sub", 0, "on", "at", 1.0, 0, 2)),
        "[-On-]{+At+} noon it rained.",
    ),
    "a beginning without a capital": (
        diff_of("on noon it rained.", Edit("sub", 0, "on", "at", 1.0, 0, 2)),
        "[-on-]{+at+} noon it rained.",
    ),
    "a capital taken away": (
        diff_of("The end.", Edit("sub", 0, "The", "the", 1.0, 0, 3)),
        "[-The-]{+the+} end.",
    ),
    "nothing": (diff_of("I go\nhome."), "I go home."),
    "an empty sentence": (diff_of("", Edit("insert", 0, "", "yes", 1.0, 0, 0)), "{+yes+}"),
}


@pytest.mark.parametrize(("diff", "expected"), MARKED.values(), ids=MARKED)
def test_edits_are_marked_where_they_stand(diff: Diff, expected: str) -> None:
    assert marked(diff, Marks(color=False)) == expected


@given(st.text())
def test_printable_text_is_one_line(text: str) -> None:
    shown = printable(text)
    assert len(shown) == len(text)
    assert len(f"{shown}.".split("\n")) == 1
    assert not any(ord(character) < 32 for character in shown)
