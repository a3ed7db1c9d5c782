"""The lists in the form of the Experiments page: experiments, and corpora with their pairwise judgements."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPoint, QRect, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QListWidget, QMenu, QPushButton, QStyle, QVBoxLayout, QWidget

from meantree.escaping import counted, escaped
from meantree_gui import theme
from meantree_gui.actions import passing_menu
from meantree_gui.file_dialogs import ask_file, ask_files, ask_folder
from meantree_gui.state.experiment_choice import ExperimentChoice
from meantree_gui.widgets.choosers import CheckList, Entry
from meantree_gui.widgets.letter_keys import LetterKeys

LEAST_ROWS, MOST_ROWS = 1, 5
"""Bounds of the number of visible corpora."""
FILES, FOLDER = "Files …", "Folder …"
SLACK = 6
"""Pixels that Qt may need around a text."""
MOST_EXPERIMENTS = 14
"""The largest number of experiments that are visible without scrolling."""


class CorporaList(QWidget):
    """The corpora, one for each language pair, and their files of pairwise judgements; the open corpus is the first."""

    def __init__(self, choice: ExperimentChoice) -> None:
        super().__init__()
        self.choice = choice
        self.list, self.file = QListWidget(), QLineEdit()
        LetterKeys(self.list)
        self.add_button, self.remove_button = QPushButton("Add …"), QPushButton("Remove")
        self.file_button = QPushButton("…")
        self._arrange()
        self.list.currentRowChanged.connect(self._show_file)
        self.add_button.clicked.connect(lambda: self.menu().popup(self._below(self.add_button)))
        self.remove_button.clicked.connect(lambda: choice.remove(self.list.currentRow()))
        self.file_button.clicked.connect(self.choose_file)
        self.file.editingFinished.connect(self.commit)

    def fill(self) -> None:
        """List the corpora."""
        pairs, row = self.choice.corpora, max(0, self.list.currentRow())
        with QSignalBlocker(self.list):
            self.list.clear()
            for place, pair in enumerate(pairs):
                judgements = pair.judgements
                size = counted(len(pair.corpus.segments), "segment")
                self.list.addItem(f"{escaped(judgements.name)} · {size}")
                kinds = ", ".join(map(escaped, judgements.kinds)) or "none"
                where = escaped(str(pair.path)) if pair.path is not None else "the open corpus"
                self.list.item(place).setToolTip(f"{where}\nratings: {kinds}")
            self.list.setCurrentRow(min(row, len(pairs) - 1))
        rows = min(MOST_ROWS, max(LEAST_ROWS, len(pairs)))
        self.list.setFixedHeight(rows * max(20, self.list.sizeHintForRow(0)) + 2 * self.list.frameWidth() + 4)
        self._show_file(self.list.currentRow())

    def menu(self) -> QMenu:
        """Return the menu of what can be added."""
        menu = passing_menu(self)
        menu.addAction(FILES, self.choose_files)
        menu.addAction(FOLDER, self.choose_folder)
        return menu

    def choose_files(self) -> None:
        """Add files or projects, each as a corpus."""
        self.choice.add(ask_files(self.window(), "Add a corpus for each language pair"))

    def choose_folder(self) -> None:
        """Add the files of a folder as one corpus."""
        folder = ask_folder(self.window(), "Add the corpus of a folder")
        self.choice.add([folder] if folder is not None else [])

    def choose_file(self) -> None:
        """Choose the pairwise judgements of the corpus of the current row."""
        path = ask_file(self.window(), "Pairwise judgements (id, better, worse) or a ranking")
        if path is not None:
            self.choice.set_preferences(self.list.currentRow(), str(path))

    def commit(self) -> None:
        """Apply the name of a file that is being typed."""
        row, text = self.list.currentRow(), self.file.text().strip()
        if row >= 0 and text != self._file_of(row):
            self.choice.set_preferences(row, text)

    def _file_of(self, row: int) -> str:
        files = self.choice.inputs.preferences
        return files[row] if 0 <= row < len(files) else ""

    def _show_file(self, row: int) -> None:
        is_typed = self.file.hasFocus() and self.file.isModified()
        if self.file.text() != self._file_of(row) and not is_typed:
            self.file.setText(self._file_of(row))
        self.file.setToolTip(escaped(self.file.text()))
        self.remove_button.setEnabled(row > 0)
        for widget in (self.file, self.file_button, self.add_button):
            widget.setEnabled(row >= 0)

    def _below(self, widget: QWidget) -> QPoint:
        return widget.mapToGlobal(widget.rect().bottomLeft())

    def _arrange(self) -> None:
        self.list.setAccessibleName("Corpora, one for each language pair")
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.file.setAccessibleName("File of pairwise judgements of this corpus")
        self.file.setPlaceholderText("no pairwise judgements")
        self.file_button.setAccessibleName("Choose the file of pairwise judgements")
        self.file_button.setToolTip(
            "Choose the pairwise judgements of the current corpus: a file with id, better, worse"
        )
        self.file_button.setFixedWidth(self.file_button.fontMetrics().horizontalAdvance("m") * 3)
        self.add_button.setToolTip("Add a corpus for each further language pair, for leave-one-language-out")
        buttons, files, column = QHBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        for button in (self.add_button, self.remove_button, self.file_button):
            button.setAutoDefault(True)
        buttons.addWidget(self.add_button)
        buttons.addWidget(self.remove_button)
        files.addWidget(self.file, 1)
        files.addWidget(self.file_button)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addWidget(self.list)
        column.addLayout(buttons)
        column.addLayout(files)


def fit_titles(rows: QListWidget) -> None:
    """Make each row as high as its wrapped title; Qt's own heights cut titles that narrowly miss a line."""
    style, metrics = rows.style(), rows.fontMetrics()
    margin = style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, None, rows) + 1
    mark = style.pixelMetric(QStyle.PixelMetric.PM_IndicatorWidth, None, rows) + 2 * margin
    flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft
    with QSignalBlocker(rows):  # no entry is checked by this
        for place in range(rows.count()):
            item = rows.item(place)
            is_marked = item.data(Qt.ItemDataRole.CheckStateRole) is not None
            room = rows.viewport().width() - 2 * (margin + rows.spacing()) - SLACK - (mark if is_marked else 0)
            text = metrics.boundingRect(QRect(0, 0, max(40, room), 10_000), int(flags), item.text())
            size = QSize(0, text.height() + 2)
            if item.sizeHint() != size:
                item.setSizeHint(size)


class ExperimentList(CheckList):
    """The experiments; those that cannot be run are grey, and can be current but not checked."""

    def __init__(self) -> None:
        super().__init__("Experiments")
        self.setWordWrap(True)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)  # Qt would cut titles that fit on a second line
        self._entries: tuple[Entry, ...] = ()

    def fill(self, entries: Iterable[Entry]) -> None:
        """Override CheckList.fill."""
        self._entries = tuple(entries)
        super().fill(Entry(entry.name, entry.title, entry.checked) for entry in self._entries)
        fit_titles(self)
        self.refresh()

    def refresh(self) -> None:
        """Set flags, colours and tooltips of the rows."""
        with QSignalBlocker(self):
            for row, entry in enumerate(self._entries):
                item = self.item(row)
                if entry.why_not:
                    item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsUserCheckable)
                    item.setForeground(QColor(theme.current().muted))
                item.setToolTip(self._tip(row))

    def _tip(self, row: int) -> str:
        """Return the title of a row, or why it cannot be run."""
        if not 0 <= row < len(self._entries):
            return ""
        entry = self._entries[row]
        return f"{entry.title}: {entry.why_not}." if entry.why_not else entry.title

    def why_not(self, row: int) -> str:
        """Return why the experiment of a row cannot be run; empty if it can."""
        return self._entries[row].why_not if 0 <= row < len(self._entries) else ""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QListWidget.resizeEvent: adapt the heights of the titles."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            fit_titles(self)
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Override CheckList.sizeHint: the height of all rows."""
        rows = range(min(MOST_EXPERIMENTS, self.count()))
        heights = [self.visualItemRect(self.item(row)).height() + 2 * self.spacing() for row in rows]
        return QSize(super().sizeHint().width(), max(40, sum(heights) + 2 * self.frameWidth() + 4))
