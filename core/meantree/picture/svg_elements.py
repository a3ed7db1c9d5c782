"""The elements that SVG pictures are made of: lines with a status, texts."""

from __future__ import annotations

import re
from html import escape

from meantree.metrics.evidence import Status
from meantree.picture.arcs import ArcShape, RootLine
from meantree.picture.fonts import SIZES
from meantree.picture.style import DASHES, UNDERLINE, WIDTHS, Palette

# What XML forbids, and what would break a line: in its place stands the replacement character. All else is drawn as it
# was written; what joins or turns letters reaches no further than its own text.
_UNDRAWN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")


def status_line(status: Status | None, palette: Palette, width: float | None = None) -> str:
    """The attributes of a line that has a status, or of a neutral one."""
    width = WIDTHS[status] if width is None else width
    lengths = " ".join(f"{width * length:.1f}" for length in DASHES[status])
    dashes = f' stroke-dasharray="{lengths}"' if lengths else ""
    return f'stroke="{status_colour(status, palette)}" stroke-width="{width}"{dashes}'


def status_underline(x: float, y: float, width: float, status: Status, palette: Palette) -> str:
    """The line under a word around ``x``."""
    ends = f'x1="{x - width / 2:.1f}" x2="{x + width / 2:.1f}" y1="{y:.1f}" y2="{y:.1f}"'
    return f"<line {ends} {status_line(status, palette, UNDERLINE)}/>"


def arc_path(arc: ArcShape) -> str:
    """The line of an arc, from its head's foot to just above that of the dependent, or from or to a margin."""
    x, start, low = arc.x_dependent, arc.x_head, arc.top + arc.radius
    turn = arc.radius if x > start else -arc.radius
    path = f"M{start:.1f},{arc.top:.1f}"
    if arc.has_head:
        path = f"M{start:.1f},{arc.foot:.1f} V{low:.1f} Q{start:.1f},{arc.top:.1f} {start + turn:.1f},{arc.top:.1f}"
    if not arc.has_dependent:
        return f"{path} H{x:.1f}"
    return f"{path} H{x - turn:.1f} Q{x:.1f},{arc.top:.1f} {x:.1f},{low:.1f} V{arc.foot - 5:.1f}"


def arc_end(arc: ArcShape, colour: str) -> str:
    """Where an arc arrives at its dependent, if it does so in this row."""
    return arrow_head(arc.x_dependent, arc.foot, colour) if arc.has_dependent else ""


def arrow_head(x: float, foot: float, colour: str) -> str:
    """Where an arc arrives at its dependent."""
    return f'<path d="M{x - 3.2:.1f},{foot - 7:.1f} h6.4 l-3.2,7 z" fill="{colour}"/>'


def status_colour(status: Status | None, palette: Palette) -> str:
    """Of a status, or of what nothing was counted on."""
    return palette.line if status is None else palette.status[status]


def title_element(text: str) -> str:
    """What a viewer shows where the mouse rests on an element, and reads aloud."""
    return f"<title>{escape(_drawn(text))}</title>"


def text_element(text: str, x: float, y: float, size: float, colour: str, *, anchor: str = "middle") -> str:
    """A text with its baseline at ``y``."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}" '
        f'unicode-bidi="isolate">{escape(_drawn(text))}</text>'
    )


def root_line(root: RootLine, palette: Palette) -> str:
    """The line from above that marks a root."""
    path = f"M{root.x:.1f},{root.top + 6:.1f} V{root.foot - 3:.1f}"
    line = f'<path d="{path}" stroke="{palette.line}" stroke-width="1.2"/>'
    return line + text_element("root", root.x + 16, root.top + 13, SIZES["note"], palette.muted)


def _drawn(text: str) -> str:
    return _UNDRAWN.sub("\ufffd", text)
