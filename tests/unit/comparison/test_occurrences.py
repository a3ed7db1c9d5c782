"""Which of several occurrences match."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.comparison.occurrences import Occurrence, occurrences
from meantree.metrics.evidence import Place, Unit

COUNTS = st.lists(st.floats(0.01, 1), max_size=5)
LINKS = st.dictionaries(st.integers(0, 4), st.integers(0, 4), max_size=5)


def compare(
    mine: list[float], theirs: list[float], links: dict[int, int], matched: float | None = None
) -> tuple[list[Occurrence], list[Occurrence]]:
    """Words at 0, 1, 2, … of both texts, each there so often."""
    sides = [tuple(Place((place,), count=count) for place, count in enumerate(counts)) for counts in (mine, theirs)]
    sums = sum(mine), sum(theirs)
    unit = Unit("1g", "x", *sums, min(sums) if matched is None else matched, sides[0], (sides[1],))
    anchors = [[(place.tokens[0], place.tokens[0]) for place in side] for side in sides]
    return occurrences(unit, (sides[0], sides[1]), (anchors[0], anchors[1]), links)


@pytest.mark.parametrize(
    ("mine", "theirs", "links", "expected"),
    [
        ([1, 1, 1], [1], {}, ([1, 0, 0], [1])),
        ([1, 1, 1], [1], {2: 0}, ([0, 0, 1], [1])),
        ([1, 1], [1, 1, 1], {0: 2}, ([1, 1], [1, 0, 1])),
        ([0.6, 0.4], [1], {}, ([0.6, 0.4], [1])),
        ([1, 1, 0.05], [1], {1: 0}, ([0, 1, 0], [1])),
        ([1], [], {}, ([0], [])),
    ],
)
def test_partners_match_first(
    mine: list[float], theirs: list[float], links: dict[int, int], expected: tuple[list[float], list[float]]
) -> None:
    found = compare(mine, theirs, links)
    for side, matched in zip(found, expected, strict=True):
        assert [one.matched for one in side] == pytest.approx(matched)


def test_a_match_in_another_reference_counts_though_it_has_no_partner() -> None:
    mine, theirs = compare([1, 1], [1], {}, matched=2)
    assert [one.share for one in mine] == [1, 1]
    assert [one.share for one in theirs] == [1]


def test_partners_have_one_share() -> None:
    mine, theirs = compare([0.9], [0.2], {0: 0})
    assert mine[0].share == theirs[0].share == pytest.approx(0.2 / 0.9)
    assert (mine[0].matched, theirs[0].matched) == (0.2, 0.2)


@given(mine=COUNTS, theirs=COUNTS, links=LINKS)
def test_as_much_is_matched_as_the_unit_says(mine: list[float], theirs: list[float], links: dict[int, int]) -> None:
    for side in compare(mine, theirs, links):
        assert sum(one.matched for one in side) == pytest.approx(min(sum(mine), sum(theirs)))
        assert all(0 <= one.matched <= one.count + 1e-12 and 0 <= one.share <= 1 + 1e-12 for one in side)
