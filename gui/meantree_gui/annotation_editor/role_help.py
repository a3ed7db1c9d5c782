"""What can be read in the annotation editor beside the work: remarks, roles, guidelines."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QDialog, QTextBrowser, QVBoxLayout, QWidget

from meantree.alignment.linked_frames import frames_of, span_of
from meantree.analysis.frames import Frame, Part, Role, Span
from meantree.corpus.corpus import SIDES, Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from meantree.analysis.sentences import Analysis
    from meantree.project.annotation import Annotation
    from meantree.project.file import Project
    from meantree_gui.annotation_editor.annotation_editor import AnnotationEditor
    from meantree_gui.annotation_editor.frame_editor import FrameEditor
    from meantree_gui.help import Chapter, Sheet


NO_GUIDELINES = "This project has no guidelines yet. Annotate · Project · Project rules … is where they are written."


class Guidelines(QTextBrowser):
    """A page in Markdown from somebody else: it has no HTML, opens no links and fetches nothing."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.setOpenLinks(False)
        self.setAccessibleName("Guidelines")
        kinds = QTextDocument.MarkdownFeature
        self.document().setMarkdown(text, kinds.MarkdownDialectGitHub | kinds.MarkdownNoHTML)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:  # noqa: ARG002, N802
        """Override QTextBrowser.loadResource: pictures of elsewhere stay there."""
        return None


def show_guidelines(project: Project | None, parent: QWidget) -> QDialog | None:
    """A window with the guidelines; it does not stop the program."""
    if project is None:
        return None
    from PySide6.QtCore import Qt

    dialog = QDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle("Guidelines")
    dialog.resize(620, 560)
    QVBoxLayout(dialog).addWidget(Guidelines(project.rules.guidelines.strip() or NO_GUIDELINES))
    dialog.show()
    return dialog


def show_role(editor: AnnotationEditor, parent: QWidget) -> Sheet:
    """The sheet of roles, at that of the filler under the cursor, or else at what the predicate means."""
    from meantree_gui.help import Sheet, role_chapters

    chapters, role = role_chapters(), role_here(editor.frame_editor)
    sense = _sense_chapter(editor.senses.line(editor.frame_editor)) if editor.frame_editor is not None else None
    if sense is not None:
        chapters.insert(0, sense)
    first = role.value if role is not None else sense.title if sense is not None else "predicate"
    sheet = Sheet("Semantic roles explained", chapters, parent, first=first)
    sheet.show()
    return sheet


def _sense_chapter(line: str) -> Chapter | None:
    """What the numbered roles of a predicate mean, one below the other."""
    from meantree_gui.help import Chapter

    if not line:
        return None
    title, _, roles = line.partition(": ")
    items = "".join(f"<li>{escape(role)}</li>" for role in roles.split(" · "))
    told = "PropBank's roles of this predicate, each with the role of HMEANT that it becomes:"
    return Chapter(title, f"<h3>{escape(title)}</h3><p>{told}</p><ul>{items}</ul>", line)


def role_here(frame_editor: FrameEditor | None) -> Role | None:
    """The role of the filler under the cursor, None on a predicate and elsewhere."""
    part = frame_editor.part(frame_editor.side) if frame_editor is not None else None
    if frame_editor is None or part is None or part[1] is None:
        return None
    return frames_of(frame_editor.annotation, frame_editor.side)[part[0]].fillers[part[1]].role


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

    def line(self, frame_editor: FrameEditor) -> str:
        """The roleset of the frame that is worked on, with its roles; empty where none is known."""
        from meantree.analysis.roles import roleset_line

        place = frame_editor.cursor.frame
        part = frame_editor.part(frame_editor.side)
        frame = place if place is not None else part[0] if part is not None else None
        frames = frames_of(frame_editor.annotation, frame_editor.side)
        if frame is None or frame >= len(frames):
            return ""
        return roleset_line(self._roleset(frame_editor.side, frames[frame].predicate))

    def tip(self, frame_editor: FrameEditor, side: Side, part: Part) -> str:
        """The same of a predicate; of a filler that the labeller found its label and rule."""
        from meantree.analysis.roles import label_line, roleset_line

        predicate = frames_of(frame_editor.annotation, side)[part[0]].predicate
        if part[1] is None:
            return roleset_line(self._roleset(side, predicate))
        automatic, span = self._found.get((side, predicate)), span_of(frame_editor.annotation, side, part)
        fillers = automatic.fillers if automatic is not None else ()
        filler = frames_of(frame_editor.annotation, side)[part[0]].fillers[part[1]]
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
