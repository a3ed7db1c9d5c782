"""How figures look: light and dark as the window, and for print."""

from __future__ import annotations

from dataclasses import dataclass, replace

from meantree.picture.style import DARK, LIGHT, Palette

BLACK, WHITE = "#000000", "#ffffff"
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
"""Of series of points, so that they differ in print, too."""
LINES = ("-", "--", ":", "-.")
"""Of series of lines."""
POINT_SIZE = 9.0
"""Of letters, in points."""


@dataclass(frozen=True, slots=True)
class FigureStyle:
    """Colours as ``#rrggbb`` and fonts.

    Attributes:
        surface: behind everything.
        text, muted: titles and names; numbers of the axes.
        line: axes and their ticks.
        accent: the one series of a figure that has no other.
        series: colours of several, which colour-blind people can tell apart; more series begin again, with other
            :data:`MARKERS` and :data:`LINES`.
        low, high: the ends of a scale from −1 to 1.
        families: fonts that are asked first.
    """

    surface: str
    text: str
    muted: str
    line: str
    accent: str
    series: tuple[str, ...]
    low: str
    high: str
    families: tuple[str, ...] = ()


def style_of(palette: Palette, families: tuple[str, ...] = ()) -> FigureStyle:
    """The style of an appearance of the window, with its fonts."""
    return replace(_DARK if palette is DARK else _LIGHT, families=families)


def _of(palette: Palette, yellow: str) -> FigureStyle:
    matched, missed, extra, partial = palette.status.values()
    series = (partial, missed, matched, extra, yellow, palette.muted)
    return FigureStyle(
        palette.surface, palette.text, palette.muted, palette.line, palette.accent, series, missed, partial
    )


_LIGHT, _DARK = _of(LIGHT, "#8a6d00"), _of(DARK, "#e3c94a")
PRINT = replace(_LIGHT, surface=WHITE, text=BLACK, muted="#404040", line="#606060")
