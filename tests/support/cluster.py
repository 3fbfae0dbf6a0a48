"""A Dask cluster of separate processes, and runs of the command line that can be killed.

Starting Python and importing Dask takes longer than the work of a test, so runs are forked from one
process that has imported everything; they are processes of their own all the same.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from support.commands import ENVIRONMENT

PATIENCE = 180.0  # seconds; a busy machine is not a failure

# Linear algebra is not needed here, and its threads do not survive a fork.
_QUIET = ENVIRONMENT | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}

_FORKING = """
import json, os, sys
import syntacticdiff.cli.features_folder, syntacticdiff.distributed.workers
from syntacticdiff.cli.main import main
for line in sys.stdin:
    request = json.loads(line)
    if "wait" in request:
        _, status = os.waitpid(request["wait"], 0)
        print(os.waitstatus_to_exitcode(status), flush=True)
        continue
    child = os.fork()
    if child == 0:
        os.setsid()
        os.chdir(request["folder"])
        log = os.open(request["log"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        nothing = os.open(os.devnull, os.O_RDWR)
        for descriptor, target in ((nothing, 0), (nothing, 1), (log, 2)):
            os.dup2(descriptor, target)
        main.main(request["arguments"])
    print(child, flush=True)
"""


def until(condition: Callable[[], Any], what: str) -> Any:
    """Wait until a condition is true, and return its value."""
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        if time.monotonic() > end:
            raise AssertionError(f"waited {PATIENCE} seconds for {what}")
        time.sleep(0.01)
    return found


@dataclass
class ForkedRun:
    """A run of the command line with --json-log."""

    pid: int
    log: Path
    forking: Forking

    def events(self, kind: str) -> list[dict[str, Any]]:
        with contextlib.suppress(FileNotFoundError):
            lines = self.log.read_text().splitlines(keepends=True)
            whole = [json.loads(s) for s in lines if s.startswith("{") and s.endswith("\n")]
            return [event for event in whole if event["event"] == kind]
        return []

    def after_parts(self, count: int) -> None:
        """Wait until that many parts are written, or the run is over."""
        until(lambda: len(self.events("part")) >= count or self.is_over(), f"{count} parts")

    def is_over(self) -> bool:
        try:
            return psutil.Process(self.pid).status() == psutil.STATUS_ZOMBIE
        except psutil.NoSuchProcess:
            return True

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    def code(self) -> int:
        """Wait for the run to end, and return its exit code."""
        until(self.is_over, "the run to end")
        return self.forking.ask({"wait": self.pid})


class Forking:
    """Starts runs of the command line."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _FORKING],
            env=_QUIET,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, folder: Path, log: str, *arguments: str) -> ForkedRun:
        (folder / log).unlink(missing_ok=True)  # it would be mistaken for the log of this run
        request = {"folder": str(folder), "log": log, "arguments": [*arguments, "--json-log"]}
        return ForkedRun(self.ask(request), folder / log, self)

    def ask(self, request: dict[str, Any]) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        for child in psutil.Process(self._process.pid).children(recursive=True):
            with contextlib.suppress(psutil.Error):
                child.kill()
        self._process.kill()
        self._process.communicate()


class DaskProcesses:
    """A scheduler and two workers, on loopback."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = _free_port()
        self.address = f"tcp://127.0.0.1:{self._port}"
        self._scheduler: subprocess.Popen[bytes] | None = None
        self._workers: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        here = ("--host", "127.0.0.1", "--no-dashboard")
        self._scheduler = self._started("scheduler", "--port", str(self._port), *here)
        until(self._answers, "the scheduler")
        place = ("--local-directory", str(self._folder))
        each = ("--nworkers", "2", "--nthreads", "1", "--memory-limit", "0")
        self._workers = self._started("worker", self.address, *here, *place, *each)

    def workers(self) -> list[psutil.Process]:
        """The worker processes."""
        assert self._workers is not None
        with contextlib.suppress(psutil.Error):
            children = psutil.Process(self._workers.pid).children()
            return [c for c in children if any("spawn_main" in part for part in c.cmdline())]
        return []

    def kill_scheduler(self) -> None:
        assert self._scheduler is not None
        self._scheduler.kill()
        self._scheduler.wait()

    def stop(self) -> None:
        for process in (self._workers, self._scheduler):
            if process is None:
                continue
            with contextlib.suppress(psutil.Error):
                for child in psutil.Process(process.pid).children(recursive=True):
                    with contextlib.suppress(psutil.Error):
                        child.kill()
            process.kill()
            process.wait()

    def _answers(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self._port), 1):
            return True
        return False

    def _started(self, what: str, *arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{what}", *arguments],
            cwd=self._folder,
            env=_QUIET,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


def _free_port() -> int:
    """A port that stays free while nobody listens there, as when the scheduler is killed.

    It is below those that the system gives to connections, of which a busy machine has many.
    """
    ports = random.SystemRandom().sample(range(20_000, 32_000), 100)
    for port in ports:
        with contextlib.suppress(OSError), socket.socket() as free:
            free.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


@contextlib.contextmanager
def dask_processes(folder: Path) -> Iterator[DaskProcesses]:
    """A cluster that runs as long as the block."""
    cluster = DaskProcesses(folder)
    try:
        yield cluster
    finally:
        cluster.stop()
