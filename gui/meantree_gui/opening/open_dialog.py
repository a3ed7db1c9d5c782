"""The dialog that asks for the role, the name and the encoding of plain files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QDialog, QGridLayout, QLabel, QLineEdit, QScrollArea, QWidget

from meantree.errors import InputError
from meantree_gui.dialogs import DialogButton, dialog_buttons
from meantree_gui.widgets.boxes import in_column, in_row

if TYPE_CHECKING:
    from meantree.corpus.formats import InputFile

FROM_FILE = "as in the file"
"""For files that contain roles, as tables and XML do."""
ROLES = ("source", "reference", "hypothesis")
UTF_8 = "UTF-8"
ENCODINGS = (UTF_8, "ISO-8859-1", "Windows-1252", "UTF-16", "Shift_JIS", "GB18030", "Big5", "EUC-KR", "KOI8-R")


@dataclass(frozen=True, slots=True)
class Choice:
    """Files to open, and their encoding if it is not UTF-8."""

    files: tuple[InputFile, ...]
    encoding: str | None = None


class OpenDialog(QDialog):
    """A row per file, with role and name guessed from its file name."""

    def __init__(self, paths: Sequence[Path], parent: QWidget | None = None, *, message: str = "") -> None:
        super().__init__(parent)
        self.setWindowTitle("Open files")
        self.resize(620, 320)
        self.paths = list(paths)
        self.roles = [self._role_box(path) for path in paths]
        self.names = [QLineEdit(name) for name in _names(paths)]
        self.encoding, self.fault = QComboBox(), QLabel(message)
        self.encoding.addItems(ENCODINGS)
        self.encoding.setEditable(True)
        self.encoding.setAccessibleName("Encoding")
        self.fault.setTextFormat(Qt.TextFormat.PlainText)
        self.fault.setWordWrap(True)
        self.buttons = dialog_buttons(self, DialogButton.Open)
        self._arrange()
        self._guess()

    def choice(self) -> Choice:
        """Return the files with the chosen roles and names."""
        from meantree.corpus.formats import FileRole, InputFile

        rows = zip(self.paths, self.roles, self.names, strict=True)
        files = tuple(
            InputFile(
                path, None if role.currentText() == FROM_FILE else FileRole(role.currentText()), name.text() or None
            )
            for path, role, name in rows
        )
        encoding = self.encoding.currentText().strip()
        return Choice(files, None if encoding in ("", UTF_8) else encoding)

    @classmethod
    def ask(cls, paths: Sequence[Path], parent: QWidget | None = None, *, always: bool = False) -> Choice | None:
        """Ask for roles that file names do not tell, or always; return ``None`` if the user cancels."""
        from meantree.corpus.formats import InputFile, guess_role

        if not always and all(guess_role(path) is not None for path in paths if not _names_roles(path)):
            return Choice(tuple(InputFile(path) for path in paths))
        return cls(paths, parent)._answer()

    @classmethod
    def ask_again(cls, choice: Choice, message: str, parent: QWidget | None = None) -> Choice | None:
        """Ask again with the previous choice and an error message."""
        dialog = cls([file.path for file in choice.files], parent, message=message)
        for file, role, name in zip(choice.files, dialog.roles, dialog.names, strict=True):
            role.setCurrentText(file.role.value if file.role else role.currentText())
            name.setText(file.name or name.text())
        dialog.encoding.setFocus()
        return dialog._answer()

    def accept(self) -> None:
        """Override QDialog.accept: require a known encoding and a hypothesis."""
        import codecs

        try:
            codecs.lookup(self.encoding.currentText().strip() or UTF_8)
        except LookupError:
            self.fault.setText(f"There is no encoding {self.encoding.currentText()!r}. Choose one from the list.")
            return
        roles = [role.currentText() for role in self.roles]
        if not {"hypothesis", FROM_FILE} & set(roles):
            self.fault.setText("At least one file must be a hypothesis (a translation).")
            return
        super().accept()

    def _answer(self) -> Choice | None:
        choice = self.choice() if self.exec() == QDialog.DialogCode.Accepted else None
        self.deleteLater()
        return choice

    def _role_box(self, path: Path) -> QComboBox:
        box = QComboBox()
        box.addItems([FROM_FILE, *ROLES] if _names_roles(path) else list(ROLES))
        box.setAccessibleName(f"Role of {path.name}")
        return box

    def _guess(self) -> None:
        """Set roles from file names; if none is a reference, the last of several unknown files is."""
        from meantree.corpus.formats import guess_role

        known = [guess_role(path) for path in self.paths]
        unknown = [place for place, role in enumerate(known) if role is None and not _names_roles(self.paths[place])]
        for box, role in zip(self.roles, known, strict=True):
            box.setCurrentText(role.value if role else FROM_FILE if box.findText(FROM_FILE) >= 0 else "hypothesis")
        if "reference" not in known and len(unknown) > 1:
            self.roles[unknown[-1]].setCurrentText("reference")

    def _arrange(self) -> None:
        rows, inner = QWidget(), QGridLayout()
        inner.setColumnStretch(0, 2)
        inner.setColumnStretch(2, 1)
        for column, title in enumerate(("File", "Contents", "Name of system or reference")):
            inner.addWidget(QLabel(title), 0, column)
        names = [path.name for path in self.paths]
        for row, (path, role, name) in enumerate(zip(self.paths, self.roles, self.names, strict=True), start=1):
            label = QLabel(path.name if names.count(path.name) == 1 else str(path))
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setToolTip(str(path))
            for column, widget in enumerate((label, role, name)):
                inner.addWidget(widget, row, column)
        inner.setRowStretch(len(self.paths) + 1, 1)
        rows.setLayout(inner)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(rows)
        encoded = in_row(None, QLabel("Encoding"), self.encoding, 1)
        in_column(self, self.fault, (area, 1), encoded, self.buttons)


def _names(paths: Sequence[Path]) -> list[str]:
    """Return names from file names, with folders where they are equal."""
    from meantree.corpus.formats.file_names import distinguishing_folders, guess_name

    names = [guess_name(path) for path in paths]
    equal = [path for path, name in zip(paths, names, strict=True) if names.count(name) > 1]
    folders = dict(zip(equal, distinguishing_folders(equal), strict=True))
    return [f"{folders[path]}/{name}" if path in folders else name for path, name in zip(paths, names, strict=True)]


def _names_roles(path: Path) -> bool:
    """Return whether a file contains roles; an unreadable file counts, and reports its error when it is opened."""
    from meantree.corpus.formats import formats, sniff

    try:
        name = sniff(path)
    except InputError:
        return True
    return not any(known.single for known in formats() if known.name == name)
