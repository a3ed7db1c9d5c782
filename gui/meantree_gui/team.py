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
from meantree.reporting.annotators import progress_table
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
NO_PROJECT = "this needs a project; save the open corpus as one with Ctrl+S"


class Team(QObject):
    """Commands for the annotators of the open project.

    Signals:
        reported: what was written or merged.
        assigned: the assignments changed.
        ruled: the rules changed.
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
        """Return an action on the open project, which shows an error if there is none."""

        def attempt() -> None:
            project = self.workspace.project
            if project is None:
                self.errors.show(MeantreeError(NO_PROJECT))
            else:
                self.errors.attempt(partial(perform, project))

        return attempt

    def show(self, project: Project) -> None:
        """Show assignments and progress."""
        dialog = TeamDialog(project, self.window)
        dialog.assigned.connect(self.assigned)
        dialog.ruled.connect(self.ruled)
        dialog.open()

    def split(self, project: Project) -> None:
        """Ask for a folder, and write a file for each annotator into it."""
        from meantree.project.splitting import split

        folder = QFileDialog.getExistingDirectory(self.window, "Folder for the annotators' files")
        if folder:
            parts = split(project.path, Path(folder))
            message = f"Written: {', '.join(escaped(path.name) for path in parts.files.values())}"
            if parts.left_out:
                message += f"; no file for {listed(parts.left_out)}, who have no segments assigned"
            self.reported.emit(message)

    def merge(self) -> None:
        """Ask for project files and a new file, merge them into it, and open it."""
        names, _ = QFileDialog.getOpenFileNames(self.window, "Merge these projects", "", FILES)
        if not names:
            return
        target, _ = QFileDialog.getSaveFileName(self.window, "Merge into a new project", f"merged{PROJECT}", FILES)
        if target:
            self.errors.attempt(lambda: self._merge([Path(name) for name in names], as_project(target)))

    def _merge(self, paths: list[Path], target: Path) -> None:
        from meantree.project.merging import merge

        merged = merge(paths, target)
        self.projects.open(target)
        self._report(merged, f"{counted(len(paths), 'project')} merged into {escaped(target.name)}")

    def import_file(self, project: Project) -> None:
        """Ask for a project of the same texts, and import its annotations."""
        name, _ = QFileDialog.getOpenFileName(self.window, "Import annotations from a project", "", FILES)
        if name:
            self._import(project, Path(name))

    def import_folder(self, project: Project) -> None:
        """Ask for a folder of tables or brat files, and import their annotations."""
        title = "Import annotations from a folder of HMEANT-WMT13 tables or brat files"
        name = QFileDialog.getExistingDirectory(self.window, title)
        if name:
            self._import(project, Path(name))

    def _import(self, project: Project, path: Path) -> None:
        from meantree.project.importing import import_annotations

        merged = import_annotations(project, path)
        self.projects.open(project.path, is_same=True)
        self._report(merged, f"Annotations of {escaped(path.name)} imported")

    def export(self, project: Project) -> None:
        """Ask for a name, write all annotations to a folder in another format, and list what that cannot represent."""
        from meantree.project.conversion import convert_file

        self.workspace.require_finished("annotations are exported")
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
            summary, problems = convert_file(project.path, path)
            self._list("Annotations exported", summary, problems, "Not everything could be exported:")

    def _report(self, merged: Merged, done: str) -> None:
        """Report what was done, and list annotations with several versions and problems."""
        from meantree.project.merging import automatic_frames_note

        versions = [
            f"{conflict.segment}, {conflict.system or conflict.reference}: {counted(len(conflict.times), 'version')} "
            f"of the {conflict.kind} of {conflict.annotator}"
            for conflict in merged.conflicts
        ]
        if versions:
            kept = counted(len(versions), "annotation has several versions", "annotations have several versions")
            done = f"{done}; {kept}, all of which are kept"
            show_text(done, f"{done}. Decide with View, Versions of other copies.", "\n".join(versions), self.window)
        note = automatic_frames_note(merged.automatic) if merged.automatic else ""
        self._list(done, note, list(merged.problems), "Left out or not changed:")

    def _list(self, done: str, note: str, problems: list[Problem], intro: str) -> None:
        self.reported.emit(done)
        if problems or note:
            lines = [note, *map(str, problems)]
            introduction = f"{done}. {intro}" if problems else f"{done}."
            show_text(done, introduction, "\n".join(filter(None, lines)), self.window)


def _free(folder: Path) -> Path:
    """Return an unused name: the dialog would open an existing folder instead of proposing it."""
    names = chain([folder], (folder.with_name(f"{folder.stem}-{number}{folder.suffix}") for number in count(2)))
    return next(name for name in names if not os.path.lexists(name))


NOTE: Final = (
    "Everybody gets about as many segments, in runs of a document. Started segments stay with their annotator; "
    "assigning again divides the others."
)

RULES_NOTE: Final = "The rules apply to annotations started from now on, and to files split from now on."


class TeamDialog(QDialog):
    """Shows the progress of all annotators, assigns segments to them, and sets the rules.

    Signals:
        assigned: the assignments changed.
        ruled: the rules changed.
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
        assigned = dict.fromkeys(part.annotator for part in self.project.assignments() if part.given)
        gold = self.project.rules.gold
        known = [name for name in self.project.annotators if name not in (AUTOMATIC, gold)]
        self.names.setText(", ".join(assigned or known))
        self.names.setPlaceholderText("ana, ben, eva")
        self.overlap.setRange(0, 100)
        self.overlap.setSuffix(" %")
        self.overlap.setValue(20)
        self.together.setRange(2, 20)
        for label in (self.note, self.message):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setProperty("role", "muted")
        self.share.setDefault(True)  # Return presses it, also in the field

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
        note = QLabel(NOTE)
        note.setWordWrap(True)
        note.setProperty("role", "muted")
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
        column.addWidget(note)
        column.addLayout(row)
        column.addWidget(close)

    def refresh(self) -> None:
        """Show the present progress."""
        table = progress_table(self.project.path)
        self.model.show(table.rows, tuple(value_columns(table)))
        self.note.setText(table.note)
        self.table.resizeColumnsToContents()

    def assign(self) -> None:
        """Divide the segments among the named annotators."""
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
        """Set the checked rules; if that fails, show the error and the present rules."""
        try:
            self.project.set_rules(self.rules.ruled(self.project.rules))
        except MeantreeError as error:
            self.message.setText(str(error))
            self.rules.show_rules(self.project.rules)
        else:
            self.message.setText(RULES_NOTE)
            self.ruled.emit()
