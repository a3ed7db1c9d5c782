"""What can be done with a project as a whole: make it, open it, walk its history, compare its annotators."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from meantree.corpus.model import Corpus
from meantree.errors import MeantreeError
from meantree.project.file import SUFFIX, Project
from meantree.project.making import make_project
from meantree_gui.agreement_dialog import AgreementDialog
from meantree_gui.background import Background
from meantree_gui.desk.desk import Desk
from meantree_gui.desk.panel import DeskPanel
from meantree_gui.state.workspace import Workspace

if TYPE_CHECKING:
    from meantree.evaluation.agreement import Agreement
    from meantree.evaluation.project_agreement import EndScores
    from meantree.work import Work


class ProjectCommands(QObject):
    """The commands of menus and keys that concern projects; they are methods by their ids.

    ``attempt`` performs something and tells what went wrong.

    Signals:
        failed: what cannot be done, as an error to tell.
    """

    failed = Signal(object)

    def __init__(
        self,
        workspace: Workspace,
        desk: Desk,
        panel: DeskPanel,
        background: Background,
        settings: QSettings,
        attempt: Callable[[Callable[[], object]], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.workspace, self.desk, self.panel = workspace, desk, panel
        self.background, self.settings, self.window = background, settings, parent
        self._try = attempt
        workspace.annotator_changed.connect(self._remember_annotator)

    def open(self, path: Path) -> None:
        """Open a project, and say what is special about it.

        Raises:
            InputError: if the file is no project, or was made by a later version.
            UsageError: if it does not exist.
        """
        self.workspace.open_project(path, lambda found: str(self.settings.value(_remembered(found)) or ""))
        project = self.workspace.project
        if project is not None and project.damage:
            lost = f"{path.name} is open for reading only, with what could be saved: {project.damage}."
            self.failed.emit(MeantreeError(lost))
        elif project is not None and project.others:
            self.failed.emit(MeantreeError(f"{path.name} is open in another window, too. Edits of both are kept."))

    def save_project(self) -> None:
        """Make a project file of what is open, and go on in it."""
        corpus = self.workspace.corpus
        if corpus is None or self.workspace.project is not None:
            self.failed.emit(
                MeantreeError("there is nothing open" if corpus is None else "every edit is saved already")
            )
            return
        name, _ = QFileDialog.getSaveFileName(
            self.window, "Save as a project", f"{corpus.name}{SUFFIX}", f"Projects (*{SUFFIX})"
        )
        if name:
            path = Path(name).with_suffix(SUFFIX)
            self._try(lambda: self._make(path, corpus))

    def undo(self) -> None:
        """Take back the last edit of the annotator, in whichever segment it was."""
        self.desk.undo()

    def redo(self) -> None:
        """Do again what was taken back last."""
        self.desk.redo()

    def choose_keys(self) -> None:
        """Choose the keys of the desk."""
        self.panel.choose_keys()

    def show_agreement(self) -> None:
        """How far the annotators of the project agree, layer by layer."""
        project = self.workspace.project
        if project is None:
            told = "annotators agree or not in a project; open one, or make one with Ctrl+S"
            self.failed.emit(MeantreeError(told))
            return
        path = project.path

        def compare(work: Work) -> list[tuple[Agreement, EndScores]]:
            from meantree.evaluation.project_agreement import END_SCORE, project_agreements

            work.step("Comparing annotators", 0, 1)
            return project_agreements(path, END_SCORE)

        self.background.run(compare, self._show_agreement)

    def _show_agreement(self, found: list[tuple[Agreement, EndScores]]) -> None:
        from meantree.evaluation.project_agreement import END_SCORE

        if found:
            AgreementDialog(found, END_SCORE, self.window).open()
        else:
            self.failed.emit(MeantreeError("no two annotators have finished the same translation yet"))

    def _remember_annotator(self) -> None:
        """Whoever opens this project the next time on this computer, with these settings, is the same."""
        if self.workspace.project is not None and self.workspace.annotator:
            self.settings.setValue(_remembered(self.workspace.project), self.workspace.annotator)

    def _make(self, path: Path, corpus: Corpus) -> None:
        make_project(path, corpus)
        self.open(path)


def _remembered(project: Project) -> str:
    """Under what the settings keep who annotates a project."""
    return f"annotators/{project.identity or quote(str(project.path.resolve()), safe='')}"
