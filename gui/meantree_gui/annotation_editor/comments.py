"""Remarks of the annotator at work: on a translation, its frames and fillers; asked for, kept, and listed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from meantree.alignment.linked_frames import frames_of, span_of
from meantree.corpus.corpus import SIDES
from meantree.escaping import escaped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from meantree.corpus.corpus import Corpus
    from meantree.project.annotation import Annotation, AnnotationKey, Place
    from meantree_gui.annotation_editor.annotation_editor import AnnotationEditor

LONGEST_PHRASE = 6
"""Words of a filler that are said where it is named."""
WHOLE = "the whole translation"


@dataclass(frozen=True, slots=True)
class Asked:
    """What a remark is asked for, and what was said of it so far; ``place`` None is the whole translation."""

    key: AnnotationKey
    place: Place | None
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Listed:
    """One remark in the list of all; ``words`` is what the thing is called that it is on."""

    key: AnnotationKey
    place: Place | None
    words: str
    text: str


class Remarks(QObject):
    """What could not be kept is offered again where it was said.

    Signals:
        asked: a remark is to be written, as :class:`Asked`.
    """

    asked = Signal(object)

    def __init__(self, editor: AnnotationEditor) -> None:
        super().__init__()
        self.editor = editor
        self._drafts: dict[tuple[AnnotationKey, Place | None], str] = {}
        self._begun: Asked | None = None
        self._step = ""

    def on_part(self) -> None:
        """Ask for a remark on the frame or filler under the cursor, or else on the whole translation."""
        frame_editor = self.editor.frame_editor
        part = frame_editor.part(frame_editor.side) if frame_editor is not None else None
        self._ask(None if frame_editor is None or part is None else (frame_editor.side, part))

    def on_whole(self) -> None:
        """Ask for a remark on the whole translation."""
        self._ask(None)

    def keep(self, asked: Asked, text: str) -> None:
        """Keep what was written, if it is still in the annotation editor; what is refused is offered again.

        Whatever is kept of what was asked for once, in pauses and at the end, is one step of undo.
        """
        if self.editor.key == asked.key and self.editor.frame_editor is not None:
            before = self.editor.frame_editor.annotation
            step = self._step if asked is self._begun else ""
            self.editor.edit(lambda frame_editor: frame_editor.remarked(asked.place, text), step)
            if self.editor.frame_editor.annotation != before:
                self._begun, self._step = asked, self.editor.step
        frame_editor = self.editor.frame_editor
        if frame_editor is None or self.editor.key != asked.key or _said(frame_editor.annotation, asked.place) != text:
            self._drafts[asked.key, asked.place] = text
        else:
            self._drafts.pop((asked.key, asked.place), None)

    def all(self) -> list[Listed]:
        """All remarks of the annotator, in the order of the segments."""
        workspace = self.editor.workspace
        project, corpus, name = workspace.project, workspace.corpus, workspace.annotator
        if project is None or corpus is None or name not in project.annotators:
            return []
        listed = (one for key, found in project.annotations(name).items() for one in _listed(corpus, key, found))
        return list({_about(one): one for one in listed}.values())

    def _ask(self, place: Place | None) -> None:
        editor = self.editor
        if editor.frame_editor is None or editor.key is None:
            return
        annotation = editor.frame_editor.annotation
        before = self._drafts.pop((editor.key, place), _said(annotation, place))
        name = WHOLE if place is None else _named(annotation, place, editor.frame_editor.words[place[0]])
        self.asked.emit(Asked(editor.key, place, name, before))


def _about(one: Listed) -> tuple[object, ...]:
    """What tells remarks apart: those on the reference's frames stand beside every translation that shares these."""
    if one.place is not None and one.place[0] == "reference":
        return one.key.segment, one.key.reference, one.place, one.text
    return one.key, one.place


def _said(annotation: Annotation, place: Place | None) -> str:
    return annotation.comment if place is None else annotation.remarks.get(place, "")


def _listed(corpus: Corpus, key: AnnotationKey, annotation: Annotation) -> Iterator[Listed]:
    if annotation.comment.strip():
        yield Listed(key, None, WHOLE, annotation.comment)
    if not annotation.remarks:
        return
    segment = corpus.segments[corpus.places[key.segment]]
    texts = segment.hypotheses.get(key.system), segment.references.get(key.reference)
    words = {side: (text.tokens if text is not None else None) or () for side, text in zip(SIDES, texts, strict=True)}
    for place, text in annotation.remarks.items():
        yield Listed(key, place, _named(annotation, place, words[place[0]]), text)


def _named(annotation: Annotation, place: Place, words: tuple[str, ...]) -> str:
    """``agent “the old man”``: a filler by its role, a frame by its predicate."""
    side, part = place
    said = words[slice(*span_of(annotation, side, part))]
    phrase = " ".join(said[:LONGEST_PHRASE]) + (" …" if len(said) > LONGEST_PHRASE else "")
    kind = "frame" if part[1] is None else frames_of(annotation, side)[part[0]].fillers[part[1]].role.value
    return f"{kind} “{escaped(phrase)}” of the {side}" if phrase else f"{kind} of the {side}"
