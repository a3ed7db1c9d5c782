"""Segments are divided evenly in runs, and the shared ones among all pairs."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.errors import UsageError
from meantree.project.workload import LONGEST_RUN, UNEVEN, divide_segments, parse_share

SEGMENTS = [f"d{document}/{number}" for document in range(6) for number in range(10)]


DOCUMENTS = [key[:2] for key in SEGMENTS]
PEOPLE = ["ana", "ben", "eva", "ida"]


def _runs(found: list[str]) -> int:
    """Return in how many runs of consecutive segments they come."""
    places = [SEGMENTS.index(key) for key in found]
    return 1 + sum(after != before + 1 for before, after in itertools.pairwise(places))


@given(
    lengths=st.lists(st.integers(1, 40), max_size=12),
    people=st.integers(2, 6),
    overlap=st.sampled_from([0.0, 0.1, 0.2, 0.5, 0.9, 1.0]),
    together=st.integers(2, 6),
)
def test_everybody_has_about_as_much(lengths: list[int], people: int, overlap: float, together: int) -> None:
    documents = [str(number) for number, length in enumerate(lengths) for _ in range(length)]
    count, together = len(documents), min(together, people)
    names, segments = [f"a{place}" for place in range(people)], [str(place) for place in range(count)]
    work = divide_segments(segments, names, overlap, together, documents=documents)
    times = Counter(itertools.chain.from_iterable(work.values()))
    assert set(times) == set(segments)
    assert Counter(times.values())[together] == round(overlap * count)
    assert sum(times.values()) == count + round(overlap * count) * (together - 1)
    equal = sum(times.values()) / people
    assert all(abs(len(found) - equal) <= max(2 * UNEVEN * equal, LONGEST_RUN) + 1 for found in work.values())
    assert all(found == sorted(found, key=int) and len(set(found)) == len(found) for found in work.values())


@pytest.mark.parametrize("documents", [[], DOCUMENTS])
def test_everybody_has_one_run(documents: list[str]) -> None:
    work = divide_segments(SEGMENTS, PEOPLE[:3], documents=documents)
    assert work == {"ana": SEGMENTS[:20], "ben": SEGMENTS[20:40], "eva": SEGMENTS[40:]}


def test_a_document_is_split_only_where_numbers_would_become_uneven() -> None:
    segments = [str(number) for number in range(100)]
    near = ["a"] * 48 + ["b"] * 52
    assert [len(found) for found in divide_segments(segments, PEOPLE[:2], documents=near).values()] == [48, 52]
    far = ["a"] * 30 + ["b"] * 70
    assert [len(found) for found in divide_segments(segments, PEOPLE[:2], documents=far).values()] == [50, 50]


def test_shared_segments_are_spread_in_runs_of_a_document() -> None:
    work = divide_segments(SEGMENTS, PEOPLE[:3], 0.2, documents=DOCUMENTS)
    shared = [key for key in SEGMENTS if sum(key in found for found in work.values()) == 2]
    assert shared == [f"d{document}/{number}" for document in (0, 2, 4) for number in range(4)]
    pairs = Counter(tuple(name for name, found in work.items() if key in found) for key in shared)
    assert pairs == dict.fromkeys(itertools.combinations(PEOPLE[:3], 2), 4)
    assert [(len(found), _runs(found)) for found in work.values()] == [(24, 2), (24, 2), (24, 2)]


def test_shared_runs_do_not_cross_documents_where_there_is_room() -> None:
    documents = ["a"] * 2 + ["b"] * 58
    work = divide_segments(SEGMENTS, PEOPLE[:2], 0.2, documents=documents)
    shared = [place for place, key in enumerate(SEGMENTS) if all(key in found for found in work.values())]
    assert len(shared) == 12
    assert {documents[place] for place in shared} == {"b"}


def test_everybody_meets_everybody_as_often() -> None:
    work = divide_segments(SEGMENTS, PEOPLE, 0.2)
    shared = (tuple(name for name in PEOPLE if key in work[name]) for key in SEGMENTS)
    assert Counter(names for names in shared if len(names) > 1) == dict.fromkeys(itertools.combinations(PEOPLE, 2), 2)


def test_what_is_begun_stays() -> None:
    first, second, third, *others = SEGMENTS[:6]
    begun = {"ana": {first, second, third}, "ben": {third}, "zoe": {second}}
    work = divide_segments(SEGMENTS[:6], ["ana", "ben"], begun=begun)
    assert work == {"ana": [first, second, third, others[0]], "ben": [third, *others[1:]]}
    shared = divide_segments(SEGMENTS[:6], ["ana", "ben", "eva"], 1.0, begun=begun)
    times = Counter(itertools.chain.from_iterable(shared.values()))
    assert set(times.values()) == {2}
    assert begun["ana"] <= set(shared["ana"])
    assert begun["ben"] <= set(shared["ben"])


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
