"""The dialog that asks what the columns of a table mean, or which languages of a TMX are read."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QDialog, QFormLayout, QLabel, QScrollArea, QWidget

from meantree.errors import ColumnsError
from meantree_gui.dialogs import DialogButton, dialog_buttons, is_answered
from meantree_gui.widgets.boxes import in_column

if TYPE_CHECKING:
    from collections.abc import Mapping

UNREAD: Final = "not read"
_NAMED: Final = ("reference", "hypothesis")
"""Meanings of several columns, which then keep their names, as those of scores always do."""
_RATING: Final = "rating"


class ColumnDialog(QDialog):
    """A row for each column, with its meaning as far as it is known."""

    def __init__(self, error: ColumnsError, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        path = error.problem.path
        self.setWindowTitle("Columns" if path is None else f"Columns of {path.name}")
        self.resize(480, 400)
        self.meanings: dict[str, QComboBox] = {}
        self.fault = QLabel()
        rows, form = QWidget(), QFormLayout()
        known = Counter(error.columns.values())
        for name, guess in error.columns.items():
            box = QComboBox()
            box.addItems([UNREAD, *error.meanings])
            box.setCurrentText(guess if guess and known[guess] == 1 else UNREAD)
            box.setAccessibleName(f"Meaning of {name}")
            label = QLabel(name)
            label.setTextFormat(Qt.TextFormat.PlainText)
            form.addRow(label, box)
            self.meanings[name] = box
        rows.setLayout(form)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(rows)
        intro = QLabel("What do the columns of this file hold?")
        in_column(self, intro, (area, 1), self.fault, dialog_buttons(self, DialogButton.Open))

    def columns(self) -> dict[str, str]:
        """Return what the columns mean, by name; empty for what is not read."""
        chosen = {name: box.currentText() for name, box in self.meanings.items()}
        counts = Counter(chosen.values())
        keep = {_RATING, *(role for role in _NAMED if counts[role] > 1)}
        full = {name: f"{role}:{name}" if role in keep else role for name, role in chosen.items()}
        return {name: "" if role == UNREAD else role for name, role in full.items()}

    def accept(self) -> None:
        """Override QDialog.accept: require a text, and one column of each other meaning."""
        counts = Counter(box.currentText() for box in self.meanings.values())
        twice = [role for role, count in counts.items() if count > 1 and role not in (UNREAD, _RATING, *_NAMED)]
        if twice:
            self.fault.setText(f"Choose {twice[0]} for one column only.")
        elif not any(counts[role] for role in (_RATING, *_NAMED)):
            self.fault.setText("Say which column has the translations (hypothesis), or scores (rating).")
        else:
            super().accept()

    @classmethod
    def ask(cls, error: ColumnsError, parent: QWidget | None = None) -> Mapping[str, str] | None:
        """Return what the user says, ``None`` if it is cancelled."""
        dialog = cls(error, parent)
        return dialog.columns() if is_answered(dialog) else None
