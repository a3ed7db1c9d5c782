"""The figure of the Figures tab as a chart, a table and a caption, and what writes or copies them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from meantree.errors import MeantreeError, UsageError
from meantree.evaluation.value_table import ValueTable
from meantree.files import write_text
from meantree_gui.file_dialogs import ask_target
from meantree_gui.state.figure_numbers import FigureKind
from meantree_gui.widgets.figure_view import qimage_of, screen_style

if TYPE_CHECKING:
    from meantree.reporting.figures.canvas import Chart
    from meantree.reporting.figures.distributions import Series, Size
    from meantree.reporting.figures.figure_style import FigureStyle
    from meantree_gui.figures.figures_tab import FiguresTab
    from meantree_gui.state.figure_numbers import Numbers
SCALE = 2.0
"""Pixels of a copied figure for each pixel of the screen."""
_UNUSABLE = re.compile(r"[^\w.]+")


def chart_of(numbers: Numbers, titles: Sequence[str], style: FigureStyle, size: Size) -> Chart:
    """Return the figure; ``titles`` are the titles of its columns."""
    from meantree.reporting.figures import distributions, overviews

    request = numbers.request
    if request.kind is FigureKind.CORRELATIONS:
        return overviews.matrix(numbers.matrix, titles, style, size)
    x = numbers.values(request.x)
    if request.kind is FigureKind.DISTRIBUTION:
        return distributions.distribution(x, titles[0], _by(numbers, "system"), style, size)
    if request.kind is FigureKind.DOCUMENTS:
        documents = overviews.shown_documents(x, _by(numbers, "document"), size[1])
        return overviews.document_boxes(x, titles[0], documents, style, size)
    return distributions.scatter(
        x, numbers.values(request.y), (titles[0], titles[-1]), _by(numbers, "system"), style, size
    )


def _by(numbers: Numbers, column: str) -> list[Series]:
    """Return the rows of each system, or of each document, in order of first appearance."""
    from meantree.reporting.figures.distributions import Series

    codes, names = numbers.frame[column].factorize()
    order = np.argsort(codes, kind="stable")
    rows = np.split(order, np.cumsum(np.bincount(codes, minlength=len(names)))[:-1])
    by_name = dict(zip(names.tolist(), rows, strict=False))
    listed = numbers.request.systems if column == "system" else by_name
    return [Series(name or "no document", by_name.get(name, np.arange(0))) for name in listed]


def figure_statement(numbers: Numbers, titles: Sequence[str]) -> str:
    """Return in words what the figure shows, with its result."""
    request = numbers.request
    if request.kind is FigureKind.SCATTER:
        return f"{titles[0]} against {titles[-1]} · {numbers.summary}"
    if request.kind is FigureKind.CORRELATIONS:
        return f"{numbers.summary} of {len(titles)} columns"
    if request.kind is FigureKind.DOCUMENTS:
        return f"{titles[0]} by document · box: quartiles, line: median"
    is_several = len(request.systems) > 1
    return f"Distribution of {titles[0]} · {'lines: medians' if is_several else 'line: median'}"


def figure_table(numbers: Numbers) -> ValueTable:
    """Return the data of the figure: correlations, or a row for each translation."""
    request, frame = numbers.request, numbers.frame
    head: tuple[str, ...]
    named: list[tuple[str, ...]]
    if request.kind is FigureKind.CORRELATIONS:
        head, named = ("", *request.columns), [(column,) for column in request.columns]
        values = numbers.matrix
    else:
        head = ("system", "document", "segment", *request.used)
        named = list(zip(frame["system"], frame["document"], frame["id"], strict=True))
        values = np.array([numbers.values(column) for column in request.used]).T
    defined = ((None if np.isnan(value) else value for value in row) for row in values.tolist())
    return ValueTable("figure", "", "", head, tuple((*name, *row) for name, row in zip(named, defined, strict=True)))


class FigureExporter(QObject):
    """Saves and copies the figure as it is drawn, and its table.

    Signals:
        failed: the error for which nothing was saved or copied.
    """

    failed = Signal(object)

    def __init__(self, page: FiguresTab) -> None:
        super().__init__()
        self.page = page

    def save(self) -> None:
        """Choose a file and write the figure into it."""
        from meantree.reporting.figures.canvas import SUFFIXES, save_figure

        drawn = self._drawn()
        if drawn is None:
            return
        kinds = " ".join(f"*{suffix}" for suffix in SUFFIXES)
        chart, style = drawn
        path, _ = ask_target(None, "Save figure", f"{self._proposed}.svg", f"Figures ({kinds})")
        if path is not None:
            self._attempt(lambda: save_figure(chart, style, path))

    def copy(self) -> None:
        """Put the figure on the clipboard."""
        from meantree.reporting.figures.canvas import image_of

        drawn = self._drawn()
        if drawn is not None:
            QGuiApplication.clipboard().setImage(qimage_of(image_of(*drawn, SCALE)))

    def save_table(self) -> None:
        """Choose a file and write the data of the figure into it."""
        text = self._table()
        if text:
            path, _ = ask_target(None, "Save table", f"{self._proposed}.tsv", "Tables (*.tsv)")
            if path is not None:
                self._attempt(lambda: write_text(path, text))

    def copy_table(self) -> None:
        """Put the data of the figure on the clipboard."""
        text = self._table()
        if text:
            QGuiApplication.clipboard().setText(text)

    def _drawn(self) -> tuple[Chart, FigureStyle] | None:
        style = screen_style(self.page.figure)
        chart = self.page.chart(style)
        if chart is None:
            self._report_no_figure()
        return (chart, style) if chart is not None else None

    def _table(self) -> str:
        """Return the data as TSV; empty if there is no figure, which is reported."""
        from meantree.reporting.table_text import tables_tsv

        table = self.page.table
        if table is None:
            self._report_no_figure()
        return "" if table is None else tables_tsv([table])

    def _report_no_figure(self) -> None:
        self.failed.emit(UsageError("there is no figure yet; go to Figures with F4"))

    def _attempt(self, do: Callable[[], None]) -> None:
        try:
            do()
        except MeantreeError as error:
            self.failed.emit(error)

    @property
    def _proposed(self) -> str:
        """The proposed name of a file, from what the figure shows."""
        return _UNUSABLE.sub("_", self.page.name)
