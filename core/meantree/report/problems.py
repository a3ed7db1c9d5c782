"""What was skipped or could not be scored, in as few lines as say it."""

from __future__ import annotations

from collections.abc import Iterable

from meantree.errors import Problem
from meantree.shown import shortened

NAMED = 5
"""So many translations of those with the same problem are named."""


def problem_lines(problems: Iterable[Problem]) -> list[str]:
    """A line for each kind of problem: of many alike how many there are, and the first of them."""
    kinds: dict[str, list[Problem]] = {}
    for problem in problems:
        kinds.setdefault(_kind(problem), []).append(problem)
    return [_line(kind, alike) for kind, alike in kinds.items()]


def _kind(problem: Problem) -> str:
    """The message without the names of segment and system."""
    text = str(problem)
    if problem.segment is not None:
        text = text.replace(f"segment {shortened(problem.segment)}: ", "")
    return text.replace(f" ({shortened(problem.system)})", "") if problem.system is not None else text


def _line(kind: str, alike: list[Problem]) -> str:
    if len(alike) == 1:
        return str(alike[0])
    names = [" ".join(map(shortened, filter(None, (one.segment, one.system)))) for one in alike]
    first = ", ".join(filter(None, names[:NAMED]))
    more = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
    return f"{len(alike):,} times: {kind} ({first}{more})" if first else f"{len(alike):,} times: {kind}"
