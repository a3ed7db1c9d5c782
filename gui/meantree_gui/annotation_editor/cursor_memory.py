"""Where the cursors were when an annotation last was as it is, so that undo and a way back lead there."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from meantree.annotation.frame_annotation import Annotation, AnnotationKey
    from meantree.corpus.corpus import Side
    from meantree_gui.annotation_editor.frame_cursor import Cursor, FrameCursor

MOST = 1000
"""The annotations that are remembered, the latest ones."""


class CursorMemory:
    """Remembers the cursors before and after each edit, and in annotations that were left."""

    def __init__(self) -> None:
        self._known: deque[tuple[AnnotationKey, Annotation, Side, Mapping[Side, Cursor]]] = deque(maxlen=MOST)

    def keep(
        self, key: AnnotationKey | None, annotation: Annotation, side: Side, cursors: Mapping[Side, Cursor]
    ) -> None:
        """Remember the active text and the cursors of an annotation as it is now."""
        if key is not None:
            self._known.append((key, annotation, side, dict(cursors)))

    def restore(self, key: AnnotationKey, frame_cursor: FrameCursor) -> None:
        """Put the cursors where they were when the annotation last was as it is; they stay if it never was."""
        for known_key, annotation, side, cursors in reversed(self._known):
            if known_key == key and annotation == frame_cursor.annotation:
                frame_cursor.side, frame_cursor.cursors = side, dict(cursors)
                return
