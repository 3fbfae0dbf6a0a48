"""Running the command line, in this process or in a new one, with a small reference."""

from __future__ import annotations

import io
import itertools
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import syntacticdiff
from syntacticdiff.cli.main import main

# Processes use the same package as the tests.
ENVIRONMENT = os.environ | {"PYTHONPATH": str(Path(syntacticdiff.__file__).parents[1])}

# For programs of others: what watches our engine is not for them.
UNWATCHED = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}

LEARNER = (
    "The teacher walk to school. She is in the garden in morning.\n\nMy sister read a the book."
)


def reference_sentences() -> Iterator[str]:
    """Simple sentences in which articles, prepositions and verb forms are always right."""
    people = ("The teacher", "My sister", "The doctor", "Our neighbor", "The old man", "A child")
    actions = ("walks to the", "runs to the", "is in the", "was near the", "waits at the")
    places = ("school", "garden", "station", "market", "library")
    for person, action, place in itertools.product(people, actions, places):
        yield f"{person} {action} {place}."
        yield f"{person} {action} {place} in the morning."
    for person, thing in itertools.product(people, ("book", "letter", "paper", "story")):
        yield f"{person} reads a {thing}, and they read the {thing} to us."
        yield f"They walk to work, but {person.lower()} reads the {thing}."


@dataclass(frozen=True)
class Run:
    """The exit code and the output of a command."""

    code: int
    stdout: bytes
    stderr: str

    @property
    def text(self) -> str:
        return self.stdout.decode()

    @property
    def json(self) -> list[Any]:
        return [json.loads(line) for line in self.stdout.decode().splitlines()]


def run(*args: str, stdin: bytes = b"") -> Run:
    """Run the command line in this process."""
    buffers = [io.BytesIO(stdin), io.BytesIO(), io.BytesIO()]
    streams = [io.TextIOWrapper(buffer, "utf-8") for buffer in buffers]
    streams[2].reconfigure(errors="backslashreplace")  # as Python does
    saved = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = streams
    code: Any = None
    try:
        main.main(args)
    except SystemExit as ended:
        code = ended.code
    finally:
        sys.stdin, sys.stdout, sys.stderr = saved
    for stream in streams[1:]:
        stream.flush()
    return Run(code, buffers[1].getvalue(), buffers[2].getvalue().decode())


def process(*args: str, env: dict[str, str] | None = None, **settings: Any) -> Any:
    """Start the command line in a new process."""
    command = [sys.executable, "-m", "syntacticdiff", *args]
    return subprocess.Popen(command, env=ENVIRONMENT | (env or {}), **settings)
