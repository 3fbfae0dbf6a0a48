"""What all commands share: help, errors, signals, pipes and terminals."""

from __future__ import annotations

import contextlib
import inspect
import os
import pty
import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import click
import pytest
from support.commands import ENVIRONMENT, process, run

from syntacticdiff import SyntacticDiff, __version__
from syntacticdiff.cli import diff as diff_command
from syntacticdiff.cli.main import COMMANDS, main
from syntacticdiff.search import settings as library


def test_help_takes_less_than_half_a_second_of_cpu() -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert process("--help", stdout=subprocess.DEVNULL).wait() == 0
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 0.5


@pytest.mark.parametrize("args", [["--help"], *([name, "--help"] for name in COMMANDS)])
def test_help_loads_nothing_heavy(args: list[str]) -> None:
    code = f"""
import sys
from syntacticdiff.cli.main import main
try:
    main.main({args!r})
except SystemExit:
    pass
loaded = {{"numpy", "scipy", "sklearn", "joblib", "sentencex", "tqdm"}} & set(sys.modules)
assert not loaded, loaded
"""
    subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        stdout=subprocess.DEVNULL,
        env=ENVIRONMENT,
    )


def test_the_list_of_commands_says_of_each_what_its_own_help_says() -> None:
    context = click.Context(main)
    listed = " ".join(run("--help").text.split())
    for name, (_, purpose) in COMMANDS.items():
        command = main.get_command(context, name)
        assert command is not None
        assert command.name == name
        assert (command.help or "").splitlines()[0] == purpose
        assert f"{name} {purpose}" in listed


def test_the_version_is_the_package_s() -> None:
    assert run("--version").text.splitlines()[0] == f"syntacticdiff {__version__}"


def test_without_a_command_the_help_is_shown_and_the_call_is_at_fault() -> None:
    answer = run()
    assert (answer.code, answer.stdout) == (2, b"")
    assert "Commands:" in answer.stderr


def test_the_options_of_diff_have_the_library_s_defaults() -> None:
    given = diff_command.command.make_context("diff", ["x"]).params
    expected = {
        name: parameter.default
        for name, parameter in inspect.signature(SyntacticDiff).parameters.items()
    }
    assert expected.pop("penalties") == "default"
    assert given["penalties"] == ()
    assert {name: given[name] for name in expected} == expected


def test_the_choices_of_diff_are_the_library_s() -> None:
    offered = {parameter.name: parameter for parameter in diff_command.command.params}
    for name, allowed in {
        "search": library.SEARCHES,
        "positions": library.POSITIONS,
        "cost": library.COSTS,
        "aggregate": library.AGGREGATES,
    }.items():
        kind = offered[name].type
        assert isinstance(kind, click.Choice)
        assert set(kind.choices) == set(allowed)


def opened_by_reader(path: str) -> int:
    """The writing end of a pipe, as soon as somebody has begun to read it."""
    for _ in range(600):
        with contextlib.suppress(OSError):
            return os.open(path, os.O_WRONLY | os.O_NONBLOCK)
        time.sleep(0.1)
    raise AssertionError("nobody reads")


def test_ctrl_c_ends_with_one_line_and_leaves_no_file(folder: Path, model: str) -> None:
    os.mkfifo("slow.txt")
    started = process(
        *("diff", "slow.txt", "--lines", "--reference", model, "--out", "out.txt"),
        *("--engine", "python", "--penalty", "base=2"),
        stderr=subprocess.PIPE,
    )
    writer = opened_by_reader("slow.txt")
    try:
        started.send_signal(signal.SIGINT)
        _, errors = started.communicate(timeout=60)
    finally:
        os.close(writer)
    assert started.returncode == 130
    assert errors == b"syntacticdiff: interrupted\n"
    assert sorted(os.listdir()) == ["slow.txt"]


def test_a_call_from_python_leaves_the_process_s_signals_alone(essay: str) -> None:
    before = signal.getsignal(signal.SIGTERM)
    assert run("diff", essay, "--max-edits", "1").code == 0
    assert signal.getsignal(signal.SIGTERM) is before


# What joblib may print, on a busy machine, about workers that end before their work is done.
JOBLIB = re.compile(
    rb"^(?:\S*joblib\S*: \w*Warning: .*\n  .*\n|syntacticdiff: note: A worker stopped .*\n)", re.M
)


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(
    ("sent", "code", "said"),
    [(signal.SIGINT, 130, b"syntacticdiff: interrupted\n"), (signal.SIGTERM, 143, b"")],
)
def test_a_signal_in_the_middle_of_the_work_ends_it_at_once(
    folder: Path, model: str, engine: str, jobs: str, sent: signal.Signals, code: int, said: bytes
) -> None:
    if engine == "native":
        pytest.importorskip("syntacticdiff._native")
    sentences = 300_000  # minutes of work
    (folder / "long.txt").write_text("My sister read a the book.\n" * sentences)
    started = process(
        *("diff", "long.txt", "--lines", "--json", "--reference", model, "--max-edits", "1"),
        *("--engine", engine, "--jobs", jobs, "--penalty", "base=2"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert started.stdout is not None
    started.stdout.readline()
    started.send_signal(sent)
    results, errors = started.communicate(timeout=60)
    assert started.returncode == code
    assert JOBLIB.sub(b"", errors) == said
    assert results.count(b"\n") < sentences / 2


def test_a_closed_pipe_ends_the_command_without_a_word(folder: Path, model: str) -> None:
    (folder / "long.txt").write_text("The teacher goes to the school.\n\n" * 5000)
    started = process(
        *("score", "long.txt", "--json", "--reference", model),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert started.stdout is not None
    assert started.stderr is not None
    assert started.stdout.readline().startswith(b'{"document"')
    started.stdout.close()
    assert started.stderr.read() == b""
    assert started.wait(60) == 141
    started.stderr.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_behind_standard_output_is_one_line(essay: str, model: str) -> None:
    with Path("/dev/full").open("wb") as full:
        started = process(
            *("score", essay, "--reference", model), stdout=full, stderr=subprocess.PIPE
        )
        _, errors = started.communicate(timeout=60)
    assert started.returncode == 1
    assert errors == b"syntacticdiff: standard output: No space left on device\n"


def on_a_terminal(*args: str, **environment: str) -> str:
    """What a terminal shows of a command."""
    ours, theirs = pty.openpty()
    started = process(*args, stdout=theirs, env={"TERM": "xterm", "NO_COLOR": "", **environment})
    os.close(theirs)
    shown = b""
    while True:
        try:
            block = os.read(ours, 4096)
        except OSError:  # on Linux, the other side has closed
            break
        if not block:
            break
        shown += block
    os.close(ours)
    assert started.wait(60) == 0
    return shown.decode()


def test_a_terminal_gets_colors_unless_it_wants_none(essay: str, model: str) -> None:
    call = ("diff", essay, "--reference", model, "--operations", "sub", "--penalty", "base=1")
    colored = on_a_terminal(*call)
    assert "\x1b[31m\x1b[9mwalk\x1b[0m" in colored
    assert "{+" not in colored
    for plain in (on_a_terminal(*call, NO_COLOR="1"), on_a_terminal(*call, TERM="dumb")):
        assert "\x1b" not in plain
        assert "[-walk-]{+walks+}" in plain


def test_control_characters_never_reach_a_terminal(folder: Path, model: str) -> None:
    evil = "The \x1b[2Jteacher \x07goes \x9b31m to \u202e the\x7f\rschool."
    (folder / "evil.txt").write_text(evil)
    for command in ("diff", "score"):
        shown = run(command, "evil.txt", "--reference", model).text
        assert not set("\x1b\x07\x9b\u202e\x7f\r") & set(shown)
        assert "␛[2Jteacher" in shown


def test_warnings_are_single_lines(monkeypatch: pytest.MonkeyPatch, model: str) -> None:
    import warnings

    from syntacticdiff import ReferenceModel

    real = ReferenceModel.load

    def warning_load(*args: Any, **settings: Any) -> ReferenceModel:
        warnings.warn("something to know", stacklevel=2)
        return real(*args, **settings)

    monkeypatch.setattr(ReferenceModel, "load", warning_load)
    answer = run("info", model)
    assert answer.code == 0
    assert answer.stderr == "syntacticdiff: note: something to know\n"
