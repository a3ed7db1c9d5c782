"""Figures of the tables of experiments: whatever has a value with bounds, who beats whom, and curves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

import numpy as np

from meantree.evaluation.value_table import Value, ValueTable
from meantree.files import proposed_name
from meantree.picture.style import DARK, LIGHT
from meantree.report.figures.beaten import beaten
from meantree.report.figures.canvas import Chart, Floats, figure_folder, save_in_all_forms
from meantree.report.figures.curves import curves
from meantree.report.figures.intervals import intervals
from meantree.report.figures.style import PRINT, FigureStyle, style_of

LOW, HIGH = " low", " high"
"""After the name of a column: its bounds."""
BEATEN: Final = "-beaten"
"""In the name of a table with p of each two: a name and a value, then a column for each row."""
CURVE: Final = "-curve"
"""In the name of a table of which each row has a name and a quantity, and at the end a mean and its spread."""
STYLES: Final[Mapping[str, FigureStyle]] = {"": PRINT, "light": style_of(LIGHT), "dark": style_of(DARK)}
WIDTH, ROW, MARGIN = 640.0, 44.0, 90.0
SQUARE: Final = 60.0
"""Pixels of a cell."""


def charts_of(table: ValueTable, style: FigureStyle) -> Iterator[tuple[str, Chart]]:
    """What can be drawn of a table, each with a name of its own; nothing where nothing can."""
    if BEATEN in table.name:
        yield table.name, _beaten(table, style)
    if table.name.endswith(CURVE):
        yield table.name, _curve(table, style)
    columns = [name for name in table.head if name + LOW in table.head and name + HIGH in table.head]
    for corpus, rows in _by_corpus(table).items() if columns else ():
        at = 1 if table.head[0] == "corpus" else 0
        names = [str(row[at]) for row in rows]
        series = {name: _with_bounds(table, rows, name) for name in columns}
        size = WIDTH, MARGIN + ROW * len(rows)
        yield f"{table.name} {corpus}".strip(), intervals(names, series, corpus, style, size)


def save_figures(tables: Iterable[ValueTable], folder: Path) -> list[Path]:
    """Draw tables for print, light and dark, as SVG, PDF and PNG into a folder, which is made if it is not there.

    Raises:
        UsageError: if they cannot be written.
    """
    figure_folder(folder)
    written: list[Path] = []
    for table in tables:
        for look, style in STYLES.items():
            for number, (name, chart) in enumerate(charts_of(table, style), start=1):
                again = str(number) if number > 1 else ""  # different names may be the same in a file's name
                written += save_in_all_forms(chart, style, folder, proposed_name(name, again, look))
    return written


def _by_corpus(table: ValueTable) -> dict[str, list[tuple[Value, ...]]]:
    groups: dict[str, list[tuple[Value, ...]]] = {}
    for row in table.rows:
        groups.setdefault(str(row[0]) if table.head[0] == "corpus" else "", []).append(row)
    return groups


def _with_bounds(table: ValueTable, rows: Iterable[tuple[Value, ...]], name: str) -> Floats:
    places = [table.head.index(f"{name}{bound}") for bound in ("", LOW, HIGH)]
    return np.array([[_float(row[place]) for place in places] for row in rows]).reshape(-1, 3)


def _curve(table: ValueTable, style: FigureStyle) -> Chart:
    series = {
        name: np.array([[_float(row[1]), _float(row[-2]), _float(row[-1])] for row in table.rows if row[0] == name])
        for name in dict.fromkeys(str(row[0]) for row in table.rows)
    }
    return curves(series, (table.head[1], table.head[-2]), style, (WIDTH, WIDTH * 0.6))


def _beaten(table: ValueTable, style: FigureStyle) -> Chart:
    names = [str(row[0]) for row in table.rows]
    ps = np.array([[_float(value) for value in row[2:]] for row in table.rows]).reshape(len(names), len(names))
    side = MARGIN + SQUARE * len(names)
    return beaten(ps, names, style, (side + MARGIN, side))


def _float(value: Value) -> float:
    return float(value) if isinstance(value, (int, float)) else np.nan
