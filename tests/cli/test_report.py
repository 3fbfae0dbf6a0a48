"""`syntacticdiff report`, as a user calls it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from support.commands import LEARNER, run

from syntacticdiff.cli.report import TEXTS_FOR_TOPICS

# Described, because prices with a small reference print a note.
PLAIN = ("--engine", "python", "--describe")


def write_rows(path: Path, rows: list[dict[str, str]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def report(*args: str) -> dict[str, Any]:
    answer = run("report", *args, *PLAIN, "--out", "out.json")
    assert (answer.code, answer.stdout, answer.stderr) == (0, b"", "")
    data: dict[str, Any] = json.loads(Path("out.json").read_text())
    return data


@pytest.fixture
def labelled(folder: Path) -> str:
    texts = {
        "no article": "She is in garden. My sister walks to market.",
        "no ending": "The teacher walk to the school. My sister read a book.",
    }
    rows = [
        {"n": f"{number} {label}", "l": label, "text": text}
        for number in range(3)
        for label, text in texts.items()
    ]
    write_rows(folder / "essays.jsonl", rows)
    return "essays.jsonl"


def test_all_that_was_read_is_in_the_report(model: str, essay: str) -> None:
    data = report(essay, "--reference", model)
    assert data["title"] == essay
    assert data["overview"]["documents"] == 1
    [document] = data["documents"]
    assert document["name"] == essay
    assert " ".join(one["text"] for one in document["sentences"]) == LEARNER.replace("\n\n", " ")
    edits = {edit["edit"] for one in document["sentences"] for edit in one["edits"]}
    assert {"sub(walk->walks)", "insert(the)"} <= edits
    assert data["topics"] is data["classes"] is data["comparison"] is None
    assert "search:sweep" in data["signature"]


def test_html_and_markdown_say_the_same(model: str, essay: str) -> None:
    expected = report(essay, "--reference", model)["overview"]["commonest"]
    for name in ("out.html", "out.md"):
        answer = run("report", essay, "--reference", model, *PLAIN, "--out", name)
        assert (answer.code, answer.stdout) == (0, b"")
        text = Path(name).read_text()
        for item in expected:
            assert item["edit"].replace("->", "-&gt;" if name == "out.html" else "->") in text


def test_labels_add_what_tells_the_classes(model: str, labelled: str) -> None:
    call = (labelled, "--text", "text", "--id", "n", "--label", "l", "--reference", model)
    data = report(*call, "--title", "Two habits")
    assert data["title"] == "Two habits"
    assert {one["label"] for one in data["documents"]} == {"no article", "no ending"}
    classes = data["classes"]
    assert classes["classes"] == {"no article": 3, "no ending": 3}
    [result] = classes["results"]
    assert result["confusion"] == [[3, 0], [0, 3]]
    assert "3 folds" in classes["method"]
    assert set(classes["telling"]) == {"no article", "no ending"}
    for edits in classes["telling"].values():
        assert edits[0]["information_gain"] == 1.0
        assert {edits[0]["share"], edits[0]["share_elsewhere"]} == {0.0, 1.0}


def test_topics_are_found_on_demand(model: str, labelled: str) -> None:
    call = (labelled, "--text", "text", "--id", "n", "--reference", model)
    topics = report(*call, "--topics", "8")["topics"]
    assert topics["method"].startswith("8 topics: kinds of errors (topics of fewer than 40")
    assert [topic["number"] for topic in topics["topics"]] == list(range(1, 9))
    assert topics["topics"][-1]["label"] == "few errors"
    common = topics["topics"][:2]
    habits = {topic["documents"][0]["document"].split(" ", 1)[1] for topic in common}
    assert habits == {"no article", "no ending"}
    for topic in common:
        names = {item["edit"] for item in topic["edits"]}
        shown = {edit["edit"] for one in topic["examples"] for edit in one["sentence"]["edits"]}
        assert shown
        assert shown <= names


def test_topics_are_found_unasked_where_there_are_many_texts(model: str, folder: Path) -> None:
    sentences = ["She is in garden.", "The teacher walk to the school.", "My sister read a book."]
    rows = [{"text": " ".join(sentences[n % 3 :])} for n in range(TEXTS_FOR_TOPICS)]
    write_rows(folder / "many.jsonl", rows)
    call = ("--text", "text", "--reference", model, *PLAIN)
    answer = run("report", "many.jsonl", *call, "--out", "out.json")
    assert answer.code == 0
    found = json.loads(Path("out.json").read_text())["topics"]
    assert (found is None) == ("no topics can be made" in answer.stderr)
    assert run("report", "many.jsonl", *call, "--topics", "none", "--out", "out.json").code == 0
    assert json.loads(Path("out.json").read_text())["topics"] is None


def test_a_bad_setting_is_said_as_such_however_many_texts_there_are(folder: Path) -> None:
    write_rows(folder / "many.jsonl", [{"text": "Yes."}] * TEXTS_FOR_TOPICS)
    answer = run("report", "many.jsonl", "--text", "text", "--beam", "0", "--out", "out.html")
    assert answer.code == 2
    assert answer.stderr.startswith("syntacticdiff: beam: ")
    assert not (folder / "out.html").exists()


def test_classes_too_small_for_folds_are_still_told_apart(model: str, folder: Path) -> None:
    rows = [{"l": "a", "text": "She is in garden."}, {"l": "b", "text": "The teacher walk."}]
    write_rows(folder / "two.jsonl", rows)
    data = report("two.jsonl", "--text", "text", "--label", "l", "--reference", model)
    assert not data["classes"]["results"]
    assert data["classes"]["telling"]["a"]
    assert data["classes"]["note"].startswith("No cross-validation: labels: class 'a' has 1")


def test_a_nul_and_a_script_from_json_lines_are_text(model: str, folder: Path) -> None:
    write_rows(folder / "odd.jsonl", [{"text": "<script>x</script> \x00 She is in garden."}])
    call = ("odd.jsonl", "--text", "text", "--reference", model, *PLAIN, "--out", "out.html")
    assert run("report", *call).code == 0
    page = Path("out.html").read_text()
    assert "\x00" not in page
    assert page.count("<script") == 2
    assert re.search(r"\\u003cscript\\u003ex.*␀", page)


def test_several_jobs_change_nothing(model: str, labelled: str) -> None:
    call = (labelled, "--text", "text", "--id", "n", "--reference", model)
    assert report(*call) == report(*call, "--jobs", "2")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ("essay.txt", 2, "Missing option '--out'"),
        (
            "essay.txt --out out.pdf",
            2,
            "out.pdf: a report is a file that ends in .html, .json, .md",
        ),
        ("essay.txt --out -", 2, "-: a report is a file that ends in"),
        ("essay.txt --out x/out.html", 2, "x/out.html: there is no folder x"),
        ("essay.txt --topics few --out out.html", 2, "'few' is neither a number from 1"),
        ("essay.txt --topics 0 --out out.html", 2, "'0' is neither a number from 1 nor auto"),
        ("essay.txt --label l --out out.html", 2, "labels are a column of a table"),
        ("nothing.txt --out out.html", 2, "nothing.txt"),
        ("empty.txt --out out.html", 1, "empty.txt: empty"),
        ("t.jsonl --text text --label m --out out.html", 2, 'no column "m"'),
        ("t.jsonl --text text --label l --out out.html", 1, 'nothing in column "l"'),
        ("one.jsonl --text text --label l --out out.html", 1, "at least two classes are needed"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    essay: str, folder: Path, arguments: str, code: int, message: str
) -> None:
    (folder / "empty.txt").write_text("")
    write_rows(folder / "t.jsonl", [{"text": "Yes.", "l": ""}])
    write_rows(folder / "one.jsonl", [{"text": "Yes.", "l": "a"}])
    answer = run("report", *arguments.split())
    assert answer.code == code
    assert message in answer.stderr
    assert answer.stderr.count("\n") == 1
    assert not (folder / "out.html").exists()


def test_by_default_probable_edits_are_reported(model: str, labelled: str) -> None:
    call = ("report", labelled, "--text", "text", "--label", "l", "--reference", model)
    options = ("--engine", "python", "--penalty", "base=2", "--out", "out.json")
    answer = run(*call, *options)
    assert (answer.code, answer.stderr) == (0, "")
    data = json.loads(Path("out.json").read_text())
    assert "search:lattice" in data["signature"]
    sentences = [one for document in data["documents"] for one in document["sentences"]]
    edits = [edit for sentence in sentences for edit in sentence["edits"]]
    assert "insert(the)" in {edit["edit"] for edit in edits}
    assert all(edit["probability"] >= 0.5 for edit in edits)
    described = report(labelled, "--text", "text", "--label", "l", "--reference", model)
    assert data["classes"]["telling"] == described["classes"]["telling"]  # by all that is unusual


def test_content_words_tell_classes_only_if_asked_for(model: str, labelled: str) -> None:
    call = (labelled, "--text", "text", "--id", "n", "--label", "l", "--reference", model)
    names = []
    for extra in ((), ("--content-words",)):
        telling = report(*call, *extra)["classes"]["telling"]
        names.append({edit["edit"] for edits in telling.values() for edit in edits})
    assert "remove(market)" not in names[0]
    assert "remove(market)" in names[1]
    assert "remove(in)" in names[0]


def test_dates_are_kept_and_bad_ones_refused(model: str, folder: Path) -> None:
    rows = [
        {"w": "Ana", "d": "2026-03-01T10:00", "text": "She is in garden."},
        {"w": "Ana", "d": "", "text": "Yes."},
        {"w": "Bo", "d": "2", "text": "No."},
    ]
    write_rows(folder / "dated.jsonl", rows)
    call = ("dated.jsonl", "--text", "text", "--id", "w", "--date", "d", "--reference", model)
    data = report(*call)
    assert [one["date"] for one in data["documents"]] == ["2026-03-01", None, "2"]
    assert [one["text"] for one in data["documents"]] == [row["text"] for row in rows]
    write_rows(folder / "dated.jsonl", [{"w": "Ana", "d": "last week", "text": "Yes."}])
    answer = run("report", *call, *PLAIN, "--out", "x.html")
    assert (answer.code, answer.stderr.count("\n")) == (1, 1)
    assert "no date such as 2026-03-01" in answer.stderr
    answer = run("report", "dated.jsonl", "--date", "d", "--out", "x.html")
    assert answer.code == 2


def test_settings_of_a_file_are_those_of_correct(folder: Path, essay: str) -> None:
    from syntacticdiff.correction.settings import CorrectionSettings

    CorrectionSettings(settings={"min_probability": 0.95}).save(folder / "tuned.toml")
    assert run("report", essay, "--settings", "tuned.toml", "--out", "out.json").code == 0
    data = json.loads(Path("out.json").read_text())
    assert "min_probability:0.95" in data["signature"]
    answer = run("report", essay, "--settings", "tuned.toml", "--beam", "4", "--out", "x.html")
    assert answer.code == 2
    assert "--settings and --beam" in answer.stderr
