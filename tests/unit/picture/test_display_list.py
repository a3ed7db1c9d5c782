"""Display lists, and what SVG and PDF make of each part."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from helpers.trees import constituency_trees, parsed
from meantree.analysis.constituents import ConstituencyTree
from meantree.comparison.comparison import ComparedText
from meantree.comparison.marks import Mark, Marks
from meantree.metrics.evidence import Status
from meantree.picture.constituent_picture import constituents_picture
from meantree.picture.display_list import (
    Arrow,
    Box,
    Curve,
    Disc,
    DisplayList,
    Drawing,
    Group,
    Lettering,
    Line,
    PageRows,
    Part,
    Pen,
    Point,
    Rule,
    moved,
    stack_drawings,
)
from meantree.picture.shapes import heading_picture, legend_picture
from meantree.picture.style import LIGHT, Palette, approximate_width
from meantree.picture.svg import picture_svg
from meantree.picture.tree_picture import tree_picture

BLACK, DASHED = Pen("#000000", 1), Pen("#00ff00", 2.0, (4.0, 1.5))
ARROW = Arrow(((1.8, 3.0), (8.2, 3.0), (5.0, 10.0), (1.8, 3.0)), fill="#ff0000")
CURVE = Curve(
    ((0, 0), (0, -10), (0, -20), (10, -20), (30, -20), (30, -20), (40, 0), (40, 10)), BLACK, degrees=(1, 2, 1, 3)
)
PARTS: list[tuple[Part, str]] = [
    (Rule(((1, 3), (2, 4)), BLACK), '<line x1="1.0" x2="2.0" y1="3.0" y2="4.0" stroke="#000000" stroke-width="1"/>'),
    (
        Line(((1, 2), (-3.5, 4)), DASHED),
        '<polyline points="1.0,2.0 -3.5,4.0" fill="none" stroke="#00ff00" stroke-width="2.0" '
        'stroke-dasharray="4.0 1.5"/>',
    ),
    (
        Line(((1, 2), (3, 4)), BLACK, title="a < b"),
        '<polyline points="1.0,2.0 3.0,4.0" fill="none" stroke="#000000" stroke-width="1">'
        "<title>a &lt; b</title></polyline>",
    ),
    (
        CURVE,
        '<path d="M0.0,0.0 V-10.0 Q0.0,-20.0 10.0,-20.0 H30.0 C30.0,-20.0 40.0,0.0 40.0,10.0" fill="none" '
        'stroke="#000000" stroke-width="1"/>',
    ),
    (Curve(((0, 0), (3, 4)), BLACK, degrees=(1,)), '<path d="M0.0,0.0 L3.0,4.0" stroke="#000000" stroke-width="1"/>'),
    (ARROW, '<path d="M1.8,3.0 h6.4 l-3.2,7 z" fill="#ff0000"/>'),
    (Box(1, 2, 3, 14, "#ffffff"), '<rect x="1.0" y="2.0" width="3.0" height="14" fill="#ffffff"/>'),
    (
        Box(1, 2, 3, 4.0, "#ffffff", DASHED, 4),
        '<rect x="1.0" y="2.0" width="3.0" height="4.0" rx="4" fill="#ffffff" stroke="#00ff00" stroke-width="2.0" '
        'stroke-dasharray="4.0 1.5"/>',
    ),
    (
        Box(1, 2, 3, 4.0, "#ffffff", BLACK, opacity=0.25),
        '<rect x="1.0" y="2.0" width="3.0" height="4.0" fill="#ffffff" fill-opacity="0.25" stroke="#000000" '
        'stroke-width="1"/>',
    ),
    (Disc(1, 2, 8, "#ffffff"), '<circle cx="1.0" cy="2.0" r="8" fill="#ffffff"/>'),
    (
        Lettering(1, 2, "a <b>", 9.5, "#123456", "end"),
        '<text x="1.0" y="2.0" font-size="9.5" text-anchor="end" fill="#123456" unicode-bidi="isolate">'
        "a &lt;b&gt;</text>",
    ),
    (
        Lettering(1, 2, "a…", 9.5, "#123456", title="all"),
        '<g><title>all</title><text x="1.0" y="2.0" font-size="9.5" text-anchor="middle" fill="#123456" '
        'unicode-bidi="isolate">a…</text></g>',
    ),
]


@dataclass(frozen=True)
class Given:
    """A drawing that consists of these groups."""

    parts: tuple[Group, ...]
    width: float = 50.0
    height: float = 20.4

    def groups(self, palette: Palette) -> Iterable[Group]:
        """Make the display list."""
        assert palette
        return self.parts


@pytest.mark.parametrize(("part", "element"), PARTS)
def test_that_each_part_is_one_element(part: Part, element: str) -> None:
    svg = picture_svg([Given((Group((part,)),))])
    assert f'<g transform="translate(0,0)">\n{element}\n</g>' in svg
    etree.fromstring(svg.encode())


def test_that_a_group_says_what_it_stands_for() -> None:
    disc = Disc(1, 2, 3, "#ffffff")
    root = etree.fromstring(picture_svg([Given((Group((disc, disc), "two & <two>"), Group((disc,))))]).encode())
    (named,) = (group for group in root.iter("{*}g") if group.get("transform") is None)
    assert [etree.QName(one).localname for one in named] == ["title", "circle", "circle"]
    assert [title.text for title in root.iter("{*}title")] == ["two & <two>"]


def test_that_drawings_stand_one_above_the_other() -> None:
    parts = tuple(part for part, _ in PARTS)
    one, two = Given((Group(parts),)), Given((Group(parts[:2]), Group(parts[2:])), 70.0, 10.0)
    picture = stack_drawings([one, two])
    assert (picture.width, picture.height) == (70, 30)
    assert picture.parts == (*parts, *(moved(part, 20) for part in parts))
    assert stack_drawings([]).parts == ()


@pytest.mark.parametrize("part", [part for part, _ in PARTS])
def test_that_what_is_moved_keeps_its_shape(part: Part) -> None:
    there = moved(part, 8)
    assert type(there) is type(part)
    assert moved(there, -8) == part
    if isinstance(part, Line) and isinstance(there, Line):
        assert there.outline == tuple((x, y + 8) for x, y in part.outline)
    elif not isinstance(part, Line) and not isinstance(there, Line):
        assert (there.x, there.y) == (part.x, part.y + 8)


POINTS = st.tuples(st.floats(-100, 100), st.floats(-100, 100))


@given(st.lists(st.integers(1, 3), min_size=1, max_size=5), st.data())
def test_that_an_outline_goes_through_all_ends_and_lies_between_the_handles(
    degrees: list[int], data: st.DataObject
) -> None:
    points: list[Point] = data.draw(st.lists(POINTS, min_size=sum(degrees) + 1, max_size=sum(degrees) + 1))
    curve = Curve(tuple(points), BLACK, degrees=tuple(degrees))
    outline = curve.outline
    assert outline[0] == points[0]
    for section in curve.sections:
        assert any(math.dist(section[-1], point) < 1e-6 for point in outline)
    for axis in (0, 1):
        values = [point[axis] for point in points]
        assert min(values) - 1e-6 <= min(point[axis] for point in outline)
        assert max(point[axis] for point in outline) <= max(values) + 1e-6


def test_that_a_curve_is_cut_into_short_pieces() -> None:
    curve = Curve(((0, 10), (0, 0), (10, 0), (20, 0), (20, 10), (30, 10)), BLACK, degrees=(2, 3))
    assert max(math.dist(*pair) for pair in pairwise(curve.outline)) < 5


def test_that_a_tree_has_its_words_labels_and_arcs() -> None:
    text = parsed("a:2:det b:0:root")
    marks = Marks({(0, 1): Mark(Status.MISSED, 0, 1)}, {})
    drawn: list[Drawing] = [legend_picture(approximate_width), tree_picture(ComparedText(text, text.tree(), marks))]
    parts = stack_drawings(drawn).parts
    texts = [part.text for part in parts if isinstance(part, Lettering)]
    assert [one for one in texts if one in ("a", "b", "det", "root")] == ["root", "det", "a", "b"]
    pens = [part.pen for part in parts if isinstance(part, Line) and part.pen]
    missed = [pen for pen in pens if pen.colour == LIGHT.status[Status.MISSED]]
    assert len(missed) == 2, "one in the legend"
    assert all(pen.dashes for pen in missed)


@pytest.mark.parametrize("char", ["\x00", "\n", "\u2028", "\ud800", "\uffff"])
def test_that_no_format_is_given_what_cannot_be_drawn(char: str) -> None:
    (text,) = stack_drawings([heading_picture(f"a{char}b", approximate_width)]).parts
    assert isinstance(text, Lettering)
    assert text.text == "a\ufffdb"


ROWS = DisplayList(
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
    one, two = PageRows(ROWS).pieces(190, 100)
    assert [part.text for part in one.parts if isinstance(part, Lettering)] == ["word 0", "word 100"]
    assert (one.height, two.height) == (178.0, 91.0)
    assert two.parts[0] == Line(((0.0, 1.0), (0.0, 51.0)), Pen("#000000", 2.0))
    assert one.width == two.width == 50.0


def test_a_heading_stays_with_what_it_names() -> None:
    heading = Lettering(0.0, 0.5, "head", 0.5, "#000000", "start")
    first, *others = PageRows(DisplayList((heading, *ROWS.parts), 50.0, 300.0)).pieces(5.0, 100.0)
    assert [part.text for part in first.parts if isinstance(part, Lettering)] == ["head", "word 0"]
    assert len(others) == 2


def test_what_nothing_parts_is_left_whole() -> None:
    box = DisplayList((Box(0, 0, 50, 900, "#000000"),), 50.0, 900.0)
    assert list(PageRows(box).pieces(100, 100)) == [box]
    assert list(PageRows(ROWS).pieces(300, 300)) == [ROWS]
    assert list(PageRows(DisplayList((), 0.0, 0.0)).pieces(10, 10)) == [DisplayList((), 0.0, 0.0)]


@given(tree=st.integers(6, 24).flatmap(constituency_trees), most=st.floats(200, 900))
def test_every_part_is_in_one_piece(tree: ConstituencyTree, most: float) -> None:
    words = [f"word{place}" for place in range(len(tree.leaves()))]
    picture = constituents_picture(tree, words, Marks({}, {}), approximate_width, width=200)
    whole = stack_drawings([heading_picture("Reference", approximate_width), picture])
    found = list(PageRows(whole).pieces(most / 2, most))
    assert sum(len(one.parts) for one in found) == len(whole.parts)
    texts = [part.text for one in found for part in one.parts if isinstance(part, Lettering) and part.text in words]
    assert texts == words
    for one in found:
        for part in one.parts:
            if isinstance(part, Lettering):
                assert 0 <= part.y <= one.height
