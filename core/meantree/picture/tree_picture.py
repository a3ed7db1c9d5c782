"""Dependency trees as pictures: one alone, and the reference's as two translations have it.

An arc or a word of the reference on which both translations agree has one line, as in a single comparison; if they
differ it has two: the upper (of an arc the outer) line is that of the first translation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from meantree.comparison.comparison import ComparedText
from meantree.comparison.marks import Severity, Statuses
from meantree.picture.arc_layout import ArcLayout, ArcShape, RootLine, TokenBox, lay_out
from meantree.picture.display_list import (
    Box,
    Group,
    Line,
    Pen,
    Point,
    colour_of,
    error_ground,
    lettering,
    pen_of,
    underlines,
)
from meantree.picture.style import APART, Measure, Palette, approximate_width

ArcStatuses = Mapping[tuple[int, int], Statuses]
TokenStatuses = Mapping[int, Statuses]
NEUTRAL: Statuses = (None,)
NOTE, TWO_LINES = 33.0, 4.0
"""Distance of a note from the foot of its row, and what a second line under the word adds to it."""


@dataclass(frozen=True, slots=True)
class TreePicture:
    """The tree of a text.

    Attributes:
        both: the statuses of arcs and of words by two translations, in place of the marks of the text; those without
            an entry are neutral.
    """

    layout: ArcLayout
    text: ComparedText
    both: tuple[ArcStatuses, TokenStatuses] | None = None

    @property
    def width(self) -> float:
        """In pixels."""
        return self.layout.width

    @property
    def height(self) -> float:
        """In pixels."""
        return self.layout.height

    def groups(self, palette: Palette) -> Iterator[Group]:
        """Make the display list, with labels over all lines; notes have room for two lines above them if needed."""
        layout, marks = self.layout, self.text.marks
        arcs, tokens = self.both or (
            {arc: (mark.status,) for arc, mark in marks.arcs.items()},
            {token: (mark.status,) for token, mark in marks.tokens.items()},
        )
        yield from (_root(root, palette) for root in layout.roots)
        for arc in layout.arcs:
            yield Group((*_lines(arc, arcs, palette), *_end(arc, arcs, palette)), self._title(arc), of=arc)
        yield from (_label(arc, arcs, palette) for arc in layout.arcs)
        below = NOTE if self.both is None else NOTE + TWO_LINES
        for box in layout.tokens:
            yield _token(box, tokens.get(box.index, ()), palette, below, marks.severity(box.index))

    @property
    def rows(self) -> Iterator[TreePicture]:
        """The rows of the text, each as a picture of its own."""
        layout, top = self.layout, 0.0
        feet = sorted({box.y for box in layout.tokens})
        below = layout.height - feet[-1]
        for foot in feet:
            y = foot - top
            tokens = tuple(replace(box, y=y) for box in layout.tokens if box.y == foot)
            arcs = tuple(replace(arc, top=arc.top - top, foot=y) for arc in layout.arcs if arc.foot == foot)
            roots = tuple(replace(root, top=root.top - top, foot=y) for root in layout.roots if root.foot == foot)
            yield replace(self, layout=ArcLayout(tokens, arcs, roots, layout.width, y + below))
            top = foot + below

    def _title(self, arc: ArcShape) -> str:
        """Name the words of an arc that goes on in another row."""
        if arc.is_whole:
            return ""
        words = self.text.analysis.words
        return f"{arc.label}: {words[arc.head]} → {words[arc.dependent]}"


def tree_picture(
    text: ComparedText, measure: Measure = approximate_width, *, width: float | None = None, compact: bool = False
) -> TreePicture:
    """Lay out a tree for paper; for ``width`` and ``compact`` see :func:`lay_out`."""
    return TreePicture(lay_out(text, measure, width=width, compact=compact), text)


def doubled(arc: ArcShape) -> tuple[ArcShape, ArcShape]:
    """Return an outer and an inner arc in place of one."""
    half = APART / 2
    outwards = half if arc.x_head > arc.x_dependent else -half
    return _moved(arc, outwards, -half), _moved(arc, -outwards, half)


def _moved(arc: ArcShape, outwards: float, down: float) -> ArcShape:
    return replace(
        arc,
        x_dependent=arc.x_dependent - outwards,
        x_head=arc.x_head + outwards,
        top=arc.top + down,
        radius=max(0.0, arc.radius + (abs(outwards) if down < 0 else -abs(outwards))),
    )


def _root(root: RootLine, palette: Palette) -> Group:
    line = Line(((root.x, root.top + 6), (root.x, root.foot - 3)), Pen(palette.line, 1.2))
    return Group((line, lettering("root", root.x + 16, root.top + 13, "note", palette.muted)), of=root)


def _lines(arc: ArcShape, arcs: ArcStatuses, palette: Palette) -> Iterator[Line]:
    statuses = arcs.get(arc.arc, NEUTRAL)
    for shape, status in zip(doubled(arc) if len(statuses) > 1 else (arc,), statuses, strict=True):
        yield _curve(shape, pen_of(status, palette))


def _curve(arc: ArcShape, pen: Pen) -> Line:
    """Return the line of an arc, from its head's foot or a margin to just above its dependent's foot or a margin."""
    x, start, low = arc.x_dependent, arc.x_head, arc.top + arc.radius
    turn = arc.radius if x > start else -arc.radius
    points: list[Point] = [(start, arc.top)]
    degrees: tuple[int, ...] = ()
    if arc.has_head:
        points = [(start, arc.foot), (start, low), (start, arc.top), (start + turn, arc.top)]
        degrees = 1, 2
    if not arc.has_dependent:
        return Line((*points, (x, arc.top)), pen, degrees=(*degrees, 1))
    points += (x - turn, arc.top), (x, arc.top), (x, low), (x, arc.foot - 5)
    return Line(tuple(points), pen, degrees=(*degrees, 1, 2, 1))


def _end(arc: ArcShape, arcs: ArcStatuses, palette: Palette) -> Iterator[Line]:
    """Yield the arrow head of an arc, if its dependent is in this row."""
    if arc.has_dependent:
        statuses, x, top = arcs.get(arc.arc, NEUTRAL), arc.x_dependent, arc.foot - 7
        colour = colour_of(statuses[0], palette) if len(statuses) == 1 else palette.text
        yield Line(((x - 3.2, top), (x + 3.2, top), (x, arc.foot)), fill=colour)


def _label(arc: ArcShape, arcs: ArcStatuses, palette: Palette) -> Group:
    status, *others = arcs.get(arc.arc, NEUTRAL)
    colour = palette.text if others else palette.muted if status is None else colour_of(status, palette)
    middle, width = (arc.x_dependent + arc.x_head) / 2, arc.label_width + 4
    patch = Box(middle - width / 2, arc.top - 5, width, 10, palette.surface)
    return Group((patch, lettering(arc.label, middle, arc.top + 3.5, "label", colour)), of=arc)


def _token(box: TokenBox, statuses: Statuses, palette: Palette, below: float, error: Severity | None) -> Group:
    ground = error_ground(box.x, box.y + 12.5, box.width, error, palette)
    word = lettering(box.word, box.x, box.y + 17, "word", palette.text)
    notes = [lettering(box.note, box.x, box.y + below, "note", palette.muted)] if box.note else []
    return Group((*ground, word, *underlines(box.x, box.y + 22.5, box.width, statuses, palette), *notes), of=box)
