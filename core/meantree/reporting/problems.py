"""Condensed messages about what was skipped or could not be scored."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

from meantree.errors import Problem
from meantree.escaping import counted, listed, shortened

Key = TypeVar("Key", bound=Hashable)
NAMED = 5
"""Number of translations named in a line for similar problems."""
FEW = 3
"""Number of metrics named in a line on undefined scores."""


def problem_lines(problems: Iterable[Problem]) -> list[str]:
    """Return a line for each kind of problem: the number of similar ones, and the first of them."""
    return [_line(kind, similar) for kind, similar in _grouped(problems, _kind).items()]


def condensed_lines(problems: Iterable[Problem]) -> list[str]:
    """Return a line for each problem, but one line for more than :data:`NAMED` similar ones."""
    groups = _grouped(problems, _kind).items()
    return [
        line
        for kind, similar in groups
        for line in (map(str, similar) if len(similar) <= NAMED else [_line(kind, similar)])
    ]


def lines_by_segment(problems: Iterable[Problem]) -> list[str]:
    """Return a line for each problem of a segment, which several systems may share."""
    groups = _grouped(problems, lambda problem: (problem.path, problem.line, problem.segment, _kind(problem)))
    return [_line(_kind(similar[0]), similar) for similar in groups.values()]


def split_undefined(problems: Iterable[Problem]) -> tuple[list[Problem], list[Problem]]:
    """Return problems of files or annotations, and problems that only make some scores undefined."""
    parts: tuple[list[Problem], list[Problem]] = [], []
    for problem in problems:
        parts[bool(problem.metrics) and not problem.is_note].append(problem)
    return parts


def tally(problems: Iterable[Problem]) -> str:
    """Return the numbers of problems and notes: ``2 problems · 1 note``; empty for none."""
    notes = [problem.is_note for problem in problems]
    counts = (notes.count(False), "problem"), (notes.count(True), "note")
    return " · ".join(counted(number, noun) for number, noun in counts if number)


def undefined_scores(problems: Iterable[Problem]) -> str:
    """Return which metrics are undefined where: ``Not available: stm · Undefined: meant for science/4``; or nothing."""
    _, undefined = split_undefined(problems)
    segments = list(dict.fromkeys(problem.segment for problem in undefined if problem.segment is not None))
    where = shortened(segments[0]) if len(segments) == 1 else counted(len(segments), "segment")
    absent = _metrics(problem for problem in undefined if problem.segment is None)
    some = _metrics(problem for problem in undefined if problem.segment is not None)
    return " · ".join([*[f"Not available: {absent}"] * bool(absent), *[f"Undefined: {some} for {where}"] * bool(some)])


def _metrics(problems: Iterable[Problem]) -> str:
    metrics = list(dict.fromkeys(spec for problem in problems for spec in problem.metrics))
    return listed(metrics) if len(metrics) <= FEW else counted(len(metrics), "metric")


def _grouped(problems: Iterable[Problem], key: Callable[[Problem], Key]) -> dict[Key, list[Problem]]:
    groups: dict[Key, list[Problem]] = {}
    for problem in problems:
        groups.setdefault(key(problem), []).append(problem)
    return groups


def _kind(problem: Problem) -> str:
    """Return the message without the names of segment and system."""
    text = str(problem)
    if problem.segment is not None:
        text = text.replace(f"segment {shortened(problem.segment)}: ", "")
    return text.replace(f" ({shortened(problem.system)})", "") if problem.system is not None else text


def _line(kind: str, similar: Sequence[Problem]) -> str:
    if len(similar) == 1:
        return str(similar[0])
    segments = {problem.segment for problem in similar}
    systems = [problem.system for problem in similar if problem.system is not None]
    if len(segments) == 1 and len(systems) == len(similar):  # one segment, by several systems
        return f"segment {shortened(similar[0].segment or '')}: {kind} ({listed(dict.fromkeys(systems))})"
    names = [" ".join(map(shortened, filter(None, (problem.segment, problem.system)))) for problem in similar]
    first = ", ".join(filter(None, names[:NAMED]))
    more = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
    return f"{len(similar):,} times: {kind} ({first}{more})" if first else f"{len(similar):,} times: {kind}"
