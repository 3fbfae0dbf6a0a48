"""The targets of fuzzing: functions of bytes that may raise an error of ours, and no other.

Where a law holds, a target checks it, so that wrong answers are found as well as crashes.
"""

from __future__ import annotations

import hashlib
import json
import random
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import network_targets
import numpy as np
import reader_targets
import room_targets
from checksums import with_header_checksum
from support.plain import plain_differ
from support.prices import drawn_weights
from support.small_network import HEADER, small_network

from syntacticdiff import ReferenceModel, SyntacticDiff
from syntacticdiff.alignment.m2 import parsed_m2, read_m2
from syntacticdiff.cli import info
from syntacticdiff.cli.messages import printable
from syntacticdiff.correction import CorrectionSettings
from syntacticdiff.edits.diff import Edit
from syntacticdiff.errors import InputError, SyntacticDiffError
from syntacticdiff.files.documents import ReadingOptions, read_documents
from syntacticdiff.partitioned.folder import JOURNAL, MANIFEST, _found
from syntacticdiff.partitioned.parts import read_partition
from syntacticdiff.partitioned.planning import planned
from syntacticdiff.repair import Repairer
from syntacticdiff.search import native_engine
from syntacticdiff.search.penalties import Penalties
from syntacticdiff.search.prices import CalibratedPrices, ContextNetwork
from syntacticdiff.search.prices.file import COMPACT
from syntacticdiff.syntax import Parser, Tagger, TreebankSentence, Word, conllu_sentences
from syntacticdiff.syntax.forms import Forms
from syntacticdiff.syntax.weights import LearnedWeights, PackedWeights
from syntacticdiff.text.sentences import sentence_spans
from syntacticdiff.text.tokens import tokenize

SENTENCES = ("The cat sat on the mat.", "A dog ran to the cat, and it sat.", "He isn't here (yet)!")
PRICED = "Cat sat on the the mat. It sat to the dog."
CHECKSUM = 32  # bytes at the end of a model file
ENGINES = ("native", "python") if native_engine._native is not None else ("python",)
OPTIONS = ReadingOptions(text="text", id_column="id")


def tokenizer(data: bytes) -> None:
    """Every character that is not white space is in exactly one token of one sentence."""
    text = data.decode("utf-8", "surrogateescape")
    covered = []
    for start, end in sentence_spans(text):
        sentence = text[start:end]
        for token in tokenize(sentence):
            assert sentence[token.start : token.end] == token.surface
            assert token.surface
            covered += range(start + token.start, start + token.end)
    assert covered == sorted(set(covered))
    left = set(range(len(text))) - set(covered)
    assert not "".join(text[place] for place in sorted(left)).strip()


def csv(data: bytes) -> None:
    """Reading in parts gives the same as reading as a whole, unless something was replaced."""
    _table(data, ".csv")


def jsonl(data: bytes) -> None:
    """As for CSV."""
    _table(data, ".jsonl")


def _table(data: bytes, suffix: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"t{suffix}"
        path.write_bytes(data)
        said: list[str] = []
        try:
            reading = read_documents([str(path)], text="text", id_column="id", report=said.append)
            whole = list(reading)
        except SyntacticDiffError:
            return
        for size in (1, 60, 1 << 20):
            partitions = planned([str(path)], OPTIONS, size)
            parts = [read_partition(partition, OPTIONS) for partition in partitions]
            found = [document for part in parts for document in part.documents]
            if not said:
                assert found == whole
                assert not any(part.rejected for part in parts)
            # A NUL can only come from an escape.
            assert suffix == ".jsonl" or not any("\0" in document.text for document in found)


def m2(data: bytes) -> None:
    """What was read can be written and read again."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.m2"
        path.write_bytes(data)
        try:
            sentences = read_m2(str(path), lambda _: None)
        except InputError:
            return
        again = "".join(f"{sentence}\n\n" for sentence in sentences)
        lines = again.split("\n")  # as files are read: other line breaks are ordinary characters
        assert [s.tokens for s in parsed_m2(lines, "again")] == [s.tokens for s in sentences]
        for sentence in sentences:
            assert sentence.annotations


def arpa(data: bytes) -> None:
    """A model that was read can be used in a search."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.arpa"
        path.write_bytes(data)
        try:
            model = ReferenceModel.from_arpa(path)
        except SyntacticDiffError:
            return
        assert model.score("the cat sat").tokens == 3
        _search(model)


def sdlm(data: bytes) -> None:
    """A damaged file gives wrong numbers at worst."""
    data = with_header_checksum(data)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.sdlm"
        path.write_bytes(data)
        try:
            model = ReferenceModel.load(path, verify=False)
        except SyntacticDiffError as error:
            _is_one_line(str(error))
            return
        for use in (_search, _score, _export, _describe):
            try:
                use(model)
            except SyntacticDiffError:
                continue


def sdparse(data: bytes) -> None:
    """A damaged parser gives other trees at worst, and the same ones in both engines."""
    data = with_header_checksum(data)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.sdparse"
        path.write_bytes(data)
        for sentence in SENTENCES:
            words = [token.surface for token in tokenize(sentence)]
            found = []
            for name in ENGINES:
                try:
                    found.append(Parser.load(path, verify=False, engine=name).parse(words))
                except SyntacticDiffError:
                    found.append(None)
                try:
                    repairer = Repairer.load(
                        path, reference=_reference(), verify=False, engine=name
                    )
                    found.append(repairer.repair(words))
                except SyntacticDiffError:
                    found.append(None)
            assert found[:2] * len(ENGINES) == found


def sdctx(data: bytes) -> None:
    """A damaged context network has other opinions at worst, the same ones in both engines."""
    data = with_header_checksum(data)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.sdctx"
        path.write_bytes(data)
        found = []
        for name in ENGINES:
            try:
                network = ContextNetwork.load(path, verify=False, engine=name)
            except SyntacticDiffError:
                found.append(None)
                continue
            words = [*network.arrays.words[:3], "the", "1984", "dogs"]
            [opinions] = network.opinions([words])
            found.append(
                [
                    *(opinions.all_subs(place, "the").tolist() for place in range(len(words))),
                    *(opinions.all_inserts(place).tolist() for place in range(len(words) + 1)),
                    *(opinions.all_removes(place).tolist() for place in range(len(words))),
                ]
            )
        assert found[:1] * len(ENGINES) == found


def sdcs(data: bytes) -> None:
    """Prices that somebody changed, with right checksums: other edits at worst, the same in both.

    The settings beside them are read and shown, and no search is made with them.
    """
    data = with_header_checksum(data)
    if data.startswith(COMPACT.magic):
        body = data[:-CHECKSUM]
        data = body + hashlib.sha256(body).digest()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.sdcs"
        path.write_bytes(data)
        try:
            settings = CorrectionSettings.load(path)
        except SyntacticDiffError as error:
            _is_one_line(printable(str(error)))
            return
    for line in settings.summary():
        _is_one_line(printable(line))
    if settings.prices is None:
        return
    found = []
    for name in ENGINES:
        try:
            differ = _priced(settings.prices, name)
        except SyntacticDiffError:
            found.append(None)
            continue
        found.append([diff.edits for diff in differ.document(PRICED)])
    assert [_without_probabilities(diffs) for diffs in found[:1]] * len(found) == [
        _without_probabilities(diffs) for diffs in found
    ]


def _priced(prices: CalibratedPrices, engine: str) -> SyntacticDiff:
    """The lattice with these prices, and few candidates."""
    return SyntacticDiff(
        _reference(),
        penalties=Penalties(pricing=prices),
        insertions=["the", "a"],
        removals=["the", "to"],
        substitutions={"sat": ["ran"], "cat": ["dog", "the cat"]},
        min_count=1,
        min_probability=0.0,
        engine=engine,
    )


def _without_probabilities(diffs: list[tuple[Edit, ...]] | None) -> object:
    """The engines' probabilities agree to 1e-9, not to the last bit."""
    return diffs and [[(e.op, e.position, e.target, e.gain) for e in edits] for edits in diffs]


def conllu(data: bytes) -> None:
    """What is read can be written and read again."""
    lines = data.decode("utf-8", "replace").split("\n")
    try:
        sentences = list(conllu_sentences(lines))
    except InputError:
        return
    again = "".join(sentence.to_conllu() for sentence in sentences).split("\n")
    assert list(conllu_sentences(again)) == sentences


@cache
def _reference() -> ReferenceModel:
    return ReferenceModel.train(list(SENTENCES) * 6)


def _is_one_line(message: str) -> None:
    assert message.isprintable(), message


def _export(model: ReferenceModel) -> None:
    with tempfile.TemporaryDirectory() as folder:
        model.to_arpa(Path(folder) / "m.arpa")


def _describe(model: ReferenceModel) -> None:
    """`info` prints what the header says, and nothing that a terminal would obey."""
    for name, value in model.header.items():
        _is_one_line(name)
        for line in info._lines(value):
            _is_one_line(printable(line))


def _score(model: ReferenceModel) -> None:
    """`score` gives numbers that JSON can hold."""
    for text in (*SENTENCES, "", "x" * 300):
        json.dumps(asdict(model.score(text)), allow_nan=False)


def _search(model: ReferenceModel) -> None:
    names = ("native", "python") if native_engine._native is not None else ("python",)
    for name in names if model.levels is not None else ():
        differ = plain_differ(
            model, search="sweep", insertions=["the", "a"], min_count=0, engine=name
        )
        differ.document("the cat sat on mat")


def engine(data: bytes) -> None:
    """Both engines give the same diffs, whatever the text is."""
    text = data.decode("utf-8", "replace")[:400]
    if native_engine._native is None:
        return
    for search in ("sweep", "beam", "lattice"):
        python, native = _differs(search)
        ours, theirs = python.document(text), native.document(text)
        if search != "lattice":
            assert ours == theirs
            continue
        found = [[diff.edits for diff in diffs] for diffs in (ours, theirs)]
        assert _without_probabilities(found[0]) == _without_probabilities(found[1])
        for one, other in zip(ours, theirs, strict=True):
            assert (one.soft_counts or {}).keys() == (other.soft_counts or {}).keys()


@cache
def _differs(search: str) -> tuple[SyntacticDiff, SyntacticDiff]:
    model = ReferenceModel.train(list(SENTENCES) * 6)
    settings = {"search": search, "insertions": ["the", "a", "to"], "min_count": 1, "beam": 3}
    if search == "lattice":
        settings |= {"cost": "window", "aggregate": "sum", "min_probability": 0.0}
    return plain_differ(model, engine="python", **settings), plain_differ(
        model, engine="native", **settings
    )


def journal(data: bytes) -> None:
    """What a killed run left, or an arbitrary file in its place."""
    for name in (JOURNAL, MANIFEST):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / name).write_bytes(data)
            try:
                _found(Path(folder))
            except SyntacticDiffError:
                continue


def _model_files(folder: Path) -> Iterator[bytes]:
    """Model files whose sections have every form: codes, offsets and ids of every width."""
    rng = random.Random(7)
    words = [f"w{number}" for number in range(40)]
    many = [rng.choices(words, k=8) for _ in range(60)]
    for texts, bits in ((list(SENTENCES) * 2, None), (many, None), (many, 8)):
        model = ReferenceModel.train(texts, order=2)
        model.lexicon.capitalised = np.zeros(len(model.lexicon), np.uint8)
        model.save(folder / "m.sdlm", bits=bits)
        yield (folder / "m.sdlm").read_bytes()


def _treebank() -> list[TreebankSentence]:
    """Two sentences, with a multi-word token and an empty node."""
    first = TreebankSentence(
        (
            Word("The", "the", "DET", "DT", head=1, deprel="det"),
            Word("cat", "cat", "NOUN", "NN", head=2, deprel="nsubj"),
            Word("sat", "sit", "VERB", "VBD", head=-1, deprel="root"),
            Word(".", ".", "PUNCT", ".", head=2, deprel="punct"),
        ),
        ("# sent_id = 1",),
        line=2,
    )
    second = TreebankSentence(
        (
            Word("Cats", "cat", "NOUN", "NNS", head=1, deprel="nsubj"),
            Word("sit", "sit", "VERB", "VBP", head=-1, deprel="root"),
        ),
        (),
        ((0, "1-2\tCatssit" + "\t_" * 8), (2, "2.1\tthere" + "\t_" * 8)),
        line=8,
    )
    return [first, second]


def _small_parser() -> bytes:
    """A parser with repair, without the native engine, which alone could learn one."""
    everything = np.arange(1, 200, dtype=np.uint64) << np.uint64(48)

    def weights(classes: int) -> PackedWeights:
        labels = (np.arange(len(everything)) % classes).astype(np.uint8)
        ones = np.ones(len(everything), np.uint32)
        values = np.where(labels % 2, 1.0, -1.0)
        return PackedWeights.pack(LearnedWeights(everything, ones, labels, values), classes)

    tagger = Tagger(["DT", "NN", "VBD", "."], weights(4))
    parser = Parser(tagger, weights(2), ["dep", "root", "nsubj"], weights(3))
    forms = Forms.from_treebank(_treebank())
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "p.sdparse"
        Repairer(parser, weights(10), forms, _reference()).save(path)
        return path.read_bytes()


def _small_prices() -> bytes:
    """Settings with prices that have weights for the cues of a few edits."""
    none = CalibratedPrices(drawn_weights([]))
    table = _priced(none, ENGINES[0]).cue_table([PRICED])
    prices = CalibratedPrices(drawn_weights(table.cues.tolist()), scale=900, least_gain=5.0)
    settings = CorrectionSettings(
        settings={"max_inserted": 1},
        penalties={"base": 1.0},
        cues={"strongest": {"insert(the)": 2.5}},
        provenance={"data": "our own"},
        prices=prices,
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "s.sdcs"
        settings.save(path)
        return path.read_bytes()


@cache
def seeds(name: str) -> tuple[bytes, ...]:
    """Valid inputs of a target, to be changed."""
    text = " ".join(SENTENCES).encode()
    rows = [{"id": str(number), "text": s} for number, s in enumerate(SENTENCES)]
    for module in _ROOMS:
        if name in module.ALL:
            return module.seeds(name)
    if name == "csv":
        return (b'id,text\n1,a\n2,"b ""c""\nd"\n3,\n', b"\xef\xbb\xbfid\ttext\r\n1,a\r\n")
    if name == "jsonl":
        return (
            "".join(json.dumps(row) + "\n" for row in rows).encode(),
            b'{"id": 1, "text": "\\ud800"}',
        )
    if name == "m2":
        return (
            b"S He go to school .\nA 1 2|||SVA|||goes||went|||REQUIRED|||-NONE-|||0\n\n"
            b"S Fine .\nA -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1\n",
        )
    if name in ("arpa", "sdlm"):
        with tempfile.TemporaryDirectory() as folder:
            model = ReferenceModel.train(list(SENTENCES) * 2, order=2)
            model.to_arpa(Path(folder) / "m.arpa")
            if name == "arpa":
                return ((Path(folder) / "m.arpa").read_bytes(),)
            return tuple(_model_files(Path(folder)))
    if name == "sdparse":
        return (_small_parser(),)
    if name == "sdcs":
        return (_small_prices(),)
    if name == "sdctx":
        with tempfile.TemporaryDirectory() as folder:
            small_network().write(Path(folder) / "n.sdctx", HEADER)
            return ((Path(folder) / "n.sdctx").read_bytes(),)
    if name == "conllu":
        return ("".join(sentence.to_conllu() for sentence in _treebank()).encode(),)
    if name == "journal":
        header = {"version": 1, "settings": {"a": "b"}, "partitions": ["x"]}
        entry = {"part": 0, "sha256": "y", "bytes": 1, "documents": 1, "rejected": []}
        manifest = {
            "version": 1,
            "settings": {},
            "documents": 1,
            "rejected": 0,
            "rejected_sha256": None,
            "parts": [{**entry, "file": "part-00000.jsonl", "rejected": 0, "input_sha256": "x"}],
        }
        lines = f"{json.dumps(header)}\n{json.dumps(entry)}\n"
        return (lines.encode(), json.dumps(manifest).encode())
    return (text, "“Quoted,” he said… it’s 5 € – at a@b.com :-) 😀\n\nNo. 5".encode())


def _missing(needs: tuple[str, ...]) -> str:
    """The first module of these that is not installed."""
    for name in needs:
        try:
            if find_spec(name) is None:
                return name
        except ModuleNotFoundError:  # not even its package
            return name
    return ""


_HERE = (tokenizer, csv, jsonl, m2, arpa, sdlm, sdparse, sdctx, sdcs, conllu, engine, journal)
_ROOMS = (reader_targets, room_targets, network_targets)
_ELSEWHERE = {name: found for module in _ROOMS for name, found in module.ALL.items()}
SKIPPED = {name: miss for name, (_, needs) in _ELSEWHERE.items() if (miss := _missing(needs))}
TARGETS: dict[str, Callable[[bytes], None]] = {target.__name__: target for target in _HERE} | {
    name: target for name, (target, _) in _ELSEWHERE.items() if name not in SKIPPED
}
