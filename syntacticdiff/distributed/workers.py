"""Parts made by a Dask cluster: one started on this machine, or an existing one.

The number of partitions in flight is limited, so memory is bounded, here and on the scheduler,
whatever the size of the input. Parts are sent back to this process, which alone writes them.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import logging
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from multiprocessing import resource_tracker

from dask import config
from distributed import Client, Future, KilledWorker, LocalCluster, wait

from syntacticdiff.errors import UsageError, WorkerError
from syntacticdiff.files.decoding import Report
from syntacticdiff.partitioned.parts import (
    Part,
    PartitionDocuments,
    PartSettings,
    make_part,
    read_partition,
)
from syntacticdiff.partitioned.planning import Partition, UnseenInputError
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.reference.model import MissingModelError
from syntacticdiff.reference.sharing import share_model

IN_FLIGHT = 2  # partitions per worker thread: one being processed, one queued

_AT_ONCE = getattr(signal, "SIGKILL", signal.SIGTERM)  # Windows has one way to end a process
_POLL_SECONDS = 2.0  # between checks for workers
_NO_WORKER_SECONDS = 10.0  # without any worker before the user is told
_MOST_MISSING_MODELS = 100  # partitions that fail for want of the model before we give up
_CLOSE_SECONDS = 3.0  # for a cluster to shut down cleanly
# Nobody monitors a cluster of our own, so it is not profiled, and its timers are slower.
_OWN_CLUSTER = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.admin.system-monitor.gil.enabled": False,
    # Otherwise a killed worker is not replaced if the new one takes more than 15 s to start.
    "distributed.deploy.lost-worker-timeout": "365 days",
}
_CANCELLED = (asyncio.CancelledError, concurrent.futures.CancelledError)


@contextlib.contextmanager
def local_cluster(workers: int) -> Iterator[Client]:
    """Start worker processes on this machine, which listen on the loopback address only."""
    _quiet()
    config.set(_OWN_CLUSTER)
    with contextlib.ExitStack() as stack:
        with _shielded_from_ctrl_c():
            cluster = stack.enter_context(_closing(_started(workers)))
        yield stack.enter_context(_client(cluster))


@contextlib.contextmanager
def connected(address: str) -> Iterator[Client]:
    """Connect to an existing scheduler."""
    _quiet()
    try:
        client = _client(address, timeout="10s")
    except (OSError, ValueError, TypeError) as error:
        reason = (str(error).splitlines() or [type(error).__name__])[0]
        raise UsageError(f"--scheduler {address}: cannot be reached: {reason}") from None
    with client as opened:
        yield opened


def on_cluster(
    client: Client, model: ReferenceModel, say: Report
) -> Callable[[Iterable[Partition], PartSettings], Iterator[tuple[Partition, Part]]]:
    """The function that makes parts on a cluster and yields them as they are finished."""

    def execute(
        partitions: Iterable[Partition], settings: PartSettings
    ) -> Iterator[tuple[Partition, Part]]:
        return _Cluster(client, model, settings, say).parts(partitions)

    return execute


class _Cluster:
    """The partitions of one run on a cluster: submitted, retried and collected."""

    def __init__(
        self, client: Client, model: ReferenceModel, settings: PartSettings, say: Report
    ) -> None:
        self._client, self._model, self._settings, self._say = client, model, settings, say
        self._running: dict[Future, Partition] = {}
        self._failed: list[Partition] = []
        self._tries = self._without_model = 0
        self._alone_since: float | None = None

    def parts(self, partitions: Iterable[Partition]) -> Iterator[tuple[Partition, Part]]:
        waiting = iter(partitions)
        try:
            with _lost_scheduler(self._client):
                self._wait_for_workers()
                share_model(self._model, self._client)
            while True:
                with _lost_scheduler(self._client):
                    self._fill(waiting)
                    done = self._finished() if self._running else []
                if not self._running and not done:
                    break
                for future in done:
                    partition = self._running.pop(future)
                    with _lost_scheduler(self._client):
                        part = self._result(future, partition)
                    if part is not None:
                        yield partition, part
        finally:
            for future in self._running:
                with contextlib.suppress(Exception):
                    future.release()
        if self._failed:
            files = ", ".join(sorted({p.sections[0].file for p in self._failed})[:3])
            raise WorkerError(
                f"{len(self._failed)} of the partitions killed their workers repeatedly, "
                f"perhaps for lack of memory (from {files}); all others are done; try a smaller "
                "--partition-size in a new folder, or --resume with fewer workers"
            )

    def _fill(self, waiting: Iterator[Partition]) -> None:
        threads = sum(self._client.nthreads().values())
        while len(self._running) < max(1, threads) * IN_FLIGHT:
            partition = next(waiting, None)
            if partition is None:
                return
            self._submit(partition)

    def _submit(self, partition: Partition, given: PartitionDocuments | None = None) -> None:
        self._tries += 1
        future = self._client.submit(
            make_part,
            partition,
            self._settings,
            given,
            key=f"syntacticdiff-{self._settings.differ.run}-{partition.number}-{self._tries}",
            pure=False,
        )
        self._running[future] = partition

    def _finished(self) -> list[Future]:
        """Futures that are done; none after a timeout, when the workers are checked."""
        try:
            with self._client.as_current():
                found = wait(list(self._running), _POLL_SECONDS, return_when="FIRST_COMPLETED")
            return list(found.done)
        except TimeoutError:
            self._check_workers()
            return []

    def _result(self, future: Future, partition: Partition) -> Part | None:
        try:
            part: Part = future.result()
            return part
        except KilledWorker:
            self._failed.append(partition)
            self._say(
                f"part {partition.number}: its workers were killed; continuing with the others"
            )
        except MissingModelError:
            # The worker joined after the model was shared, and cannot see its file.
            self._without_model += 1
            if self._without_model > _MOST_MISSING_MODELS:
                raise
            share_model(self._model, self._client, force=True)
            self._submit(partition)
        except UnseenInputError:
            self._submit(partition, read_partition(partition, self._settings.options))
        finally:
            future.release()
        return None

    def _wait_for_workers(self) -> None:
        while not self._client.nthreads():
            self._check_workers()
            time.sleep(0.1)

    def _check_workers(self) -> None:
        if self._client.nthreads():
            self._alone_since = None
        elif self._alone_since is None:
            self._alone_since = time.monotonic()
        elif time.monotonic() - self._alone_since > _NO_WORKER_SECONDS:
            self._say("the scheduler has no workers; waiting for one")
            self._alone_since = float("inf")


def _started(workers: int) -> LocalCluster:
    try:
        return LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            scheduler_port=0,
            dashboard_address="127.0.0.1:0",
            memory_limit=0,  # Dask would count a mapped model as used memory
            silence_logs=logging.CRITICAL,
        )
    except (RuntimeError, OSError) as error:
        raise WorkerError(
            f"worker processes cannot be started: {error.__cause__ or error}; "
            "try fewer, or none (without --workers)"
        ) from error


def _client(cluster: LocalCluster | str, **settings: str) -> Client:
    return Client(cluster, set_as_default=False, **settings)


@contextlib.contextmanager
def _shielded_from_ctrl_c() -> Iterator[None]:
    """Protect processes that are started inside the block from Ctrl-C, which we handle.

    Threads and processes inherit the signal mask. The resource tracker of multiprocessing is
    started first, because starting it would unblock the signal.
    """
    if sys.platform == "win32":  # which has no mask; dask's processes get Ctrl-C there
        yield
        return
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def _closing(cluster: LocalCluster) -> Iterator[LocalCluster]:
    """Close the cluster promptly, even if its workers are busy or still starting."""
    try:
        yield cluster
    except BaseException:
        for nanny in list(cluster.workers.values()):
            nanny.auto_restart = False
            with contextlib.suppress(OSError, TypeError):
                os.kill(nanny.pid, _AT_ONCE)
        raise
    finally:
        with _shielded_from_ctrl_c(), contextlib.suppress(Exception):
            cluster.close(timeout=_CLOSE_SECONDS)
        # What could not be closed would be closed again at exit: ten seconds, then a traceback.
        with contextlib.suppress(AttributeError):
            type(cluster)._instances.discard(cluster)


@contextlib.contextmanager
def _lost_scheduler(client: Client) -> Iterator[None]:
    try:
        yield
    except (*_CANCELLED, OSError, RuntimeError) as error:
        if not isinstance(error, _CANCELLED) and not _is_lost(client):
            raise  # an error of a worker or an input
        raise WorkerError(
            "the connection to the scheduler was lost; finished parts are kept: start the "
            "scheduler again and continue with --resume"
        ) from error


def _is_lost(client: Client) -> bool:
    """Whether the scheduler is gone; the client may notice it only after a moment."""
    for _ in range(20):
        if client.status != "running":
            return True
        time.sleep(0.1)
    return False


def _quiet() -> None:
    """Silence the logs: the command reports errors itself, in one line."""
    config.set({"logging": {"distributed": "critical"}})
    for name in ("distributed", "distributed.client", "distributed.comm", "tornado", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
