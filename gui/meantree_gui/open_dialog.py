"""What each of several plain files is: source, reference or hypothesis."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QGridLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

if TYPE_CHECKING:
    from meantree.corpus.formats import InputFile

WHOLE = "detect from the file"


class OpenDialog(QDialog):
    """One row a file, with role and name guessed from the file's name."""

    def __init__(self, paths: Sequence[Path], parent: QWidget | None = None) -> None:
        from meantree.corpus.formats import FileRole, guess_name, guess_role

        super().__init__(parent)
        self.setWindowTitle("Open files")
        self.paths = list(paths)
        self.roles: list[QComboBox] = []
        self.names: list[QLineEdit] = []
        grid = QGridLayout()
        for column, title in enumerate(("File", "Contents", "Name")):
            grid.addWidget(QLabel(title), 0, column)
        for row, path in enumerate(paths, start=1):
            role, guessed = QComboBox(), guess_role(path)
            role.addItems([WHOLE, *(known.value for known in FileRole)])
            role.setCurrentText(guessed.value if guessed else WHOLE)
            name = QLineEdit(guess_name(path))
            self.roles.append(role)
            self.names.append(name)
            label = QLabel(path.name)
            label.setTextFormat(Qt.TextFormat.PlainText)
            for column, widget in enumerate((label, role, name)):
                grid.addWidget(widget, row, column)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column_layout = QVBoxLayout(self)
        column_layout.addLayout(grid)
        column_layout.addWidget(buttons)

    def files(self) -> list[InputFile]:
        """The files as the rows say."""
        from meantree.corpus.formats import FileRole, InputFile

        rows = zip(self.paths, self.roles, self.names, strict=True)
        return [
            InputFile(path, None if role.currentText() == WHOLE else FileRole(role.currentText()), name.text() or None)
            for path, role, name in rows
        ]

    @classmethod
    def ask(cls, paths: Sequence[Path], parent: QWidget | None = None) -> list[InputFile] | None:
        """Ask only where names do not tell; None if the user thinks better of it."""
        from meantree.corpus.formats import InputFile, guess_role, sniff
        from meantree.errors import InputError

        def is_plain(path: Path) -> bool:
            try:
                return sniff(path) in ("text", "conllu")
            except InputError:
                return False  # the reader will say what is wrong with it

        if all(guess_role(path) is not None for path in paths if is_plain(path)):
            return [InputFile(path) for path in paths]
        dialog = cls(paths, parent)
        files = dialog.files() if dialog.exec() == QDialog.DialogCode.Accepted else None
        dialog.deleteLater()
        return files
