"""Scatter plots and histograms of columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from meantree.reporting.figures.canvas import Box, Chart, Floats, Rows, Size, drawing
from meantree.reporting.figures.figure_style import FigureStyle
from meantree.reporting.figures.labels import add_legend, labelled_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MANY: Final = 1_500
"""More points are drawn as counts in hexagons, as single ones would overlap."""
CELL: Final = 12.0
"""Width of a hexagon, in pixels."""
LIGHTEST: Final = 0.25
"""Share of the accent colour where points are fewest."""
MOST_BINS, LEAST_BINS = 40, 8


@dataclass(frozen=True, slots=True)
class Series:
    """Rows of a table under one name."""

    name: str
    rows: Rows


def defined(series: Sequence[Series], values: Floats) -> list[Series]:
    """Return series without the rows that have no value; ``values`` has one for each row, NaN where undefined."""
    return [Series(part.name, part.rows[~np.isnan(values[part.rows])]) for part in series]


def _rows(series: Sequence[Series]) -> Rows:
    return np.concatenate([np.arange(0), *(part.rows for part in series)])


def scatter(
    x: Floats,
    y: Floats,
    labels: tuple[str, str],
    series: Sequence[Series],
    style: FigureStyle,
    size: Size,
    title: str = "",
) -> Chart:
    """Draw one column against another, a point a row, or counts of more than :data:`MANY` points.

    Args:
        x, y: shape (n,), NaN where undefined.
        labels: of the axes.
        series: the rows to draw, by name.
        style: colours and fonts.
        size: of the figure.
        title: above the axes, empty for none.
    """
    drawn = defined(series, x + y)
    points = np.full((len(x), 2), np.nan)
    rows = _rows(drawn)
    points[rows] = np.column_stack([x, y])[rows]
    with drawing(style):
        figure, axes = labelled_axes(size, labels, style, title)
        if len(rows) > MANY:
            _draw_hexagons(axes, points[rows], style, size)
        else:
            for number, part in enumerate(drawn):
                colour, marker, _ = style.look(number)
                axes.scatter(x[part.rows], y[part.rows], s=14, c=colour, marker=marker, alpha=0.5, linewidths=0)
            add_legend(figure, axes.collections, [part.name for part in series], style, grows=False)
    return Chart(figure, axes, points)


def distribution(values: Floats, label: str, series: Sequence[Series], style: FigureStyle, size: Size) -> Chart:
    """Draw a histogram of each series with a line at its median.

    The bins are those of all series together (Freedman & Diaconis or Sturges, whichever gives more, within bounds).
    """
    drawn = defined(series, values)
    all_rows = _rows(drawn)
    edges = bin_edges(values[all_rows])
    from matplotlib.artist import Artist
    from matplotlib.ticker import MaxNLocator

    with drawing(style):
        figure, axes = labelled_axes(size, (label, "segments"), style)
        width = (edges[1] - edges[0]) * 0.86 / max(1, len(drawn))
        handles, highest = list[Artist](), 0.0
        for number, part in enumerate(drawn):
            colour, _, line = style.look(number)
            counts = np.histogram(values[part.rows], edges)[0]
            highest = max(highest, float(counts.max(initial=0)))
            left = edges[:-1] + (edges[1] - edges[0]) * 0.07 + number * width
            handles += axes.bar(left, counts, width, align="edge", color=colour, linewidth=0)[:1]
            if len(part.rows):
                axes.axvline(float(np.median(values[part.rows])), color=colour, linewidth=1.4, linestyle=line)
        axes.set_xlim(edges[0], edges[-1])
        axes.set_ylim(0, max(1.0, highest * 1.06))
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))
        add_legend(figure, handles, [part.name for part in series], style, grows=False)
        top = axes.get_ylim()[1]
    within = np.clip(np.searchsorted(edges, values, side="right") - 1, 0, len(edges) - 2)
    is_drawn = np.zeros(len(values), dtype=bool)
    is_drawn[all_rows] = True
    boxes = tuple(
        Box(low, high, 0.0, top, np.flatnonzero(is_drawn & (within == place)), f"{low:.3g} to {high:.3g}")
        for place, (low, high) in enumerate(zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True))
    )
    return Chart(figure, axes, boxes=boxes)


def bin_edges(values: Floats) -> Floats:
    """Return the edges of equal bins; a value on an edge belongs to the upper bin, except at the last edge."""
    if not len(values):
        return np.linspace(0.0, 1.0, LEAST_BINS + 1)
    low, high = float(values.min()), float(values.max())
    if low == high:
        return np.linspace(low - 0.5, high + 0.5, LEAST_BINS + 1)
    quartiles = np.quantile(values, [0.25, 0.75])
    width = 2 * (quartiles[1] - quartiles[0]) / len(values) ** (1 / 3)
    number = max(np.log2(len(values)) + 1, (high - low) / width if width > 0 else 0)
    edges: Floats = np.linspace(low, high, int(np.clip(np.ceil(number), LEAST_BINS, MOST_BINS)) + 1)
    return edges


def _draw_hexagons(axes: Axes, points: Floats, style: FigureStyle, size: Size) -> None:
    """Draw the counts of points, darker for more, so that they can be read without colours."""
    from matplotlib.colors import LinearSegmentedColormap, to_rgb
    from matplotlib.ticker import LogLocator

    ground, accent = np.array(to_rgb(style.surface)), np.array(to_rgb(style.accent))
    lightest = tuple(ground + LIGHTEST * (accent - ground))
    colours = LinearSegmentedColormap.from_list("counts", [lightest, style.accent, style.text])
    across, up = (max(10, round(side / CELL)) for side in size)
    grid = across, round(up / 1.6)
    drawn = axes.hexbin(*points.T, gridsize=grid, bins="log", mincnt=1, cmap=colours, linewidths=0.2)
    figure = axes.figure
    bar = figure.colorbar(drawn, ax=axes, ticks=LogLocator(subs=(1.0, 3.0)), format="%d", pad=0.02, shrink=0.6)
    bar.set_label("translations")
    bar.outline.set_visible(False)
