"""What a run over a corpus did so far, kept beside its output, so that the same run goes on after a kill.

The file grows at its end alone, by lines of JSON. The first says of which run the file is; each other one holds all
that came of some segments, which follow those of the line before, after a checksum that is made with the name of the
run: what another run wrote into the file, or what was being written when the program was killed, ends what is read.
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
from meantree.escaping import counted, listed
from meantree.files import translate_os_errors
from meantree.metrics.metric import Statistics
from meantree.scoring.chunks import Scored
from meantree.scoring.provenance import RunIdentity

SUFFIX = ".partial"
PAUSE_SECONDS = 1.0
"""No more work than that is lost."""
MAGIC = b"meantree journal of scores 2 "
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

    def __init__(self, path: Path, run: RunIdentity, *, resume: bool = True) -> None:
        self.path, self.run, self.resume = path, run, resume
        self.segments, self.why_not = 0, ""
        self._end = 0
        self._head = MAGIC + _line(asdict(run))
        self._name = hashlib.sha256(self._head).digest()
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

    def is_ignored(self) -> bool:
        """Whether there is a journal of an earlier run, this one or another, that is not read."""
        return not self.resume and self._is_there()

    def _is_there(self) -> bool:
        with suppress(OSError), self.path.open("rb") as stream:
            return MAGIC.startswith(stream.read(len(MAGIC)))  # all of it, unless the program was killed before
        return False

    def read(self) -> Iterator[tuple[Scored, int]]:
        """What came of the first segments, in order, and of how many; read piece by piece, as they are taken in.

        Raises:
            InputError: if the file is none of this run.
        """
        if not self.resume or not os.path.lexists(self.path):
            return
        with translate_os_errors(self.path), self.path.open("rb") as stream:
            head = stream.readline()
            if not MAGIC.startswith(head[: len(MAGIC)]):
                raise InputError(self.path, "is no journal of an unfinished run; --resume needs that file's name free")
            if not head.endswith(b"\n"):  # killed, or the disk was full, before there was anything to keep
                return
            self._compare(head)
            self._end = stream.tell()
            for line in stream:
                try:
                    first, segments, scored = _decoded(_checked(line, self._name), self.run)
                except (ValueError, KeyError, TypeError, RecursionError):  # cut, another run's, or made by hand
                    break
                self._end += len(line)
                if first == self.segments:  # else the same run was begun twice at a time
                    self.segments += segments
                    yield scored, segments

    def _compare(self, head: bytes) -> None:
        """Compare the runs of the file's first line and of this journal.

        Raises:
            InputError: if they differ, or the line cannot be read.
        """
        own = json.loads(self._head.removeprefix(MAGIC))
        try:
            kept = json.loads(head.removeprefix(MAGIC))
            differs = [name for name in own if kept.get(name) != own[name]]
        except (ValueError, AttributeError, RecursionError) as error:
            raise InputError(self.path, DAMAGED) from error
        if differs:
            message = (
                f"is of a run with other {listed(differs)}; repeat the command as it was, or delete it to begin anew"
            )
            raise InputError(self.path, message)

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
                with translate_os_errors(self.path):
                    self._stream = self._stream or self._opened()
                    content = _encoded(self._waiting, self.segments, self._many)
                    self._stream.write(_sum(content, self._name) + b" " + content)
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
def keep_journal(journal: Journal | None, segments: int, say: Callable[[str], None]) -> Iterator[None]:
    """Open a journal, if there is one, and tell how a run that is stopped can go on.

    Args:
        journal: of the run.
        segments: how many the run has.
        say: is called with sentences.
    """
    if journal is None:
        yield
        return
    if journal.is_ignored():
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
    return json.dumps(value).encode() + b"\n"


def _sum(content: bytes, name: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=16, key=name).hexdigest().encode()


def _checked(line: bytes, name: bytes) -> bytes:
    """Return the content of a line.

    Raises:
        ValueError: if it is not whole, or another run's.
    """
    found, _, content = line.partition(b" ")
    if _sum(content, name) != found:
        raise ValueError("another checksum")
    return content


def _encoded(parts: Sequence[Scored], first: int, segments: int) -> bytes:
    """Return what came of so many segments as a line of JSON."""
    columns = [
        [*key, [None if row is None else row.tolist() for part in parts for row in part.statistics[key]]]
        for key in parts[0].statistics
    ]
    problems = [[one.message, one.segment, one.system, one.is_note] for part in parts for one in part.problems]
    makers = {layer: maker for part in parts for layer, maker in part.makers.items()}
    return _line({"first": first, "segments": segments, "columns": columns, "problems": problems, "makers": makers})


def _decoded(content: bytes, run: RunIdentity) -> tuple[int, int, Scored]:
    """Read what :func:`_encoded` wrote: the 0-based place of the first segment, the number of segments, their scores.

    Raises:
        ValueError: if it was not written in this run.
    """
    read = json.loads(content)
    first, segments = read["first"], read["segments"]
    if not 0 <= first < first + segments <= run.segments:
        raise ValueError("segments that there are not")
    expected = product(run.systems, (spec for spec, _ in run.metrics))
    if [(system, spec) for system, spec, _ in read["columns"]] != list(expected):
        raise ValueError("columns of another run")
    scored = Scored({}, makers=dict(read["makers"]))
    for system, spec, rows in read["columns"]:
        if len(rows) != segments:
            raise ValueError("rows of other segments")
        numbers = iter(np.array([row for row in rows if row is not None], dtype=np.float64))
        found: list[Statistics | None] = [None if row is None else next(numbers) for row in rows]
        scored.statistics[system, spec] = found
    scored.problems = [
        Problem(None, None, message, segment, system, is_note=is_note)
        for message, segment, system, is_note in read["problems"]
    ]
    return first, segments, scored
