"""The figure and its table: as files, and on the clipboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog

from meantree.errors import MeantreeError, UsageError
from meantree.files import write_text
from meantree_gui.command import Command
from meantree_gui.explore.drawing import table_tsv
from meantree_gui.explore.figure_panel import FigurePanel

if TYPE_CHECKING:
    from meantree_gui.explore.numbers import Numbers

SCALE = 2.0
"""Pixels of a copy for each of the screen."""
_UNUSABLE = re.compile(r"[^\w.]+")


class FigureExporter(QObject):
    """What leaves the window is what it shows.

    Signals:
        failed: why something could not be done.
    """

    failed = Signal(object)

    def __init__(self, panel: FigurePanel) -> None:
        super().__init__(panel)
        self.panel = panel
        self.commands = (
            Command("save_figure", "Save figure …", "File", self.save, ("Ctrl+Alt+E",)),
            Command("copy_figure", "Copy figure", "File", self.copy, ("Ctrl+Alt+C",)),
            Command("save_figure_table", "Save table of the figure …", "File", self.save_table),
            Command("copy_figure_table", "Copy table of the figure", "File", self.copy_table, ("Ctrl+Alt+T",)),
        )

    def save(self) -> None:
        """Choose a file and write the figure into it."""
        from meantree.report.figures.canvas import SUFFIXES, save_figure

        kinds = " ".join(f"*{suffix}" for suffix in SUFFIXES)
        style, chart = self.panel.style_now(), self.panel.chart(self.panel.style_now())
        if chart is None:
            self._say_nothing_there()
            return
        name, _ = QFileDialog.getSaveFileName(
            self.panel, "Save figure", f"{self._proposed()}.svg", f"Figures ({kinds})"
        )
        if name:
            self._attempt(lambda: save_figure(chart, style, Path(name)))

    def copy(self) -> None:
        """Put the figure on the clipboard."""
        from meantree.report.figures.canvas import image_of

        style = self.panel.style_now()
        chart = self.panel.chart(style)
        if chart is None:
            self._say_nothing_there()
            return
        image = image_of(chart, style, SCALE)
        form = QImage.Format.Format_RGBA8888
        QGuiApplication.clipboard().setImage(
            QImage(image.pixels, image.width, image.height, 4 * image.width, form).copy()
        )

    def save_table(self) -> None:
        """Choose a file and write what the figure was drawn from into it."""
        numbers = self._numbers()
        if numbers is not None:
            name, _ = QFileDialog.getSaveFileName(self.panel, "Save table", f"{self._proposed()}.tsv", "Tables (*.tsv)")
            if name:
                self._attempt(lambda: write_text(Path(name), table_tsv(numbers)))

    def copy_table(self) -> None:
        """Put what the figure was drawn from on the clipboard."""
        numbers = self._numbers()
        if numbers is not None:
            QGuiApplication.clipboard().setText(table_tsv(numbers))

    def _numbers(self) -> Numbers | None:
        if self.panel.numbers is None:
            self._say_nothing_there()
        return self.panel.numbers

    def _say_nothing_there(self) -> None:
        self.failed.emit(UsageError("there is no figure yet; go to Explore with F4"))

    def _attempt(self, do: Callable[[], None]) -> None:
        try:
            do()
        except MeantreeError as error:
            self.failed.emit(error)

    def _proposed(self) -> str:
        """A name for a file that says what it holds."""
        numbers = self.panel.numbers
        if numbers is None:
            return "figure"
        asked = numbers.asked
        columns = asked.used if len(asked.used) < 3 else (asked.correlation,)
        whose = asked.systems if len(asked.systems) == 1 else ()
        return "-".join(_UNUSABLE.sub("_", part) for part in (asked.kind.name.lower(), *columns, *whose))
