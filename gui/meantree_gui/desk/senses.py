"""What the labeller says: the roleset of each predicate, the rule by which a filler has its role, how sure it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meantree.alignment.linked_frames import frames_of, span_of
from meantree.analysis.frames import Frame, Part, Span
from meantree.corpus.corpus import SIDES, Side
from meantree_gui.desk.editor import Editor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from meantree.analysis.sentences import Analysis
    from meantree.project.annotation import Annotation


class Senses:
    """Of the predicates of both texts, whoever made their frames."""

    def __init__(self, texts: Sequence[Analysis] = ()) -> None:
        self._found: dict[tuple[Side, Span], Frame] = {
            (side, frame.predicate): frame
            for side, text in zip(SIDES, texts, strict=False)
            if text.labelled is not None
            for frame in text.labelled.frames
        }

    @property
    def are_known(self) -> bool:
        """Whether the labeller says any of the texts' rolesets."""
        return any(frame.roleset for frame in self._found.values())

    def line(self, editor: Editor) -> str:
        """The roleset of the frame that is worked on, with its roles; empty where none is known."""
        from meantree.analysis.roles.wording import roleset_line

        place = editor.cursor.frame
        part = editor.part(editor.side)
        frame = place if place is not None else part[0] if part is not None else None
        frames = frames_of(editor.annotation, editor.side)
        if frame is None or frame >= len(frames):
            return ""
        return roleset_line(self._roleset(editor.side, frames[frame].predicate))

    def tip(self, editor: Editor, side: Side, part: Part) -> str:
        """The same of a predicate; of a filler that the labeller found its label and rule."""
        from meantree.analysis.roles.wording import label_line, roleset_line

        predicate = frames_of(editor.annotation, side)[part[0]].predicate
        if part[1] is None:
            return roleset_line(self._roleset(side, predicate))
        automatic, span = self._found.get((side, predicate)), span_of(editor.annotation, side, part)
        fillers = automatic.fillers if automatic is not None else ()
        filler = frames_of(editor.annotation, side)[part[0]].fillers[part[1]]
        label = next((one.label for one in fillers if (one.span, one.role) == (span, filler.role)), "")
        return label_line(label, self._roleset(side, predicate), filler.role)

    def probabilities(self, annotation: Annotation) -> dict[tuple[Side, Part], float]:
        """How probable the predicates and fillers of an annotation are to it, but for those that it did not find."""
        found: dict[tuple[Side, Part], float | None] = {}
        for side in SIDES:
            for place, frame in enumerate(frames_of(annotation, side)):
                automatic = self._found.get((side, frame.predicate))
                if automatic is not None:
                    same = {(one.span, one.role): one.probability for one in automatic.fillers}
                    found[side, (place, None)] = automatic.probability
                    for number, one in enumerate(frame.fillers):
                        found[side, (place, number)] = same.get((one.span, one.role))
        return {part: probability for part, probability in found.items() if probability is not None}

    def _roleset(self, side: Side, predicate: Span) -> str:
        frame = self._found.get((side, predicate))
        return frame.roleset if frame is not None else ""
