"""The left panel: system, filter line, table of segments."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QLabel, QLineEdit, QMenu, QTableView, QVBoxLayout, QWidget

from meantree_gui.cells import CellDelegate
from meantree_gui.command import Command
from meantree_gui.popup import passing_menu
from meantree_gui.segments.model import TEXT_COLUMNS, SegmentModel, SegmentProxy
from meantree_gui.state.filtering import Filtering
from meantree_gui.state.selection import Selection

WIDTHS = {0: 28, 1: 80, 2: 80}
SCORE_WIDTH, TITLE_PAD = 51, 14
PAUSE_MS = 150
"""The table waits this long after a key in the filter line."""


class SegmentTable(QTableView):
    """J and K walk the rows like arrow down and up."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QTableView.keyPressEvent."""
        step = {Qt.Key.Key_J: 1, Qt.Key.Key_K: -1}.get(Qt.Key(event.key()))
        if step is None or event.modifiers() != Qt.KeyboardModifier.NoModifier:
            super().keyPressEvent(event)
            return
        self.selectRow(min(self.model().rowCount() - 1, max(0, self.currentIndex().row() + step)))


class SegmentPanel(QWidget):
    """Shows and chooses segments.

    Signals:
        wanted: it is to be seen, if it was closed.
    """

    wanted = Signal()

    def __init__(self, selection: Selection, filtering: Filtering) -> None:
        super().__init__()
        self.selection, self.scoring, self.workspace = selection, selection.scoring, selection.workspace
        self.filtering = filtering
        self.setMinimumWidth(190)
        self.model = SegmentModel(selection)
        self.proxy = SegmentProxy(self.model, filtering)
        self.filter = QLineEdit()
        self.filter.setPlaceholderText("Filter")
        self.filter.setClearButtonEnabled(True)
        self.filter.setAccessibleName("Filter segments")
        self.count = QLabel()
        self.count.setProperty("role", "muted")
        self.chosen: dict[str, bool] = {}
        self.table = self._table()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 4, 4, 4)
        for widget in (self.filter, self.count, self.table):
            column.addWidget(widget)
        self.filter.textChanged.connect(lambda: self._pause.start())
        self.filter.returnPressed.connect(self.table.setFocus)
        self._pause.timeout.connect(self.apply_filter)
        self.table.selectionModel().currentRowChanged.connect(self._choose)
        selection.started.connect(self._arrange_columns)
        selection.segment_chosen.connect(self._follow)
        filtering.changed.connect(self._count)

    @property
    def commands(self) -> tuple[Command, ...]:
        """What can be done with the segments from everywhere."""
        return (
            Command("next_segment", "Next segment", "Go", partial(self.step, 1), ("Ctrl+Down", "Alt+Down")),
            Command("previous_segment", "Previous segment", "Go", partial(self.step, -1), ("Ctrl+Up", "Alt+Up")),
            Command("find_segment", "Filter segments", "Go", self.go_to_filter, ("Ctrl+F",)),
            Command("go_to_table", "Go to the segments", "Go", self.table.setFocus, ("F6",)),
            Command("choose_columns", "Choose columns …", "View", self.choose_columns),
        )

    def go_to_filter(self) -> None:
        """To the filter line."""
        self.wanted.emit()
        self.filter.setFocus()
        self.filter.selectAll()

    def apply_filter(self) -> None:
        """Filter by the line as it stands."""
        self._pause.stop()
        self.filtering.set_line(self.filter.text())

    def _count(self) -> None:
        if self.filtering.why_not:
            self.count.setText(self.filtering.why_not)
            return
        total, shown = self.model.rowCount(), self.proxy.rowCount()
        self.count.setText(f"{total:,} segments" + (f" · {shown:,} shown" if shown != total else ""))

    def step(self, by: int) -> None:
        """Choose the segment ``by`` rows further down."""
        rows = self.proxy.rowCount()
        if rows:
            self.table.selectRow(min(rows - 1, max(0, self.table.currentIndex().row() + by)))

    def _table(self) -> SegmentTable:
        table = SegmentTable()
        table.setModel(self.proxy)
        table.setItemDelegate(CellDelegate(table))
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setShowGrid(False)
        table.horizontalHeader().setHighlightSections(False)
        table.setWordWrap(False)
        table.setTabKeyNavigation(False)
        table.setSortingEnabled(True)
        table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(28)
        table.setAccessibleName("Segments")
        header = table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(self.choose_columns)
        header.setDefaultSectionSize(SCORE_WIDTH)
        for place, width in WIDTHS.items():
            table.setColumnWidth(place, width)
        return table

    def _arrange_columns(self) -> None:
        """Show the columns that the user chose, else those of an overview, as far as the corpus has them."""
        from meantree.metrics.registry import OVERVIEW

        for place, spec in enumerate(self.scoring.specs, start=len(TEXT_COLUMNS)):
            self.table.setColumnHidden(place, not self.chosen.get(spec, spec in OVERVIEW))
            title = str(self.model.headerData(place, Qt.Orientation.Horizontal))
            room = self.table.fontMetrics().horizontalAdvance(title) + TITLE_PAD
            self.table.setColumnWidth(place, max(SCORE_WIDTH, room))
        example = next((spec for spec in self.scoring.specs if spec in OVERVIEW), "")
        self.filter.setPlaceholderText(f"Filter: words, {example} < .4")
        self.filter.setToolTip(f"Words that must occur, and ranges such as  {example} < .4  (Ctrl+F)")
        corpus = self.workspace.corpus
        if corpus is not None:
            self.table.setColumnHidden(1, not any(corpus.documents))
            longest = max((segment.id for segment in corpus.segments), key=len, default="")
            room = self.table.fontMetrics().horizontalAdvance(f"✓ {longest}") + 16
            self.table.setColumnWidth(0, min(110, max(28, room)))

    def _show_column(self, place: int, shown: bool) -> None:
        self.table.setColumnHidden(place, not shown)
        if place >= len(TEXT_COLUMNS):
            self.chosen[self.scoring.specs[place - len(TEXT_COLUMNS)]] = shown

    def columns_menu(self) -> QMenu:
        """A menu to show and hide columns."""
        menu = passing_menu(self)
        for place in range(self.model.columnCount()):
            action = QAction(str(self.model.headerData(place, Qt.Orientation.Horizontal)), menu)
            action.setCheckable(True)
            action.setChecked(not self.table.isColumnHidden(place))
            action.toggled.connect(lambda shown, place=place: self._show_column(place, shown))
            menu.addAction(action)
        return menu

    def choose_columns(self, where: QPoint | None = None) -> None:
        """Which columns the segments have; the menu opens at a point of the header."""
        self.columns_menu().popup(self.table.horizontalHeader().mapToGlobal(where or QPoint(0, 0)))

    def _choose(self, current: QModelIndex) -> None:
        if current.isValid():
            self.selection.select(self.proxy.mapToSource(current).row())

    def _follow(self) -> None:
        index = self.proxy.mapFromSource(self.model.index(self.selection.place, 0))
        if index.isValid() and index.row() != self.table.currentIndex().row():
            self.table.selectRow(index.row())
