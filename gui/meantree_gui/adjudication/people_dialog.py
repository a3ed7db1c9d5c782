"""Whose work is compared in the adjudication of a project."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from meantree.escaping import escaped
from meantree_gui.widgets.choosers import CheckList, Entry

TITLE = "Annotators who are compared"
ABOUT = (
    "Translations that two or more of them finished are listed. "
    "The project keeps the choice; the frames that all of them have begin the gold standard."
)
TOO_FEW = "Choose two or more annotators."


class PeopleDialog(QDialog):
    """A name with a box for each; Space sets it, Return takes the choice."""

    def __init__(self, people: Sequence[str], compared: Collection[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(TITLE)
        self.list, self.fault = CheckList(TITLE), QLabel()
        self.list.fill(Entry(name, escaped(name), name in compared) for name in people)
        about = QLabel(ABOUT)
        for label in (about, self.fault):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        about.setProperty("role", "muted")
        choices = QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        buttons = QDialogButtonBox(choices)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        for widget in (about, self.list, self.fault, buttons):
            column.addWidget(widget)

    def accept(self) -> None:
        """Override QDialog.accept: one alone is compared with nobody."""
        if len(self.list.checked) < 2:
            self.fault.setText(TOO_FEW)
        else:
            super().accept()


def ask_compared(people: Sequence[str], compared: Collection[str], parent: QWidget) -> tuple[str, ...] | None:
    """Ask whose work is compared; None if it shall stay as it is."""
    dialog = PeopleDialog(people, compared, parent)
    is_taken = dialog.exec() == QDialog.DialogCode.Accepted
    dialog.deleteLater()
    return dialog.list.checked if is_taken else None
