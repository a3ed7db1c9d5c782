"""Long work: progress, cancel, and batches over processes; the one door for everything that takes a while."""

from __future__ import annotations

import gc
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import takewhile
from threading import Lock
from typing import TypeVar

from threadpoolctl import ThreadpoolController

from meantree.errors import Cancelled, MeantreeError

Item = TypeVar("Item")
Result = TypeVar("Result")


def _silent(stage: str, done: int, total: int) -> None:
    pass


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Work:
    """How one piece of long work is done, and how it talks to whoever asked for it.

    Attributes:
        report: called with a stage in words, the number of items done and the total.
        cancelled: asked between items; True stops the work with :class:`~meantree.errors.Cancelled`.
        jobs: processes on this machine; 1 does the work in this process.
        cluster: address of a Dask scheduler in place of processes; needs the ``cluster`` extra.
    """

    report: Callable[[str, int, int], None] = _silent
    cancelled: Callable[[], bool] = _never
    jobs: int = 1
    cluster: str | None = None

    @property
    def is_alone(self) -> bool:
        """Whether this process does all of the work."""
        return self.jobs == 1 and self.cluster is None

    def by(self, jobs: int) -> Work:
        """Return the same work by so many processes of this machine."""
        return replace(self, jobs=jobs, cluster=None)

    def silent(self) -> Work:
        """Return the same work without reports, for a part of it."""
        return replace(self, report=_silent)

    def step(self, stage: str, done: int, total: int) -> None:
        """Report, and stop here if the user cancelled.

        Raises:
            Cancelled: if the user asked to stop.
        """
        self.report(stage, done, total)
        if self.cancelled():
            raise Cancelled(f"{stage}: stopped after {done} of {total}")


def chunks(items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    """Consecutive slices of at most ``size`` items."""
    return [items[start : start + size] for start in range(0, len(items), size)]


_PROCESSES = Lock()
"""joblib's processes serve one piece of work at a time."""
WAIT_SECONDS = 0.1


def are_processes_free() -> bool:
    """Whether no other work of this program has joblib's processes; who wants them would else wait for its end."""
    return not _PROCESSES.locked()


def single_threaded() -> AbstractContextManager[object]:
    """A context in which matrices are multiplied by one thread.

    The networks' matrices are small: on a busy machine several threads wait for each other many times longer than one
    computes (measured: 24 against 1 ms for the scores of a sentence, beside one other busy process).
    """
    limited: AbstractContextManager[object] = _libraries().limit(limits=1, user_api="blas")
    return limited


@cache
def _libraries() -> ThreadpoolController:
    """The libraries as they are loaded when this is first asked for; looking for them takes a while."""
    import numpy as np  # noqa: F401  # brings its BLAS

    return ThreadpoolController()


def in_batches(
    function: Callable[[Item], Result],
    batches: Iterable[Item],
    work: Work | None = None,
) -> Iterator[Result]:
    """Yield ``function(batch)`` for each batch, in order, as they finish.

    Whoever stops early says so by ``work.cancelled`` and takes what is still yielded: leaving the loop would end
    processes that other work in this program may have just begun to use.

    Args:
        function: importable by name, so that other processes can run it.
        batches: the batches.
        work: by whom; ``cancelled`` is asked before each batch: True begins no other, and those that run come to their
            end. Nothing is reported.

    Raises:
        UsageError: if no scheduler can be reached at the address.
        MeantreeError: if one of the processes, or all workers of the cluster, were ended from outside.
    """
    work = work or Work()
    cancelled = work.cancelled
    batches = takewhile(lambda _batch: not cancelled(), batches)
    if work.is_alone:
        yield from map(function, batches)
        return
    if work.cluster is not None:
        from meantree.cluster import on_cluster

        yield from on_cluster(partial(_run, function), batches, work.cluster)
        return
    from concurrent.futures.process import BrokenProcessPool

    import joblib

    # That a process which holds much more than at first is begun anew, and that work is left when the program ends.
    warnings.filterwarnings("ignore", category=UserWarning, module="joblib")
    parallel = joblib.Parallel(n_jobs=work.jobs, return_as="generator", pre_dispatch="n_jobs + 1", batch_size=1)
    while not _PROCESSES.acquire(timeout=WAIT_SECONDS):
        if cancelled():
            return
    try:
        yield from parallel(joblib.delayed(_run)(function, batch) for batch in batches)
    except BrokenProcessPool as error:
        raise MeantreeError(
            "a process that did part of the work was ended from outside, perhaps for want of memory; "
            "fewer processes take less of it"
        ) from error
    finally:
        _PROCESSES.release()


def _run(function: Callable[[Item], Result], batch: Item) -> Result:
    """What another process does."""
    result = function(batch)
    _freeze()
    return result


@cache
def _freeze() -> None:
    """Leave what is loaded out of garbage collections, which joblib's processes start between two batches."""
    gc.freeze()
