"""The figure of the Explore page as a chart, a table and a caption, and what writes or copies them."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog

from meantree.errors import MeantreeError, UsageError
from meantree.files import write_text
from meantree_gui.state.figure_numbers import FigureKind

if TYPE_CHECKING:
    from meantree.report.figures.canvas import Chart
    from meantree.report.figures.distributions import Series, Size
    from meantree.report.figures.figure_style import FigureStyle
    from meantree_gui.state.figure_numbers import Numbers
SCALE = 2.0
"""Pixels of a copy for each of the screen."""
_UNUSABLE = re.compile(r"[^\w.]+")


def chart_of(numbers: Numbers, titles: Sequence[str], style: FigureStyle, size: Size) -> Chart:
    """The figure; ``titles`` are of the columns that it takes."""
    from meantree.report.figures import distributions, overviews

    asked = numbers.request
    if asked.kind is FigureKind.CORRELATIONS:
        return overviews.matrix(numbers.matrix, titles, style, size)
    x = numbers.values(asked.x)
    if asked.kind is FigureKind.DISTRIBUTION:
        return distributions.distribution(x, titles[0], _by(numbers, "system"), style, size)
    if asked.kind is FigureKind.DOCUMENTS:
        documents = overviews.shown_documents(x, _by(numbers, "document"), size[1])
        return overviews.document_boxes(x, titles[0], documents, style, size)
    return distributions.scatter(
        x, numbers.values(asked.y), (titles[0], titles[-1]), _by(numbers, "system"), style, size
    )


def _by(numbers: Numbers, column: str) -> list[Series]:
    """The rows of each system, or of each document, in order of first appearance."""
    from meantree.report.figures.distributions import Series

    codes, names = numbers.frame[column].factorize()
    order = np.argsort(codes, kind="stable")
    rows = np.split(order, np.cumsum(np.bincount(codes, minlength=len(names)))[:-1])
    found = dict(zip(names.tolist(), rows, strict=False))
    known = numbers.request.systems if column == "system" else found
    return [Series(name or "no document", found.get(name, np.arange(0))) for name in known]


def told_first(numbers: Numbers, titles: Sequence[str]) -> str:
    """What the figure shows, and what comes of it, in words."""
    asked = numbers.request
    if asked.kind is FigureKind.SCATTER:
        return f"{titles[0]} against {titles[-1]} · {numbers.summary}"
    if asked.kind is FigureKind.CORRELATIONS:
        return f"{numbers.summary} of {len(titles)} columns"
    if asked.kind is FigureKind.DOCUMENTS:
        return f"{titles[0]} by document · box: quartiles, line: median"
    several = len(asked.systems) > 1
    return f"Distribution of {titles[0]} · {'lines: medians' if several else 'line: median'}"


def table_tsv(numbers: Numbers) -> str:
    """What the figure was drawn from: correlations, or a row for each translation; undefined is empty.

    Names are written as in all tables of scores, so that no spreadsheet takes one for a formula.
    """
    from meantree.report.score_rows import name_cell

    asked = numbers.request
    text = io.StringIO()
    writer = csv.writer(text, dialect="excel-tab", lineterminator="\n")
    if asked.kind is FigureKind.CORRELATIONS:
        names = list(map(name_cell, asked.columns))
        writer.writerow(["", *names])
        writer.writerows([name, *map(_number, row)] for name, row in zip(names, numbers.matrix.tolist(), strict=True))
        return text.getvalue()
    writer.writerow(["system", "document", "segment", *map(name_cell, asked.used)])
    frame = numbers.frame
    named = zip(frame["system"], frame["document"], frame["id"], strict=True)
    values = zip(*(numbers.values(column).tolist() for column in asked.used), strict=True)
    for name, row in zip(named, values, strict=True):
        writer.writerow([*map(name_cell, name), *map(_number, row)])
    return text.getvalue()


def _number(value: float) -> str:
    return "" if np.isnan(value) else f"{value:.6f}"


class FigureSource(Protocol):
    """Who has a figure."""

    def style_now(self) -> FigureStyle:
        """Colours and fonts of the window."""
        ...

    def chart(self, style: FigureStyle) -> Chart | None:
        """The figure; None if there is none."""
        ...

    @property
    def table(self) -> str:
        """What it was drawn from, as TSV; empty if there is none."""
        ...

    @property
    def name(self) -> str:
        """What it is of."""
        ...


class FigureExporter(QObject):
    """What leaves the window is what it shows.

    Signals:
        failed: why something could not be done.
    """

    failed = Signal(object)

    def __init__(self, source: FigureSource) -> None:
        super().__init__()
        self.source = source

    def save(self) -> None:
        """Choose a file and write the figure into it."""
        from meantree.report.figures.canvas import SUFFIXES, save_figure

        drawn = self._drawn()
        if drawn is None:
            return
        kinds = " ".join(f"*{suffix}" for suffix in SUFFIXES)
        chart, style = drawn
        name, _ = QFileDialog.getSaveFileName(None, "Save figure", f"{self._proposed}.svg", f"Figures ({kinds})")
        if name:
            self._attempt(lambda: save_figure(chart, style, Path(name)))

    def copy(self) -> None:
        """Put the figure on the clipboard."""
        from meantree.report.figures.canvas import image_of

        drawn = self._drawn()
        if drawn is not None:
            image = image_of(*drawn, SCALE)
            form = QImage.Format.Format_RGBA8888
            copied = QImage(image.pixels, image.width, image.height, 4 * image.width, form).copy()
            QGuiApplication.clipboard().setImage(copied)

    def save_table(self) -> None:
        """Choose a file and write what the figure was drawn from into it."""
        text = self._table()
        if text:
            name, _ = QFileDialog.getSaveFileName(None, "Save table", f"{self._proposed}.tsv", "Tables (*.tsv)")
            if name:
                self._attempt(lambda: write_text(Path(name), text))

    def copy_table(self) -> None:
        """Put what the figure was drawn from on the clipboard."""
        text = self._table()
        if text:
            QGuiApplication.clipboard().setText(text)

    def _drawn(self) -> tuple[Chart, FigureStyle] | None:
        style = self.source.style_now()
        chart = self.source.chart(style)
        if chart is None:
            self._say_nothing_there()
        return (chart, style) if chart is not None else None

    def _table(self) -> str:
        if not self.source.table:
            self._say_nothing_there()
        return self.source.table

    def _say_nothing_there(self) -> None:
        self.failed.emit(UsageError("there is no figure yet; go to Explore with F4"))

    def _attempt(self, do: Callable[[], None]) -> None:
        try:
            do()
        except MeantreeError as error:
            self.failed.emit(error)

    @property
    def _proposed(self) -> str:
        """A name for a file that says what it holds."""
        return _UNUSABLE.sub("_", self.source.name)
