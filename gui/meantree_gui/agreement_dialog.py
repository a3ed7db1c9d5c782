"""The dialog of inter-annotator agreement: its tables, its figure, and the annotators compared."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtWidgets import QDialog, QLabel, QListWidget, QPushButton, QSplitter, QWidget

from meantree.agreement.pooled_annotations import read_pooled
from meantree.agreement.project_agreement import project_agreement
from meantree.errors import MeantreeError
from meantree.escaping import escaped, listed
from meantree.evaluation.value_table import ValueTable
from meantree.files import PROJECT, proposed_name, write_bytes
from meantree.reporting.agreement_tables import agreement_json, agreement_tables
from meantree.reporting.table_text import tables_tsv
from meantree_gui.dialogs import ask_files, dialog_buttons
from meantree_gui.exporting import Destination
from meantree_gui.settings import Settings
from meantree_gui.widgets.boxes import in_column, in_row
from meantree_gui.widgets.choosers import CheckList, Entry, LetterKeys
from meantree_gui.widgets.figure_view import DrawnFigure
from meantree_gui.widgets.sorted_table import SortedTable

if TYPE_CHECKING:
    from meantree.agreement.project_agreement import ProjectAgreement
    from meantree.reporting.figures.canvas import Chart, Size
    from meantree.reporting.figures.figure_style import FigureStyle
    from meantree.work import Work
    from meantree_gui.background import Background

    AgreementChart = Callable[[FigureStyle, Size | None], Chart]

FORMS: Final = {".tsv": "Tab-separated tables", ".json": "JSON", ".xlsx": "Workbook"}
FIGURES: Final = {".svg": "SVG", ".pdf": "PDF", ".png": "PNG"}
SORTING: Final = "Press S to sort by the current column."


class AgreementDialog(QDialog):
    """Shows tables and figures of agreement to ``viewer``, without blocking the program.

    Signals:
        wanted: the segment and system of a chosen row.
    """

    wanted = Signal(str, str)

    def __init__(
        self, agreement: ProjectAgreement, background: Background, settings: Settings, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Inter-annotator agreement")
        self.resize(1040, 640)
        self.background, self.settings, self.agreement, self.viewer = background, settings, agreement, ""
        self.list, self.note, self.annotators = QListWidget(), QLabel(), AnnotatorList()
        LetterKeys(self.list)
        self.table, self.figure = SortedTable("Agreement"), DrawnFigure(background)
        self.tables: list[ValueTable] = []
        self.message = QLabel()
        self.add = QPushButton("Add files …")
        self.save, self.save_figure = QPushButton("Save tables …"), QPushButton("Save figure …")
        self._arrange()
        self.list.currentRowChanged.connect(self._show)
        self.annotators.chosen.connect(lambda: self.compare(self.agreement.pool.paths))
        self.table.entered_row.connect(self._enter)
        self.table.doubleClicked.connect(self._enter)
        self.add.clicked.connect(self._add_files)
        self.save.clicked.connect(self._save_tables)
        self.save_figure.clicked.connect(self._save_figure)
        self.annotators.offer(list(agreement.pool.work))
        self.show_agreement(agreement)

    def _arrange(self) -> None:
        for label in (self.note, self.message):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setProperty("role", "muted")
        self.list.setAccessibleName("Tables")
        self.list.setMinimumWidth(190)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # long names are elided
        self.add.setToolTip("Compare with annotators of other projects with the same texts")
        for button in (self.add, self.save, self.save_figure):
            button.setAutoDefault(False)  # Return opens a segment
        parts = QSplitter(Qt.Orientation.Vertical)
        parts.addWidget(self.figure)
        parts.addWidget(self.table)
        parts.setStretchFactor(0, 3)
        parts.setStretchFactor(1, 2)
        parts.setChildrenCollapsible(False)
        choices, side = QWidget(), QWidget()
        in_column(choices, (self.list, 1), self.annotators, margins=(0, 0, 0, 0))
        in_column(side, self.note, (parts, 1), margins=(0, 0, 0, 0))
        both = QSplitter(Qt.Orientation.Horizontal)
        both.addWidget(choices)
        both.addWidget(side)
        both.setStretchFactor(1, 1)
        both.setChildrenCollapsible(False)
        both.setSizes([230, 810])
        close = dialog_buttons(self)
        row = in_row(None, self.add, self.save, self.save_figure, (self.message, 1), close)
        in_column(self, (both, 1), row)

    def show_agreement(self, agreement: ProjectAgreement) -> None:
        """Show the agreement in the present table."""
        row = max(0, self.list.currentRow())
        self.agreement = agreement
        self.tables = list(agreement_tables(agreement))
        self.list.blockSignals(True)
        self.list.clear()
        self.list.addItems([escaped(table.title) for table in self.tables])
        self.list.blockSignals(False)
        self.list.setCurrentRow(min(row, len(self.tables) - 1))
        self._show_message("; ".join(map(str, agreement.pool.problems[:3])))

    def _figure(self, row: int) -> tuple[tuple[str, ...], AgreementChart | None]:
        """Return the name of a table's figure, also for files, and the figure, ``None`` if there is none."""
        agreement, name = self.agreement, self.tables[row].name
        if name != "confusion":
            return (), None
        of_roles = [pair for pair in agreement.pairs if not agreement.is_automatic(pair)]
        pair = of_roles[sum(table.name == name for table in self.tables[:row])]

        def confusion(style: FigureStyle, size: Size | None) -> Chart:
            from meantree.reporting.figures.matrices import SIZE, confusion_chart

            return confusion_chart(pair, style, size or SIZE)

        return (name, *pair.names), confusion

    def _show(self, row: int) -> None:
        if not 0 <= row < len(self.tables):
            return
        table, (name, chart) = self.tables[row], self._figure(row)
        self.table.show_table(table)
        self.note.setText(escaped(table.note))
        self.figure.setVisible(chart is not None)
        self.figure.setAccessibleName(" ".join(name))
        self.figure.show_chart(None)  # the last one is of other annotators
        self.figure.show_chart(chart)
        self.save_figure.setEnabled(chart is not None)
        self._show_message(f"Press Return to open the segment. {SORTING}" if table.name == "segments" else SORTING)

    def _enter(self, index: QModelIndex) -> None:
        if self.table.table.name == "segments" and index.isValid():
            segment, system, *_ = self.table.rows.rows[index.row()]
            self.wanted.emit(str(segment), str(system))

    def _add_files(self) -> None:
        paths = ask_files(self, "Compare with", f"Projects (*{PROJECT})")
        if paths:
            self.compare([*self.agreement.pool.paths, *paths])

    def compare(self, paths: Sequence[Path]) -> None:
        """Compare the checked annotators of these files in the background."""
        excluded = set(self.annotators.names) - set(self.annotators.checked)

        def compare(work: Work) -> tuple[ProjectAgreement, list[str]]:
            pool = read_pooled(paths, self.viewer)
            chosen = [name for name in pool.work if name not in excluded]
            return project_agreement(pool.only(chosen), work=work), list(pool.work)

        self._show_message(f"Comparing the annotators of {listed(path.name for path in paths)} …")
        self.background.run(compare, self._take, self._fail)

    def _take(self, answer: tuple[ProjectAgreement, list[str]]) -> None:
        agreement, annotators = answer
        if agreement.is_empty:
            self._refuse("no translation has been finished by two of these annotators")
            return
        self.annotators.offer(annotators)
        self.show_agreement(agreement)

    def _save_tables(self) -> None:
        path = Destination("agreement", FORMS, self.settings, self).ask(self._proposed("agreement"))
        if path is not None:
            self._attempt(path, lambda: write_bytes(path, self._content(path.suffix.lower())))

    def _content(self, suffix: str) -> bytes:
        """Return the tables as a file with that extension."""
        from meantree.reporting.formats.workbook import tables_workbook

        tables = list(agreement_tables(self.agreement, whole=True))
        if suffix == ".xlsx":
            return tables_workbook(tables, self.windowTitle())
        return (agreement_json(self.agreement) if suffix == ".json" else tables_tsv(tables)).encode()

    def _save_figure(self) -> None:
        from meantree.reporting.figures.canvas import save_figure
        from meantree.reporting.figures.figure_style import PRINT

        name, chart = self._figure(self.list.currentRow())
        if chart is None:
            return
        path = Destination("figure", FIGURES, self.settings, self).ask(self._proposed(*name))
        if path is not None:
            self._attempt(path, lambda: save_figure(chart(PRINT, None), PRINT, path))

    def _attempt(self, path: Path, write: Callable[[], None]) -> None:
        try:
            write()
        except MeantreeError as error:
            self._show_message(str(error))
        else:
            self._show_message(f"Written: {escaped(path.name)}")

    def _proposed(self, *parts: str) -> str:
        return proposed_name(*(path.stem for path in self.agreement.pool.paths[:1]), *parts)

    def _refuse(self, why: str) -> None:
        """Report why nothing else is compared, and restore the checks."""
        self.annotators.check(self.agreement.pool.work)
        self._show_message(f"{why}; the tables still compare {listed(self.agreement.pool.work)}")

    def _fail(self, error: BaseException) -> None:
        self._refuse(str(error))
        if not isinstance(error, MeantreeError):
            self.background.failed.emit(error)

    def _show_message(self, text: str) -> None:
        self.message.setText(text)


PAUSE: Final = 400
"""Milliseconds to wait after a check: several are often changed together."""


class AnnotatorList(CheckList):
    """The annotators to compare; press Space to check or uncheck one.

    Signals:
        chosen: the checks changed, emitted some time after the last change.
    """

    chosen = Signal()

    def __init__(self) -> None:
        super().__init__("Annotators to compare")
        self.names: tuple[str, ...] = ()
        self.setToolTip("The annotators to compare; press Space to check or uncheck one")
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self.chosen)
        self.toggled.connect(self._timer.start)

    def offer(self, names: Sequence[str]) -> None:
        """Show these annotators; unchecked ones and the current one stay so."""
        if tuple(names) == self.names:
            return
        before, row, checked = self.names, self.currentRow(), self.checked
        current = before[row] if 0 <= row < len(before) else None
        self.names = tuple(names)
        self.fill(Entry(name, escaped(name), name in checked or name not in before) for name in names)
        self.setCurrentRow(names.index(current) if current in names else -1)
        self.setVisible(len(names) > 2)

    def check(self, names: Collection[str]) -> None:
        """Check these annotators only, without a signal, unless the user is changing the checks."""
        if not self._timer.isActive():
            self.fill(Entry(name, escaped(name), name in names) for name in self.names)
