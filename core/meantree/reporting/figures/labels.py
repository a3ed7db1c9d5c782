"""Titles, names of rows and legends, and the space that they take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final
from unicodedata import east_asian_width

from meantree.reporting.figures.figure_style import LONGEST_NAME, FigureStyle, figure_text

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LETTER, WIDE_LETTER = 7.2, 12.5
"""Pixels of a letter of ordinary size; wide ones are those of East Asian scripts."""
LEGEND_ROW: Final = 19.0
"""Height of a line of a legend, in pixels."""
HANDLE: Final = 44.0
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


def name_texts(names: Sequence[str], style: FigureStyle, limit: int = LONGEST_NAME) -> list[str]:
    """Return names that can be drawn, with as many letters as keep them distinct."""
    drawn: list[str] = []
    for letters in range(limit, LONGEST + 1, 8):
        drawn = [figure_text(name, style.families, letters) for name in names]
        if len(set(drawn)) == len(set(names)):
            break
    return drawn


def text_width(texts: Sequence[str]) -> float:
    """Return an upper bound of the width of the longest text, in pixels; 0 if there is none."""
    return max((sum(map(_letter_width, text)) for text in texts), default=0.0)


def fitting(text: str, style: FigureStyle, pixels: float) -> str:
    """Return a text that can be drawn, shortened in the middle to a width in pixels."""
    letters = min(len(text) * 8 + 8, LONGEST_TITLE)
    drawn = figure_text(text, style.families, letters)
    while letters > 2 and text_width([drawn]) > pixels:
        letters = min(letters, len(drawn)) - 1
        drawn = figure_text(text, style.families, letters)
    return drawn


def add_title(figure: Figure, text: str, style: FigureStyle) -> None:
    """Add a title above everything, from the left edge of the figure."""
    width = figure.get_figwidth() * figure.dpi
    figure.suptitle(fitting(text, style, width - 20), x=10 / width, ha="left", fontsize="medium")


def width_beside(names: Sequence[str], style: FigureStyle, letters: int = LONGEST_NAME) -> float:
    """Return the width of a figure with names at the left, in pixels."""
    return max(WIDTH, text_width(name_texts(names, style, letters)) + INNER)


def name_rows(axes: Axes, names: Sequence[str], style: FigureStyle, letters: int = LONGEST_NAME) -> None:
    """Name rows from the top, each 1 high, with the first at 0."""
    axes.set_yticks(range(len(names)), name_texts(names, style, letters))
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)


def legend_height(names: Sequence[str], style: FigureStyle, width: float) -> float:
    """Return the height of a legend in a figure of this width, in pixels; 0 for one name, which needs none."""
    if len(names) < 2:
        return 0.0
    return LEGEND_ROW * -(-len(names) // _across(name_texts(names, style, LONG_NAME), width)) + 8


def add_legend(figure: Figure, handles: Sequence[Artist], names: Sequence[str], style: FigureStyle) -> None:
    """Add a legend below the axes, in as many columns as fit; nothing for one name."""
    if len(names) < 2:
        return
    drawn = name_texts(names, style, LONG_NAME)
    legend = figure.legend(
        handles,
        list(map(str, range(len(names)))),  # matplotlib leaves out names that begin with a line
        loc="outside lower left",
        ncols=_across(drawn, figure.get_figwidth() * figure.dpi),
        handletextpad=0.4,
        columnspacing=1.4,
        borderaxespad=0.3,
    )
    for text, name in zip(legend.get_texts(), drawn, strict=True):
        text.set_text(name)


def _across(drawn: Sequence[str], width: float) -> int:
    return max(1, min(len(drawn), int(width / (text_width(drawn) + HANDLE))))


def _letter_width(letter: str) -> float:
    return WIDE_LETTER if east_asian_width(letter) in "WF" else LETTER
