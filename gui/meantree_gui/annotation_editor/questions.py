"""What the annotator was asked about before an annotation was done, so that nothing is asked twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meantree.escaping import counted
from meantree_gui.annotation_editor.open_annotation import OpenAnnotation

if TYPE_CHECKING:
    from meantree.annotation.frame_annotation import Annotation, AnnotationKey
    from meantree.annotation.oversights import Oversight

AT_ONCE = 3
"""The most questions that a message has."""


class Questions:
    """The oversights about the open annotation that its annotator has not accepted.

    What was asked once is not asked again, nor in another translation of the segment in the same words.
    """

    def __init__(self, editor: OpenAnnotation) -> None:
        self._editor = editor
        self._accepted: set[tuple[str, str, object]] = set()
        self._named: tuple[AnnotationKey | None, tuple[Oversight, ...]] = None, ()

    def next(self) -> Oversight | None:
        """Name the next oversights, up to :data:`AT_ONCE`, and return the first one; None if all were named before."""
        from meantree.annotation.frame_annotation import TO_DO

        frame_editor = self._editor.frame_editor
        if frame_editor is None or frame_editor.annotation.state not in TO_DO or frame_editor.annotation.finalized_by:
            return None
        named = self._new(frame_editor.annotation)[:AT_ONCE]
        self._named = self._editor.key, named
        self._accept(named)
        return named[0] if named else None

    @property
    def open_ones(self) -> str:
        """The message with the named oversights that edits have not resolved yet; empty if there are none."""
        key, named = self._named
        frame_editor = self._editor.frame_editor
        if not named or key != self._editor.key or frame_editor is None:
            return ""
        present = {oversight.content for oversight in self._all(frame_editor.annotation)}
        texts = [oversight.text for oversight in named if oversight.content in present]
        more = len(self._new(frame_editor.annotation))
        then = f"Return asks about {counted(more, 'more thing')}" if more else "Return again: done"
        return f"To check: {'; '.join(texts)}. {then}" if texts else ""

    def accept_new(self, before: Annotation) -> None:
        """Accept the oversights that were not there before the last edit, which made what is doubtful on purpose."""
        if self._editor.frame_editor is not None:
            known = {oversight.content for oversight in self._all(before)}
            oversights = self._all(self._editor.frame_editor.annotation)
            self._accept(tuple(oversight for oversight in oversights if oversight.content not in known))

    def _new(self, annotation: Annotation) -> tuple[Oversight, ...]:
        return tuple(
            oversight for oversight in self._all(annotation) if self._identity(oversight) not in self._accepted
        )

    def _all(self, annotation: Annotation) -> tuple[Oversight, ...]:
        from meantree.annotation.oversights import oversights

        frame_editor, automatic = self._editor.frame_editor, self._editor.automatic
        return (
            () if frame_editor is None or automatic is None else oversights(annotation, automatic, frame_editor.words)
        )

    def _accept(self, oversights: tuple[Oversight, ...]) -> None:
        self._accepted |= {self._identity(oversight) for oversight in oversights}

    def _identity(self, oversight: Oversight) -> tuple[str, str, object]:
        key = self._editor.key
        return ("", "", oversight.content) if key is None else (key.annotator, key.segment, oversight.content)
