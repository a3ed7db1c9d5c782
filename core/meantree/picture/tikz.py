r"""Pictures as LaTeX source: dependencies with tikz-dependency, all others as plain TikZ.

The source needs the packages and commands of :data:`PREAMBLE`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from meantree.metrics.evidence import AnyStatus
from meantree.picture.arc_layout import ArcShape
from meantree.picture.display_list import (
    POINTS,
    Box,
    Disc,
    DisplayList,
    Drawing,
    Lettering,
    Line,
    Part,
    Pen,
    Point,
    stack_drawings,
)
from meantree.picture.style import DASHES, LIGHT, WIDTHS
from meantree.picture.tex_text import COMMANDS, directed, tex
from meantree.picture.tree_picture import TreePicture

ROW: Final = 78
"""Maximum characters of the words in one row of a sentence, and characters for the gap after each word."""
APART: Final = 2
NAMES: Final[Mapping[AnyStatus | None, str]] = {status: f"mt{status or 'none'}".replace(" ", "") for status in DASHES}
"""Names of line styles."""
_ANCHORS: Final = {"start": "base west", "middle": "base", "end": "base east"}


def _colours() -> Iterator[str]:
    for status, name in NAMES.items():
        colour = LIGHT.line if status is None else LIGHT.status[status]
        yield f"\\definecolor{{{name}}}{{HTML}}{{{colour[1:].upper()}}}"


def _styles() -> Iterator[str]:
    for status, name in NAMES.items():
        width = WIDTHS[status] * POINTS
        dashes = _pattern([length * width for length in DASHES[status]])
        yield f"\\tikzset{{{name}/.style={{draw={name}, line width={width:.2f}bp{dashes}}}}}"


def _pattern(lengths: Sequence[float]) -> str:
    """Return the dash pattern of a line, empty for a solid line."""
    parts = [f"{'off' if place % 2 else 'on'} {length:.2f}bp" for place, length in enumerate(lengths)]
    return f", dash pattern={' '.join(parts)}" if parts else ""


PREAMBLE: Final = "\n".join(
    (
        COMMANDS.rstrip(),
        r"\usepackage{xcolor}",
        r"\usepackage{tikz}",
        r"\usepackage{tikz-dependency}",
        r"\usepackage{adjustbox}",
        *_colours(),
        *_styles(),
        "",
    )
)
"""Packages, colours and line styles."""


def picture_document(drawn: Sequence[Drawing]) -> str:
    """Return a standalone document with drawings one above the other."""
    head = "\\documentclass[border=4pt,varwidth=30cm]{standalone}\n"
    return f"{head}{PREAMBLE}\\begin{{document}}\n\\sffamily\n{picture_tikz(drawn)}\\end{{document}}\n"


def picture_tikz(drawn: Sequence[Drawing]) -> str:
    """Return drawings one above the other, at most as wide as the lines of text."""
    parts = (part for drawing in drawn for part in _parts(drawing))
    begin, end = "\\noindent\\begin{adjustbox}{max width=\\linewidth}\n", "\\end{adjustbox}\\par\n"
    return "\\smallskip\n".join(f"{begin}{part}{end}" for part in parts)


def _parts(drawing: Drawing) -> Iterable[str]:
    if isinstance(drawing, TreePicture) and drawing.both is None:
        return _rows(drawing)
    return [_plain(stack_drawings([drawing]))]


def _rows(picture: TreePicture) -> Iterator[str]:
    """Yield a sentence in rows; an arc to a word of another row is drawn on its dependent alone and names that word."""
    words = picture.text.analysis.words
    start = size = 0
    for index, word in enumerate(words):
        size += len(word) + APART
        if size > ROW and index > start:
            yield _row(picture, start, index)
            start, size = index, len(word) + APART
    if words:
        yield _row(picture, start, len(words))


def _row(picture: TreePicture, start: int, end: int) -> str:
    order, texts = _order(picture, start, end), picture.text.analysis.words
    words = " \\& ".join(directed(texts[index]) or "~" for index in order)
    notes = " \\& ".join(f"\\tiny {tex(picture.layout.tokens[index].note)}" for index in order)
    lines = [
        "\\begin{dependency}[edge slant=4pt, label style={draw=none, inner sep=1.5pt}]",
        f"\\begin{{deptext}}[column sep=.7em]\n{words} \\\\\n{notes} \\\\\n\\end{{deptext}}",
    ]
    lines += (_edge(picture, arc, order) for arc in picture.layout.arcs if arc.has_dependent and arc.dependent in order)
    lines += (
        f"\\deproot{{{order.index(root) + 1}}}{{root}}" for root in picture.text.tree.roots if start <= root < end
    )
    for index in range(start, end):
        if (mark := picture.text.marks.tokens.get(index)) is not None:
            word = f"\\wordref{{1}}{{{order.index(index) + 1}}}"
            lines.append(f"\\draw[{NAMES[mark.status]}] ({word}.south west) -- ({word}.south east);")
    return "\n".join((*lines, "\\end{dependency}\n"))


def _order(picture: TreePicture, start: int, end: int) -> range:
    """Return the words of a row from left to right."""
    return range(end - 1, start - 1, -1) if picture.text.right_to_left else range(start, end)


def _edge(picture: TreePicture, arc: ArcShape, order: range) -> str:
    mark = picture.text.marks.arcs.get(arc.arc)
    name = NAMES[mark.status if mark else None]
    style, dependent = f"edge style={{{name}}}, label style={{text={name}}}", order.index(arc.dependent) + 1
    if arc.head in order:
        return f"\\depedge[{style}]{{{order.index(arc.head) + 1}}}{{{dependent}}}{{{tex(arc.label)}}}"
    other = picture.text.analysis.words[arc.head]
    return f"\\deproot[{style}]{{{dependent}}}{{{tex(arc.label)} of {directed(other)}}}"


def _plain(picture: DisplayList) -> str:
    lines = (line for part in picture.parts for line in _drawn(part))
    size = f"\\useasboundingbox (0,0) rectangle ({picture.width:.1f},{picture.height:.1f});"
    return "\n".join((f"\\begin{{tikzpicture}}[x={POINTS}bp, y=-{POINTS}bp]", size, *lines, "\\end{tikzpicture}\n"))


def _drawn(part: Part) -> Iterator[str]:
    if isinstance(part, Lettering):
        size = part.size * POINTS
        font = f"\\fontsize{{{size:.1f}}}{{{size * 1.2:.1f}}}\\selectfont"
        style = f"anchor={_ANCHORS[part.anchor]}, inner sep=0pt, font={font}, text={_colour(part.colour)}"
        yield f"\\node[{style}] at ({part.x:.1f},{part.y:.1f}) {{{directed(part.text)}}};"
    elif isinstance(part, Disc):
        circle = f"circle [radius={part.radius * POINTS:.2f}bp]"
        yield f"\\path[fill={_colour(part.fill)}] ({part.x:.1f},{part.y:.1f}) {circle};"
    elif part.pen is not None or part.fill:
        style = ", ".join((*_filled(part), *_stroked(part.pen)))
        yield f"\\path[{style}] {_path(part)};"


def _path(part: Line | Box) -> str:
    if isinstance(part, Line):
        return _point(part.points[0]) + "".join(map(_section, part.sections))
    ends = f"({part.x:.1f},{part.y:.1f}) rectangle ({part.x + part.width:.1f},{part.y + part.height:.1f})"
    return f"[rounded corners={part.radius * POINTS:.2f}bp] {ends}" if part.radius else ends


def _section(points: Sequence[Point]) -> str:
    """Return a section of a path from where the one before ends; TikZ has curves with two handles only."""
    start, *handles, end = points
    if not handles:
        return f" -- {_point(end)}"
    if len(handles) == 1:
        ((x, y),) = handles
        handles = [((near_x + 2 * x) / 3, (near_y + 2 * y) / 3) for near_x, near_y in (start, end)]
    return f" .. controls {' and '.join(map(_point, handles))} .. {_point(end)}"


def _point(point: Point) -> str:
    return "({:.1f},{:.1f})".format(*point)


def _filled(part: Line | Box) -> Iterator[str]:
    if part.fill:
        yield f"fill={_colour(part.fill)}"
        if isinstance(part, Box) and part.opacity is not None and part.opacity < 1:
            yield f"fill opacity={part.opacity:.2f}"


def _stroked(pen: Pen | None) -> Iterator[str]:
    if pen is not None:
        dashes = _pattern([length * POINTS for length in pen.dashes])
        yield f"draw={_colour(pen.colour)}, line width={pen.width * POINTS:.2f}bp{dashes}"


def _colour(colour: str) -> str:
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return f"{{rgb,255:red,{red};green,{green};blue,{blue}}}"
