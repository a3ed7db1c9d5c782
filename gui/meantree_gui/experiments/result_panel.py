"""The results of experiments: tables, their figures one at a time, the command, and how they are saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QPushButton,
    QScrollArea,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from meantree.errors import UsageError
from meantree.escaping import counted, escaped
from meantree.evaluation.value_table import Value, ValueTable
from meantree.files import proposed_name, write_text
from meantree_gui.background import LatestResult
from meantree_gui.experiments.experiment_lists import fit_titles
from meantree_gui.exporting import Destination
from meantree_gui.file_dialogs import ask_folder
from meantree_gui.settings import Settings
from meantree_gui.state.experimenting import Experimenting
from meantree_gui.widgets.boxes import in_column, in_row
from meantree_gui.widgets.figure_view import PREPARING, FigureView, screen_style
from meantree_gui.widgets.labels import plain_label
from meantree_gui.widgets.layouts import FlowLayout, KeptSplitter
from meantree_gui.widgets.letter_keys import LetterKeys
from meantree_gui.widgets.sorted_table import SortedTable

if TYPE_CHECKING:
    from meantree.evaluation.value_table import ValueTable
    from meantree.reporting.figures.canvas import Chart, Image
    from meantree.reporting.figures.figure_style import FigureStyle
    from meantree.reporting.table_text import TableFormat
    from meantree.work import Work
    from meantree_gui.background import Background


class TableFigurePanel(QWidget):
    """The figures of a table, one at a time; the arrow keys show the next or previous one.

    Signals:
        drawn: another figure is shown, or the table turned out to have none.
        cell_clicked: the row and the column of the table whose cell of a heat map was clicked.
    """

    drawn = Signal()
    cell_clicked = Signal(object, int)

    def __init__(self, background: Background) -> None:
        super().__init__()
        self.table: ValueTable | None = None
        self.names: tuple[str, ...] = ()
        self.place = 0
        self.picture, self.area, self.caption = FigureView(), QScrollArea(), plain_label(wrapped=True)
        self.before, self.after = QToolButton(), QToolButton()
        self.save_button = QPushButton("Save figure …")
        self._drawing: LatestResult[tuple[tuple[str, ...], Image | None]] = LatestResult(background)
        self._edition = 0
        self._drawing.arrived.connect(self._take)
        self._arrange()
        self.picture.box_selected.connect(self._click)

    @property
    def wanted_height(self) -> int:
        """The height in pixels that shows the whole figure."""
        return self.picture.height() + self.save_button.height() + 2 * self.area.frameWidth() + 8

    def show_table(self, table: ValueTable | None) -> None:
        """Draw the first figure of another table."""
        self.table, self.names, self.place = table, (), 0
        self._edition += 1
        self._drawing.forget()
        self.picture.show_image(None)
        self.picture.message = PREPARING if table is not None else ""
        self._show_caption()
        self._fit()
        self.draw()

    def draw(self) -> None:
        """Redraw if colours or the figure have changed."""
        table, place = self.table, self.place
        if table is None or not self.isVisible():
            return
        style, scale = screen_style(self), self.devicePixelRatioF()

        def draw(_work: Work) -> tuple[tuple[str, ...], Image | None]:
            from meantree.reporting.figures.canvas import image_of
            from meantree.reporting.figures.table_charts import table_drawings

            drawings = list(table_drawings(table))
            image = image_of(drawings[place][1](style), style, scale) if place < len(drawings) else None
            return tuple(name for name, _ in drawings), image

        self._drawing.request((self._edition, place, style, scale), draw)

    def step(self, by: int) -> None:
        """Show the figure ``by`` places further."""
        place = self.place + by
        if 0 <= place < len(self.names):
            self.place = place
            self._show_caption()
            self.draw()

    def chart(self, style: FigureStyle) -> Chart | None:
        """Return the current figure in another style, or None."""
        from meantree.reporting.figures.table_charts import table_drawings

        drawings = list(table_drawings(self.table)) if self.table is not None else []
        return drawings[self.place][1](style) if self.place < len(drawings) else None

    @property
    def name(self) -> str:
        """The name of the current figure; empty for none."""
        return self.names[self.place] if self.place < len(self.names) else ""

    def _take(self) -> None:
        answer = self._drawing.result
        if answer is not None:
            self.names, image = answer
            self.picture.show_image(image)
        self.picture.message = self._drawing.why_not
        self._show_caption()
        self._fit()
        self.drawn.emit()

    def _click(self, box: int) -> None:
        from meantree.evaluation.value_table import Heatmap

        figures = self.table.figures if self.table is not None else ()
        if self.table is not None and self.place < len(figures):
            figure = figures[self.place]
            if isinstance(figure, Heatmap) and not figure.by:
                row, column = divmod(box, len(figure.columns))
                self.cell_clicked.emit(figure.rows(self.table.rows)[row], figure.columns[column])

    def _show_caption(self) -> None:
        total = len(self.names)
        self.caption.setText(f"Figure {self.place + 1} of {total}: {escaped(self.name)}" if total else "")
        for button, is_possible in ((self.before, self.place > 0), (self.after, self.place < total - 1)):
            button.setVisible(total > 1)
            button.setEnabled(is_possible)
        self.save_button.setEnabled(total > 0)

    def _fit(self) -> None:
        """Show the figure at its own size, or smaller to fit the width."""
        width, size = self.area.viewport().width(), self.picture.image_size
        share = min(1.0, width / size.width()) if size.width() > 0 else 0.0
        self.picture.setFixedSize(max(1, round(size.width() * share) or width), max(60, round(size.height() * share)))

    def _arrange(self) -> None:
        for button, text, name, step in (
            (self.before, "◀", "Previous figure", -1),
            (self.after, "▶", "Next figure", 1),
        ):
            button.setText(text)
            button.setAccessibleName(name)
            button.setToolTip(name)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.clicked.connect(lambda _checked=False, step=step: self.step(step))
        self.picture.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setBackgroundRole(QPalette.ColorRole.Base)
        self.area.setWidget(self.picture)
        self.area.setFrameShape(QScrollArea.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAlwaysOn
        )  # a bar that appears would change the width
        self.area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.area.setAccessibleName("Figure of the table")
        self.area.installEventFilter(self)
        self.area.setMinimumHeight(48)
        self.save_button.setAutoDefault(True)
        row = in_row(None, (self.caption, 1), self.before, self.after, self.save_button)
        in_column(self, row, (self.area, 1), margins=(0, 0, 0, 0))

    def sizeHint(self) -> QSize:
        """Override QWidget.sizeHint."""
        return QSize(500, 260)

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Override QObject.eventFilter: the arrow keys on the figure."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
            if step is not None:
                self.step(step)
                return True
        return super().eventFilter(watched, event)  # type: ignore[arg-type]  # of Qt's own objects alone

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent."""
        super().resizeEvent(event)
        self._fit()


NO_COMMAND = (
    "No command can make these tables because the open corpus is not in one file, folder or project. "
    "Save it as a project first."
)
TABLE_SHARE = 0.55
"""The share of the height for a long table above a high figure, until the user moves the splitter."""
FORMS = {".tsv": "Tab-separated tables", ".json": "JSON", ".tex": "LaTeX"}
FIGURES = {".svg": "SVG", ".pdf": "PDF", ".png": "PNG"}
EXAMPLES = "Return, or a double click, on a share lists its sentences."
NO_RESULT = "there are no tables yet; choose experiments and run them with F5"


class ResultPanel(QWidget):
    """The list of tables, the current table with its note, its figures, and the command that makes them."""

    def __init__(self, experimenting: Experimenting, settings: Settings) -> None:
        super().__init__()
        self.experimenting, self.settings = experimenting, settings
        self.list = QListWidget()
        LetterKeys(self.list)
        self.title, self.note = plain_label(role="title", wrapped=True), plain_label(wrapped=True)
        self.table, self.figure = SortedTable(), TableFigurePanel(experimenting.workspace.background)
        self.command, self.copy_command_button = QLineEdit(), QPushButton("Copy command")
        self.copy_button, self.save_button = QPushButton("Copy table"), QPushButton("Save tables …")
        self.save_figures_button = QPushButton("Save all figures …")
        self._spacing = 0
        self._parts = KeptSplitter(Qt.Orientation.Vertical, settings, "experiment-table")
        self._arrange(KeptSplitter(Qt.Orientation.Horizontal, settings, "experiment-tables"))
        self.list.currentRowChanged.connect(self._show)
        self.figure.drawn.connect(self._share)
        self.table.opened.connect(self.open_examples)
        self.figure.cell_clicked.connect(self.open_examples)
        self.copy_button.clicked.connect(lambda: self.table.copy())
        self.copy_command_button.clicked.connect(self.copy_command)

    @property
    def tables(self) -> tuple[ValueTable, ...]:
        """All tables of the result."""
        result = self.experimenting.result
        return result.tables if result is not None else ()

    def fill(self) -> None:
        """List the tables and show the one with the name of the previous one, or else the first."""
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
        """Show the command that makes the same tables from the present place of the corpus."""
        command = self.experimenting.command
        if command and command == self.command.text():
            return
        self.command.setText(command)
        self.command.setPlaceholderText(NO_COMMAND if self.tables and not command else "")
        self.command.setToolTip(self.command.text() or self.command.placeholderText())
        self.command.setCursorPosition(0)
        self.copy_command_button.setEnabled(bool(self.command.text()))

    def copy_command(self) -> None:
        """Put the command that makes the same tables on the clipboard."""
        if self.command.text():
            QGuiApplication.clipboard().setText(self.command.text())

    def open_examples(self, row: tuple[Value, ...], column: int) -> None:
        """Open the sentences behind a cell, if it has any."""
        examples = self.table.table.examples.get((row[0], column))
        if examples:
            from meantree_gui.experiments.examples_dialog import ExamplesDialog

            counts, spec = sum(example.is_counted for example in examples), self.table.table.head[column]
            title = escaped(f"{row[0]} · {spec}: {counts} of {counted(len(examples), 'text')}")
            result = self.experimenting.result
            metrics = result.request.options.metrics if result is not None else (spec,)
            drawn = spec if spec in metrics else metrics[0]  # the column of findings is none of a metric
            ExamplesDialog(title, drawn, examples, self.experimenting.workspace, self.settings, self).open()

    def step(self, by: int) -> None:
        """Show the table ``by`` rows further down the list."""
        self.list.setCurrentRow(min(self.list.count() - 1, max(0, self.list.currentRow() + by)))

    def refresh(self) -> None:
        """Redraw after the theme changed."""
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
        self.note.setText(escaped(f"{table.note} {EXAMPLES}" if table.examples else table.note))
        self.note.setVisible(bool(table.note))
        self.table.show_table(table)
        self.figure.show()
        self.figure.show_table(table)
        self._follow_rows()

    def _share(self) -> None:
        """Hide the figure panel for tables without figures."""
        self.figure.setVisible(bool(self.figure.names))
        self._follow_rows()

    def _follow_rows(self) -> None:
        """Give the table the height that it needs, and the figure the rest; a long table has the larger share."""
        room = self._parts.height()
        if self._parts.is_kept or self.figure.isHidden() or room <= 0:
            return
        note = self.note.heightForWidth(self.table.width()) if self.note.text() else 0
        wanted = self.title.sizeHint().height() + self.table.wanted_height + note + 3 * self._spacing
        above = min(wanted, max(round(room * TABLE_SHARE), room - self.figure.wanted_height))
        self._parts.setSizes([above, room - above])

    def _arrange(self, splitter: QSplitter) -> None:
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
                "Copy as TSV in the displayed order; only the selected rows if there are several (Ctrl+C in the table)",
            ),
            (self.save_button, "Save all tables as TSV, JSON or LaTeX, as the command does (Ctrl+Shift+T)"),
            (self.save_figures_button, "Save all figures as SVG, PDF and PNG for print, light and dark (Ctrl+Shift+P)"),
            (self.copy_command_button, "Copy the command that makes the same tables"),
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
        splitter.addWidget(self.list)
        splitter.addWidget(self._parts)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([170, 800])
        below.addWidget(self.command, 1)
        below.addWidget(self.copy_command_button)
        buttons = FlowLayout()
        for button in (self.copy_button, self.save_button, self.save_figures_button):
            buttons.addWidget(button)
        in_column(self, (splitter, 1), buttons, below, margins=(8, 6, 8, 6))


class ResultSaver(QObject):
    """Asks for a file and writes tables or figures, as the command does.

    Signals:
        reported: a message about written files.
        failed: the error for which nothing was written.
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
        """Choose a file and write all tables into it."""
        from meantree.reporting.table_text import experiment_text

        result = self.experimenting.result
        if result is None:
            self.failed.emit(UsageError(NO_RESULT))
            return
        path = self._tables.ask(proposed_name(self._corpus, "experiments"))
        if path is not None:
            form: TableFormat = path.suffix.lower().removeprefix(".")  # type: ignore[assignment]  # one of FORMS
            self._write(lambda _work: write_text(path, experiment_text(result.tables, form)), f"Written: {_name(path)}")

    def save_figure(self) -> None:
        """Choose a file and write the current figure into it, for print."""
        from meantree.reporting.figures.canvas import save_figure
        from meantree.reporting.figures.figure_style import PRINT

        name = self.figure.name
        path = self._figure.ask(proposed_name(name)) if name else None
        if path is not None:
            chart = self.figure.chart(PRINT)
            if chart is not None:
                self._write(lambda _work: save_figure(chart, PRINT, path), f"Written: {_name(path)}")

    def save_figures(self) -> None:
        """Choose a folder and write the figures of all tables into it."""
        result = self.experimenting.result
        if result is None:
            self.failed.emit(UsageError(NO_RESULT))
            return
        folder = ask_folder(self.window, "Save all figures into a folder")
        if folder is not None:
            self._draw(folder)

    def _draw(self, folder: Path) -> None:
        result = self.experimenting.result
        tables = result.tables if result is not None else ()

        def draw(work: Work) -> list[Path]:
            from meantree.reporting.figures.table_charts import save_figures

            return save_figures(tables, folder, work)

        def tell(written: list[Path]) -> None:
            self.reported.emit(f"{counted(len(written), 'file')} written into {_name(folder)}")

        self.experimenting.workspace.background.run(draw, tell, self.failed.emit)

    def _write(self, write: Callable[[Work], object], message: str) -> None:
        self.experimenting.workspace.background.run(
            write, lambda _nothing: self.reported.emit(message), self.failed.emit
        )

    @property
    def _corpus(self) -> str:
        corpus = self.experimenting.workspace.corpus
        return corpus.name if corpus is not None else ""


def _name(path: Path) -> str:
    return escaped(str(path))
