"""Opening files, projects and the sample, from menus or by dropping them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from meantree.project.file import SUFFIX
from meantree_gui.command import Command
from meantree_gui.error_messages import ErrorMessages
from meantree_gui.open_dialog import OpenDialog
from meantree_gui.projects import Projects
from meantree_gui.state.workspace import Workspace
from meantree_resources import resource


class FileOpener:
    """What is dropped on the window goes the same way."""

    def __init__(self, workspace: Workspace, projects: Projects, errors: ErrorMessages, window: QWidget) -> None:
        self.workspace, self.projects, self.errors, self.window = workspace, projects, errors, window
        self.commands = (
            Command("open_files", "Open …", "File", self.open_files, ("Ctrl+O",)),
            Command("open_sample", "Open the sample project", "File", self.open_sample),
        )

    def open_paths(self, paths: Sequence[Path]) -> None:
        """Open files by path, asking for their roles where their names do not tell; or a project."""
        if [path.suffix for path in paths] == [SUFFIX]:
            self.errors.attempt(lambda: self.projects.open(paths[0]))
            return
        files = OpenDialog.ask(paths, self.window)
        if files:
            self.workspace.open(files)

    def open_files(self) -> None:
        """Choose files and open them."""
        names, _ = QFileDialog.getOpenFileNames(self.window, "Open translations, references and sources")
        if names:
            self.open_paths([Path(name) for name in names])

    def open_sample(self) -> None:
        """Open the built-in sample project."""
        self.open_paths([resource("sample/sample.tsv")])
