"""Scores and words by bucket."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.corpora import corpus_of
from helpers.stores import HandMadeStore
from helpers.tables import score_table
from meantree.corpus.corpus import Rating, Text
from meantree.errors import UsageError
from meantree.evaluation.buckets import (
    SEGMENT_KEYS,
    TITLES,
    WORD_KEYS,
    WORD_TITLES,
    Buckets,
    SegmentKey,
    WordKey,
    buckets,
    number_title,
    word_buckets,
)
from meantree.evaluation.unit_counts import UnitCounts
from meantree.scoring.table import ScoreTable

NORTH = [(1, 4, 4), (2, 4, 4), (4, 4, 4), (0, 4, 4), None]
SOUTH = [(4, 4, 4), (3, 4, 4), (2, 4, 4), (1, 4, 4), (4, 4, 4)]


def _table(spec: str = "edpm") -> ScoreTable:
    table = score_table(spec, {"north": NORTH, "south": SOUTH}, ["news", "", "news", "talk", "talk"])
    sizes, ratings = (3, 12, 12, 75, 3), (10, None, 30, 20, 90)
    segments = tuple(
        replace(
            segment,
            references={"A": Text("w " * size), "B": Text("w")},
            source="w" if place else None,
            ratings=() if rating is None else (Rating("north", "da", rating), Rating("west", "da", 99)),
        )
        for place, (segment, size, rating) in enumerate(zip(table.corpus.segments, sizes, ratings, strict=True))
    )
    table.corpus = replace(table.corpus, segments=segments)
    return table


def _titles(found: Buckets) -> list[tuple[str, tuple[int, ...]]]:
    return [(bucket.title, bucket.places) for bucket in found.buckets]


def test_segments_by_length_document_source_and_rating() -> None:
    table = _table()
    result = buckets(table, "edpm", "length")
    assert _titles(result) == [("0–9", (0,)), ("10–19", (1, 2)), ("60 and more", (3,))]
    assert (result.segments, result.left_out) == (4, 1)
    assert result.buckets[1].size == 2
    assert result.buckets[1].scores == {"north": 0.75, "south": 0.625}
    by_document = buckets(table, "edpm", "document", places=np.array([1, 2, 3, 4]))
    assert _titles(by_document) == [("news", (2,)), ("no document", (1,)), ("talk", (3,))]
    assert by_document.left_out == 1
    assert _titles(buckets(table, "edpm", "source")) == [("0–9", (1, 2, 3)), ("no source", (0,))]
    assert _titles(buckets(table, "edpm", "rating", systems=["north"])) == [
        ("10", (0,)),
        ("20", (3,)),
        ("30", (2,)),
        ("no rating", (1,)),
    ]


def test_ratings_that_there_are_not() -> None:
    with pytest.raises(UsageError, match="'mqm', expected one of da"):
        buckets(_table(), "edpm", "rating", rating="mqm")
    bare = score_table("edpm", {"north": NORTH})
    with pytest.raises(UsageError, match="the corpus has no ratings"):
        buckets(bare, "edpm", "rating")


@given(st.sampled_from(SEGMENT_KEYS), st.sets(st.integers(0, 4)))
def test_buckets_add_up_to_the_whole(by: SegmentKey, chosen: set[int]) -> None:
    table, places = _table(), np.array(sorted(chosen), dtype=np.intp)
    result = buckets(table, "edpm", by, places=places)
    members = [place for one in result.buckets for place in one.places]
    assert sorted(members) == [place for place in sorted(chosen) if place != 4]
    assert result.segments == len(members)
    for bucket in result.buckets:
        _, total = table.columns["south", "edpm"].total(bucket.places)
        assert bucket.scores["south"] == table.metrics["edpm"].score(total, level="system")


def test_a_bucket_of_a_metric_over_documents() -> None:
    table = score_table("sepia", {"north": [(1, 2), (8, 10), (0, 4)]}, ["a", "b", "b"])
    (found,) = buckets(table, "sepia", "length").buckets
    assert found.scores["north"] == pytest.approx((1 / 2 + 2 * 8 / 14) / 3)


def test_titles_of_numbers() -> None:
    bounds = (1, 2, 5, 1000)
    assert [number_title(number, bounds)[1] for number in (0, 1, 2, 4, 5, 999, 1000)] == [
        *("0", "1", "2–4", "2–4", "5–999", "5–999", "1,000 and more")
    ]
    assert number_title(None, bounds, "no source")[1] == "no source"
    assert set(TITLES) == set(SEGMENT_KEYS)
    assert set(WORD_TITLES) == set(WORD_KEYS)


Rows = list[tuple[str, str | None, str]]
SYSTEMS = ("north", "south")


def test_words_by_frequency() -> None:
    corpus = corpus_of([("The dog sat", "a dog", "the dog slept"), ("The", None, "the dog dog")], SYSTEMS)
    result = word_buckets(corpus, HandMadeStore(), "frequency", ["north"])
    assert [(bucket.title, bucket.counts["north"]) for bucket in result.buckets] == [
        ("0", UnitCounts(hypothesis=1, extra=1)),  # sat
        ("1", UnitCounts(reference=1)),  # slept
        ("2", UnitCounts(2, 2, 2, 0)),  # the
        ("3", UnitCounts(3, 1, 1, 0)),  # dog
    ]
    both = word_buckets(corpus, HandMadeStore(), "frequency", ["north", "south"])
    assert (both.segments, both.left_out) == (1, 1)
    assert both.buckets[2].counts == {"north": UnitCounts(1, 1, 1, 0), "south": UnitCounts(1)}
    japanese = corpus_of([("猫が好きだ", "犬が好きだ", "犬が好きだ")], SYSTEMS)
    assert [bucket.size for bucket in word_buckets(japanese, HandMadeStore(), "word-length", SYSTEMS).buckets] == [5]
    with pytest.raises(UsageError, match="there is no system 'west'"):
        word_buckets(corpus, HandMadeStore(), "frequency", ["west"])


TEXT = st.lists(st.sampled_from(["a", "bb", "ccc", "ddddd"]), min_size=1, max_size=6).map(" ".join)


@given(st.lists(st.tuples(TEXT, st.none() | TEXT, TEXT), max_size=5), st.sampled_from(WORD_KEYS))
def test_buckets_of_words_add_up_to_the_whole(rows: Rows, by: WordKey) -> None:
    result = word_buckets(corpus_of(rows, SYSTEMS), HandMadeStore(), by, ["south", "north"])
    whole = [[Counter((text or "").split()) for text in row] for row in rows if row[1] is not None]
    for place, system in enumerate(("north", "south")):
        sums = sum((bucket.counts[system] for bucket in result.buckets), UnitCounts())
        assert sums.reference == sum(row[2].total() for row in whole)
        assert sums.hypothesis == sum(row[place].total() for row in whole)
        assert sums.matched == sum((row[place] & row[2]).total() for row in whole)
        assert sums.extra == sums.hypothesis - sums.matched
