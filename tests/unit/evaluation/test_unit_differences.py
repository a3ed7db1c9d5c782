"""What one system gets and another misses, and what one misses, counted by brute force."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.corpora import corpus_of
from helpers.stores import HandMadeStore
from helpers.tables import ADDED, LOST, feature_table
from meantree.corpus.corpus import Corpus
from meantree.errors import Cancelled, UsageError
from meantree.evaluation.feature_values import FeatureValues
from meantree.evaluation.unit_counts import CountedUnits, DifferenceKind, UnitCounts, kinds_of_difference
from meantree.evaluation.unit_differences import (
    MissedUnits,
    UnitDifferences,
    UnitTally,
    kinds_of_missing,
    missed_units,
    unit_differences,
)
from meantree.scoring.run import score_corpus
from meantree.work import Work

TEXT = st.lists(st.sampled_from("abcd"), min_size=1, max_size=5).map(" ".join)
Rows = list[tuple[str | None, str | None, str]]
"""Of each segment what two systems have, None for nothing, and the reference."""


def _corpus(rows: Rows) -> Corpus:
    return corpus_of(rows, ("north", "south"))


def _kind(name: str) -> DifferenceKind:
    return next(kind for kind in kinds_of_difference({}) if kind.name == name)


def _found(rows: Rows, name: str = "n-grams", systems: tuple[str, str] = ("north", "south")) -> UnitDifferences:
    return unit_differences(_corpus(rows), HandMadeStore(), _kind(name), *systems)


def _grams(text: str) -> Counter[tuple[str, str]]:
    words = text.split()
    return Counter(
        (f"{size}-grams", " ".join(words[start : start + size]))
        for size in range(1, 5)
        for start in range(len(words) - size + 1)
    )


@given(st.lists(st.tuples(st.none() | TEXT, st.none() | TEXT, TEXT), max_size=6))
def test_counts_equal_those_of_brute_force(rows: Rows) -> None:
    result = _found(rows)
    both = [
        (place, _grams(first), _grams(second), _grams(ref))
        for place, (first, second, ref) in enumerate(rows)
        if first is not None and second is not None
    ]
    assert (result.segments, result.left_out) == (len(both), len(rows) - len(both))
    keys = set(itertools.chain.from_iterable(first | second | ref for _, first, second, ref in both))
    seen = {(unit.kind, unit.label): unit for unit in result.units}
    for key in keys:
        matched = [(place, min(first[key], ref[key]), min(second[key], ref[key])) for place, first, second, ref in both]
        extra = [(p, max(0, first[key] - ref[key]), max(0, second[key] - ref[key])) for p, first, second, ref in both]
        counted = matched if any(ref[key] for _, _, _, ref in both) else extra
        if all(first == second for _, first, second in matched + extra):
            assert key not in seen
            continue
        unit = seen.pop(key)
        assert unit.counts[0] == sum(first for _, first, _ in counted)
        assert unit.counts[1] == sum(second for _, _, second in counted)
        assert unit.first_only == tuple(place for place, first, second in counted if first > second)
        assert unit.second_only == tuple(place for place, first, second in counted if first < second)
        assert unit.first.reference == unit.second.reference == sum(ref[key] for _, _, _, ref in both)
        assert unit.second.extra == sum(second for _, _, second in extra)
    assert not seen
    assert result.alike + len(result.units) == len(keys)


@given(st.lists(st.tuples(TEXT, TEXT, TEXT), min_size=1, max_size=4), st.sampled_from(["n-grams", "labels", "pos"]))
def test_sides_are_mirrored_and_a_system_is_like_itself(rows: Rows, name: str) -> None:
    first, second = _found(rows, name), _found(rows, name, ("south", "north"))
    assert _found(rows, name, ("north", "north")).units == ()
    assert [(u.kind, u.label, u.first, u.first_only, u.p, u.q) for u in first.units] == [
        (u.kind, u.label, u.second, u.second_only, u.p, u.q) for u in second.units
    ]
    assert [u.difference for u in first.units] == [-u.difference for u in second.units]
    assert [u.log_odds for u in first.units] == pytest.approx([-u.log_odds for u in second.units])
    sides = {None: None, "first": "second", "second": "first"}
    assert [u.better for u in first.units] == [sides[u.better] for u in second.units]


def test_what_only_translations_have_is_compared_by_how_much_each_adds() -> None:
    result = _found([("a x", "a", "a"), ("a x", "a x", "a b"), ("b", "a", "b")])
    units = {unit.label: unit for unit in result.units}
    added = units["x"]
    assert (added.counted, added.counts, added.difference, added.better) == ("extra", (2, 1), 1, "second")
    assert added.rates == (2 / 3, 1 / 3)
    assert (added.first_only, added.second_only) == ((0,), ())
    got = units["b"]
    assert (got.counted, got.counts, got.rates, got.better) == ("matched", (1, 0), (0.5, 0.0), "first")
    assert got.log_odds == pytest.approx(math.log(2))
    assert (units["a"].difference, units["a"].second.extra, units["a"].better) == (0, 1, None)


def test_only_the_segments_that_are_asked_for() -> None:
    corpus = _corpus([("a", "b", "a"), ("b", "c", "c"), ("a", None, "a")])
    store = HandMadeStore()
    differences = unit_differences(corpus, store, _kind("labels"), "north", "south", places=np.array([0, 2]))
    assert (differences.segments, differences.left_out) == (1, 1)
    differences = unit_differences(corpus, store, _kind("pos"), "north", "south", places=np.array([1]))
    (unit,) = differences.units
    assert (unit.label, unit.second_only, unit.difference) == ("X", (1,), -1)


@pytest.mark.parametrize(("name", "segments"), [("roles", 2), ("labels", 1)])
def test_corrections_that_a_metric_does_not_follow_are_not_in_its_way(name: str, segments: int) -> None:
    corpus = _corpus([("a b", "a b", "a b"), ("a b", "a b", "a b")])
    first, second = corpus.segments
    unfit = replace(first.hypotheses["north"], arcs={1: (9, "x")})
    changed = replace(first, hypotheses={**first.hypotheses, "north": unfit})
    corpus = replace(corpus, segments=(changed, second))
    differences = unit_differences(corpus, HandMadeStore(), _kind(name), "north", "south")
    assert (differences.segments, differences.left_out) == (segments, 2 - segments)


def test_features_are_read_off_scores_and_count_where_they_fire() -> None:
    north = [(0.9, 0.0, 1.0), (0.9, 0.5, 0.5), (0.9, 0.0, 1.0), None]
    south = [(0.9, 0.0, 0.0), (0.9, 0.5, 0.0), (0.9, 0.2, 1.0), (0.9, 0.0, 0.0)]
    table = feature_table({"north": north, "south": south})
    kind = next(one for one in kinds_of_difference(table.metrics) if one.name == "rte-r")
    compare = partial(unit_differences, table.corpus, HandMadeStore(), kind, table=table)
    differences = compare("north", "south")
    assert (differences.segments, differences.left_out) == (3, 1)
    keys = {feature.name: feature.key for feature in FeatureValues(table, "rte-r").features}
    units = {(unit.kind, unit.label): unit for unit in differences.units}
    assert set(units) == {keys[LOST], keys[ADDED]}
    lost = units[keys[LOST]]
    assert (lost.counts, lost.better, lost.first_only, lost.second_only) == ((3, 1), "second", (0, 1), ())
    assert lost.rates == (1.0, 1 / 3)
    assert units[keys[ADDED]].second_only == (2,)
    some = compare("south", "north", places=np.array([2, 3]))
    assert [(unit.kind, unit.label) for unit in some.units] == [keys[ADDED]]
    del table.columns["south", "rte-r"]
    with pytest.raises(UsageError, match=r"'south' .*rte-r; there are north"):
        compare("north", "south")


def test_features_read_off_scores_are_those_of_the_pairs() -> None:
    rows: Rows = [("a not b", "a b", "a not b"), ("c 12 d", "c 13 d", "c 12 d"), ("a", None, "b")]
    corpus, store = _corpus(rows), HandMadeStore()
    table = score_corpus(corpus, ["rte-r"], store)
    kind = next(one for one in kinds_of_difference(table.metrics) if one.name == "rte-r")
    counted = unit_differences(corpus, store, kind, "north", "south")
    assert counted.units
    assert unit_differences(corpus, store, kind, "north", "south", table=table) == counted


# What one system misses

MISSING = {kind.name: kind for kind in kinds_of_missing({})}


def _missed(rows: Sequence[tuple[str | None, str]], name: str = "words", **more: Any) -> MissedUnits:
    corpus = _corpus([(hyp, None, ref) for hyp, ref in rows])
    return missed_units(corpus, HandMadeStore(), MISSING[name], "north", **more)


@given(st.lists(st.tuples(st.none() | TEXT, TEXT), max_size=6))
def test_missed_words_equal_those_of_brute_force(rows: list[tuple[str | None, str]]) -> None:
    result = _missed(rows)
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
    result = _missed([("x y", "a a b"), ("b x", "a b c")])
    assert [(unit.label, unit.count("missed"), unit.share("missed")) for unit in result.most("missed")] == [
        ("a", 3, 1.0),
        ("c", 1, 1.0),
        ("b", 1, 0.5),
    ]
    assert [(unit.label, unit.count("extra")) for unit in result.most("extra")] == [("x", 2), ("y", 1)]
    assert result.units[0].share("extra") is None


def test_what_is_missed_in_some_segments_alone() -> None:
    result = _missed([("x", "a"), ("x", "b"), (None, "c")], places=[1, 2])
    assert [unit.label for unit in result.most("missed")] == ["b"]
    assert (result.segments, result.left_out) == (1, 1)
    assert result.units[0].missed_in == (1,)


@pytest.mark.parametrize("name", list(MISSING))
def test_every_kind_of_missed_units_can_be_counted(name: str) -> None:
    result = _missed([("a b c d", "a b c"), ("a b", "a b")], name)
    assert result.segments == 2
    assert all(unit.missed_in or unit.extra_in for unit in result.units)
    assert not _missed([("a b c", "a b c")], name).units, "a translation like the reference misses nothing"


def test_mistakes_and_cancelling() -> None:
    with pytest.raises(UsageError, match="'nobody'; there are north"):
        missed_units(_corpus([]), HandMadeStore(), MISSING["words"], "nobody")
    with pytest.raises(Cancelled):
        _missed([("a", "b")], work=Work(cancelled=lambda: True))
    with pytest.raises(UsageError, match="'west'; there are north, south"):
        _found([("a", "b", "a")], systems=("north", "west"))
    work = Work(cancelled=lambda: True)
    with pytest.raises(Cancelled):
        unit_differences(_corpus([("a", "b", "a")]), HandMadeStore(), _kind("pos"), "north", "south", work=work)


# Tallies

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
