"""The ``meantree`` command in this process, with streams of its own: what it loads is loaded once for all tests."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Any

import pytest
from click.testing import CliRunner, Result

from meantree.__main__ import main
from meantree.cli.app import app


@dataclass(frozen=True, slots=True)
class Done:
    """How a command ended: what it wrote, and its exit code."""

    stdout: str
    stderr: str
    returncode: int


def meantree(*arguments: str | Path, code: int = 0) -> Done:
    """Run the command and check its exit code."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        with _streams(out, err), pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "argv", ["meantree", *map(str, arguments)])
            with pytest.raises(SystemExit) as end:
                main()
        texts = []
        for stream in (out, err):
            stream.seek(0)
            texts.append(stream.read().decode("utf-8"))
    done = Done(texts[0], texts[1], int(end.value.code or 0))
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done


def invoke(*arguments: object, **options: Any) -> Result:
    """Call the command by click alone; ``options`` are those of its runner, as ``catch_exceptions``."""
    return CliRunner().invoke(app, list(map(str, arguments)), **options)


@contextmanager
def _streams(out: IO[bytes], err: IO[bytes]) -> Iterator[None]:
    """Let both streams of the process be these files, by name and by number, as ``/dev/stdout`` may be named."""
    named = {1: sys.stdout, 2: sys.stderr}
    kept = {number: os.dup(number) for number in named}
    for stream in named.values():
        stream.flush()
    try:
        os.dup2(out.fileno(), 1)
        os.dup2(err.fileno(), 2)
        sys.stdout = TextIOWrapper(os.fdopen(os.dup(1), "wb"), encoding="utf-8")
        sys.stderr = TextIOWrapper(os.fdopen(os.dup(2), "wb"), encoding="utf-8", line_buffering=True)
        yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.close()
        sys.stdout, sys.stderr = named[1], named[2]
        for number, copy in kept.items():
            os.dup2(copy, number)
            os.close(copy)
