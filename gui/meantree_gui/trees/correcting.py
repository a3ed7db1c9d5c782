"""What all corrections in the pictures have in common: they are kept at once, and every score follows."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from meantree.comparison.content import Comparison
from meantree.errors import MeantreeError, UsageError
from meantree.picture.numbers import fixed, signed
from meantree.project.file import Project
from meantree.project.record_access import Conflict
from meantree.shown import shown
from meantree_gui.state.request import Request
from meantree_gui.state.selection import Selection
from meantree_gui.trees.pair import TreePair


class Corrector(QObject):
    """Corrects one sort of thing, as the annotator.

    Signals:
        told: a short message for the annotator.

    Attributes:
        things: what it corrects, in the plural.
    """

    told = Signal(str)
    things = ""

    def __init__(self, selection: Selection, trees: TreePair) -> None:
        super().__init__()
        self.selection, self.workspace, self.trees = selection, selection.workspace, trees

    def _try(self, perform: Callable[[], None]) -> None:
        try:
            perform()
        except MeantreeError as error:
            self.told.emit(str(error))

    def _keep(self, segment: str, save: Callable[[Project], None], done: str = "") -> None:
        """Keep what was corrected in a segment, show what follows of it, and tell what was ``done``."""
        project, before = self._project(), self._score()
        try:
            save(project)
        except Conflict:
            self.workspace.follow_project(segment)
            raise
        self.workspace.follow_project(segment)
        after, change = self._score(), ""
        if before is not None and after is not None:
            change = f"{self.selection.focus} {fixed(before)} → {fixed(after)} ({signed(after - before)})"
        if done or change:
            whose = f"corrected as {shown(self.workspace.annotator)}"
            self.told.emit(" · ".join(filter(None, (done, change, whose))))

    def _project(self) -> Project:
        if self.workspace.project is None:
            raise UsageError(f"{self.things} are corrected in a project; save what is open as a project with Ctrl+S")
        if not self.workspace.annotator:
            raise UsageError(f"enter your name on the Annotate page (F9) before you correct {self.things}")
        return self.workspace.project

    def _score(self) -> float | None:
        table, selection = self.selection.scoring.table, self.selection
        return None if table is None else table.segment_score(selection.system, selection.focus, selection.place)

    def _comparison(self) -> Comparison:
        if self.selection.comparison is None:
            raise UsageError(f"there are no {self.things} to correct")
        return self.selection.comparison

    def _shown(self) -> Request:
        """Whose texts are drawn: what is chosen may be another segment, which is still being analysed."""
        if self.selection.shown is None:
            raise UsageError(f"there are no {self.things} to correct")
        return self.selection.shown

    def _reference(self) -> str:
        """The name of the reference that is drawn."""
        comparison = self._comparison()
        return comparison.pair.reference_names[comparison.reference]
