"""The corpora of a round robin, one a language pair, and the file of people's preferences of each."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from meantree.escaping import counted, escaped
from meantree_gui.actions import passing_menu
from meantree_gui.state.experiment_choice import ExperimentChoice

LEAST_ROWS, MOST_ROWS = 1, 5
FILES, FOLDER = "Files …", "A folder …"


class CorporaList(QWidget):
    """The open corpus stands first and stays."""

    def __init__(self, choice: ExperimentChoice) -> None:
        super().__init__()
        self.choice = choice
        self.list, self.file = QListWidget(), QLineEdit()
        self.add_button, self.remove_button = QPushButton("Add …"), QPushButton("Remove")
        self.file_button = QPushButton("…")
        self._arrange()
        self.list.currentRowChanged.connect(self._show_file)
        self.add_button.clicked.connect(lambda: self.menu().popup(self._below(self.add_button)))
        self.remove_button.clicked.connect(lambda: choice.remove(self.list.currentRow()))
        self.file_button.clicked.connect(self.choose_file)
        self.file.editingFinished.connect(self.settle)

    def fill(self) -> None:
        """Show what there is."""
        pairs, row = self.choice.pairs, max(0, self.list.currentRow())
        with QSignalBlocker(self.list):
            self.list.clear()
            for place, pair in enumerate(pairs):
                judgements = pair.judgements
                size = counted(len(pair.corpus.segments), "segment")
                self.list.addItem(f"{escaped(judgements.name)} · {size}")
                kinds = ", ".join(map(escaped, judgements.kinds)) or "none"
                where = escaped(str(pair.path)) if pair.path is not None else "open in the window"
                self.list.item(place).setToolTip(f"{where}\nratings: {kinds}")
            self.list.setCurrentRow(min(row, len(pairs) - 1))
        rows = min(MOST_ROWS, max(LEAST_ROWS, len(pairs)))
        self.list.setFixedHeight(rows * max(20, self.list.sizeHintForRow(0)) + 2 * self.list.frameWidth() + 4)
        self._show_file(self.list.currentRow())

    def menu(self) -> QMenu:
        """What can be added."""
        menu = passing_menu(self)
        menu.addAction(FILES, self.choose_files)
        menu.addAction(FOLDER, self.choose_folder)
        return menu

    def choose_files(self) -> None:
        """Add files or projects, each a corpus of its own."""
        names, _ = QFileDialog.getOpenFileNames(self.window(), "Add a corpus for each language pair")
        self.choice.add([Path(name) for name in names])

    def choose_folder(self) -> None:
        """Add what is in a folder as one corpus."""
        name = QFileDialog.getExistingDirectory(self.window(), "Add the corpus of a folder")
        self.choice.add([Path(name)] if name else [])

    def choose_file(self) -> None:
        """Choose people's preferences of the corpus of the current row."""
        name, _ = QFileDialog.getOpenFileName(self.window(), "People's preferences: id, better, worse; or a ranking")
        if name:
            self.choice.prefer(self.list.currentRow(), name)

    def settle(self) -> None:
        """Take in the name of a file that is being typed."""
        row, text = self.list.currentRow(), self.file.text().strip()
        if row >= 0 and text != self._file_of(row):
            self.choice.prefer(row, text)

    def _file_of(self, row: int) -> str:
        named = self.choice.wish.preferences
        return named[row] if 0 <= row < len(named) else ""

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
        self.file.setAccessibleName("File of preferences of this corpus")
        self.file.setPlaceholderText("no file of preferences")
        self.file_button.setAccessibleName("Choose the file of preferences")
        self.file_button.setToolTip("Choose people's preferences of the corpus of the current row: id, better, worse")
        self.file_button.setFixedWidth(self.file_button.fontMetrics().horizontalAdvance("m") * 3)
        self.add_button.setToolTip("Add a corpus for each further language pair, for round robins")
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
