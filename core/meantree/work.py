"""Long-running work: progress, cancellation, and batches over processes. Everything that takes a while runs here."""

from __future__ import annotations

import gc
import os
import signal
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import takewhile
from threading import Lock, Thread
from typing import TYPE_CHECKING, TypeVar

from meantree.errors import Cancelled, MeantreeError

if TYPE_CHECKING:
    from threadpoolctl import ThreadpoolController

Item = TypeVar("Item")
Result = TypeVar("Result")


def _silent(stage: str, done: int, total: int) -> None:
    pass


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Work:
    """How a piece of long-running work is done, and how it reports to its caller.

    What takes one as an argument reports its progress to it, and raises Cancelled if the user stops it.

    Attributes:
        report: called with the name of a stage, the number of items done and the total.
        cancelled: checked between items; True stops the work with :class:`~meantree.errors.Cancelled`.
        jobs: processes on this machine; with 1 the work is done in this process.
        cluster: address of a Dask scheduler, used instead of processes; needs the ``cluster`` extra.
    """

    report: Callable[[str, int, int], None] = _silent
    cancelled: Callable[[], bool] = _never
    jobs: int = 1
    cluster: str | None = None

    @property
    def is_alone(self) -> bool:
        """Whether this process does all the work."""
        return self.jobs == 1 and self.cluster is None

    def by(self, jobs: int) -> Work:
        """Return the same work, done by ``jobs`` processes on this machine."""
        return replace(self, jobs=jobs, cluster=None)

    def silent(self) -> Work:
        """Return the same work without progress reports, for a part of it."""
        return replace(self, report=_silent)

    def step(self, stage: str, done: int, total: int) -> None:
        """Report progress; raise Cancelled if the user has cancelled."""
        self.report(stage, done, total)
        if self.cancelled():
            raise Cancelled(f"{stage}: stopped after {done} of {total}")


def chunks(items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    """Return consecutive slices of at most ``size`` items."""
    return [items[start : start + size] for start in range(0, len(items), size)]


def by_size(
    items: Iterable[Item], size: Callable[[Item], int], largest: int, most: int | None = None
) -> Iterator[list[Item]]:
    """Yield consecutive items in lists whose sizes sum to at most ``largest``; a larger item is alone.

    Args:
        most: items of a list; None for any number.
    """
    batch: list[Item] = []
    total = 0
    for item in items:
        own = size(item)
        if batch and (len(batch) == most or total + own > largest):
            yield batch
            batch, total = [], 0
        batch.append(item)
        total += own
    if batch:
        yield batch


_PROCESSES = Lock()
"""joblib's process pool serves one piece of work at a time."""
WAIT_SECONDS = 0.1
WATCH_SECONDS = 1.0


def are_processes_free() -> bool:
    """Return whether the process pool is idle; a caller that finds it busy would wait until the other work ends."""
    return not _PROCESSES.locked()


def use_one_thread() -> None:
    """Have BLAS use one thread in this program and its processes, unless the environment says otherwise.

    The matrices are small: on a busy machine several threads wait for each other many times longer than one thread
    computes (measured next to one busy process: 24 ms instead of 1 ms for the scores of a sentence). It must be called
    before NumPy is loaded; scripts, which may have loaded it, have :func:`single_threaded`.
    """
    os.environ.setdefault("OMP_NUM_THREADS", "1")


def single_threaded() -> AbstractContextManager[object]:
    """Return a context in which BLAS uses one thread, which has nothing to do after :func:`use_one_thread`."""
    if os.environ.get("OMP_NUM_THREADS") == "1":
        return nullcontext()
    limited: AbstractContextManager[object] = _libraries().limit(limits=1, user_api="blas")
    return limited


@cache
def _libraries() -> ThreadpoolController:
    """Return the loaded BLAS libraries; kept, because finding them takes a while."""
    import numpy as np  # noqa: F401  # loads its BLAS
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


def in_batches(function: Callable[[Item], Result], batches: Iterable[Item], work: Work = Work()) -> Iterator[Result]:
    """Yield ``function(batch)`` for each batch, in order, as the batches finish.

    To stop early, let ``work.cancelled`` return True and take the results that are still yielded: leaving the loop
    would end processes that other work in this program may have just begun to use.

    Args:
        function: importable by name, so that other processes can run it.
        work: where the batches run. ``cancelled`` is checked before each batch; once it is True no further batch
            begins, and running ones finish. Progress is not reported.

    Raises:
        UsageError: if no scheduler answers at the address.
        MeantreeError: if a process, or every worker of the cluster, was killed.
    """
    cancelled = work.cancelled
    batches = takewhile(lambda _batch: not cancelled(), batches)
    if work.is_alone:
        yield from map(partial(_run_alone, function), batches)
        return
    if work.cluster is not None:
        from meantree.cluster import on_cluster

        yield from on_cluster(partial(_run, function), batches, work.cluster)
        return
    from concurrent.futures.process import BrokenProcessPool

    import joblib

    # joblib warns when it restarts a process that has grown, and about unfinished work when the program ends.
    warnings.filterwarnings("ignore", category=UserWarning, module="joblib")
    watched = {"initializer": _end_with, "initargs": (os.getpid(),)}
    parallel = joblib.Parallel(
        n_jobs=work.jobs, return_as="generator", pre_dispatch="n_jobs + 1", batch_size=1, **watched
    )
    while not _PROCESSES.acquire(timeout=WAIT_SECONDS):
        if cancelled():
            return
    try:
        with ExitStack() as begun:  # closed, it ends its processes, also if Ctrl+C came before the first result
            with _processes_without_ctrl_c():
                tasks = (joblib.delayed(_run)(function, batch) for batch in batches)
                results = begun.enter_context(closing(parallel(tasks)))
            yield from results
    except BrokenProcessPool as error:
        raise MeantreeError(
            "one of the processes was killed, perhaps because memory ran out; fewer processes need less memory"
        ) from error
    finally:
        _PROCESSES.release()


@contextmanager
def _processes_without_ctrl_c() -> Iterator[None]:
    """Keep Ctrl+C from processes that are begun here: it comes to all, and this one ends them. Windows cannot."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    from joblib.externals.loky.backend import resource_tracker as tracker_of_loky

    for tracker in (resource_tracker, tracker_of_loky):
        tracker.ensure_running()  # which would let Ctrl+C through below, where it begins a process of its own
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _run_alone(function: Callable[[Item], Result], batch: Item) -> Result:
    with single_threaded():
        return function(batch)


def _run(function: Callable[[Item], Result], batch: Item) -> Result:
    """Run a batch in another process."""
    result = _run_alone(function, batch)
    _freeze()
    return result


def _end_with(parent: int) -> None:
    """End this process as soon as it has another parent: a killed program cannot tell its processes to end."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(WATCH_SECONDS)
        os._exit(1)

    Thread(target=watch, daemon=True).start()


@cache
def _freeze() -> None:
    """Exclude loaded objects from garbage collection, which joblib's processes run between batches."""
    gc.freeze()
