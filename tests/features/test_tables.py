"""Feature tables: what was written is what other programs read."""

import csv
import importlib
import io
import json
import os
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import sparse

from syntacticdiff.errors import UsageError
from syntacticdiff.features.tables import FeatureTable, checked_format, write_features

pd = pytest.importorskip("pandas")
pyarrow = pytest.importorskip("pyarrow")
pytest.importorskip("pyarrow.parquet")

MATRIX = sparse.csr_matrix(np.array([[2.0, 0.0, 0.5], [0.0, 0.0, 0.0], [1.0, 3.0, 0.0]]))
NAMES = ["insert(the)", 'remove(")', "sub(a,b->ß|^)"]
DOCUMENTS = ["a.txt", "b,\nc.txt", os.fsdecode(b"caf\xe9.txt")]
SHOWN = ["a.txt", "b,\nc.txt", "caf\\udce9.txt"]
TABLE = FeatureTable(DOCUMENTS, NAMES, MATRIX, {"l1": ["de", "", "ja"]}, "version:1|model:0")


@pytest.fixture
def written(tmp_path):
    def write(suffix, table=TABLE):
        path = tmp_path / f"table{suffix}"
        write_features(path, table)
        assert os.listdir(tmp_path) == [path.name]
        return path

    return write


def test_csv_has_a_column_for_each_feature(written):
    with written(".csv").open(encoding="utf-8", newline="") as stream:
        assert list(csv.reader(stream)) == [
            ["document", "l1", *NAMES],
            [SHOWN[0], "de", "2", "0", "0.5"],
            [SHOWN[1], "", "0", "0", "0"],
            [SHOWN[2], "ja", "1", "3", "0"],
        ]
    assert pd.read_csv(written(".csv"))["insert(the)"].tolist() == [2, 0, 1]


# Before 3.1 it ends every cell there, however it is written.
PANDAS_READS_NUL = pd.read_csv(io.StringIO('a\n"x\0y"\n'))["a"].tolist() == ["x\0y"]

# Anything but half a surrogate pair, which no file in UTF-8 can hold.
any_text = st.text(st.characters(exclude_categories=("Cs",)), max_size=8)


@given(
    st.lists(st.tuples(any_text, any_text), min_size=1, max_size=4),
    st.lists(any_text, max_size=3, unique=True),
    any_text,
)
@example([("essay\n0,9,forged", "\r")], ["sub(\r->b)"], "carriage\rreturn")
@example([("\0", "a\0")], ["\0"], "\0")
def test_any_names_are_read_back_as_they_were(rows, names, column):
    fixed = {"document", "features", column}
    names = [name for name in names if name not in fixed and "\0" not in name]
    column = f"l1 {column}"
    documents, cells = map(list, zip(*rows, strict=True))
    matrix = sparse.csr_matrix(np.ones((len(rows), len(names))))
    table = FeatureTable(documents, names, matrix, {column: cells})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "table.csv")
        write_features(path, table)
        written = path.read_bytes()
        write_features(Path(folder, "table.jsonl"), table)
        lines = Path(folder, "table.jsonl").read_bytes().removesuffix(b"\n").split(b"\n")
        write_features(Path(folder, "table.parquet"), table)
        parquet = pyarrow.parquet.read_table(Path(folder, "table.parquet"))
        write_features(Path(folder, "table.npz"), table)
        with np.load(Path(folder, "table.npz"), allow_pickle=False) as arrays:
            in_numpy = arrays["documents"].tolist()
    expected = [[name, cell, *["1"] * len(names)] for name, cell in rows]
    read = list(csv.reader(io.StringIO(written.decode(), newline="")))
    assert read == [["document", column, *names], *expected]
    if PANDAS_READS_NUL or b"\0" not in written:
        frame = pd.read_csv(io.BytesIO(written), dtype=str, keep_default_na=False, index_col=False)
        assert frame.to_numpy().tolist() == expected
    read = [(row["document"], row["fields"][column]) for row in map(json.loads, lines)]
    assert read == rows
    in_columns = zip(parquet["document"].to_pylist(), parquet[column].to_pylist(), strict=True)
    assert list(in_columns) == rows
    for name, read in zip(documents, in_numpy, strict=True):
        kept = name.rstrip("\0")
        assert read == kept + "\\x00" * (len(name) - len(kept))


def test_json_lines_leave_zeros_out(written):
    rows = [json.loads(line) for line in written(".jsonl").read_text("utf-8").splitlines()]
    assert rows == [
        {"document": name, "fields": {"l1": label}, "features": features}
        for name, label, features in zip(
            DOCUMENTS,
            ["de", "", "ja"],
            [{NAMES[0]: 2, NAMES[2]: 0.5}, {}, {NAMES[0]: 1, NAMES[1]: 3}],
            strict=True,
        )
    ]


def test_without_fields_json_has_none(written):
    path = written(".jsonl", FeatureTable(["a"], ["f"], sparse.csr_matrix([[1.0]])))
    assert json.loads(path.read_text()) == {"document": "a", "features": {"f": 1}}


def test_npz_is_a_matrix_of_scipy_with_names_and_without_pickles(written):
    path = written(".npz")
    assert (sparse.load_npz(path) != MATRIX).nnz == 0
    with np.load(path, allow_pickle=False) as arrays:
        assert arrays["names"].tolist() == NAMES
        assert arrays["documents"].tolist() == SHOWN
        assert arrays["field_l1"].tolist() == ["de", "", "ja"]
        assert arrays["signature"].tolist() == ["version:1|model:0"]


def test_parquet_has_a_map_for_each_document(written):
    table = pyarrow.parquet.read_table(written(".parquet"))
    assert table.column_names == ["document", "l1", "features"]
    assert table["document"].to_pylist() == SHOWN
    assert table["l1"].to_pylist() == ["de", "", "ja"]
    assert list(map(dict, table["features"].to_pylist())) == [
        {NAMES[0]: 2.0, NAMES[2]: 0.5},
        {},
        {NAMES[0]: 1.0, NAMES[1]: 3.0},
    ]
    assert table.schema.metadata[b"syntacticdiff.signature"] == b"version:1|model:0"


def test_parquet_in_several_parts_is_one_table(written, monkeypatch):
    monkeypatch.setattr("syntacticdiff.features.tables._PARQUET_ROWS", 2)
    table = pyarrow.parquet.read_table(written(".parquet"))
    assert table["document"].to_pylist() == SHOWN
    assert list(map(len, table["features"].to_pylist())) == [2, 0, 2]


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".npz", ".parquet"])
def test_a_table_without_rows_or_columns_is_a_table(written, suffix):
    assert written(suffix, FeatureTable([], [], sparse.csr_matrix((0, 0)))).stat().st_size >= 0


@pytest.mark.parametrize("suffix", [".csv", ".jsonl", ".npz", ".parquet"])
def test_the_same_table_is_the_same_bytes(written, suffix):
    assert written(suffix).read_bytes() == written(suffix).read_bytes()


@pytest.mark.parametrize("name", ["table.txt", "table", "folder/", ".csv", "t.csv.gz"])
def test_another_suffix_is_refused(name):
    with pytest.raises(UsageError, match=r"one of \.csv, \.jsonl, \.npz, \.parquet"):
        checked_format(name)


def test_without_pyarrow_parquet_says_what_to_install(monkeypatch):
    def none(name):
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", none)
    with pytest.raises(UsageError, match=r"x\.parquet: Parquet needs pyarrow; .*\[tables\]"):
        checked_format("x.parquet")
    assert checked_format("x.CSV") == ".csv"


@pytest.mark.parametrize("name", ["document", "features", "insert(the)"])
def test_a_field_cannot_have_the_name_of_another_column(name):
    with pytest.raises(UsageError, match=r"cannot be carried over"):
        FeatureTable(DOCUMENTS, NAMES, MATRIX, {name: ["", "", ""]})


def test_a_write_that_fails_leaves_the_old_file(written, tmp_path):
    path = written(".csv")
    before = path.read_bytes()
    short = FeatureTable(DOCUMENTS, NAMES, MATRIX, {"l1": ["de"]})  # runs out after one row
    with pytest.raises(IndexError):
        write_features(path, short)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == [path.name]
