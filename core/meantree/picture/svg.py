"""Pictures as SVG text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any, Final

from meantree.picture.display_list import Box, Disc, Drawing, Group, Lettering, Line, Pen, Point, drawable
from meantree.picture.style import FONT, LIGHT


def picture_svg(drawings: Sequence[Drawing], alternative: str = "") -> str:
    """Return a standalone SVG picture of drawings one above the other, in the colours for paper.

    Args:
        alternative: is read aloud in its place.
    """
    groups, width, y = [], 0.0, 0.0
    for drawing in drawings:
        body = "\n".join(map(_group, drawing.groups(LIGHT)))
        groups.append(f'<g transform="translate(0,{y:.0f})">\n{body}\n</g>')
        width = max(width, drawing.width)
        y += drawing.height
    label = f' role="img" aria-label="{escape(drawable(alternative))}"' if alternative else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg"{label} width="{width:.0f}" height="{y:.0f}" '
        f'viewBox="0 0 {width:.1f} {y:.1f}" font-family="{FONT}">\n'
        f'<rect width="100%" height="100%" fill="{LIGHT.surface}"/>\n' + "\n".join(groups) + "\n</svg>\n"
    )


def _group(group: Group) -> str:
    return _titled("".join(_ELEMENTS[type(part)](part) for part in group.parts), group.title)


def _titled(elements: str, title: str) -> str:
    return f"<g>{_title(title)}{elements}</g>" if title else elements


def _title(text: str) -> str:
    """Return the title of an element, which viewers show as a tooltip and read aloud."""
    return f"<title>{escape(drawable(text))}</title>"


def _line(line: Line) -> str:
    (x, y), *_ = line.points
    sections = " ".join(_section(points) for _, *points in line.sections)
    end = f">{_title(line.title)}</path>" if line.title else "/>"
    return f'<path d="M{x:.1f},{y:.1f} {sections}" fill="{line.fill or "none"}"{_pen(line.pen)}{end}'


def _section(points: Sequence[Point]) -> str:
    """Return a section of a path from where the one before ends."""
    return " LQC"[len(points)] + " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _box(box: Box) -> str:
    corners = f' rx="{box.radius}"' if box.radius else ""
    opacity = "" if box.opacity is None else f' fill-opacity="{box.opacity}"'
    return (
        f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}"{corners} '
        f'fill="{box.fill}"{opacity}{_pen(box.pen)}/>'
    )


def _disc(disc: Disc) -> str:
    return f'<circle cx="{disc.x:.1f}" cy="{disc.y:.1f}" r="{disc.radius}" fill="{disc.fill}"/>'


def _lettering(part: Lettering) -> str:
    text = (
        f'<text x="{part.x:.1f}" y="{part.y:.1f}" font-size="{part.size}" text-anchor="{part.anchor}" '
        f'fill="{part.colour}" unicode-bidi="isolate">{escape(part.text)}</text>'
    )
    return _titled(text, part.title)


def _pen(pen: Pen | None) -> str:
    """Return the attributes of a line, each after a blank."""
    if pen is None:
        return ""
    dashes = f' stroke-dasharray="{" ".join(f"{length:.1f}" for length in pen.dashes)}"' if pen.dashes else ""
    return f' stroke="{pen.colour}" stroke-width="{pen.width}"{dashes}'


_ELEMENTS: Final[Mapping[type, Callable[[Any], str]]] = {
    Line: _line,
    Box: _box,
    Disc: _disc,
    Lettering: _lettering,
}
