"""Texts, rows to decide and frames below each other: how they share the height, and which of them has the keyboard."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from meantree.corpus.corpus import SIDES, Side
from meantree_gui.annotating.decision_table import DecisionTable
from meantree_gui.annotation_editor.annotation_editor import AnnotationEditor
from meantree_gui.annotation_editor.edited_frames_view import EditedFramesView
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
        before, self._has_doubts = self._has_doubts, self.editor.selection.doubts
        if self._has_doubts != before:
            self.refresh()

    def refresh(self) -> None:
        """Draw again."""
        self._lay_out(draws=True)
        frame_editor = self.editor.frame_editor
        for side, view in self.sides.items():
            text = "" if frame_editor is None else frame_editor.spoken(side)
            describe(view, text, aloud=frame_editor is not None and frame_editor.side == side)

    def height_wanted(self, most: int) -> int:
        """Return how many of ``most`` pixels the texts need at the largest scale that fits."""
        _, wanted = self._fitting(most - 2 * GAP)
        return min(most, 2 * GAP + sum(wanted.values()))

    def _lay_out(self, *, draws: bool = False) -> None:
        """Divide the height; the texts are drawn again only if they must be, or at another scale or width."""
        top, room = 0, max(0, self.height() - 2 * GAP)
        scale, wanted = self._fitting(room)
        first, second = (wanted[side] for side in SIDES)
        if first + second > room:
            first = min(first, max(room // 2, room - second))
        heights: dict[Side, int] = {"hypothesis": first, "reference": room - first}
        bars = Qt.ScrollBarPolicy
        for side, view in self.sides.items():
            scrolls = heights[side] < wanted[side]
            view.setVerticalScrollBarPolicy(bars.ScrollBarAlwaysOn if scrolls else bars.ScrollBarAlwaysOff)
            view.setGeometry(0, top + GAP, self.width(), heights[side])
            if draws or scale != view.transform().m11():
                view.take_scale(scale)
            else:
                view.show_cursor()
            top += GAP + heights[side]

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


MOST_OF_TEXTS, MOST_WITH_ROWS, MOST_OF_ROWS = 0.66, 0.45, 0.4
"""The largest shares of the height for the texts, also where there are rows to decide, and for these rows."""


class TextsAndFrames(QSplitter):
    """Divides the height for each text and each size of the window, until the user moves a handle.

    Esc goes from texts and frames to the rows to decide, if there are any.

    Signals:
        turned: the gold standard is edited from now on, or decided on.
    """

    turned = Signal()

    def __init__(self, texts: TextsView, decisions: DecisionTable, frames: EditedFramesView) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self.texts, self.decisions, self.frames = texts, decisions, frames
        for part in (texts, decisions, frames):
            self.addWidget(part)
        for watched in (*texts.sides.values(), frames, decisions.table):
            watched.installEventFilter(self)
        self.setChildrenCollapsible(False)
        self._is_moved = False
        self.splitterMoved.connect(self._stop_dividing)

    def divide(self) -> None:
        """Give the texts the height that they need, up to their share."""
        room = self.height() - self.handleWidth()
        if not self._is_moved and room > 0 and self.texts.editor.frame_editor is not None:
            is_deciding = not self.decisions.isHidden()
            above = self.texts.height_wanted(int(room * (MOST_WITH_ROWS if is_deciding else MOST_OF_TEXTS)))
            rows = min(self.decisions.height_wanted(), int(room * MOST_OF_ROWS)) if is_deciding else 0
            self.setSizes([above, rows, room - above - rows])

    @property
    def is_editing(self) -> bool:
        """Whether the keyboard is in the texts or frames."""
        focused = self.window().focusWidget()
        return focused in (*self.texts.sides.values(), self.frames)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject.eventFilter."""
        if event.type() == QEvent.Type.FocusIn:
            self.turned.emit()
        is_escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if is_escape and event.type() == QEvent.Type.KeyPress and not self.decisions.isHidden():
            self.decisions.setFocus()
            return True
        return super().eventFilter(watched, event)

    def _stop_dividing(self) -> None:
        self._is_moved = True

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QSplitter.resizeEvent."""
        super().resizeEvent(event)
        self.divide()
