"""What belongs together."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from meantree.grouping import clusters


@given(st.lists(st.integers(0, 30), max_size=12))
def test_clusters_end_where_no_item_touches_the_next(numbers: list[int]) -> None:
    found = list(clusters(numbers, lambda one, other: abs(one - other) <= 1))
    assert sorted(number for cluster in found for number in cluster) == sorted(numbers)
    for cluster in found:
        assert all(after - before <= 1 for before, after in pairwise(sorted(cluster)))
        assert not any(
            abs(one - other) <= 1 for one in cluster for more in found if more is not cluster for other in more
        )
    firsts = [numbers.index(cluster[0]) for cluster in found]
    assert firsts == sorted(firsts)
