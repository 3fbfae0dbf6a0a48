"""`correct --out FOLDER/`, `--marked`, and Word documents with tracked changes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support.commands import run
from support.office import runs, word

from syntacticdiff import Diff
from syntacticdiff.cli import corrected_files
from syntacticdiff.cli.corrected_files import whole_documents
from syntacticdiff.cli.options import Corpus
from syntacticdiff.cli.sentences import Passage

# Only what any prices correct.
ESSAY = "We were happy becouse the weather was beautifull.\n\nI am agree with this oppinion."
CORRECTED = "We were happy because the weather was beautiful.\n\nI agree with this opinion."
MARKED = (
    "We were happy {~~becouse~>because~~} the weather was {~~beautifull~>beautiful~~}.\n\n"
    "I {--am --}agree with this {~~oppinion~>opinion~~}.\n"
)
CITIES = {"essays": "Paris", "class": "London", "b": "Berlin"}


@pytest.fixture
def essays(folder: Path) -> Path:
    for name in ("ana.txt", "class/ana.txt", "class/b/bo.txt"):
        path = folder / "essays" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{ESSAY}\n\nHe lives in {CITIES[path.parent.name]}.")
    return folder / "essays"


def written(folder: str) -> dict[str, str]:
    found = Path(folder).rglob("*")
    return {p.relative_to(folder).as_posix(): p.read_text() for p in found if p.is_file()}


def test_a_folder_becomes_a_folder_with_the_same_names(essays: Path) -> None:
    answer = run("correct", "essays", "--out", "corrected/")
    assert (answer.code, answer.stderr, answer.text) == (0, "", "")
    assert written("corrected") == {
        "ana.txt": f"{CORRECTED}\n\nHe lives in Paris.\n",
        "class/ana.txt": f"{CORRECTED}\n\nHe lives in London.\n",
        "class/b/bo.txt": f"{CORRECTED}\n\nHe lives in Berlin.\n",
    }


def test_a_folder_is_written_again_after_changes(essays: Path) -> None:
    for name in ("Paris", "Rome"):
        (essays / "ana.txt").write_text(f"{ESSAY} He lives in {name}.")
        answer = run("correct", "essays", "--out", "new/corrected/")
        assert (answer.code, answer.stderr) == (0, "")
        assert written("new/corrected")["ana.txt"] == f"{CORRECTED} He lives in {name}.\n"


def test_documents_of_one_name_never_overwrite_each_other(essays: Path) -> None:
    answer = run("correct", "essays/class", "essays/ana.txt", "essays", "--out", "corrected/")
    found = written("corrected")
    assert answer.code == 0
    assert len(found) == 6
    assert sorted(text.split()[-1] for text in found.values()) == sorted(
        ["London.", "Berlin.", "Paris.", "Paris.", "London.", "Berlin."]
    )
    assert "this one is ana-2.txt" in answer.stderr


def test_the_passages_of_a_document_are_one_document_again() -> None:
    def diff(text: str, offset: int) -> Diff:
        return Diff(text, (), (), 1.0, 1.0, text, (), offset=offset)

    passages = [
        (Passage("a", "One. Two.\n\n", 0), [diff("One.", 0), diff("Two.", 5)]),
        (Passage("a", "Three.", 11), [diff("Three.", 0)]),
        (Passage("a", "Another of this name.", 0), [diff("Another of this name.", 0)]),
        (Passage("b", "", 0), []),
    ]
    found = list(whole_documents(iter(passages)))
    assert [each.name for each in found] == ["a", "a", "b"]
    assert found[0].text == "One. Two.\n\nThree."
    for document in found:
        for one in document.diffs:
            assert document.text[one.offset :].startswith(one.text)


def test_rows_are_named_by_their_identifiers(folder: Path) -> None:
    (folder / "t.csv").write_text('id,essay\nAna,"I am agree."\n../Ana,Yes.\nAna,No.\n,So.\n')
    answer = run("correct", "t.csv", "--text", "essay", "--id", "id", "--out", "corrected/")
    assert answer.code == 0
    found = written("corrected")
    assert found["Ana.txt"] == "I agree.\n"
    assert sorted(found) == ["Ana-2.txt", "Ana-3.txt", "Ana.txt", "t.csv-4.txt"]
    assert not (folder / "Ana.txt").exists()


def test_no_file_is_named_as_a_device_of_windows(folder: Path) -> None:
    names = ["CON", "nul.txt", "Lpt1.essay", "com¹", "aux .b", "conrad", "lpt", "a.nul"]
    rows = "".join(f"{name},It was cold.\n" for name in names)
    Path("class.csv").write_text(f"id,text\n{rows}", "utf-8")
    answer = run("correct", "class.csv", "--text", "text", "--id", "id", "--out", "corrected/")
    assert (answer.code, answer.stderr) == (0, "")
    expected = ["CON-", "nul-", "Lpt1-.essay", "com¹-", "aux- .b", "conrad", "lpt", "a.nul"]
    assert set(written("corrected")) == {f"{name}.txt" for name in expected}


def test_a_file_on_another_drive_than_a_folder_has_its_own_name(
    essays: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    relative = os.path.relpath

    def as_on_windows(path: str, start: str) -> str:
        if Path(path).parent != Path(start):
            raise ValueError("path is on mount 'D:', start on mount 'C:'")
        return relative(path, start)

    monkeypatch.setattr(corrected_files.os.path, "relpath", as_on_windows)
    corpus = Corpus(("essays/class", "essays/ana.txt"), None, None, lines=False, tokenized=False)
    place = corrected_files.CorrectedFolder("corrected", corpus, None)._place
    assert [str(place(name, None)) for name in ("essays/ana.txt", "essays/class/ana.txt")] == [
        "ana.txt",
        "ana.txt",
    ]


@pytest.mark.parametrize(("option", "suffix"), [("--m2", ".m2"), ("--json", ".jsonl")])
def test_other_formats_have_their_suffix(essays: Path, option: str, suffix: str) -> None:
    assert run("correct", "essays/ana.txt", option, "--out", "corrected/").code == 0
    assert list(written("corrected")) == [f"ana{suffix}"]


def test_results_do_not_replace_their_input(essays: Path) -> None:
    for arguments in (("essays", "--out", "essays/new/"), ("essays/ana.txt", "--out", "essays/")):
        answer = run("correct", *arguments)
        assert answer.code == 2
        assert "choose a" in answer.stderr
    assert (essays / "ana.txt").read_text().startswith(ESSAY)


def test_marks_show_every_change(essays: Path) -> None:
    (essays / "ana.txt").write_text(ESSAY)
    assert run("correct", "essays/ana.txt", "--marked").text == MARKED
    words = run("correct", "essays/ana.txt", "--marks", "wdiff").text
    assert words.startswith("We were happy [-becouse-]{+because+} the weather")
    assert run("correct", "essays/ana.txt", "--marked", "--out", "marked/").code == 0
    assert written("marked") == {"ana.txt": MARKED}


def test_an_empty_document_gets_a_file_and_is_named(folder: Path) -> None:
    (folder / "in").mkdir()
    for name, text in (("ana.txt", ESSAY), ("bo.txt", ""), ("cy.txt", "\n\n")):
        (folder / "in" / name).write_text(text)
    answer = run("correct", "in", "--out", "out/")
    assert answer.code == 1
    assert answer.stderr.splitlines() == [
        f"syntacticdiff: in/{name}.txt: empty: there is no text in it" for name in ("bo", "cy")
    ]
    assert written("out") == {"ana.txt": f"{CORRECTED}\n", "bo.txt": "", "cy.txt": "\n\n"}
    assert run("correct", "in", "--marked", "--out", "marked/").code == 1
    assert written("marked")["bo.txt"] == ""
    assert run("correct", "in", "--m2", "--out", "m2/").code == 1
    assert written("m2")["bo.m2"] == ""
    (folder / "t.csv").write_text("id,essay\nAna,Yes.\nBo,\n")
    assert run("correct", "t.csv", "--text", "essay", "--id", "id", "--out", "rows/").code == 0
    assert written("rows") == {"Ana.txt": "Yes.\n", "Bo.txt": ""}


def test_an_empty_word_document_stays_one(folder: Path) -> None:
    pytest.importorskip("lxml", reason="lxml is not installed (extra documents)")
    from syntacticdiff.files.office import read_office

    (folder / "in").mkdir()
    (folder / "in" / "eva.docx").write_bytes(word(runs("")))
    assert run("correct", "in", "--out", "out/").code == 1
    assert read_office("out/eva.docx").text == read_office("in/eva.docx").text


def test_marks_of_a_word_document_are_plain_text(folder: Path) -> None:
    pytest.importorskip("lxml", reason="lxml is not installed (extra documents)")
    (folder / "in").mkdir()
    (folder / "in" / "eva.docx").write_bytes(word("".join(map(runs, ESSAY.split("\n\n")))))
    (folder / "in" / "eva.txt").write_text("Yes.")
    answer = run("correct", "in", "--marked", "--out", "marked/")
    assert (answer.code, answer.stderr) == (0, "")
    assert written("marked") == {"eva.docx.txt": MARKED, "eva.txt": "Yes.\n"}
    answer = run("correct", "in/eva.docx", "--marked", "--out", "x.docx")
    assert (answer.code, answer.stderr.count("\n")) == (2, 1)
    assert "--marked" in answer.stderr


def test_a_word_document_gets_tracked_changes(folder: Path) -> None:
    pytest.importorskip("lxml", reason="lxml is not installed (extra documents)")
    from syntacticdiff.files.office import read_office

    (folder / "ana.docx").write_bytes(word("".join(map(runs, ESSAY.split("\n\n")))))
    assert run("correct", "ana.docx", "--out", "corrected/").code == 0
    assert run("correct", "ana.docx", "--out", "one.docx").code == 0
    for path in ("corrected/ana.docx", "one.docx"):
        assert read_office(path).text == CORRECTED
    assert run("correct", "ana.docx", "--marked").text == MARKED
    answer = run("correct", "ana.docx", "--json", "--out", "x.docx")
    assert (answer.code, answer.stderr.count("\n")) == (2, 1)
    (folder / "ana.txt").write_text(ESSAY)
    answer = run("correct", "ana.txt", "--out", "x.docx")
    assert answer.code == 2
    assert "need one .docx file as input" in answer.stderr


def test_what_a_killed_run_left_is_removed_and_nothing_else(folder: Path) -> None:
    for name in ("in/a.txt", "out/.a.txt.abcd1234.part", "out/.b.txt.abcd1234.part"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text("He go to school.")
    assert run("correct", "in", "--out", "out/").code == 0
    assert sorted(os.listdir("out")) == [".b.txt.abcd1234.part", "a.txt"]
