"""Long-lived processes that run the command in themselves, one case after the other, within limits."""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import os
import resource
import shutil
import sys
import tempfile
import time
import traceback
import warnings
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType

from helpers.hostile import Case

SECONDS, MEGABYTES, CHARACTERS = 10.0, 1_024, 1_000
"""What a case may take beyond the idle process (of processor time, so that a busy machine does not count), and how
long a line of its messages may be."""
HANG = 12 * SECONDS
"""A case that has not ended after so long hangs."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a case: how long it took, and what is wrong, empty if nothing is."""

    seconds: float
    code: int
    fault: str


class Worker:
    """One process; it is started again where a case was too much for it."""

    def __init__(self) -> None:
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._ours, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        self._ours.recv()  # ready

    def run(self, case: Case, *, hang: float = HANG) -> Outcome:
        """Run one case in a folder of its own; after ``hang`` seconds the process is ended."""
        folder = Path(tempfile.mkdtemp())
        for name, content in case.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
        start = time.perf_counter()
        try:
            self._ours.send((str(folder), case.arguments))
            if not self._ours.poll(hang):
                return self._again(start, f"no end after {hang:g} s")
            code, fault, seconds = self._ours.recv()
        except (EOFError, ConnectionError):
            return self._again(start, "the process died")
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        return Outcome(seconds, code, fault or (f"{seconds:.1f} s" if seconds > SECONDS else ""))

    def _again(self, start: float, fault: str) -> Outcome:
        self.close()
        self._start()
        return Outcome(time.perf_counter() - start, -1, fault)

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()
        self._ours.close()

    def __enter__(self) -> Worker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _serve(connection: Connection) -> None:
    """What the process does: load everything once, then run what it is sent."""
    warnings.simplefilter("error")
    from meantree.analysis.layers.required import Layers
    from meantree.analysis.store import AnalysisStore

    AnalysisStore().analyse({"The man saw her.": Layers(2, 2, roles=True)})
    # What is only reserved counts here, too, so that this ends nothing but what runs away.
    limit = _status("VmSize") + 4 * MEGABYTES << 20
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    idle = _status("VmRSS")
    connection.send("ready")
    while True:
        folder, arguments = connection.recv()
        os.chdir(folder)
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # forgets the peak
        start = time.process_time()
        code, fault = run_command(arguments)
        seconds, used = time.process_time() - start, _status("VmHWM") - idle
        connection.send((code, fault or (f"{used:,} MB" if used > MEGABYTES else ""), seconds))


def _status(name: str) -> int:
    """A size of this process in megabytes."""
    rows = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(row.split()[1]) for row in rows if row.startswith(f"{name}:")) >> 10


def run_command(arguments: list[str]) -> tuple[int, str]:
    """The exit code, and what is wrong with it or with the messages."""
    from meantree.cli.app import main
    from meantree.metrics.hmeant import role_weights

    role_weights.cache_clear()  # every case has a file of that name
    if arguments[0] in ("score", "parse"):
        arguments = [*arguments, "--jobs", "1"]
    sys.argv = ["meantree", *arguments]
    messages, code = io.StringIO(), 0
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(messages):
            main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException as error:  # whatever it is, it would be a traceback
        frame = traceback.extract_tb(error.__traceback__)[-1]
        return -1, f"{type(error).__name__} in {Path(frame.filename).name}:{frame.lineno}: {str(error)[:200]}"
    longest = max(map(len, messages.getvalue().split("\n")))
    if longest > CHARACTERS:
        line = max(messages.getvalue().split("\n"), key=len)
        return code, f"a message of {longest:,} characters: {line[:120]} … {line[-60:]}"
    return code, "" if code in (0, 1, 2) else f"exit code {code}"
