"""What one system misses and adds, counted by brute force."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.stores import HandMadeStore
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import Cancelled, UsageError
from meantree.evaluation.unit_differences import MissedUnits, kinds_of_missing, missed_units
from meantree.work import Work

TEXT = st.lists(st.sampled_from("abcd"), min_size=1, max_size=5).map(" ".join)
Rows = list[tuple[str | None, str]]
"""Of each segment what the system has, None for nothing, and the reference."""
NAMES = {kind.name: kind for kind in kinds_of_missing({})}


def _corpus(rows: Rows) -> Corpus:
    segments = tuple(
        Segment(str(place), "", references={"A": Text(ref)}, hypotheses={} if hyp is None else {"north": Text(hyp)})
        for place, (hyp, ref) in enumerate(rows)
    )
    return Corpus("c", segments, ("north",), ("A",))


def _found(rows: Rows, name: str = "words", **more: object) -> MissedUnits:
    return missed_units(_corpus(rows), HandMadeStore(), NAMES[name], "north", **more)  # type: ignore[arg-type]


@given(st.lists(st.tuples(st.none() | TEXT, TEXT), max_size=6))
def test_words_equal_those_of_brute_force(rows: Rows) -> None:
    result = _found(rows)
    both = [(place, Counter(hyp.split()), Counter(ref.split())) for place, (hyp, ref) in enumerate(rows) if hyp]
    assert (result.segments, result.left_out) == (len(both), len(rows) - len(both))
    seen = {unit.label: unit for unit in result.units}
    for word in "abcd":
        missed = {place: (ref - hyp)[word] for place, hyp, ref in both}
        extra = {place: (hyp - ref)[word] for place, hyp, ref in both}
        if not any(missed.values()) and not any(extra.values()):
            assert word not in seen
            continue
        one = seen[word]
        assert (one.counts.missed, one.counts.extra) == (sum(missed.values()), sum(extra.values()))
        assert one.total("missed") == sum(ref[word] for _, _, ref in both)
        assert one.total("extra") == sum(hyp[word] for _, hyp, _ in both)
        assert one.places("missed") == tuple(place for place, count in missed.items() if count)
        assert one.places("extra") == tuple(place for place, count in extra.items() if count)


def test_those_that_are_missed_most_come_first() -> None:
    result = _found([("x y", "a a b"), ("b x", "a b c")])
    assert [(unit.label, unit.count("missed"), unit.share("missed")) for unit in result.most("missed")] == [
        ("a", 3, 1.0),
        ("c", 1, 1.0),
        ("b", 1, 0.5),
    ]
    assert [(unit.label, unit.count("extra")) for unit in result.most("extra")] == [("x", 2), ("y", 1)]
    assert result.units[0].share("extra") is None


def test_some_segments_alone() -> None:
    result = _found([("x", "a"), ("x", "b"), (None, "c")], places=[1, 2])
    assert [unit.label for unit in result.most("missed")] == ["b"]
    assert (result.segments, result.left_out) == (1, 1)
    assert result.units[0].missed_in == (1,)


@pytest.mark.parametrize("name", list(NAMES))
def test_every_kind_can_be_counted(name: str) -> None:
    result = _found([("a b c d", "a b c"), ("a b", "a b")], name)
    assert result.segments == 2
    assert all(unit.missed_in or unit.extra_in for unit in result.units)


def test_a_translation_like_the_reference_misses_nothing() -> None:
    for name in NAMES:
        assert _found([("a b c", "a b c")], name).units == ()


def test_what_is_wrong_is_told() -> None:
    with pytest.raises(UsageError, match="'nobody'; there are north"):
        missed_units(_corpus([]), HandMadeStore(), NAMES["words"], "nobody")
    with pytest.raises(Cancelled):
        _found([("a", "b")], work=Work(cancelled=lambda: True))
