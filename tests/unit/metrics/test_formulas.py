"""The language of formulas: what it computes, and what is no formula."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.metrics.formulas import evaluated

NAMES = {"a": 2.0, "b_1": 3.0, "zero": 0.0}


@pytest.mark.parametrize(
    ("formula", "expected", "why"),
    [
        ("1 + 2 * 3", 7, "products first"),
        ("10 - 3 - 2", 5, "from the left"),
        ("12 / 3 / 2", 2, "from the left"),
        ("2 ^ 3 ^ 2", 512, "powers from the right"),
        ("-2 ^ 2", -4, "powers before the sign"),
        ("2 ^ -1", 0.5, "a sign in a power"),
        ("2 * -3", -6, "a sign after an operator"),
        ("(1 + 2) * 3", 9, "brackets"),
        ("a*b_1", 6, "names"),
        ("1.5e-1", 0.15, "numbers"),
        ("min(3, a, 5) + max(1, b_1)", 5, "of several"),
        ("mean(1, 2, 6)", 3, "the mean"),
        ("sum(1, 2, 6)", 9, "the sum"),
        ("exp(log(a))", 2, "natural logarithms"),
        ("sqrt(16) + abs(-1)", 5, "of one"),
        ("0 ^ (1 / 4)", 0, "a root of nothing"),
        (" a ", 2, "blanks around"),
    ],
)
def test_values(formula: str, expected: float, why: str) -> None:
    assert evaluated(formula, NAMES) == pytest.approx(expected), why


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        ("", "its end"),
        ("a b_1", "found 'b_1'"),
        ("1 +", "its end"),
        ("(1", "its end"),
        ("1)", "found '\\)'"),
        ("+1", "found '\\+'"),
        ("2 ** 3", "found '\\*'"),
        ("a.real", "character 2"),
        ("__import__('os')", "character 12"),
        ("0x10", "character 1"),
        ("1_000", "character 1"),
        ("1j", "character 1"),
        ("a if 1", "found 'if'"),
        ("c", "there is no c"),
        ("open(1)", "there is no function open"),
        ("min()", "found '\\)'"),
        ("min(1,)", "found '\\)'"),
        ("log(1, 2)", "too many values"),
        ("log(0)", "math|positive"),
        ("sqrt(-1)", "math|nonnegative"),
        ("(-8) ^ (1 / 3)", "math"),
    ],
)
def test_what_is_no_formula(formula: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        evaluated(formula, NAMES)


@pytest.mark.parametrize("formula", ["1 / zero", "exp(1000)", "10 ^ 400"])
def test_what_no_float_holds(formula: str) -> None:
    with pytest.raises(ArithmeticError):
        evaluated(formula, NAMES)


@given(st.floats(0, allow_infinity=False), st.floats(0, allow_infinity=False))
def test_numbers_are_read_as_python_writes_them(one: float, two: float) -> None:
    assert evaluated(f"max({one!r}, {two!r})", {}) == max(one, two)


def test_a_sum_of_many() -> None:
    assert evaluated(" + ".join(["a"] * 5_000), NAMES) == 10_000
    assert evaluated(f"mean({', '.join(['b_1'] * 5_000)})", NAMES) == 3
    assert math.isclose(evaluated("sum(" + ", ".join(["0.1"] * 10) + ")", {}), 1, rel_tol=1e-15)
