"""The order of work: all systems of a segment, or all segments of a system."""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import partial

import pytest

from meantree.annotation.frame_annotation import State
from meantree.annotation.work_order import neighbours, open_translations, translations_in_order
from meantree.corpus.corpus import CHECK, Corpus, Segment, Text

TEXT = Text("he slept")
SEGMENTS = (
    Segment("1", "", references={"r": TEXT}, hypotheses={"a": TEXT, "b": TEXT}),
    Segment("2", "", references={"r": TEXT}, hypotheses={"b": TEXT}),
    Segment("3", "", hypotheses={"a": TEXT, "b": TEXT}),
    Segment("4", "", references={"r": TEXT}, hypotheses={"a": TEXT, "b": TEXT}),
)
CORPUS = Corpus("c", SEGMENTS, ("a", "b"), ("r",))
BY_SEGMENT = [("a", 0), ("b", 0), ("b", 1), ("a", 3), ("b", 3)]
BY_SYSTEM = [("a", 0), ("a", 3), ("b", 0), ("b", 1), ("b", 3)]


@pytest.mark.parametrize(("by_segment", "order"), [(True, BY_SEGMENT), (False, BY_SYSTEM)])
def test_every_translation_with_a_reference_comes_once(by_segment: bool, order: list[tuple[str, int]]) -> None:
    assert list(open_translations(CORPUS, {}, by_segment=by_segment)) == order
    for start in itertools.product("ab", range(4)):
        after = list(open_translations(CORPUS, {}, by_segment=by_segment, start=start))
        before = list(open_translations(CORPUS, {}, by_segment=by_segment, start=start, step=-1))
        assert [*reversed(before), *([start] if start in order else []), *after] == order


@pytest.mark.parametrize("by_segment", [True, False])
def test_systems_in_random_order_come_once_and_in_the_same_order(by_segment: bool) -> None:
    def order(who: str, start: tuple[str, int] | None = None, step: int = 1) -> list[tuple[str, int]]:
        return list(open_translations(CORPUS, {}, by_segment=by_segment, shuffled=who, start=start, step=step))

    orders = [order(f"annotator {number}") for number in range(20)]
    assert {tuple(sorted(one)) for one in orders} == {tuple(sorted(BY_SEGMENT))}
    assert len({tuple(one) for one in orders}) > 1
    ana = order("ana")
    for place, start in enumerate(ana):
        assert order("ana", start) == ana[place + 1 :]
        assert order("ana", start, -1) == ana[:place][::-1]


CHECKED = Corpus(
    "c",
    (
        Segment("1", "", hypotheses={"a": TEXT, "b": TEXT, "c": TEXT}),
        Segment("2", "", hypotheses={"a": TEXT, "c": TEXT, CHECK: TEXT}),
        Segment("3", "", hypotheses={"a": Text("he slept"), "b": Text("she sat"), CHECK: Text("she sits")}),
    ),
    ("a", "b", "c"),
    (),
)
"""The second segment has a check in place of b, the third one beside b, but has no c."""


@pytest.mark.parametrize("by_segment", [True, False])
@pytest.mark.parametrize("shuffled", ["", "ana", "ben", "eva"])
def test_a_check_comes_where_its_original_does(shuffled: str, by_segment: bool) -> None:
    def order(start: tuple[str, int] | None = None, step: int = 1, corpus: Corpus = CHECKED) -> list[tuple[str, int]]:
        come = partial(open_translations, corpus, {}, by_segment=by_segment, shuffled=shuffled, needs_reference=False)
        return list(come(start=start, step=step))

    checked, whole = order(), replace(CHECKED, segments=[replace(CHECKED.segments[0], id=name) for name in "12"])
    assert [(CHECK if item == ("b", 1) else item[0], item[1]) for item in order(corpus=whole)] == [
        item for item in checked if item[1] < 2
    ]
    for place, start in enumerate(checked):
        assert order(start) == checked[place + 1 :]
        assert order(start, -1) == checked[:place][::-1]
    for place, segment in enumerate(CHECKED.segments):
        names = translations_in_order(segment, CHECKED.systems, shuffled, by_segment=by_segment)
        assert set(names) == segment.hypotheses.keys()
        if by_segment:
            assert [(name, place) for name in names] == [item for item in checked if item[1] == place]


def test_only_own_open_translations_come_up() -> None:
    states = {("1", "b"): State.DONE, ("2", "b"): State.CANNOT, ("4", "a"): State.REVIEW, ("4", "b"): State.OPEN}
    assert list(open_translations(CORPUS, states)) == [("a", 0), ("a", 3), ("b", 3)]
    assert list(open_translations(CORPUS, states, {"4"})) == [("a", 3), ("b", 3)]


@pytest.mark.parametrize("by_segment", [True, False])
def test_from_an_unknown_system_all_come_up(by_segment: bool) -> None:
    after = list(open_translations(CORPUS, {}, by_segment=by_segment, start=("", 0)))
    assert after == (BY_SEGMENT if by_segment else BY_SYSTEM)
    assert not list(open_translations(Corpus("c", (), (), ()), {}))


def test_neighbours_are_next_in_the_whole_project_and_of_the_same_document() -> None:
    segments = tuple(Segment(name, document) for name, document in [("1", "x"), ("2", "x"), ("4", "x"), ("5", "y")])
    corpus, numbers = Corpus("c", segments, (), ()), {"x/1": 1, "x/2": 2, "x/4": 4, "y/5": 5}
    assert neighbours(corpus, numbers, 0) == (None, segments[1])
    assert neighbours(corpus, numbers, 1) == (segments[0], None)
    assert neighbours(corpus, numbers, 2) == (None, None)
    assert neighbours(corpus, numbers, 3) == (None, None)
