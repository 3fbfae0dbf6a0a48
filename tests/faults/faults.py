"""`make faults`: commands that write, on a file system that fails; the table in results/faults.md.

    python tests/faults/faults.py [--runs 1000] [--seed N] [--record results/faults.json] [COMMAND]

A run gets one fault at a random one of its calls to the file system: the disk is full, the device
returns EIO, the file system is read-only, the process is killed (-9), or power is lost (the folder
is copied at that moment). Afterwards every output must be the old one or the new one, whole; after
the same command without a fault it must be the new one, and nothing else may be there.

The faults are real return values of system calls (`shim.c`, compiled with the C compiler and
preloaded). Runs are forked from one process that has imported everything. With --record, they are
added to those of the file, from which the page beside it (.md) is written; a run that is killed has
recorded all but the last few of its runs.
"""

from __future__ import annotations

import argparse
import errno
import io
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.commands import ENVIRONMENT, LEARNER, reference_sentences
from support.office import runs, word

COPIED, KILLED, COUNTED = 1000, 1001, 0
FAULTS = {
    "disk full": errno.ENOSPC,
    "EIO": errno.EIO,
    "read-only": errno.EROFS,
    "kill -9": KILLED,
    "loss of power": COPIED,
}

_FORKING = """
import ctypes, json, os, sys
import syntacticdiff.cli.features_folder, syntacticdiff.cli.cluster, syntacticdiff.cli.classify
import syntacticdiff.topics.topics, syntacticdiff.compare.comparison, syntacticdiff.report.writing
import syntacticdiff.classify.classifier, syntacticdiff.classify.evaluation
import syntacticdiff.tuning.fitting, syntacticdiff.repair, syntacticdiff.recognition
from syntacticdiff.cli.main import main
shim = ctypes.CDLL(None)
shim.fault_calls.restype = ctypes.c_long
shim.fault_arm.argtypes = (ctypes.c_int, ctypes.c_long, ctypes.c_char_p)
print("ready", flush=True)
for line in sys.stdin:
    request = json.loads(line)
    child = os.fork()
    if child == 0:
        os.chdir(request["folder"])
        log = os.open(request["log"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        nothing = os.open(os.devnull, os.O_RDWR)
        for descriptor, target in ((nothing, 0), (nothing, 1), (log, 2)):
            os.dup2(descriptor, target)
        shim.fault_arm(request["fault"], request["after"], os.fsencode(request["folder"]))
        code = 70
        try:
            main.main(request["arguments"])
        except SystemExit as ended:
            code = ended.code
        finally:
            calls = shim.fault_calls()
            shim.fault_arm(0, 0, b"/nowhere")
            os.write(2, b"")
            with open(request["log"] + ".calls", "w") as stream:
                stream.write(str(calls))
            os._exit(code if isinstance(code, int) else 70)
    _, status = os.waitpid(child, 0)
    print(os.waitstatus_to_exitcode(status), flush=True)
"""


@dataclass(frozen=True)
class Command:
    """A command that writes, and what it writes."""

    name: str
    call: str
    outputs: tuple[str, ...]
    again: str = ""  # added where an earlier run has left something
    before: str = ""  # an input that may stand where the output will be: a folder
    each: bool = False  # a folder of files that are written one after the other
    needs: str = ""  # a module without which it is left out


COMMANDS = (
    Command("train", "train ours.txt --order 2 --out m.sdlm", ("m.sdlm",)),
    Command("import", "import ours.arpa --out i.sdlm", ("i.sdlm",)),
    Command("export", "export ours.sdlm --arpa e.arpa", ("e.arpa",)),
    Command("diff", "diff essay.txt DESCRIBED --out d.txt", ("d.txt",)),
    Command("diff --json", "diff e.csv --text essay DESCRIBED --json --out d.jsonl", ("d.jsonl",)),
    Command("score", "score essay.txt --reference ours.sdlm --out s.txt", ("s.txt",)),
    Command("features .csv", "features e.csv --text essay MODEL --out f.csv", ("f.csv",)),
    Command("features .npz", "features e.csv --text essay MODEL --out f.npz", ("f.npz",)),
    Command(
        "features FOLDER/",
        "features e.csv --text essay MODEL --out parts/ --part-format jsonl --partition-size 300",
        ("parts",),
        " --resume",
    ),
    Command(
        "cluster",
        "cluster e.csv --text essay DESCRIBED --topics 2 --min-df 1 --max-df 1.0"
        " --out t.csv --report t.json",
        ("t.csv", "t.json"),
    ),
    Command(
        "classify train",
        "classify train e.csv --text essay --label l1 MODEL --out writers",
        ("writers",),
        before="known",
    ),
    Command(
        "classify evaluate",
        "classify evaluate e.csv --text essay --label l1 MODEL --folds 2 --views words"
        " --report c.html --json --out c.jsonl",
        ("c.html", "c.jsonl"),
    ),
    Command(
        "compare",
        "compare e.csv e2.csv --text essay --folds 2 --report k.md --out k.txt",
        ("k.md", "k.txt"),
    ),
    Command("rank", "rank j.csv --resamples 20 --figure r.svg --out r.txt", ("r.svg", "r.txt")),
    Command(
        "evaluate",
        "evaluate gleu ours.txt --source ours.txt --references ours.txt --out g.txt",
        ("g.txt",),
    ),
    Command("align", "align ours.txt ours.txt --out a.m2", ("a.m2",)),
    Command("features .jsonl", "features e.csv --text essay MODEL --out f.jsonl", ("f.jsonl",)),
    Command(
        "classify predict", "classify predict known e.csv --text essay --out q.txt", ("q.txt",)
    ),
    Command("correct", "correct essay.txt MODEL --out c.txt", ("c.txt",)),
    Command(
        "correct FOLDER/", "correct essays MODEL --out fixed/", ("fixed",), each=True, needs="lxml"
    ),
    Command("correct .docx", "correct essays/c.docx MODEL --out c.docx", ("c.docx",), needs="lxml"),
    Command("correct --json", "correct essay.txt MODEL --json --out c.jsonl", ("c.jsonl",)),
    Command("correct --m2", "correct essay.txt MODEL --m2 --out c.m2", ("c.m2",)),
    Command("report", "report e.csv --text essay MODEL --out v.html", ("v.html",)),
    Command(
        "report .json",
        "report e.csv --text essay --label l1 MODEL --out v.json",
        ("v.json",),
    ),
    Command(
        "classify evaluate --test",
        "classify evaluate e.csv --test e2.csv --text essay --label l1 MODEL --views words"
        " --report n.md --out n.txt",
        ("n.md", "n.txt"),
    ),
    Command("score --json", "score essay.txt --reference ours.sdlm --json --out s.js", ("s.js",)),
    Command("info", "info ours.sdlm --out n.txt", ("n.txt",)),
    Command("evaluate all", "evaluate all ours.txt ours.m2 --out g.txt", ("g.txt",)),
    Command(
        "evaluate compare",
        "evaluate compare ours.txt ours2.txt --metric gleu --source ours.txt"
        " --references ours.txt --samples 20 --out g.txt",
        ("g.txt",),
    ),
    Command("rank --figure .html", "rank j.csv --resamples 20 --figure r.html", ("r.html",)),
    Command(
        "features FOLDER/ .parquet",
        "features e.csv --text essay MODEL --out parts/ --part-format parquet --partition-size 300",
        ("parts",),
        " --resume",
        needs="pyarrow",
    ),
    Command("parse", "parse essay.txt --out p.conllu", ("p.conllu",)),
    Command("recognize", "recognize essay.txt --out w.txt", ("w.txt",)),
    Command(
        "tune",
        "tune gold.m2 --level operations --folds 0 --reference ours.sdlm --out s.toml",
        ("s.toml",),
    ),
    Command(
        "train-parser",
        "train-parser trees.conllu --errors 0 --iterations 2 --out t.sdparse",
        ("t.sdparse",),
    ),
)


GOLD = """S The teacher walk to school .
A 2 3|||R:VERB:SVA|||walks|||REQUIRED|||-NONE-|||0

S She is in garden .
A 3 3|||M:DET|||the|||REQUIRED|||-NONE-|||0

"""
TREES = """1	She	she	PRON	PRP	_	2	nsubj	_	_
2	walks	walk	VERB	VBZ	_	0	root	_	_
3	to	to	ADP	IN	_	4	case	_	_
4	school	school	NOUN	NN	_	2	obl	_	_

1	Children	child	NOUN	NNS	_	2	nsubj	_	_
2	read	read	VERB	VBP	_	0	root	_	_
3	books	book	NOUN	NNS	_	2	obj	_	_

"""


def inputs(folder: Path) -> None:
    """The files that the commands read."""
    from syntacticdiff import EditVectorizer, ReferenceModel
    from syntacticdiff.classify import TextClassifier

    sentences = list(reference_sentences())
    (folder / "ours.txt").write_text("".join(f"{sentence}\n" for sentence in sentences))
    model = ReferenceModel.train(sentences, order=2)
    model.save(folder / "ours.sdlm")
    model.to_arpa(folder / "ours.arpa")
    (folder / "essay.txt").write_text(LEARNER)
    for name in ("e.csv", "e2.csv"):
        rows = [f"The teacher walk to {place}. She is in {place}.,a\n" for place in "abcdef"]
        rows += [f"They {verb} the book to us.,b\n" for verb in ("read", "reads", "see", "go")]
        (folder / name).write_text("essay,l1\n" + "".join(rows[:: 1 if name == "e.csv" else -1]))
    edits = EditVectorizer(str(folder / "ours.sdlm"), insertions=["the", "to"])
    essays = ["We go school.", "They go park.", "Park is by school.", "School is by park."]
    TextClassifier.train(essays, ["a", "a", "b", "b"], edits=edits).save(folder / "known")
    (folder / "gold.m2").write_text(GOLD)
    (folder / "trees.conllu").write_text(TREES)
    essays = folder / "essays"
    essays.mkdir()
    (essays / "a.txt").write_text(LEARNER)
    (essays / "b.txt").write_text("She go school. They is in garden.")
    (essays / "c.docx").write_bytes(word(runs("He walk to school. ", "*She is", " in garden.")))
    (folder / "ours2.txt").write_text("".join(f"{sentence} Yes\n" for sentence in sentences))
    gold = (
        f"S {sentence}\nA -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0\n\n"
        for sentence in sentences
    )
    (folder / "ours.m2").write_text("".join(gold))
    judgments = "a,1,b,2\nb,1,c,2\na,1,c,1\n" * 5
    (folder / "j.csv").write_text(f"system1Id,system1rank,system2Id,system2rank\n{judgments}")


class Forking:
    """Runs commands with faults, one at a time."""

    def __init__(self, shim: Path) -> None:
        environment = ENVIRONMENT | {
            "LD_PRELOAD": str(shim),
            "OMP_NUM_THREADS": "1",
            "OPENBLAS_NUM_THREADS": "1",
            "PYTHONWARNINGS": "ignore",
        }
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _FORKING],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._answer()

    def run(self, folder: Path, call: str, fault: int, after: int, log: Path) -> int:
        reference = "--reference ours.sdlm --engine auto"
        call = call.replace("DESCRIBED", f"{reference} --describe").replace("MODEL", reference)
        request = {
            "folder": str(folder),
            "arguments": call.split(),
            "log": str(log),
            "fault": fault,
            "after": after,
        }
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        return int(self._answer())

    def _answer(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the process that starts runs has ended")
        return line.strip()

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def compiled(folder: Path) -> Path:
    """The shim as a library."""
    library = folder / "shim.so"
    source = Path(__file__).with_name("shim.c")
    compiler = os.environ.get("CC", "cc")
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-O1", "-o", str(library), str(source), "-ldl"], check=True
    )
    return library


def contents(folder: Path, names: tuple[str, ...]) -> dict[str, bytes]:
    """The files of outputs, those in folders too."""
    found = {}
    for name in names:
        path = folder / name
        files = [path] if path.is_file() else sorted(path.rglob("*")) if path.is_dir() else []
        found |= {
            str(file.relative_to(folder)): _undated(file.read_bytes())
            for file in files
            if file.is_file()
        }
    return found


def _undated(data: bytes) -> bytes:
    """The same bytes, but of a Word document the XML without the time of its changes."""
    if not data.startswith(b"PK") or b"word/document.xml" not in data:
        return data
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            xml = [archive.read(name) for name in sorted(archive.namelist())]
    except (zipfile.BadZipFile, zlib.error, OSError):
        return data
    return re.sub(rb' w:date="[^"]*"', b"", b"\0".join(xml))


def extra(folder: Path, command: Command, given: set[str]) -> list[str]:
    """Names that neither the inputs nor the outputs explain."""
    return sorted(set(os.listdir(folder)) - given - set(command.outputs))


@dataclass
class Study:
    """All runs: expectations from runs without faults, then the faults."""

    forking: Forking
    inputs: Path
    work: Path

    def expect(self, command: Command) -> tuple[dict[str, bytes], int]:
        """What a command writes, and in how many calls."""
        written = []
        for _ in range(2):
            folder = self._folder("run")  # a classifier names its reference by path
            log = self.work / "log"
            code = self.forking.run(folder, command.call, COUNTED, 0, log)
            assert code == 0, (command.name, log.read_text())
            written.append(contents(folder, command.outputs))
            calls = int(Path(f"{log}.calls").read_text())
            shutil.rmtree(folder)
        assert written[0], command.name
        assert written[0] == written[1], f"{command.name}: two runs differ"
        return written[0], calls

    def one(
        self,
        command: Command,
        fault: str,
        chance: random.Random,
        wanted: dict[str, bytes],
        calls: int,
    ) -> list[str]:
        """The verdicts on one run with a fault."""
        folder, log = self._folder("run"), self.work / "log"
        copy = Path(f"{folder}.copy")
        given = set(os.listdir(folder))
        old: dict[str, bytes] = {}
        if chance.random() < 0.5 and not command.again:
            for name in command.outputs:
                if command.before:
                    shutil.copytree(folder / command.before, folder / name)
                elif command.each:
                    for file in wanted:
                        (folder / file).parent.mkdir(parents=True, exist_ok=True)
                        (folder / file).write_bytes(b"old\n")
                else:
                    (folder / name).write_bytes(b"old\n")
            old = contents(folder, command.outputs)
        after = 0 if fault == "read-only" else chance.randrange(calls)
        code = self.forking.run(folder, command.call, FAULTS[fault], after, log)
        said = log.read_text(errors="replace")
        if fault == "loss of power":
            shutil.rmtree(folder)
            copy.rename(folder)
        verdicts = list(self._after_fault(command, folder, fault, code, said, old, wanted))
        if fault not in ("kill -9", "loss of power") and (left := extra(folder, command, given)):
            verdicts.append(f"left behind {left}")
        begun = command.again and (folder / command.outputs[0]).exists()
        call = command.call + (command.again if begun else "")
        code = self.forking.run(folder, call, COUNTED, 0, log)
        if code != 0:
            verdicts.append(f"the next run fails: {log.read_text(errors='replace')[-300:]}")
        if (new := contents(folder, command.outputs)) != wanted:
            other = sorted(name for name in new | wanted if new.get(name) != wanted.get(name))
            verdicts.append(f"the next run does not give the same {other}")
        if left := extra(folder, command, given):
            verdicts.append(f"the next run leaves {left}")
        shutil.rmtree(folder)
        return verdicts

    def _after_fault(
        self,
        command: Command,
        folder: Path,
        fault: str,
        code: int,
        said: str,
        old: dict[str, bytes],
        wanted: dict[str, bytes],
    ) -> Iterator[str]:
        if "Traceback" in said:
            yield f"traceback: {said[-300:]}"
        found = contents(folder, command.outputs)
        if command.again:  # a run in parts: whatever is there is whole
            ends = (".jsonl", ".parquet")
            parts = {name: data for name, data in found.items() if name.endswith(ends)}
            for name, data in parts.items():
                if wanted.get(name) != data:
                    yield f"{name} is half"
        elif command.before:  # a folder: all of its files are old, or all are new
            if found not in (wanted, old):
                yield f"{command.outputs[0]} is {'half' if found else 'lost'}"
        else:
            if fault in ("kill -9", "loss of power"):  # the next run has to remove them
                found = {name: data for name, data in found.items() if not name.endswith(".part")}
            for name in wanted.keys() | found.keys():
                allowed = [wanted.get(name), old.get(name)]
                if found.get(name) not in allowed:
                    yield f"{name} is half" if name in found else f"{name} is lost"
        if fault in ("kill -9", "loss of power"):
            return
        if code == 0 and found != wanted:
            yield "exit code 0 without the result"
        if code not in (0, 1, 2):  # 2 where nothing can be written at all
            yield f"exit code {code}"

    def _folder(self, name: str) -> Path:
        folder = self.work / name
        shutil.copytree(self.inputs, folder)
        return folder


PAGE = """# Faults

Commands that write, on a file system that fails at a random one of their calls: the disk is full,
the device returns EIO, the file system is read-only, the process is killed (-9), power is lost (the
folder is copied at that moment). Afterwards each output has to be the old one or the new one,
whole, and the same command without a fault has to give the new one and to leave nothing else.
Written by `tests/faults/faults.py` (`make faults`, which adds to them, those with the fewest runs
first) from {runs:,} runs. `serve` writes no file. `reference build`, which needs a package index,
and `train-recognizer` and `train-corrector`, which need torch, are not among them.

| command | {faults} | not as it should be |
|---|{rules}---|
{rows}
| all | {totals} | {bad} |
"""


def page(record: dict[str, Any]) -> str:
    """The table of all runs."""
    counted = Counter(record["by_fault"])
    bad = Counter(row["command"] for row in record["found"])
    names = list(dict.fromkeys(key.rpartition(", ")[0] for key in counted))
    lines = [
        f"| `{name}` | {' | '.join(str(counted[f'{name}, {fault}']) for fault in FAULTS)} "
        f"| {bad[name]} |"
        for name in names
    ]
    totals = (sum(counted[f"{name}, {fault}"] for name in names) for fault in FAULTS)
    return PAGE.format(
        runs=counted.total(),
        faults=" | ".join(FAULTS),
        rules="---|" * len(FAULTS),
        rows="\n".join(lines),
        totals=" | ".join(map(str, totals)),
        bad=sum(bad.values()),
    )


def main() -> int:
    """Run, print what is not as it should be, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--seed", type=int, help="default: 0, another one where runs are added")
    parser.add_argument("--record", type=Path, metavar="FILE.json")
    parser.add_argument("commands", nargs="*", metavar="COMMAND")
    options = parser.parse_args()
    chosen = [c for c in COMMANDS if not options.commands or c.name in options.commands]
    for command in [c for c in chosen if c.needs and find_spec(c.needs) is None]:
        print(f"{command.name}: left out: {command.needs} is not installed")
        chosen.remove(command)
    rows: list[dict[str, Any]] = []
    known: dict[str, Any] = {"sessions": [], "by_fault": {}, "found": []}
    if options.record is not None and options.record.exists():
        known = json.loads(options.record.read_text())
    seed = len(known["sessions"]) if options.seed is None else options.seed
    with tempfile.TemporaryDirectory() as place:
        made = Path(place, "inputs")
        made.mkdir()
        inputs(made)
        forking = Forking(compiled(Path(place)))
        study = Study(forking, made, Path(place))
        expected = {command.name: study.expect(command) for command in chosen}
        plan = [(command, fault) for command in chosen for fault in FAULTS]
        had = Counter(known["by_fault"])
        for number in range(options.runs):
            command, fault = min(plan, key=lambda pair: had[f"{pair[0].name}, {pair[1]}"])
            had[f"{command.name}, {fault}"] += 1
            chance = random.Random(seed * 1_000_003 + number)
            verdicts = study.one(command, fault, chance, *expected[command.name])
            for verdict in verdicts:
                print(f"{number}: {command.name}, {fault}: {verdict}", flush=True)
            rows.append({"command": command.name, "fault": fault, "verdicts": verdicts})
            if options.record is not None and (number + 1) % 20 == 0:  # or it may be killed
                write_record(options.record, known, rows, seed)
        forking.close()
    bad = sum(bool(row["verdicts"]) for row in rows)
    print(f"{len(rows):,} runs, {bad} not as they should be")
    if options.record is not None:
        write_record(options.record, known, rows, seed)
    return 1 if bad else 0


def write_record(path: Path, known: dict[str, Any], rows: list[dict[str, Any]], seed: int) -> None:
    """Write what was run, earlier runs included, and the page beside it."""
    table = Counter(known["by_fault"])
    table.update(f"{row['command']}, {row['fault']}" for row in rows)
    record = {
        "runs": table.total(),
        "sessions": [*known["sessions"], {"seed": seed, "runs": len(rows)}],
        "by_fault": table,
        "found": [*known["found"], *(row for row in rows if row["verdicts"])],
    }
    path.write_text(json.dumps(record, indent=1) + "\n")
    path.with_suffix(".md").write_text(page(record))


if __name__ == "__main__":
    sys.exit(main())
