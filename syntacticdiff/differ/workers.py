"""Workers: batches of documents in other threads, processes or machines, as joblib is told.

Threads share the differ, and get the next batch as soon as they have done one. In another process
or on another machine a worker gets a recipe, from which it makes its own differ, once. A process
that is killed has its documents done again by another.
"""

from __future__ import annotations

import sys
import uuid
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakValueDictionary

from syntacticdiff.differ.preparing import DocumentInput
from syntacticdiff.edits.diff import Diff
from syntacticdiff.errors import UsageError, WorkerError
from syntacticdiff.reference import ReferenceModel
from syntacticdiff.search.stopping import Stop

if TYPE_CHECKING:
    from syntacticdiff.differ.differ import SyntacticDiff

Result = TypeVar("Result")
Task = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]  # as joblib.delayed makes it

_LARGE_BATCH = 10_000  # characters: at the end of a run, no worker waits long for another's batch
_BATCHES_IN_FLIGHT = 4  # for each worker; bounds what is read ahead and waits to be yielded


@dataclass(frozen=True)
class Recipe:
    """How a worker makes its own differ: the model by path and checksum, never by its bytes.

    Parameters
    ----------
    identity : str
        Names the differ in the caches of workers.
    make : callable
        Makes a differ from a model and settings: the class SyntacticDiff.
    model : tuple
        A callable that opens the model, and its arguments.
    settings : dict
        Keyword arguments of `make`.
    run : str
        Names the run, so that it can be stopped where workers are threads.
    """

    identity: str
    make: Callable[..., SyntacticDiff]
    model: tuple[Callable[..., ReferenceModel], tuple[Any, ...]]
    settings: dict[str, Any]
    run: str


_stops: dict[str, Stop] = {}

# The differs of this process that are in use, and in a worker process the one it used last.
_differs: WeakValueDictionary[str, SyntacticDiff] = WeakValueDictionary()
_last: list[SyntacticDiff] = []


def recipe_of(differ: SyntacticDiff) -> Recipe:
    """What another process needs to make this differ; see `differ_of`."""
    _differs[differ.identity] = differ  # where workers are threads, they use this one
    # The engine is chosen here, so that a warning about the choice is given once.
    settings = {**differ.given, "engine": differ.engine.name}
    return Recipe(differ.identity, type(differ), differ.model.recipe(), settings, uuid.uuid4().hex)


def differ_of(recipe: Recipe) -> SyntacticDiff:
    """The differ that a recipe names, made once per process."""
    differ = _differs.get(recipe.identity)
    if differ is None:
        open_model, arguments = recipe.model
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # they were given where the recipe was made
            differ = recipe.make(open_model(*arguments), **recipe.settings)
        _differs[recipe.identity] = differ
        _last[:] = [differ]
    return differ


def apply_to_documents(
    differ: SyntacticDiff,
    function: Callable[[list[Diff]], Result],
    documents: Iterable[DocumentInput],
    n_jobs: int | None,
    batch_size: int,
) -> Iterator[Result]:
    """What `function` makes of each document's diffs, in order; see `SyntacticDiff.apply`."""
    if isinstance(documents, (str, bytes)):
        raise UsageError("documents: an iterable of texts is needed, not one string")
    if batch_size < 1:
        raise UsageError(f"batch_size: at least 1 is needed, not {batch_size!r}")
    batches = _batches(documents, batch_size)
    workers = _number_of_workers(n_jobs)
    if workers == 1:
        for batch in batches:
            yield from _results(differ, function, batch, None)
        return
    # The native engine releases the GIL, so threads are as good as processes.
    prefer = "threads" if differ.engine.name == "native" else "processes"
    if _are_threads(prefer):
        yield from _in_threads(differ, function, batches, workers)
        return
    import joblib

    recipe = recipe_of(differ)
    _share(differ.model)
    stop = _stops[recipe.run] = Stop()
    try:
        while window := list(islice(batches, workers * _BATCHES_IN_FLIGHT)):
            tasks = [joblib.delayed(_work)(recipe, function, batch) for batch in window]
            # Not more workers than there is work: all of them would be started.
            for results in _done(tasks, min(workers, len(tasks)), prefer):
                yield from results
    except BaseException:
        stop.call()  # Dask's threads in the middle of a batch would go on with it
        raise
    finally:
        del _stops[recipe.run]


def _results(
    differ: SyntacticDiff,
    function: Callable[[list[Diff]], Result],
    documents: Sequence[DocumentInput],
    stop: Stop | None,
) -> list[Result]:
    """What a function makes of documents; of their edits as numbers, if it can take these."""
    of_columns = getattr(function, "of_columns", None)
    if of_columns is not None and differ.gives_columns:
        results: list[Result] = of_columns(len(documents), differ.columns(documents, stop))
        return results
    return list(map(function, differ.documents(documents, stop)))


def _number_of_workers(n_jobs: int | None) -> int:
    """As joblib counts them; it need not be asked, nor loaded, where it cannot know better."""
    if n_jobs == 1 or (n_jobs is None and "joblib" not in sys.modules):
        return 1
    import joblib

    workers: int = joblib.effective_n_jobs(n_jobs)
    return workers


def _are_threads(prefer: str) -> bool:
    """Whether joblib's workers are threads of this process."""
    from joblib.parallel import get_active_backend

    return bool(getattr(get_active_backend(prefer=prefer)[0], "uses_threads", False))


def _in_threads(
    differ: SyntacticDiff,
    function: Callable[[list[Diff]], Result],
    batches: Iterator[list[DocumentInput]],
    workers: int,
) -> Iterator[Result]:
    """The results of all batches, in order; no worker waits while there is something to do."""
    from multiprocessing.pool import AsyncResult, ThreadPool

    stop = Stop()

    def work(documents: Sequence[DocumentInput]) -> list[Result]:
        return _results(differ, function, documents, stop)

    # Not more workers than there is work: all of them are started at once.
    first = list(islice(batches, workers))
    try:
        threads = ThreadPool(max(1, len(first)))
    except (RuntimeError, AttributeError) as error:  # the second by a pool that has to give up
        raise WorkerError(
            f"{len(first)} workers could not be started, perhaps because of a limit on memory or "
            "threads; try fewer"
        ) from error
    waiting: deque[AsyncResult[list[Result]]] = deque()
    with threads as pool:
        try:
            for batch in chain(first, batches):
                waiting.append(pool.apply_async(work, (batch,)))
                while waiting and (
                    len(waiting) == workers * _BATCHES_IN_FLIGHT or waiting[0].ready()
                ):
                    yield from waiting.popleft().get()
            while waiting:
                yield from waiting.popleft().get()
        except BaseException:
            stop.call()  # threads in the middle of a batch would go on with it
            raise


def _batches(documents: Iterable[DocumentInput], batch_size: int) -> Iterator[list[DocumentInput]]:
    """So many documents at a time, or fewer if they are large."""
    batch: list[DocumentInput] = []
    size = 0
    for document in documents:
        batch.append(document)
        size += len(document)
        if len(batch) == batch_size or size >= _LARGE_BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _work(
    recipe: Recipe,
    function: Callable[[list[Diff]], Result],
    documents: Sequence[DocumentInput],
) -> list[Result]:
    """What a worker does with a batch."""
    return _results(differ_of(recipe), function, documents, _stops.get(recipe.run))


def _done(tasks: Sequence[Task], n_jobs: int, prefer: str) -> list[Any]:
    """The results of joblib's tasks; once more if a worker process was killed."""
    from concurrent.futures.process import BrokenProcessPool  # here, because most runs have no pool

    import joblib

    try:
        return list(joblib.Parallel(n_jobs=n_jobs, prefer=prefer)(tasks))
    except Exception as error:
        if type(error).__name__ == "KilledWorker":  # Dask has tried again by itself
            raise _killed("again and again") from error
        if not isinstance(error, BrokenProcessPool):
            raise
        warnings.warn("a worker process was killed; its documents are done again", stacklevel=4)
    try:
        return list(joblib.Parallel(n_jobs=n_jobs, prefer=prefer)(tasks))
    except BrokenProcessPool as error:
        raise _killed("twice") from error


def _killed(how: str) -> WorkerError:
    return WorkerError(
        f"worker processes were killed {how} at the same documents, perhaps because memory ran "
        "out; try fewer workers or smaller documents"
    )


def _share(model: ReferenceModel) -> None:
    """Where joblib's workers are Dask's, they may be on machines that do not see the model."""
    from joblib.parallel import get_active_backend

    backend = get_active_backend()[0]
    if type(backend).__name__ == "DaskDistributedBackend":
        from syntacticdiff.reference.sharing import share_model

        share_model(model, backend.client)
