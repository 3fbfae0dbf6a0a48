"""A running service, in a process of its own, and a plain client for it."""

from __future__ import annotations

import http.client
import json
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

PATIENCE = 60.0  # seconds; a busy machine is slow, and a service that does not answer is broken


class Answer(NamedTuple):
    """An answer of the service."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)

    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.body.splitlines()]


class Service:
    """A service that runs, and what it has printed."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.printed: list[str] = []
        self._listening = threading.Event()
        self.port = 0
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        assert self._listening.wait(PATIENCE), self.printed
        assert self.port, self.printed

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.printed.append(line)
            found = re.search(r"listening on http://\S+:(\d+)/", line)
            if found:
                self.port = int(found[1])
                self._listening.set()
        self._listening.set()  # it has ended

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def ask(
        self, method: str, path: str, body: bytes | str | None = None, **headers: str
    ) -> Answer:
        """Send a request; headers are given as `content_type="..."`."""
        connection = self.connection()
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body, named)
            answer = connection.getresponse()
            given = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(answer.status, given, answer.read())
        finally:
            connection.close()

    def post(self, path: str, content: Any, **headers: str) -> Answer:
        """Send JSON."""
        headers.setdefault("content_type", "application/json")
        return self.ask("POST", path, json.dumps(content), **headers)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal and wait for the end; gives the exit code."""
        self.process.send_signal(number)
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        return code


@contextmanager
def serving(options: Sequence[str] = ()) -> Iterator[Service]:
    """A service on a free port, which is ended when the block ends."""
    command = [sys.executable, "-P", "-m", "syntacticdiff", "serve", "--port", "0", *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield Service(process)
        finally:
            process.kill()
