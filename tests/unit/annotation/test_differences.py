"""Differences between annotators, by hand and as a property."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from helpers.frames import SIZE, finished_annotations, frame
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.annotation.differences import Difference, differences
from meantree.annotation.frame_annotation import Annotation
from meantree.corpus.corpus import Side

WORDS: dict[Side, tuple[str, ...]] = {"hypothesis": ("he", "read", "a", "book"), "reference": ("he", "studied", "it")}
ONE = Annotation(
    (frame("1 agent=0 patient=2-3"),),
    (frame("1 agent=0 patient=2"),),
    FrameAlignment(
        {(0, 0): LinkKind.CORRECT}, {((0, 0), (0, 0)): LinkKind.CORRECT, ((0, 1), (0, 1)): LinkKind.PARTIAL}
    ),
)


def _found(*annotations: Annotation) -> list[Difference]:
    return list(differences(annotations, WORDS))


def test_nothing_where_all_say_the_same() -> None:
    turned = replace(
        ONE,
        hypothesis=(frame("1 patient=2-3 agent=0"),),
        alignment=FrameAlignment(
            ONE.alignment.frames, {((0, 1), (0, 0)): LinkKind.CORRECT, ((0, 0), (0, 1)): LinkKind.PARTIAL}
        ),
    )
    assert _found(ONE, ONE, turned) == []
    assert _found(ONE) == []


def test_words_and_roles_of_a_filler_are_one_difference() -> None:
    other = replace(ONE, hypothesis=(frame("1 agent=0 other=3"),))
    assert _found(ONE, other) == [
        Difference("hypothesis", (1, 2), "filler", "read", ("patient: a book", "other: book")),
    ]


def test_a_filler_in_parts_is_one_difference_with_its_second_part() -> None:
    words: dict[Side, tuple[str, ...]] = {"hypothesis": ("a", "fight", "broke", "between", "two"), "reference": ()}
    in_parts, second = (Annotation((frame(f"2 patient={spans}"),)) for spans in ("0-1,3-4", "3-4"))
    assert list(differences([in_parts, second], words)) == [
        Difference("hypothesis", (2, 3), "filler", "broke", ("patient: a fight … between two", "patient: between two")),
    ]


def test_links_by_those_alone_who_have_the_frames() -> None:
    partial = replace(ONE, alignment=FrameAlignment({(0, 0): LinkKind.PARTIAL}, {((0, 1), (0, 1)): LinkKind.UNDECIDED}))
    nothing = Annotation((), ONE.reference)
    assert _found(ONE, partial, nothing) == [
        Difference("hypothesis", (1, 2), "frame", "read", ("frame", "frame", "")),
        Difference("hypothesis", (1, 2), "frame link", "read", ("studied (correct)", "studied (partial)", None)),
        Difference("hypothesis", (1, 2), "filler link", "read: he", ("he (correct)", "", None)),
        Difference("hypothesis", (1, 2), "filler link", "read: a book", ("it (partial)", "", None)),
    ]


def test_frames_of_the_reference() -> None:
    assert _found(replace(ONE, alignment=FrameAlignment()), Annotation(ONE.hypothesis)) == [
        Difference("reference", (1, 2), "frame", "studied", ("frame", "")),
    ]


@given(st.lists(finished_annotations(), min_size=2, max_size=3))
def test_who_agrees_has_no_differences_and_who_differs_has_some(annotations: list[Annotation]) -> None:
    words: dict[Side, list[str]] = {"hypothesis": list(map(str, range(SIZE))), "reference": list(map(str, range(SIZE)))}
    assert not list(differences([annotations[0]] * 3, words))
    found = list(differences(annotations, words))
    predicates: list[set[object]] = [{frame.predicate for frame in one.hypothesis} for one in annotations]
    some = {one.predicate for one in found if one.kind == "frame" and one.side == "hypothesis"}
    assert some == set.union(*predicates) - set.intersection(*predicates)
    for one in found:
        assert len(one.answers) == len(annotations)
        assert len({said for said in one.answers if said is not None}) > 1
