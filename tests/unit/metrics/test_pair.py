"""A hypothesis with its references, and what lies between two texts."""

from __future__ import annotations

from helpers.trees import parsed
from meantree.analysis.corrections import FixedLinks
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.metrics.pair import Pair

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
