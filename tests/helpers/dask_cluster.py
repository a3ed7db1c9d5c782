"""A Dask scheduler and its workers, as processes of their own on loopback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SECONDS = 30
HERE = ("--host", "127.0.0.1")


class Cluster:
    """Its processes; each can be killed.

    Attributes:
        address: of the scheduler.
    """

    def __init__(self, folder: Path) -> None:
        self._folder, self._file = folder, folder / "scheduler.json"
        self.workers: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._start("dask_scheduler", "--port", "0", "--no-dashboard", "--no-show")

    def begin_workers(self, count: int) -> None:
        """So many workers more, of one thread each, without anybody who begins them anew."""
        options = "--no-nanny", "--nthreads", "1", "--no-dashboard", "--local-directory", str(self._folder)
        self.workers += [self._start("dask_worker", *options) for _ in range(count)]

    @property
    def address(self) -> str:
        end = time.monotonic() + SECONDS
        while not (self._file.is_file() and (text := self._file.read_text(encoding="utf-8"))):
            assert time.monotonic() < end
            time.sleep(0.05)
        found: str = json.loads(text)["address"]
        return found

    def end(self) -> None:
        """Kill what is left."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()

    def _start(self, program: str, *options: str) -> subprocess.Popen[bytes]:
        """With the tests' own modules to import from."""
        path = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
        command = [sys.executable, "-m", f"distributed.cli.{program}", *HERE, "--scheduler-file", str(self._file)]
        quiet = subprocess.DEVNULL
        return subprocess.Popen(
            [*command, *options], stdout=quiet, stderr=quiet, env={**os.environ, "PYTHONPATH": path}
        )


@contextmanager
def dask_cluster(folder: Path) -> Iterator[Cluster]:
    """A scheduler without workers yet."""
    cluster = Cluster(folder)
    try:
        yield cluster
    finally:
        cluster.end()
