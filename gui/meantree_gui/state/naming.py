"""Whether systems may be named: blind annotators of error spans must have finished before. No widgets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from meantree_gui.state.workspace import Workspace


class Naming(QObject):
    """Follows the rules, assignments and states of the open project.

    Attributes:
        why_not: why the annotator must not see which system a translation is of; empty if they may.

    Signals:
        changed: systems may be named from now on, or no longer.
    """

    changed = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace, self.why_not, self._reported = workspace, "", ""
        for signal in (workspace.annotator_changed, workspace.states_changed):
            signal.connect(lambda *_what: self.follow())

    def follow(self) -> None:
        """Find out whether systems may be named now, and report a change."""
        self.read()
        if self._reported != self.why_not:
            self._reported = self.why_not
            self.changed.emit()

    def read(self) -> None:
        """Find out whether systems may be named now, before anybody follows another project."""
        from meantree.project.blindness import why_unnamed

        workspace, self.why_not = self.workspace, ""
        if workspace.project is not None and workspace.corpus is not None:
            self.why_not = why_unnamed(workspace.project, workspace.annotator, workspace.corpus, workspace.states)

    def name(self, system: str) -> str:
        """Return the name of a system; empty if the annotator must not see it, and for attention checks."""
        from meantree.annotation.error_annotation import CHECK

        return "" if self.why_not or system == CHECK else system
