"""A picture that fills the width it has: it is laid out anew when that changes."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QFrame, QGraphicsView, QWidget

from meantree_gui.trees.canvas import Canvas

NARROWEST = 240.0


class FlowCanvas(Canvas):
    """Zooms like other pictures, and never scrolls sideways.

    Signals:
        menu_wanted: a right click, at a place on the screen.
    """

    menu_wanted = Signal(QPoint)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setDragMode(QGraphicsView.DragMode.NoDrag)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._filled = 0.0
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # A bar that comes and goes would change the width, and with it the lines.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)

    @property
    def room(self) -> float:
        """The width to fill, at scale 1."""
        return max(NARROWEST, self.viewport().width() / self.transform().m11())

    def start_scale(self) -> None:
        """Override Canvas.start_scale: the width is filled at any scale."""
        if self.room != self._filled:
            self._filled = self.room
            self.refresh()

    def fit(self) -> None:
        """Override Canvas.fit: it always fits."""
        self.actual_size()

    def _set_scale(self, scale: float) -> None:
        super()._set_scale(scale)
        self.refresh()
