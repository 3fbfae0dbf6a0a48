"""Files that never end, or that nobody writes: refused in one line by every command that reads."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.commands import run

TEXT = b"The teacher walks to school.\n"
MOST = 300  # seconds after which a command does not end

# Commands with what they read: Z stands for the endless file.
CALLS = (
    "diff Z",
    "correct Z",
    "features Z --out o.csv",
    "score Z",
    "parse Z",
    "recognize Z",
    "report Z --out o.html",
    "cluster Z",
    "compare Z e.txt",
    "classify evaluate Z --text text --label l1",
    "classify train Z --text text --label l1 --out o",
    "classify predict Z e.txt",
    "train Z --out o.sdlm",
    "train-parser Z --out o.sdparse",
    "tune Z --out o.sdcs",
    "align Z e.txt",
    "align e.txt Z",
    "evaluate gleu Z --source e.txt --references e.txt",
    "evaluate gleu e.txt --source e.txt --references Z",
    "evaluate m2 Z e.m2",
    "evaluate m2 e.txt Z",
    "evaluate imeasure e.txt Z",
    "evaluate errant Z e.m2",
    "rank Z",
    "info Z",
    "import Z --out o.sdlm",
    "export Z --arpa o.arpa",
    "diff e.txt --reference Z",
    "diff e.txt --insertions file:Z",
    "diff e.txt --substitutions thesaurus:Z",
    "diff e.txt --substitutions recognition:Z",
    "correct e.txt --settings Z",
    "parse e.txt --parser Z",
    "serve --settings Z",
)
# The names under which a file is read otherwise than as text.
NAMES = ("z.csv", "z.jsonl", "z.parquet", "z.docx", "z.xml", "z.toml", "z.sdlm", "z.binary")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    Path("e.txt").write_bytes(TEXT)
    Path("e.m2").write_bytes(b"S " + TEXT + b"\n")

    def late(*_: object) -> None:
        raise AssertionError(f"not done after {MOST} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(MOST)
    yield tmp_path
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def refused(call: str, name: str, reason: str) -> None:
    answer = run(*(word.replace("Z", name) for word in call.split()))
    assert answer.code in (1, 2), answer
    assert reason in answer.stderr, answer.stderr
    assert len([line for line in answer.stderr.splitlines() if "note:" not in line]) <= 2


@pytest.mark.parametrize("call", CALLS)
def test_a_device_is_refused(call: str) -> None:
    if call.startswith("serve"):
        pytest.importorskip("starlette", reason="the extra `serve` is not installed")
    refused(call, "/dev/zero", "/dev/zero: ")
    assert sorted(os.listdir()) == ["e.m2", "e.txt"]


@pytest.mark.parametrize("name", NAMES)
def test_so_is_a_link_to_one_whatever_its_name_is(name: str) -> None:
    os.symlink("/dev/zero", name)
    command = {"z.xml": "rank Z", "z.toml": "correct e.txt --settings Z"}.get(name, "diff Z")
    if name in ("z.sdlm", "z.binary"):
        command = "diff e.txt --reference Z"
    call = f"{command} --text text" if name in ("z.csv", "z.jsonl", "z.parquet") else command
    refused(call, name, f"{name}: ")


@pytest.mark.parametrize("option", ["--reference", "--settings"])
def test_a_pipe_that_nobody_writes_cannot_be_a_model(option: str) -> None:
    os.mkfifo("pipe")
    refused(f"correct e.txt {option} Z", "pipe", "pipe: cannot be read: a named pipe, not a file")


def test_a_pipe_is_an_input_as_shells_make_them_for_the_output_of_a_command() -> None:
    reading, writing = os.pipe()
    os.write(writing, TEXT)
    os.close(writing)
    assert run("score", f"/dev/fd/{reading}").code == 0
    os.close(reading)


def test_an_endless_line_of_zeros_is_not_text() -> None:
    refused_at = "not text: NUL at byte 0"
    with open("zeros.txt", "wb") as stream:
        stream.truncate(1 << 26)
    refused("train Z --out o.sdlm", "zeros.txt", refused_at)


def test_the_null_device_is_empty() -> None:
    assert "empty" in run("diff", "/dev/null").stderr
