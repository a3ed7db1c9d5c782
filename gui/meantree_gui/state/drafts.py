"""Projects that were begun by correcting something and have no file of the user's yet. No widgets."""

from __future__ import annotations

import getpass
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from meantree.errors import MeantreeError, UsageError
from meantree_gui.state.workspace import Workspace

if TYPE_CHECKING:
    from meantree.project.file import Project


class Drafts:
    """A draft is a project like any other, so that each correction is on the disk at once and can be undone.

    It is kept in a folder of the program until the user says where to, or discards it; one that is left there by a
    program that was killed is found again.

    Attributes:
        folder: where drafts are.
    """

    def __init__(self, workspace: Workspace, folder: Path) -> None:
        self.workspace, self.folder = workspace, folder
        self._done: set[Path] = set()
        workspace.drafts_folder = folder
        workspace.begin_project = self.begin
        workspace.opened.connect(self.clean)

    def begin(self) -> None:
        """Make a draft of what is open, and continue in it.

        Raises:
            UsageError: if nothing is open, or the draft cannot be written.
        """
        from meantree.project.making import make_project

        corpus = self.workspace.corpus
        if corpus is None:
            raise UsageError("nothing is open")
        path = self.folder / f"{uuid4().hex}.meantree"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"{self.folder}: cannot be made ({error.strerror})") from error
        make_project(path, corpus)
        self.workspace.continue_in(path, lambda _project: own_name())

    @property
    def has_work(self) -> bool:
        """Whether what is open is a draft in which something is said."""
        project = self.workspace.project
        return project is not None and self.workspace.is_draft and _has_work(project)

    def move(self, path: Path) -> None:
        """Keep the open draft as a project of the user's, with its history, and continue in that.

        Raises:
            UsageError: if it cannot be written; the draft is still open then.
        """
        from meantree.project.making import copy_project

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
        from meantree.project.database import beside

        now = self.workspace.project.path if self.workspace.project is not None else None
        for path in self._done - {now}:
            if _is_open_elsewhere(path):
                continue
            for part in (path, *beside(path)):
                with suppress(OSError):  # another system may hold it a moment longer
                    part.unlink(missing_ok=True)
        self._done &= {now} if now is not None else set()

    def left_over(self) -> Path | None:
        """Return the latest draft that no program has open, if there is one; those that say nothing are deleted."""
        from meantree.project.file import Project

        found = []
        for path in self.folder.glob("*.meantree"):
            with suppress(MeantreeError, OSError), Project(path, passing=True) as project:
                if project.others:
                    continue
                if project.damage or _has_work(project):
                    found.append((path.stat().st_mtime, path))
                else:
                    self._done.add(path)
        self.clean()
        return max(found)[1] if found else None


def own_name() -> str:
    """Return the name by which the system knows the user: corrections are made in it until another is chosen."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "me"


def _is_open_elsewhere(path: Path) -> bool:
    """Whether another window has a draft open, which is then theirs to save or discard."""
    from meantree.project.file import Project

    with suppress(MeantreeError, OSError), Project(path, passing=True) as project:
        return project.others > 0
    return False


def _has_work(project: Project) -> bool:
    work = (project.all_trees(), project.all_links(), project.all_annotations())
    return any(work)
