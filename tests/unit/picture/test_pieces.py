"""Pictures cut between their rows."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from helpers.trees import constituency_trees
from meantree.analysis.constituents import ConstituencyTree
from meantree.comparison.marks import Marks
from meantree.picture.constituents import constituents_picture
from meantree.picture.display import Box, Display, Lettering, Line, Pen, display
from meantree.picture.fonts import approximate_width
from meantree.picture.legend import heading_picture
from meantree.picture.pieces import pieces

ROWS = Display(
    tuple(
        part
        for top in (0.0, 100.0, 200.0)
        for part in (
            Line(((0.0, top + 10), (0.0, top + 60)), Pen("#000000", 2.0)),
            Lettering(0.0, top + 74, f"word {top:.0f}", 12.0, "#000000", "middle"),
        )
    ),
    50.0,
    300.0,
)


def test_rows_are_not_cut_through_and_begin_at_the_top() -> None:
    one, two = pieces(ROWS, 190, 100)
    assert [part.text for part in one.parts if isinstance(part, Lettering)] == ["word 0", "word 100"]
    assert (one.height, two.height) == (178.0, 91.0)
    assert two.parts[0] == Line(((0.0, 1.0), (0.0, 51.0)), Pen("#000000", 2.0))
    assert one.width == two.width == 50.0


def test_a_heading_stays_with_what_it_names() -> None:
    heading = Lettering(0.0, 0.5, "head", 0.5, "#000000", "start")
    first, *others = pieces(Display((heading, *ROWS.parts), 50.0, 300.0), 5.0, 100.0)
    assert [part.text for part in first.parts if isinstance(part, Lettering)] == ["head", "word 0"]
    assert len(others) == 2


def test_what_nothing_parts_is_left_whole() -> None:
    box = Display((Box(0, 0, 50, 900, "#000000"),), 50.0, 900.0)
    assert list(pieces(box, 100, 100)) == [box]
    assert list(pieces(ROWS, 300, 300)) == [ROWS]
    assert list(pieces(Display((), 0.0, 0.0), 10, 10)) == [Display((), 0.0, 0.0)]


@given(tree=st.integers(6, 24).flatmap(constituency_trees), most=st.floats(200, 900))
def test_every_part_is_in_one_piece(tree: ConstituencyTree, most: float) -> None:
    words = [f"word{place}" for place in range(len(tree.leaves()))]
    picture = constituents_picture(tree, words, Marks({}, {}), approximate_width, width=200)
    whole = display([heading_picture("Reference", approximate_width), picture])
    found = list(pieces(whole, most / 2, most))
    assert sum(len(one.parts) for one in found) == len(whole.parts)
    texts = [part.text for one in found for part in one.parts if isinstance(part, Lettering) and part.text in words]
    assert texts == words
    for one in found:
        for part in one.parts:
            if isinstance(part, Lettering):
                assert 0 <= part.y <= one.height
