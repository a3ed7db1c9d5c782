"""Texts that are typed or pasted: a sentence and its translations, or one text alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

if TYPE_CHECKING:
    from meantree.corpus.corpus import Corpus

SYSTEM, OTHER, REFERENCE = "translation", "second translation", "reference"
BOXES = {
    SYSTEM: "Translation, or a text alone, of which the tree is drawn",
    REFERENCE: "Reference: a good translation to compare with",
    OTHER: "A second translation, if there is one",
    "source": "Source, if there is one",
}


class PasteDialog(QDialog):
    """A box for each text. A line is a segment; where boxes have other numbers of lines, each text is one segment."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Open texts")
        self.resize(640, 480)
        self.boxes: dict[str, QPlainTextEdit] = {}
        self.fault = QLabel()
        column = QVBoxLayout(self)
        for name, title in BOXES.items():
            box, label = _Box(), QLabel(title)
            label.setBuddy(box)
            box.setAccessibleName(title)
            self.boxes[name] = box
            column.addWidget(label)
            column.addWidget(box, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column.addWidget(self.fault)
        column.addWidget(buttons)

    def corpus(self) -> Corpus | None:
        """The texts as a corpus; None if there is no translation."""
        from meantree.corpus.formats.plain_text import pasted_corpus

        texts = {name: box.toPlainText() for name, box in self.boxes.items()}
        hypotheses = {name: texts[name] for name in (SYSTEM, OTHER)}
        return pasted_corpus(hypotheses, {REFERENCE: texts[REFERENCE]}, texts["source"])

    def accept(self) -> None:
        """Override QDialog.accept: not without a text."""
        if self.corpus() is None:
            self.fault.setText("Type or paste a translation, or a text alone, into the first box.")
            self.boxes[SYSTEM].setFocus()
        else:
            super().accept()

    @classmethod
    def ask(cls, parent: QWidget | None = None) -> Corpus | None:
        """What the user typed; None if they think better of it."""
        dialog = cls(parent)
        found = dialog.corpus() if dialog.exec() == QDialog.DialogCode.Accepted else None
        dialog.deleteLater()
        return found


class _Box(QPlainTextEdit):
    """Tab goes on to the next box; Ctrl+Return opens the texts."""

    def __init__(self) -> None:
        super().__init__()
        self.setTabChangesFocus(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QPlainTextEdit.keyPressEvent."""
        is_return = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        window = self.window()
        if is_return and event.modifiers() & Qt.KeyboardModifier.ControlModifier and isinstance(window, QDialog):
            window.accept()
        else:
            super().keyPressEvent(event)
