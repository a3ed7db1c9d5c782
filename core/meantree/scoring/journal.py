"""The journal of a scoring run: results so far, stored next to the output, so that the run can be resumed after a kill.

The file consists of lines of JSON and is only appended to. The first line identifies the run. Every other line holds
the results of segments that follow those of the line before, after a checksum keyed with the identity of the run.
Reading ends at a line that another run wrote, or that was incomplete when the program was killed.
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

from meantree.errors import InputError, MeantreeError, Problem
from meantree.escaping import counted, listed
from meantree.files import translate_os_errors
from meantree.scoring.provenance import RunIdentity
from meantree.scoring.run import ScoredPortion
from meantree.scoring.table import Rows

SUFFIX = ".partial"
PAUSE_SECONDS = 1.0
"""Work of at most this time is lost."""
MAGIC = b"meantree journal of scores 2 "
DAMAGED = "is damaged; delete it to start again"


class Journal:
    """The journal of one run; a context that writes the last results at its end.

    Args:
        path: of the file, which is created with the first results; a file that is no journal is never overwritten.
        run: its identity.
        resume: whether to read the results of an earlier run; otherwise they are deleted with the first new results.

    Attributes:
        segments: number of stored segments, from the first of the corpus.
        why_not: why nothing can be stored, empty if it can.
    """

    def __init__(self, path: Path, run: RunIdentity, *, resume: bool = True) -> None:
        self.path, self.run, self.resume = path, run, resume
        self.segments, self.why_not = 0, ""
        self._end = 0
        self._head = MAGIC + _line(asdict(run))
        self._name = hashlib.sha256(self._head).digest()
        self._waiting: list[ScoredPortion] = []
        self._many = 0
        self._written = time.monotonic()
        self._stream: BinaryIO | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._write()
        self._close()

    def _close(self) -> None:
        stream, self._stream = self._stream, None
        if stream is not None:
            with suppress(OSError):  # of a full disk, which was noticed before
                stream.close()

    # Reading

    def is_ignored(self) -> bool:
        """Whether there is a journal of an earlier run that is not read."""
        return not self.resume and self._is_there()

    def _is_there(self) -> bool:
        with suppress(OSError), self.path.open("rb") as stream:
            return MAGIC.startswith(stream.read(len(MAGIC)))  # the whole word, unless the program was killed
        return False

    def read(self) -> Iterator[tuple[ScoredPortion, int]]:
        """Yield stored results in order, each with its number of segments.

        Raises:
            InputError: if the file is not a journal of this run.
        """
        if not self.resume or not os.path.lexists(self.path):
            return
        with translate_os_errors(self.path), self.path.open("rb") as stream:
            head = stream.readline()
            if not MAGIC.startswith(head[: len(MAGIC)]):
                raise InputError(
                    self.path, "is not the journal of an unfinished run; move it, so that --resume can use its name"
                )
            if not head.endswith(b"\n"):  # the program was killed, or the disk was full
                return
            self._compare(head)
            self._end = stream.tell()
            for line in stream:
                try:
                    first, segments, scored = _decoded(_checked(line, self._name), self.run)
                except (ValueError, KeyError, TypeError, RecursionError):  # incomplete, of another run, or edited
                    break
                self._end += len(line)
                if first == self.segments:  # otherwise two processes wrote the same run
                    self.segments += segments
                    yield scored, segments

    def _compare(self, head: bytes) -> None:
        """Compare the runs of the file's first line and of this journal.

        Raises:
            InputError: if they differ, or the line cannot be read.
        """
        own = json.loads(self._head.removeprefix(MAGIC))
        try:
            stored = json.loads(head.removeprefix(MAGIC))
            differs = [name for name in own if stored.get(name) != own[name]]
        except (ValueError, AttributeError, RecursionError) as error:
            raise InputError(self.path, DAMAGED) from error
        if differs:
            message = (
                f"is of a run with other {listed(differs)}; repeat the same command, or delete the file to start again"
            )
            raise InputError(self.path, message)

    # Writing

    def add(self, scored: ScoredPortion, segments: int) -> None:
        """Store the results of the next segments."""
        self._waiting.append(scored)
        self._many += segments
        if time.monotonic() - self._written > PAUSE_SECONDS:
            self._write()

    def remove(self) -> None:
        """Delete the journal of a run whose output is written."""
        self._waiting = []
        self._close()
        if self._is_there():
            with suppress(OSError):
                self.path.unlink()

    def _write(self) -> None:
        """Append a record; an error is stored in ``why_not``, since the run can continue without a journal."""
        if self._waiting and not self.why_not:
            try:
                with translate_os_errors(self.path):
                    self._stream = self._stream or self._opened()
                    content = _encoded(self._waiting, self.segments, self._many)
                    self._stream.write(_checksum(content, self._name) + b" " + content)
                    self._stream.flush()
            except MeantreeError as error:
                self.why_not = str(error)
                self._close()
                if not self.segments:
                    self.remove()
            else:
                self.segments += self._many
        self._waiting, self._many, self._written = [], 0, time.monotonic()

    def _opened(self) -> BinaryIO:
        if os.path.lexists(self.path) and not self._is_there():
            raise InputError(self.path, "is not a journal; scores are not stored there")
        if self._end:
            os.truncate(self.path, self._end)
        else:
            self.path.write_bytes(self._head)
        return self.path.open("ab")  # another process appends whole records, too


@contextmanager
def keep_journal(journal: Journal | None, segments: int, say: Callable[[str], None]) -> Iterator[None]:
    """Open a journal, if there is one, and report how to resume a stopped run."""
    if journal is None:
        yield
        return
    if journal.is_ignored():
        say(f"{journal.path}: is the journal of an unfinished run and is replaced; --resume would continue that run")
    try:
        with journal:
            yield
    except BaseException:
        if journal.segments:
            stored = f"{journal.segments:,} of {counted(segments, 'segment')} {'is' if segments == 1 else 'are'} stored"
            say(f"{stored} in {journal.path}: the same command with --resume continues from there")
        raise
    finally:
        if journal.why_not:
            say(f"{journal.why_not}; a stopped run cannot be resumed")


def _line(value: object) -> bytes:
    return json.dumps(value).encode() + b"\n"


def _checksum(content: bytes, name: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=16, key=name).hexdigest().encode()


def _checked(line: bytes, name: bytes) -> bytes:
    """Return the content of a line; raise ValueError if it is incomplete, or of another run."""
    checksum, _, content = line.partition(b" ")
    if _checksum(content, name) != checksum:
        raise ValueError("a different checksum")
    return content


def _encoded(parts: Sequence[ScoredPortion], first: int, segments: int) -> bytes:
    """Return the results of these segments as a line of JSON."""
    columns = [
        [
            *key,
            [
                row if is_scored else None
                for part in parts
                for is_scored, row in zip(*(column.tolist() for column in part.statistics[key]), strict=True)
            ],
        ]
        for key in parts[0].statistics
    ]
    problems = [
        [problem.message, problem.segment, problem.system, problem.is_note]
        for part in parts
        for problem in part.problems
    ]
    makers = {layer: maker for part in parts for layer, maker in part.makers.items()}
    return _line({"first": first, "segments": segments, "columns": columns, "problems": problems, "makers": makers})


def _decoded(content: bytes, run: RunIdentity) -> tuple[int, int, ScoredPortion]:
    """Return the 0-based position of the first segment, the number of segments, and their results.

    Raises:
        ValueError: if the line was not written in this run.
    """
    read = json.loads(content)
    first, segments = read["first"], read["segments"]
    if not 0 <= first < first + segments <= run.segments:
        raise ValueError("segments that do not exist")
    expected = product(run.systems, (spec for spec, _ in run.metrics))
    if [(system, spec) for system, spec, _ in read["columns"]] != list(expected):
        raise ValueError("columns of another run")
    scored = ScoredPortion({}, makers=dict(read["makers"]))
    for system, spec, rows in read["columns"]:
        if len(rows) != segments:
            raise ValueError("rows of other segments")
        scored.statistics[system, spec] = Rows.of(rows)
    scored.problems = [
        Problem(None, None, message, segment, system, is_note=is_note)
        for message, segment, system, is_note in read["problems"]
    ]
    return first, segments, scored
