"""Numbers as people read them."""

from __future__ import annotations

import pytest

from meantree import numbers


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (0, "0"),
        (3, "3"),
        (41.32, "41.3"),
        (0.25, "0.25"),
        (0.0625, "0.062"),
        (0.00121, "1e-3"),
        (2.1e-19, "2e-19"),
        (1e-300, "1e-300"),
        (-0.25, "-0.25"),
    ],
)
def test_short_numbers(number: float, expected: str) -> None:
    assert numbers.short(number) == expected


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        (0.0, "0.000"),
        (0.5, "0.500"),
        (0.001, "0.001"),
        (0.001**0.5 * 0.001**0.5 * (1 - 1e-15), "0.001"),  # a mean of floats
        (1 / 1001, "<.001"),  # the smallest p of 1,000 permutations
        (-1 / 1001, "−<.001"),
        (2e-19, "<.001"),
        (4.9e-4, "<.001"),
        (-0.39152, "−0.392"),
        (-2e-19, "−<.001"),
    ],
)
def test_scores(score: float, expected: str) -> None:
    assert numbers.fixed(score) == expected


@pytest.mark.parametrize(("score", "expected"), [(-0.391, "−0.39"), (-0.001, "0.00"), (12.3456, "12.35")])
def test_scores_where_there_is_less_room(score: float, expected: str) -> None:
    assert numbers.fixed(score, 2) == expected


@pytest.mark.parametrize(
    ("number", "expected"),
    [(0.25, "+0.250"), (-1.5, "−1.500"), (4.9e-4, "+0.000"), (-4.9e-4, "−0.000"), (0.0, "0.000"), (-1e-16, "0.000")],
)
def test_differences_have_three_places_and_say_which_way(number: float, expected: str) -> None:
    assert numbers.difference(number) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.0, "0"),
        (15.0, "15"),
        (14.9999999999, "15"),  # a sum of thirds
        (1234.0, "1,234"),
        (0.5, "0.500"),
        (9e-5, "<.001"),
        (2e-19, "<.001"),
        (12.3456, "12.346"),
        (123456789012.0, "1.235e+11"),
    ],
)
def test_amounts_are_whole_numbers_or_have_three_places(value: float, expected: str) -> None:
    assert numbers.amount(value) == expected


def test_all_digits_of_a_number() -> None:
    assert [numbers.full(value) for value in (0.001, 9.25e-5, 2 / 3, 20.0)] == [
        "0.001",
        "9.25e-05",
        "0.6666666667",
        "20",
    ]


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0.777777, "0.7778"), (0.027449, "0.0274"), (0.00121, "1.2e-3"), (0.001, "1e-3"), (15, "15"), (12.3456, "12.35")],
)
def test_steps_have_a_digit_more_than_scores(value: float, expected: str) -> None:
    assert numbers.short(value, numbers.STEP_DIGITS) == expected


def test_points_of_a_column_stand_below_each_other() -> None:
    digit, point = numbers.DIGIT_SPACE, numbers.POINT_SPACE
    assert numbers.aligned(["0.7778", "0.75", "15", "2e-19"]) == (
        "0.7778",
        f"0.75{2 * digit}",
        f"15{point}{4 * digit}",
        "2e-19",
    )
    assert numbers.aligned(["1", "20"]) == ("1", "20")
    assert numbers.aligned(["1e-3"]) == ("1e-3",)
    assert numbers.aligned([]) == ()


@pytest.mark.parametrize(
    ("probability", "written"),
    [(0.0, "0 %"), (0.004, "<1 %"), (0.58, "58 %"), (0.678, "68 %"), (0.674, "67 %"), (0.9999, "99 %"), (1.0, "100 %")],
)
def test_probabilities_are_rounded_but_never_to_certainty_or_impossibility(probability: float, written: str) -> None:
    assert numbers.percent(probability) == written


@pytest.mark.parametrize(
    ("first", "second", "written"),
    [
        (0.2457, 0.2413, "+0.0044 before rounding"),
        (0.62547, 0.6247, "+0.0008 before rounding"),
        (0.5, 0.25, "+0.250"),
        (-5.0, -0.0833, "−4.917"),
    ],
)
def test_a_difference_that_printed_scores_contradict_says_why(first: float, second: float, written: str) -> None:
    assert numbers.apart(first, second) == written


def test_counts_of_sentences_are_those_of_tables() -> None:
    assert [numbers.count_text(number) for number in (2, 2.5, 2.04, 1234.5)] == ["2", "2.5", "2", "1,234.5"]
