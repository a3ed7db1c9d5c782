"""The frames of two translations, each above those of the reference."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QVBoxLayout, QWidget

from meantree.comparison.two_systems import SystemComparison
from meantree.escaping import escaped
from meantree_gui.trees.compared_frames_view import ComparedFramesView

BESIDE = 760
"""From this width on both stand beside each other."""
LOW = 320
"""Below this height they do so, too: there is no room for one below the other."""


class SharedFramesView(QWidget):
    """One picture of frames a translation; empty where something else is compared."""

    def __init__(self) -> None:
        super().__init__()
        self.views = ComparedFramesView(), ComparedFramesView()
        self.names = QLabel(), QLabel()
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(8)
        for name, view in zip(self.names, self.views, strict=True):
            name.setTextFormat(Qt.TextFormat.PlainText)
            name.setProperty("role", "muted")
            name.setMinimumWidth(1)
            name.setContentsMargins(12, 0, 0, 0)
            column = QVBoxLayout()
            column.setSpacing(0)
            column.addWidget(name)
            column.addWidget(view, 1)
            self._row.addLayout(column, 1)

    @property
    def has_frames(self) -> bool:
        """Whether there are any to draw."""
        return any(view.chips for view in self.views)

    def show_content(self, content: SystemComparison | None) -> None:
        """Draw another segment, or nothing."""
        for place, (name, view) in enumerate(zip(self.names, self.views, strict=True)):
            one = content.comparisons[place] if content is not None else None
            view.show_content(one.frames if one is not None and one.structure == "frames" else None)
            system = escaped(content.systems[place]) if content is not None else ""
            name.setText(system)
            view.setAccessibleName(f"Frames of {system} and the reference")

    def refresh(self) -> None:
        """Draw again, after the appearance changed."""
        for view in self.views:
            view.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: where it is narrow and high one stands above the other."""
        super().resizeEvent(event)
        directions = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._row.setDirection(directions[self.width() >= BESIDE or self.height() < LOW])
