"""Projects: created, opened, saved, merged, and kept as drafts until they are saved."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from meantree.annotation.frame_annotation import AUTOMATIC
from meantree.corpus.corpus import Corpus
from meantree.errors import MeantreeError, UsageError
from meantree.escaping import escaped
from meantree.files import PROJECT, translate_os_errors
from meantree.project.database import remove_database
from meantree.project.file import Project
from meantree.project.new_projects import copy_project, make_project
from meantree_gui.actions import Command
from meantree_gui.dialogs import ErrorMessages, ask_target
from meantree_gui.settings import ANNOTATOR, DRAFT_PLACE, Settings, locked, of_project, own_name
from meantree_gui.state.workspace import Workspace
from meantree_resources import resource

if TYPE_CHECKING:
    from meantree.agreement.project_agreement import ProjectAgreement
    from meantree.work import Work
    from meantree_gui.agreement_dialog import AgreementDialog


class Drafts:
    """Drafts: projects that the user has not saved yet, so that each correction is saved at once and can be undone.

    A draft stays in a folder of the program until the user saves or discards it; a draft left by a program that was
    killed is reopened. One program at a time creates, opens or deletes drafts.
    """

    def __init__(self, workspace: Workspace, folder: Path) -> None:
        self.workspace, self.folder = workspace, folder
        self._done: set[Path] = set()
        self._is_alone = False
        workspace.drafts_folder = folder
        workspace.begin_project = self.begin
        workspace.opened.connect(self.clean)

    def begin(self) -> None:
        """Create a draft of what is open, and continue in it.

        Raises:
            UsageError: if nothing is open, or the draft cannot be written.
        """
        corpus = self.workspace.corpus
        if corpus is None:
            raise UsageError("nothing is open")
        path = self.folder / f"{uuid4().hex}.meantree"
        with self._alone():
            make_project(path, corpus)
            self.workspace.continue_in(path, lambda _project: own_name())

    def copy(self, project: Path, open_draft: Callable[[Path], object]) -> None:
        """Open a copy of a project that ships.

        Raises:
            UsageError: if the draft cannot be written.
        """
        path = self.folder / f"{uuid4().hex}.meantree"
        with self._alone(), translate_os_errors(path):
            shutil.copyfile(project, path)
            open_draft(path)

    def move(self, path: Path, protocol: str) -> None:
        """Save the open draft as a project of this protocol, with its history, and continue in that.

        Raises:
            UsageError: if it cannot be written; the draft is still open then.
        """
        draft, annotator = self.workspace.project, self.workspace.annotator
        if draft is None:
            return
        _set_protocol(draft, protocol)
        self.workspace.follow_rules()  # the draft stays open if it cannot be copied
        copy_project(draft, path)
        self._done.add(draft.path)
        self.workspace.continue_in(path, lambda _project: annotator)

    def discard(self) -> None:
        """Delete the open draft when it is closed."""
        if self.workspace.project is not None:
            self._done.add(self.workspace.project.path)

    def clean(self) -> None:
        """Delete the drafts that were saved or discarded and are closed."""
        open_now = {self.workspace.project.path} if self.workspace.project is not None else set()
        if self._done <= open_now:
            return
        with suppress(UsageError), self._alone():
            for path in self._done - open_now:
                if not _is_open_elsewhere(path):
                    with suppress(OSError):  # some systems release a closed file late
                        remove_database(path)
            self._done &= open_now

    def reopen(self, open_draft: Callable[[Path], object]) -> bool:
        """Open the latest draft of what is open, or of anything if nothing is, that no other program has open.

        Drafts without corrections are deleted. Return whether there was a draft to open.
        """
        if not self.folder.is_dir():
            return False
        with suppress(UsageError), self._alone():
            draft = self._left_over()
            if draft is not None:
                open_draft(draft)
                return True
        return False

    def _left_over(self) -> Path | None:
        corpus, drafts = self.workspace.corpus, []
        for path in set(self.folder.glob("*.meantree")) - self._done:
            with suppress(MeantreeError, OSError), Project(path, passing=True) as project:
                if project.others:
                    continue
                if not project.damage and not project.is_edited:
                    self._done.add(path)
                elif corpus is None or _texts(project.corpus()) == _texts(corpus):
                    drafts.append((path.stat().st_mtime, path))
        self.clean()
        return max(drafts)[1] if drafts else None

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Lock the folder against other programs that create, open or delete drafts.

        Raises:
            UsageError: if another program keeps the lock, or the folder cannot be created.
        """
        if self._is_alone:
            yield
            return
        with translate_os_errors(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
        with locked(self.folder):
            self._is_alone = True
            try:
                yield
            finally:
                self._is_alone = False


def _is_open_elsewhere(path: Path) -> bool:
    """Return whether another window has a draft open, and so will save or discard it."""
    with suppress(MeantreeError, OSError), Project(path, passing=True) as project:
        return project.others > 0
    return False


def _texts(corpus: Corpus) -> list[object]:
    """Return the texts of a corpus, by which a draft is recognized: it does not know their files."""
    return [
        (
            segment.key,
            segment.source,
            *({name: text.text for name, text in side.items()} for side in (segment.references, segment.hypotheses)),
        )
        for segment in corpus.segments
    ]


class Projects(QObject):
    """Opens and saves projects, and stores the annotator of each project on this computer.

    Signals:
        wanted: the segment and system that the user wants to see.
        reported: a short message for the user.
        draft_reopened: unsaved corrections of an earlier session were opened.
    """

    wanted = Signal(str, str)
    reported = Signal(str)
    draft_reopened = Signal()

    def __init__(self, workspace: Workspace, settings: Settings, errors: ErrorMessages, window: QWidget) -> None:
        super().__init__(window)
        self.workspace, self.settings, self.errors, self.window = workspace, settings, errors, window
        self.commands = (
            Command("save_project", "Save as project …", "File", self.save_project, ("Ctrl+S",)),
            Command("save_copy", "Save a copy …", "File", self.save_copy),
            Command("show_agreement", "Inter-annotator agreement", "View", self.show_agreement, ("Ctrl+Shift+A",)),
        )
        self._hidden_dialog: AgreementDialog | None = None
        self._asked: Project | None = None
        self.drafts = Drafts(workspace, settings.path.parent / "drafts")
        workspace.annotator_changed.connect(self._remember_annotator)
        # Later, as it may be noticed while a view reads.
        workspace.replaced.connect(self._offer_copy, Qt.ConnectionType.QueuedConnection)
        # Later, so that all parts follow the opened files before a draft of them is opened.
        reopen = partial(QTimer.singleShot, 0, self, self.reopen_draft)
        workspace.opened.connect(lambda _again: reopen() if workspace.project is None else None)

    def open_sample(self, place: int) -> None:
        """Open a copy of the sample project at the segment at 0-based ``place``; it is kept if the user saves it."""
        self.drafts.copy(resource("sample/sample.meantree"), lambda path: self.open(path, place=place))

    def open(self, path: Path, *, is_same: bool = False, place: int = 0) -> None:
        """Open a project, and say if it is damaged; ``is_same`` if it was created from what is open.

        Raises:
            InputError: if the file is not a project, or was written by a later version.
            UsageError: if it does not exist.
        """
        self.workspace.open_project(path, self._annotator_of, is_same=is_same, place=place)
        self._warn(path)

    def reopen_draft(self) -> bool:
        """Reopen unsaved corrections of what is open, or of anything if nothing is; return whether there were any."""
        workspace, is_found = self.workspace, False
        if workspace.project is None:
            is_same = workspace.corpus is not None
            is_found = self.drafts.reopen(lambda path: self.errors.attempt(lambda: self.open(path, is_same=is_same)))
        if is_found:
            self.draft_reopened.emit()
            self.reported.emit("These corrections were not saved when the app closed; press Ctrl+S to save them")
        return is_found

    def _warn(self, path: Path) -> None:
        project = self.workspace.project
        if project is not None and project.damage:
            lost = "" if project.is_whole else ", with the data that could be recovered"
            whose = f" (the part of {project.owner})" if project.owner else ""
            damage = f"{path.name}{whose} is open for reading only{lost}: {project.damage}"
            self.errors.show(MeantreeError(". ".join((damage, *project.set_aside)) + "."))
        elif project is not None and project.set_aside:
            self.errors.show(MeantreeError(". ".join(project.set_aside)))

    def _annotator_of(self, project: Project) -> str:
        """Return the last annotator on this computer, else the owner of the file; for a draft, who started it."""
        stored = of_project(ANNOTATOR, project).read(self.settings)
        if stored not in ("", AUTOMATIC):
            return stored
        if project.path.parent == self.drafts.folder:
            is_begun = project.is_edited and own_name() not in project.onlookers
            return next(iter(project.people), own_name()) if is_begun else ""
        return project.owner

    def save_project(self) -> None:
        """Save what is open with its corrections as a project, and continue in it."""
        corpus, project = self.workspace.corpus, self.workspace.project
        if corpus is None:
            self.errors.show(MeantreeError("nothing is open"))
            return
        if project is not None and not self.workspace.is_draft:
            project.look()
            if project.damage:
                self.save_copy()
            else:
                self.reported.emit("Edits of a project are saved immediately; File → Save a copy … writes another file")
            return
        target, _ = ask_target(self.window, "Save as project", f"{corpus.name}{PROJECT}", f"Projects (*{PROJECT})")
        protocol = _protocol_of(corpus, project, self.window) if target is not None else None
        if target is not None and protocol is not None:
            path = as_project(target)
            self.errors.attempt(lambda: self._save(path, corpus, protocol))

    def keep_draft(self) -> None:
        """Ask once where to keep the edits of a draft; who answers nothing can still save or discard it later."""
        project = self.workspace.project
        if project is not None and project is not self._asked and self.workspace.has_unsaved_work:
            self._asked = project
            QTimer.singleShot(0, self, self.save_project)  # after the edit is finished

    def save_copy(self) -> None:
        """Write the open project with its history to another file; continue in that if this one can only be read."""
        project, annotator = self.workspace.project, self.workspace.annotator
        if project is None or self.workspace.is_draft:
            self.save_project()
            return
        name = project.path.with_name(f"{project.path.stem}-copy{PROJECT}")
        target, _ = ask_target(self.window, "Save a copy", str(name), f"Projects (*{PROJECT})")
        if target is not None:
            path = as_project(target)
            self.errors.attempt(lambda: self._copy(project, path, annotator))

    def _copy(self, project: Project, path: Path, annotator: str) -> None:
        copy_project(project, path)
        if project.damage and project is self.workspace.project:
            self.workspace.continue_in(path, lambda _project: annotator)
        self.reported.emit(f"A copy was saved as {escaped(path.name)}")

    def _offer_copy(self) -> None:
        """Say that the file of the open project was replaced, and offer to save what it was."""
        project, button = self.workspace.project, QMessageBox.StandardButton
        if project is None or not project.damage:
            return
        text = f"{project.path.name}: {project.damage}. Nothing more is written to the file."
        box = QMessageBox(QMessageBox.Icon.Warning, "Meantree", text, button.Save | button.Close, self.window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.button(button.Save).setText("Save a copy …")
        box.accepted.connect(self.save_copy)
        box.open()

    def may_close(self) -> bool:
        """Ask whether to save unsaved corrections; return whether what is open may be closed."""
        if not self.workspace.is_draft:
            return True
        if self.workspace.has_unsaved_work:
            answer = self._ask_to_save()
            if answer == QMessageBox.StandardButton.Save:
                self.save_project()
                return not self.workspace.is_draft
            if answer != QMessageBox.StandardButton.Discard:
                return False
        self.drafts.discard()
        if self.workspace.project is not None:
            for setting in (ANNOTATOR, DRAFT_PLACE):
                of_project(setting, self.workspace.project).forget(self.settings)
        return True

    def _ask_to_save(self) -> QMessageBox.StandardButton:
        button = QMessageBox.StandardButton
        return QMessageBox.question(
            self.window,
            "Save as project",
            f"Save your corrections of {escaped(self.workspace.corpus.name) if self.workspace.corpus else ''}?",
            button.Save | button.Discard | button.Cancel,
            button.Save,
        )

    def show_agreement(self) -> None:
        """Show the inter-annotator agreement of the project."""
        project = self.workspace.project
        if project is None:
            message = "agreement is computed in a project; open one, or save the open texts as one with Ctrl+S"
            self.errors.show(MeantreeError(message))
            return
        try:
            self.workspace.naming.require_finished("agreement is shown")
        except MeantreeError as error:
            self.errors.show(error)
            return
        path, viewer = project.path, self.workspace.edited_name
        if self._hidden_dialog is not None:
            dialog, self._hidden_dialog = self._hidden_dialog, None
            if (dialog.agreement.pool.paths[0], dialog.viewer) == (path, viewer):
                dialog.show()
                dialog.compare(dialog.agreement.pool.paths)
                return
            dialog.close()

        def compare(work: Work) -> ProjectAgreement:
            from meantree.agreement.pooled_annotations import read_pooled
            from meantree.agreement.project_agreement import project_agreement

            return project_agreement(read_pooled([path], viewer), work=work)

        self.workspace.background.run(compare, partial(self._show_agreement, viewer))

    def _show_agreement(self, viewer: str, agreement: ProjectAgreement) -> None:
        from meantree_gui.agreement_dialog import AgreementDialog  # late: it imports much

        if agreement.is_empty:
            self.errors.show(MeantreeError("no translation has been finished by two annotators yet"))
            return
        dialog = AgreementDialog(agreement, self.workspace.background, self.settings, self.window)
        dialog.viewer = viewer
        dialog.wanted.connect(partial(self._leave, dialog))
        dialog.show()

    def _leave(self, dialog: AgreementDialog, segment: str, system: str) -> None:
        """Go to a segment, and hide the dialog so that it can be shown again as it was left."""
        if self.workspace.corpus is not None and segment in self.workspace.corpus.places:
            if self._hidden_dialog is not None:
                self._hidden_dialog.close()
            self._hidden_dialog = dialog
            dialog.hide()
        self.wanted.emit(segment, system)

    def _remember_annotator(self) -> None:
        """Store the annotator of the project on this computer, unless it is the gold standard."""
        project, annotator = self.workspace.project, self.workspace.annotator
        if project is not None and annotator and annotator != project.rules.gold:
            of_project(ANNOTATOR, project).write(self.settings, annotator)

    def _save(self, path: Path, corpus: Corpus, protocol: str) -> None:
        draft = self.workspace.project
        if draft is not None and self.workspace.is_draft:
            kept = [of_project(setting, draft) for setting in (ANNOTATOR, DRAFT_PLACE)]
            self.drafts.move(path, protocol)
            for setting in kept:
                setting.forget(self.settings)
        else:
            make_project(path, corpus, complete=lambda project: _set_protocol(project, protocol))
            self.workspace.continue_in(path, self._annotator_of)


def _protocol_of(corpus: Corpus, project: Project | None, parent: QWidget) -> str | None:
    """Return what is annotated: what the user answers, unless frames are and nothing else; None if the user cancels.

    Proposed is the protocol of all that is annotated already, else the one chosen last, by default frames.
    """
    from meantree.annotation.rules import BOTH, FRAMES, MQM
    from meantree_gui.rules_dialog import ask_protocol

    protocol, people = (FRAMES, ()) if project is None else (project.rules.protocol, project.people)
    has_frames = project is not None and any(map(project.annotations, people))
    has_errors = project is not None and any(map(project.error_annotations, people))
    if has_errors or any(segment.errors for segment in corpus.segments):
        protocol = BOTH if has_frames else MQM if protocol == FRAMES else protocol
    elif has_frames:
        return protocol
    return ask_protocol(corpus, parent, protocol)


def _set_protocol(project: Project, protocol: str) -> None:
    project.set_rules(replace(project.rules, protocol=protocol))


def as_project(path: Path) -> Path:
    """Return the path of a project; a missing extension is appended."""
    return path if path.name.endswith(PROJECT) else path.with_name(path.name + PROJECT)
