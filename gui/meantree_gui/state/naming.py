"""Whether systems may be named: blind annotators of error spans must have finished, or adjudicate. No widgets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from meantree_gui.state.workspace import Workspace


class Naming(QObject):
    """Follows the rules, assignments and states of the open project.

    Attributes:
        why_not: why the annotator must not see which system a translation is of; empty if they may.
        hides_others: whether the annotator must finish before seeing the work of others.

    Signals:
        changed: systems may be named from now on, or no longer.
    """

    changed = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace, self.why_not, self._reported = workspace, "", ""
        self.hides_others = False
        for signal in (workspace.annotator_changed, workspace.adjudication_changed, workspace.annotations.changed):
            signal.connect(lambda *_what: self.follow())

    def follow(self) -> None:
        """Find out whether systems may be named now, and report a change."""
        self.read()
        if self._reported != self.why_not:
            self._reported = self.why_not
            self.changed.emit()

    def read(self) -> None:
        """Find out whether systems may be named now, before anybody follows another project."""
        from meantree.project.blindness import unfinished_if_blind, why_unnamed

        workspace, self.why_not, self.hides_others = self.workspace, "", False
        project, corpus, name = workspace.project, workspace.corpus, workspace.annotator
        if project is None or corpus is None or not project.rules.blind:
            return
        if not workspace.is_adjudicating:  # who decides the gold standard sees what it is of
            self.why_not = why_unnamed(project, name, corpus, workspace.annotations.states)
        self.hides_others = unfinished_if_blind(project, name, corpus) > 0

    def require_finished(self, what: str) -> None:
        """Refuse to show ``what`` of other annotators' work to one who has not finished in a blind project.

        Raises:
            UsageError: if others' work is hidden from the annotator.
        """
        from meantree.project.blindness import require_finished

        project, corpus = self.workspace.project, self.workspace.corpus
        if project is not None and corpus is not None:
            require_finished(project, self.workspace.annotator, corpus, what)

    def name(self, system: str) -> str:
        """Return the name of a system; empty if the annotator must not see it, and for attention checks."""
        from meantree.annotation.error_annotation import CHECK

        return "" if self.why_not or system == CHECK else system
