"""Pictures as SVG text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any, Final

from meantree.picture.display_list import Arrow, Box, Curve, Disc, Drawing, Group, Lettering, Line, Pen, Rule, drawable
from meantree.picture.style import FONT, LIGHT, Palette


def picture_svg(drawings: Sequence[Drawing], palette: Palette = LIGHT, *, alternative: str = "") -> str:
    """Return a standalone SVG picture of drawings one above the other; ``alternative`` is read aloud in its place."""
    groups, width, y = [], 0.0, 0.0
    for drawing in drawings:
        body = "\n".join(map(_group, drawing.groups(palette)))
        groups.append(f'<g transform="translate(0,{y:.0f})">\n{body}\n</g>')
        width = max(width, drawing.width)
        y += drawing.height
    label = f' role="img" aria-label="{escape(drawable(alternative))}"' if alternative else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg"{label} width="{width:.0f}" height="{y:.0f}" '
        f'viewBox="0 0 {width:.1f} {y:.1f}" font-family="{FONT}">\n'
        f'<rect width="100%" height="100%" fill="{palette.surface}"/>\n' + "\n".join(groups) + "\n</svg>\n"
    )


def _group(group: Group) -> str:
    return _titled("".join(_ELEMENTS[type(part)](part) for part in group.parts), group.title)


def _titled(elements: str, title: str) -> str:
    return f"<g>{_title(title)}{elements}</g>" if title else elements


def _title(text: str) -> str:
    """Return the title of an element, which viewers show as a tooltip and read aloud."""
    return f"<title>{escape(drawable(text))}</title>"


def _line(line: Line) -> str:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in line.points)
    end = f">{_title(line.title)}</polyline>" if line.title else "/>"
    return f'<polyline points="{points}" fill="none"{_pen(line.pen)}{end}'


def _rule(rule: Rule) -> str:
    (x1, y1), (x2, y2) = rule.points
    return f'<line x1="{x1:.1f}" x2="{x2:.1f}" y1="{y1:.1f}" y2="{y2:.1f}"{_pen(rule.pen)}/>'


def _arrow(arrow: Arrow) -> str:
    (x, y), (right, _), (tip, foot), _ = arrow.points
    return f'<path d="M{x:.1f},{y:.1f} h{right - x:.1f} l{tip - right:.1f},{foot - y:.0f} z" fill="{arrow.fill}"/>'


def _curve(curve: Curve) -> str:
    x, y = curve.points[0]
    steps = (_step(*section) for section in curve.sections)
    fill = "" if curve.degrees == (1,) else ' fill="none"'  # a straight line has no inside
    return f'<path d="M{x:.1f},{y:.1f} {" ".join(steps)}"{fill}{_pen(curve.pen)}/>'


def _step(start: tuple[float, float], *others: tuple[float, float]) -> str:
    x, y = others[0]
    if len(others) == 1 and y == start[1]:
        return f"H{x:.1f}"
    if len(others) == 1 and x == start[0]:
        return f"V{y:.1f}"
    return " LQC"[len(others)] + " ".join(f"{x:.1f},{y:.1f}" for x, y in others)


def _box(box: Box) -> str:
    height = f"{box.height:.1f}" if isinstance(box.height, float) else box.height
    corners = f' rx="{box.radius}"' if box.radius else ""
    opacity = "" if box.opacity is None else f' fill-opacity="{box.opacity}"'
    edge = ' stroke="none"' if box.radius and box.pen is None else _pen(box.pen)
    return (
        f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{height}"{corners} '
        f'fill="{box.fill}"{opacity}{edge}/>'
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
    Rule: _rule,
    Arrow: _arrow,
    Curve: _curve,
    Box: _box,
    Disc: _disc,
    Lettering: _lettering,
}
