"""The elements that SVG pictures are made of: lines with a status, texts."""

from __future__ import annotations

import re
from html import escape

from meantree.metrics.evidence import Status
from meantree.picture.arcs import ArcShape
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


def arc_path(arc: ArcShape, foot: float) -> str:
    """The line of an arc, from its head's foot to just above that of the dependent."""
    x, radius = arc.x_dependent, arc.radius
    turn = radius if x > arc.x_head else -radius
    return (
        f"M{arc.x_head:.1f},{foot:.1f} V{arc.top + radius:.1f} Q{arc.x_head:.1f},{arc.top:.1f} "
        f"{arc.x_head + turn:.1f},{arc.top:.1f} H{x - turn:.1f} Q{x:.1f},{arc.top:.1f} {x:.1f},{arc.top + radius:.1f} "
        f"V{foot - 5:.1f}"
    )


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


def _drawn(text: str) -> str:
    return _UNDRAWN.sub("\ufffd", text)
