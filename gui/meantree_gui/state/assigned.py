"""Who annotates which segments of the project that is open."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal

from meantree.project.team import people_of
from meantree_gui.state.workspace import Workspace


class Assigned(QObject):
    """Follows the assignments of the project.

    Attributes:
        people: names of annotators, one a line, by the key of the segment; segments that are nobody's are not there.

    Signals:
        changed: they are others.
    """

    changed = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.workspace = workspace
        self.people: Mapping[str, str] = {}
        self._stamp: tuple[int, int] | None = None
        workspace.opened.connect(lambda _again: self._start())

    def _start(self) -> None:
        self._stamp = None
        self.read()

    def read(self) -> None:
        """Look into the project again, if it was edited."""
        project = self.workspace.project
        stamp = project.stamp if project is not None else None
        if stamp is not None and stamp == self._stamp:
            return
        self._stamp = stamp
        people = people_of(project.assignments()) if project is not None else {}
        if people != self.people:
            self.people = people
            self.changed.emit()
