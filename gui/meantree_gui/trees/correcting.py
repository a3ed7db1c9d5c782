"""What all corrections in the pictures have in common: they are kept at once, and every score follows."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from meantree.comparison.comparison import Comparison
from meantree.errors import MeantreeError, UsageError
from meantree.escaping import escaped
from meantree.numbers import difference, fixed
from meantree.project.file import Project
from meantree.project.records import Conflict
from meantree_gui.state.request import Request
from meantree_gui.state.selection import Selection
from meantree_gui.trees.pair import TreePair


class Corrector(QObject):
    """Corrects one sort of thing, as the annotator.

    What is said of it, and why something is refused, stands below the picture.

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

    def drop(self) -> None:
        """Let go of the word that is picked."""
        raise NotImplementedError

    def _try(self, perform: Callable[[], None]) -> None:
        try:
            perform()
        except MeantreeError as error:
            self._say(str(error), is_refusal=True)

    def _say(self, message: str, *, is_refusal: bool = False) -> None:
        self.trees.tell(message, is_refusal=is_refusal)
        self.told.emit(message)

    def _keep(self, segment: str, save: Callable[[Project, str], None], done: str) -> None:
        """Keep what was corrected in a segment, show what follows of it, and tell what was ``done``.

        ``save`` is given the project and the name of the annotator. Where there is none of either, both are made.
        """
        before = self._score()
        self.workspace.require_annotator()
        project = self.workspace.project
        assert project is not None
        try:
            save(project, self.workspace.annotator)
        except Conflict:
            self.drop()
            self.workspace.follow_project(segment)
            raise
        self.workspace.follow_project(segment)
        after, change = self._score(), ""
        if before is not None and after is not None:
            change = f"{self.selection.focus} {fixed(before)} → {fixed(after)} ({difference(after - before)})"
        whose = f"corrected as {escaped(self.workspace.annotator)}"
        unsaved = "not saved yet (Ctrl+S)" if self.workspace.is_draft else ""
        self._say(" · ".join(filter(None, (done, change, whose, unsaved))))

    def _require_writable(self) -> None:
        """Tell whoever cannot correct before they go to another word.

        Raises:
            UsageError: if the project is open for reading only.
        """
        project = self.workspace.project
        if project is not None and project.damage:
            raise UsageError(f"{project.path} is open for reading only: {project.damage}")

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
