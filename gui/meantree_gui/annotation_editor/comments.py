"""The list of the comments of annotators."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QWidget

from meantree.escaping import counted, escaped, listed
from meantree.project.comments import ListedComment
from meantree_gui.dialogs import dialog_buttons
from meantree_gui.state.workspace import Workspace
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.choosers import ParagraphList, SearchLine
from meantree_gui.widgets.labels import plain_label


class CommentsDialog(QDialog):
    """The list of all comments of annotators, which does not block the app; ``key`` writes one.

    Signals:
        chosen: the comment to go to.
    """

    chosen = Signal(object)

    def __init__(self, comments: Sequence[ListedComment], workspace: Workspace, key: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        names = list(dict.fromkeys(one.key.annotator for one in comments)) or [workspace.edited_name]
        self.setWindowTitle(f"Comments of {listed(map(escaped, names))}")
        self.resize(560, 460)
        self.comments, self._key = tuple(comments), key
        self.list, self.count = ParagraphList("Comments"), plain_label(wrapped=True)
        self.line = SearchLine("Search the comments", self.list, enters=True)
        for one in self.comments:
            whose = one.key.annotator if len(names) > 1 else ""
            self.list.addItem(comment_entry(one, one.key.segment, workspace.naming.name(one.key.system), whose))
        in_column(self, self.line, self.list, self.count, dialog_buttons(self))
        self.line.textChanged.connect(self._search)
        self.list.chosen.connect(lambda row: self.chosen.emit(self.comments[row]))
        self._search()

    def _search(self) -> None:
        matches = self.line.hide_others(self.list, [self.list.item(row).text() for row in range(self.list.count())])
        self.count.setText(
            f"{counted(matches, 'comment')}. Press Return to go to the selected one."
            if self.comments
            else f"There are no comments yet. Press {self._key} to comment on the chosen part."
        )


def comment_entry(comment: ListedComment, *place: str) -> str:
    """Return a comment below a line: whose and where it is, by names of which some may be empty."""
    return "\n".join(map(escaped, (" · ".join(filter(None, (*place, comment.name))), *comment.text.splitlines())))
