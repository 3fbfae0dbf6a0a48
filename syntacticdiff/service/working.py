"""Searches in a few threads: so many at a time, so many waiting, each for a limited time.

A search ends early if its time is up or if its client has gone. Threads are made once and there are
few of them, so that what each keeps for itself, the memory allocator's arenas included, is bounded.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from syntacticdiff.differ import Stop, StoppedError
from syntacticdiff.service.failing import TOO_SLOW, ClientGoneError, RefusedError, busy
from syntacticdiff.service.limits import Limits

Answer = TypeVar("Answer")


class Workers:
    """The threads that search, and who waits for them.

    Parameters
    ----------
    limits : Limits
        How many threads, how many may wait, and for how long.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._threads = ThreadPoolExecutor(limits.threads, thread_name_prefix="search")
        self._stops: set[Stop] = set()
        self.closed = False

    @property
    def occupied(self) -> int:
        """How many searches run or wait."""
        return len(self._stops)

    async def run(
        self,
        work: Callable[[Stop], Answer],
        gone: Callable[[], Awaitable[None]] | None = None,
        *,
        patient: bool = False,
    ) -> Answer:
        """What `work` returns, done in a thread.

        Parameters
        ----------
        work : callable
            Gets a Stop that may call it off.
        gone : callable or None, default None
            Returns when the client has gone.
        patient : bool, default False
            Never refused: for what takes its turn many times, as a stream does.

        Raises
        ------
        RefusedError
            If too many are waiting or the time is up.
        ClientGoneError
            If the client has gone.
        """
        most = self._limits.threads + self._limits.waiting
        if self.closed or (not patient and self.occupied >= most):
            raise busy()
        stop = Stop()
        future = self._submitted(work, stop)
        waiting = {asyncio.wrap_future(future)}
        leaving = asyncio.ensure_future(gone()) if gone is not None else None
        try:
            done, _ = await asyncio.wait(
                waiting | ({leaving} if leaving is not None else set()),
                timeout=self._limits.seconds,
                return_when=asyncio.FIRST_COMPLETED,
            )
            if done & waiting:
                return future.result()
            if leaving in done:
                raise ClientGoneError
            if not future.running():
                raise busy("the service was busy for too long; try again in a moment")
            raise RefusedError(
                TOO_SLOW,
                f"this takes more than {self._limits.seconds:g} seconds; send less at a time",
            )
        except StoppedError:  # the service is being stopped
            raise busy("the service is being stopped") from None
        finally:
            if leaving is not None:
                leaving.cancel()
            future.cancel()
            stop.call(wait=False)
            for one in waiting:
                one.add_done_callback(_forget)

    def _submitted(self, work: Callable[[Stop], Answer], stop: Stop) -> Future[Answer]:
        """The work begun or waiting; it counts until its thread has really ended it."""
        loop = asyncio.get_running_loop()
        self._stops.add(stop)

        def ended(_: Future[Answer]) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._stops.discard, stop)

        try:
            future = self._threads.submit(work, stop)
        except BaseException:
            self._stops.discard(stop)
            raise
        future.add_done_callback(ended)
        return future

    def call_off(self) -> None:
        """Call everything off, and take nothing more."""
        self.closed = True
        for stop in list(self._stops):
            stop.call(wait=False)

    def close(self) -> None:
        """Call everything off; no thread is left in a search."""
        self.call_off()
        self._threads.shutdown(wait=True, cancel_futures=True)


def _forget(future: asyncio.Future[Answer]) -> None:
    """Take the outcome that nobody waits for, or asyncio would complain."""
    if not future.cancelled():
        future.exception()
