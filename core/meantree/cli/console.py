"""What the command says to people: messages and progress on stderr, data on stdout or into a file."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table

from meantree.errors import Problem, UsageError
from meantree.shown import escaped, shortened
from meantree.work import Work

messages = Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)
SHOWN_PROBLEMS = 20
"""Of those that differ in the segment alone."""


def fail(message: str) -> None:
    """Say why the command stops."""
    messages.print(f"meantree: {escaped(message)}", style="red")


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


def table_text(table: Table, width: int) -> str:
    """A table as plain text of at most ``width`` characters a line, without blanks at the ends."""
    drawing = Console(width=width, color_system=None)
    with drawing.capture() as written:
        drawing.print(table)
    return "\n".join(line.rstrip() for line in written.get().splitlines()) + "\n"


def write(text: str, output: Path | None) -> None:
    """Write data to ``output``, or to stdout.

    Raises:
        UsageError: if the file cannot be written.
    """
    if output is None:
        sys.stdout.write(text)
        return
    try:
        output.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UsageError(f"cannot write {output}: {error.strerror}") from error


@contextmanager
def progress() -> Iterator[Work]:
    """A progress bar on stderr, with time left; silent where stderr is no terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=messages, transient=True, disable=not messages.is_terminal) as bars:
        tasks: dict[str, TaskID] = {}

        def report(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = bars.add_task(stage, total=total)
            bars.update(tasks[stage], completed=done, total=total)

        yield Work(report=report)
