"""The figure and its table: as files, and on the clipboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog

from meantree.errors import MeantreeError, UsageError
from meantree.files import write_text

if TYPE_CHECKING:
    from meantree.report.figures.canvas import Chart
    from meantree.report.figures.figure_style import FigureStyle

SCALE = 2.0
"""Pixels of a copy for each of the screen."""
_UNUSABLE = re.compile(r"[^\w.]+")


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
