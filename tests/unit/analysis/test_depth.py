"""How deep, and how long, texts are analysed."""

from __future__ import annotations

import pytest

from meantree.analysis.depth import WORDS, Depth
from meantree.analysis.given import Given, Tokenised
from meantree.analysis.limits import LONGEST_RUN, LONGEST_TEXT, excess, word_count


@pytest.mark.parametrize(
    ("depth", "anything"),
    [
        (Depth(), False),
        (Depth(frames=True), False),
        (WORDS, True),
        (Depth(constituents=1), True),
        (Depth(roles=True), True),
    ],
)
def test_frames_by_people_are_no_analysis(depth: Depth, anything: bool) -> None:
    assert bool(depth) is anything


def test_both_are_as_deep_as_each() -> None:
    assert Depth(5, 1, roles=True) | Depth(2, 3, frames=True) == Depth(5, 3, roles=True, frames=True)
    assert Depth(2) | Depth(1) == Depth(2)


@pytest.mark.parametrize(
    ("there", "wanted", "covered"),
    [
        (Depth(3), Depth(2), True),
        (Depth(2), Depth(2), True),
        (Depth(2), Depth(3), False),
        (Depth(2), Depth(1, 1), False),
        (Depth(2, roles=True), WORDS, True),
        (WORDS, Depth(1, roles=True), False),
        (WORDS, Depth(1, frames=True), True),
        (Depth(1, frames=True), WORDS, True),
    ],
)
def test_what_is_deep_enough(there: Depth, wanted: Depth, covered: bool) -> None:
    assert there.covers(wanted) is covered


def test_words_and_marks_are_counted() -> None:
    assert word_count("It's 3.5 – not_so 中文!") == 10


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("", ""),
        ("a " * LONGEST_TEXT, ""),
        ("a " * LONGEST_TEXT + "b", "has 10,001 words, expected at most 10,000"),
        ("a" * LONGEST_RUN + " b", ""),
        ("b " + "a" * (LONGEST_RUN + 1), "has 5,001 characters without a blank, expected at most 5,000"),
        (Tokenised("x", ("x",) * (LONGEST_TEXT + 1)), "has 10,001 words, expected at most 10,000"),
        (Tokenised("a" * 9_000, ("a" * 9_000,)), ""),
    ],
    ids=["empty", "just short enough", "a word too many", "a long run", "too long a run", "tokens", "a long token"],
)
def test_texts_that_are_too_long(given: Given, told: str) -> None:
    assert excess(given) == told
