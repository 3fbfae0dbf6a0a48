"""Running the service: a socket, a server, and an orderly end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.types import ASGIApp

from syntacticdiff.errors import UsageError

_GRACE = 1  # seconds that requests under way get when the service is stopped
_IDLE = 30  # seconds after which a connection that asks for nothing is closed
_CONNECTIONS = 512  # at a time; others get 503
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def open_socket(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0 is any free one.

    Parameters
    ----------
    host : str
        A name or an address of this machine.
    port : int
        The port.

    Raises
    ------
    UsageError
        If it cannot be had.
    """
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family, backlog=256)
    except OSError as error:
        raise UsageError(
            f"{host}, port {port}: {error.strerror or error}; choose others with --host and --port"
        ) from None


class _Server(uvicorn.Server):
    """A server that ends on a signal without raising it again, and tells which one it was."""

    stopped_by: signal.Signals | None = None

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let what is under way end, and call it off if it does not."""
        asyncio.get_running_loop().call_later(_GRACE / 2, self.call_off)
        # Requests that are cut off are no errors any more.
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        await super().shutdown(sockets)

    def call_off(self) -> None:
        """Call searches off; set by `run`."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let signals end the server."""
        heard = [n for n in _SIGNALS if signal.getsignal(n) != signal.SIG_IGN]
        before = {number: signal.signal(number, self._heard) for number in heard}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _heard(self, number: int, frame: FrameType | None) -> Any:
        self.stopped_by = signal.Signals(number)
        self.handle_exit(number, frame)


def run(
    application: Starlette, listening: socket.socket, started: Callable[[], None]
) -> signal.Signals | None:
    """Answer requests until a signal comes.

    Parameters
    ----------
    application : Starlette
        What answers, made by `make_application`.
    listening : socket
        As `open_socket` returns it.
    started : callable
        Called when the first request can come.

    Returns
    -------
    Signals or None
        What ended the service.
    """
    server = _Server(
        uvicorn.Config(
            _announced(application, started),
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            lifespan="on",
            ws="none",
            http="h11",
            loop="asyncio",
            timeout_keep_alive=_IDLE,
            timeout_graceful_shutdown=_GRACE,
            limit_concurrency=_CONNECTIONS,
            h11_max_incomplete_event_size=64 << 10,
        )
    )
    server.call_off = application.state.call_off  # type: ignore[method-assign]
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    with listening:
        server.run(sockets=[listening])
    return server.stopped_by


def _announced(application: ASGIApp, started: Callable[[], None]) -> ASGIApp:
    """The application, which calls `started` once its lifespan has begun."""

    async def wrapped(scope: Any, receive: Any, send: Any) -> None:
        async def told(message: Any) -> None:
            await send(message)
            if message["type"] == "lifespan.startup.complete":
                started()

        await application(scope, receive, told if scope["type"] == "lifespan" else send)

    return wrapped
