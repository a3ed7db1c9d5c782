"""Problems in few lines."""

from __future__ import annotations

from pathlib import Path

from meantree.errors import Problem
from meantree.report.problems import problem_lines


def of(segment: str, system: str, why: str = "no frames") -> Problem:
    return Problem(None, None, f"segment {segment}: {why}; not scored ({system})", segment, system)


def test_alike_problems_are_counted_and_the_first_named() -> None:
    file = Problem(Path("a.txt"), 3, "an empty line")
    many = [of(str(number), "s") for number in range(7)]
    assert problem_lines([file, of("x", "t", "too long"), *many]) == [
        "a.txt:3: an empty line",
        "segment x: too long; not scored (t)",
        "7 times: no frames; not scored (0 s, 1 s, 2 s, 3 s, 4 s and 2 more)",
    ]
    assert problem_lines(many[:2]) == ["2 times: no frames; not scored (0 s, 1 s)"]
    assert problem_lines([]) == []


def test_the_same_without_names() -> None:
    assert problem_lines([Problem(None, None, "odd")] * 2) == ["2 times: odd"]
