"""Counts of units summed segment by segment, as by brute force."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.evaluation.unit_counts import CountedUnits, UnitCounts
from meantree.evaluation.unit_differences import UnitTally

AMOUNT = st.sampled_from([0.0, 0.25, 1.0, 3.0])
COUNTS = st.builds(
    lambda matched, missed, kept, extra: UnitCounts(matched + missed, matched, kept + extra, extra), *[AMOUNT] * 4
)
UNITS = st.dictionaries(st.tuples(st.just("k"), st.sampled_from("abc")), COUNTS)
NOTHING = UnitCounts()


@given(st.dictionaries(st.integers(0, 99), st.tuples(UNITS, st.none() | UNITS), max_size=5), st.booleans())
def test_tallies_equal_brute_force(segments: dict[int, tuple[CountedUnits, CountedUnits | None]], alone: bool) -> None:
    tally = UnitTally()
    rows = {place: (first, None if alone else second or {}) for place, (first, second) in segments.items()}
    for place, units in rows.items():
        tally.add(place, *units)
    keys = {key for units in rows.values() for side in units for key in side or ()}
    assert (tally.segments, tally.number) == (len(rows), len(keys))
    tallied = {unit.key: unit for unit in tally.units()}
    for key in keys:
        both = {
            place: (first.get(key, NOTHING), (second or {}).get(key, NOTHING))
            for place, (first, second) in rows.items()
        }
        matched = {p: one.missed if alone else one.matched - other.matched for p, (one, other) in both.items()}
        extra = {p: one.extra - other.extra for p, (one, other) in both.items()}
        if not any(matched.values()) and not any(extra.values()):
            assert key not in tallied
            continue
        unit = tallied.pop(key)
        assert unit.matched == {place: value for place, value in matched.items() if value}
        assert unit.extra == {place: value for place, value in extra.items() if value}
        assert unit.first == sum((one for one, _ in both.values()), NOTHING)
        assert unit.second == sum((other for _, other in both.values()), NOTHING)
        has_reference = unit.first.reference or unit.second.reference
        assert unit.compared == (unit.matched if has_reference else unit.extra)
    assert not tallied


def test_shares_that_cancel_out_are_no_difference() -> None:
    tally = UnitTally()
    tally.add(4, {("k", "a"): UnitCounts(1, 0.1 + 0.2)}, {("k", "a"): UnitCounts(1, 0.3)})
    assert list(tally.units()) == []
    tally.add(5, {("k", "a"): UnitCounts(1, 1)}, {})
    (unit,) = tally.units()
    assert unit.matched == pytest.approx({5: 1})
