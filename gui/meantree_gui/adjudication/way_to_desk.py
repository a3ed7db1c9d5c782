"""From the annotators side by side to the desk, where the gold standard is edited like any annotation, and back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from meantree_gui.adjudication.panel import AdjudicationPanel
from meantree_gui.desk.keystrokes import Keystroke
from meantree_gui.desk.panel import DeskPanel
from meantree_gui.pages import Pages

if TYPE_CHECKING:
    from meantree.analysis.frames import Span
    from meantree.corpus.model import Side
    from meantree.project.annotation import AnnotationKey
    from meantree_gui.desk.editor import Editor


class GoldStandard(QObject):
    """Opens the one page from the other; undo reaches what the open one of them edits."""

    def __init__(self, pages: Pages, desk: DeskPanel, adjudication: AdjudicationPanel) -> None:
        super().__init__(pages)
        self.pages, self.desk, self.adjudication = pages, desk, adjudication
        adjudication.edit_wanted.connect(self._edit)
        desk.head.adjudication_wanted.connect(partial(pages.open, adjudication.page))
        pages.currentChanged.connect(self._follow)

    def _follow(self) -> None:
        is_there = self.pages.currentWidget() is self.adjudication
        self.desk.undoing = self.adjudication if is_there else self.desk.desk

    def _edit(self, key: AnnotationKey, side: Side | None, predicate: Span | None) -> None:
        """Open the desk in the name of the gold standard, at a frame, or at the words of its predicate."""
        desk = self.desk.desk
        desk.workspace.choose_annotator(key.annotator)
        self.pages.open(self.desk.page)
        desk.go_to(key)
        if side is not None and predicate is not None:
            where = side, predicate
            desk.perform(Keystroke("Go to a frame", lambda: desk.edit(lambda editor: _choose(editor, *where))))


def _choose(editor: Editor, side: Side, predicate: Span) -> None:
    from meantree.project.adjudication import frame_at

    place = frame_at(editor.annotation, side, predicate)
    if place is not None:
        editor.choose_part(side, (place, None))
        return
    editor.put_cursor(side, predicate[0])
    editor.put_cursor(side, predicate[1] - 1, select=True)
