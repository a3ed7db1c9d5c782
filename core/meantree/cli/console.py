"""Output of the command: messages and progress on stderr, data on stdout or in a file."""

from __future__ import annotations

import codecs
import io
import json
import os
import shutil
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from meantree.errors import PluginWarning, Problem, UsageError
from meantree.escaping import duration, one_line, shortened
from meantree.files import write_parts
from meantree.work import Work

if TYPE_CHECKING:
    from rich.progress import TaskID

Content = str | bytes | Iterable[bytes]
"""Data to write: a text, a binary file, or the parts of a text in UTF-8."""
SHOWN_PROBLEMS = 20
"""Problems with the same message that are listed."""
UNSCORED = 1
"""The exit code if segments could not be scored."""
UNREAD = 141
"""The exit code if the reader of stdout has closed it: 128 plus the number of SIGPIPE."""
SECONDS_PER_LINE = 60
"""Seconds between two lines of progress where stderr is no terminal."""
ESCAPING = "meantree-escaping"
"""The name of the error handler of encodings by which characters are written as escapes."""
_quiet = False
_wide = False


def set_quiet(quiet: bool) -> None:
    """Set whether messages and progress are hidden; errors that stop the command are printed all the same."""
    global _quiet
    _quiet = quiet


def set_wide(wide: bool) -> None:
    """Set whether tables may be wider than the terminal."""
    global _wide
    _wide = wide


def text_width(wanted: int) -> int:
    """Return the characters of a line of output: at most those of the terminal, if it is printed on one."""
    if _wide or not sys.stdout.isatty():
        return wanted
    return min(wanted, shutil.get_terminal_size().columns)


def say(message: str) -> None:
    """Print a message."""
    _print(one_line(message))


def say_plugin_warnings() -> None:
    """Print warnings of plug-ins as messages, and all other warnings as before."""
    other = warnings.showwarning

    def show(message: Warning | str, category: type[Warning], *place: Any, **rest: Any) -> None:
        if issubclass(category, PluginWarning):
            say(f"meantree: {message}")
        else:
            other(message, category, *place, **rest)

    warnings.showwarning = show


def fail(message: str) -> None:
    """Print why the command stops."""
    set_quiet(False)
    _print(f"meantree: {one_line(message)}", "red")


def _print(message: str, colour: str | None = None) -> None:
    if not _quiet:
        click.secho(message, sys.stderr, fg=colour, color=False if os.environ.get("NO_COLOR") else None)


def list_problems(problems: Iterable[Problem]) -> None:
    """List problems, one per line; of many that differ only in the segment, the first and how many more there are."""
    counts = Counter[str]()
    for problem in problems:
        kind = str(problem)
        if problem.segment is not None:
            kind = kind.replace(f"segment {shortened(problem.segment)}: ", "")
        counts[kind] += 1
        if counts[kind] <= SHOWN_PROBLEMS:
            _print(f"meantree: {problem}", "yellow")
    for kind, count in counts.items():
        if count > SHOWN_PROBLEMS:
            _print(f"meantree: {count - SHOWN_PROBLEMS:,} more segments: {kind}", "yellow")


def summarize_problems(problems: Sequence[Problem]) -> None:
    """Print problems; those that differ only in the segment on one line, with their number and the first of them."""
    if not problems:
        return
    from meantree.reporting.problems import condensed_lines

    lines = condensed_lines(problems)
    for line in lines:
        _print(f"meantree: {line}", "yellow")
    if len(lines) < len(problems):
        _print("meantree: --verbose lists all of them", "yellow")


def list_all(problems: Iterable[Problem]) -> None:
    """List all problems, one per line."""
    for problem in problems:
        _print(f"meantree: {problem}", "yellow")


def end(
    problems: Sequence[Problem],
    *,
    all_are_losses: bool = False,
    show: Callable[[Sequence[Problem]], None] = list_problems,
) -> None:
    """Print the problems, and exit with 1 if there are losses: notes and problems without a segment are none.

    What is wrong with a metric as a whole, such as that it is not available in a language, is a loss, and printed even
    if messages are hidden.

    Args:
        all_are_losses: whether problems without a segment are losses, too.
    """
    show(problems)
    losses = [problem for problem in problems if not problem.is_note]
    of_metrics = [problem for problem in losses if problem.metrics and problem.segment is None]
    for problem in of_metrics if _quiet else ():
        fail(str(problem))
    if of_metrics or any(all_are_losses or problem.segment is not None for problem in losses):
        raise click.exceptions.Exit(UNSCORED)


def write(content: Content, output: Path | None) -> None:
    """Write data to ``output``, or to stdout; raise UsageError if the data cannot be written."""
    if output is not None and not _is_stdout(output):
        parts = content.encode() if isinstance(content, str) else content
        write_parts(output, (parts,) if isinstance(parts, bytes) else parts)
    elif isinstance(content, bytes):
        _write_out(content)
    else:
        for part in (content,) if isinstance(content, str) else content:
            _write_out(part if isinstance(part, str) else part.decode())


def require_other(output: Path | None, inputs: Iterable[Path | None]) -> None:
    """Check that the output is none of the inputs; raise UsageError if it is, under any name."""
    if output is None or not output.is_file():
        return
    for path in inputs:
        if path is not None and path.is_file() and path.samefile(output):
            raise UsageError(f"--output: {output} is also an input; name another file")


def _is_stdout(output: Path) -> bool:
    try:
        return os.path.samestat(os.stat(output), os.fstat(sys.stdout.fileno()))
    except OSError:
        return False


def _write_out(content: str | bytes) -> None:
    require_stdout()
    try:
        if isinstance(content, bytes):
            sys.stdout.buffer.write(content)
        else:
            sys.stdout.write(content)
        sys.stdout.flush()
    except BrokenPipeError:
        _give_up_stdout()
        raise SystemExit(UNREAD) from None
    except OSError as error:
        _give_up_stdout()
        raise UsageError(f"cannot write to stdout: {error.strerror}") from error


def _give_up_stdout() -> None:
    """Redirect stdout to the null device, since Python flushes its buffer again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def prepare_streams() -> None:
    """Let standard streams write all or fail, and escape what their encoding lacks; closed ones get the null device.

    Libraries flush closed streams, and no other file may get their descriptors.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115  # open until exit
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    if isinstance(getattr(sys.stdout, "buffer", None), io.RawIOBase):  # PYTHONUNBUFFERED: it may write but a part
        sys.stdout = open(1, "w", buffering=1, encoding=sys.stdout.encoding, closefd=False)  # noqa: SIM115
    codecs.register_error(ESCAPING, _escape)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=ESCAPING)


def _escape(error: UnicodeError) -> tuple[str, int]:
    """Return the escapes of JSON for characters that a stream cannot represent, and plain lines of tables."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    return "".join("-" if character == "─" else json.dumps(character)[1:-1] for character in text), error.end


def require_stdout() -> None:
    """Check that stdout is open; raise UsageError if it is closed."""
    if sys.__stdout__ is None:
        raise UsageError("stdout is closed; name an output file with --output")


@contextmanager
def progress(jobs: int | None = None, cluster: str | None = None) -> Iterator[Work]:
    """Yield work with a progress bar on stderr, or with a line a minute if stderr is no terminal.

    Args:
        jobs: number of processes; one per core if None.
        cluster: address of a Dask scheduler that replaces them.
    """
    jobs = jobs or os.cpu_count() or 1
    if _quiet or not sys.stderr.isatty():
        yield Work(report=progress_lines(), jobs=jobs, cluster=cluster)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, TaskID] = {}

        def report(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = bars.add_task(stage, total=total)
            bars.update(tasks[stage], completed=done, total=total)

        yield Work(report=report, jobs=jobs, cluster=cluster)


def progress_lines(clock: Callable[[], float] = time.monotonic) -> Callable[[str, int, int], None]:
    """Return what prints progress in lines, at most one in :data:`SECONDS_PER_LINE`, for logs; none for short work.

    The time that is left follows from the speed since the line before.
    """
    printed, since = clock(), dict[str, tuple[float, int]]()

    def report(stage: str, done: int, total: int) -> None:
        nonlocal printed
        now = clock()
        start, before = since.setdefault(stage, (now, done))
        if now - printed < SECONDS_PER_LINE:
            return
        printed, since[stage] = now, (now, done)
        left = (total - done) * (now - start) / (done - before) if done > before else None
        say(f"{stage}: {done:,} of {total:,}" + ("" if left is None else f", {duration(left)} left"))

    return report
