"""Targets for everything else that reads: classifiers, settings, XML, tables, the command line.

As in `targets`, a function of bytes may raise an error of ours, and no other.
"""

from __future__ import annotations

import csv as csv_module
import hashlib
import io
import json
import os
import shutil
import struct
import tempfile
import zipfile
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
from scipy import sparse
from support.commands import reference_sentences, run

from syntacticdiff import EditVectorizer, ReferenceModel
from syntacticdiff.classify.classifier import TextClassifier
from syntacticdiff.classify.file import ARRAYS, RECORD, VOCABULARY
from syntacticdiff.correction.settings import CorrectionSettings
from syntacticdiff.edits.names import edit_name, parsed_name
from syntacticdiff.errors import SyntacticDiffError
from syntacticdiff.evaluate.graph_files import read_graphs
from syntacticdiff.evaluate.imeasure_gold import read_imeasure_xml
from syntacticdiff.features.tables import FeatureTable, write_features
from syntacticdiff.files.documents import ReadingOptions, read_documents
from syntacticdiff.files.toml import read_toml
from syntacticdiff.files.xml import parsed_xml
from syntacticdiff.partitioned.parts import read_partition
from syntacticdiff.partitioned.planning import planned
from syntacticdiff.rankings.judgments import read_judgments
from syntacticdiff.search import native_engine

ENGINE = "native" if native_engine._native is not None else "python"
ESSAYS = ("We go school.", "They go park.", "Park is by school.", "School is by park.")


def _in_file(data: bytes, name: str, read: Callable[[str], object]) -> object:
    """What is read from a file of this name; None if there is an error of ours, in one line."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, name)
        Path(path).write_bytes(data)
        try:
            return read(path)
        except SyntacticDiffError as error:
            _is_one_line(error)
            return None


def _is_one_line(error: SyntacticDiffError) -> None:
    assert "\n" not in str(error), error


def classifier(data: bytes) -> None:
    """A folder whose checksums are right, whatever is in it, predicts or is refused in one line.

    The first byte says which of the three files is replaced by the rest.
    """
    name = (RECORD, VOCABULARY, ARRAYS)[data[0] % 3] if data else RECORD
    with tempfile.TemporaryDirectory() as parent:
        folder = Path(parent, "c")
        shutil.copytree(_classifier(), folder)
        (folder / name).write_bytes(data[1:])
        if name != RECORD:
            record = json.loads((folder / RECORD).read_bytes())
            record["files"][name] = hashlib.sha256(data[1:]).hexdigest()
            (folder / RECORD).write_text(json.dumps(record))
        try:
            loaded = TextClassifier.load(folder, engine=ENGINE)
            for prediction in loaded.predict(ESSAYS):
                json.dumps(prediction.probabilities, allow_nan=False)
        except SyntacticDiffError as error:
            _is_one_line(error)


def settings(data: bytes) -> None:
    """TOML, and settings of a corrector in it."""
    _in_file(data, "s.toml", read_toml)
    _in_file(data, "s.toml", CorrectionSettings.load)


def xml(data: bytes) -> None:
    """XML as such, and in its three formats."""
    for read in (
        lambda path: parsed_xml(Path(path).read_bytes(), path),
        lambda path: read_judgments(path, len),
        lambda path: read_graphs(path, len),
        lambda path: read_imeasure_xml(path),
    ):
        _in_file(data, "t.xml", read)


def rankings(data: bytes) -> None:
    """Tables of judgments, which are ranked if they can be read."""
    for suffix in (".csv", ".jsonl"):
        judged = _in_file(data, f"j{suffix}", lambda path: read_judgments(path, len))
        if judged is not None:
            answer = _command(data, f"j{suffix}", "rank", "FILE", "--resamples", "5", "--json")
            assert answer in (0, 1, 2)


def parquet(data: bytes) -> None:
    """Reading in parts gives the same as reading as a whole."""
    options = ReadingOptions(text="text", id_column="id")

    def read(path: str) -> None:
        said: list[str] = []
        whole = list(read_documents([path], text="text", id_column="id", report=said.append))
        parts = [read_partition(part, options) for part in planned([path], options, 10)]
        if not said:
            assert [document for part in parts for document in part.documents] == whole

    _in_file(data, "t.parquet", read)


def kenlm(data: bytes) -> None:
    """The words beside a KenLM binary; the binary itself is as KenLM wrote it."""
    tiny = Path(__file__).parents[1] / "reference" / "data" / "tiny.3.binary"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "m.binary")
        shutil.copy(tiny, path)
        Path(folder, "m.binary.vocab").write_bytes(data)
        try:
            ReferenceModel.load(path).score("the cat sat")
        except SyntacticDiffError as error:
            _is_one_line(error)


def graphs(data: bytes) -> None:
    """Graphs in each of their formats."""
    for suffix in (".conllu", ".json", ".jsonl"):
        _in_file(data, f"g{suffix}", lambda path: read_graphs(path, len))


def tables(data: bytes) -> None:
    """Any names and cells come back from a table that is written, and names of edits say them."""
    texts = data.decode("utf-8", "replace").split("\x1f")
    documents = texts[:3] or [""]
    names = list(dict.fromkeys(text for text in texts[3:] if text and "\0" not in text))
    names = [name for name in names if name not in ("document", "features", "l1")]
    matrix = sparse.csr_matrix(np.ones((len(documents), len(names))))
    table = FeatureTable(documents, names, matrix, {"l1": documents})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "t.csv")
        write_features(path, table)
        written = path.read_bytes()
        rows = list(csv_module.reader(io.StringIO(written.decode(), newline="")))
        assert rows[0] == ["document", "l1", *names]
        assert [row[:2] for row in rows[1:]] == [[name, name] for name in documents]
        write_features(Path(folder, "t.jsonl"), table)
        lines = Path(folder, "t.jsonl").read_bytes().removesuffix(b"\n").split(b"\n")
        assert [json.loads(line)["document"] for line in lines] == documents
    for source, target in pairwise(texts):
        if source and target:
            assert parsed_name(edit_name("sub", source, target)) == ("sub", source, target)


_WORDS = (
    *("FILE", "FOLDER", "MODEL", "-", "OUT", "OUT/", "--json", "--lines", "--tokenized", "--text"),
    *(
        "text",
        "id",
        "--id",
        "--out",
        "--reference",
        "--search",
        "beam",
        "sweep",
        "--beam",
        "--jobs",
    ),
    *("1", "0", "-1", "9" * 30, "1e999", "nan", "--order", "--prune", "0,0,1", "--topics", "auto"),
    *("--insertions", "frequent:5", "--substitutions", "porter2", "--penalty", "base=1", "--alpha"),
    *("--format", "csv", "--keep", "--templates", "edit", "--label", "l", "--views", "words", ""),
    *("--references", "--source", "--level", "sentence", "--types", "all", "--metric", "gleu"),
    *("--report", "r.html", "--figure", "f.svg", "--resamples", "--method", "trueskill", "--seed"),
    *(
        "--memory",
        "16M",
        "--help",
        "--describe",
        "--published",
        "--max-edits",
        "--engine",
        "python",
    ),
)
_COMMANDS = (
    *("diff", "correct", "features", "classify evaluate", "classify train", "classify predict"),
    *("cluster", "compare", "report", "evaluate m2", "evaluate gleu", "evaluate errant", "align"),
    *("evaluate all", "evaluate compare", "evaluate usim", "rank", "parse", "score", "train"),
    *("info", "reference list", "import", "export", "tune", "demo --help", "train-parser"),
)
_SUFFIXES = (".txt", ".csv", ".tsv", ".jsonl", ".parquet", ".m2", ".xml", ".arpa", ".sdlm", ".toml")


def command_line(data: bytes) -> None:
    """Any options with any file: an exit code of 0, 1 or 2, few lines, and no traceback.

    A byte for the command, one for the kind of file, one for the number of words, the words, and
    then the contents of the file.
    """
    data = data or b"\0"
    command = _COMMANDS[data[0] % len(_COMMANDS)].split()
    suffix = _SUFFIXES[data[1] % len(_SUFFIXES)] if len(data) > 1 else ".txt"
    count = data[2] % 12 if len(data) > 2 else 0
    words = [_WORDS[byte % len(_WORDS)] for byte in data[3 : 3 + count]]
    if "--jobs" in words:  # processes would take most of the time
        words.remove("--jobs")
    code = _command(data[3 + count :], f"t{suffix}", *command, "FILE", *words)
    assert code in (0, 1, 2), code


def _command(data: bytes, name: str, *words: str) -> int:
    """The exit code of a command that is given a file with this content."""
    here = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, name).write_bytes(data)
        Path(folder, "essays").mkdir()
        Path(folder, "essays", "a.txt").write_bytes(data[:200])
        given = {"FILE": name, "FOLDER": "essays", "MODEL": str(model_file())}
        os.chdir(folder)
        try:
            answer = run(*(given.get(word, word) for word in words), stdin=data[:500])
        finally:
            os.chdir(here)
    lines = answer.stderr.splitlines()
    assert "Traceback" not in answer.stderr, answer.stderr
    usage = "Usage:" in answer.stderr
    # A line for each bad line or file, and a few more; a file may be named several times.
    assert usage or len(lines) <= 10 + len(words) + data.count(b"\n"), answer.stderr
    return answer.code


@cache
def model_file() -> Path:
    """A small reference model."""
    folder = Path(tempfile.mkdtemp(prefix="syntacticdiff-fuzz-"))
    ReferenceModel.train(reference_sentences(), order=2).save(folder / "m.sdlm")
    return folder / "m.sdlm"


@cache
def _classifier() -> Path:
    """A small classifier, with its reference model beside it."""
    edits = EditVectorizer(str(model_file()), insertions=["the", "to"], engine=ENGINE)
    folder = model_file().with_name("classifier")
    TextClassifier.train(ESSAYS, ["a", "a", "b", "b"], edits=edits).save(folder)
    return folder


def _arrays(**changes: bytes) -> bytes:
    """An archive of arrays with headers of our own."""
    stream = io.BytesIO()
    head = b"{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }\n"
    with zipfile.ZipFile(stream, "w") as archive:
        for name in ("idf", "coefficients", "intercepts"):
            text = changes.get(name, head)
            start = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text))
            archive.writestr(f"{name}.npy", start + text + bytes(16))
    return stream.getvalue()


def _parquet_seed() -> bytes:
    import pyarrow
    from pyarrow import parquet as format_

    stream = io.BytesIO()
    rows = {"id": ["a", "b", "c"], "text": ["One.", "Two.", None]}
    format_.write_table(pyarrow.table(rows), stream, row_group_size=2)
    return stream.getvalue()


JUDGMENTS_XML = (
    b'<appraise-results><ranking-result id="1"><translation system="a" rank="1"/>'
    b'<translation system="b c" rank="2"/></ranking-result></appraise-results>'
)
GRAPH = {
    "tokens": ["He", "goes"],
    "nodes": [{"id": "t"}, {"id": "a", "tokens": [0, 1]}],
    "edges": [{"source": "t", "target": "a", "label": "A"}],
}


def seeds(name: str) -> tuple[bytes, ...]:
    """Valid inputs of a target of this module, to be changed."""
    if name == "classifier":
        files = [(_classifier() / file).read_bytes() for file in (RECORD, VOCABULARY, ARRAYS)]
        whole = tuple(bytes([number]) + data for number, data in enumerate(files))
        return (*whole, b"\x02" + _arrays(), b"\x02" + _arrays(idf=b"{'descr': ("))
    if name == "settings":
        return (
            b'k = 3\nwords = ["a", "b"]\n[penalties]\nbase = 0.5\n"remove(not)" = 2.0\n',
            b'version = 1\nmin_probability = 0.5\n[settings]\ninsertions = ["the"]\nalpha = 0.5\n',
        )
    if name == "xml":
        return (
            JUDGMENTS_XML,
            b'<root><layer layerID="0"><node ID="0.1"><attributes text="He"/></node></layer>'
            b'<layer layerID="1"><node ID="1.1"><edge toID="0.1" type="A"/></node></layer></root>',
            b'<scripts><script id="1"><sentence id="0"><text>He go</text><error-list><error id="1"'
            b' type="x"><alt ann="0"><c start="1" end="2">goes</c></alt></error></error-list>'
            b"</sentence></script></scripts>",
        )
    if name == "rankings":
        row = {"system1Id": "a", "system1rank": 1, "system2Id": "b", "system2rank": 2}
        return (
            b"system1Id,system1rank,system2Id,system2rank,judgeId\na,1,b,2,j\nb,1,c,1,j\n",
            (json.dumps(row) + "\n").encode() * 2,
        )
    if name == "parquet":
        return (_parquet_seed(),)
    if name == "kenlm":
        tiny = Path(__file__).parents[1] / "reference" / "data" / "tiny.3.binary.vocab"
        return (tiny.read_bytes(),)
    if name == "graphs":
        return (
            json.dumps([GRAPH]).encode(),
            json.dumps(GRAPH).encode() + b"\n",
            b"1\tHe\the\tPRON\tPRP\t_\t2\tnsubj\t_\t_\n2\tgoes\tgo\tVERB\tVBZ\t_\t0\troot\t_\t_\n\n",
        )
    if name == "tables":
        return (
            b'a.txt\x1fb,\n"c"\x1f\r\x1finsert(the)\x1fa->b\x1fc|d\x1f4,5\x1f\\',
            b"one\x1ftwo",
        )
    text = b"The teacher walk to school. She is in garden."
    table = b"id,text,l\n1,The teacher walk.,a\n2,She is in garden.,b\n"
    count = len(_COMMANDS)
    return tuple(
        bytes([number % count, kind]) + bytes([3, 5, 9, 11]) + (table if kind else text)
        for number, kind in enumerate((0, 1, 0, 1, 1, 0, 0, 5, 6, 0, 9, 7, 8))
    )


_NEEDS = {"parquet": ("pyarrow",), "kenlm": ("kenlm",)}
ALL: dict[str, tuple[Callable[[bytes], None], tuple[str, ...]]] = {
    target.__name__: (target, _NEEDS.get(target.__name__, ()))
    for target in (
        *(classifier, settings, xml, rankings, parquet, kenlm, graphs, tables, command_line),
    )
}
