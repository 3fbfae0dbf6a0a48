"""Too little memory, closed streams, Ctrl-C at once: one line, an exit code, no traceback."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from support.commands import ENVIRONMENT, process, run

from syntacticdiff.cli.main import COMMANDS, main
from syntacticdiff.cli.numbers import WholeNumber

# What a process may allocate, for sizes at which memory runs out at different places.
SMALL = range(100, 240, 14)


def _commands(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    yield name, command
    if isinstance(command, click.Group):
        for below in command.list_commands(click.Context(command)):
            found = command.get_command(click.Context(command), below)
            assert found is not None
            yield from _commands(found, f"{name} {below}")


def test_every_whole_number_has_a_limit() -> None:
    seen = 0
    for name in COMMANDS:
        command = main.get_command(click.Context(main), name)
        assert command is not None
        for path, below in _commands(command, name):
            for parameter in below.params:
                kind = parameter.type
                assert not isinstance(kind, click.types.IntParamType) or isinstance(
                    kind, WholeNumber
                ), f"{path} {parameter.name}: use WholeNumber"
                seen += isinstance(kind, WholeNumber)
    assert seen > 10


@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="reserves terabytes")
@pytest.mark.parametrize("megabytes", SMALL)
def test_too_little_memory_is_said_in_one_line(
    folder: Path, reference_text: Path, model: str, megabytes: int
) -> None:
    # One long paragraph: the sentence splitter holds all of it.
    Path("long.txt").write_text(" ".join(reference_text.read_text().split("\n")) * 40)
    limit = megabytes << 20
    started = process(
        *("score", "long.txt", "--reference", model),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={"OPENBLAS_NUM_THREADS": "1", "RUST_BACKTRACE": "1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
    )
    try:
        _, errors = started.communicate(timeout=300)
    finally:
        started.kill()
    if started.returncode == 0:
        return
    if started.returncode == -signal.SIGSEGV and b"numpy/__init__.py" in errors:
        pytest.skip("NumPy itself crashes while it is loaded into so little memory")
    assert b"Traceback" not in errors, errors.decode()
    assert started.returncode == 1, errors.decode()
    # A line before it may be Python's own, which has nothing left to call us with.
    said = rb"\A(MemoryError\n)?(syntacticdiff: memory ran out|OpenBLAS error: Memory)"
    assert re.search(said, errors), errors.decode()


def complaint(call: str, megabytes: int) -> bytes:
    """The one line that a command says under a limit of its address space."""
    limit = megabytes << 20
    started = process(
        *call.split(),
        stderr=subprocess.PIPE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
    )
    try:
        _, errors = started.communicate(timeout=300)
    finally:
        started.kill()
    assert (started.returncode, errors.count(b"\n")) == (1, 1), errors.decode()
    return bytes(errors)


@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="reserves terabytes")
@pytest.mark.parametrize("megabytes", [300, 440, 500, 560, 650])
@pytest.mark.parametrize("method", ["lda", "nmf"])
def test_so_it_is_if_libraries_do_not_fit(folder: Path, method: str, megabytes: int) -> None:
    """Otherwise errors of modules that are loaded half, an abort, or a process deaf to SIGTERM."""
    Path("e.csv").write_text("text\nThe teacher walk to school.\nShe is in garden.\n")
    call = f"cluster e.csv --text text --topics 2 --method {method}"
    assert b"memory" in complaint(call, megabytes)


@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="reserves terabytes")
@pytest.mark.parametrize(
    ("call", "megabytes"),
    [
        ("report e.txt --out e.html", 250),
        ("serve --port 0", 195),
        ("evaluate usim e.txt e.txt", 150),
    ],
)
def test_no_command_waits_for_ever_for_memory(folder: Path, call: str, megabytes: int) -> None:
    """OpenBLAS did, deaf to SIGTERM."""
    Path("e.txt").write_text("She is in garden .\n")
    assert b"too little memory" in complaint(call, megabytes)


def test_any_error_where_nearly_all_memory_is_taken_is_a_lack_of_it(
    monkeypatch: pytest.MonkeyPatch, essay: str
) -> None:
    def half_loaded(*_: object, **__: object) -> None:
        raise SystemError("error return without exception set")

    monkeypatch.setattr("syntacticdiff.ReferenceModel.train", half_loaded)
    with pytest.raises(SystemError):
        run("train", essay, "--out", "m.sdlm")
    monkeypatch.setattr("syntacticdiff.cli.main.nearly_out", lambda: True)
    answer = run("train", essay, "--out", "m.sdlm")
    assert (answer.code, answer.stderr.count("\n")) == (1, 1)
    assert answer.stderr.startswith("syntacticdiff: memory ran out")


def test_a_memory_error_is_one_line(monkeypatch: pytest.MonkeyPatch, essay: str) -> None:
    def exhausted(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("syntacticdiff.ReferenceModel.train", exhausted)
    answer = run("train", essay, "--out", "m.sdlm")
    assert (answer.code, answer.stderr.count("\n")) == (1, 1)
    assert answer.stderr.startswith("syntacticdiff: memory ran out")


@pytest.mark.parametrize("command", ["diff -", "rank -", "rank x.xml --resamples 10", "align - -"])
def test_standard_input_that_is_closed_is_said(folder: Path, command: str) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'"{sys.executable}" -P -m syntacticdiff {command} <&-'],
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        check=False,
    )
    assert done.returncode in (1, 2)
    said = [line for line in done.stderr.splitlines() if ": note: " not in line]
    assert len(said) == 1
    assert done.stderr.startswith("syntacticdiff: ")
    if "-" in command.split():
        assert "standard input is closed" in done.stderr or done.returncode == 2


def test_standard_output_that_is_closed_is_an_error(essay: str, model: str) -> None:
    done = subprocess.run(
        [
            *("/bin/sh", "-c"),
            f'"{sys.executable}" -P -m syntacticdiff score {essay} --reference "{model}" >&-',
        ],
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == "syntacticdiff: standard output: Bad file descriptor\n"


EARLY = """
import os, runpy, signal, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
sys.argv = ["syntacticdiff", "score", "essay.txt"]
runpy.run_module("syntacticdiff", run_name="__main__", alter_sys=True)
"""


@pytest.mark.parametrize(
    "module", ["click", "syntacticdiff.errors", "syntacticdiff.cli.score", "numpy"]
)
def test_ctrl_c_while_modules_are_imported_is_one_line(essay: str, module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-c", EARLY.format(module=module)],
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        check=False,
    )
    assert done.returncode == 130
    assert done.stderr == "syntacticdiff: interrupted\n"


def test_a_job_that_is_to_ignore_ctrl_c_ignores_it(essay: str) -> None:
    """As those that a script starts in the background, also while modules are imported."""
    ignoring = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    done = subprocess.run(
        [sys.executable, "-P", "-c", ignoring + EARLY.format(module="click")],
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "call",
    [
        "report wide.csv --text c0 --label nope --out r.html",
        "report wide.csv --text c0 --date nope --out r.html",
        "classify train wide.csv --text c0 --label nope --out c",
        "features wide.csv --text c0 --keep nope --out f.csv",
    ],
)
def test_a_wrong_column_of_very_many_is_said_briefly(folder: Path, call: str) -> None:
    names = [f"c{number}" for number in range(5000)]
    Path("wide.csv").write_text(f"{','.join(names)}\n{','.join('x' for _ in names)}\n")
    answer = run(*call.split())
    assert answer.code == 2
    assert 'no column "nope"' in answer.stderr
    assert "and 4,9" in answer.stderr
    assert len(answer.stderr) < 400


def test_a_number_that_is_too_large_is_told_the_largest(essay: str) -> None:
    call = ("classify", "evaluate", essay, "--text", "text", "--label", "l1")
    answer = run(*call, "--folds", "99999999999999999999")
    assert answer.code == 2
    assert "99999999999999999999 is not a number of at most 2,147,483,647" in answer.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_device_that_is_full_is_named(essay: str, model: str) -> None:
    answer = run("score", essay, "--reference", model, "--out", "/dev/full")
    assert answer.code == 1
    assert answer.stderr == (
        "syntacticdiff: /dev/full: cannot be written: No space left on device\n"
    )
