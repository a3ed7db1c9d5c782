"""Tables and figures of experiments as files: the same bytes that the command writes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from meantree.errors import UsageError
from meantree.escaping import counted, escaped
from meantree.files import proposed_name, write_text
from meantree_gui.exporting.destination import Destination
from meantree_gui.settings import Settings
from meantree_gui.state.experimenting import Experimenting

if TYPE_CHECKING:
    from meantree.report.table_text import TableFormat
    from meantree.work import Work
    from meantree_gui.experiments.figure_panel import FigurePanel

FORMS = {".tsv": "Tab-separated tables", ".json": "JSON", ".tex": "LaTeX"}
FIGURES = {".svg": "SVG", ".pdf": "PDF", ".png": "PNG"}
NOTHING = "nothing was made yet; choose experiments and run them with F5"


class Saving(QObject):
    """Asks where to, and writes.

    Signals:
        told: what was written, and where.
        failed: why nothing was.
    """

    told = Signal(str)
    failed = Signal(object)

    def __init__(self, experimenting: Experimenting, figure: FigurePanel, settings: Settings, window: QWidget) -> None:
        super().__init__(window)
        self.experimenting, self.figure, self.window = experimenting, figure, window
        self._tables = Destination("tables of experiments", FORMS, settings, window)
        self._figure = Destination("figure", FIGURES, settings, window)

    def save_tables(self) -> None:
        """Choose a file, and write all tables into it."""
        from meantree.report.table_text import experiment_text

        result = self.experimenting.result
        if result is None:
            self.failed.emit(UsageError(NOTHING))
            return
        path = self._tables.ask(proposed_name(self._corpus, "experiments"))
        if path is not None:
            form: TableFormat = path.suffix.lower().removeprefix(".")  # type: ignore[assignment]  # one of FORMS
            self._write(lambda _work: write_text(path, experiment_text(result.tables, form)), f"Written: {_told(path)}")

    def save_figure(self) -> None:
        """Choose a file, and write the figure that is shown into it, for print."""
        from meantree.report.figures.canvas import save_figure
        from meantree.report.figures.figure_style import PRINT

        name = self.figure.name
        path = self._figure.ask(proposed_name(name)) if name else None
        if path is not None:
            chart = self.figure.chart(PRINT)
            if chart is not None:
                self._write(lambda _work: save_figure(chart, PRINT, path), f"Written: {_told(path)}")

    def save_figures(self) -> None:
        """Choose a folder, and write the figures of all tables into it."""
        result = self.experimenting.result
        if result is None:
            self.failed.emit(UsageError(NOTHING))
            return
        name = QFileDialog.getExistingDirectory(self.window, "Save all figures into a folder")
        if name:
            self._draw(Path(name))

    def _draw(self, folder: Path) -> None:
        result = self.experimenting.result
        tables = result.tables if result is not None else ()

        def draw(work: Work) -> list[Path]:
            from meantree.report.figures.table_charts import save_figures

            return save_figures(tables, folder, work)

        def tell(written: list[Path]) -> None:
            self.told.emit(f"{counted(len(written), 'file')} written into {_told(folder)}")

        self.experimenting.workspace.background.run(draw, tell, self.failed.emit)

    def _write(self, write: Callable[[Work], object], told: str) -> None:
        self.experimenting.workspace.background.run(write, lambda _nothing: self.told.emit(told), self.failed.emit)

    @property
    def _corpus(self) -> str:
        corpus = self.experimenting.workspace.corpus
        return corpus.name if corpus is not None else ""


def _told(path: Path) -> str:
    return escaped(str(path))
