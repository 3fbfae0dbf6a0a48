"""Bad input and invalid arguments: an exit code, one clear line, no traceback, no file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support.commands import run

DATA, CALL = 1, 2

ARPA_HEAD = b"\\data\\\nngram 1=3\n\n\\1-grams:\n-1\t<unk>\n"

# (files to make, command line, exit code, what the one line says). MODEL is a good model.
CASES: dict[str, tuple[dict[str, bytes], str, int, str]] = {
    "wrong path": ({}, "diff nowhere.txt", CALL, "nowhere.txt: no such file or folder"),
    "wrong column": (
        {"essays.csv": b"id,essay,l1\n1,One.,de\n"},
        "diff essays.csv --text text",
        CALL,
        'essays.csv: no column "text"; it has id, essay, l1. Choose one with --text.',
    ),
    "no column chosen": (
        {"e.csv": b"id,essay\n1,One.\n"},
        "score e.csv",
        CALL,
        "choose the column that holds the text with --text",
    ),
    "empty file": ({"a.txt": b""}, "diff a.txt --penalty base=2", DATA, "a.txt: empty"),
    "empty folder": ({}, "diff . --penalty base=2", DATA, ".: no .txt or .docx or .odt file"),
    "NUL bytes": ({"a.txt": b"a\0b"}, "diff a.txt --penalty base=2", DATA, "a.txt: not text: NUL"),
    "UTF-16": ({"a.txt": "One.".encode("utf-16")}, "score a.txt", DATA, "a.txt: UTF-16"),
    "bad JSON": (
        {"a.jsonl": b"{\n"},
        "diff a.jsonl --text t --penalty base=2",
        DATA,
        "a.jsonl:1: not JSON",
    ),
    "truncated model": (
        {"a.txt": b"One.", "m.sdlm": b"MODEL[:-100]"},
        "diff a.txt --reference m.sdlm",
        DATA,
        "m.sdlm: truncated: it has",
    ),
    "foreign model": (
        {"a.txt": b"One.", "m.sdlm": b"not a model at all, but long enough to be one " * 9},
        "diff a.txt --reference m.sdlm",
        DATA,
        "m.sdlm: not a SyntacticDiff reference model",
    ),
    "missing model": (
        {"a.txt": b"One."},
        "score a.txt --reference no.sdlm",
        DATA,
        "no.sdlm: cannot be read: No such file",
    ),
    "empty model": ({"m.sdlm": b""}, "info m.sdlm", DATA, "m.sdlm: not a reference model"),
    "huge penalty": (
        {"a.txt": b"One."},
        "diff a.txt --reference MODEL --penalty base=1e308",
        CALL,
        "penalties: base is 1e+308",
    ),
    "nothing to train on": ({"a.txt": b""}, "train a.txt --out OUT", DATA, "a.txt: empty"),
    "blank training text": ({"a.txt": b"\n \n"}, "train a.txt --out OUT", DATA, "no sentence"),
    "NUL in training text": ({"a.txt": b"One.\0"}, "train a.txt --out OUT", DATA, "NUL"),
    "order 9": ({"a.txt": b"One."}, "train a.txt --order 9 --out OUT", CALL, "order"),
    "pruned unigrams": ({"a.txt": b"One."}, "train a.txt --prune 1,1,1 --out OUT", CALL, "prun"),
    "bad pruning": ({"a.txt": b"One."}, "train a.txt --prune a --out OUT", CALL, "0,0,1"),
    "too few weights": (
        {"a.txt": b"One."},
        "train a.txt --smoothing linear --weights 1 --out OUT",
        CALL,
        "weights",
    ),
    "no folder to write to": ({"a.txt": b"One."}, "train a.txt --out x/OUT", CALL, "no folder x"),
    "a folder as a file": ({"a.txt": b"One."}, "train a.txt --out .", CALL, ".: a folder"),
    "train without a file": ({"a.txt": b"One."}, "train a.txt", CALL, "--out"),
    "missing ARPA": ({}, "import no.arpa --out OUT", DATA, "no.arpa: "),
    "no ARPA": ({"m.arpa": b"One.\n"}, "import m.arpa --out OUT", DATA, "m.arpa"),
    "ARPA without a section": (
        {
            "m.arpa": ARPA_HEAD.replace(b"\n\n", b"\nngram 2=1\n\n")
            + b"-1\t<s>\n-1\t</s>\n\n\\end\\\n"
        },
        "import m.arpa --out OUT",
        DATA,
        "m.arpa, line 10: ",
    ),
    "ARPA with a bad number": (
        {"m.arpa": ARPA_HEAD + b"x\t<s>\n-1\t</s>\n\n\\end\\\n"},
        "import m.arpa --out OUT",
        DATA,
        'm.arpa, line 6: "x" is not a number',
    ),
    "unknown option": ({"a.txt": b"One."}, "diff a.txt --colour", CALL, "--colour"),
    "unknown command": ({}, "differ", CALL, "differ"),
    "unknown search": ({"a.txt": b"One."}, "diff a.txt --search dfs", CALL, "sweep"),
    "bad alpha": ({"a.txt": b"One."}, "diff a.txt --reference MODEL --alpha 3", CALL, "alpha"),
    "bad beam": ({"a.txt": b"One."}, "diff a.txt --beam wide", CALL, "'wide' is neither"),
    "bad penalty": ({"a.txt": b"One."}, "diff a.txt --penalty base", CALL, "NAME=NUMBER"),
    "nameless penalty": (
        {"a.txt": b"One."},
        "diff a.txt --reference MODEL --penalty x=1",
        CALL,
        "'x'",
    ),
    "bad operation": (
        {"a.txt": b"One."},
        "diff a.txt --reference MODEL --operations swap",
        CALL,
        "swap",
    ),
    "no word list": (
        {"a.txt": b"One."},
        "diff a.txt --reference MODEL --insertions no.txt",
        CALL,
        "no.txt",
    ),
    "unknown substitutions": (
        {"a.txt": b"One."},
        "diff a.txt --reference MODEL --substitutions magic",
        CALL,
        "magic",
    ),
    "unknown removals": (
        {"a.txt": b"One."},
        "diff a.txt --reference MODEL --removals magic",
        CALL,
        "removals: 'magic'",
    ),
    "a number of many digits": (
        {"a.txt": b"One."},
        f"diff a.txt --jobs {'9' * 20}",
        CALL,
        "99999999999999999999 is not in the range",
    ),
    "a number of thousands of digits": (
        {"a.txt": b"One."},
        f"diff a.txt --jobs {'9' * 5000}",
        CALL,
        "is not a number of at most",
    ),
    "a huge beam": (
        {"a.txt": b"One."},
        f"diff a.txt --search beam --beam {10**30}",
        CALL,
        "beam: 1000000000000000000000000000000 is too large; the most is",
    ),
    "more frequent words than digits": (
        {"a.txt": b"One."},
        f"diff a.txt --insertions frequent:{'1' * 5000}",
        CALL,
        "insertions: frequent:N takes a whole number of at most nine digits",
    ),
    "ARPA with endless counts": (
        {"m.arpa": ARPA_HEAD.replace(b"=3", b"=" + b"3" * 5000)},
        "import m.arpa --out OUT",
        DATA,
        "m.arpa, line 2: a number of so many digits",
    ),
    "an endless order in ARPA": (
        {"m.arpa": ARPA_HEAD.replace(b"ngram 1=", b"ngram " + b"1" * 5000 + b"=")},
        "import m.arpa --out OUT",
        DATA,
        "m.arpa, line 2: a number of so many digits",
    ),
    "a size of many digits": (
        {"a.txt": b"One."},
        f"train a.txt --memory {'9' * 5000} --out OUT",
        CALL,
        "is not a size",
    ),
    "absurdly many resamples": (
        {"j.csv": b"system1Id,system1rank,system2Id,system2rank\na,1,b,2\n"},
        "rank j.csv --resamples 1000000000000",
        CALL,
        "1000000000000 is not a number of at most",
    ),
    "more resamples than fit into memory": (
        {"j.csv": b"system1Id,system1rank,system2Id,system2rank\n" + b"a,1,b,2\n" * 100},
        "rank j.csv --resamples 2000000000",
        CALL,
        "resamples: 2,000,000,000 of 100 rankings would take too much memory",
    ),
    "a rank of many digits": (
        {"j.csv": b"system1Id,system1rank,system2Id,system2rank\na,1,b," + b"9" * 5000 + b"\n"},
        "rank j.csv",
        DATA,
        "not a whole number",
    ),
    "a wrong column among very many": (
        {"a.csv": ",".join(f"column {number}" for number in range(20_000)).encode() + b"\n"},
        "diff a.csv --text text",
        CALL,
        'a.csv: no column "text"; it has column 0, column 1,',
    ),
    "its own input as output": (
        {"a.csv": b"essay\nOne.\n"},
        "features a.csv --text essay --reference MODEL --out a.csv",
        CALL,
        "a.csv: an input (a.csv); choose another name for the output",
    ),
    "an input by another name": (
        {"a.txt": b"One."},
        "score ./a.txt --out a.txt",
        CALL,
        "a.txt: an input (./a.txt)",
    ),
    "a file of the input folder": (
        {"a.txt": b"One."},
        "score . --out a.txt",
        CALL,
        "a.txt: an input (.)",
    ),
    "the text of a model": ({"a.txt": b"One."}, "train a.txt --out a.txt", CALL, "a.txt: an input"),
    "an ARPA file in the place of its model": (
        {"m.arpa": ARPA_HEAD},
        "import m.arpa --out m.arpa",
        CALL,
        "m.arpa: an input",
    ),
    "a long path": ({}, f"diff {'x' * 100_000}", CALL, "[...]"),
    "a key of very many parts": (
        {"a.txt": b"One.", "s.toml": b"a" + b".a" * 20_000 + b" = 1\n"},
        "correct a.txt --reference MODEL --settings s.toml",
        DATA,
        "s.toml: a key has more than 64 parts",
    ),
    "hardly any weight for bits": (
        {"a.txt": b"One."},
        "diff a.txt --alpha 1e-320",
        CALL,
        "alpha: the lattice needs a number from 0.001",
    ),
    "very many words in one gap": (
        {"a.txt": b"One."},
        "diff a.txt --max-inserted 1000",
        CALL,
        "max_inserted: 1000 is too large; the most is 4",
    ),
    "a size that is empty": (
        {"a.txt": b"One."},
        "train a.txt --out m.sdlm --memory=",
        CALL,
        "'' is not a size such as 500M or 4G",
    ),
    "very many processes": (
        {"a.txt": b"One."},
        "features a.txt --reference MODEL --out parts/ --workers 1000000000",
        CALL,
        "--workers",
    ),
    "very many draws": (
        {"a.txt": b"One .\n", "b.txt": b"One .\n"},
        "evaluate gleu a.txt --references b.txt --iterations 2147483647",
        CALL,
        "iterations: 2147483647 is too large; the most is 1,000,000",
    ),
    "a weight beyond all numbers": (
        {"a.txt": b"One .\n", "a.m2": b"S One .\n"},
        "evaluate imeasure a.txt a.m2 --weight 1e308",
        CALL,
        "weight: a number from 1 to 1,000,000 is needed",
    ),
    "no processes": ({"a.txt": b"One."}, "diff a.txt --jobs 0", CALL, "--jobs"),
}


@pytest.mark.parametrize(("files", "call", "code", "message"), CASES.values(), ids=CASES)
def test_bad_input_is_answered_in_one_line(
    folder: Path, model: str, files: dict[str, bytes], call: str, code: int, message: str
) -> None:
    for name, content in files.items():
        if content == b"MODEL[:-100]":
            content = Path(model).read_bytes()[:-100]
        (folder / name).write_bytes(content)
    before = {name: (folder / name).read_bytes() for name in files}
    command = [word.replace("MODEL", model) for word in call.split()]
    if command[0] in ("diff", "score"):
        command += [] if "--out" in command else ["--out", "OUT"]
        if "--reference" not in command:
            command += ["--reference", model]
    if command[0] == "diff":
        command += ["--engine", "python"]  # the native one may be missing, which prints a note
    answer = run(*command)
    assert answer.code == code, answer.stderr
    assert answer.stderr.count("\n") == 1, answer.stderr
    assert len(answer.stderr) < 2_200, "a message is to be read"
    assert answer.stderr.startswith("syntacticdiff: ")
    assert message in answer.stderr
    assert answer.stdout == b""
    # No result, not even a partial one, and nothing overwritten.
    assert {name: (folder / name).read_bytes() for name in os.listdir()} == before
