"""What annotators did, in the tables of a project: frames, corrected trees and links, and the way back."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from meantree.analysis.fixed_links import NOTHING_FIXED, Fixed
from meantree.project.annotation import AnnotationKey
from meantree.project.corrected_links import LinksKey
from meantree.project.corrected_trees import Arcs, TreeKey
from meantree.project.database import telling
from meantree.project.frame_annotations import FrameAnnotations, Locked
from meantree.project.kinds import LINKS, TREES, Key
from meantree.project.record_access import ANYTHING, Anything
from meantree.project.reference_frames import ReferenceKey
from meantree.project.undoing import REDO, UNDO, Step, Way, next_key, next_steps, walk


class AnnotatorsWork(FrameAnnotations):
    """The part of a project that annotators make; each of them undoes what is their own."""

    @telling
    def trees(self, annotator: str) -> dict[TreeKey, Arcs]:
        """The heads and labels that one annotator corrected, in the order of the segments.

        Raises:
            UsageError: if there is no such annotator.
        """
        return self._by(TREES, annotator)

    @telling
    def links(self, annotator: str) -> dict[LinksKey, Fixed]:
        """The links between words that one annotator corrected, in the order of the segments.

        Raises:
            UsageError: if there is no such annotator.
        """
        return self._by(LINKS, annotator)

    @property
    @telling
    def has_work(self) -> bool:
        """Whether anybody's frames or corrections are in it now; what was undone and automatic frames are not."""
        from meantree.project.preannotation import AUTOMATIC

        query = "SELECT EXISTS (SELECT 1 FROM annotations JOIN annotators ON annotators.id = annotations.annotator"
        query += " WHERE content IS NOT NULL AND annotators.name != ?)"
        return bool(self._connection.execute(query, (AUTOMATIC,)).fetchone()[0])

    def all_trees(self) -> dict[TreeKey, Arcs]:
        """The heads and labels that anybody corrected, annotator by annotator."""
        return {key: arcs for name in self.annotators for key, arcs in self.trees(name).items()}

    def all_links(self) -> dict[LinksKey, Fixed]:
        """The links between words that anybody corrected, annotator by annotator."""
        return {key: fixed for name in self.annotators for key, fixed in self.links(name).items()}

    @telling
    def tree(self, key: TreeKey) -> Arcs:
        """The arcs that are corrected in one text.

        Raises:
            UsageError: if there is no such segment.
        """
        return self._one(TREES, key) or {}

    @telling
    def links_of(self, key: LinksKey) -> Fixed:
        """The links that are corrected between two texts.

        Raises:
            UsageError: if there is no such segment.
        """
        return self._one(LINKS, key) or NOTHING_FIXED

    def save_tree(self, key: TreeKey, arcs: Arcs, what: str, *, known: Arcs | Anything = ANYTHING) -> None:
        """Keep the corrected arcs of a text in the same way; none at all are no record.

        Raises:
            Conflict, UsageError: as :meth:`save`.
        """
        self._save(TREES, key, arcs or None, what, known or None)

    def save_links(self, key: LinksKey, fixed: Fixed, what: str, *, known: Fixed | Anything = ANYTHING) -> None:
        """Keep the corrected links of two texts in the same way; none at all are no record.

        Raises:
            Conflict, UsageError: as :meth:`save`.
        """
        self._save(LINKS, key, fixed or None, what, known or None)

    def undo(self, annotator: str) -> tuple[Key, str] | None:
        """Take back the last edit of an annotator, whichever segment it was in: what was it, or None if there is none.

        Settled translations stay over the frames of the reference that they were settled over: a step that would part
        them waits until others before it are taken back, as that which settled the translation.

        Raises:
            Locked: if every step would do so.
            UsageError: if the file cannot be written to.
        """
        edits = self._walked(annotator, UNDO)
        return edits[-1] if edits else None

    def redo(self, annotator: str) -> tuple[Key, str] | None:
        """Do again what was taken back last.

        Raises:
            Locked, UsageError: as :meth:`undo`.
        """
        edits = self._walked(annotator, REDO)
        return edits[0] if edits else None

    def _walked(self, annotator: str, way: Way) -> list[tuple[Key, str]]:
        """Walk the first step that no lock forbids, if possible one of other records than those of forbidden steps."""
        refused: list[Locked] = []
        waiting: set[Key] = set()
        behind: list[Step] = []
        with self._transaction() as connection:
            for step in next_steps(connection, annotator, way):
                connection.execute("SAVEPOINT step")
                edits = walk(connection, annotator, way, step)
                changed = dict(edits).keys()
                try:
                    self._require_settled_over_the_same(changed)
                    if not changed & waiting:
                        return edits
                    behind.append(step)
                except Locked as error:
                    refused.append(error)
                waiting |= changed
                connection.execute("ROLLBACK TO step")
            if refused and not behind:
                raise refused[0]
            return walk(connection, annotator, way, behind[0]) if behind else []

    @telling
    def next_step(self, annotator: str, direction: Literal["undo", "redo"]) -> Key | None:
        """Return the key of what that would change next; None if nothing."""
        return next_key(self._connection, annotator, UNDO if direction == "undo" else REDO)

    def _require_settled_over_the_same(self, changed: Collection[Key]) -> None:
        for key in changed:
            if isinstance(key, ReferenceKey):
                self._require_reference_unlocked(key, self.content(key), changed)
            elif isinstance(key, AnnotationKey):
                self._require_settled_over_shown(key, self.content(key))
