"""Opening files, folders, projects, pasted texts and the sample, from menus or by dropping them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QDragMoveEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QDialog,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from meantree.corpus.formats import InputFile
from meantree.corpus.formats.catalogue import files_in
from meantree.corpus.formats.plain_text import pasted_corpus
from meantree.errors import Cancelled, EncodingError, InputError
from meantree.project.file import SUFFIX
from meantree_gui.actions import Command
from meantree_gui.dialogs import DialogButton, ErrorMessages, dialog_buttons
from meantree_gui.file_dialogs import ask_files, ask_folder
from meantree_gui.opening.open_dialog import Choice, OpenDialog
from meantree_gui.projects import Projects
from meantree_gui.state.workspace import Workspace
from meantree_resources import resource

if TYPE_CHECKING:
    from meantree.corpus.corpus import Corpus
    from meantree.corpus.formats import InputFile


SAMPLE = "sample/sample.tsv"
SAMPLE_PLACE = 2
"""The 0-based place of the first segment shown, whose translation says the opposite."""


class FileOpener(QObject):
    """Opens what the user chooses, pastes or drops on the window.

    Signals:
        sample_opened: the sample project was opened.
        pasted: pasted texts were opened.
    """

    sample_opened = Signal()
    pasted = Signal()

    def __init__(self, workspace: Workspace, projects: Projects, errors: ErrorMessages, window: QWidget) -> None:
        super().__init__(window)
        self.workspace, self.projects, self.errors, self.window = workspace, projects, errors, window
        self.commands = (
            Command("open_files", "Open …", "File", self.open_files, ("Ctrl+O",)),
            Command("open_as", "Open as …", "File", self.open_as),
            Command("open_folder", "Open a folder …", "File", self.open_folder, ("Ctrl+Shift+O",)),
            Command("paste_texts", "Open pasted texts …", "File", self.paste, ("Ctrl+Shift+V",)),
            Command("open_sample", "Open the sample project", "File", self.open_sample),
        )

    def open_paths(self, paths: Sequence[Path]) -> None:
        """Open files, asking for roles that their names do not tell; or a project, or a folder."""
        if [path.suffix for path in paths] == [SUFFIX]:
            if self.projects.may_close():
                self.errors.attempt(lambda: self.projects.open(paths[0]))
            return
        if [path.resolve() for path in paths] == [resource(SAMPLE).resolve()]:
            self.open_sample()
            return

        try:
            files = [file for path in paths for file in files_in(path)]
        except InputError as error:
            self.errors.show(error)
            return
        self._open(OpenDialog.ask(files, self.window))

    def open_as_before(self, files: Sequence[InputFile], encoding: str | None = None) -> None:
        """Open files in their earlier roles."""
        self._open(Choice(tuple(files), encoding))

    def open_files(self) -> None:
        """Choose files and open them."""
        paths = self._chosen()
        if paths:
            self.open_paths(paths)

    def open_as(self) -> None:
        """Choose files, their roles, and their encoding."""
        paths = self._chosen()
        if paths:
            self._open(OpenDialog.ask(paths, self.window, always=True))

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
        """Open the sample project at a segment with a clear error."""
        if self.projects.may_close():
            self.workspace.open([InputFile(resource(SAMPLE))], place=SAMPLE_PLACE, success=self.sample_opened.emit)

    def _chosen(self) -> list[Path]:
        return ask_files(self.window, "Open translations, references and sources")

    def _open(self, choice: Choice | None) -> None:
        if choice is not None and choice.files and self.projects.may_close():
            self.workspace.open(
                choice.files, encoding=choice.encoding, failure=lambda error: self._retry_or_show(choice, error)
            )

    def _retry_or_show(self, choice: Choice, error: BaseException) -> None:
        """Ask for the encoding again if that was wrong, else show the error."""
        if isinstance(error, EncodingError):
            self._open(OpenDialog.ask_again(choice, f"{error}", self.window))
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
        for part in whole.findChildren(QWidget):
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
        self.fault = QLabel()
        column = QVBoxLayout(self)
        for name, title in BOXES.items():
            box, label = _Box(), QLabel(title)
            label.setBuddy(box)
            box.setAccessibleName(title)
            self.boxes[name] = box
            column.addWidget(label)
            column.addWidget(box, 1)
        buttons = dialog_buttons(self, DialogButton.Open)
        column.addWidget(self.fault)
        column.addWidget(buttons)

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
        corpus = dialog.corpus() if dialog.exec() == QDialog.DialogCode.Accepted else None
        dialog.deleteLater()
        return corpus


class _Box(QPlainTextEdit):
    """A text field; Tab moves to the next one, Ctrl+Return opens the texts."""

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
