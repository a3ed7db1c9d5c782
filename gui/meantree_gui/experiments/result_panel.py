"""The results of experiments: tables, figures and the command, and how they are saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from meantree.errors import UsageError
from meantree.escaping import counted, escaped
from meantree.evaluation.value_table import ValueTable
from meantree.files import proposed_name, write_text
from meantree_gui.experiments.experiment_lists import fit_titles
from meantree_gui.experiments.table_figure_panel import TableFigurePanel
from meantree_gui.exporting import Destination
from meantree_gui.settings import Settings
from meantree_gui.state.experimenting import Experimenting
from meantree_gui.widgets.layouts import FlowLayout, KeptSplitter
from meantree_gui.widgets.sorted_table import SortedTable

if TYPE_CHECKING:
    from meantree.report.table_text import TableFormat
    from meantree.work import Work


NO_COMMAND = (
    "No command makes these: it reads each corpus from one file, folder or project, and what is open stands in none. "
    "Save it as a project first."
)
MOST_OF_ROOM = 0.55
"""What a table of many rows has beside a high figure, until the user shares it otherwise."""
FORMS = {".tsv": "Tab-separated tables", ".json": "JSON", ".tex": "LaTeX"}
FIGURES = {".svg": "SVG", ".pdf": "PDF", ".png": "PNG"}
NOTHING = "nothing was made yet; choose experiments and run them with F5"


class ResultPanel(QWidget):
    """Tables at the left; beside them the chosen one, and below it its figures where it has some."""

    def __init__(self, experimenting: Experimenting, settings: Settings) -> None:
        super().__init__()
        self.experimenting = experimenting
        self.list, self.title, self.note = QListWidget(), QLabel(), QLabel()
        self.table, self.figure = SortedTable(), TableFigurePanel(experimenting.workspace.background)
        self.command, self.copy_command_button = QLineEdit(), QPushButton("Copy command")
        self.copy_button, self.save_button = QPushButton("Copy table"), QPushButton("Save tables …")
        self.save_figures_button = QPushButton("Save all figures …")
        self._spacing = 0
        self._parts = KeptSplitter(Qt.Orientation.Vertical, settings, "experiment-table")
        self._arrange(KeptSplitter(Qt.Orientation.Horizontal, settings, "experiment-tables"))
        self.list.currentRowChanged.connect(self._show)
        self.figure.drawn.connect(self._share)
        self.copy_button.clicked.connect(lambda: self.table.copy())
        self.copy_command_button.clicked.connect(self.copy_command)

    @property
    def tables(self) -> tuple[ValueTable, ...]:
        """All that were made."""
        result = self.experimenting.result
        return result.tables if result is not None else ()

    def fill(self) -> None:
        """Show what was made, in the table of the same name as before, if there is one."""
        item = self.list.currentItem()
        before = item.data(Qt.ItemDataRole.UserRole) if item is not None else ""
        self.list.blockSignals(True)
        self.list.clear()
        for row, table in enumerate(self.tables):
            self.list.addItem(escaped(table.title))
            self.list.item(row).setData(Qt.ItemDataRole.UserRole, table.name)
            self.list.item(row).setToolTip(escaped(table.title))
        self.list.blockSignals(False)
        fit_titles(self.list)
        names = [table.name for table in self.tables]
        self.list.setCurrentRow(names.index(before) if before in names else 0)
        self._show(self.list.currentRow())
        self.show_command()

    def show_command(self) -> None:
        """Show the command that makes the same, from where what is open stands now."""
        command = self.experimenting.command
        if command and command == self.command.text():
            return
        self.command.setText(command)
        self.command.setPlaceholderText(NO_COMMAND if self.tables and not command else "")
        self.command.setToolTip(self.command.text() or self.command.placeholderText())
        self.command.setCursorPosition(0)
        self.copy_command_button.setEnabled(bool(self.command.text()))

    def copy_command(self) -> None:
        """Put the command that makes the same on the clipboard."""
        if self.command.text():
            QGuiApplication.clipboard().setText(self.command.text())

    def step(self, by: int) -> None:
        """Show another table."""
        self.list.setCurrentRow(min(self.list.count() - 1, max(0, self.list.currentRow() + by)))

    def refresh(self) -> None:
        """Draw again, after the appearance changed."""
        self.figure.draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent."""
        super().resizeEvent(event)
        fit_titles(self.list)
        self._follow_rows()

    def _show(self, row: int) -> None:
        if not 0 <= row < len(self.tables):
            self.figure.show_table(None)
            return
        table = self.tables[row]
        self.title.setText(escaped(table.title))
        self.note.setText(escaped(table.note))
        self.note.setVisible(bool(table.note))
        self.table.show_table(table)
        self.figure.show()
        self.figure.show_table(table)
        self._follow_rows()

    def _share(self) -> None:
        """A table without a figure has all the room."""
        self.figure.setVisible(bool(self.figure.names))
        self._follow_rows()

    def _follow_rows(self) -> None:
        """Leave the figure what the table does not need; the table of many rows has most of the room."""
        room = self._parts.height()
        if self._parts.is_kept or self.figure.isHidden() or room <= 0:
            return
        note = self.note.heightForWidth(self.table.width()) if self.note.text() else 0
        wanted = self.title.sizeHint().height() + self.table.wanted_height + note + 3 * self._spacing
        above = min(wanted, max(round(room * MOST_OF_ROOM), room - self.figure.wanted_height))
        self._parts.setSizes([above, room - above])

    def _arrange(self, both: QSplitter) -> None:
        for label in (self.title, self.note):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.title.setProperty("role", "title")
        self.note.setProperty("role", "muted")
        self.note.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.list.setAccessibleName("Tables")
        self.list.setWordWrap(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.list.setSpacing(1)
        self.list.setMinimumWidth(110)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.command.setReadOnly(True)
        self.command.setAccessibleName("The command that makes the same tables")
        for button, tip in (
            (
                self.copy_button,
                "As TSV, in the order shown (Ctrl+C in the table; of several selected rows, these alone)",
            ),
            (self.save_button, "All tables as TSV, JSON or LaTeX, as the command writes them (Ctrl+Shift+T)"),
            (self.save_figures_button, "All figures as SVG, PDF and PNG, for print, light and dark (Ctrl+Shift+P)"),
            (self.copy_command_button, "The command that makes the same tables"),
        ):
            button.setToolTip(tip)
            button.setAutoDefault(True)
        above, below = QWidget(), QHBoxLayout()
        column = QVBoxLayout(above)
        column.setContentsMargins(0, 0, 0, 0)
        self._spacing = column.spacing()
        column.addWidget(self.title)
        column.addWidget(self.table, 1)
        column.addWidget(self.note)
        for widget in (above, self.figure):
            self._parts.addWidget(widget)
        self._parts.share(5000, 4000)
        both.addWidget(self.list)
        both.addWidget(self._parts)
        both.setStretchFactor(1, 1)
        both.setSizes([170, 800])
        below.addWidget(self.command, 1)
        below.addWidget(self.copy_command_button)
        buttons = FlowLayout()
        for button in (self.copy_button, self.save_button, self.save_figures_button):
            buttons.addWidget(button)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(8, 6, 8, 6)
        outer.addWidget(both, 1)
        outer.addLayout(buttons)
        outer.addLayout(below)


class Saving(QObject):
    """Asks where to, and writes.

    Signals:
        reported: what was written, and where.
        failed: why nothing was.
    """

    reported = Signal(str)
    failed = Signal(object)

    def __init__(
        self, experimenting: Experimenting, figure: TableFigurePanel, settings: Settings, window: QWidget
    ) -> None:
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
            self.reported.emit(f"{counted(len(written), 'file')} written into {_told(folder)}")

        self.experimenting.workspace.background.run(draw, tell, self.failed.emit)

    def _write(self, write: Callable[[Work], object], told: str) -> None:
        self.experimenting.workspace.background.run(write, lambda _nothing: self.reported.emit(told), self.failed.emit)

    @property
    def _corpus(self) -> str:
        corpus = self.experimenting.workspace.corpus
        return corpus.name if corpus is not None else ""


def _told(path: Path) -> str:
    return escaped(str(path))
