"""Pictures that can be zoomed, scrolled and fitted by mouse and keyboard; two kinds of them break their rows."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPoint, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QFrame, QGraphicsItem, QGraphicsScene, QGraphicsView, QWidget

from meantree.metrics.evidence import Term, Unit
from meantree.picture.display_list import Drawing
from meantree_gui import theme
from meantree_gui.trees.graphics_items import GroupItem

SMALLEST, LARGEST = 0.2, 4.0
LARGEST_FITTED, LARGEST_FIRST = 1.6, 1.25
READABLE = 0.8
"""A wide picture is not shrunk below this when it is first shown; it scrolls instead."""
FITTED = (1.25, 1.1, 1.0, 0.9, 0.8, 0.7, 0.6)
"""Scales at which broken rows may be fitted into a view; at smaller ones labels cannot be read."""
NARROWEST = 240.0
"""Pixels that the lines of a :class:`FlowCanvas` have at least, at scale 1."""


class Canvas(QGraphicsView):
    """Starts at a readable scale; a scale chosen by hand stays.

    Signals:
        units_asked: the units that stand for a thing which was clicked, or on whose word Return was pressed; of a
            learned metric the features that looked at it.
        scaled: the scale that a user chose here.
        word_clicked: the cursor was put on a word by a click, while another word is picked.
        pick_dropped: Esc was pressed while a word was picked; it is no longer.
    """

    units_asked = Signal(object)
    word_clicked = Signal()
    pick_dropped = Signal()
    scaled = Signal(float)
    right_to_left = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setScene(QGraphicsScene(self))
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setDragMode(QGraphicsView.DragMode.ScrollHandDrag)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorUnderMouse)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setMouseTracking(True)
        self.viewport().setCursor(Qt.CursorShape.ArrowCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._scale_chosen = self._is_fitted = False
        self._clicked_at = QPoint()

    def zoom(self, factor: float) -> None:
        """Scale by ``factor`` within readable bounds."""
        self.take_scale(min(LARGEST, max(SMALLEST, self.transform().m11() * factor)))
        self.scaled.emit(self.transform().m11())

    def actual_size(self) -> None:
        """Scale 1."""
        self.take_scale(1.0)
        self.scaled.emit(1.0)

    def take_scale(self, scale: float) -> None:
        """Keep a scale that was chosen, here or in a picture beside."""
        self._scale_chosen, self._is_fitted = True, False
        self._set_scale(scale)

    def fit(self) -> None:
        """Show the whole picture."""
        self.fit_at(self.fitting_scale())

    def fit_at(self, scale: float) -> None:
        """Show the whole picture at a scale at which it fits, beside another one perhaps."""
        self._scale_chosen, self._is_fitted = False, True
        self._set_scale(scale)

    def fitting_scale(self) -> float:
        """The largest scale at which the whole picture can be seen."""
        room, picture = self.viewport().rect(), self.sceneRect()
        if picture.width() <= 0:
            return LARGEST_FITTED
        wanted = min(room.width() / picture.width(), room.height() / picture.height())
        return min(LARGEST_FITTED, max(SMALLEST, wanted))

    def refresh(self) -> None:
        """Draw again, after the appearance changed."""
        raise NotImplementedError

    def first_scale(self) -> float:
        """The scale at which a picture would be seen whole, and not too large, before it is made readable."""
        return min(LARGEST_FIRST, self.fitting_scale())

    @property
    def wanted_height(self) -> int:
        """The height in pixels at which all of the picture is seen, at the scale that the width allows."""
        room, picture = self.viewport().width(), self.sceneRect()
        if picture.width() <= 0:
            return 0
        return round(picture.height() * min(1.0, max(READABLE, room / picture.width())))

    def start_scale(self) -> None:
        """The first scale of a picture, unless the user chose one."""
        if self._scale_chosen:
            return
        if self._is_fitted:
            self.fit()
            return
        room, picture = self.viewport().rect(), self.sceneRect()
        if picture.width() > 0 and room.width() > 50:
            self._set_scale(max(READABLE, self.first_scale()))
            # A picture that does not fit begins where reading begins.
            bar = self.horizontalScrollBar()
            bar.setValue(bar.maximum() if self.right_to_left else bar.minimum())
            self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def word_step(self, event: QKeyEvent, words: int) -> int | None:
        """How many words on the cursor goes with this key, reading forwards; None if it is no such key."""
        if event.modifiers() not in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier):
            return None
        forward = -1 if self.right_to_left else 1
        steps = {
            Qt.Key.Key_Right: forward,
            Qt.Key.Key_Left: -forward,
            Qt.Key.Key_Home: -words,
            Qt.Key.Key_End: words,
        }
        return steps.get(Qt.Key(event.key()))

    def put(self, picture: Drawing | None) -> list[GroupItem]:
        """Draw another picture, or nothing; return an item for each of its groups."""
        palette = theme.current()
        scene = self.scene()
        scene.clear()
        self.setBackgroundBrush(QColor(palette.surface))
        items = [GroupItem(group) for group in picture.groups(palette)] if picture is not None else []
        for item in items:
            scene.addItem(item)
        scene.setSceneRect(QRectF(0, 0, picture.width, picture.height) if picture is not None else QRectF())
        return items

    def units_of(self, item: QGraphicsItem | None) -> tuple[Unit | Term, ...]:
        """The units that stand for what an item shows, or the features that looked at it."""
        found = getattr(item, "mark", None)
        return (found.units or found.terms) if found is not None else ()

    def _ask(self, items: Iterable[QGraphicsItem | None]) -> None:
        """Ask for the units of the first item that has some."""
        units: tuple[Unit | Term, ...] = next(filter(None, map(self.units_of, items)), ())
        if units:
            self.units_asked.emit(units)

    def _light(self) -> None:
        """Light what is asked for and the cursor, which shows with the focus alone."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Override QWidget.focusInEvent: show the cursor."""
        super().focusInEvent(event)
        self._light()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Override QWidget.focusOutEvent: hide the cursor."""
        super().focusOutEvent(event)
        self._light()

    def _set_scale(self, scale: float) -> None:
        self.resetTransform()
        self.scale(scale, scale)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Override QGraphicsView.mousePressEvent: remember where, to tell a click from a drag."""
        super().mousePressEvent(event)
        self._clicked_at = event.position().toPoint()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Override QGraphicsView.mouseReleaseEvent: a click asks for the units of what is there."""
        super().mouseReleaseEvent(event)
        here = event.position().toPoint()
        moved = (here - self._clicked_at).manhattanLength()
        if event.button() == Qt.MouseButton.LeftButton and moved < QApplication.startDragDistance():
            found = self.items(here)
            if self._take_word(found):
                self.word_clicked.emit()
            else:
                self._ask(found)

    def _take_word(self, items: Iterable[QGraphicsItem]) -> bool:
        """Put the cursor on the first word among items; return whether another word waits for it."""
        del items
        return False

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Override QGraphicsView.wheelEvent: Ctrl zooms, a plain wheel scrolls sideways where height allows."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(1.15 if event.angleDelta().y() > 0 else 1 / 1.15)
            event.accept()
        elif self.verticalScrollBar().maximum() == 0 and event.angleDelta().y():
            bar = self.horizontalScrollBar()
            bar.setValue(bar.value() - event.angleDelta().y())
            event.accept()
        else:
            super().wheelEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QGraphicsView.resizeEvent: keep the first scale right until the user chooses one."""
        super().resizeEvent(event)
        self.start_scale()


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


class WrappingCanvas(Canvas):
    """Rows are broken anew whenever view or scale change.

    Attributes:
        wrapped: whether a user wants rows to be broken.
    """

    wrapped = False
    _filled = 0.0

    @property
    def is_wrapped(self) -> bool:
        """Whether there are rows to be broken, and they are."""
        return self.wrapped

    @property
    def room(self) -> float | None:
        """How wide rows may be at scale 1, None for any width."""
        return self.viewport().width() / self.transform().m11() if self.is_wrapped else None

    def size_at(self, width: float) -> QSizeF:
        """How large the picture is at scale 1 if its rows are so wide at most."""
        raise NotImplementedError

    @property
    def wanted_height(self) -> int:
        """Override Canvas.wanted_height: that of all rows."""
        width = self.viewport().width()
        return round(self.size_at(width).height()) if self.is_wrapped else super().wanted_height

    def set_wrapped(self, wanted: bool) -> None:
        """Break rows, or let them be as long as they are."""
        if wanted == self.wrapped:
            return
        self.wrapped = wanted
        always, needed = Qt.ScrollBarPolicy.ScrollBarAlwaysOn, Qt.ScrollBarPolicy.ScrollBarAsNeeded
        # A bar that comes and goes would change the width, and with it the rows.
        self.setVerticalScrollBarPolicy(always if wanted else needed)
        self._draw()
        self.start_scale()

    def start_scale(self) -> None:
        """Override Canvas.start_scale: broken rows are read from the top."""
        if not self.is_wrapped:
            super().start_scale()
        elif self._is_fitted:
            self.fit()
        elif not self._scale_chosen:
            self._set_scale(1.0)
            self.verticalScrollBar().setValue(0)
        else:
            self._fill()

    def fitting_scale(self) -> float:
        """Override Canvas.fitting_scale: with rows as they are broken at that scale."""
        if not self.is_wrapped:
            return super().fitting_scale()
        view = self.viewport().rect()
        for scale in FITTED:
            size = self.size_at(view.width() / scale) * scale
            if size.height() <= view.height() and size.width() <= view.width():
                return scale
        return FITTED[-1]

    def _set_scale(self, scale: float) -> None:
        super()._set_scale(scale)
        self._fill()

    def _fill(self) -> None:
        if self.is_wrapped and self.room != self._filled:
            self._draw()

    def _draw(self) -> None:
        """Draw again; what is drawn remembers the room that it had."""
        self._filled = self.room or 0.0
        self.refresh()
