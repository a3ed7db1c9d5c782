"""The states and comments of the annotations of who is edited, and which translations are left. No widgets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from meantree.annotation.frame_annotation import State
    from meantree.annotation.record_kinds import Key
    from meantree.annotation.work_order import Translation
    from meantree.project.file import Project
    from meantree_gui.state.workspace import Workspace


class AnnotationStates(QObject):
    """Follows the open project.

    Attributes:
        states: of the annotations, by segment and system.
        comments: all comments on an annotation as one text, by segment and system.

    Signals:
        changed: the 0-based places of segments with an annotation whose state or comment changed.
    """

    changed = Signal(object)

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace = workspace
        self.states: dict[tuple[str, str], State] = {}
        self.comments: dict[tuple[str, str], str] = {}

    @property
    def own_segments(self) -> frozenset[str]:
        """The keys of the segments assigned to who is edited."""
        return self._project.assigned_to(self.workspace.edited_name) if self._project is not None else frozenset()

    def read(self) -> None:
        """Read the states and comments, before anybody follows another project."""
        project, name = self._project, self.workspace.edited_name
        self.states = {} if project is None else project.translation_states(name)
        self.comments = {} if project is None else project.comments(name)

    def read_again(self) -> None:
        """Read the states and comments, and report what changed."""
        before = self.states.items() | self.comments.items()
        self.read()
        self._report(segment for (segment, _), _ in before ^ (self.states.items() | self.comments.items()))

    def follow(self, key: Key) -> None:
        """Update the state of an annotation and of those that share the frames of its reference."""
        project, name = self._project, self.workspace.edited_name
        states = project.translation_states(name, key.segment) if project is not None else {}
        if states.items() - self.states.items():
            self.states |= states
            self._report([key.segment])

    def set_comment(self, segment: str, system: str, comment: str) -> None:
        """Set the comment on an annotation."""
        if self.comments.get((segment, system), "") != comment:
            self.comments[segment, system] = comment
            self._report([segment])

    def open_translations(self, start: Translation | None = None, step: int = 1) -> Iterator[Translation]:
        """Yield the translations that the annotator has not finished, by the project's rule on the order of work.

        If segments are assigned to the annotator, only these count.

        Args:
            start: the system and the 0-based place from which to search, itself excluded; by default all are searched.
            step: 1 for those after ``start``, -1 for those before it, from the nearest on.
        """
        from meantree.annotation.work_order import open_translations

        corpus = self.workspace.corpus
        if corpus is None or self._project is None:
            return iter(())
        rules = self._project.rules
        return open_translations(
            corpus,
            self.states,
            self.own_segments,
            by_segment=rules.by_segment,
            shuffled=self.workspace.annotator if rules.shuffled else "",
            needs_reference=rules.has_frames,
            start=start,
            step=step,
        )

    @property
    def _project(self) -> Project | None:
        return self.workspace.project

    def _report(self, segments: Iterable[str]) -> None:
        found = {self.workspace.place_of(segment) for segment in segments}
        if places := sorted(place for place in found if place is not None):
            self.changed.emit(places)
