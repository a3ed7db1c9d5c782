"""Segments are divided evenly, and the shared ones among all pairs."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.errors import UsageError
from meantree.project.workload import divide_segments, parse_share

SEGMENTS = [f"d/{number}" for number in range(60)]


@given(
    count=st.integers(0, 80),
    people=st.integers(2, 6),
    overlap=st.sampled_from([0.0, 0.1, 0.2, 0.5, 1.0]),
    together=st.integers(2, 6),
)
def test_everybody_has_about_as_much(count: int, people: int, overlap: float, together: int) -> None:
    names, segments = [f"a{place}" for place in range(people)], [str(place) for place in range(count)]
    together = min(together, people)
    work = divide_segments(segments, names, overlap, together)
    times = Counter(itertools.chain.from_iterable(work.values()))
    assert set(times) == set(segments)
    assert Counter(times.values())[together] == round(overlap * count)
    assert sum(times.values()) == count + round(overlap * count) * (together - 1)
    loads = [len(found) for found in work.values()]
    assert max(loads) - min(loads) <= together
    assert all(found == sorted(found, key=int) and len(set(found)) == len(found) for found in work.values())


def test_shared_segments_are_spread_over_corpus_and_pairs() -> None:
    work = divide_segments(SEGMENTS, ["ana", "ben", "eva"], 0.2)
    shared = [key for key in SEGMENTS if sum(key in found for found in work.values()) == 2]
    assert shared == [f"d/{number}" for number in range(0, 60, 5)]
    pairs = Counter(tuple(name for name, found in work.items() if key in found) for key in shared)
    assert len(pairs) == 3
    assert set(pairs.values()) == {4}


def test_everybody_meets_everybody_as_often() -> None:
    """By what each has alone, the same two would always meet."""
    people = ["ana", "ben", "eva", "ida"]
    work = divide_segments(SEGMENTS, people, 0.2)
    shared = (tuple(name for name in people if key in work[name]) for key in SEGMENTS)
    assert Counter(names for names in shared if len(names) > 1) == dict.fromkeys(itertools.combinations(people, 2), 2)


def test_what_is_begun_stays() -> None:
    begun = {"ana": {"d/0", "d/1", "d/2"}, "ben": {"d/2"}}
    work = divide_segments(SEGMENTS[:6], ["ana", "ben"], begun=begun)
    assert work == {"ana": ["d/0", "d/1", "d/2", "d/5"], "ben": ["d/2", "d/3", "d/4"]}


@pytest.mark.parametrize(
    ("names", "overlap", "together", "message"),
    [
        ([], 0.0, 2, "names of annotators"),
        (["ana", "ana"], 0.0, 2, "each only once"),
        (["ana", " "], 0.0, 2, "each only once"),
        (["ana"], 0.2, 2, "found 2 of 1 annotator"),
        (["ana", "ben"], 0.2, 1, "found 1 of 2 annotators"),
        (["ana", "ben"], 1.5, 2, "found 150%"),
    ],
)
def test_what_cannot_be_divided(names: list[str], overlap: float, together: int, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        divide_segments(SEGMENTS, names, overlap, together)


def test_shares() -> None:
    assert [parse_share(text) for text in ("20%", " .2 ", "0", "100 %")] == [0.2, 0.2, 0.0, 1.0]
    for wrong in ("20", "-1%", "x", "", "nan", "%"):
        with pytest.raises(UsageError, match="as in 20%"):
            parse_share(wrong)
