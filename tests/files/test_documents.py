"""Reading corpora: the documents of each kind of input, and the messages about bad ones."""

from __future__ import annotations

import errno
import io
import json
import os
import shutil
import socket
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syntacticdiff.errors import UsageError
from syntacticdiff.files import decoding
from syntacticdiff.files.documents import Document, ReadingOptions, read_documents
from syntacticdiff.partitioned.planning import planned


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in which the test runs, so that names are short."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def read(*inputs: str, **settings: Any) -> tuple[list[Document], list[str]]:
    """The documents, and what was reported."""
    reports: list[str] = []
    documents = list(read_documents(inputs, report=reports.append, **settings))
    return documents, reports


def texts(*inputs: str, **settings: Any) -> list[str]:
    """The texts of valid inputs."""
    documents, reports = read(*inputs, **settings)
    assert reports == []
    return [document.text for document in documents]


def pipe(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))


# Text files


def test_a_text_file_is_one_document_named_as_it_was_given(folder: Path) -> None:
    (folder / "a.txt").write_text("One.\n\nTwo.\n")
    assert read("a.txt") == ([Document("a.txt", "One.\n\nTwo.\n")], [])


def test_line_ends_are_kept_so_that_offsets_count_the_file_s_characters(folder: Path) -> None:
    (folder / "a.txt").write_bytes(b"One.\r\nTwo.\r\n")
    assert texts("a.txt") == ["One.\r\nTwo.\r\n"]


def test_a_named_file_may_have_any_suffix(folder: Path) -> None:
    (folder / "essay.md").write_text("One.")
    assert texts("essay.md") == ["One."]


def test_a_byte_order_mark_is_not_text(folder: Path) -> None:
    (folder / "a.txt").write_bytes("\ufeffOne \ufeff two.".encode())
    assert texts("a.txt") == ["One \ufeff two."]


def test_with_lines_each_line_is_a_document_blank_ones_too(folder: Path) -> None:
    (folder / "a.txt").write_bytes(b"One.\r\n\nTwo \x0b\xc2\x85\xe2\x80\xa8 lines.\nThree.")
    documents, reports = read("a.txt", lines=True)
    assert [document.name for document in documents] == ["a.txt:1", "a.txt:2", "a.txt:3", "a.txt:4"]
    assert [document.text for document in documents] == [
        "One.",
        "",
        "Two \x0b\x85\u2028 lines.",
        "Three.",
    ]
    assert reports == []


def test_standard_input_is_a_document(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe(monkeypatch, b"One.\nTwo.\n")
    assert read("-") == ([Document("-", "One.\nTwo.\n")], [])


def test_standard_input_can_be_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe(monkeypatch, b"One.\nTwo.\n")
    assert texts("-", lines=True) == ["One.", "Two."]


def test_standard_input_is_json_lines_if_a_column_is_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pipe(monkeypatch, b'{"essay": "One."}\n{"essay": "Two."}\n')
    assert texts("-", text="essay") == ["One.", "Two."]


# Folders


def test_a_folder_gives_its_text_files_at_any_depth_in_sorted_order(folder: Path) -> None:
    for name in ("b.txt", "a/z.TXT", "a/b/c.txt", "a.txt", "a/notes.md", "c.csv"):
        (folder / "essays" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "essays" / name).write_text(f"Text of {name}.")
    documents, reports = read("essays")
    names = [document.name for document in documents]
    assert reports == [
        "essays: not read, because the name does not end in .txt or .docx or .odt: "
        "a/notes.md, c.csv"
    ]
    assert names == ["essays/a/b/c.txt", "essays/a/z.TXT", "essays/a.txt", "essays/b.txt"]


def test_a_folder_with_a_chosen_column_gives_its_tables(folder: Path) -> None:
    (folder / "a.csv").write_text("essay\nOne.\n")
    (folder / "b.jsonl").write_text('{"essay": "Two."}\n')
    (folder / "c.tsv").write_text("id\tessay\n1\tThree.\n")
    (folder / "d.txt").write_text("Not a table.")
    assert texts(".", text="essay", note=len) == ["One.", "Two.", "Three."]


def test_one_odd_table_in_a_folder_does_not_stop_the_others(folder: Path) -> None:
    (folder / "a.csv").write_text("id,words\n1,One.\n")
    (folder / "b.csv").write_text("id,essay\n2,Two.\n")
    documents, reports = read(".", text="essay")
    assert [document.text for document in documents] == ["Two."]
    assert reports == ['./a.csv: no column "essay"; it has id, words. Choose one with --text.']


def test_links_to_folders_are_not_followed_for_they_may_run_in_circles(folder: Path) -> None:
    (folder / "a").mkdir()
    (folder / "a" / "one.txt").write_text("One.")
    (folder / "a" / "again").symlink_to(folder / "a")
    assert texts("a", note=len) == ["One."]


def test_one_odd_entry_of_a_folder_is_named_and_does_not_stop_the_others(folder: Path) -> None:
    for name in ("a.txt", "z.txt", "below/x.txt", "y.pdf"):
        (folder / "essays" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "essays" / name).write_text(f"Text of {name}.")
    (folder / "essays" / "b.txt").symlink_to("b.txt")
    (folder / "essays" / "below" / "c.txt").symlink_to("nowhere")
    os.mkfifo(folder / "essays" / "d.txt")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("essays/e.txt")
        documents, reports = read("essays")
        partitions = planned(["essays"], ReadingOptions(), 1, reports.append)
    assert [document.name for document in documents] == [
        *("essays/a.txt", "essays/below/x.txt", "essays/z.txt")
    ]
    odd = {
        "essays/b.txt": "cannot be read: Too many levels of symbolic links; skipped",
        "essays/below/c.txt": "cannot be read: No such file or directory; skipped",
        "essays/d.txt": "a named pipe, not a file; skipped",
        "essays/e.txt": "a socket, not a file; skipped",
    }
    other = "essays: not read, because the name does not end in .txt or .docx or .odt: y.pdf"
    assert sorted(reports) == sorted(
        [*(f"{name}: {why}" for name, why in odd.items()), *[other] * 2]
    )
    sections = [section for partition in partitions for section in partition.sections]
    assert {section.file for section in sections if section.problem} == set(odd)
    assert len(sections) == len(odd) + len(documents)


def test_a_folder_that_cannot_be_opened_does_not_stop_the_others(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a/one.txt", "b/two.txt", "c/three.txt"):
        (folder / name).parent.mkdir()
        (folder / name).write_text(f"Text of {name}.")
    scandir = os.scandir

    def refused(path: str) -> Any:  # root may open every folder
        if path.endswith("b"):
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refused)
    documents, reports = read(".")
    assert [document.name for document in documents] == ["./a/one.txt", "./c/three.txt"]
    assert reports == ["./b: cannot be read: Permission denied; skipped"]


def test_folders_may_be_deep(folder: Path) -> None:
    deep = ""
    for _ in range(1500):
        deep += "d/"
        os.mkdir(deep)
    Path(deep, "one.txt").write_text("One.")
    assert texts(".") == ["One."]
    while deep:  # too deep for those who clean up
        shutil.rmtree(deep)
        deep = deep[: -2 * 500]


def test_of_many_files_of_other_kinds_a_note_names_a_few(folder: Path) -> None:
    (folder / "a.txt").write_text("One.")
    for number in range(10):
        (folder / f"{number}.pdf").write_bytes(b"")
    (folder / ".hidden").write_bytes(b"")
    [note] = read(".")[1]
    assert note.endswith(": 0.pdf, 1.pdf, 2.pdf, 3.pdf, 4.pdf and 5 more")


# Tables


def test_a_row_of_csv_is_a_document_with_its_other_columns(folder: Path) -> None:
    (folder / "e.csv").write_bytes(b'id,essay,l1\r\n7,"One, ""two""\nthree.",de\r\n\r\n8,,fr\r\n')
    documents, reports = read("e.csv", text="essay")
    assert documents == [
        Document("e.csv:1", 'One, "two"\nthree.', {"id": "7", "l1": "de"}),
        Document("e.csv:2", "", {"id": "8", "l1": "fr"}),
    ]
    assert reports == []


def test_documents_can_be_named_by_a_column(folder: Path) -> None:
    (folder / "e.csv").write_text("id,essay\nx7,One.\n,Two.\n")
    names = [document.name for document in read("e.csv", text="essay", id_column="id")[0]]
    assert names == ["x7", "e.csv:2"]


def test_a_csv_header_may_begin_with_a_byte_order_mark(folder: Path) -> None:
    (folder / "e.csv").write_bytes(b"\xef\xbb\xbfessay,l1\r\nOne.,de\r\n")
    assert texts("e.csv", text="essay") == ["One."]


def test_a_very_long_cell_is_read(folder: Path) -> None:
    long = "word " * 200_000
    (folder / "e.csv").write_text(f'essay\n"{long}"\n')
    assert texts("e.csv", text="essay") == [long]


def test_json_fields_become_text_whatever_they_were(folder: Path) -> None:
    row = {"essay": "One.", "score": 3.5, "old": True, "note": None, "tags": ["ä"], "l1": "de"}
    (folder / "e.jsonl").write_text(json.dumps(row) + "\n\n")
    [document] = read("e.jsonl", text="essay")[0]
    assert document.fields == {
        "score": "3.5",
        "old": "true",
        "note": "",
        "tags": '["ä"]',
        "l1": "de",
    }


def test_an_escaped_nul_in_json_is_ordinary_text(folder: Path) -> None:
    (folder / "e.jsonl").write_text('{"essay": "One\\u0000two."}\n')
    assert texts("e.jsonl", text="essay") == ["One\0two."]


def test_half_a_surrogate_pair_in_json_is_replaced_and_reported(folder: Path) -> None:
    (folder / "e.jsonl").write_text('{"essay": "One \\ud83d two \\ud83d\\ude00."}\n')
    documents, reports = read("e.jsonl", text="essay")
    assert [document.text for document in documents] == ["One \ufffd two \U0001f600."]
    assert reports == ['e.jsonl:1: "essay" has half a surrogate pair; replaced by U+FFFD']


def test_half_a_surrogate_pair_in_a_name_is_reported_as_well(folder: Path) -> None:
    (folder / "e.jsonl").write_text('{"id": "\\ud83d", "essay": "One."}\n')
    documents, reports = read("e.jsonl", text="essay", id_column="id")
    assert [document.name for document in documents] == ["\ufffd"]
    assert reports == ['e.jsonl:1: "id" has half a surrogate pair; replaced by U+FFFD']


def test_parquet_is_read_like_other_tables(folder: Path) -> None:
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    columns = {
        "essay": ["One.", None, "Three."] * 200,
        "score": [1, 2, 3] * 200,
        "picture": [b"\0\xff"] * 600,
    }
    parquet.write_table(arrow.table(columns), "e.parquet", row_group_size=100)
    documents, reports = read("e.parquet", text="essay", id_column="score")
    assert len(documents) == 400
    assert documents[399] == Document("3", "Three.", {"score": "3"})
    assert reports[-1] == 'e.parquet:599: no "essay"; skipped'
    assert len(reports) == 200


def test_parquet_without_pyarrow_says_what_to_install(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "e.parquet").write_bytes(b"PAR1")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(UsageError, match=r'pip install "syntacticdiff\[tables\]"'):
        read("e.parquet", text="essay")


# Problems with the data are reported, and the rest is read


def test_bytes_that_are_not_utf8_are_replaced_and_reported_once(folder: Path) -> None:
    (folder / "a.txt").write_bytes("naïve \ufffd ".encode() + b"na\xefve caf\xe9.")
    documents, reports = read("a.txt")
    assert [document.text for document in documents] == ["naïve \ufffd na\ufffdve caf\ufffd."]
    assert reports == ["a.txt: not UTF-8 in 2 places, first at byte 13; replaced by U+FFFD"]


def test_lines_count_the_places_of_the_whole_file(folder: Path) -> None:
    (folder / "a.txt").write_bytes(b"\xef\xbb\xbfgood\n\xe9t\xe9\ngood\n\xe9\n")
    documents, reports = read("a.txt", lines=True)
    assert [document.text for document in documents] == ["good", "\ufffdt\ufffd", "good", "\ufffd"]
    assert reports == ["a.txt: not UTF-8 in 3 places, first at byte 8; replaced by U+FFFD"]


BAD_FILES = {
    "a NUL byte": ("a.txt", b"One\0two.", "a.txt: not text: NUL at byte 3"),
    "UTF-16": (
        "a.txt",
        "One.".encode("utf-16"),
        "a.txt: UTF-16, not UTF-8; convert it first (iconv)",
    ),
    "nothing": ("a.txt", b"", "a.txt: empty: there is no text in it"),
    "a byte order mark only": (
        "a.txt",
        b"\xef\xbb\xbf",
        "a.txt: empty: there is no text in it",
    ),
    "white space": ("a.txt", b" \n\n", "a.txt: empty: there is no text in it"),
    "an empty table": ("a.csv", b"", "a.csv: empty: there is no text in it"),
    "a header only": ("a.csv", b"essay\n", "a.csv: empty: there is no text in it"),
    "NUL in a table": ("a.csv", b"essay\nO\0ne.\n", "a.csv: not text: NUL at byte 7"),
    "too few cells": (
        "a.csv",
        b"id,essay\n1\n",
        "a.csv:1: 1 cells in line 2 where the header has 2; skipped",
    ),
    "too many cells": (
        "a.csv",
        b"id,essay\n1,One, two\n",
        "a.csv:1: 3 cells in line 2 where the header has 2; skipped",
    ),
    "an unclosed quote": (
        "a.csv",
        b'essay\n"One.\nTwo.\n',
        "a.csv: the row that begins in line 2 cannot be read (unexpected end of data); "
        "nothing after it was",
    ),
    "a stray quote": (
        "a.csv",
        b'essay\n"One" two.\n',
        "a.csv: the row that begins in line 2 has text after a closing quote; "
        'write " as ""; skipped',
    ),
    "no JSON": (
        "a.jsonl",
        b"One.\n",
        "a.jsonl:1: not JSON (Expecting value); skipped",
    ),
    "deep JSON": (
        "a.jsonl",
        b"[" * 200_000,
        "a.jsonl:1: not JSON (too deep or long); skipped",
    ),
    "no JSON object": ("a.jsonl", b'["One."]\n', "a.jsonl:1: not a JSON object; skipped"),
    "no string": ("a.jsonl", b'{"essay": 7}\n', 'a.jsonl:1: "essay" is not a string; skipped'),
    "null": ("a.jsonl", b'{"essay": null}\n', 'a.jsonl:1: no "essay"; skipped'),
    "no Parquet": ("a.parquet", b"One.", "a.parquet: cannot be read: "),
}


@pytest.mark.parametrize(("name", "content", "report"), BAD_FILES.values(), ids=BAD_FILES)
def test_a_bad_file_is_named_in_one_line_and_the_next_one_is_read(
    folder: Path, name: str, content: bytes, report: str
) -> None:
    if name.endswith(".parquet"):
        pytest.importorskip("pyarrow")
    (folder / name).write_bytes(content)
    suffix = Path(name).suffix
    good = {".txt": "Good.", ".jsonl": '{"essay": "Good."}'}.get(suffix, "essay\nGood.\n")
    good_suffix = ".csv" if suffix == ".parquet" else suffix
    (folder / f"good{good_suffix}").write_text(good)
    column = None if suffix == ".txt" else "essay"
    documents, reports = read(name, f"good{good_suffix}", text=column)
    assert [document.text for document in documents] == ["Good."]
    [said] = reports
    assert said.startswith(report)
    assert "\n" not in said


def test_bad_rows_between_good_ones_are_left_out(folder: Path) -> None:
    (folder / "e.jsonl").write_text('{"essay": "One."}\n{"text": "?"}\nno\n{"essay": "Two."}\n')
    documents, reports = read("e.jsonl", text="essay")
    assert [document.name for document in documents] == ["e.jsonl:1", "e.jsonl:4"]
    assert [report.split(":")[1] for report in reports] == ["2", "3"]
    (folder / "e.csv").write_text('id,essay\n1,One.\n2\n3,"x"y\n4,Two.\n')
    documents, reports = read("e.csv", text="essay")
    assert [document.name for document in documents] == ["e.csv:1", "e.csv:4"]
    assert len(reports) == 2


def test_a_file_that_may_not_be_read_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "a.txt").write_text("One.")

    def refuse(*_: Any) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert read("a.txt") == ([], ["a.txt: cannot be read: Permission denied"])


def test_what_is_too_large_is_refused_and_the_rest_is_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decoding, "MAX_DOCUMENT_BYTES", 20)
    (folder / "a.txt").write_bytes(b"One.\n" + b"x" * 50 + b"\nTwo.\n")
    assert read("a.txt")[0] == []
    documents, reports = read("a.txt", lines=True)
    assert [(document.name, document.text) for document in documents] == [
        ("a.txt:1", "One."),
        ("a.txt:3", "Two."),
    ]
    assert len(reports) == 1


def test_an_empty_folder_says_what_it_lacks(folder: Path) -> None:
    assert read(".") == ([], [".: no .txt or .docx or .odt file in this folder or below"])
    (folder / "e.csv").write_text("essay\nOne.\n")
    [report] = read(".", note=len)[1]
    assert report.endswith("choose the column that holds the text with --text")


# Invalid arguments raise before anything is read

BAD_CALLS: dict[str, tuple[list[str], dict[str, Any], str]] = {
    "no such path": (["nowhere.txt"], {}, "nowhere.txt: no such file or folder"),
    "a path with NUL": (["no\0where"], {}, "no such file or folder"),
    "a table without a column": (["e.csv"], {}, "e.csv: a table; choose the column"),
    "another column": (
        ["e.csv"],
        {"text": "text"},
        'e.csv: no column "text"; it has id, essay, l1. Choose one with --text.',
    ),
    "another column in JSON": (
        ["e.jsonl"],
        {"text": "text"},
        'e.jsonl: no column "text"; it has essay. Choose one with --text.',
    ),
    "another id": (
        ["e.csv"],
        {"text": "essay", "id_column": "name"},
        'e.csv: no column "name"; it has id, essay, l1. Choose one with --id.',
    ),
    "a column twice": (["twice.csv"], {"text": "essay"}, 'twice.csv: two columns "essay"'),
    "a column of a text file": (["a.txt"], {"text": "essay"}, "a.txt: --text is for tables"),
    "lines of a table": (["e.csv"], {"text": "essay", "lines": True}, "--lines is for text files"),
    "an id without a text": (["a.txt"], {"id_column": "id"}, "--id names a table's column"),
    "standard input twice": (["-", "-"], {}, "can be read only once"),
}


@pytest.mark.parametrize(("inputs", "settings", "message"), BAD_CALLS.values(), ids=BAD_CALLS)
def test_a_bad_call_is_refused_at_once(
    folder: Path, inputs: list[str], settings: dict[str, Any], message: str
) -> None:
    (folder / "a.txt").write_text("One.")
    (folder / "e.csv").write_text("id,essay,l1\n1,One.,de\n")
    (folder / "e.jsonl").write_text('{"essay": "One."}\n')
    (folder / "twice.csv").write_text("essay,essay\nOne.,Two.\n")
    with pytest.raises(UsageError) as caught:
        read_documents(inputs, report=print, **settings)  # not even iterated
    assert message in str(caught.value)


def test_a_single_string_is_not_a_list_of_paths() -> None:
    with pytest.raises(UsageError, match="a list of paths"):
        read_documents("essays.csv", report=print)


# Laws


@given(st.binary())
def test_lines_of_any_bytes_are_those_of_the_whole_file(content: bytes) -> None:
    content = content.replace(b"\0", b"")
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        content = content[2:]
    whole_reports: list[str] = []
    line_reports: list[str] = []
    whole = decoding.Lines("x", io.BytesIO(content))
    by_line = decoding.Lines("x", io.BytesIO(content))
    text = whole.everything()
    assert "".join(by_line) == text
    whole.report_replaced(whole_reports.append)
    by_line.report_replaced(line_reports.append)
    assert whole_reports == line_reports
    try:
        assert text == content.decode("utf-8-sig")
        assert whole_reports == []
    except UnicodeDecodeError:
        assert text == content.decode("utf-8-sig", "replace")
        assert len(whole_reports) == 1


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".txt", ".parquet"])
def test_memory_stays_flat_however_long_the_input_is(folder: Path, suffix: str) -> None:
    def rows() -> Iterator[str]:
        return ("word " * 200 + str(number) for number in range(20_000))

    path = folder / f"e{suffix}"
    if suffix == ".parquet":
        arrow = pytest.importorskip("pyarrow")
        parquet = pytest.importorskip("pyarrow.parquet")
        parquet.write_table(arrow.table({"essay": list(rows())}), path, row_group_size=500)
    else:
        with path.open("w") as stream:
            stream.write("essay\n" if suffix == ".csv" else "")
            for row in rows():
                stream.write((json.dumps({"essay": row}) if suffix == ".jsonl" else row) + "\n")
    settings: dict[str, Any] = {"lines": True} if suffix == ".txt" else {"text": "essay"}
    documents = read_documents([str(path)], report=print, **settings)
    next(documents)
    tracemalloc.start()
    try:
        assert sum(1 for _ in documents) == 19_999
        assert tracemalloc.get_traced_memory()[1] < 2_000_000  # the file has 20 MB
    finally:
        tracemalloc.stop()
