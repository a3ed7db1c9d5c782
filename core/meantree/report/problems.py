"""What was skipped or could not be scored, in as few lines as say it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

from meantree.errors import Problem
from meantree.escaping import counted, listed, shortened

Key = TypeVar("Key", bound=Hashable)
NAMED = 5
"""So many translations of those with the same problem are named."""
FEW = 3
"""So many metrics are named where scores are undefined."""


def problem_lines(problems: Iterable[Problem]) -> list[str]:
    """A line for each kind of problem: of many alike how many there are, and the first of them."""
    return [_line(kind, alike) for kind, alike in _grouped(problems, _kind).items()]


def condensed_lines(problems: Iterable[Problem]) -> list[str]:
    """A line for each problem; those of which there are more than :data:`NAMED` alike have one together."""
    groups = _grouped(problems, _kind).items()
    return [
        line for kind, alike in groups for line in (map(str, alike) if len(alike) <= NAMED else [_line(kind, alike)])
    ]


def lines_by_segment(problems: Iterable[Problem]) -> list[str]:
    """A line for each problem of a segment, whatever the number of systems that have it."""
    groups = _grouped(problems, lambda one: (one.path, one.line, one.segment, _kind(one)))
    return [_line(_kind(alike[0]), alike) for alike in groups.values()]


def split_undefined(problems: Iterable[Problem]) -> tuple[list[Problem], list[Problem]]:
    """What is wrong with files or annotations; and what only makes some scores undefined."""
    every = list(problems)
    return [one for one in every if not one.metrics], [one for one in every if one.metrics]


def tally(problems: Iterable[Problem]) -> str:
    """How many problems and notes there are: ``2 problems · 1 note``; empty for none."""
    notes = [problem.is_note for problem in problems]
    counts = (notes.count(False), "problem"), (notes.count(True), "note")
    return " · ".join(counted(number, thing) for number, thing in counts if number)


def undefined_scores(problems: Iterable[Problem]) -> str:
    """Which metrics are undefined for what, in a few words: ``Undefined: meant for science/4``; empty for none."""
    _, found = split_undefined(problems)
    if not found:
        return ""
    metrics = list(dict.fromkeys(spec for one in found for spec in one.metrics))
    segments = list(dict.fromkeys(one.segment for one in found))
    whose = shortened(segments[0] or "") if len(segments) == 1 else counted(len(segments), "segment")
    return f"Undefined: {listed(metrics) if len(metrics) <= FEW else counted(len(metrics), 'metric')} for {whose}"


def _grouped(problems: Iterable[Problem], key: Callable[[Problem], Key]) -> dict[Key, list[Problem]]:
    groups: dict[Key, list[Problem]] = {}
    for problem in problems:
        groups.setdefault(key(problem), []).append(problem)
    return groups


def _kind(problem: Problem) -> str:
    """The message without the names of segment and system."""
    text = str(problem)
    if problem.segment is not None:
        text = text.replace(f"segment {shortened(problem.segment)}: ", "")
    return text.replace(f" ({shortened(problem.system)})", "") if problem.system is not None else text


def _line(kind: str, alike: Sequence[Problem]) -> str:
    if len(alike) == 1:
        return str(alike[0])
    segments = {one.segment for one in alike}
    systems = [one.system for one in alike if one.system is not None]
    if len(segments) == 1 and len(systems) == len(alike):  # one segment, by several systems
        return f"segment {shortened(alike[0].segment or '')}: {kind} ({listed(dict.fromkeys(systems))})"
    names = [" ".join(map(shortened, filter(None, (one.segment, one.system)))) for one in alike]
    first = ", ".join(filter(None, names[:NAMED]))
    more = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
    return f"{len(alike):,} times: {kind} ({first}{more})" if first else f"{len(alike):,} times: {kind}"
