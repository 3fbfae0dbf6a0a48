"""What one request may ask for, and how many requests there may be."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from syntacticdiff.parameters import positive_number, whole_number


def _threads() -> int:
    return max(1, min(4, os.cpu_count() or 1))


@dataclass(frozen=True)
class Limits:
    """The limits of the service.

    Parameters
    ----------
    body_bytes : int, default 1_000_000
        The longest body of a request, and the longest line of a stream.
    stream_bytes : int, default 256_000_000
        The longest stream of documents; it is kept on disk until it is answered.
    tokens : int, default 50_000
        The most tokens of one text.
    seconds : float, default 30.0
        The longest time for one text, from when it was received.
    threads : int, default up to 4
        How many texts are searched at a time: by default as many as there are processors.
    waiting : int, default 32
        How many more may wait; others are refused with 503.
    streams : int, default 4
        How many streams are answered at a time.
    memory_bytes : int, default 33554432
        About how much memory is taken to remember sentences.

    Examples
    --------
    >>> Limits(tokens=1_000).tokens
    1000
    """

    body_bytes: int = 1_000_000
    stream_bytes: int = 256_000_000
    tokens: int = 50_000
    seconds: float = 30.0
    threads: int = field(default_factory=_threads)
    waiting: int = 32
    streams: int = 4
    memory_bytes: int = 32 << 20

    def __post_init__(self) -> None:
        for name in ("body_bytes", "stream_bytes", "tokens", "threads", "streams"):
            whole_number(name, getattr(self, name), 1)
        for name in ("waiting", "memory_bytes"):
            whole_number(name, getattr(self, name), 0)
        positive_number("seconds", self.seconds)
