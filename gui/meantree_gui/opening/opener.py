"""Opening files, folders, projects, pasted texts and the sample, from menus or by dropping them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from meantree.errors import Cancelled, EncodingError, InputError
from meantree.project.file import SUFFIX
from meantree_gui.actions import Command
from meantree_gui.dialogs import ErrorMessages
from meantree_gui.opening.dialog import Choice, OpenDialog
from meantree_gui.opening.folders import files_in
from meantree_gui.opening.paste import PasteDialog
from meantree_gui.projects import Projects
from meantree_gui.state.workspace import Workspace
from meantree_resources import resource

if TYPE_CHECKING:
    from meantree.corpus.formats import InputFile

SAMPLE = "sample/sample.tsv"
TELLING = 2
"""The 0-based place of the segment of the sample whose translation says the opposite."""


class FileOpener(QObject):
    """What is dropped on the window goes the same way.

    Signals:
        sample_opened: the sample project is being looked at.
        pasted: texts were, which are to be looked at.
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
            Command("paste_texts", "Open texts that you paste …", "File", self.paste, ("Ctrl+Shift+V",)),
            Command("open_sample", "Open the sample project", "File", self.open_sample),
        )

    def open_paths(self, paths: Sequence[Path]) -> None:
        """Open files by path, asking for their roles where their names do not tell; or a project, or a folder."""
        if [path.suffix for path in paths] == [SUFFIX]:
            if self.projects.may_close():
                self.errors.attempt(lambda: self.projects.open(paths[0]))
            return
        if [path.resolve() for path in paths] == [resource(SAMPLE).resolve()]:
            self.open_sample()
            return
        try:
            found = [file for path in paths for file in files_in(path)]
        except InputError as error:
            self.errors.show(error)
            return
        self._open(OpenDialog.ask(found, self.window))

    def open_as_before(self, files: Sequence[InputFile], encoding: str | None = None) -> None:
        """Open files in the roles that they had."""
        self._open(Choice(tuple(files), encoding))

    def open_files(self) -> None:
        """Choose files and open them."""
        paths = self._chosen()
        if paths:
            self.open_paths(paths)

    def open_as(self) -> None:
        """Choose files, and say what each of them is and how its letters are encoded."""
        paths = self._chosen()
        if paths:
            self._open(OpenDialog.ask(paths, self.window, always=True))

    def open_folder(self) -> None:
        """Choose a folder and open what is in it."""
        name = QFileDialog.getExistingDirectory(self.window, "Open a folder")
        if name:
            self.open_paths([Path(name)])

    def paste(self) -> None:
        """Type or paste a sentence and its translation, or one text alone."""
        corpus = PasteDialog.ask(self.window)
        if corpus is not None and self.projects.may_close():
            self.workspace.open_corpus(corpus)
            self.pasted.emit()

    def open_sample(self) -> None:
        """Open the built-in sample project at a segment that is worth a look."""
        from meantree.corpus.formats import InputFile

        if self.projects.may_close():
            self.workspace.open([InputFile(resource(SAMPLE))], place=TELLING, success=self.sample_opened.emit)

    def _chosen(self) -> list[Path]:
        names, _ = QFileDialog.getOpenFileNames(self.window, "Open translations, references and sources")
        return [Path(name) for name in names]

    def _open(self, choice: Choice | None) -> None:
        if choice is not None and choice.files and self.projects.may_close():
            self.workspace.open(
                choice.files, encoding=choice.encoding, failure=lambda error: self._refused(choice, error)
            )

    def _refused(self, choice: Choice, error: BaseException) -> None:
        """Ask for the encoding where that is what is wrong; else say what is."""
        if isinstance(error, EncodingError):
            self._open(OpenDialog.ask_again(choice, f"{error}", self.window))
        elif not isinstance(error, Cancelled):
            self.errors.show(error)
