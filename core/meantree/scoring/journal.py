"""What a run over a corpus did so far, kept beside its output, so that the same run goes on after a kill.

The file grows at its end alone. A record is a length, a checksum and a content: a line of JSON, then numbers as they
are in memory. The first says of which run the file is; each other one holds all that came of some segments, which
follow those of the record before. Checksums are made with the name of the run: what another run wrote into the file,
or what was being written when the program was killed, ends what is read.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from itertools import product
from pathlib import Path
from typing import BinaryIO, Self

import numpy as np

from meantree.errors import InputError, MeantreeError, Problem
from meantree.files import told
from meantree.metrics.base import Statistics
from meantree.scoring.chunks import Scored
from meantree.scoring.identity import Run
from meantree.shown import counted, listed

SUFFIX = ".partial"
PAUSE_SECONDS = 1.0
"""No more work than that is lost."""
MAGIC = b"meantree journal of scores 1\n"
LENGTH, SUM = 8, 16
"""Bytes."""
DAMAGED = "is damaged; delete it to begin anew"


class Journal:
    """One run's journal; as a context, what came last is written at its end, too.

    Args:
        path: of the file; it is made when there is something to keep, and nothing else is ever written over.
        run: whose it is.
        resume: whether what an earlier run kept there is read; else it goes when there is something to keep.

    Attributes:
        segments: how many of the first segments of the corpus are in it.
        why_not: why nothing can be kept, empty if it can.
    """

    def __init__(self, path: Path, run: Run, *, resume: bool = True) -> None:
        self.path, self.run, self.resume = path, run, resume
        self.segments, self.why_not = 0, ""
        self._end = 0
        self._name = hashlib.sha256(_line(asdict(run))).digest()
        self._head = MAGIC + _framed(_line(asdict(run)), b"")
        self._waiting: list[Scored] = []
        self._many = 0
        self._written = time.monotonic()
        self._stream: BinaryIO | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._write()
        if self._stream is not None:
            self._stream.close()

    # Reading

    def is_passed_over(self) -> bool:
        """Whether there is a journal of an earlier run, this one or another, that is not read."""
        return not self.resume and self._is_there()

    def _is_there(self) -> bool:
        with suppress(OSError), self.path.open("rb") as stream:
            return stream.read(len(MAGIC)) == MAGIC
        return False

    def read(self) -> Iterator[tuple[Scored, int]]:
        """What came of the first segments, in order, and of how many; read piece by piece, as they are taken in.

        Raises:
            InputError: if the file is none of this run.
        """
        if not self.resume or not os.path.lexists(self.path):
            return
        with told(self.path), self.path.open("rb") as stream:
            if stream.read(len(MAGIC)) != MAGIC:
                raise InputError(self.path, "is no journal of an unfinished run; --resume needs that file's name free")
            size = os.fstat(stream.fileno()).st_size
            if size < len(self._head):  # killed before there was anything to keep
                return
            self._compare(_record(stream, size, b""))
            self._end = stream.tell()
            while (content := _record(stream, size, self._name)) is not None:
                try:
                    first, segments, scored = _decoded(content, self.run)
                except (ValueError, KeyError, TypeError, RecursionError):  # somebody made it by hand
                    break
                self._end = stream.tell()
                if first == self.segments:  # else the same run was begun twice at a time
                    self.segments += segments
                    yield scored, segments

    def _compare(self, content: bytes | None) -> None:
        """See to it that it is the same run.

        Raises:
            InputError: if it is not, or cannot be told.
        """
        if content is None:
            raise InputError(self.path, DAMAGED)
        kept, own = json.loads(content), json.loads(_line(asdict(self.run)))
        if differs := [name for name in own if kept.get(name) != own[name]]:
            told = f"is of a run with other {listed(differs)}; repeat the command as it was, or delete it to begin anew"
            raise InputError(self.path, told)

    # Writing

    def add(self, scored: Scored, segments: int) -> None:
        """Keep what came of the next segments."""
        self._waiting.append(scored)
        self._many += segments
        if time.monotonic() - self._written > PAUSE_SECONDS:
            self._write()

    def remove(self) -> None:
        """The run is over, and its output written."""
        self._waiting = []
        if self._stream is not None:
            self._stream.close()
            self._stream = None
        if self._is_there():
            with suppress(OSError):
                self.path.unlink()

    def _write(self) -> None:
        """Append a record; what cannot be kept is no reason to end the work."""
        if self._waiting and not self.why_not:
            try:
                with told(self.path):
                    self._stream = self._stream or self._opened()
                    self._stream.write(_framed(_encoded(self._waiting, self.segments, self._many), self._name))
                    self._stream.flush()
            except MeantreeError as error:
                self.why_not = str(error)
            else:
                self.segments += self._many
        self._waiting, self._many, self._written = [], 0, time.monotonic()

    def _opened(self) -> BinaryIO:
        if os.path.lexists(self.path) and not self._is_there():
            raise InputError(self.path, "is something else; what is scored is not kept there")
        if self._end:
            os.truncate(self.path, self._end)
        else:
            self.path.write_bytes(self._head)
        return self.path.open("ab")  # whoever else writes there writes whole records, too


@contextmanager
def told_of(journal: Journal | None, segments: int, say: Callable[[str], None]) -> Iterator[None]:
    """Open a journal, if there is one, and tell how a run that is stopped can go on.

    Args:
        journal: of the run.
        segments: how many the run has.
        say: is called with sentences.
    """
    if journal is None:
        yield
        return
    if journal.is_passed_over():
        say(f"{journal.path}: is of an unfinished run, and is begun anew; --resume would go on with it")
    try:
        with journal:
            yield
    except BaseException:
        if journal.segments:
            kept = f"{journal.segments:,} of {counted(segments, 'segment')} {'is' if segments == 1 else 'are'} kept"
            say(f"{kept} in {journal.path}: the same command with --resume goes on from there")
        raise
    finally:
        if journal.why_not:
            say(f"{journal.why_not}; a run that is stopped begins anew")


def _line(value: object) -> bytes:
    return json.dumps(value).encode()


def _framed(content: bytes, name: bytes) -> bytes:
    return len(content).to_bytes(LENGTH, "little") + _sum(content, name) + content


def _sum(content: bytes, name: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=SUM, key=name).digest()


def _record(stream: BinaryIO, size: int, name: bytes) -> bytes | None:
    """The next content; None if it is not whole, or another run's."""
    head = stream.read(LENGTH + SUM)
    length = int.from_bytes(head[:LENGTH], "little")
    if len(head) < LENGTH + SUM or length > size - stream.tell():
        return None
    content = stream.read(length)
    return content if _sum(content, name) == head[LENGTH:] else None


def _encoded(parts: Sequence[Scored], first: int, segments: int) -> bytes:
    """What came of so many segments: a line of JSON, then for each column which rows were scored, and the rows."""
    columns, numbers = [], []
    for key in parts[0].statistics:
        rows = [row for part in parts for row in part.statistics[key]]
        size = max((len(row) for row in rows if row is not None), default=0)
        columns.append([*key, size])
        numbers.append(np.array([row is not None for row in rows]).tobytes())
        numbers.append(np.array([np.zeros(size) if row is None else row for row in rows], dtype="<f8").tobytes())
    problems = [[one.message, one.segment, one.system] for part in parts for one in part.problems]
    makers = {layer: maker for part in parts for layer, maker in part.makers.items()}
    head = {"first": first, "segments": segments, "columns": columns, "problems": problems, "makers": makers}
    return b"\n".join([_line(head), b"".join(numbers)])


def _decoded(content: bytes, run: Run) -> tuple[int, int, Scored]:
    """What :func:`_encoded` wrote: the 0-based place of the first segment, how many there are, what came of them."""
    line, _, numbers = content.partition(b"\n")
    head = json.loads(line)
    expected = product(run.systems, (spec for spec, _ in run.metrics))
    if [(system, spec) for system, spec, _ in head["columns"]] != list(expected):
        raise ValueError("columns of another run")
    first, segments, at = head["first"], head["segments"], 0
    if not 0 <= first < first + segments <= run.segments:
        raise ValueError("segments that there are not")
    scored = Scored({}, makers=dict(head["makers"]))
    for system, spec, size in head["columns"]:
        ends = at + segments, at + segments * (1 + 8 * size)
        mask = np.frombuffer(numbers[at : ends[0]], dtype=bool)
        rows = np.frombuffer(numbers[ends[0] : ends[1]] or b"", dtype="<f8").reshape(segments, size)
        at = ends[1]
        found: list[Statistics | None] = [row if there else None for row, there in zip(rows, mask, strict=True)]
        scored.statistics[system, spec] = found
    scored.problems = [Problem(None, None, *one) for one in head["problems"]]
    return first, segments, scored
