"""Requests that are refused, with the status and the line that say why."""

from __future__ import annotations

BAD_REQUEST, TOO_LARGE, TOO_SLOW, BUSY = 400, 413, 504, 503
RETRY_AFTER = 2  # seconds


class RefusedError(Exception):
    """A request that gets no answer but a line that says what is wrong.

    Parameters
    ----------
    status : int
        The status of HTTP.
    message : str
        What is wrong, and what to do.
    headers : dict, default None
        Further headers of the answer.
    """

    def __init__(self, status: int, message: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.status, self.message, self.headers = status, message, headers or {}


class ClientGoneError(Exception):
    """Nobody waits for the answer any more."""


def busy(message: str = "the service is busy; try again in a moment") -> RefusedError:
    """What a client gets that should come again."""
    return RefusedError(BUSY, message, {"Retry-After": str(RETRY_AFTER)})
