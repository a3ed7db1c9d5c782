"""A waterfall as SVG: a row for each step, with a thin line from bar to bar."""

from __future__ import annotations

import itertools

from meantree.picture.fonts import SIZES
from meantree.picture.style import Palette
from meantree.picture.svg_elements import status_colour, status_line, text_element, title_element
from meantree.picture.waterfall import BAR, MARGIN, ROW, StepBar, WaterfallPicture

LOWERED = 0.25
"""How opaque a bar is that lowers the score; its outline is dashed."""


def waterfall_svg(picture: WaterfallPicture, palette: Palette) -> str:
    """The elements of a whole picture."""
    foot = picture.height - MARGIN
    axis = _line(picture.zero, MARGIN, foot, palette, "1")
    joints = (
        _line(one.end, one.y + (ROW + BAR) / 2, two.y + (ROW - BAR) / 2, palette, "0.8")
        for one, two in itertools.pairwise(picture.bars)
    )
    return "\n".join((axis, *joints, *(_row(bar, picture, palette) for bar in picture.bars)))


def _line(x: float, top: float, foot: float, palette: Palette, width: str) -> str:
    ends = f'x1="{x:.1f}" x2="{x:.1f}" y1="{top:.1f}" y2="{foot:.1f}"'
    return f'<line {ends} stroke="{palette.line}" stroke-width="{width}"/>'


def _row(bar: StepBar, picture: WaterfallPicture, palette: Palette) -> str:
    size, base = SIZES["entry"], bar.y + ROW / 2 + 4
    label = text_element(bar.label, MARGIN, base, size, palette.text, anchor="start")
    number = text_element(bar.number, picture.width - MARGIN, base, size, palette.text, anchor="end")
    return f"<g>{title_element(f'{bar.step.told}: {bar.number}')}{label}{_bar(bar, palette)}{number}</g>"


def _bar(bar: StepBar, palette: Palette) -> str:
    left, width = min(bar.start, bar.end), max(1.0, abs(bar.end - bar.start))
    box = f'<rect x="{left:.1f}" y="{bar.y + (ROW - BAR) / 2:.1f}" width="{width:.1f}" height="{BAR}"'
    if bar.status is None:
        return f'{box} fill="{palette.accent}"/>'
    opacity = LOWERED if bar.step.value < 0 else 1
    outline = status_line(bar.status, palette, 1.2)
    return f'{box} fill="{status_colour(bar.status, palette)}" fill-opacity="{opacity}" {outline}/>'
