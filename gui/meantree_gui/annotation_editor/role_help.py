"""Help on the open annotation: PropBank senses of its predicates, and the roles of HMEANT."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from meantree.alignment.linked_frames import span_of
from meantree.analysis.frames import Frame, Part, Role, Span
from meantree.analysis.roles import label_line, roleset_line
from meantree.analysis.sentences import Analysis
from meantree.corpus.corpus import SIDES, Side
from meantree_gui.annotation_editor.frame_editor import FrameEditor

if TYPE_CHECKING:
    from meantree_gui.help_window import Chapter, HelpWindow


def show_role(frame_editor: FrameEditor | None, senses: Senses, parent: QWidget) -> HelpWindow:
    """Open the explanation of the roles, at that of the filler under the cursor, else at the predicate's sense."""
    from meantree_gui.help_window import HelpWindow, role_chapters

    chapters, role = role_chapters(), role_here(frame_editor)
    sense = _sense_chapter(senses.line(frame_editor)) if frame_editor is not None else None
    if sense is not None:
        chapters.insert(0, sense)
    first = role.value if role is not None else sense.title if sense is not None else "predicate"
    sheet = HelpWindow("Semantic roles explained", chapters, parent, first=first)
    sheet.show()
    return sheet


def _sense_chapter(line: str) -> Chapter | None:
    """Return the chapter that lists the numbered roles of a predicate, given its line; ``None`` if it is empty."""
    from meantree_gui.help_window import Chapter

    if not line:
        return None
    title, _, roles = line.partition(": ")
    items = "".join(f"<li>{escape(role)}</li>" for role in roles.split(" · "))
    intro = "PropBank roles of this predicate, with the HMEANT role that each becomes:"
    return Chapter(title, f"<h3>{escape(title)}</h3><p>{intro}</p><ul>{items}</ul>", line)


def role_here(frame_editor: FrameEditor | None) -> Role | None:
    """Return the role of the filler under the cursor; ``None`` on a predicate and elsewhere."""
    part = frame_editor.part(frame_editor.side) if frame_editor is not None else None
    if frame_editor is None or part is None or part[1] is None:
        return None
    return frame_editor.frames(frame_editor.side)[part[0]].fillers[part[1]].role


class Senses:
    """The PropBank senses that the labeller gives the predicates of both texts."""

    def __init__(self, texts: Sequence[Analysis] = ()) -> None:
        self._frames: dict[tuple[Side, Span], Frame] = {
            (side, frame.predicate): frame
            for side, text in zip(SIDES, texts, strict=False)
            if text.labelled is not None
            for frame in text.labelled.frames
        }

    @property
    def are_known(self) -> bool:
        """Whether the labeller knows the roleset of any predicate."""
        return any(frame.roleset for frame in self._frames.values())

    def line(self, frame_editor: FrameEditor) -> str:
        """Return the roleset of the active frame with its roles; empty if unknown."""
        place = frame_editor.cursor.frame
        part = frame_editor.part(frame_editor.side)
        frame = place if place is not None else part[0] if part is not None else None
        frames = frame_editor.frames(frame_editor.side)
        if frame is None or frame >= len(frames):
            return ""
        return roleset_line(self._roleset(frame_editor.side, frames[frame]))

    def tip(self, frame_editor: FrameEditor, side: Side, part: Part) -> str:
        """Return the tooltip of a part: a predicate's roleset; the label and rule of a filler known to the labeller."""
        frame = frame_editor.frames(side)[part[0]]
        if part[1] is None:
            return roleset_line(self._roleset(side, frame))
        automatic, span = self._frames.get((side, frame.predicate)), span_of(frame_editor.annotation, side, part)
        filler, label = frame.fillers[part[1]], ""
        if automatic is None:
            label = filler.label
        else:
            here = (each.label for each in automatic.fillers if (each.span, each.role) == (span, filler.role))
            label = next(here, "")
        return label_line(label, self._roleset(side, frame), filler.role)

    def _roleset(self, side: Side, frame: Frame) -> str:
        """Return the roleset that the labeller gave a predicate at first, or when the annotator named it."""
        automatic = self._frames.get((side, frame.predicate))
        return automatic.roleset if automatic is not None else frame.roleset
