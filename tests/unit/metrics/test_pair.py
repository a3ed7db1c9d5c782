"""A hypothesis with its references, and what lies between two texts."""

from __future__ import annotations

from helpers.trees import parsed
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.metrics.pair import Pair

HYP, FIRST, SECOND = parsed("a:2:x b:0:root"), parsed("b:0:root"), parsed("c:0:root a:1:x")
LINKS = FrameAlignment({(0, 0): LinkKind.PARTIAL})
PAIR = Pair(HYP, (FIRST, SECOND), ("A", "B"), (FrameAlignment(), LINKS))


def test_one_reference_of_several() -> None:
    assert PAIR.texts == (HYP, (FIRST, SECOND))
    assert PAIR.beside(1) == (HYP, SECOND)
    alone = PAIR.against(1)
    assert (alone.texts, alone.reference_names, alone.annotated) == ((HYP, (SECOND,)), ("B",), (LINKS,))


def test_names_and_links_may_be_missing() -> None:
    bare = Pair(HYP, (FIRST, SECOND))
    assert bare.frame_links(1) == FrameAlignment()
    assert Pair(HYP, (FIRST, SECOND), annotated=(LINKS,)).frame_links(0) == LINKS
    assert bare.against(1).reference_names == ()


def test_words_are_linked_with_those_of_one_reference() -> None:
    assert PAIR.words(0) == ((1, 0),)
    assert PAIR.words(1) == ((0, 1),)
