"""A program of the user's as parser: texts go in, one a line, and CoNLL-U comes out.

It is started without a shell, once for all texts of a batch. What it writes is matched to the lines by the characters
of its words, so that it needs no marks.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from meantree.analysis.conllu_blocks import SentenceError, sentences_in
from meantree.analysis.sentences import Sentence
from meantree.errors import UsageError
from meantree.escaping import quoted, shortened

SECONDS: Final = 300.0
SECONDS_A_WORD: Final = 0.5
"""Time that a program has: to load its model, and for each word between blanks."""
LARGEST_OUTPUT: Final = 10_000_000
BYTES_A_CHARACTER: Final = 1_000
"""Bytes that a program may write: in any case, and for each character of the texts."""
WAIT_SECONDS: Final = 0.02
_NOT_IN_NAMES = re.compile(r"[^\w.]+")
SHOWN: Final = 40
"""Characters of a text in messages."""


class ParserCommand:
    """A program that parses, with its arguments.

    Raises:
        UsageError: if the command line cannot be read, or there is no such program.
    """

    def __init__(self, command: str) -> None:
        try:
            self._arguments = shlex.split(command, posix=os.name == "posix")
        except ValueError as error:
            raise UsageError(f"the parser's command {quoted(command)}: {error}") from error
        program = shutil.which(self._arguments[0]) if self._arguments else None
        if program is None:
            raise UsageError(f"the parser's command {quoted(command)}: there is no such program")
        self.name = Path(program).stem
        self._program = program

    @property
    def fingerprint(self) -> str:
        """The program's name, and a digest of it, of its arguments, and of the files that these name."""
        digest = hashlib.blake2b(digest_size=4)
        for argument in (self._program, *self._arguments[1:]):
            digest.update(argument.encode("utf-8", "surrogateescape") + b"\0")
            if (file := Path(argument)).is_file():
                with file.open("rb") as stream:
                    digest.update(hashlib.file_digest(stream, "blake2b").digest())
        return f"command-{_NOT_IN_NAMES.sub('-', self.name)}-{digest.hexdigest()}"

    def parse(self, texts: Sequence[str]) -> list[tuple[Sentence, ...]]:
        """Return the sentences of each text, none of an empty one.

        Args:
            texts: without line ends; an empty one is not sent.

        Raises:
            UsageError: if the program fails, takes too long, writes too much, or something else than the sentences of
                the texts in CoNLL-U.
        """
        lines = [text for text in texts if text]
        try:
            sentences = iter([*self._matched(lines, self._output(lines))] if lines else ())
        except SentenceError as fault:
            raise self._error(f"line {fault.line:,} of its output: {fault}") from fault
        return [next(sentences) if text else () for text in texts]

    def _output(self, lines: Sequence[str]) -> str:
        """Return what the program writes; files, not pipes, as it may write before it has read everything."""
        content = "".join(f"{line}\n" for line in lines)
        with TemporaryDirectory(prefix="meantree-parser-") as folder:
            read, written, told = (Path(folder) / name for name in ("texts", "conllu", "messages"))
            read.write_bytes(content.encode("utf-8"))
            with read.open("rb") as source, written.open("wb") as target, told.open("wb") as messages:
                try:
                    process = subprocess.Popen(
                        [self._program, *self._arguments[1:]],
                        stdin=source,
                        stdout=target,
                        stderr=messages,
                        start_new_session=True,
                    )
                except OSError as error:
                    raise self._error(f"cannot be started: {error.strerror}") from error
                try:
                    self._wait(process, content, (written, told))
                finally:
                    _end(process)
            if process.returncode:
                last = told.read_bytes().decode("utf-8", "replace").strip().rpartition("\n")[2]
                how = f"signal {-process.returncode}" if process.returncode < 0 else f"status {process.returncode}"
                raise self._error(f"ended with {how}" + (f": {shortened(last)}" if last else ""))
            try:
                return written.read_bytes().decode("utf-8-sig")
            except UnicodeDecodeError as error:
                line = error.object[: error.start].count(b"\n") + 1
                raise self._error(f"line {line:,} of its output is not in UTF-8; expected UTF-8") from error

    def _wait(self, process: subprocess.Popen[bytes], content: str, outputs: Sequence[Path]) -> None:
        limit = SECONDS + SECONDS_A_WORD * len(content.split())
        largest = LARGEST_OUTPUT + BYTES_A_CHARACTER * len(content)
        end = time.monotonic() + limit
        while process.poll() is None:
            if max(path.stat().st_size for path in outputs) > largest:
                raise self._error(f"wrote more than {largest:,} bytes, and was ended")
            if time.monotonic() > end:
                raise self._error(f"took more than {limit:,.0f} seconds, and was ended")
            time.sleep(WAIT_SECONDS)

    def _matched(self, lines: Sequence[str], output: str) -> Iterator[tuple[Sentence, ...]]:
        """Yield the sentences of each line, of which the words must have all the characters."""
        rest = sentences_in(output.replace("\r\n", "\n").split("\n"))
        for number, line in enumerate(lines, start=1):
            expected, found, sentences = _characters(line), "", list[Sentence]()
            while len(found) < len(expected):
                place, text, sentence = next(rest, (0, "", None))
                if sentence is None:
                    raise self._error(
                        f"line {number:,} of its input, {quoted(line, SHOWN)}, is missing from its output"
                    )
                sentences.append(sentence)
                found += _characters(text)
                if not expected.startswith(found):
                    hint = "; a sentence must not go on in the next line" if found.startswith(expected) else ""
                    expectation = f"expected line {number:,} of its input, {quoted(line, SHOWN)}"
                    raise self._error(f"line {place:,} of its output: found {quoted(text, SHOWN)}, {expectation}{hint}")
            yield tuple(sentences)
        if further := next(rest, None):
            raise self._error(
                f"line {further[0]:,} of its output: found {quoted(further[1], SHOWN)} after the last text"
            )

    def _error(self, what: str) -> UsageError:
        return UsageError(f"the parser {quoted(self.name)} {what}")


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a program and what it started, as far as they still run."""
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL) if os.name == "posix" else process.kill()
    process.wait()


def _characters(text: str) -> str:
    return "".join(text.split())
