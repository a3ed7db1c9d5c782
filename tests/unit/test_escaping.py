"""Names and quoted input as people see them."""

from __future__ import annotations

import json
import math
import time
import unicodedata
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from meantree import escaping
from meantree.cli.arguments import COMMANDS
from meantree.errors import InputError, Problem, UsageError

UNSEEN = (
    "\x00\n\r\t\x1b\x7f\x85\xad\u061c\u200b\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069\ufeff\uffff\ud800\U000e0001"
)
NAMES = st.text(st.one_of(st.sampled_from(UNSEEN + "\\nrtxuU0123abcdef"), st.characters(exclude_categories=())))


@given(NAMES)
@example("\\\n")
@example("\\x1b\x1b")
@example("\\\\U000e0001")
def test_different_names_stay_different(name: str) -> None:
    assert escaping.unescaped(escaping.escaped(name)) == name


@given(NAMES)
def test_nothing_unseen_is_left(name: str) -> None:
    for text in (escaping.escaped(name), escaping.one_line(name), escaping.quoted(name), escaping.listed([name])):
        assert not set(text) & set(UNSEEN)
        assert not any(unicodedata.category(char) in {"Cc", "Cs", "Zl", "Zp"} for char in text)
    assert escaping.one_line(escaping.one_line(name)) == escaping.one_line(name)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(r"C:\models", id="a path"),
        pytest.param(r"\\server\share\Übersetzung", id="a path in a network"),
        pytest.param("a\\", id="a backslash at the end"),
        pytest.param(r"\u12 \x1 \U0001", id="no whole escape"),
        pytest.param("نمی‌خواهم", id="Persian with ZWNJ"),
        pytest.param("क्‍ष", id="Devanagari with ZWJ"),
        pytest.param("👩‍👩‍👧 ❤️", id="emoji"),
        pytest.param("10\u00a0000 \u3000中文 e\u0301", id="blanks and marks"),
    ],
)
def test_ordinary_names_stay(name: str) -> None:
    assert escaping.escaped(name) == name


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a\r\nb\tc", r"a\r\nb\tc"),
        ("\x1b[31m", r"\x1b[31m"),
        ("abc\u202edef", r"abc\u202edef"),
        ("\U000e0001", r"\U000e0001"),
        ("\udcff", r"\udcff"),
        (r"C:\new", r"C:\\new"),
        ("C:\\\x1b", r"C:\\\x1b"),
    ],
)
def test_unseen_characters_are_escaped(name: str, text: str) -> None:
    assert escaping.escaped(name) == text


def test_a_quotation_is_short() -> None:
    assert escaping.quoted("word") == "'word'"
    assert escaping.quoted("it's") == '"it\'s"'
    assert escaping.quoted("a" * 80) == f"'{'a' * 80}'"
    assert escaping.quoted("a" * 40 + "x" + "b" * 40) == f"'{'a' * 40}…{'b' * 39}'"


@given(NAMES.filter(bool), st.integers(1, 30))
def test_a_quotation_has_its_limit_whatever_it_holds(name: str, times: int) -> None:
    assert 0 < len(escaping.shortened(name * times)) <= escaping.QUOTED_CHARACTERS


@pytest.mark.parametrize("piece", ["\\", "a", "\x1b", "\\x1", '"'])
def test_a_long_quotation_takes_no_time(piece: str) -> None:
    """Quadratic time would be hours here."""
    start = time.perf_counter()
    assert len(escaping.quoted(piece * 10_000_000)) <= escaping.QUOTED_CHARACTERS + 2
    assert len(escaping.escaped("\\" * 1_000_000)) == 1_000_000
    assert time.perf_counter() - start < 5


def test_of_many_names_the_first_are_listed() -> None:
    assert escaping.listed(["a", "b\n"]) == r"a, b\n"
    assert escaping.listed(map(str, range(escaping.LISTED_NAMES + 1_000))).endswith("19, … (1,000 more)")


@given(st.lists(NAMES))
def test_json_says_the_same_with_nothing_unseen(names: list[str]) -> None:
    text = escaping.as_json(names)
    # Two escaped halves are read as the character that they make: JSON knows no others.
    assert json.loads(text) == json.loads(json.dumps(names))
    assert not set(text) & set(UNSEEN) - {"\n"}
    assert "é" in escaping.as_json("é")


@pytest.mark.parametrize(
    ("number", "told"), [(0, "0 segments"), (1, "1 segment"), (2, "2 segments"), (1_234, "1,234 segments")]
)
def test_what_is_counted_is_in_the_right_number(number: int, told: str) -> None:
    assert escaping.counted(number, "segment") == told
    assert escaping.counted(number, "analysis", "analyses").endswith("analysis" if number == 1 else "analyses")


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (0, "less than a minute"),
        (59.9, "less than a minute"),
        (60, "1 min"),
        (680, "11 min"),
        (3599, "1 h"),
        (3900, "1 h 5 min"),
        (7200, "2 h"),
        (400_000, "111 h 7 min"),
    ],
)
def test_durations_are_as_people_say_them(seconds: float, told: str) -> None:
    assert escaping.duration(seconds) == told


@given(NAMES, NAMES, NAMES, st.integers(6, 70))
def test_what_differs_is_seen_of_long_texts_too(before: str, one: str, two: str, limit: int) -> None:
    first, second = escaping.quoted_difference(before + one, before + two, limit)
    assert (first == second) == (one == two)


def test_texts_are_quoted_where_they_differ() -> None:
    assert escaping.quoted_difference("short", "other", 20) == ("'short'", "'other'")
    long = "a" * 90 + "{}" + "b" * 90
    assert escaping.quoted_difference(long.format("X"), long.format("Y"), 20) == (
        "'…aaaaaaXbbbbbbbbbbb…'",
        "'…aaaaaaYbbbbbbbbbbb…'",
    )
    assert escaping.quoted_difference("a" * 90, "a" * 91, 20) == ("'…aaaaaa'", "'…aaaaaaa'")


def test_a_wrong_name_is_told_with_the_known_one_that_is_like_it() -> None:
    assert escaping.did_you_mean("blue", ["chrf", "bleu"]) == "'blue' (did you mean bleu?)"
    assert escaping.did_you_mean("xyz", ["chrf", "bleu"]) == "'xyz'"
    assert escaping.did_you_mean("blue", []) == "'blue'"
    assert escaping.closest_name("NORHT", ["North", "north", "south"]) == "North", (
        "whatever the case; the first of several"
    )


@pytest.mark.parametrize(
    ("found", "near"),
    [("scroe", "score"), ("Scor", "score"), ("aggrement", "agreement"), ("agree", "agreement"), ("repotr", "report")],
)
def test_a_misspelt_or_shortened_name_is_understood(found: str, near: str) -> None:
    assert escaping.closest_name(found, COMMANDS) == near


@pytest.mark.parametrize(
    "found", ["import", "export", "list", "plot", "port", "sort", "core dump", "a", "", "report.html"]
)
def test_a_name_that_is_like_none_is_not_taken_for_one(found: str) -> None:
    assert escaping.closest_name(found, COMMANDS) is None


@given(NAMES, st.lists(NAMES, max_size=4))
def test_only_a_known_name_is_proposed(found: str, known: list[str]) -> None:
    assert escaping.closest_name(found, known) in {None, *known}


def test_names_in_a_sentence_are_joined_by_and() -> None:
    assert [escaping.with_and("abcdefgh"[:number]) for number in (0, 1, 2, 3, 6)] == [
        "",
        "a",
        "a and b",
        "a, b and c",
        "a, b, c, d, e and f",
    ]
    assert escaping.with_and("abcdefgh") == "a, b, c, d, e and 3 more"


def test_messages_quote_no_more_than_people_read() -> None:
    field = "\t" * 50_000 + "x" * 50_000
    for told in (
        InputError(Path("a.tsv"), f"found {field}, expected 1", line=3),
        UsageError(f"found {field}, expected 1"),
    ):
        assert len(str(told)) < 800, "unseen characters are escaped before they are counted"
        assert "\t" not in str(told)
        assert str(told).endswith("x, expected 1")
    assert str(InputError(Path("a.tsv"), "found 2", line=3)) == "a.tsv:3: found 2"
    assert str(Problem(None, None, "found 2")) == "found 2"


STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def read_back(cell: str) -> str:
    """The shown name behind a cell, by the rule that :func:`name_cell` states."""
    begins = cell.lstrip("'").lstrip()[:1] in STARTS
    try:
        float(cell.lstrip("'"))
    except ValueError:
        return cell[1:] if cell.startswith("'") and begins else cell
    return cell


@given(st.text(st.one_of(st.sampled_from("'=+-@＝ \t\r1.e\\"), st.characters()), max_size=8))
@example("'=x")
@example("''-1")
@example(" +x")
def test_no_name_is_a_formula_and_none_becomes_another(name: str) -> None:
    cell = escaping.name_cell(name)
    assert not cell.lstrip().startswith(STARTS) or math.isfinite(float(cell))
    assert read_back(cell) == escaping.escaped(name)


@pytest.mark.parametrize("name", ["-1", "+3.5", "-1e-3", "0", "system", "a=b", "'quoted'", "–"])
def test_harmless_names_and_numbers_stay(name: str) -> None:
    assert escaping.name_cell(name) == name


def test_a_reference_called_reference_is_not_said_twice() -> None:
    titles = map(escaping.reference_title, ("A", "reference", "Reference", ""))
    assert list(titles) == ["reference A", "reference", "Reference", "reference "]
