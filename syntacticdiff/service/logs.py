"""One line for each request, without any text that it brought unless that is asked for."""

from __future__ import annotations

import logging
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from syntacticdiff.text.visible import visible

LOG = logging.getLogger("syntacticdiff.service")
_LONGEST_PATH = 200


class RequestLog:
    """Logs the method, the path without its query, the status and the time of each request.

    Parameters
    ----------
    app : ASGI application
        What answers.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request and log it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status, size, start = 0, 0, time.perf_counter()

        async def observed(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
            elif message["type"] == "http.response.body":
                size += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, receive, observed)
        finally:
            milliseconds = 1000 * (time.perf_counter() - start)
            # What is no path of the service may be anything, text included.
            path = "(no such path)" if status == 404 else visible(scope["path"])[:_LONGEST_PATH]
            LOG.info(
                "%s %s %s %d bytes %.0f ms",
                scope["method"],
                path,
                status or "no answer",
                size,
                milliseconds,
            )


def log_text(text: str) -> None:
    """Log a text that was sent, where that was asked for."""
    LOG.info("text: %s", visible(text))
