"""The annotators of a project: assignments, progress, and files that are sent to them and merged."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from meantree.errors import MeantreeError, Problem
from meantree.escaping import counted, escaped, listed
from meantree.files import PROJECT
from meantree.project.annotation import AUTOMATIC
from meantree.report.annotators import progress_table
from meantree_gui.actions import BELOW, Command
from meantree_gui.annotation_editor.rules_dialog import RuleBoxes
from meantree_gui.dialogs import ErrorMessages, show_text
from meantree_gui.projects import Projects, as_project
from meantree_gui.widgets.sorted_table import Values, value_columns
from meantree_gui.widgets.tables import ListModel, RowTable

if TYPE_CHECKING:
    from meantree.project.file import Project
    from meantree.project.merging import Merged


IN_PROJECT = f"Annotate{BELOW}Project"
FILES = f"Projects (*{PROJECT})"
TABLES, BRAT, FOLDER = "HMEANT-WMT13 tables (a folder)", "brat (a folder .brat)", ".brat"
NO_PROJECT = "this needs a project; save what is open as one with Ctrl+S"


class Team(QObject):
    """Works on the project that is open.

    Signals:
        reported: what was written or joined.
        assigned: other people annotate a segment than before.
        ruled: other rules hold than before.
    """

    reported = Signal(str)
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

        dialog = TeamDialog(project, self.window)
        dialog.assigned.connect(self.assigned)
        dialog.ruled.connect(self.ruled)
        dialog.open()

    def split(self, project: Project) -> None:
        """Ask for a folder, and write a file for each annotator into it."""
        from meantree.project.splitting import split

        folder = QFileDialog.getExistingDirectory(self.window, "Folder for the files of the annotators")
        if folder:
            parts = split(project.path, Path(folder))
            told = f"Written: {', '.join(escaped(path.name) for path in parts.files.values())}"
            if parts.left_out:
                told += f"; no part for {listed(parts.left_out)}, who have no segment assigned"
            self.reported.emit(told)

    def merge(self) -> None:
        """Ask for several files and a new one, merge, and open that."""
        names, _ = QFileDialog.getOpenFileNames(self.window, "Merge these projects", "", FILES)
        if not names:
            return
        target, _ = QFileDialog.getSaveFileName(self.window, "Into the new project", f"merged{PROJECT}", FILES)
        if target:
            self.errors.attempt(lambda: self._merge([Path(name) for name in names], as_project(target)))

    def _merge(self, paths: list[Path], target: Path) -> None:
        from meantree.project.merging import merge

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
        from meantree.project.merging import automatic_frames_note

        versions = [
            f"{one.segment}, {one.system or one.reference}: {counted(len(one.times), 'version')} of the {one.kind} of "
            f"{one.annotator}"
            for one in merged.conflicts
        ]
        if versions:
            kept = counted(len(versions), "annotation has several versions", "annotations have several versions")
            done = f"{done}; {kept}, all of which are kept"
            show_text(done, f"{done}. Decide with View, Versions of other copies.", "\n".join(versions), self.window)
        told = automatic_frames_note(merged.automatic) if merged.automatic else ""
        self._list(done, told, list(merged.problems), "What was left as it is, or could not be read:")

    def _list(self, done: str, told: str, problems: list[Problem], intro: str) -> None:
        self.reported.emit(done)
        if problems or told:
            lines = [told, *map(str, problems)]
            said = f"{done}. {intro}" if problems else f"{done}."
            show_text(done, said, "\n".join(filter(None, lines)), self.window)


def _free(folder: Path) -> Path:
    """A name that nothing has yet: in a folder that is there the dialog would propose another one."""
    names = chain([folder], (folder.with_name(f"{folder.stem}-{number}{folder.suffix}") for number in count(2)))
    return next(one for one in names if not os.path.lexists(one))


NOTE: Final = (
    "Segments are divided evenly. What somebody has begun stays theirs; assigning again divides the rest anew."
)

RULES_HOLD: Final = (
    "The rules hold for annotations that are begun from now on, and for parts that are split from now on."
)


class TeamDialog(QDialog):
    """Shows the progress of all annotators, shares the segments among those who are named, and sets their rules.

    Signals:
        assigned: other people annotate a segment than before.
        ruled: other rules hold than before.
    """

    assigned = Signal()
    ruled = Signal()

    def __init__(self, project: Project, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Annotators and assignments")
        self.resize(860, 560)
        self.project = project
        self.model, self.note, self.message = ListModel[Values](), QLabel(), QLabel()
        self.table = RowTable(self.model, "Progress")
        self.names, self.overlap, self.together = QLineEdit(), QSpinBox(), QSpinBox()
        self.rules = RuleBoxes(project.rules, project.owner)
        self.share = QPushButton("Assign")
        self._prepare()
        self._arrange()
        self.share.clicked.connect(self.assign)
        self.rules.changed.connect(self._set_rules)
        self.refresh()

    def _prepare(self) -> None:
        given = dict.fromkeys(one.annotator for one in self.project.assignments() if one.given)
        gold = self.project.rules.gold
        known = [name for name in self.project.annotators if name not in (AUTOMATIC, gold)]
        self.names.setText(", ".join(given or known))
        self.names.setPlaceholderText("ana, ben, eva")
        self.overlap.setRange(0, 100)
        self.overlap.setSuffix(" %")
        self.overlap.setValue(20)
        self.together.setRange(2, 20)
        for label in (self.note, self.message):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setProperty("role", "muted")
        self.share.setDefault(True)  # Return presses it, in the field too

    def _arrange(self) -> None:
        form = QFormLayout()
        form.addRow("Annotators", self.names)
        shared = QHBoxLayout()
        shared.addWidget(self.overlap)
        shared.addWidget(QLabel("of the segments by"))
        shared.addWidget(self.together)
        shared.addWidget(QLabel("annotators each"))
        shared.addStretch(1)
        form.addRow("Overlap", shared)
        form.addRow("Rules", self.rules)
        told = QLabel(NOTE)
        told.setWordWrap(True)
        told.setProperty("role", "muted")
        row = QHBoxLayout()
        row.addWidget(self.message, 1)
        row.addWidget(self.share)
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        close.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self.table, 1)
        column.addWidget(self.note)
        column.addLayout(form)
        column.addWidget(told)
        column.addLayout(row)
        column.addWidget(close)

    def refresh(self) -> None:
        """Show how far everybody is now."""
        table = progress_table(self.project.path)
        self.model.show(table.rows, tuple(value_columns(table)))
        self.note.setText(table.note)
        self.table.resizeColumnsToContents()

    def assign(self) -> None:
        """Divide the segments among those who are named, and say who they are."""
        from meantree.project.workload import assign_segments

        names = [name.strip() for name in self.names.text().split(",") if name.strip()]
        try:
            assign_segments(self.project, names, self.overlap.value() / 100, self.together.value())
        except MeantreeError as error:
            self.message.setText(f"Nothing was assigned: {error}.")
            return
        self.message.setText(f"Assigned to {listed(names)}.")
        self.refresh()
        self.assigned.emit()

    def _set_rules(self) -> None:
        """Let the rules hold that are ticked, or show those that still hold, and why."""
        try:
            self.project.set_rules(self.rules.ruled(self.project.rules))
        except MeantreeError as error:
            self.message.setText(str(error))
            self.rules.show_rules(self.project.rules)
        else:
            self.message.setText(RULES_HOLD)
            self.ruled.emit()
