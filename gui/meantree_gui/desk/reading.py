"""What can be read at the desk beside the work: remarks, roles, guidelines."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QDialog, QTextBrowser, QVBoxLayout, QWidget

from meantree.alignment.linked_frames import frames_of
from meantree.analysis.frames import Role
from meantree_gui.desk.desk import Desk
from meantree_gui.desk.editor import Editor

if TYPE_CHECKING:
    from meantree.project.file import Project
    from meantree_gui.desk.remarks import Listed
    from meantree_gui.help.sheet import Chapter, Sheet

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


def show_role(desk: Desk, parent: QWidget) -> Sheet:
    """The sheet of roles, at that of the filler under the cursor, or else at what the predicate means."""
    from meantree_gui.help.concepts import role_chapters
    from meantree_gui.help.sheet import Sheet

    chapters, role = role_chapters(), role_here(desk.editor)
    sense = _sense_chapter(desk.senses.line(desk.editor)) if desk.editor is not None else None
    if sense is not None:
        chapters.insert(0, sense)
    first = role.value if role is not None else sense.title if sense is not None else "predicate"
    sheet = Sheet("Semantic roles explained", chapters, parent, first=first)
    sheet.show()
    return sheet


def _sense_chapter(line: str) -> Chapter | None:
    """What the numbered roles of a predicate mean, one below the other."""
    from meantree_gui.help.sheet import Chapter

    if not line:
        return None
    title, _, roles = line.partition(": ")
    items = "".join(f"<li>{escape(role)}</li>" for role in roles.split(" · "))
    told = "PropBank's roles of this predicate, each with the role of HMEANT that it becomes:"
    return Chapter(title, f"<h3>{escape(title)}</h3><p>{told}</p><ul>{items}</ul>", line)


def role_here(editor: Editor | None) -> Role | None:
    """The role of the filler under the cursor, None on a predicate and elsewhere."""
    part = editor.part(editor.side) if editor is not None else None
    if editor is None or part is None or part[1] is None:
        return None
    return frames_of(editor.annotation, editor.side)[part[0]].fillers[part[1]].role


def show_remarks(desk: Desk, parent: QWidget) -> QDialog:
    """The list of all remarks; Return goes to one, and the list stays."""
    from meantree_gui.desk.remarks_dialog import RemarksDialog

    dialog = RemarksDialog(desk.remarks.all(), desk.workspace.annotator, parent)

    def go(to: Listed) -> None:
        side, part = to.place if to.place is not None else (None, None)
        desk.go_to(to.key, side, part)
        dialog.accept()

    dialog.chosen.connect(go)
    dialog.open()
    return dialog
