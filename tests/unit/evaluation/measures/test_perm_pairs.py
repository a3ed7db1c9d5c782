"""acc_eq tested by swapped results of pairs, one swap after the other."""

from __future__ import annotations

from itertools import combinations
from typing import get_args

import numpy as np
import pytest

from meantree.evaluation.measures import perm_pairs as module
from meantree.evaluation.measures.pairs import Grouping, pairs_of
from meantree.evaluation.measures.perm_pairs import perm_pairs
from meantree.evaluation.measures.tie_calibration import calibrated_accuracy


@pytest.mark.parametrize("grouping", get_args(Grouping))
def test_p_is_the_share_of_swaps_that_do_no_worse(grouping: Grouping, monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(4)
    human = random.integers(0, 3, size=(4, 7)).astype(np.float64)
    human[0, 0] = human[1, 1] = np.nan
    scores = {name: human * slope + random.normal(size=human.shape) for name, slope in (("a", 0.1), ("b", 0.9))}
    monkeypatch.setattr(module, "CELLS", 300)  # several blocks
    found = perm_pairs(human, scores, grouping, permutations=80, seed=3)
    calibrated = [calibrated_accuracy(human, scores[name], grouping) for name in found.names]
    assert list(found.values) == pytest.approx([one.accuracy.value for one in calibrated])

    cells: dict[int, list[tuple[int, int]]] = {}
    for row, column in np.argwhere(~np.isnan(human)):
        cells.setdefault({"none": 0, "item": column, "system": row}[grouping], []).append((row, column))
    groups = [list(combinations(group, 2)) for group in cells.values() if len(group) > 1]
    pairs = pairs_of(~np.isnan(human), grouping)
    order = {
        (int(one), int(two)): place for place, (one, two) in enumerate(zip(pairs.first, pairs.second, strict=True))
    }
    signs = np.random.default_rng(3).integers(0, 2, size=(80, len(order)), dtype=np.int8)

    def right(name: str, epsilon: float | None, one: tuple[int, int], two: tuple[int, int]) -> bool:
        rated, scored = human[one] - human[two], scores[name][one] - scores[name][two]
        return bool(rated == 0 if abs(scored) <= (epsilon or 0) else rated * scored > 0)

    hits = 0
    for row in signs:
        difference = 0.0
        for group in groups:
            for one, two in group:
                place = order[one[0] * 7 + one[1], two[0] * 7 + two[1]]
                results = [
                    right(name, each.epsilon, one, two) for name, each in zip(found.names, calibrated, strict=True)
                ]
                gained = (int(results[0]) - int(results[1])) / len(group) / len(groups)
                difference += gained if row[place] else -gained
        hits += difference >= found.values[0] - found.values[1] - 1e-9
    assert found.p[0, 1] == pytest.approx((hits + 1) / 81)
    assert np.isnan(found.p[1, 0])


def test_equal_metrics_are_not_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CELLS", 300)  # blocks of 11 swaps, of which the last has fewer
    human = np.random.default_rng(1).normal(size=(3, 9))
    found = perm_pairs(human, {"a": human, "b": human * 2 + 1, "c": -human}, permutations=95)
    assert found.p[0, 1] == 1
    assert found.p[0, 2] == found.p[1, 2] == pytest.approx(1 / 96)


def test_one_system_leaves_nothing_to_test() -> None:
    one = np.array([[1.0, 2.0, 3.0]])
    found = perm_pairs(one, {"a": one, "b": one})
    assert np.isnan(found.values).all()
    assert np.isnan(found.p).all()
