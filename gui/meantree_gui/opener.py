"""Opening files, folders, projects, pasted texts and the sample, and the dialogs that ask what they are."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QDragMoveEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QComboBox,
    QDialog,
    QFormLayout,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from meantree.corpus.formats import FileRole, InputFile, formats, guess_role, sniff
from meantree.corpus.formats.catalogue import files_in
from meantree.corpus.formats.file_names import distinguishing_folders, guess_name
from meantree.corpus.formats.plain_text import pasted_corpus
from meantree.errors import Cancelled, ColumnsError, EncodingError, InputError, UsageError
from meantree.escaping import escaped
from meantree.files import PROJECT
from meantree_gui.actions import OPEN, Command
from meantree_gui.dialogs import (
    DialogButton,
    ErrorMessages,
    ask_files,
    ask_folder,
    dialog_buttons,
    is_answered,
    scrolled,
)
from meantree_gui.projects import Projects
from meantree_gui.state.workspace import Workspace
from meantree_gui.widgets.boxes import in_column, in_row
from meantree_gui.widgets.choosers import RETURN
from meantree_gui.widgets.labels import plain_label
from meantree_resources import resource

if TYPE_CHECKING:
    from meantree.corpus.corpus import Corpus
    from meantree.corpus.formats import InputFile


SAMPLE_FILE = "sample/sample.tsv"
SAMPLE_PLACE = 2
"""The 0-based place of the first segment shown, whose translation says the opposite."""


class FileOpener(QObject):
    """Opens what the user chooses, pastes or drops on the window.

    Signals:
        project_opened: a project was opened.
        sample_opened: the sample project was opened.
        pasted: pasted texts were opened.
    """

    project_opened = Signal()
    sample_opened = Signal()
    pasted = Signal()

    def __init__(self, workspace: Workspace, projects: Projects, errors: ErrorMessages, window: QWidget) -> None:
        super().__init__(window)
        self.workspace, self.projects, self.errors, self.window = workspace, projects, errors, window
        self.commands = (
            Command("open_files", OPEN, "File", self.open_files, ("Ctrl+O",)),
            Command("open_as", "Open as …", "File", self.open_as),
            Command("open_folder", "Open a folder …", "File", self.open_folder, ("Ctrl+Shift+O",)),
            Command("paste_texts", "Open pasted texts …", "File", self.paste, ("Ctrl+Shift+V",)),
            Command("add_scores", "Add scores …", "File", self.add_scores),
            Command("open_sample", "Open the sample project", "File", self.open_sample),
        )

    def open_paths(self, paths: Sequence[Path]) -> None:
        """Open files, asking for roles that their names do not tell; or a project, or a folder."""
        if [path.suffix for path in paths] == [PROJECT]:
            if self.projects.may_close():
                self.errors.attempt(lambda: self._open_project(paths[0]))
            return
        if [path.resolve() for path in paths] == [resource(SAMPLE_FILE).resolve()]:
            self.open_sample()
            return

        try:
            files = [file for path in paths for file in files_in(path)]
        except InputError as error:
            self.errors.show(error)
            return
        self.open_choice(OpenDialog.ask(files, self.window))

    def _open_project(self, path: Path) -> None:
        self.projects.open(path)
        self.project_opened.emit()

    def open_files(self) -> None:
        """Choose files and open them."""
        paths = self._chosen()
        if paths:
            self.open_paths(paths)

    def open_as(self) -> None:
        """Choose files, their roles, and their encoding."""
        paths = self._chosen()
        if paths:
            self.open_choice(OpenDialog.ask(paths, self.window, always=True))

    def open_folder(self) -> None:
        """Choose a folder and open its files."""
        folder = ask_folder(self.window, "Open a folder")
        if folder is not None:
            self.open_paths([folder])

    def paste(self) -> None:
        """Open a sentence and its translation, or a single text, typed or pasted."""
        corpus = PasteDialog.ask(self.window)
        if corpus is not None and self.projects.may_close():
            self.workspace.open_corpus(corpus)
            self.pasted.emit()

    def open_sample(self) -> None:
        """Open a copy of the sample project at a segment with a clear error."""
        if self.projects.may_close():
            self.workspace.files = ()  # what is open is no file of the user
            self.errors.attempt(self._open_sample)

    def _open_sample(self) -> None:
        self.projects.open_sample(SAMPLE_PLACE)
        self.sample_opened.emit()

    def add_scores(self) -> None:
        """Add scores of other tools (COMET, MetricX, a judge) to what is open."""
        if self.workspace.corpus is None:
            self.errors.show(UsageError("Scores are added to translations; open these first"))
        elif paths := ask_files(self.window, "Add scores of other tools"):
            self._add_scores(paths, {})

    def _add_scores(self, paths: Sequence[Path], columns: Mapping[Path | None, Mapping[str, str]]) -> None:
        def ask_or_show(error: BaseException) -> None:
            if isinstance(error, ColumnsError):
                if named := ColumnDialog.ask(error, self.window):
                    self._add_scores(paths, {**columns, error.problem.path: named})
            elif not isinstance(error, Cancelled):
                self.errors.show(error)

        self.workspace.add_scores(paths, columns, ask_or_show)

    def _chosen(self) -> list[Path]:
        self.workspace.load_ahead()
        return ask_files(self.window, "Open translations, references and sources")

    def open_choice(self, choice: Choice | None) -> None:
        """Open files in these roles, if there are any, unless what is open is to stay."""
        if choice is not None and choice.files and self.projects.may_close():
            self.workspace.open(
                choice.files, encoding=choice.encoding, failure=lambda error: self._retry_or_show(choice, error)
            )

    def _retry_or_show(self, choice: Choice, error: BaseException) -> None:
        """Ask for the encoding again if that was wrong, or for the meanings of columns, else show the error."""
        if isinstance(error, EncodingError):
            self.open_choice(OpenDialog.ask_again(choice, f"{error}", self.window))
        elif isinstance(error, ColumnsError):
            if (columns := ColumnDialog.ask(error, self.window)) is not None:
                named = (
                    replace(one, columns=columns) if one.path == error.problem.path else one for one in choice.files
                )
                self.open_choice(replace(choice, files=tuple(named)))
        elif not isinstance(error, Cancelled):
            self.errors.show(error)


HARMLESS = (Qt.DropAction.CopyAction, Qt.DropAction.LinkAction)
"""Actions that keep the file: a file manager deletes files that a program has moved."""


def files_of(event: QDropEvent) -> list[Path]:
    """Return the local files and folders that are dragged or dropped."""
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]


def accepted_files(event: QDropEvent) -> list[Path]:
    """Accept dragged or dropped files, never as a move, and return them."""
    action = next((action for action in HARMLESS if action & event.possibleActions()), None)
    files = files_of(event)
    if action is None or not files:
        event.ignore()
        return []
    event.setDropAction(action)
    event.accept()
    return files


class FileDrops(QObject):
    """Passes files dropped on a part of the window to the window; text can still be dropped into fields."""

    def share_parts(self, whole: QWidget) -> None:
        """Let files that are dropped on parts of a widget go to the window."""
        areas = (area.viewport() for area in whole.findChildren(QAbstractScrollArea))
        for part in (
            *areas,
            *whole.findChildren(QLineEdit),
        ):  # Qt replaces other widgets, which Python would keep
            if part.acceptDrops():
                self._share(part)

    def _share(self, part: QWidget) -> None:
        owner = part.parentWidget()
        if isinstance(owner, QAbstractScrollArea) and owner.viewport() is part:
            field: QWidget = owner
        else:
            field = part
        if isinstance(field, QLineEdit | QPlainTextEdit | QTextEdit) and not field.isReadOnly():
            part.installEventFilter(self)
        else:
            part.setAcceptDrops(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject.eventFilter: refuse files, so that Qt offers them to the window."""
        if event.type() == QEvent.Type.DragEnter and isinstance(event, QDragMoveEvent) and files_of(event):
            event.ignore()
            return True
        return super().eventFilter(watched, event)


SYSTEM, OTHER, REFERENCE = "translation", "second translation", "reference"
BOXES = {
    SYSTEM: "Translation, or a single text whose tree is drawn",
    REFERENCE: "Reference: a good translation to compare with",
    OTHER: "Second translation (optional)",
    "source": "Source (optional)",
}


class PasteDialog(QDialog):
    """A box for each text. Each line is a segment; if line counts differ, each text is one segment."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Open texts")
        self.resize(640, 480)
        self.boxes: dict[str, QPlainTextEdit] = {}
        self.fault = plain_label(role="")
        column = in_column(self)
        for name, title in BOXES.items():
            box, label = _Box(), QLabel(title)
            label.setBuddy(box)
            box.setAccessibleName(title)
            self.boxes[name] = box
            column.addWidget(label)
            column.addWidget(box, 1)
        column.addWidget(self.fault)
        column.addWidget(dialog_buttons(self, DialogButton.Open))

    def corpus(self) -> Corpus | None:
        """Return the texts as a corpus, ``None`` if there is no translation."""
        texts = {name: box.toPlainText() for name, box in self.boxes.items()}
        hypotheses = {name: texts[name] for name in (SYSTEM, OTHER)}
        return pasted_corpus(hypotheses, {REFERENCE: texts[REFERENCE]}, texts["source"])

    def accept(self) -> None:
        """Override QDialog.accept: require a text."""
        if self.corpus() is None:
            self.fault.setText("Type or paste a translation or a single text into the first box.")
            self.boxes[SYSTEM].setFocus()
        else:
            super().accept()

    @classmethod
    def ask(cls, parent: QWidget | None = None) -> Corpus | None:
        """Return the typed texts, ``None`` if the user cancels."""
        dialog = cls(parent)
        return dialog.corpus() if is_answered(dialog) else None


class _Box(QPlainTextEdit):
    """A text field; Tab moves to the next one, Ctrl+Return opens the texts."""

    def __init__(self) -> None:
        super().__init__()
        self.setTabChangesFocus(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QPlainTextEdit.keyPressEvent."""
        is_return, window = event.key() in RETURN, self.window()
        if is_return and event.modifiers() & Qt.KeyboardModifier.ControlModifier and isinstance(window, QDialog):
            window.accept()
        else:
            super().keyPressEvent(event)


FROM_FILE = "as in the file"
"""For files that contain roles, as tables and XML do."""
ROLES = ("source", "reference", "hypothesis")
UTF_8 = "UTF-8"
ENCODINGS = (UTF_8, "ISO-8859-1", "Windows-1252", "UTF-16", "Shift_JIS", "GB18030", "Big5", "EUC-KR", "KOI8-R")


@dataclass(frozen=True, slots=True)
class Choice:
    """Files that are opened together, or one project, and their encoding if it is not UTF-8."""

    files: tuple[InputFile, ...]
    encoding: str | None = None

    @property
    def title(self) -> str:
        """The names of the files, with the folder of the first."""
        first, more = self.files[0].path, f" and {len(self.files) - 1} more" if len(self.files) > 1 else ""
        return f"{escaped(first.name)}{more} – {escaped(str(first.parent))}"

    @property
    def is_there(self) -> bool:
        """Whether all files exist, as far as their folders can be read."""
        return all(os.path.exists(file.path) for file in self.files)


class OpenDialog(QDialog):
    """A row per file, with role and name guessed from its file name."""

    def __init__(self, paths: Sequence[Path], parent: QWidget | None = None, *, message: str = "") -> None:
        super().__init__(parent)
        self.setWindowTitle("Open files")
        self.resize(620, 320)
        self.paths = list(paths)
        self.roles = [self._role_box(path) for path in paths]
        self.names = [QLineEdit(name) for name in _names(paths)]
        self.encoding, self.fault = QComboBox(), plain_label(message, role="", wrapped=True)
        self.encoding.addItems(ENCODINGS)
        self.encoding.setEditable(True)
        self.encoding.setAccessibleName("Encoding")
        self.buttons = dialog_buttons(self, DialogButton.Open)
        self._arrange()
        self._guess()

    def choice(self) -> Choice:
        """Return the files with the chosen roles and names."""
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
        return self.choice() if is_answered(self) else None

    def _role_box(self, path: Path) -> QComboBox:
        box = QComboBox()
        box.addItems([FROM_FILE, *ROLES] if _names_roles(path) else list(ROLES))
        box.setAccessibleName(f"Role of {path.name}")
        return box

    def _guess(self) -> None:
        """Set roles from file names; if none is a reference, the last of several unknown files is."""
        known = [guess_role(path) for path in self.paths]
        unknown = [place for place, role in enumerate(known) if role is None and not _names_roles(self.paths[place])]
        for box, role in zip(self.roles, known, strict=True):
            box.setCurrentText(role.value if role else FROM_FILE if box.findText(FROM_FILE) >= 0 else "hypothesis")
        if "reference" not in known and len(unknown) > 1:
            self.roles[unknown[-1]].setCurrentText("reference")

    def _arrange(self) -> None:
        inner = QGridLayout()
        inner.setColumnStretch(0, 2)
        inner.setColumnStretch(2, 1)
        for column, title in enumerate(("File", "Contents", "Name of system or reference")):
            inner.addWidget(QLabel(title), 0, column)
        names = [path.name for path in self.paths]
        for row, (path, role, name) in enumerate(zip(self.paths, self.roles, self.names, strict=True), start=1):
            label = plain_label(path.name if names.count(path.name) == 1 else str(path), role="")
            label.setToolTip(str(path))
            for column, widget in enumerate((label, role, name)):
                inner.addWidget(widget, row, column)
        inner.setRowStretch(len(self.paths) + 1, 1)
        encoded = in_row(None, QLabel("Encoding"), self.encoding, 1)
        in_column(self, self.fault, (scrolled(inner), 1), encoded, self.buttons)


def _names(paths: Sequence[Path]) -> list[str]:
    """Return names from file names, with folders where they are equal."""
    names = [guess_name(path) for path in paths]
    equal = [path for path, name in zip(paths, names, strict=True) if names.count(name) > 1]
    folders = dict(zip(equal, distinguishing_folders(equal), strict=True))
    return [f"{folders[path]}/{name}" if path in folders else name for path, name in zip(paths, names, strict=True)]


def _names_roles(path: Path) -> bool:
    """Return whether a file contains roles; an unreadable file counts, and reports its error when it is opened."""
    try:
        name = sniff(path)
    except InputError:
        return True
    return not any(known.single for known in formats() if known.name == name)


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
        self.fault, form = plain_label(role=""), QFormLayout()
        known = Counter(error.columns.values())
        for name, guess in error.columns.items():
            box = QComboBox()
            box.addItems([UNREAD, *error.meanings])
            box.setCurrentText(guess if guess and known[guess] == 1 else UNREAD)
            box.setAccessibleName(f"Meaning of {name}")
            form.addRow(plain_label(name, role=""), box)
            self.meanings[name] = box
        intro = QLabel("What do the columns of this file hold?")
        in_column(self, intro, (scrolled(form), 1), self.fault, dialog_buttons(self, DialogButton.Open))

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
