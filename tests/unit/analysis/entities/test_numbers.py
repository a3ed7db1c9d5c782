"""Numbers in words come back as the numbers that they are."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.analysis.entities.numbers import TENS, UNITS, Pieces, number_at, read_digits, written
from meantree.analysis.tree import Token

SMALL = {value: word for word, value in (*UNITS.items(), *TENS.items()) if word != "fourty"}


def in_words(number: int) -> str:
    """An integer below a billion in English words."""
    for size, name in ((10**6, "million"), (1000, "thousand")):
        if number >= size:
            rest = f" {in_words(number % size)}" if number % size else ""
            return f"{in_words(number // size)} {name}{rest}"
    if number >= 100:
        return f"{SMALL[number // 100]} hundred" + (f" and {in_words(number % 100)}" if number % 100 else "")
    if number in SMALL:
        return SMALL[number]
    return f"{SMALL[number // 10 * 10]}-{SMALL[number % 10]}"


def value(text: str) -> str:
    """Of a number that is the whole text."""
    pieces = Pieces.of([Token(word) for word in text.split()])
    number = number_at(pieces, 0)
    assert number is not None
    assert number.end == len(pieces.texts)
    return str(number)


@given(st.integers(0, 10**9 - 1))
def test_words_and_digits_are_the_same_number(number: int) -> None:
    assert value(in_words(number)) == value(f"{number:,}") == value(str(number)) == str(number)


@given(st.integers(1, 999), st.sampled_from(["thousand", "million", "billion"]))
def test_a_scale_after_digits(number: int, scale: str) -> None:
    assert value(f"{number / 10} {scale}") == value(f"{number * 100} {scale}").removesuffix("000")


@given(st.fractions())
def test_written_numbers_are_exact(number: Fraction) -> None:
    assert Fraction(written(number)) == number


@pytest.mark.parametrize("text", ["", "a", "1a", "٣", "1" * 41])
def test_text_that_is_no_number(text: str) -> None:
    assert read_digits(text) is None
