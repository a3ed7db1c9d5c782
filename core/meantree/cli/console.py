"""What the command says to people: messages and progress on stderr, data on stdout or into a file."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import typer
from rich.console import Console, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from meantree.errors import Problem, UsageError
from meantree.escaping import one_line, shortened
from meantree.files import write_parts
from meantree.report.problems import condensed_lines
from meantree.work import Work

if TYPE_CHECKING:
    from rich.table import Table

Content = str | bytes | Iterable[bytes]
"""What is written: a text, a file that only programs can read, or the parts of a text."""
messages = Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)
SHOWN_PROBLEMS = 20
"""Of those that differ in the segment alone."""
UNSCORED = 1
"""The exit code where segments could not be scored."""
UNREAD = 141
"""The exit code of programs whose output nobody reads any more: 128 and the number of SIGPIPE."""


def say(message: str) -> None:
    """Say what was done."""
    messages.print(one_line(message))


def fail(message: str) -> None:
    """Say why the command stops."""
    messages.print(f"meantree: {one_line(message)}", style="red")


def list_problems(problems: Iterable[Problem]) -> None:
    """List what was skipped or could not be scored, one a line; of many alike the first and how many there are."""
    alike = Counter[str]()
    for problem in problems:
        kind = str(problem)
        if problem.segment is not None:
            kind = kind.replace(f"segment {shortened(problem.segment)}: ", "")
        alike[kind] += 1
        if alike[kind] <= SHOWN_PROBLEMS:
            messages.print(f"meantree: {problem}", style="yellow")
    for kind, count in alike.items():
        if count > SHOWN_PROBLEMS:
            messages.print(f"meantree: {count - SHOWN_PROBLEMS:,} more segments: {kind}", style="yellow")


def tell_few(problems: Sequence[Problem]) -> None:
    """Say what was skipped or could not be scored; of many alike how many, and the first of them."""
    lines = condensed_lines(problems)
    for line in lines:
        messages.print(f"meantree: {line}", style="yellow")
    if len(lines) < len(problems):
        messages.print("meantree: --verbose lists every one of them", style="yellow")


def list_all(problems: Iterable[Problem]) -> None:
    """List what was skipped or could not be scored, one a line, however many are alike."""
    for problem in problems:
        messages.print(f"meantree: {problem}", style="yellow")


def end(
    problems: Sequence[Problem],
    *,
    all_are_losses: bool = False,
    told: Callable[[Sequence[Problem]], None] = list_problems,
) -> None:
    """Say what went wrong, and end with 1 if something was lost: notes and what is said of files alone are no loss."""
    told(problems)
    if any((all_are_losses or problem.segment is not None) and not problem.is_note for problem in problems):
        raise typer.Exit(UNSCORED)


def drawn_table(
    head: Iterable[str], rows: Iterable[Iterable[str]], names: Collection[int] = (0,), *, is_folded: bool = False
) -> Table:
    """A table as all commands set them: numbers at the right, what stands in the columns of ``names`` at the left.

    Args:
        head: of the columns.
        rows: cells, as they are written.
        names: which columns, counted from 0, hold names.
        is_folded: whether long cells go on in the next line; else they are cut.
    """
    from rich import box
    from rich.table import Table
    from rich.text import Text

    drawn = Table(box=box.SIMPLE_HEAD)
    for place, title in enumerate(head):
        justify: Literal["left", "right"] = "left" if place in names else "right"
        drawn.add_column(Text(title), justify=justify, overflow="fold" if is_folded else "ellipsis")
    for row in rows:
        drawn.add_row(*map(Text, row))
    return drawn


def table_text(table: RenderableType, width: int) -> str:
    """A table, or several things, as plain text of at most ``width`` characters a line, without blanks at the ends."""
    written = StringIO()
    Console(file=written, width=width, color_system=None).print(table)
    return "\n".join(line.rstrip() for line in written.getvalue().splitlines()) + "\n"


def write(content: Content, output: Path | None) -> None:
    """Write data to ``output``, or to stdout: a text, its parts in UTF-8, or the bytes of a workbook.

    Raises:
        UsageError: if it cannot be written.
    """
    if output is not None and not _is_stdout(output):
        parts = content.encode() if isinstance(content, str) else content
        write_parts(output, (parts,) if isinstance(parts, bytes) else parts)
    elif isinstance(content, bytes):
        _write_out(content)
    else:
        for part in (content,) if isinstance(content, str) else content:
            _write_out(part if isinstance(part, str) else part.decode())


def require_other(output: Path | None, inputs: Iterable[Path | None]) -> None:
    """See to it that nothing is read from the file that is to be written.

    Raises:
        UsageError: if an input is the output, under whatever name.
    """
    if output is None or not output.is_file():
        return
    for path in inputs:
        if path is not None and path.is_file() and path.samefile(output):
            raise UsageError(f"--output: {output} is an input, too; nothing is written over what is read")


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
    except UnicodeEncodeError as error:
        raise UsageError(f"stdout cannot hold all characters ({error.encoding}); name a file with --output") from error
    except OSError as error:
        _give_up_stdout()
        raise UsageError(f"cannot write to stdout: {error.strerror}") from error


def _give_up_stdout() -> None:
    """What is left in the buffer would be tried again at the end of the program."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def hold_closed_streams() -> None:
    """Put the null device in place of closed streams: libraries flush them, and no other file may become one."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115  # as long as the program
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115


def require_stdout() -> None:
    """See to it that there is somewhere to write data to.

    Raises:
        UsageError: if stdout is closed.
    """
    if sys.__stdout__ is None:
        raise UsageError("stdout is closed, so there is nowhere to write to; name a file with --output")


@contextmanager
def progress(jobs: int | None = None, cluster: str | None = None) -> Iterator[Work]:
    """Yield work with a progress bar on stderr, with time left; silent where stderr is no terminal.

    Args:
        jobs: processes; as many as the machine has cores if None.
        cluster: address of a Dask scheduler in their place.
    """
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=messages, transient=True, disable=not messages.is_terminal) as bars:
        tasks: dict[str, TaskID] = {}

        def report(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = bars.add_task(stage, total=total)
            bars.update(tasks[stage], completed=done, total=total)

        yield Work(report=report, jobs=jobs or os.cpu_count() or 1, cluster=cluster)
