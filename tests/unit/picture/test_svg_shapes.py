"""Pictures read back from their SVG."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from helpers.trees import parsed
from meantree.comparison.marks import Mark, Marks
from meantree.metrics.evidence import Status
from meantree.picture.fonts import approximate_width
from meantree.picture.legend import legend_picture
from meantree.picture.pdf_operators import operators
from meantree.picture.style import LIGHT
from meantree.picture.svg import Drawing
from meantree.picture.svg_shapes import Box, Disc, Lettering, Part, Pen, Shape, picture_shapes, shapes_of

FRAME = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="8"><rect width="100%" height="100%"/>{}</svg>'


def read(*elements: str) -> list[Part]:
    return list(shapes_of(FRAME.format('<g transform="translate(0,10)">' + "".join(elements) + "</g>")).parts)


@pytest.mark.parametrize(
    ("element", "part"),
    [
        ('<line x1="1" x2="2" y1="3" y2="4" stroke="#000000"/>', Shape(((1, 13), (2, 14)), Pen("#000000"))),
        ('<polyline points="1,2 -3.5,4" fill="none"/>', Shape(((1, 12), (-3.5, 14)))),
        (
            '<path d="M1,2 V5 H7 h-2 v1 l3,-4 z" fill="#ff0000"/>',
            Shape(((1, 12), (1, 15), (7, 15), (5, 15), (5, 16), (8, 12), (1, 12)), None, "#ff0000"),
        ),
        (
            '<rect x="1" y="2" width="3" height="4" rx="1" fill="none" stroke="#00ff00" stroke-width="2" '
            'stroke-dasharray="4.0 1.5"/>',
            Box(1, 12, 3, 4, 1, Pen("#00ff00", 2, (4, 1.5))),
        ),
        ('<circle cx="1" cy="2" r="8" fill="#ffffff"/>', Disc(1, 12, 8, "#ffffff")),
        (
            '<text x="1" y="2" font-size="9.5" text-anchor="end" fill="#123456">a &lt;b&gt;</text>',
            Lettering(1, 12, "a <b>", 9.5, "#123456", "end"),
        ),
        ('<g><title>not drawn</title><circle cx="1" cy="2" r="3" fill="#ffffff"/></g>', Disc(1, 12, 3, "#ffffff")),
    ],
)
def test_each_element(element: str, part: Part) -> None:
    assert read(element) == [part]


def test_a_curve_ends_where_it_says_and_lies_between_its_handles() -> None:
    (curve,) = read('<path d="M0,0 Q0,-10 10,-10 C20,-10 20,0 30,0" fill="none" stroke="#000000"/>')
    assert isinstance(curve, Shape)
    ends = [list(point) for point in curve.points]
    assert ends[0] == [0, 10]
    assert [10, 0] in ends
    assert ends[-1] == [30, 10]
    assert all(0 <= x <= 30 and 0 <= y <= 10 for x, y in ends)
    assert max(math.dist(*pair) for pair in pairwise(ends)) < 5


def test_what_pictures_never_hold_is_a_fault() -> None:
    with pytest.raises(ValueError, match="holds no image"):
        read("<image/>")


def test_a_tree_has_its_words_labels_and_arcs() -> None:
    text = parsed("a:2:det b:0:root")
    marks = Marks({(0, 1): Mark(Status.MISSED, 0, 1)}, {})
    shapes = picture_shapes([legend_picture(approximate_width), Drawing(text, text.tree(), marks)])
    texts = [part.text for part in shapes.parts if isinstance(part, Lettering)]
    assert [one for one in texts if one in ("a", "b", "det", "root")] == ["root", "det", "a", "b"]
    pens = [part.pen for part in shapes.parts if isinstance(part, Shape) and part.pen]
    missed = [pen for pen in pens if pen.colour == LIGHT.status[Status.MISSED]]
    assert len(missed) == 2, "one in the legend"
    assert all(pen.dashes for pen in missed)


@pytest.mark.parametrize(
    ("part", "drawn"),
    [
        (Shape(((1, 2), (3, 4))), ""),
        (
            Shape(((1, 2), (3, 4)), Pen("#ff0000", 2, (1, 2, 3, 4))),
            "q 1.00 0.00 0.00 RG 2.000 w [1.00 2.00 3.00 4.00] 0 d 1.00 2.00 m 3.00 4.00 l S Q",
        ),
        (Box(1, 2, 3, 4, 0, None, "#000000", 0.25), "q 0.75 0.75 0.75 rg 1.00 2.00 3.00 4.00 re f Q"),
        (Box(1, 2, 3, 4, 0, Pen("#000000", 1), "#ffffff"), None),
        (Disc(5, 5, 2, "#ffffff"), None),
    ],
)
def test_operators(part: Shape | Box | Disc, drawn: str | None) -> None:
    found = operators(part)
    if drawn is not None:
        assert found == drawn
    else:
        assert found.startswith("q ")
        assert found.endswith((" B Q", " f Q"))
