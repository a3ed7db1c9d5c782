"""Batches on a Dask cluster: a few per worker thread at a time, so that the queue stays short."""

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
"""Time limit for a scheduler's answer."""
WORKER_SECONDS = 30.0
"""Time limit for a first worker, at the beginning and after all workers have died."""
LOOK_SECONDS = 0.5
AHEAD = 2
"""Batches per worker thread: one running, one waiting."""


def on_cluster(function: Callable[[Item], Result], batches: Iterable[Item], address: str) -> Iterator[Result]:
    """Yield ``function(batch)`` for each batch, in order. The batches of a worker that dies are done by others.

    Args:
        function: importable by name, so that workers can run it.
        batches: each is taken only when a worker has room for it.

    Raises:
        UsageError: if no scheduler answers at the address.
        MeantreeError: if the scheduler goes away, no worker is left, or a batch fails or kills several workers.
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
        raise UsageError(
            "--cluster: found an empty address, expected that of a Dask scheduler, such as tcp://HOST:8786"
        )
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # errors are reported below, once
    try:
        asyncio.run(asyncio.wait_for(_greet(address), SCHEDULER_SECONDS))
        client = Client(address, timeout=SCHEDULER_SECONDS)
    except Exception as error:  # transports such as UCX raise whatever they like
        reason = shortened(str(error)) or f"no answer within {SCHEDULER_SECONDS} s"
        message = f"no Dask scheduler answers at this address ({reason}), expected one as in tcp://HOST:8786"
        raise UsageError(f"--cluster {quoted(address)}: {message}") from error
    try:
        yield client
    finally:
        with suppress(OSError, TimeoutError):
            client.close(timeout=1)


async def _greet(address: str) -> None:
    """Ask the scheduler for its identity; a client would wait forever where something listens but never answers."""
    from dask.distributed import Security, rpc

    async with rpc(address, connection_args=Security().get_connection_args("client")) as scheduler:
        await scheduler.identity()


def _threads(client: Client, address: str) -> int:
    """Return the number of threads of all workers, waiting for the first worker if there is none.

    Raises:
        MeantreeError: if none appears in time.
    """
    end = time.monotonic() + WORKER_SECONDS
    while True:
        if client.status != "running":
            raise MeantreeError(f"--cluster {quoted(address)}: the connection to the scheduler was lost")
        with suppress(OSError):  # the scheduler may go away at any moment
            threads: int = sum(client.nthreads().values())
            if threads:
                return threads
        if time.monotonic() > end:
            message = f"no worker was available for {WORKER_SECONDS:.0f} s; start one, or check why the workers ended"
            raise MeantreeError(f"--cluster {quoted(address)}: {message}")
        time.sleep(LOOK_SECONDS)


def _result(client: Client, future: Future, address: str) -> Any:
    from dask.distributed import CancelledError, KilledWorker

    while True:
        try:
            return future.result(timeout=LOOK_SECONDS)
        except TimeoutError:
            _threads(client, address)
        except KilledWorker as error:
            message = "several workers died on the same part of the work, perhaps because memory ran out"
            raise MeantreeError(f"--cluster {quoted(address)}: {message}") from error
        except CancelledError as error:
            raise MeantreeError(f"--cluster {quoted(address)}: the connection to the scheduler was lost") from error
        except MeantreeError:
            raise
        except Exception as error:
            message = f"a worker failed ({type(error).__name__}: {shortened(str(error), 300)})"
            raise MeantreeError(
                f"--cluster {quoted(address)}: {message}; workers need this version of meantree"
            ) from error
