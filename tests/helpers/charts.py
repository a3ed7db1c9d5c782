"""Charts of tables, drawn for print."""

from __future__ import annotations

from meantree.evaluation.value_table import ValueTable
from meantree.reporting.figures.canvas import Chart, drawing, figure_bytes
from meantree.reporting.figures.figure_style import PRINT
from meantree.reporting.figures.table_charts import table_drawings


def drawn_charts(table: ValueTable) -> dict[str, Chart]:
    """Return all charts of a table by name, in order."""
    return {name: draw(PRINT) for name, draw in table_drawings(table)}


def texts_outside(chart: Chart) -> list[str]:
    """Return the texts of a chart that leave its figure at an edge."""
    from matplotlib.text import Text

    figure_bytes(chart, PRINT, ".svg")  # lays it out
    axes, (width, height) = chart.axes, chart.figure.get_size_inches() * chart.figure.dpi
    hidden = {tick for tick in axes.get_xticklabels() if not _is_within(tick.get_position()[0], axes.get_xlim())}
    hidden |= {tick for tick in axes.get_yticklabels() if not _is_within(tick.get_position()[1], axes.get_ylim())}
    texts = (text for text in chart.figure.findobj(Text) if isinstance(text, Text) and text not in hidden)
    with drawing(PRINT):
        boxes = {text: text.get_window_extent() for text in texts if text.get_text() and text.get_visible()}
    return [
        text.get_text()
        for text, box in boxes.items()
        if min(box.x0, box.y0) < -1 or box.x1 > width + 1 or box.y1 > height + 1
    ]


def _is_within(place: float, limits: tuple[float, float]) -> bool:
    return min(limits) <= place <= max(limits)
