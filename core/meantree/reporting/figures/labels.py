"""Titles, names of rows and legends, and the space that they take."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from itertools import takewhile
from math import inf
from typing import TYPE_CHECKING, Final

from meantree.reporting.figures.canvas import DOTS, Size, new_axes
from meantree.reporting.figures.figure_style import LONGEST_NAME, POINT_SIZE, FigureStyle, figure_text, font_families

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LINE: Final = 16.0
"""Distance of lines of text, in pixels."""
LEGEND_ROW: Final = 19.0
"""Height of a line of a legend, in pixels."""
HANDLE: Final = 46.0
"""Width of a legend's mark and of the gap before the next name, in pixels."""
TITLE: Final = 30.0
"""Height above the axes, in pixels."""
WIDTH, INNER = 640.0, 420.0
"""Width of a figure, and smallest width of its axes, in pixels."""
LABEL: Final = INNER * 0.95
"""Largest width of an axis label, in pixels."""
LONG_NAME: Final = 44
"""Letters of a name in a legend, or of a name that is a description."""
LONGEST: Final = 60
"""Letters of a name that differs from another only far within."""
LONGEST_TITLE: Final = 160


def name_texts(names: Sequence[str], style: FigureStyle, limit: int = LONGEST_NAME, pixels: float = inf) -> list[str]:
    """Return names that can be drawn in a width in pixels, with as many letters as keep them distinct."""
    drawn: list[str] = []
    for letters in range(limit, LONGEST + 1, 8):
        drawn = [fitting(name, style, pixels, letters) for name in names]
        if len(set(drawn)) == len(set(names)):
            break
    return drawn


def text_width(texts: Sequence[str], style: FigureStyle) -> float:
    """Return the width of the longest text in the fonts that draw it, in pixels; 0 if there is none."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(family=font_families(style.families), size=POINT_SIZE * DOTS / text_to_path.DPI)
    return max((text_to_path.get_text_width_height_descent(text, font, ismath=False)[0] for text in texts), default=0.0)


def fitting(text: str, style: FigureStyle, pixels: float, limit: int = LONGEST_TITLE) -> str:
    """Return a text that can be drawn, shortened in the middle to a width in pixels and to ``limit`` letters."""

    def width(letters: int) -> float:
        return text_width([figure_text(text, style.families, letters)], style)

    whole = figure_text(text, style.families, limit)
    if text_width([whole], style) <= pixels:
        return whole
    return figure_text(text, style.families, bisect(range(len(whole)), pixels, lo=2, key=width) - 1)


def add_title(figure: Figure, text: str, style: FigureStyle) -> None:
    """Add a title above everything, from the left edge of the figure; a second line makes the figure higher."""
    width = figure.get_figwidth() * figure.dpi
    room, words = width - 20, text.split(" ")
    ends = range(1, 1 + min(len(words), LONGEST_TITLE))
    starts = (figure_text(" ".join(words[:end]), style.families, LONGEST_TITLE) for end in ends)
    first = sum(1 for _ in takewhile(lambda start: text_width([start], style) <= room, starts))
    lines = [fitting(" ".join(line), style, room) for line in (words[:first], words[first:]) if line]
    figure.suptitle("\n".join(lines), x=10 / width, ha="left", fontsize="medium")
    figure.set_figheight(figure.get_figheight() + (len(lines) - 1) * LINE / figure.dpi)


def width_beside(names: Sequence[str], style: FigureStyle, letters: int = LONGEST_NAME) -> float:
    """Return the width of a figure with names at the left, in pixels."""
    return max(WIDTH, text_width(name_texts(names, style, letters), style) + INNER)


def name_rows(axes: Axes, drawn: Sequence[str], least: int = 0) -> None:
    """Name rows from the top, each 1 high, with the first at 0; fewer than ``least`` have the height of so many."""
    axes.set_yticks(range(len(drawn)), drawn)
    axes.set_ylim(max(len(drawn), least) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)


def labelled_axes(size: Size, labels: tuple[str, str], style: FigureStyle, title: str = "") -> tuple[Figure, Axes]:
    """Return a figure of this size in pixels with axes of these names; call it within :func:`drawing`."""
    figure, axes = new_axes(*size)
    if title:
        add_title(figure, title, style)
    axes.set_xlabel(fitting(labels[0], style, size[0] / 2))
    axes.set_ylabel(fitting(labels[1], style, size[1] / 2))
    return figure, axes


def add_legend(
    figure: Figure, handles: Sequence[Artist], names: Sequence[str], style: FigureStyle, *, grows: bool = True
) -> None:
    """Add a legend below the axes, in as many columns as fit; nothing for one name.

    Args:
        grows: whether the figure becomes higher, rather than its axes lower.
    """
    if len(names) < 2:
        return
    width = figure.get_figwidth() * figure.dpi
    drawn = name_texts(names, style, LONG_NAME, width - HANDLE)
    columns = columns_of(drawn, style, width)
    legend = figure.legend(
        handles,
        list(map(str, range(len(names)))),  # matplotlib leaves out names that begin with a line
        loc="outside lower left",
        ncols=columns,
        handletextpad=0.4,
        columnspacing=1.4,
        borderaxespad=0.3,
    )
    for handle, text, name in zip(legend.legend_handles, legend.get_texts(), drawn, strict=True):
        text.set_text(name)
        if handle is not None:
            handle.set_alpha(1)  # points may let others show through
    if grows:
        height = LEGEND_ROW * -(-len(names) // columns) + 8
        figure.set_figheight(figure.get_figheight() + height / figure.dpi)


def columns_of(drawn: Sequence[str], style: FigureStyle, width: float) -> int:
    """Return the number of columns of a legend of this width in pixels."""
    return max(1, min(len(drawn), int(width / (text_width(drawn, style) + HANDLE))))
