"""Batches on a Dask cluster: a few for each thread of its workers at a time, so that what waits is bounded."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

from meantree.errors import MeantreeError, UsageError
from meantree.escaping import quoted, shortened

if TYPE_CHECKING:
    from dask.distributed import Client, Future

Item = TypeVar("Item")
Result = TypeVar("Result")
SCHEDULER_SECONDS = 5
"""How long a scheduler is waited for."""
WORKER_SECONDS = 30.0
"""How long a cluster without any worker is waited for, at the beginning and when all have died."""
LOOK_SECONDS = 0.5
AHEAD = 2
"""Batches that each thread of a worker has at a time: one that it works on, one that waits."""


def on_cluster(function: Callable[[Item], Result], batches: Iterable[Item], address: str) -> Iterator[Result]:
    """Yield ``function(batch)`` for each batch, in order; a worker that dies has its batches done by the others.

    Args:
        function: importable by name, so that workers can run it.
        batches: each asked for only when a worker has room for it.
        address: of the scheduler.

    Raises:
        UsageError: if no scheduler can be reached at the address.
        MeantreeError: if the scheduler goes away, no worker is left, or a batch failed or ended several workers.
    """
    with _client(address) as client:
        waiting = deque["Future"]()
        for batch in batches:
            waiting.append(client.submit(function, batch, pure=False))
            while len(waiting) >= AHEAD * _threads(client, address):
                yield _result(client, waiting.popleft(), address)
        while waiting:
            yield _result(client, waiting.popleft(), address)


@contextmanager
def _client(address: str) -> Iterator[Client]:
    try:
        from dask.distributed import Client
    except ImportError as error:
        raise UsageError("--cluster needs the package dask.distributed: pip install 'meantree[cluster]'") from error
    if not address.strip():
        raise UsageError("--cluster: an empty address, expected that of a Dask scheduler, as in tcp://HOST:8786")
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is told below, once
    try:
        asyncio.run(asyncio.wait_for(_greet(address), SCHEDULER_SECONDS))
        client = Client(address, timeout=SCHEDULER_SECONDS)
    except (OSError, ValueError) as error:
        found = shortened(str(error)) or f"silent for {SCHEDULER_SECONDS} s"
        told = f"no Dask scheduler answers there, expected one as in tcp://HOST:8786 ({found})"
        raise UsageError(f"--cluster {quoted(address)}: {told}") from error
    try:
        yield client
    finally:
        with suppress(OSError, TimeoutError):
            client.close(timeout=1)


async def _greet(address: str) -> None:
    """Have the scheduler say who it is; a client would wait for ever where something listens and never answers."""
    from dask.distributed import Security, rpc

    async with rpc(address, connection_args=Security().get_connection_args("client")) as scheduler:
        await scheduler.identity()


def _threads(client: Client, address: str) -> int:
    """Those of all workers, waited for if there are none.

    Raises:
        MeantreeError: if none comes.
    """
    end = time.monotonic() + WORKER_SECONDS
    while True:
        if client.status != "running":
            raise MeantreeError(f"--cluster {quoted(address)}: the scheduler went away")
        with suppress(OSError):  # between two looks, the scheduler may go
            threads: int = sum(client.nthreads().values())
            if threads:
                return threads
        if time.monotonic() > end:
            told = f"no worker is left, or none began, within {WORKER_SECONDS:.0f} s"
            raise MeantreeError(f"--cluster {quoted(address)}: {told}")
        time.sleep(LOOK_SECONDS)


def _result(client: Client, future: Future, address: str) -> Any:
    from dask.distributed import CancelledError, KilledWorker

    while True:
        try:
            return future.result(timeout=LOOK_SECONDS)
        except TimeoutError:
            _threads(client, address)
        except KilledWorker as error:
            told = "several workers ended while they did the same part of the work, perhaps for want of memory"
            raise MeantreeError(f"--cluster {quoted(address)}: {told}") from error
        except CancelledError as error:
            raise MeantreeError(f"--cluster {quoted(address)}: the scheduler went away") from error
        except MeantreeError:
            raise
        except Exception as error:
            told = f"a worker failed ({type(error).__name__}: {shortened(str(error), 300)})"
            raise MeantreeError(
                f"--cluster {quoted(address)}: {told}; workers need this version of meantree"
            ) from error
