"""Charts of tables, drawn for print."""

from __future__ import annotations

from meantree.evaluation.value_table import ValueTable
from meantree.reporting.figures.canvas import Chart
from meantree.reporting.figures.figure_style import PRINT
from meantree.reporting.figures.table_charts import table_drawings


def drawn_charts(table: ValueTable) -> dict[str, Chart]:
    """Return all charts of a table by name, in order."""
    return {name: draw(PRINT) for name, draw in table_drawings(table)}
