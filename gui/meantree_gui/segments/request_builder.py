"""The request builder: examples, and choices that make a request, which the filter line then searches for."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from meantree.search.request_examples import EXAMPLES, MARKS, RELATIONS, SIDES, WORDS, SimpleRequest
from meantree_gui.dialogs import dialog_buttons
from meantree_gui.widgets.boxes import in_column, in_row
from meantree_gui.widgets.labels import plain_label


class RequestBuilder(QDialog):
    """Examples on the left, choices on the right, and below them the request, which can be edited.

    Signals:
        searched: the request to search for.
        explained: all clauses are asked for.
    """

    searched = Signal(str)
    explained = Signal()

    def __init__(self, line: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Search structure")
        self.resize(760, 520)
        self.examples, self.text = QListWidget(), QPlainTextEdit()
        self.found = plain_label("")
        self.tag, self.side, self.relation = _chooser(WORDS), _chooser(SIDES), _chooser(RELATIONS)
        self.mark, self.other_tag = _chooser(MARKS), _chooser(WORDS)
        self.lemma, self.other_lemma = QLineEdit(), QLineEdit()
        self.absent = QCheckBox("there is no such dependent")
        self.search = QPushButton("Search")
        self._arrange()
        self._connect()
        self.text.setPlainText(line)
        self._offer(False)
        self.examples.setFocus()

    def show_result(self, message: str) -> None:
        """Show how many segments the request finds, or why it cannot be read."""
        self.found.setText(message)

    def _arrange(self) -> None:
        self.examples.addItems([title for title, _ in EXAMPLES])
        self.examples.setAccessibleName("Examples")
        self.examples.setMaximumWidth(260)
        self.text.setAccessibleName("Request")
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setTabChangesFocus(True)
        self.text.setMaximumHeight(96)
        self.lemma.setPlaceholderText("any lemma, as in go")
        self.other_lemma.setPlaceholderText("any lemma, as in not")
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        rows = (
            ("Find a", _row(self.tag, self.lemma)),
            ("in", self.side),
            ("with", self.relation),
            ("that is a", _row(self.other_tag, self.other_lemma)),
            ("marked", self.mark),
            ("", self.absent),
        )
        for title, field in rows:
            form.addRow(title, field)
        left = in_column(None, QLabel("Examples"), self.examples)
        right = in_column(None, form, QLabel("Request"), self.text, self.found, 0)
        buttons = dialog_buttons(self)
        buttons.addButton(self.search, QDialogButtonBox.ButtonRole.ActionRole)
        clauses = buttons.addButton("All clauses", QDialogButtonBox.ButtonRole.HelpRole)
        clauses.clicked.connect(self.explained)
        self.search.setDefault(True)
        in_column(self, in_row(None, (left, 2), (right, 3)), buttons)

    def _connect(self) -> None:
        self.examples.currentRowChanged.connect(self._show_example)
        self.examples.itemActivated.connect(self._search)
        self.search.clicked.connect(self._search)
        self.text.textChanged.connect(lambda: self.found.setText("Return searches for the request"))
        for chooser in (self.tag, self.side, self.relation, self.mark, self.other_tag):
            chooser.activated.connect(self._compose)
        for line in (self.lemma, self.other_lemma):
            line.textEdited.connect(self._compose)
        self.absent.clicked.connect(self._compose)

    def _show_example(self, row: int) -> None:
        """Show the request of an example, and the choices that make it, so that they can be changed."""
        if row < 0:
            return
        _, request = EXAMPLES[row]
        choices = request if isinstance(request, SimpleRequest) else SimpleRequest()
        shown = (
            (self.tag, choices.tag),
            (self.side, choices.side),
            (self.relation, choices.relation),
            (self.mark, choices.mark),
            (self.other_tag, choices.other_tag),
        )
        for chooser, value in shown:
            chooser.setCurrentIndex(chooser.findData(value))
        self.lemma.setText(choices.lemma)
        self.other_lemma.setText(choices.other_lemma)
        self.absent.setChecked(choices.is_absent)
        self._offer(bool(choices.relation))
        self.text.setPlainText(str(request))

    def _compose(self) -> None:
        """Write the request of the choices."""
        request = SimpleRequest(
            self.tag.currentData(),
            self.lemma.text().strip(),
            self.side.currentData(),
            self.relation.currentData(),
            self.mark.currentData(),
            self.other_tag.currentData(),
            self.other_lemma.text().strip(),
            self.absent.isChecked(),
        )
        self._offer(bool(request.relation))
        self.text.setPlainText(str(request))

    def _offer(self, has_dependent: bool) -> None:
        for field in (self.other_tag, self.other_lemma, self.absent):
            field.setEnabled(has_dependent)

    def _search(self) -> None:
        if line := " ".join(self.text.toPlainText().split()):
            self.searched.emit(line)


def _chooser(items: Mapping[str, str]) -> QComboBox:
    chooser = QComboBox()
    for title, value in items.items():
        chooser.addItem(title, value)
    return chooser


def _row(first: QWidget, second: QWidget) -> QHBoxLayout:
    return in_row(None, first, (second, 1))
