"""Display lists, and what SVG and PDF make of each part."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pytest
from lxml import etree

from meantree.picture.display_list import (
    Box,
    Disc,
    Group,
    Lettering,
    Line,
    Part,
    Pen,
    moved,
    stack_drawings,
)
from meantree.picture.shapes import heading_picture
from meantree.picture.style import Palette, approximate_width
from meantree.picture.svg import picture_svg

BLACK, DASHED = Pen("#000000", 1), Pen("#00ff00", 2.0, (4.0, 1.5))
CURVE = Line(
    ((0, 0), (0, -10), (0, -20), (10, -20), (30, -20), (30, -20), (40, 0), (40, 10)), BLACK, degrees=(1, 2, 1, 3)
)
PARTS: list[tuple[Part, str]] = [
    (
        Line(((1, 2), (-3.5, 4), (5, 6)), DASHED),
        '<path d="M1.0,2.0 L-3.5,4.0 L5.0,6.0" fill="none" stroke="#00ff00" stroke-width="2.0" '
        'stroke-dasharray="4.0 1.5"/>',
    ),
    (
        Line(((1, 2), (3, 4)), BLACK, title="a < b"),
        '<path d="M1.0,2.0 L3.0,4.0" fill="none" stroke="#000000" stroke-width="1"><title>a &lt; b</title></path>',
    ),
    (
        CURVE,
        '<path d="M0.0,0.0 L0.0,-10.0 Q0.0,-20.0 10.0,-20.0 L30.0,-20.0 C30.0,-20.0 40.0,0.0 40.0,10.0" fill="none" '
        'stroke="#000000" stroke-width="1"/>',
    ),
    (Line(((1.8, 3), (8.2, 3), (5, 10)), fill="#ff0000"), '<path d="M1.8,3.0 L8.2,3.0 L5.0,10.0" fill="#ff0000"/>'),
    (Box(1, 2, 3, 14, "#ffffff"), '<rect x="1.0" y="2.0" width="3.0" height="14.0" fill="#ffffff"/>'),
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
    assert moved(there, -8) == part
    if isinstance(part, Line) and isinstance(there, Line):
        assert there.points == tuple((x, y + 8) for x, y in part.points)
    elif not isinstance(part, Line) and not isinstance(there, Line):
        assert (there.x, there.y) == (part.x, part.y + 8)


def test_that_sections_of_a_line_join() -> None:
    assert list(CURVE.sections) == [CURVE.points[:2], CURVE.points[1:4], CURVE.points[3:5], CURVE.points[4:]]
    assert list(Line(((0, 0), (1, 1), (2, 3)), BLACK).sections) == [((0, 0), (1, 1)), ((1, 1), (2, 3))]


@pytest.mark.parametrize("char", ["\x00", "\x1b", "\n", "\x85", "\u2028", "\ud800", "\uffff"])
def test_that_no_format_is_given_what_cannot_be_drawn(char: str) -> None:
    (text,) = stack_drawings([heading_picture(f"a{char}b", approximate_width)]).parts
    assert isinstance(text, Lettering)
    assert text.text == "a\ufffdb"
