"""Canvases: pictures that can be zoomed, scrolled and fitted; flowing and wrapping ones break their rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QFrame, QGraphicsItem, QGraphicsScene, QGraphicsView, QWidget

from meantree.metrics.evidence import Term, Unit
from meantree.picture.display_list import Drawing
from meantree_gui import theme
from meantree_gui.trees.painter import GroupItem, first_key_of
from meantree_gui.widgets.choosers import NO_MODIFIERS, RETURN

SMALLEST, LARGEST = 0.2, 4.0
"""Bounds of the scale."""
LARGEST_FITTED, LARGEST_INITIAL = 1.6, 1.25
"""The largest scale of a fitted picture, and of one that is shown for the first time."""
READABLE = 0.8
"""The smallest initial scale: a wide picture scrolls instead of shrinking further."""
EDGE = 2
"""Pixels left free in a fitted view, as rounded sizes would bring scroll bars."""
FITTED = (1.25, 1.1, 1.0, 0.9, 0.8, 0.7, 0.6)
"""Scales at which broken rows are fitted into a view; labels are illegible at smaller ones."""
ROW_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
NARROWEST = 240.0
"""The smallest width in pixels of the lines of a :class:`FlowCanvas`, at scale 1."""


class Canvas(QGraphicsView):
    """A picture that starts at a readable scale and keeps a scale that the user chose.

    Signals:
        units_requested: the units of an item that was clicked, or on whose word Return was pressed; of a learned
            metric the features that consulted it.
        scaled: the scale that the user chose in this picture.
        word_clicked: a click moved the cursor to a word while another word was selected.
        selection_cleared: Esc was pressed and the selected word is no longer selected.
        menu_wanted: a right click, with its global position; the cursor is on the word there.
    """

    units_requested = Signal(object)
    word_clicked = Signal()
    selection_cleared = Signal()
    menu_wanted = Signal(QPoint)
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
        """Multiply the scale by ``factor``, within readable bounds; 0 for scale 1."""
        self.take_scale(min(LARGEST, max(SMALLEST, self.transform().m11() * factor)) if factor else 1.0)
        self.scaled.emit(self.transform().m11())

    def take_scale(self, scale: float) -> None:
        """Use a scale that the user chose, in this picture or in a linked one."""
        self._scale_chosen, self._is_fitted = True, False
        self._set_scale(scale)

    def fit(self) -> None:
        """Show the whole picture."""
        self.fit_at(self.fitting_scale())

    def fit_at(self, scale: float) -> None:
        """Show the whole picture at a scale at which it, and perhaps a linked one, fits."""
        self._scale_chosen, self._is_fitted = False, True
        self._set_scale(scale)

    def fitting_scale(self) -> float:
        """Return the largest scale at which the whole picture is visible."""
        # Scroll bars that come and go with the scale must not change it: the view would be resized for ever.
        room, picture = self.maximumViewportSize(), self.picture_size
        if picture.width() <= 0:
            return LARGEST_FITTED
        wanted = min((room.width() - EDGE) / picture.width(), (room.height() - EDGE) / picture.height())
        return min(LARGEST_FITTED, max(SMALLEST, wanted))

    def refresh(self) -> None:
        """Redraw after the theme changed."""
        raise NotImplementedError

    @property
    def picture_size(self) -> QSizeF:
        """The size of the picture at scale 1, as if there were room for all of it."""
        return self.sceneRect().size()

    def first_scale(self) -> float:
        """Return the scale at which the picture is visible as a whole and not too large, readable or not."""
        return min(LARGEST_INITIAL, self.fitting_scale())

    @property
    def wanted_height(self) -> int:
        """The height in pixels that shows the whole picture at the scale that the width allows."""
        room, picture = self.viewport().width(), self.picture_size
        if picture.width() <= 0:
            return 0
        return round(picture.height() * min(1.0, max(READABLE, room / picture.width())))

    def start_scale(self) -> None:
        """Set the initial scale, unless the user chose one."""
        if self._scale_chosen:
            return
        if self._is_fitted:
            self.fit()
            return
        room, picture = self.viewport().rect(), self.sceneRect()
        if picture.width() > 0 and room.width() > 50:
            self._set_scale(max(READABLE, self.first_scale()))
            # A picture that does not fit is shown from where reading begins.
            bar = self.horizontalScrollBar()
            bar.setValue(bar.maximum() if self.right_to_left else bar.minimum())
            self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def word_step(self, event: QKeyEvent, words: int) -> int | None:
        """Return by how many words a key moves the cursor in reading direction, or None for other keys."""
        if event.modifiers() not in NO_MODIFIERS:
            return None
        forward = -1 if self.right_to_left else 1
        steps = {Qt.Key.Key_Right: forward, Qt.Key.Key_Left: -forward, Qt.Key.Key_Home: -words, Qt.Key.Key_End: words}
        return steps.get(Qt.Key(event.key()))

    def put(self, picture: Drawing | None) -> list[GroupItem]:
        """Draw another picture, or clear the canvas, and return one item for each group."""
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
        """Return the units of an item, or the features that consulted it."""
        mark = getattr(item, "mark", None)
        return (mark.units or mark.terms) if mark is not None else ()

    def _request_units(self, items: Iterable[QGraphicsItem | None]) -> None:
        """Request the units of the first item that has any."""
        units: tuple[Unit | Term, ...] = next(filter(None, map(self.units_of, items)), ())
        if units:
            self.units_requested.emit(units)

    def _update_highlight(self) -> None:
        """Update highlighted items and the cursor, which is visible with the focus only."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Override QWidget.focusInEvent: show the cursor."""
        super().focusInEvent(event)
        self._update_highlight()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Override QWidget.focusOutEvent: hide the cursor."""
        super().focusOutEvent(event)
        self._update_highlight()

    def _set_scale(self, scale: float) -> None:
        self.resetTransform()
        self.scale(scale, scale)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Override QGraphicsView.mousePressEvent: remember the position to distinguish a click from a drag."""
        super().mousePressEvent(event)
        self._clicked_at = event.position().toPoint()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Override QGraphicsView.mouseReleaseEvent: a click requests the units of the item there."""
        super().mouseReleaseEvent(event)
        position = event.position().toPoint()
        moved = (position - self._clicked_at).manhattanLength()
        if event.button() == Qt.MouseButton.LeftButton and moved < QApplication.startDragDistance():
            items = self.items(position)
            if self._click_word(items):
                self.word_clicked.emit()
            else:
                self._request_units(items)

    def _click_word(self, _items: Sequence[QGraphicsItem]) -> bool:
        """Move the cursor to the first word among items; return whether another word is selected."""
        return False

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Override QGraphicsView.wheelEvent: Ctrl zooms; a picture that fits in height scrolls sideways."""
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
        """Override QGraphicsView.resizeEvent: adapt the initial scale until the user chooses one."""
        super().resizeEvent(event)
        self.start_scale()


class WordPointer(Canvas):
    """A canvas with a cursor on its words, which clicks and arrow keys move; the mouse points at words.

    Return requests the units of the word, Esc removes the cursor.

    Attributes:
        words: the items of words, by what names a word in this picture.
        nothing: what stands for no word.
        selected: the word for which another one is to be chosen.

    Signals:
        pointed: the word under the mouse or cursor, as :meth:`_told` names it to others.
        left: Esc was pressed: nothing is to be highlighted any longer, here and in pictures beside this.
    """

    pointed, left = Signal(object), Signal()
    words: Mapping[Any, GroupItem]
    nothing: Any = None
    selected: Any = None
    _cursor: Any = None
    _pointed: Any = None

    @property
    def word(self) -> Any:
        """The word under the cursor, or else under the mouse."""
        return self._pointed if self._cursor == self.nothing else self._cursor

    @property
    def is_asked(self) -> bool:
        """Whether a click on a word chooses it for another one."""
        return bool(self.selected != self.nothing)

    def go_to(self, word: Any) -> None:
        """Move the cursor to a word that is drawn."""
        self._cursor = word
        self.ensureVisible(self.words[word].sceneBoundingRect(), 60, 10)
        self._point(word)
        self._update_highlight()

    def point_at(self, word: Any) -> None:
        """Highlight a word as if the mouse were on it, or :attr:`nothing`, and tell nobody."""
        if word != self._pointed:
            self._pointed = word
            self._update_highlight()

    def _point(self, word: Any) -> None:
        if word != self._pointed:
            self.point_at(word)
            self.pointed.emit(self._told(word))

    def _told(self, word: Any) -> Any:
        """Return what others are told of the word that is pointed at."""
        return word

    def _forget_words(self) -> None:
        """Have neither cursor nor pointed or selected word in another picture."""
        self._cursor = self._pointed = self.selected = self.nothing

    def _row(self, _word: Any) -> list[Any]:
        """Return the words in the row of a word, in their order; without one in the first row."""
        return sorted(self.words)

    def _walk(self, step: int) -> None:
        """Move the cursor by words in its row; without one, it begins at an end."""
        row = self._row(self._cursor)
        if row:
            here = row.index(self._cursor) if self._cursor in row else -1 if step > 0 else len(row)
            self.go_to(row[min(len(row) - 1, max(0, here + step))])

    def _cross(self, _by: int) -> bool:
        """Move the cursor to the row above (-1) or below; return whether there are rows."""
        return False

    def _leave(self) -> bool:
        """Remove the cursor; return whether there was one, or anything else to remove."""
        was_there = bool(self._cursor != self.nothing)
        self._cursor = self.nothing
        self._point(self.nothing)
        self._update_highlight()
        self.left.emit()
        return was_there

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QGraphicsView.keyPressEvent: the word cursor."""
        key, step = Qt.Key(event.key()), self.word_step(event, len(self.words))
        if step is not None:
            self._walk(step)
        elif event.modifiers() not in NO_MODIFIERS:
            super().keyPressEvent(event)
        elif key in RETURN:
            self._request_units([self.words.get(self._cursor)])
        elif not (key in ROW_STEPS and self._cross(ROW_STEPS[key])) and not (
            key == Qt.Key.Key_Escape and self._leave()
        ):
            super().keyPressEvent(event)

    def _click_word(self, items: Sequence[QGraphicsItem]) -> bool:
        """Override Canvas._click_word."""
        word = first_key_of(self.words, items)
        if word is None:
            return False
        self._cursor = word
        self._point(word)
        self._update_highlight()
        return self.is_asked

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Override QGraphicsView.mouseMoveEvent: point at the word under the mouse."""
        super().mouseMoveEvent(event)
        word = first_key_of(self.words, self.items(event.position().toPoint()))
        self._point(self.nothing if word is None else word)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Override QGraphicsView.contextMenuEvent."""
        items = self.items(event.pos())
        if first_key_of(self.words, items) is not None:
            self.setFocus()
            self._click_word(items)
            self.menu_wanted.emit(event.globalPos())

    def leaveEvent(self, event: QEvent) -> None:
        """Override QWidget.leaveEvent."""
        super().leaveEvent(event)
        self._point(self.nothing)


class FlowCanvas(Canvas):
    """A picture that is laid out anew when its width changes, and never scrolls sideways."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setDragMode(QGraphicsView.DragMode.NoDrag)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._filled = 0.0
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # A scroll bar that appears and disappears would change the width and thereby the lines.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)

    @property
    def room(self) -> float:
        """The width in pixels to fill, at scale 1."""
        return max(NARROWEST, self.viewport().width() / self.transform().m11())

    def start_scale(self) -> None:
        """Override Canvas.start_scale: fill the width at any scale."""
        if self.room != self._filled:
            self._filled = self.room
            self.refresh()

    def fit(self) -> None:
        """Override Canvas.fit: scale 1, as the picture always fits."""
        self.zoom(0)

    def _set_scale(self, scale: float) -> None:
        super()._set_scale(scale)
        self._filled = self.room
        self.refresh()


STALE = -1.0, -1.0
"""The width and height that no picture has filled."""


class WrappingCanvas(Canvas):
    """A picture whose rows can be broken at the end of the view, anew whenever view or scale change.

    Attributes:
        wrapped: whether the user wants rows to be broken.
    """

    wrapped = False
    _filled: tuple[float | None, float | None] = STALE
    _is_held = False
    _natural: tuple[float | None, Drawing | None] = (None, None)
    """The unsqueezed picture, with the room that its rows fill."""

    @property
    def is_wrapped(self) -> bool:
        """Whether the picture has rows and they are broken."""
        return self.wrapped

    @property
    def room(self) -> float | None:
        """The largest width of a row in pixels at scale 1; None for any width."""
        return self.viewport().width() / self.transform().m11() if self.is_wrapped else None

    @property
    def tallness(self) -> float | None:
        """The height in pixels at scale 1 into which arcs are squeezed, so that words stay in sight; None for any.

        Zooming in squeezes them no further, as their labels would overlap.
        """
        room, natural = (self.viewport().height() - EDGE) / min(1.0, self.transform().m11()), self._natural[1]
        return None if natural is None or natural.height <= room else room

    @property
    def picture_size(self) -> QSizeF:
        """Override Canvas.picture_size: with all levels at their own distance."""
        natural = self._natural[1]
        return self.sceneRect().size() if natural is None else QSizeF(natural.width, natural.height)

    def picture_in(self, width: float | None, height: float | None = None) -> Drawing | None:
        """Return the picture with rows of this width and, if it can be squeezed, of this height; None for any."""
        raise NotImplementedError

    def fill(self) -> list[GroupItem]:
        """Draw the picture in the room of the view, in which it is squeezed if it is higher."""
        if self._natural[1] is None or self._natural[0] != self.room:
            self._natural = self.room, self.picture_in(self.room)
        return self.put(self._natural[1] if self.tallness is None else self.picture_in(self.room, self.tallness))

    def size_at(self, width: float) -> QSizeF:
        """Return the size of the picture at scale 1 if no row is wider than ``width``."""
        picture = self.picture_in(width)
        return QSizeF() if picture is None else QSizeF(picture.width, picture.height)

    @property
    def wanted_height(self) -> int:
        """Override Canvas.wanted_height: the height of all rows."""
        width = self.viewport().width()
        return round(self.size_at(width).height()) if self.is_wrapped else super().wanted_height

    def set_wrapped(self, wanted: bool) -> None:
        """Set whether rows are broken in what is drawn next."""
        if wanted != self.wrapped:
            self.wrapped, self._natural, self._filled = wanted, (None, None), STALE
        always, needed = Qt.ScrollBarPolicy.ScrollBarAlwaysOn, Qt.ScrollBarPolicy.ScrollBarAsNeeded
        # A scroll bar that appears and disappears would change the width and thereby the rows.
        self.setVerticalScrollBarPolicy(always if wanted else needed)

    def is_too_high(self) -> bool:
        """Return whether not all broken rows are in sight at scale 1."""
        room = self.viewport().size()
        squeezed = self.picture_in(room.width(), room.height())
        return squeezed is not None and squeezed.height > room.height()

    def start_scale(self) -> None:
        """Override Canvas.start_scale: show broken rows from the top, smaller if not all are in sight."""
        if not self.is_wrapped:
            super().start_scale()
        elif self._is_fitted:
            self.fit()
        elif not self._scale_chosen:
            self._set_scale(READABLE if self.is_too_high() else 1.0)
            self.verticalScrollBar().setValue(0)
        else:
            self._fill()

    def fitting_scale(self) -> float:
        """Override Canvas.fitting_scale: with the rows as broken at that scale."""
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

    @contextmanager
    def held(self) -> Iterator[None]:
        """Draw nothing until the room is known, then what fills it."""
        self._is_held = True
        try:
            yield
        finally:
            self._is_held = False
            self._fill()

    def _fill(self) -> None:
        if not self._is_held and self._filled != (self.room, self.tallness):
            self.refresh()
            self._filled = self.room, self.tallness

    def _draw(self) -> None:
        """Draw another picture."""
        self._natural = None, None
        self._filled = STALE
        self._fill()
