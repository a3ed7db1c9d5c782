"""The question who annotates: asked before the first edit of a project, so that nobody edits in another's name."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QGridLayout, QLineEdit, QPushButton, QWidget

from meantree.annotation.error_annotation import is_tool
from meantree.escaping import escaped
from meantree_gui.rules_dialog import LONGEST_NAME
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.labels import plain_label

NAMES_IN_A_ROW = 4
MAX_NAMES = 24
"""Annotators who have a button."""
TITLE = "Who annotates?"
ABOUT = (
    "Annotations are saved under your name, separately from those of other annotators. "
    "It is remembered for this file where it is."
)


class AnnotatorPage(QWidget):
    """A field for a name, with buttons for the annotators of the project.

    Signals:
        chosen: a name was chosen.
        left: Esc was pressed.
    """

    chosen = Signal(str)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.field = QLineEdit()
        self.field.setMaxLength(LONGEST_NAME)
        self.field.setMaximumWidth(360)
        self.field.setAccessibleName("Name of the annotator")
        self.field.setPlaceholderText("Type your name and press Return")
        self.setFocusProxy(self.field)
        self.note = plain_label(role="", wrapped=True)
        self._names: tuple[str, ...] = ()
        self._confirmed = self._gold = ""
        self._people = QGridLayout()
        title, about = plain_label(TITLE, role="title"), plain_label(ABOUT, wrapped=True)
        title.setBuddy(self.field)
        column = in_column(self, 1, title, about, self.field, self.note, self._people, margins=(40, 24, 40, 24))
        self._people.setColumnStretch(NAMES_IN_A_ROW, 1)
        column.addStretch(2)
        self.field.returnPressed.connect(self._accept)
        self.field.textEdited.connect(lambda _text: self.note.clear())
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.left)

    def ask(self, names: Sequence[str], gold: str = "") -> None:
        """Empty the field, and offer these names without the gold standard's."""
        self._names, self._confirmed = tuple(name for name in names if name != gold), ""
        self._gold = gold
        self.field.clear()
        self.note.clear()
        while (item := self._people.takeAt(0)) is not None:
            button = item.widget()
            if button is not None:
                button.deleteLater()
        last: QWidget = self.field
        for place, name in enumerate(self._names[:MAX_NAMES]):
            button = QPushButton(escaped(name).replace("&", "&&"))
            button.setAutoDefault(True)
            button.clicked.connect(lambda _checked=False, name=name: self.chosen.emit(name))
            self._people.addWidget(button, place // NAMES_IN_A_ROW, place % NAMES_IN_A_ROW)
            self.setTabOrder(last, button)
            last = button

    def _accept(self) -> None:
        name = " ".join(self.field.text().split())
        similar = [known for known in self._names if known.casefold() == name.casefold()]
        fault = ""
        if not name:
            fault = "Enter a name: your annotations are saved under it."
        elif name != escaped(name):
            fault = f"The name contains invisible characters: {escaped(name)}"
        elif is_tool(name.casefold()):
            fault = f"“{name}” is the name of no person; choose another one."
        elif name == self._gold:
            fault = f"“{name}” is the name of the gold standard, which adjudication creates; enter your own name."
        elif similar and name not in similar and name != self._confirmed:
            self._confirmed = name
            fault = f"“{similar[0]}” has annotated here. To annotate as “{name}” instead, press Return again."
        self.note.setText(fault)
        if not fault:
            self.chosen.emit(name)
