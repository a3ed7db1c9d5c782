"""Pictures as SVG text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from meantree.analysis.forest import Analysis
from meantree.analysis.tree import DependencyTree
from meantree.comparison.marks import Marks
from meantree.metrics.evidence import Status
from meantree.picture.arcs import ArcLayout, ArcShape, TokenBox, lay_out
from meantree.picture.shapes import Caption, Picture, Role, Stroke
from meantree.picture.style import DASHES, LIGHT, UNDERLINE, WIDTHS, Palette

FONT = "DejaVu Sans, Verdana, sans-serif"
SIZES: dict[Role, float] = {"word": 14.0, "note": 9.5, "label": 10.0}
FEET = 46.0
"""Room below the arcs for words and notes."""
# What XML forbids, and what would break a line: in its place stands the replacement character. All else is drawn as it
# was written; what joins or turns letters reaches no further than its own text.
_UNDRAWN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")


def approximate_width(text: str, role: Role) -> float:
    """A text's width where no font can be asked: generous for a sans-serif of this size."""
    wide = sum(1.75 if unicodedata.east_asian_width(char) in "WF" else 1.35 if char in "mwMW@%" else 1 for char in text)
    return 0.62 * SIZES[role] * wide


@dataclass(frozen=True, slots=True)
class Drawing:
    """One tree to draw: its text, its arcs, how they fared, and whether their length is what matters."""

    analysis: Analysis
    tree: DependencyTree
    marks: Marks
    spans: bool = False


def picture_svg(drawings: Sequence[Drawing | Picture], palette: Palette = LIGHT) -> str:
    """A standalone SVG picture of drawings one above the other, marked by colour and line style."""
    groups, width, y = [], 0.0, 0.0
    for drawing in drawings:
        if isinstance(drawing, Picture):
            body, size = _picture(drawing, palette), (drawing.width, drawing.height)
        else:
            layout = _layout(drawing)
            body, size = _body(drawing, layout, palette), (layout.width, layout.foot + FEET)
        groups.append(f'<g transform="translate(0,{y:.0f})">\n{body}\n</g>')
        width = max(width, size[0])
        y += size[1]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{y:.0f}" '
        f'viewBox="0 0 {width:.1f} {y:.1f}" font-family="{FONT}">\n'
        f'<rect width="100%" height="100%" fill="{palette.surface}"/>\n' + "\n".join(groups) + "\n</svg>\n"
    )


def _picture(picture: Picture, palette: Palette) -> str:
    strokes = (_stroke(stroke, palette) for stroke in picture.strokes)
    captions = (_caption(caption, palette) for caption in picture.captions)
    return "\n".join((*strokes, *captions))


def _stroke(stroke: Stroke, palette: Palette) -> str:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in stroke.points)
    return f'<polyline points="{points}" fill="none" {_line(stroke.status, palette)}/>'


def _caption(caption: Caption, palette: Palette) -> str:
    status = caption.mark.status if caption.mark else None
    size = SIZES[caption.role]
    colour = palette.muted if caption.role == "label" else palette.text
    parts = []
    if caption.framed:
        colour = _colour(status, palette) if status else colour
        left, top = caption.x - caption.width / 2 - 4, caption.y - 8.5
        frame = _line(status, palette, 1.4) if status else 'stroke="none"'
        parts.append(
            f'<rect x="{left:.1f}" y="{top:.1f}" width="{caption.width + 8:.1f}" height="17" rx="4" '
            f'fill="{palette.surface}" {frame}/>'
        )
    elif status:
        parts.append(_underline(caption.x, caption.y + 8, caption.width, status, palette))
    parts.append(_text(caption.text, caption.x, caption.y + size * 0.35, size, colour))
    return "".join(parts)


def _line(status: Status | None, palette: Palette, width: float | None = None) -> str:
    """The attributes of a line that has a status, or of a neutral one."""
    width = WIDTHS[status] if width is None else width
    lengths = " ".join(f"{width * length:.1f}" for length in DASHES[status])
    dashes = f' stroke-dasharray="{lengths}"' if lengths else ""
    return f'stroke="{_colour(status, palette)}" stroke-width="{width}"{dashes}'


def _underline(x: float, y: float, width: float, status: Status, palette: Palette) -> str:
    ends = f'x1="{x - width / 2:.1f}" x2="{x + width / 2:.1f}" y1="{y:.1f}" y2="{y:.1f}"'
    return f"<line {ends} {_line(status, palette, UNDERLINE)}/>"


def _layout(drawing: Drawing) -> ArcLayout:
    tokens = drawing.analysis.tokens
    words, notes = [token.text for token in tokens], [token.upos for token in tokens]
    return lay_out(words, notes, drawing.tree, approximate_width, spans=drawing.spans)


def _body(drawing: Drawing, layout: ArcLayout, palette: Palette) -> str:
    parts = [
        *(_root(x, layout, palette) for _, x in layout.roots),
        *(_arc(arc, layout, drawing.marks, palette) for arc in layout.arcs),
        *(_label(arc, drawing.marks, palette) for arc in layout.arcs),
        *(_token(box, layout, drawing.marks, palette) for box in layout.tokens),
    ]
    return "\n".join(parts)


def _colour(status: Status | None, palette: Palette) -> str:
    return palette.line if status is None else palette.status[status]


def _status(arc: ArcShape, marks: Marks) -> Status | None:
    mark = marks.arcs.get((arc.dependent, arc.head))
    return mark.status if mark else None


def _arc(arc: ArcShape, layout: ArcLayout, marks: Marks, palette: Palette) -> str:
    status = _status(arc, marks)
    colour, x, y, r = _colour(status, palette), arc.x_dependent, layout.foot, arc.radius
    turn = r if arc.x_dependent > arc.x_head else -r
    path = (
        f"M{arc.x_head:.1f},{y:.1f} V{arc.top + r:.1f} Q{arc.x_head:.1f},{arc.top:.1f} {arc.x_head + turn:.1f},"
        f"{arc.top:.1f} H{x - turn:.1f} Q{x:.1f},{arc.top:.1f} {x:.1f},{arc.top + r:.1f} V{y - 5:.1f}"
    )
    head = f'<path d="M{x - 3.2:.1f},{y - 7:.1f} h6.4 l-3.2,7 z" fill="{colour}"/>'
    return f'<path d="{path}" fill="none" {_line(status, palette)}/>{head}'


def _label(arc: ArcShape, marks: Marks, palette: Palette) -> str:
    middle, width = (arc.x_dependent + arc.x_head) / 2, arc.label_width + 4
    patch = (
        f'<rect x="{middle - width / 2:.1f}" y="{arc.top - 7:.1f}" width="{width:.1f}" height="14" '
        f'fill="{palette.surface}"/>'
    )
    colour = _colour(_status(arc, marks), palette) if _status(arc, marks) else palette.muted
    return patch + _text(arc.label, middle, arc.top + 3.5, SIZES["label"], colour)


def _token(box: TokenBox, layout: ArcLayout, marks: Marks, palette: Palette) -> str:
    mark = marks.tokens.get(box.index)
    word = _text(box.word, box.x, layout.foot + 17, SIZES["word"], palette.text)
    if mark:
        word += _underline(box.x, layout.foot + 22.5, box.width, mark.status, palette)
    return word + _text(box.note, box.x, layout.foot + 33, SIZES["note"], palette.muted)


def _root(x: float, layout: ArcLayout, palette: Palette) -> str:
    line = f'<path d="M{x:.1f},6 V{layout.foot - 3:.1f}" stroke="{palette.line}" stroke-width="1.2"/>'
    return line + _text("root", x + 16, 13, SIZES["note"], palette.muted)


def _text(text: str, x: float, y: float, size: float, colour: str) -> str:
    drawn = _UNDRAWN.sub("\ufffd", text)
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="middle" fill="{colour}" '
        f'unicode-bidi="isolate">{escape(drawn)}</text>'
    )
