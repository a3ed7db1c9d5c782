"""The view of hypothesis and reference, one below the other, each with its share of the height."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from meantree.corpus.corpus import SIDES, Side
from meantree_gui.annotation_editor.annotation_editor import AnnotationEditor
from meantree_gui.annotation_editor.side_text import SideText
from meantree_gui.widgets.labels import describe

SCALES = (1.0, 0.93, 0.86, 0.8)
"""Long texts are drawn smaller, down to a size that can be read well; beyond it each text scrolls."""
GAP = 2


class TextsView(QWidget):
    """Lays out the texts: one that needs less than half of the height leaves the rest to the other.

    Signals:
        menu_wanted: a right click, at a point of the screen.
        sized: the scale that the user chose with the wheel.
    """

    menu_wanted = Signal(QPoint)
    sized = Signal(float)

    def __init__(self, editor: AnnotationEditor) -> None:
        super().__init__()
        self.editor = editor
        self.sides: dict[Side, SideText] = {side: SideText(editor, side, self) for side in SIDES}
        self._chosen_scale: float | None = None
        self._has_doubts = editor.selection.doubts
        self.setFocusProxy(self.sides["hypothesis"])
        for view in self.sides.values():
            view.menu_wanted.connect(self.menu_wanted)
            view.scaled.connect(self.sized)
        editor.changed.connect(self.refresh)
        editor.selection.comparison_changed.connect(self._follow_doubts)

    def _follow_doubts(self, _comparison: object) -> None:
        """Draw again if improbable parts are marked now, or no longer; edits are drawn anyway."""
        if self._has_doubts != self.editor.selection.doubts:
            self._has_doubts = self.editor.selection.doubts
            self.refresh()

    def refresh(self) -> None:
        """Draw again."""
        self._lay_out()
        frame_editor = self.editor.frame_editor
        for side, view in self.sides.items():
            text = "" if frame_editor is None else frame_editor.spoken(side)
            describe(view, text, aloud=frame_editor is not None and frame_editor.side == side)

    def height_wanted(self, most: int) -> int:
        """Return how many of ``most`` pixels the texts need at the largest scale that fits."""
        _, wanted = self._fitting(most - 2 * GAP)
        return min(most, 2 * GAP + sum(wanted.values()))

    def _lay_out(self) -> None:
        top, room = 0, max(0, self.height() - 2 * GAP)
        scale, wanted = self._fitting(room)
        heights = _shared(room, wanted)
        for side, view in self.sides.items():
            self._place(view, top + GAP, heights[side], scale, scrolls=heights[side] < wanted[side])
            top += GAP + heights[side]

    def _place(self, view: SideText, top: int, height: int, scale: float, *, scrolls: bool) -> None:
        policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOn if scrolls else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        view.setVerticalScrollBarPolicy(policy)
        view.setGeometry(0, top, self.width(), height)
        view.take_scale(scale)

    def _fitting(self, room: int) -> tuple[float, dict[Side, int]]:
        """Return the largest scale at which both texts fit, else the smallest, and the heights that they need."""
        for scale in SCALES if self._chosen_scale is None else (self._chosen_scale,):
            wanted = {side: view.height_at(scale, self._width) for side, view in self.sides.items()}
            if sum(wanted.values()) <= room:
                break
        return scale, wanted

    @property
    def _width(self) -> int:
        """The width of the viewports without a scroll bar's, so that its appearance does not change the lines."""
        return max(1, self.width() - self.style().pixelMetric(self.style().PixelMetric.PM_ScrollBarExtent))

    @property
    def scale(self) -> float:
        """The scale at which the texts are drawn."""
        return self.sides["hypothesis"].transform().m11()

    def use_scale(self, scale: float) -> None:
        """Draw the texts at a scale, or for 0 at the largest at which they fit."""
        self._chosen_scale = scale or None
        self.refresh()

    def sizeHint(self) -> QSize:
        """Override QWidget.sizeHint."""
        return QSize(480, 240)

    def minimumSizeHint(self) -> QSize:
        """Override QWidget.minimumSizeHint: one line of each text."""
        return QSize(240, 130)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent."""
        super().resizeEvent(event)
        self._lay_out()


def _shared(room: int, wanted: dict[Side, int]) -> dict[Side, int]:
    """Divide a height: a text that needs less than half of it leaves the rest to the other."""
    first, second = (wanted[side] for side in SIDES)
    if first + second > room:
        first = min(first, max(room // 2, room - second))
    return {"hypothesis": first, "reference": room - first}
