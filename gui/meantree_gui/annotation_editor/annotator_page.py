"""Who annotates: asked before the first edit of a project, so that nobody works in another's name."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QGridLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from meantree.escaping import escaped
from meantree.project.annotation import AUTOMATIC

LONGEST_NAME = 80
NAMES_IN_A_ROW = 4
MOST_NAMES = 24
TITLE = "Who annotates?"
ABOUT = "Annotations are saved under your name, apart from those of others. This project remembers the name."


class AnnotatorPage(QWidget):
    """A field for a name; those who annotated before are buttons below it.

    Signals:
        chosen: the name.
        left: nobody was named, and somebody annotates already.
    """

    chosen = Signal(str)
    left = Signal()

    def __init__(self, title: str = TITLE, about: str = ABOUT) -> None:
        super().__init__()
        self.field = QLineEdit()
        self.field.setMaxLength(LONGEST_NAME)
        self.field.setMaximumWidth(360)
        self.field.setAccessibleName("Name of the annotator")
        self.field.setPlaceholderText("Type your name and press Return")
        self.setFocusProxy(self.field)
        self.note = QLabel()
        self._names: tuple[str, ...] = ()
        self._confirmed = self._gold = ""
        self._people = QGridLayout()
        self._arrange(title, about)
        self.field.returnPressed.connect(self._accept)
        self.field.textEdited.connect(lambda _text: self._say(""))
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.left)

    def ask(self, names: Sequence[str], likely: str = "", gold: str = "") -> None:
        """Begin with the likely name in the field, and offer those names, without the gold standard's."""
        self._names, self._confirmed = tuple(name for name in names if name not in (AUTOMATIC, gold)), ""
        self._gold = gold
        self.field.setText(likely)
        self.field.selectAll()
        self._say("")
        while (item := self._people.takeAt(0)) is not None:
            button = item.widget()
            if button is not None:
                button.deleteLater()
        last: QWidget = self.field
        for place, name in enumerate(self._names[:MOST_NAMES]):
            button = QPushButton(escaped(name).replace("&", "&&"))
            button.setAutoDefault(True)
            button.clicked.connect(lambda _checked=False, name=name: self.chosen.emit(name))
            self._people.addWidget(button, place // NAMES_IN_A_ROW, place % NAMES_IN_A_ROW)
            self.setTabOrder(last, button)
            last = button

    def _accept(self) -> None:
        name = " ".join(self.field.text().split())
        similar = [one for one in self._names if one.casefold() == name.casefold()]
        if not name:
            self._say("Enter a name: your annotations are saved under it.")
        elif name != escaped(name):
            self._say(f"The name contains invisible characters: {escaped(name)}")
        elif name.casefold() == AUTOMATIC:
            self._say(f"“{AUTOMATIC}” is the name of the automatic annotator; choose another one.")
        elif name and name == self._gold:
            self._say(f"“{name}” is the gold standard itself, which adjudication makes; enter your own name.")
        elif similar and name not in similar and name != self._confirmed:
            self._confirmed = name
            self._say(f"“{similar[0]}” has annotated here. To be another annotator, “{name}”, press Return again.")
        else:
            self.chosen.emit(name)

    def _say(self, text: str) -> None:
        self.note.setText(text)

    def _arrange(self, question: str, reason: str) -> None:
        title, about = QLabel(question), QLabel(reason)
        title.setProperty("role", "title")
        title.setBuddy(self.field)
        for label in (about, self.note):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        about.setProperty("role", "muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(40, 24, 40, 24)
        column.addStretch(1)
        for widget in (title, about, self.field, self.note):
            column.addWidget(widget)
        column.addLayout(self._people)
        self._people.setColumnStretch(NAMES_IN_A_ROW, 1)
        column.addStretch(2)
