"""The view of one text in lines, with the bars of the active frame under its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import methodcaller

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from meantree.alignment.linked_frames import frames_of, partner_of
from meantree.analysis.frames import Part, Span
from meantree.annotation.adjudication import frame_at
from meantree.annotation.frame_annotation import Annotation, Predicate
from meantree.comparison.comparison import part_probabilities
from meantree.corpus.corpus import Side
from meantree.escaping import escaped, is_right_to_left
from meantree.numbers import percent
from meantree.picture.frame_text import BAR_HEIGHT, WORD_HEIGHT, Bar, BarPiece, TextPicture, WordBox, text_picture
from meantree_gui import theme
from meantree_gui.annotation_editor.annotation_editor import AnnotationEditor
from meantree_gui.annotation_editor.frame_editor import FrameEditor
from meantree_gui.trees.painter import font, measure
from meantree_gui.trees.picture_canvas import NARROWEST, FlowCanvas

TITLE_HEIGHT = 20.0
HANDLE = 7.0
"""The distance from the end of a bar, in pixels, within which the mouse drags the end."""
LAYOUTS = 32
"""The latest layouts are kept: a key asks several times how high both texts are at each scale."""


class WordItem(QGraphicsItem):
    """A token: highlighted if selected, framed under the cursor, underlined (``marked``) if it is a predicate."""

    def __init__(self, box: WordBox, word: str, *, selected: bool, cursor: bool, active: bool) -> None:
        super().__init__()
        self.index = box.index
        self._word, self._width = word, box.width
        self.is_selected, self._cursor, self.marked, self._active = selected and active, cursor, False, active
        self.setPos(box.x, box.y)

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem.boundingRect."""
        return QRectF(0, 0, self._width, WORD_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        """Override QGraphicsItem.paint."""
        palette = theme.current()
        room = self.boundingRect().adjusted(1, 1, -1, -1)
        if self.is_selected:
            painter.fillRect(room, QColor(palette.selection))
        if self._cursor:
            pen = QPen(QColor(palette.accent if self._active else palette.line), 1.6 if self._active else 1.0)
            pen.setStyle(Qt.PenStyle.SolidLine if self._active else Qt.PenStyle.DotLine)
            painter.setPen(pen)
            painter.drawRoundedRect(room, 3, 3)
        painter.setFont(font("word"))
        painter.setPen(QColor(palette.text))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, self._word)
        if self.marked:
            painter.setPen(QPen(QColor(palette.line), 2))
            painter.drawLine(QPointF(5, WORD_HEIGHT - 2), QPointF(self._width - 5, WORD_HEIGHT - 2))


class BarItem(QGraphicsItem):
    """A bar under the words of a part; ``own`` is False for the compared annotation."""

    def __init__(self, piece: BarPiece, *, current: bool, own: bool) -> None:
        super().__init__()
        self.bar = piece.bar
        self.own = own
        self._piece, self._current = piece, current
        self.setPos(piece.x, piece.y)
        is_compared = isinstance(piece.bar, LaneBar) and not piece.bar.owner
        self.setToolTip(f"{piece.bar.label} (the other annotator)" if is_compared else piece.bar.label)

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem.boundingRect."""
        return QRectF(0, 0, self._piece.width, BAR_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        """Override QGraphicsItem.paint."""
        palette = theme.current()
        room = self.boundingRect().adjusted(0.5, 0.5, -0.5, -0.5)
        colour = QColor(palette.roles[self.bar.role])
        if self.own:
            painter.setBrush(colour)
            painter.setPen(QPen(QColor(palette.accent), 1.6) if self._current else Qt.PenStyle.NoPen)
        else:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(palette.line), 1, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(room, 3, 3)
        painter.setFont(font("note"))
        painter.setPen(QColor(palette.text if self.own else palette.muted))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, self._piece.label)


class SideText(FlowCanvas):
    """Draws one text of the open annotation.

    A click puts the cursor, dragging selects words or moves the end of a bar, a double click adds a frame.
    """

    def __init__(self, editor: AnnotationEditor, side: Side, parent: QWidget | None = None) -> None:
        super().__init__(f"Words of the {side}", parent)
        self.editor, self.side = editor, side
        self.words: dict[int, WordItem] = {}
        self._parts: dict[BarItem, Part] = {}
        self._dragged_end: tuple[Part, Span, bool] | None = None
        self._is_pressed = False

    def height_at(self, scale: float, width: int) -> int:
        """Return the height in pixels of the whole text at a scale, in a viewport of a width."""
        frame_editor = self.editor.frame_editor
        if frame_editor is None:
            return 0
        height = TITLE_HEIGHT + self._picture(frame_editor, max(NARROWEST, width / scale)).height
        return int(height * scale) + 2

    def refresh(self) -> None:
        """Draw again."""
        scene = self.scene()
        scene.clear()
        self.words, self._parts = {}, {}
        self.setBackgroundBrush(QColor(theme.current().surface))
        frame_editor = self.editor.frame_editor
        height = 0.0 if frame_editor is None else self._draw(frame_editor)
        scene.setSceneRect(QRectF(0, 0, self.room, height))
        self.show_cursor()

    def show_cursor(self) -> None:
        """Scroll to the word under the cursor."""
        frame_editor = self.editor.frame_editor
        if frame_editor is not None and (word := self.words.get(frame_editor.cursors[self.side].word)) is not None:
            self.ensureVisible(word, 0, 24)

    def _picture(self, frame_editor: FrameEditor, room: float) -> TextPicture:
        bars = *self._own_bars(frame_editor), *_lanes_below(frame_editor, self.side)
        return _laid_out(frame_editor.words[self.side], bars, room)

    def _own_bars(self, frame_editor: FrameEditor) -> dict[Bar, Part]:
        """Return the bars of the active frame; improbable ones have a sign until they are edited."""
        bars = _bars(frame_editor.annotation, self.side, frame_editor.cursors[self.side].frame)
        unsure = frame_editor.unsure if self.editor.selection.doubts else ()
        return {replace(bar, is_improbable=(self.side, part) in unsure): part for bar, part in bars.items()}

    def _draw(self, frame_editor: FrameEditor) -> float:
        side, words, cursor = self.side, frame_editor.words[self.side], frame_editor.cursors[self.side]
        active = frame_editor.side == side
        self._draw_title(active=active)
        own, picture = self._own_bars(frame_editor), self._picture(frame_editor, self.room)
        selected = range(*cursor.selection)
        for box in picture.words:
            is_here, word = box.index == cursor.word, words[box.index]
            item = WordItem(box, word, selected=box.index in selected, cursor=is_here, active=active)
            item.marked = frame_editor.predicate_at(side, box.index) is not None
            item.moveBy(0, TITLE_HEIGHT)
            self.words[box.index] = item
            self.scene().addItem(item)
        current = frame_editor.part(side)
        probabilities = part_probabilities(frame_editor.annotation)
        for piece in picture.bars:
            part = own.get(piece.bar)
            bar = BarItem(piece, current=part is not None and part == current, own=part is not None)
            bar.moveBy(0, TITLE_HEIGHT)
            if part is not None:
                self._parts[bar] = part
                sense = self.editor.senses.tip(frame_editor, side, part)
                probability = probabilities.get((side, part))
                sure = "" if probability is None else f" · probability {percent(probability)}"
                bar.setToolTip("\n".join(filter(None, (f"{piece.bar.label}{sure}", sense))))
            self.scene().addItem(bar)
        return TITLE_HEIGHT + picture.height

    def _draw_title(self, *, active: bool) -> None:
        key = self.editor.key
        name = "" if key is None else self.editor.system_name if self.side == "hypothesis" else key.reference
        text = f"{'▸ ' if active else ''}{' · '.join(filter(None, (self.side.capitalize(), escaped(name))))}"
        title = self.scene().addSimpleText(text, font("note"))
        title.setBrush(QColor(theme.current().accent if active else theme.current().muted))
        title.setPos(12, 3)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QGraphicsView.paintEvent."""
        super().paintEvent(event)
        self.editor.note_painted()

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Override QGraphicsView.mousePressEvent: put the cursor, or start to drag the end of a bar."""
        self.setFocus()
        point = event.position().toPoint()
        word, bar = self._at(point)
        if bar is not None:
            part, span, end = self._parts[bar], bar.bar.span, self._end_of(bar, point)
            self._dragged_end = None if end is None else (part, span, end)
            self.editor.edit(methodcaller("choose_part", self.side, part, span[0]))
        elif word is not None:
            self._is_pressed = True
            is_selected = self.words[word].is_selected
            if event.button() == Qt.MouseButton.LeftButton or not is_selected:
                self._put_cursor(word, select=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        if event.button() == Qt.MouseButton.RightButton:
            self.menu_wanted.emit(event.globalPosition().toPoint())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Override QGraphicsView.mouseMoveEvent: extend the selection to the mouse."""
        word, bar = self._at(event.position().toPoint())
        if self._is_pressed and word is not None:
            self._put_cursor(word, select=True)
        near = bar is not None and self._end_of(bar, event.position().toPoint()) is not None
        is_dragging = self._dragged_end is not None
        self.viewport().setCursor(Qt.CursorShape.SplitHCursor if near or is_dragging else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Override QGraphicsView.mouseReleaseEvent: move the dragged end of a bar to the word under the mouse."""
        dragged, self._dragged_end, self._is_pressed = self._dragged_end, None, False
        word = self._nearest(event.position().toPoint())
        if dragged is None or word is None:
            return
        part, old, is_end = dragged
        span: Span = (old[0], word + 1) if is_end else (word, old[1])
        if span != old:
            self.editor.edit(methodcaller("set_span", self.side, part, span, old))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Override QGraphicsView.mouseDoubleClickEvent: go to the frame of this predicate, or add one."""
        word, _ = self._at(event.position().toPoint())
        frame_editor = self.editor.frame_editor
        if word is None or frame_editor is None:
            return
        self._put_cursor(word)
        if frame_editor.predicate_at(self.side, word) is None:
            self.editor.edit(methodcaller("new_frame"))

    def _put_cursor(self, word: int, *, select: bool = False) -> None:
        self.editor.edit(methodcaller("walk_to", self.side, word, select=select))

    def _at(self, point: QPoint) -> tuple[int | None, BarItem | None]:
        items = self.items(point)
        bar = next((item for item in items if isinstance(item, BarItem) and item in self._parts), None)
        return next((item.index for item in items if isinstance(item, WordItem)), None), bar

    def _nearest(self, point: QPoint) -> int | None:
        """Return the word at a point, also of the bars below it; ``None`` if there is none."""
        position = self.mapToScene(point)
        for word, item in self.words.items():
            if item.sceneBoundingRect().adjusted(0, 0, 0, 2 * BAR_HEIGHT).contains(position):
                return word
        return None

    def _end_of(self, bar: BarItem, point: QPoint) -> bool | None:
        """Return whether a point is at the end (True) or start (False) of a bar; ``None`` if at neither."""
        room, x = bar.sceneBoundingRect(), self.mapToScene(point).x()
        if min(x - room.left(), room.right() - x) > HANDLE or self.editor.frame_editor is None:
            return None
        return (x > room.center().x()) != _runs_leftwards(self.editor.frame_editor.words[self.side])


@lru_cache(maxsize=LAYOUTS)
def _laid_out(words: tuple[str, ...], bars: tuple[Bar, ...], room: float) -> TextPicture:
    return text_picture(words, bars, room, measure, right_to_left=_runs_leftwards(words))


def _runs_leftwards(words: Sequence[str]) -> bool:
    return is_right_to_left(" ".join(words))


def _bars(annotation: Annotation, side: Side, place: int | None) -> dict[Bar, Part]:
    """Return the bars of one frame, with their parts."""
    frames = frames_of(annotation, side)
    if place is None or place >= len(frames):
        return {}
    frame = frames[place]
    fillers = {
        Bar(span, filler.role): (place, number) for number, filler in enumerate(frame.fillers) for span in filler.spans
    }
    return {Bar(frame.predicate, None): (place, None), **fillers}


@dataclass(frozen=True, slots=True)
class LaneBar(Bar):
    """A bar of other annotators, labelled with the keys that take it; of the compared one without a key."""

    owner: str = ""

    @property
    def label(self) -> str:
        """The annotators' keys, and the role."""
        return f"{self.owner} {'pred.' if self.role is None else self.role.value}".strip()


def _lanes_below(frame_editor: FrameEditor, side: Side) -> list[Bar]:
    """Return the bars of other annotators; those who have the same frame share a lane."""
    place = frame_editor.cursors[side].frame
    first, versions, contested = int(place is not None), frame_editor.versions, frame_editor.contested
    if not versions and frame_editor.compared is not None:  # with the active frame, or on the selected words
        here = frame_editor.cursors[side].selection if place is None else frame_editor.frames(side)[place].predicate
        first, versions, contested = 1, {"": frame_editor.compared}, [(side, here)]
    lanes: dict[tuple[Bar, ...], list[str]] = {}
    for label, annotation in versions.items():
        if (there := _contested_frame(annotation, contested, side)) is not None:
            lanes.setdefault(tuple(sorted(_bars(annotation, side, there), key=str)), []).append(label)
    return [
        LaneBar(bar.span, bar.role, lane, owner=",".join(labels))
        for lane, (bars, labels) in enumerate(lanes.items(), start=first)
        for bar in bars
    ]


def _contested_frame(annotation: Annotation, contested: Sequence[Predicate], side: Side) -> int | None:
    """Return the place of the frame of a contested predicate, or of its partner in the other text; None without it."""
    for where, predicate in contested:
        place = frame_at(annotation, where, predicate)
        if place is not None:
            partner = partner_of(annotation, where, (place, None))
            return place if where == side else None if partner is None else partner[0][0]
    return None
