"""Texts above, frames below: the texts get as much as they need, until the user moves the line between them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter

from meantree_gui.desk.frames_view import FramesView
from meantree_gui.desk.texts_view import TextsView

MOST_OF_TEXTS = 0.66
"""Of the height; the frames keep the rest."""


class TextsAndFrames(QSplitter):
    """Divided anew for each text and each size of the window."""

    def __init__(self, texts: TextsView, frames: FramesView) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self.texts = texts
        self.addWidget(texts)
        self.addWidget(frames)
        self.setChildrenCollapsible(False)
        self._is_moved = False
        self.splitterMoved.connect(self._keep)

    def divide(self) -> None:
        """Give the texts as much as they need."""
        room = self.height() - self.handleWidth()
        if not self._is_moved and room > 0 and self.texts.desk.editor is not None:
            above = self.texts.height_wanted(int(room * MOST_OF_TEXTS))
            self.setSizes([above, room - above])

    def _keep(self) -> None:
        self._is_moved = True

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QSplitter.resizeEvent."""
        super().resizeEvent(event)
        self.divide()
