"""What may be opened for reading, and that nothing is opened elsewhere."""

from __future__ import annotations

import ast
import io
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

import syntacticdiff
from syntacticdiff.files.opening import open_file, read_stream, read_whole

PACKAGE = Path(syntacticdiff.__file__).parent

# These read what is a part of the package, what they have written or downloaded themselves, or a
# model that has been loaded before.
ELSEWHERE = {
    "_lazy",
    "files.atomic",
    "files.opening",
    "noise.kinds.typical",
    "noise.rates",
    "partitioned.folder",
    "reference.recipes.building",
    "reference.recipes.cleaning",
    "reference.recipes.credits",
    "reference.recipes.packages",
    "reference.sharing",
    "service.application",
}


def test_a_file_is_read() -> None:
    assert read_whole(__file__) == Path(__file__).read_bytes()


def test_devices_are_refused_except_those_that_people_name() -> None:
    with pytest.raises(OSError, match="a device, not a file"):
        open_file("/dev/zero", stream=True)
    assert read_whole(os.devnull, stream=True) == b""
    with pytest.raises(OSError, match="a device, not a file"):
        open_file(os.devnull)


def test_a_terminal_is_a_stream() -> None:
    ours, theirs = os.openpty()
    try:
        open_file(os.ttyname(theirs), stream=True).close()
    finally:
        os.close(ours)
        os.close(theirs)


def test_a_pipe_is_a_stream_and_is_not_waited_for_where_it_is_none(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="a named pipe, not a file"):
        open_file(tmp_path / "pipe")
    reading = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    writing = os.open(tmp_path / "pipe", os.O_WRONLY)
    os.write(writing, b"text")
    with open_file(tmp_path / "pipe", stream=True) as stream:
        os.close(writing)
        os.close(reading)
        assert read_stream(stream) == b"text"


def test_a_socket_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the path of a socket must be short
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind("s")
        with pytest.raises(OSError, match="a socket, not a file"):
            open_file("s", stream=True)


def test_what_is_held_in_memory_is_bounded() -> None:
    assert read_stream(io.BytesIO(bytes(1 << 20)), most=1 << 20) == bytes(1 << 20)
    with pytest.raises(OSError, match="larger than 1 MB"):
        read_stream(io.BytesIO(bytes((1 << 20) + 1)), most=1 << 20)


def reads(tree: ast.AST) -> Iterator[ast.Call]:
    """Calls that open a file for reading."""
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        constants = [arg.value for arg in call.args if isinstance(arg, ast.Constant)]
        if name in ("read_bytes", "read_text") or (name == "open" and "rb" in constants):
            yield call


def test_files_are_opened_in_one_place() -> None:
    for path in PACKAGE.rglob("*.py"):
        module = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        if module not in ELSEWHERE:
            for call in reads(ast.parse(path.read_text("utf-8"))):
                raise AssertionError(f"{path}:{call.lineno}: use syntacticdiff.files.opening")
