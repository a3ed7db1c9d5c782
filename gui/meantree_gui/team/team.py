"""A project of several annotators in the window: share the work, split and merge files, import and export."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from meantree.errors import MeantreeError, Problem
from meantree.escaping import counted, escaped, listed
from meantree.files import PROJECT
from meantree_gui.actions import BELOW, Command
from meantree_gui.dialogs import ErrorMessages, show_text
from meantree_gui.projects import Projects, as_project

if TYPE_CHECKING:
    from meantree.project.file import Project
    from meantree.project.merging.merge import Merged

IN_PROJECT = f"Annotate{BELOW}Project"
FILES = f"Projects (*{PROJECT})"
TABLES, BRAT, FOLDER = "HMEANT-WMT13 tables (a folder)", "brat (a folder .brat)", ".brat"
NO_PROJECT = "this needs a project; save what is open as one with Ctrl+S"


class Team(QObject):
    """Works on the project that is open.

    Signals:
        told: what was written or joined.
        assigned: other people annotate a segment than before.
        ruled: other rules hold than before.
    """

    told = Signal(str)
    assigned = Signal()
    ruled = Signal()

    def __init__(self, projects: Projects, errors: ErrorMessages, window: QWidget) -> None:
        super().__init__(window)
        self.projects, self.errors, self.window = projects, errors, window
        self.workspace = projects.workspace
        self.commands = (
            Command("show_team", "Annotators and assignments …", IN_PROJECT, self._with(self.show), ("Ctrl+Alt+A",)),
            Command("split_project", "Split into a file for each annotator …", IN_PROJECT, self._with(self.split)),
            Command("merge_projects", "Merge project files into a new one …", IN_PROJECT, self.merge),
            Command("import_annotations", "Import annotations …", "File", self._with(self.import_file)),
            Command("import_folder", "Import annotations of a folder …", "File", self._with(self.import_folder)),
            Command("export_annotations", "Export annotations …", "File", self._with(self.export)),
        )

    def _with(self, perform: Callable[[Project], object]) -> Callable[[], None]:
        """Do something with the open project; without one, say what is needed."""

        def attempt() -> None:
            project = self.workspace.project
            if project is None:
                self.errors.show(MeantreeError(NO_PROJECT))
            else:
                self.errors.attempt(partial(perform, project))

        return attempt

    def show(self, project: Project) -> None:
        """Who annotates what, and how far everybody is."""
        from meantree_gui.team.dialog import TeamDialog

        dialog = TeamDialog(project, self.window)
        dialog.assigned.connect(self.assigned)
        dialog.ruled.connect(self.ruled)
        dialog.open()

    def split(self, project: Project) -> None:
        """Ask for a folder, and write a file for each annotator into it."""
        from meantree.project.merging.split import split

        folder = QFileDialog.getExistingDirectory(self.window, "Folder for the files of the annotators")
        if folder:
            parts = split(project.path, Path(folder))
            told = f"Written: {', '.join(escaped(path.name) for path in parts.files.values())}"
            if parts.left_out:
                told += f"; no part for {listed(parts.left_out)}, who have no segment assigned"
            self.told.emit(told)

    def merge(self) -> None:
        """Ask for several files and a new one, merge, and open that."""
        names, _ = QFileDialog.getOpenFileNames(self.window, "Merge these projects", "", FILES)
        if not names:
            return
        target, _ = QFileDialog.getSaveFileName(self.window, "Into the new project", f"merged{PROJECT}", FILES)
        if target:
            self.errors.attempt(lambda: self._merge([Path(name) for name in names], as_project(target)))

    def _merge(self, paths: list[Path], target: Path) -> None:
        from meantree.project.merging.merge import merge

        merged = merge(paths, target)
        self.projects.open(target)
        self._tell(merged, f"{counted(len(paths), 'project')} merged into {escaped(target.name)}")

    def import_file(self, project: Project) -> None:
        """Ask for a project of the same texts, and take its annotations into this one."""
        name, _ = QFileDialog.getOpenFileName(self.window, "Import the annotations of this project", "", FILES)
        if name:
            self._import(project, Path(name))

    def import_folder(self, project: Project) -> None:
        """The same of a folder of tables or of brat's files."""
        title = "Import annotations: a folder of HMEANT-WMT13 tables or of brat's files"
        name = QFileDialog.getExistingDirectory(self.window, title)
        if name:
            self._import(project, Path(name))

    def _import(self, project: Project, path: Path) -> None:
        from meantree.project.importing import import_annotations

        merged = import_annotations(project, path)
        self.projects.open(project.path, is_same=True)
        self._tell(merged, f"Annotations of {escaped(path.name)} imported")

    def export(self, project: Project) -> None:
        """Ask for a name, and write all annotations as a folder in another format; what that cannot hold is listed."""
        from meantree.project.conversion import convert_file

        proposed = _free(project.path.with_suffix(FOLDER))
        name, form = QFileDialog.getSaveFileName(
            self.window, "Export annotations as a folder", str(proposed), f"{BRAT};;{TABLES}"
        )
        if name:
            path = Path(name)
            if form == BRAT and path.suffix != FOLDER:
                path = path.with_name(f"{path.name}{FOLDER}")
            elif form == TABLES and path.suffix == FOLDER:
                path = path.with_suffix("")
            told, problems = convert_file(project.path, path)
            self._list("Annotations exported", told, problems, "Not everything could be held:")

    def _tell(self, merged: Merged, done: str) -> None:
        """Say what was done, and list the annotations with several versions, and what could not be read."""
        from meantree.project.merging.merge import different_automatic

        versions = [
            f"{one.segment}, {one.system or one.reference}: {counted(len(one.times), 'version')} of the {one.kind} of "
            f"{one.annotator}"
            for one in merged.conflicts
        ]
        if versions:
            kept = counted(len(versions), "annotation has several versions", "annotations have several versions")
            done = f"{done}; {kept}, all of which are kept"
            show_text(done, f"{done}. Decide with View, Versions of other copies.", "\n".join(versions), self.window)
        told = different_automatic(merged.automatic) if merged.automatic else ""
        self._list(done, told, list(merged.problems), "What was left as it is, or could not be read:")

    def _list(self, done: str, told: str, problems: list[Problem], intro: str) -> None:
        self.told.emit(done)
        if problems or told:
            lines = [told, *map(str, problems)]
            said = f"{done}. {intro}" if problems else f"{done}."
            show_text(done, said, "\n".join(filter(None, lines)), self.window)


def _free(folder: Path) -> Path:
    """A name that nothing has yet: in a folder that is there the dialog would propose another one."""
    names = chain([folder], (folder.with_name(f"{folder.stem}-{number}{folder.suffix}") for number in count(2)))
    return next(one for one in names if not os.path.lexists(one))
