"""Kappa and alpha: published tables, loops over all pairs of labels, and what is undefined."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.evaluation.chance_corrected import alpha, kappa

# Krippendorff (2011), Computing Krippendorff's Alpha-Reliability: two observers, and four of whom some saw less.
TWO = ("aabbdcccedda", "babbbccceddd")
FOUR = ("123321412...", "1233224125.3", ".3332342251.", "12332441251.")


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ({"yy": 20, "yn": 5, "ny": 10, "nn": 15}, 0.4),  # .70 observed, .50 by chance
        ({"yy": 45, "yn": 15, "ny": 25, "nn": 15}, 0.1304),
        ({"yy": 25, "yn": 35, "ny": 5, "nn": 35}, 0.2593),
        # .29 observed, .35 by chance
        ({"aa": 50, "ab": 26, "ac": 24, "ba": 24, "bb": 4, "bc": 32, "ca": 6, "cb": 30, "cc": 4}, -0.0923),
        ({"yn": 1, "ny": 1}, -1),
        ({"yy": 3, "nn": 2}, 1),
    ],
)
def test_kappa_of_tables_by_hand(table: dict[str, int], expected: float) -> None:
    found = kappa({(cell[0], cell[1]): count for cell, count in table.items()})
    assert found.items == sum(table.values())
    assert found.value == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("table", [{}, {("y", "y"): 7}])
def test_kappa_is_undefined_without_items_or_with_one_label(table: dict[tuple[str, str], int]) -> None:
    assert kappa(table).value is None


def test_alpha_as_published() -> None:
    assert alpha(list(zip(*TWO, strict=True))) == pytest.approx(0.692, abs=5e-4)
    units = [[label for label in unit if label != "."] for unit in zip(*FOUR, strict=True)]
    assert alpha(units) == pytest.approx(0.743, abs=5e-4)


def test_alpha_is_undefined_where_nothing_can_differ() -> None:
    assert alpha([]) is None
    assert alpha(["a", "b"]) is None  # nobody labelled what another one did
    assert alpha(["aa", "aaa"]) is None


@given(st.lists(st.text("abc", min_size=2, max_size=2), max_size=12))
def test_kappa_as_loops_over_all_pairs_have_it(items: list[str]) -> None:
    found = kappa(Counter((item[0], item[1]) for item in items))
    by_chance = [one[0] == two[1] for one in items for two in items]
    if not items or all(by_chance):
        assert found.value is None
        return
    observed, expected = sum(item[0] == item[1] for item in items) / len(items), sum(by_chance) / len(by_chance)
    assert found.value == pytest.approx((observed - expected) / (1 - expected))


@given(st.lists(st.text("abc", max_size=4), max_size=8))
def test_alpha_as_loops_over_all_pairs_have_it(units: list[str]) -> None:
    units = [unit for unit in units if len(unit) > 1]
    labels = "".join(units)
    by_chance = [one != two for one, two in itertools.permutations(labels, 2)]
    if not any(by_chance):
        assert alpha(units) is None
        return
    observed = sum(
        sum(one != two for one, two in itertools.permutations(unit, 2)) / (len(unit) - 1) for unit in units
    ) / len(labels)
    assert alpha(units) == pytest.approx(1 - observed / (sum(by_chance) / len(by_chance)))
