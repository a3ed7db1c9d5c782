"""Projects that were begun by correcting something and have no file of the user's yet. No widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

from meantree.corpus.corpus import Corpus
from meantree.errors import MeantreeError, UsageError
from meantree.files import translate_os_errors
from meantree.project.database import remove
from meantree.project.file import Project
from meantree.project.making import copy_project, make_project
from meantree_gui.file_lock import locked
from meantree_gui.state.workspace import Workspace, own_name


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
                        remove(path)
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
