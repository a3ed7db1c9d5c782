"""Pairs of texts, and counts of their units with the places, compared."""

from __future__ import annotations

import pytest

from helpers.trees import parsed
from meantree.analysis.corrections import FixedLinks
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.metrics.bags import Bag, Key, clipped_matches, compare_bags, f_measure
from meantree.metrics.evidence import Evidence, Place, Status, Unit
from meantree.metrics.pair import Pair

A: Key = ("1g", ("a",))
B: Key = ("1g", ("b",))
C: Key = ("2g", ("a", "b"))


def bag(*items: tuple[Key, int, float]) -> Bag:
    """Keys with a token where they stand and how often they do."""
    result = Bag()
    for key, token, count in items:
        result.add(key, Place((token,)), count)
    return result


def test_counts_add_up_and_places_stand_in_order() -> None:
    result = bag((A, 0, 1), (B, 1, 0.25), (A, 2, 0.5))
    result.add(A)
    assert result.counts == {A: 2.5, B: 0.25}
    assert result.places == {A: [Place((0,)), Place((2,), count=0.5)], B: [Place((1,), count=0.25)]}


def test_matches_are_clipped_to_the_largest_count_of_any_reference() -> None:
    refs: list[dict[Key, float]] = [{A: 1.0, B: 9.0}, {A: 2.0}]
    assert list(clipped_matches({A: 3.0, B: 4.0, C: 1.0}, refs)) == [(A, 2.0, 3.0), (B, 4.0, 4.0), (C, 0.0, 1.0)]


def test_every_key_is_a_unit_those_of_the_hypothesis_first() -> None:
    units = compare_bags(
        bag((B, 0, 1), (A, 1, 1), (B, 2, 1)),
        [bag((C, 0, 1), (A, 3, 0.5)), bag((A, 5, 1), (A, 6, 1), (C, 7, 1), (C, 8, 1))],
        lambda key: "+".join(key[1]),
        larger=("2g",),
    )
    assert units == (
        Unit("1g", "b", 2, 0, 0, (Place((0,)), Place((2,))), ((), ())),
        Unit("1g", "a", 1, 2, 1, (Place((1,)),), ((Place((3,), count=0.5),), (Place((5,)), Place((6,))))),
        Unit("2g", "a+b", 0, 2, 0, (), ((Place((0,)),), (Place((7,)), Place((8,)))), single=False),
    )


@pytest.mark.parametrize(
    ("matched", "hypothesis", "reference", "expected"), [(2, 4, 2, 2 / 3), (0, 4, 2, 0), (0, 0, 0, 0), (1, 1, 1, 1)]
)
def test_f_measure(matched: float, hypothesis: float, reference: float, expected: float) -> None:
    assert f_measure(matched, hypothesis, reference) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("hypothesis", "reference", "matched", "status"),
    [
        (3, 3, 3, Status.MATCHED),
        (3, 2, 2, Status.PARTIAL),
        (3, 2, 1.99, Status.PARTIAL),
        (2, 3, 2, Status.PARTIAL),  # one of them is left
        (9, 9, 8.6, Status.MATCHED),
        (1, 1, 0.7, Status.MATCHED),  # an expectation over parses
        (0.3, 0.3, 0.15, Status.PARTIAL),
        (0.18, 0, 0.164, Status.PARTIAL),  # a filler of one text, by its similarity
        (0, 0.18, 0.18 - 1e-12, Status.MATCHED),  # all but rounding
        (2, 3, 1.99, Status.PARTIAL),
        (3, 3, 0.01, Status.PARTIAL),
        (3, 0, 0, Status.EXTRA),
        (3, 3, 0, Status.EXTRA),
        (0, 3, 0, Status.MISSED),
    ],
)
def test_status(hypothesis: float, reference: float, matched: float, status: Status) -> None:
    assert Unit("kind", "label", hypothesis, reference, matched).status is status


def test_kinds_stand_in_the_order_of_their_first_units() -> None:
    units = tuple(Unit(kind, "", 1, 1, 1) for kind in ("2-grams", "1-grams", "2-grams"))
    assert Evidence(units).kinds == ("2-grams", "1-grams")


HYP, FIRST, SECOND = parsed("a:2:x b:0:root"), parsed("b:0:root"), parsed("c:0:root a:1:x")
LINKS = FrameAlignment({(0, 0): LinkKind.PARTIAL})
PAIR = Pair(HYP, (FIRST, SECOND), ("A", "B"), (FrameAlignment(), LINKS))


def test_one_reference_of_several() -> None:
    assert PAIR.texts == (HYP, FIRST, SECOND)
    assert PAIR.sides(1) == (HYP, SECOND)
    alone = PAIR.against(1)
    assert (alone.texts, alone.reference_names, alone.annotated) == ((HYP, SECOND), ("B",), (LINKS,))


def test_names_and_links_may_be_missing() -> None:
    bare = Pair(HYP, (FIRST, SECOND))
    assert bare.frame_links(1) == FrameAlignment()
    assert Pair(HYP, (FIRST, SECOND), annotated=(LINKS,)).frame_links(0) == LINKS
    assert bare.against(1).reference_names == ()


def test_words_are_linked_with_those_of_one_reference() -> None:
    assert PAIR.words(0) == ((1, 0),)
    assert PAIR.words(1) == ((0, 1),)


def test_words_are_linked_as_a_person_says() -> None:
    links = FixedLinks(linked=frozenset({(0, 0)}), unlinked=frozenset({(1, 0)}))
    pair = Pair(HYP, (SECOND, FIRST), fixed=(FixedLinks(), links))
    assert Pair(HYP, (FIRST,)).alignment(0).pairs == ((1, 0),)
    assert pair.alignment(1).pairs == ((0, 0),)
    assert [link.reason.relation for link in pair.alignment(1).links] == ["hand"]
    assert pair.alignment(0) == Pair(HYP, (SECOND,)).alignment(0), "of the other reference nothing was said"
    assert pair.against(1).alignment(0) is pair.alignment(1)
    assert pair.fixed_links(2) == FixedLinks()
