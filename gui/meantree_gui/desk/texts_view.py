"""Both texts in lines, with the bars of the present frame under their words."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QMouseEvent
from PySide6.QtWidgets import QWidget

from meantree.alignment.linked_frames import frames_of, span_of
from meantree.analysis.frames import Part, Span
from meantree.comparison.script import is_right_to_left
from meantree.corpus.model import SIDES, Side
from meantree.picture.frame_text import BAR_HEIGHT, Bar, text_picture
from meantree.project.adjudication import frame_at
from meantree.project.annotation import Annotation
from meantree.shown import shown
from meantree_gui import theme
from meantree_gui.desk.desk import Desk
from meantree_gui.desk.editor import Editor
from meantree_gui.desk.items import BarItem, WordItem
from meantree_gui.trees.flow_canvas import FlowCanvas
from meantree_gui.trees.items import font, measure

TITLE_HEIGHT = 20.0
HANDLE = 7.0
"""So near to the end of a bar, in pixels, the mouse takes the end instead of the bar."""


class TextsView(FlowCanvas):
    """Clicks put the cursor, drags select words or move the end of a bar, a double click makes a frame."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__("Words of hypothesis and reference", parent)
        self.desk = desk
        desk.changed.connect(self.refresh)
        self.words: dict[tuple[Side, int], WordItem] = {}
        self._parts: dict[BarItem, tuple[Side, Part]] = {}
        self._leftwards: dict[Side, bool] = {}
        self._held: tuple[Side, Part, bool] | None = None
        self._pressed: Side | None = None

    def refresh(self) -> None:
        """Draw again."""
        scene = self.scene()
        scene.clear()
        self.words, self._parts = {}, {}
        self.setBackgroundBrush(QColor(theme.current().surface))
        editor, y = self.desk.editor, 2.0
        if editor is not None:
            for side in SIDES:
                y = self._draw_text(editor, side, y) + 4
        scene.setSceneRect(QRectF(0, 0, self.room, y))
        if editor is not None and (editor.side, editor.cursor.word) in self.words:
            self.ensureVisible(self.words[editor.side, editor.cursor.word], 0, 30)

    def _draw_text(self, editor: Editor, side: Side, top: float) -> float:
        self._draw_title(side, top, active=editor.side == side)
        words, cursor = editor.words[side], editor.cursors[side]
        own = _bars(editor.annotation, side, cursor.frame, lane=0)
        others = _others_bars(editor, side) if editor.other is not None else {}
        self._leftwards[side] = leftwards = is_right_to_left(" ".join(words))
        picture = text_picture(words, [*own, *others], self.room, measure, right_to_left=leftwards)
        predicates = {token for frame in frames_of(editor.annotation, side) for token in range(*frame.predicate)}
        for box in picture.words:
            item = WordItem(
                box,
                words[box.index],
                selected=cursor.selection[0] <= box.index < cursor.selection[1],
                cursor=box.index == cursor.word,
                active=editor.side == side,
                marked=box.index in predicates,
            )
            item.moveBy(0, top + TITLE_HEIGHT)
            self.words[side, box.index] = item
            self.scene().addItem(item)
        present = editor.part(side)
        for piece in picture.bars:
            mine = own.get(piece.bar)
            drawn = BarItem(piece, current=mine is not None and mine == present, own=mine is not None)
            drawn.moveBy(0, top + TITLE_HEIGHT)
            if mine is not None:
                self._parts[drawn] = side, mine
            self.scene().addItem(drawn)
        return top + TITLE_HEIGHT + picture.height

    def _draw_title(self, side: Side, top: float, *, active: bool) -> None:
        key = self.desk.key
        name = "" if key is None else key.system if side == "hypothesis" else key.reference
        title = self.scene().addSimpleText(f"{'▸ ' if active else ''}{side.capitalize()} · {shown(name)}", font("note"))
        title.setBrush(QColor(theme.current().accent if active else theme.current().muted))
        title.setPos(12, top + 3)

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Override QGraphicsView.mousePressEvent: put the cursor, or take the end of a bar."""
        self.setFocus()
        word, bar = self._at(event.position().toPoint())
        if bar is not None:
            side, part = self._parts[bar]
            end = self._end_of(bar, event.position().toPoint())
            self._held = None if end is None else (side, part, end)
            self.desk.edit(lambda editor: editor.choose_part(side, part))
        elif word is not None:
            side, index = word
            self._pressed = side
            select = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            if event.button() == Qt.MouseButton.LeftButton or not self._is_selected(word):
                self.desk.edit(lambda editor: editor.put_cursor(side, index, select=select))
        if event.button() == Qt.MouseButton.RightButton:
            self.menu_wanted.emit(event.globalPosition().toPoint())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Override QGraphicsView.mouseMoveEvent: select as far as the mouse goes."""
        word, bar = self._at(event.position().toPoint())
        if self._pressed is not None and word is not None and word[0] == self._pressed:
            side, index = word
            self.desk.edit(lambda editor: editor.put_cursor(side, index, select=True))
        near = bar is not None and self._end_of(bar, event.position().toPoint()) is not None
        held = self._held is not None
        self.viewport().setCursor(Qt.CursorShape.SplitHCursor if near or held else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Override QGraphicsView.mouseReleaseEvent: a held end of a bar goes to the word under the mouse."""
        held, self._held, self._pressed = self._held, None, None
        word = self._nearest(event.position().toPoint())
        editor = self.desk.editor
        if held is None or word is None or editor is None or word[0] != held[0]:
            return
        side, part, is_end = held
        start, end = span_of(editor.annotation, side, part)
        span: Span = (start, word[1] + 1) if is_end else (word[1], end)
        if span != (start, end):
            self.desk.edit(lambda editor: editor.set_span(side, part, span))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Override QGraphicsView.mouseDoubleClickEvent: the frame of this predicate, or a new one."""
        word, _ = self._at(event.position().toPoint())
        editor = self.desk.editor
        if word is None or editor is None:
            return
        side, index = word
        frames = frames_of(editor.annotation, side)
        there = next((n for n, one in enumerate(frames) if one.predicate[0] <= index < one.predicate[1]), None)
        self.desk.edit(lambda editor: editor.put_cursor(side, index))
        if there is None:
            self.desk.edit(lambda editor: editor.new_frame())
        else:
            place = there
            self.desk.edit(lambda editor: editor.choose_part(side, (place, None)))

    def _is_selected(self, word: tuple[Side, int]) -> bool:
        editor = self.desk.editor
        return editor is not None and word[0] == editor.side and word[1] in range(*editor.cursor.selection)

    def _at(self, point: QPoint) -> tuple[tuple[Side, int] | None, BarItem | None]:
        found = self.items(point)
        bar = next((item for item in found if isinstance(item, BarItem) and item in self._parts), None)
        words = {item: key for key, item in self.words.items()}
        return next((words[item] for item in found if isinstance(item, WordItem)), None), bar

    def _nearest(self, point: QPoint) -> tuple[Side, int] | None:
        """The word at a point of the words or of the bars below them."""
        there = self.mapToScene(point)
        for key, item in self.words.items():
            room = item.sceneBoundingRect().adjusted(0, 0, 0, 2 * BAR_HEIGHT)
            if room.contains(there):
                return key
        return None

    def _end_of(self, bar: BarItem, point: QPoint) -> bool | None:
        """Whether the point is at the end (True) or beginning (False) of a bar, None if at neither."""
        room, x = bar.sceneBoundingRect(), self.mapToScene(point).x()
        if min(x - room.left(), room.right() - x) > HANDLE:
            return None
        return (x > room.center().x()) != self._leftwards[self._parts[bar][0]]


def _bars(annotation: Annotation, side: Side, place: int | None, *, lane: int) -> dict[Bar, Part]:
    """The bars of one frame, with what they stand for."""
    frames = frames_of(annotation, side)
    if place is None or place >= len(frames):
        return {}
    frame = frames[place]
    fillers = {Bar(one.span, one.role, lane): (place, number) for number, one in enumerate(frame.fillers)}
    return {Bar(frame.predicate, None, lane): (place, None), **fillers}


def _others_bars(editor: Editor, side: Side) -> dict[Bar, Part]:
    """How the other annotator sees the present predicate, or the selected one, in a lane below."""
    place, other = editor.cursors[side].frame, editor.other
    if other is None:
        return {}
    mine = frames_of(editor.annotation, side)
    predicate = mine[place].predicate if place is not None and place < len(mine) else editor.cursors[side].selection
    return _bars(other, side, frame_at(other, side, predicate), lane=1)
