"""Splitting inputs: partitions of any size together are the whole input."""

from __future__ import annotations

import csv
import io
import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from syntacticdiff.errors import UsageError
from syntacticdiff.files.decoding import MAX_DOCUMENT_BYTES
from syntacticdiff.files.documents import Document, ReadingOptions, read_documents
from syntacticdiff.partitioned.parts import read_partition
from syntacticdiff.partitioned.planning import Partition, UnseenInputError, planned

TABLE = ReadingOptions(text="text", id_column="id")

cells = st.text(st.sampled_from('ab ",\n\r\té\u2028;'), max_size=12)
rows = st.lists(st.tuples(cells, cells), min_size=1, max_size=12)
sizes = st.integers(1, 150)


def together(partitions: list[Partition], options: ReadingOptions) -> list[Document]:
    return [d for p in partitions for d in read_partition(p, options).documents]


def whole(inputs: list[str], options: ReadingOptions) -> list[Document]:
    return list(
        read_documents(
            inputs,
            text=options.text,
            id_column=options.id_column,
            lines=options.lines,
            report=lambda _: None,
        )
    )


def as_csv(table: list[tuple[str, str]]) -> bytes:
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(["id", "text"])
    writer.writerows(table)
    return stream.getvalue().encode()


def as_json(table: list[tuple[str, str]]) -> bytes:
    return b"".join(json.dumps({"id": a, "text": b}).encode() + b"\n" for a, b in table)


@settings(max_examples=60, deadline=None)
@given(rows, sizes, st.sampled_from([".csv", ".jsonl", ".txt"]), st.booleans())
def test_partitions_are_the_whole_input_in_order(
    table: list[tuple[str, str]], size: int, suffix: str, mark: bool
) -> None:
    make = {
        ".csv": as_csv,
        ".jsonl": as_json,
        ".txt": lambda t: "\n".join(b for _, b in t).encode(),
    }
    options = ReadingOptions(lines=True) if suffix == ".txt" else TABLE
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"t{suffix}"
        path.write_bytes(b"\xef\xbb\xbf" * (mark and suffix != ".jsonl") + make[suffix](table))
        partitions = planned([str(path)], options, size)
        assert together(partitions, options) == whole([str(path)], options)
        assert [p.number for p in partitions] == list(range(len(partitions)))
        assert all(p.size >= size for p in partitions[:-1])
        longest = max(len(make[suffix]([row])) for row in table) + 20
        assert all(p.size <= size + longest for p in partitions)


@settings(max_examples=15, deadline=None)
@given(rows, sizes, st.integers(1, 4))
def test_row_groups_of_parquet_are_the_whole_input_too(
    table: list[tuple[str, str]], size: int, group: int
) -> None:
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "t.parquet")
        columns = {"id": [a for a, _ in table], "text": [b for _, b in table]}
        parquet.write_table(arrow.table(columns), path, row_group_size=group)
        partitions = planned([path], TABLE, size)
        assert together(partitions, TABLE) == whole([path], TABLE)


def test_a_parquet_row_group_is_a_partition_of_its_own_if_it_is_large_enough(
    tmp_path: Path,
) -> None:
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = str(tmp_path / "t.parquet")
    table = arrow.table({"id": list("abcdef"), "text": ["so it is " * 50] * 6})
    parquet.write_table(table, path, row_group_size=2)
    assert [p.sections[0].span.groups for p in planned([path], TABLE, 10)] == [
        (0, 1),
        (1, 2),
        (2, 3),
    ]
    assert len(planned([path], TABLE, 1 << 20)) == 1


def test_small_files_share_a_partition(tmp_path: Path) -> None:
    for number in range(10):
        (tmp_path / f"{number}.txt").write_text("We go.")
    partitions = planned([str(tmp_path)], ReadingOptions(), 18)
    assert [len(partition.sections) for partition in partitions] == [3, 3, 3, 1]


def rejections(
    path: Path, options: ReadingOptions, size: int = 1 << 20
) -> list[tuple[object, str]]:
    partitions = planned([str(path)], options, size)
    found = [r for p in partitions for r in read_partition(p, options).rejected]
    assert {r["file"] for r in found} <= {str(path)}
    return [(r["row"], r["reason"]) for r in found]


@pytest.mark.parametrize("size", [1, 40, 1 << 20])
def test_a_bad_document_is_refused_alone_and_named(tmp_path: Path, size: int) -> None:
    path = tmp_path / "t.jsonl"
    lines = [
        b'{"id": "1", "text": "We go."}',
        b'{"id": "2", "text": "caf\xe9"}',
        b"not JSON",
        b'{"id": "4"}',
        b'{"id": "5", "text": 5}',
        b'{"id": "6", "text": "They go."}',
    ]
    path.write_bytes(b"\n".join(lines))
    assert rejections(path, TABLE, size) == [
        (2, "not UTF-8"),
        (3, "not JSON (Expecting value)"),
        (4, 'no "text"'),
        (5, '"text" is not a string'),
    ]
    partitions = planned([str(path)], TABLE, size)
    assert [d.name for d in together(partitions, TABLE)] == ["1", "6"]


@pytest.mark.parametrize("size", [1, 1 << 20])
def test_bad_rows_of_a_csv_are_refused_alone(tmp_path: Path, size: int) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(b'id,text\n1,a\n2,caf\xe9\n3,"x\ny\0"\n4\n5,"q"q\n6,"b\nc"\n')
    assert rejections(path, TABLE, size) == [
        (2, "not UTF-8"),
        (3, "not text: it has a NUL"),
        (4, "1 cells in line 6 where the header has 2"),
        (None, 'the row that begins in line 7 has text after a closing quote; write " as ""'),
    ]
    partitions = planned([str(path)], TABLE, size)
    assert [d.text for d in together(partitions, TABLE)] == ["a", "b\nc"]


def test_a_document_that_is_too_large_is_refused_alone(tmp_path: Path) -> None:
    large = b"x" * (MAX_DOCUMENT_BYTES + 1)
    (tmp_path / "t.csv").write_bytes(b"id,text\n1,a\n2," + large + b"\n3,b\n")
    assert rejections(tmp_path / "t.csv", TABLE) == [(2, "larger than 16 MB")]
    (tmp_path / "t.jsonl").write_bytes(
        b'{"id": 1, "text": "' + large + b'"}\n{"id": 2, "text": ""}\n'
    )
    assert rejections(tmp_path / "t.jsonl", TABLE, 5) == [(1, "larger than 16 MB")]
    (tmp_path / "t.txt").write_bytes(large)
    [(row, reason)] = rejections(tmp_path / "t.txt", ReadingOptions())
    assert row is None
    assert reason.startswith("larger than 16 MB")


def test_files_that_cannot_be_read_are_refused_and_others_go_on(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,essay\n1,a\n")
    (tmp_path / "b.csv").write_text("id,text\n1,a\n")
    (tmp_path / "c.csv").write_text("")
    (tmp_path / "d.parquet").write_text("no parquet")
    partitions = planned([str(tmp_path)], TABLE, 1 << 20)
    assert [d.text for d in together(partitions, TABLE)] == ["a"]
    found = [r for p in partitions for r in read_partition(p, TABLE).rejected]
    assert [Path(r["file"]).name for r in found] == ["a.csv", "c.csv", "d.parquet"]
    assert 'no column "text"' in found[0]["reason"]


def test_a_file_that_changes_later_is_found_out(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_bytes(as_json([("1", "We go."), ("2", "They go.")]))
    first, second = planned([str(path)], TABLE, 5)
    path.write_bytes(as_json([("1", "We go."), ("2", "They no.")]))
    assert read_partition(first, TABLE).documents
    with pytest.raises(UnseenInputError, match="changed"):
        read_partition(second, TABLE)
    path.unlink()
    with pytest.raises(UnseenInputError, match=r"t\.jsonl: cannot be read"):
        read_partition(first, TABLE)


def test_the_checksum_of_a_partition_says_what_is_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t.jsonl"
    path.write_bytes(as_json([("1", "We go.")]))
    monkeypatch.chdir(tmp_path)
    [before] = planned(["t.jsonl"], TABLE, 5)
    other = tmp_path / "other"
    other.mkdir()
    (other / "t.jsonl").write_bytes(path.read_bytes())
    monkeypatch.chdir(other)
    [moved] = planned(["t.jsonl"], TABLE, 5)
    assert moved.checksum == before.checksum
    path.write_bytes(as_json([("1", "We no.")]))
    monkeypatch.chdir(tmp_path)
    assert planned(["t.jsonl"], TABLE, 5)[0].checksum != before.checksum


def test_what_cannot_be_meant_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="standard input"):
        planned(["-"], ReadingOptions(lines=True), 5)
    with pytest.raises(UsageError, match="no such file"):
        planned([str(tmp_path / "none.txt")], ReadingOptions(), 5)
    with pytest.raises(UsageError, match="partition size"):
        planned([str(tmp_path)], ReadingOptions(), 0)
