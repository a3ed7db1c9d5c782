"""The dialog in which the keys of the desk are chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from meantree_gui.actions import Keys
from meantree_gui.command import Command
from meantree_gui.preferences.keys import KeyTable


class KeysDialog(QDialog):
    """A key that two commands have cannot be kept."""

    def __init__(
        self, keys: Mapping[str, tuple[str, ...]], commands: Sequence[Command], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Annotation keys")
        self.resize(520, 620)
        self.table = KeyTable(keys, commands)
        self.edits = self.table.edits
        self.fault = QLabel()
        self.fault.setWordWrap(True)
        self.table.changed.connect(lambda: self.fault.setText(self.table.fault))
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok
            | QDialogButtonBox.StandardButton.Cancel
            | QDialogButtonBox.StandardButton.RestoreDefaults
        )
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        restore = self.buttons.button(QDialogButtonBox.StandardButton.RestoreDefaults)
        restore.clicked.connect(self.table.restore)
        column = QVBoxLayout(self)
        for widget in (self.table, self.fault, self.buttons):
            column.addWidget(widget)

    def keys(self) -> Keys:
        """The keys as the rows say."""
        return self.table.keys()

    def accept(self) -> None:
        """Override QDialog.accept: not while a key stands twice."""
        if not self.table.fault:
            super().accept()
