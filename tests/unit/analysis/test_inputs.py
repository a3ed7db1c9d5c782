"""Limits on the length of texts."""

from __future__ import annotations

import pytest

from meantree.analysis.inputs import LONGEST_RUN, LONGEST_TEXT, RawInput, TokenizedText, excess, word_count


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
        (TokenizedText("x", ("x",) * (LONGEST_TEXT + 1)), "has 10,001 words, expected at most 10,000"),
        (TokenizedText("a" * 9_000, ("a" * 9_000,)), ""),
    ],
    ids=["empty", "just short enough", "a word too many", "a long run", "too long a run", "tokens", "a long token"],
)
def test_texts_that_are_too_long(given: RawInput, told: str) -> None:
    assert excess(given) == told
