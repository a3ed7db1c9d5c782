"""The annotators of a project: what the lead sees of them, and files that are sent to them and merged."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QInputDialog, QWidget

from meantree.errors import Cancelled, MeantreeError, Problem
from meantree.escaping import counted, escaped, listed
from meantree.files import PROJECT
from meantree_gui.actions import BELOW, Command
from meantree_gui.dialogs import (
    ErrorMessages,
    ask_file,
    ask_files,
    ask_folder,
    ask_target,
    beside,
    is_accepted,
    show_text,
)
from meantree_gui.projects import Projects, as_project
from meantree_gui.settings import ANNOTATOR, of_project

if TYPE_CHECKING:
    from meantree.project.comments import ListedComment
    from meantree.project.error_export import SpanFormat
    from meantree.project.file import Project
    from meantree.project.merging import Merged


IN_PROJECT = f"Annotate{BELOW}Project"
HELD = "This format cannot hold everything:"
FILES = f"Projects (*{PROJECT})"
IMPORTED = f"Projects and error spans (*{PROJECT} *.tsv *.csv *.xlsx *.rating *.json *.jsonl);;{FILES};;All files (*)"
ERROR_FORMS: dict[str, tuple[str, SpanFormat]] = {
    ".tsv": ("MQM table", "mqm"),
    ".csv": ("Table with offsets", "csv"),
    ".xlsx": ("Workbook with offsets", "csv"),
    ".rating": ("Ratings of mt-metrics-eval", "rating"),
    ".json": ("Pearmut campaign", "pearmut"),
    ".jsonl": ("Pearmut results", "pearmut"),
}
"""Name and format of exported error spans, by the ending of the file."""
TABLES, BRAT, FOLDER = "HMEANT-WMT13 tables (a folder)", "brat (a folder .brat)", ".brat"
HOLD_ONE = ".rating", ".json"
"""The endings of formats that hold the work of one annotator."""
EVERYBODY = "everybody"
NO_PROJECT = "this needs a project; save the open corpus as one with Ctrl+S"


class Team(QObject):
    """Commands for the annotators of the open project.

    Signals:
        reported: what was written or merged.
        assigned: the assignments changed.
        ruled: the rules changed.
        visited: the annotator whose work is shown, and a comment to go to or ``None``.
    """

    reported = Signal(str)
    visited = Signal(str, object)
    assigned = Signal()
    ruled = Signal()

    def __init__(self, projects: Projects, errors: ErrorMessages, window: QWidget) -> None:
        super().__init__(window)
        self.projects, self.errors, self.window = projects, errors, window
        self.workspace = projects.workspace
        self.commands = (
            Command("show_team", "Team …", IN_PROJECT, self._with(self.show), ("Ctrl+Alt+A",)),
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
        """Show progress, agreement, questions and assignments."""
        from meantree_gui.team_dialog import TeamDialog

        dialog = TeamDialog(project, self.workspace, self.window)
        dialog.assigned.connect(self.assigned)
        dialog.ruled.connect(self.ruled)
        visit = self.visit
        dialog.annotator_wanted.connect(lambda name: self.errors.attempt(partial(visit, name)))
        dialog.comment_wanted.connect(lambda one: self.errors.attempt(partial(visit, one.key.annotator, one)))
        dialog.agreement_wanted.connect(self.projects.show_agreement)
        dialog.open()

    def show_to_lead(self) -> None:
        """Show progress in a merged project, unless who opened it is one of its annotators."""
        workspace = self.workspace
        project, name = workspace.project, workspace.annotator
        if project is None or not project.is_merged or (name and workspace.naming.why_not):
            return
        if name not in project.people or name == project.rules.gold:
            self.show(project)

    def visit(self, name: str, comment: ListedComment | None = None) -> None:
        """Show the work of an annotator; the window still opens this project next time as it does now.

        Raises:
            UsageError: if it is hidden from the present annotator, as the project is blind.
        """
        project, before = self.workspace.project, self.workspace.annotator
        if project is None:
            return
        if name != before:
            self.workspace.naming.require_finished("the work of others is shown")
        setting = of_project(ANNOTATOR, project)
        own = setting.read(self.projects.settings)
        self.visited.emit(name, comment)
        if name != before:
            if own:
                setting.write(self.projects.settings, own)
            else:
                setting.forget(self.projects.settings)
            self.reported.emit(f"The work of {escaped(name)}; what you edit here is saved under this name")

    def split(self, project: Project) -> None:
        """Ask for a folder, and write a file for each annotator into it."""
        from meantree.project.splitting import split

        folder = ask_folder(self.window, "Folder for the annotators' files")
        if folder is not None:
            parts = split(project.path, folder)
            message = f"Written: {', '.join(escaped(path.name) for path in parts.files.values())}"
            if parts.left_out:
                message += f"; no file for {listed(parts.left_out)}, who have no segments assigned"
            self.reported.emit(message)

    def merge(self) -> None:
        """Ask for project files and a new file, merge them into it, and open it."""
        paths = ask_files(self.window, "Merge these projects", FILES)
        if not paths:
            return
        target, _ = ask_target(self.window, "Merge into a new project", f"merged{PROJECT}", FILES)
        if target is not None:
            self.errors.attempt(lambda: self._merge(paths, as_project(target)))

    def _merge(self, paths: list[Path], target: Path) -> None:
        from meantree.project.merging import merge

        merged = merge(paths, target)
        self.projects.open(target)
        self.show_to_lead()
        self._report(merged, f"{counted(len(paths), 'project')} merged into {escaped(target.name)}")

    def import_file(self, project: Project) -> None:
        """Ask for a project of the same texts, or a file with error spans in them, and import its annotations."""
        path = ask_file(self.window, "Import annotations", IMPORTED)
        if path is not None:
            (self._import if path.suffix == PROJECT else self._import_errors)(project, path)

    def _import_errors(self, project: Project, path: Path) -> None:
        from meantree.annotation.error_import import import_errors, read_error_files
        from meantree.project.conversion import put_errors

        errors = import_errors(project.corpus_of(""), read_error_files([path]))
        problems = [*errors.problems, *put_errors(project, errors)]
        self.projects.open(project.path, is_same=True)
        self._list(f"{escaped(path.name)} imported: {errors.summary}", "", problems, "Kept aside or not changed:")

    def import_folder(self, project: Project) -> None:
        """Ask for a folder of tables or brat files, and import their annotations."""
        title = "Import annotations from a folder of HMEANT-WMT13 tables or brat files"
        folder = ask_folder(self.window, title)
        if folder is not None:
            self._import(project, folder)

    def _import(self, project: Project, path: Path) -> None:
        from meantree.project.importing import import_annotations

        merged = import_annotations(project, path)
        self.projects.open(project.path, is_same=True)
        self._report(merged, f"Annotations of {escaped(path.name)} imported")

    def export(self, project: Project) -> None:
        """Ask for a name, write all annotations in another format, and list what that cannot represent.

        The ending of the name chooses the format of error spans; frames are written to a folder.
        """
        self.workspace.naming.require_finished("annotations are exported")
        rules = project.rules
        filters = {f"{title} (*{suffix})": suffix for suffix, (title, _) in ERROR_FORMS.items() if rules.has_errors}
        folders = [BRAT, TABLES] if rules.has_frames else []
        chosen = ""
        proposed = _free(beside(project.path.with_suffix(next(iter(filters.values()), FOLDER)).name))
        while True:
            path, chosen = ask_target(
                self.window, "Export annotations", proposed.name, ";;".join([*filters, *folders]), chosen
            )
            if path is None:
                return
            if path.suffix.casefold() in filters.values() or chosen not in filters:
                break
            path = proposed = path.with_name(f"{path.name}{filters[chosen]}")
            if not proposed.exists():  # else the dialog asks whether to replace it
                break
        if path.suffix.casefold() in filters.values():
            self._export_errors(project, path)
        else:
            self._export_frames(project, path, chosen)

    def _export_errors(self, project: Project, path: Path) -> None:
        from meantree.reporting.error_files import export_errors

        ending = path.suffix.casefold()
        whose = self._whose_errors(project, [] if ending in HOLD_ONE else [EVERYBODY])
        name = None if whose == EVERYBODY else whose
        summary, _ = export_errors(project.path, path, ERROR_FORMS[ending][1], name, self._confirm)
        self._list("Error spans exported", summary, [], "")

    def _whose_errors(self, project: Project, more: list[str]) -> str:
        """Ask whose error spans are exported, if several have some; raise Cancelled if the user does not say."""
        from meantree.annotation.error_annotation import NO_PEOPLE

        having = [name for name in project.annotators if name not in NO_PEOPLE and project.error_annotations(name)]
        if len(having) < 2:
            return EVERYBODY
        names = [*more, *having]
        own = self.workspace.edited_name if self.workspace.is_adjudicating or not more else EVERYBODY
        here = names.index(own) if own in names else 0
        title, label = "Export annotations", "Whose error spans:"
        whose, is_chosen = QInputDialog.getItem(self.window, title, label, names, here, editable=False)
        if not is_chosen:
            raise Cancelled("Exporting: stopped")
        return whose

    def _export_frames(self, project: Project, path: Path, form: str) -> None:
        from meantree.project.conversion import convert_file

        if form == BRAT and path.suffix != FOLDER:
            path = path.with_name(f"{path.name}{FOLDER}")
        elif form == TABLES and path.suffix == FOLDER:
            path = path.with_suffix("")
        summary, _ = convert_file(project.path, path, report=self._confirm)
        self._list("Frames exported", summary, [], "")

    def _confirm(self, problems: Sequence[Problem]) -> None:
        """Ask before something is lost; raise Cancelled if it should not be."""
        if problems and not is_accepted("Export annotations", HELD, problems, self.window):
            raise Cancelled("Exporting: stopped")

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
