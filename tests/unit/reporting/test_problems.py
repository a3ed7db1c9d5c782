"""Problems in few lines."""

from __future__ import annotations

from pathlib import Path

from meantree.errors import Problem
from meantree.reporting.problems import lines_by_segment, problem_lines, split_undefined, tally, undefined_scores


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


def undefined(segment: str, system: str, *metrics: str) -> Problem:
    message = f"segment {segment}: the labeller found no frame, needed by {', '.join(metrics)}; not scored ({system})"
    return Problem(None, None, message, segment, system, metrics)


def test_what_all_systems_have_is_said_once() -> None:
    result = [undefined("d/1", "n", "meant"), undefined("d/1", "s", "meant"), undefined("d/2", "s", "meant")]
    line = "the labeller found no frame, needed by meant; not scored"
    assert lines_by_segment(result) == [f"segment d/1: {line} (n, s)", f"segment d/2: {line} (s)"]
    assert problem_lines(result[:2]) == [f"segment d/1: {line} (n, s)"]
    assert problem_lines(result) == [f"3 times: {line} (d/1 n, d/1 s, d/2 s)"]


def test_undefined_scores_are_no_problems_of_a_file() -> None:
    file, first, second = Problem(Path("a.txt"), 3, "an empty line"), undefined("d/1", "n", "meant"), of("d/2", "n")
    assert split_undefined([first, file, second]) == ([file, second], [first])
    assert undefined_scores([file, second]) == ""
    assert undefined_scores([first, file, undefined("d/1", "s", "meant")]) == "Undefined: meant for d/1"
    absent, less = (Problem(None, None, "of English", metrics=("stm",), is_note=is_note) for is_note in (False, True))
    assert undefined_scores([absent, first, less]) == "Not available: stm · Undefined: meant for d/1"
    assert split_undefined([less]) == ([less], [])
    assert undefined_scores([first, undefined("d/2", "n", "stm")]) == "Undefined: meant, stm for 2 segments"
    assert undefined_scores([undefined("d/1", "n", *"abcd")]) == "Undefined: 4 metrics for d/1"


def test_notes_are_counted_by_themselves() -> None:
    problem, note = Problem(None, None, "is odd"), Problem(None, None, "was split", "1", is_note=True)
    assert tally([problem, note, problem]) == "2 problems · 1 note"
    assert tally([note, note]) == "2 notes"
    assert tally([]) == ""
