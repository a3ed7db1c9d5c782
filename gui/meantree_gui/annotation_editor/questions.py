"""What the annotator was asked about before an annotation was done, so that nothing is asked twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meantree.escaping import counted
from meantree_gui.annotation_editor.open_annotation import OpenAnnotation

if TYPE_CHECKING:
    from meantree.project.annotation import Annotation, AnnotationKey
    from meantree.project.doubts import Doubt

AT_ONCE = 3
"""The most questions that a message has."""


class Questions:
    """The doubts about the open annotation that its annotator has not accepted.

    What was asked once is not asked again, nor in another translation of the segment in the same words.
    """

    def __init__(self, editor: OpenAnnotation) -> None:
        self._editor = editor
        self._accepted: set[tuple[str, str, object]] = set()
        self._named: tuple[AnnotationKey | None, tuple[Doubt, ...]] = None, ()

    def next(self) -> Doubt | None:
        """Name the next doubts, up to :data:`AT_ONCE`, and return the first one; None if all were named before."""
        from meantree.project.annotation import TO_DO

        frame_editor = self._editor.frame_editor
        if frame_editor is None or frame_editor.annotation.state not in TO_DO or frame_editor.annotation.finalized_by:
            return None
        named = self._new(frame_editor.annotation)[:AT_ONCE]
        self._named = self._editor.key, named
        self._accept(named)
        return named[0] if named else None

    @property
    def open_ones(self) -> str:
        """The message with the named doubts that edits have not resolved yet; empty if there are none."""
        key, named = self._named
        frame_editor = self._editor.frame_editor
        if not named or key != self._editor.key or frame_editor is None:
            return ""
        present = {doubt.content for doubt in self._all(frame_editor.annotation)}
        texts = [doubt.text for doubt in named if doubt.content in present]
        more = len(self._new(frame_editor.annotation))
        then = f"Return asks about {counted(more, 'more thing')}" if more else "Return again: done"
        return f"To check: {'; '.join(texts)}. {then}" if texts else ""

    def accept_new(self, before: Annotation) -> None:
        """Accept the doubts that were not there before the last edit, which made what is doubtful on purpose."""
        if self._editor.frame_editor is not None:
            known = {doubt.content for doubt in self._all(before)}
            doubts = self._all(self._editor.frame_editor.annotation)
            self._accept(tuple(doubt for doubt in doubts if doubt.content not in known))

    def _new(self, annotation: Annotation) -> tuple[Doubt, ...]:
        return tuple(doubt for doubt in self._all(annotation) if self._identity(doubt) not in self._accepted)

    def _all(self, annotation: Annotation) -> tuple[Doubt, ...]:
        from meantree.project.doubts import doubts

        frame_editor, automatic = self._editor.frame_editor, self._editor.automatic
        return () if frame_editor is None or automatic is None else doubts(annotation, automatic, frame_editor.words)

    def _accept(self, doubts: tuple[Doubt, ...]) -> None:
        self._accepted |= {self._identity(doubt) for doubt in doubts}

    def _identity(self, doubt: Doubt) -> tuple[str, str, object]:
        key = self._editor.key
        return ("", "", doubt.content) if key is None else (key.annotator, key.segment, doubt.content)
