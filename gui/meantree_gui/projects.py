"""Projects: created, opened, saved, merged, and kept as drafts until they are saved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from meantree.corpus.corpus import Corpus
from meantree.errors import MeantreeError, UsageError
from meantree.escaping import counted, escaped
from meantree.files import translate_os_errors
from meantree.project.annotation import AUTOMATIC
from meantree.project.database import remove_database
from meantree.project.file import SUFFIX, Project
from meantree.project.new_projects import copy_project, make_project
from meantree_gui.actions import Command
from meantree_gui.dialogs import ErrorMessages
from meantree_gui.settings import ANNOTATOR, DRAFT_PLACE, Settings, locked, of_project
from meantree_gui.state.workspace import Workspace, own_name

if TYPE_CHECKING:
    from meantree.evaluation.project_agreement import ProjectAgreement
    from meantree.work import Work
    from meantree_gui.agreement_dialog import AgreementDialog


class Drafts:
    """A draft is a project like any other, so that each correction is on the disk at once and can be undone.

    It is kept in a folder of the program until the user says where to, or discards it; one that is left there by a
    program that was killed is found again. One program at a time makes, takes or deletes drafts.

    Attributes:
        folder: where drafts are.
    """

    def __init__(self, workspace: Workspace, folder: Path) -> None:
        self.workspace, self.folder = workspace, folder
        self._done: set[Path] = set()
        self._is_alone = False
        workspace.drafts_folder = folder
        workspace.begin_project = self.begin
        workspace.opened.connect(self.clean)

    def begin(self) -> None:
        """Make a draft of what is open, and continue in it.

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

    @property
    def has_work(self) -> bool:
        """Whether what is open is a draft in which something is said."""
        return self.workspace.has_unsaved_work

    def move(self, path: Path) -> None:
        """Keep the open draft as a project of the user's, with its history, and continue in that.

        Raises:
            UsageError: if it cannot be written; the draft is still open then.
        """
        draft, annotator = self.workspace.project, self.workspace.annotator
        if draft is None:
            return
        copy_project(draft, path)
        self._done.add(draft.path)
        self.workspace.continue_in(path, lambda _project: annotator)

    def discard(self) -> None:
        """Let the open draft go when it is closed."""
        if self.workspace.project is not None:
            self._done.add(self.workspace.project.path)

    def clean(self) -> None:
        """Delete the drafts that are saved elsewhere or discarded, and open no longer."""
        now = {self.workspace.project.path} if self.workspace.project is not None else set()
        if self._done <= now:
            return
        with suppress(UsageError), self._alone():
            for path in self._done - now:
                if not _is_open_elsewhere(path):
                    with suppress(OSError):  # another system may hold it a moment longer
                        remove_database(path)
            self._done &= now

    def reopen(self, open_draft: Callable[[Path], object]) -> bool:
        """Open the latest draft that no program has open: of what is open, or, if nothing is, of anything.

        Drafts that say nothing are deleted. False if there is no draft to open.
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
        corpus, found = self.workspace.corpus, []
        for path in set(self.folder.glob("*.meantree")) - self._done:
            with suppress(MeantreeError, OSError), Project(path, passing=True) as project:
                if project.others:
                    continue
                if not project.damage and not project.has_work:
                    self._done.add(path)
                elif corpus is None or _texts(project.corpus()) == _texts(corpus):
                    found.append((path.stat().st_mtime, path))
        self.clean()
        return max(found)[1] if found else None

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Let no other program make, take or delete drafts meanwhile.

        Raises:
            UsageError: if another one keeps doing so, or there is no folder for drafts.
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
    """Whether another window has a draft open, which is then theirs to save or discard."""
    with suppress(MeantreeError, OSError), Project(path, passing=True) as project:
        return project.others > 0
    return False


def _texts(corpus: Corpus) -> list[object]:
    """Return what corrections of a corpus are about; the file of a draft does not know where its texts came from."""
    return [
        (
            one.key,
            one.source,
            *({name: text.text for name, text in side.items()} for side in (one.references, one.hypotheses)),
        )
        for one in corpus.segments
    ]


class Projects(QObject):
    """Remembers who annotates which project, on this computer.

    Signals:
        wanted: segment and system that somebody wants to look at.
        reported: a short message for the user.
        draft_reopened: corrections that a program left are open.
    """

    wanted = Signal(str, str)
    reported = Signal(str)
    draft_reopened = Signal()

    def __init__(self, workspace: Workspace, settings: Settings, errors: ErrorMessages, window: QWidget) -> None:
        super().__init__(window)
        self.workspace, self.settings, self.errors, self.window = workspace, settings, errors, window
        self.commands = (
            Command("save_project", "Save as project …", "File", self.save_project, ("Ctrl+S",)),
            Command("show_agreement", "Inter-annotator agreement", "View", self.show_agreement, ("Ctrl+Shift+A",)),
        )
        self._left: AgreementDialog | None = None
        self.drafts = Drafts(workspace, settings.path.parent / "drafts")
        workspace.annotator_changed.connect(self._remember_annotator)
        # Later, so that everybody knows of the files before they know of a project of them.
        reopen = partial(QTimer.singleShot, 0, self, self.reopen_draft)
        workspace.opened.connect(lambda _again: reopen() if workspace.project is None else None)

    def open(self, path: Path, *, is_same: bool = False) -> None:
        """Open a project, perhaps made of what is open, and say what is special about it.

        Raises:
            InputError: if the file is no project, or was made by a later version.
            UsageError: if it does not exist.
        """
        self.workspace.open_project(path, self._annotator_of, is_same=is_same)
        self._tell_special(path)

    def reopen_draft(self) -> bool:
        """Go on with corrections that a program left when it ended, of what is open or, if nothing is, of anything."""
        workspace, is_found = self.workspace, False
        if workspace.project is None:
            is_same = workspace.corpus is not None
            is_found = self.drafts.reopen(lambda path: self.errors.attempt(lambda: self.open(path, is_same=is_same)))
        if is_found:
            self.draft_reopened.emit()
            self.reported.emit("These corrections were not saved when the program ended; Ctrl+S saves them")
        return is_found

    def _tell_special(self, path: Path) -> None:
        project = self.workspace.project
        if project is not None and project.damage:
            lost = "" if project.is_whole else ", with what could be recovered"
            self.errors.show(MeantreeError(f"{path.name} is open for reading only{lost}: {project.damage}."))
        elif project is not None and project.others:
            self.errors.show(MeantreeError(f"{path.name} is open in another window, too. Edits of both are kept."))

    def _annotator_of(self, project: Project) -> str:
        """Who annotated it here the last time, or else whose part of a project it is; of a draft, who began it."""
        kept = of_project(ANNOTATOR, project).read(self.settings)
        if kept not in ("", AUTOMATIC):
            return kept
        if project.path.parent == self.drafts.folder:
            return next((name for name in project.annotators if name != AUTOMATIC), own_name())
        return project.owner

    def save_project(self) -> None:
        """Make a project file of what is open, with what was corrected so far, and go on in it."""
        corpus = self.workspace.corpus
        if corpus is None or (self.workspace.project is not None and not self.workspace.is_draft):
            self.errors.show(
                MeantreeError("nothing is open" if corpus is None else "every edit of a project is saved at once")
            )
            return
        name, _ = QFileDialog.getSaveFileName(
            self.window, "Save as project", f"{corpus.name}{SUFFIX}", f"Projects (*{SUFFIX})"
        )
        if name:
            path = as_project(name)
            self.errors.attempt(lambda: self._make(path, corpus))

    def may_close(self) -> bool:
        """Ask where to keep corrections that have no file yet; whether what is open may be closed now."""
        if not self.workspace.is_draft:
            return True
        if self.drafts.has_work:
            answer = self._ask_to_keep()
            if answer == QMessageBox.StandardButton.Save:
                self.save_project()
                return not self.workspace.is_draft
            if answer != QMessageBox.StandardButton.Discard:
                return False
        self.drafts.discard()
        if self.workspace.project is not None:
            for kept in (ANNOTATOR, DRAFT_PLACE):
                of_project(kept, self.workspace.project).forget(self.settings)
        return True

    def _ask_to_keep(self) -> QMessageBox.StandardButton:
        button = QMessageBox.StandardButton
        return QMessageBox.question(
            self.window,
            "Save as project",
            f"Save what you corrected in {escaped(self.workspace.corpus.name) if self.workspace.corpus else ''}?",
            button.Save | button.Discard | button.Cancel,
            button.Save,
        )

    def show_agreement(self) -> None:
        """How far the annotators of the project agree, layer by layer."""
        project = self.workspace.project
        if project is None:
            told = "agreement is computed in a project; open one, or save what is open as a project with Ctrl+S"
            self.errors.show(MeantreeError(told))
            return
        left = self._left_blind(project)
        if left:
            told = f"agreement is seen when the own work is done: {counted(left, 'translation')} left"
            self.errors.show(MeantreeError(f"this project is blind; {told}"))
            return
        path = project.path
        if self._left is not None:
            dialog, self._left = self._left, None
            if dialog.found.paths[0] == path:
                dialog.show()
                dialog.compare(dialog.found.paths)
                return
            dialog.close()

        def compare(work: Work) -> ProjectAgreement:
            from meantree.evaluation.pooled_annotations import read_pooled
            from meantree.evaluation.project_agreement import project_agreement

            return project_agreement(read_pooled([path]), work=work)

        self.workspace.background.run(compare, self._show_agreement)

    def _left_blind(self, project: Project) -> int:
        """How many translations an annotator must finish before they may see what others did."""
        from meantree.project.workload import unfinished_if_blind

        corpus = self.workspace.corpus
        return 0 if corpus is None else unfinished_if_blind(project, self.workspace.annotator, corpus)

    def _show_agreement(self, found: ProjectAgreement) -> None:
        from meantree_gui.agreement_dialog import AgreementDialog  # it brings what the window starts without

        if not found.pairs:
            self.errors.show(MeantreeError("no translation has been finished by two annotators yet"))
            return
        dialog = AgreementDialog(found, self.workspace.background, self.settings, self.window)
        dialog.wanted.connect(partial(self._leave, dialog))
        dialog.show()

    def _leave(self, dialog: AgreementDialog, segment: str, system: str) -> None:
        """Go to a segment; what was looked at is shown again, as it was left, when agreement is asked for again."""
        if self.workspace.corpus is not None and segment in self.workspace.corpus.places:
            if self._left is not None:
                self._left.close()
            self._left = dialog
            dialog.hide()
        self.wanted.emit(segment, system)

    def _remember_annotator(self) -> None:
        """Whoever opens this project the next time on this computer, with these settings, is the same.

        The gold standard is nobody: who adjudicates today may annotate in their own name tomorrow.
        """
        project, annotator = self.workspace.project, self.workspace.annotator
        if project is not None and annotator and annotator != project.rules.gold:
            of_project(ANNOTATOR, project).write(self.settings, annotator)

    def _make(self, path: Path, corpus: Corpus) -> None:
        if self.workspace.is_draft:
            self.drafts.move(path)
            if self.workspace.project is not None:  # which has the identity of the draft
                of_project(DRAFT_PLACE, self.workspace.project).forget(self.settings)
        else:
            make_project(path, corpus)
            self.workspace.continue_in(path, self._annotator_of)


def as_project(name: str) -> Path:
    """The path of that name with the ending of projects; other dots are part of the name."""
    return Path(name if name.endswith(SUFFIX) else name + SUFFIX)
