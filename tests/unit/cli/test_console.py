"""What the command says of problems."""

from __future__ import annotations

from pathlib import Path

import pytest

from meantree.cli import console
from meantree.corpus.corpus import Segment
from meantree.errors import InputError, Problem, UsageError
from meantree.scoring.pairing import problem_of


def test_many_alike_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    many = [Problem(None, None, f"segment {place}: has no reference text", str(place)) for place in range(100)]
    other = Problem(Path("a.mrg"), 7, "brackets are not closed", "8")
    console.list_problems([*many, other])
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == console.SHOWN_PROBLEMS + 2
    assert lines[0] == "meantree: segment 0: has no reference text"
    assert lines[-2] == "meantree: a.mrg:7: brackets are not closed"
    assert lines[-1] == f"meantree: {100 - console.SHOWN_PROBLEMS} more segments: has no reference text"


def test_many_alike_are_said_once_unless_all_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    many = [Problem(None, None, f"segment {place}: its frames are not done", str(place)) for place in range(40)]
    few = [Problem(None, None, f"segment {place}: has no text", str(place)) for place in range(2)]
    console.summarize_problems([*many, *few])
    assert capsys.readouterr().err.splitlines() == [
        "meantree: 40 times: its frames are not done (0, 1, 2, 3, 4 and 35 more)",
        "meantree: segment 0: has no text",
        "meantree: segment 1: has no text",
        "meantree: --verbose lists all of them",
    ]
    console.list_all(many)
    assert len(capsys.readouterr().err.splitlines()) == len(many)
    console.summarize_problems(few)
    assert "--verbose" not in capsys.readouterr().err


HOSTILE = "a\x1b[31m\r\nb\u202e\udcff"
SHOWN = r"a\x1b[31m\r\nb\u202e\udcff"


@pytest.mark.parametrize(
    "error",
    [
        pytest.param(UsageError(f"there is no {HOSTILE}"), id="usage"),
        pytest.param(InputError(Path("x.tsv"), f"there is no {HOSTILE}", line=3), id="input"),
        pytest.param(InputError(Path(HOSTILE), "there is no such file"), id="a file's name"),
    ],
)
def test_a_message_is_one_line_that_moves_no_cursor(capsys: pytest.CaptureFixture[str], error: Exception) -> None:
    assert SHOWN in str(error)
    console.fail(str(error))
    (line,) = capsys.readouterr().err.splitlines()
    assert line == f"meantree: {error}"


def test_a_problem_is_one_line_whatever_it_names(capsys: pytest.CaptureFixture[str]) -> None:
    problems = [
        problem_of(Segment(f"{HOSTILE}{place}", "d"), HOSTILE, "is odd") for place in range(console.SHOWN_PROBLEMS + 5)
    ]
    console.list_problems([*problems, Problem(Path("x.tsv"), 1, HOSTILE * 2)])
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == console.SHOWN_PROBLEMS + 2
    assert lines[0] == f"meantree: segment d/{SHOWN}0: is odd; not scored ({SHOWN})"
    assert lines[-1].startswith("meantree: 5 more segments: is odd")


def test_what_looks_like_markup_is_written_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    console.fail("[red]:cat:[/red]")
    assert capsys.readouterr().err == "meantree: [red]:cat:[/red]\n"


def test_long_work_prints_a_line_a_minute(capsys: pytest.CaptureFixture[str]) -> None:
    """After a slow minute, in which models are loaded, the time left is that of the last minute."""
    seconds = iter((0, 0, 30, 59, 60, 100, 119, 180))
    report = console.progress_lines(lambda: next(seconds))
    for done in (0, 100, 200, 500, 1_000, 2_000, 6_500):
        report("Scoring segments", done, 12_000)
    assert capsys.readouterr().err.splitlines() == [
        "Scoring segments: 500 of 12,000, 23 min left",
        "Scoring segments: 6,500 of 12,000, 2 min left",
    ]


def test_quiet_leaves_errors_alone(capsys: pytest.CaptureFixture[str]) -> None:
    console.set_quiet(True)
    console.list_problems([Problem(None, None, "odd")])
    console.fail("wrong")
    assert capsys.readouterr().err == "meantree: wrong\n"


def test_only_a_terminal_limits_the_width() -> None:
    assert console.text_width(500) == 500
