"""A server on loopback with OpenAI's chat completions interface and prepared answers."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

Answer = Callable[[dict[str, Any]], tuple[int, bytes]]


class ChatServer(ThreadingHTTPServer):
    """Keeps every request that it receives."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answer = answer
        self.requests: list[tuple[str, dict[str, str], dict[str, Any]]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        server: Any = self.server
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        server.requests.append((self.path, dict(self.headers), body))
        code, answer = server.answer(body)
        self.send_response(code)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: Any) -> None:
        """Log nothing."""


def completion(text: str) -> tuple[int, bytes]:
    """A well-formed answer."""
    return 200, json.dumps({"choices": [{"message": {"content": text}}]}).encode()


@contextmanager
def chat_server(answer: Answer) -> Iterator[ChatServer]:
    """A server that runs as long as the block."""
    server = ChatServer(answer)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        # A proxy must not be used for loopback.
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("no_proxy", "127.0.0.1")
            yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
