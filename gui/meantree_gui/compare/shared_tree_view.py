"""The reference's tree, each arc as it fared in both translations."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QWidget

from meantree.comparison.script import is_right_to_left
from meantree.comparison.three_rows import Fared, TwoOverOne
from meantree.picture.shapes import Picture
from meantree.picture.three_rows import REFERENCE, shared_constituents, shared_tree
from meantree.picture.trees import SharedTree
from meantree_gui import theme
from meantree_gui.compare.three_rows_view import fared_tip
from meantree_gui.compare.word_items import MarkedWord, SharedArc
from meantree_gui.trees.items import RootItem
from meantree_gui.trees.painter import measure
from meantree_gui.trees.shape_items import CaptionItem, StrokeItem
from meantree_gui.trees.tree_view import LONG
from meantree_gui.trees.wrapping_canvas import WrappingCanvas

WORD_AT = 12.0
"""From the foot of the arcs down to the middle of a word."""
NOTHING = Fared(None, None)


class SharedTreeView(WrappingCanvas):
    """Arrows left and right walk the words.

    Signals:
        pointed: the 0-based word under mouse or cursor, -1 for none.
    """

    pointed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Tree of the reference")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.content: TwoOverOne | None = None
        self.words: dict[int, MarkedWord | CaptionItem] = {}
        self.arcs: list[SharedArc] = []
        self._pointed = self._cursor = -1
        self._wanted: bool | None = None
        self._compact = True

    @property
    def is_wrapped(self) -> bool:
        """Override WrappingCanvas.is_wrapped: only dependencies have rows."""
        return self.wrapped and self.content is not None and self.content.reference_text.constituency is None

    def size_at(self, width: float) -> QSizeF:
        """Override WrappingCanvas.size_at."""
        tree = self._tree(width)
        return QSizeF(tree.layout.width, tree.layout.height) if tree is not None else QSizeF()

    def set_layout(self, *, wrapped: bool | None, compact: bool) -> None:
        """Break rows that are wider than the room, draw long sentences closer.

        Args:
            wrapped: whether rows are broken, None for those of long sentences.
            compact: whether long sentences are drawn closer.
        """
        if (wrapped, compact) != (self._wanted, self._compact):
            self._wanted, self._compact = wrapped, compact
            self._wrap()
            self._draw()
            self.start_scale()

    def _wrap(self) -> None:
        self.set_wrapped(self._is_long if self._wanted is None else self._wanted)

    @property
    def _is_long(self) -> bool:
        return self.content is not None and len(self.content.reference_text.analysis.tokens) > LONG

    def _tree(self, width: float | None) -> SharedTree | None:
        if self.content is None:
            return None
        return shared_tree(self.content, measure, width=width, compact=self._compact and self._is_long)

    @property
    def has_tree(self) -> bool:
        """Whether there is one to draw."""
        return bool(self.words)

    def show_content(self, content: TwoOverOne | None) -> None:
        """Draw another segment, or nothing."""
        self.content = content
        self._pointed = self._cursor = -1
        self._wrap()
        self._draw()
        self.start_scale()

    def refresh(self) -> None:
        """Override Canvas.refresh."""
        scene, content = self.scene(), self.content
        scene.clear()
        self.words, self.arcs = {}, []
        self.setBackgroundBrush(QColor(theme.current().surface))
        picture = shared_constituents(content, measure) if content is not None else None
        tree = self._tree(self.room)
        if content is not None and picture is not None:
            self._draw_constituents(content, picture)
            return
        if content is None or tree is None:
            scene.setSceneRect(QRectF())
            return
        self.right_to_left = is_right_to_left(content.reference_text.analysis.text)
        self._draw_arcs(content, tree)
        for box in tree.layout.tokens:
            word = MarkedWord((REFERENCE, box.index), box.word, box.width, tree.tokens.get(box.index, ()), box.note)
            word.setPos(box.x, box.y + WORD_AT)
            fared = content.tokens.get(box.index, NOTHING)
            token = content.reference_text.analysis.tokens[box.index]
            lines = {"word": token.text, "part of speech": token.upos or token.xpos}
            word.setToolTip(fared_tip(content, fared, lines))
            scene.addItem(word)
            self.words[box.index] = word
        scene.setSceneRect(QRectF(0, -4, tree.layout.width, tree.layout.height + 4))
        self._light()

    def _draw_constituents(self, content: TwoOverOne, picture: Picture) -> None:
        for stroke in picture.strokes:
            self.scene().addItem(StrokeItem(stroke))
        for caption in picture.captions:
            item = CaptionItem(caption)
            self.scene().addItem(item)
            if item.is_token:
                self.words[item.index] = item
                item.setToolTip(fared_tip(content, content.tokens.get(item.index, NOTHING), {"word": caption.text}))
            else:
                found = content.nodes.get(item.index, NOTHING)
                item.setToolTip(fared_tip(content, found, {"constituent": caption.text}))
        self.scene().setSceneRect(QRectF(0, 0, picture.width, picture.height))
        self._light()

    def _draw_arcs(self, content: TwoOverOne, tree: SharedTree) -> None:
        words, fared = content.reference_text.analysis.words, content.arcs
        for root in tree.layout.roots:
            self.scene().addItem(RootItem(root))
        for shape in tree.layout.arcs:
            key = shape.dependent, shape.head
            lines = {"label": shape.label, "dependent": words[shape.dependent], "head": words[shape.head]}
            tip = fared_tip(content, fared.get(key, NOTHING), lines)
            arc = SharedArc(shape, tree.arcs.get(key, ()), tip)
            self.scene().addItem(arc)
            self.arcs.append(arc)

    def point_at(self, token: int) -> None:
        """Light up one word and its arcs, as if the mouse were on it; -1 for none."""
        if token != self._pointed:
            self._pointed = token
            self._light()

    def _light(self) -> None:
        for index, word in self.words.items():
            word.set_lit(index == self._pointed, focused=index == self._cursor and self.hasFocus())
        for arc in self.arcs:
            arc.set_lit(self._pointed in arc.arc)

    def _point(self, token: int) -> None:
        if token != self._pointed:
            self.point_at(token)
            self.pointed.emit(token)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QGraphicsView.keyPressEvent: the word cursor."""
        step = self.word_step(event, len(self.words))
        if step is not None and self.words:
            self._cursor = min(len(self.words) - 1, max(0, self._cursor + step))
            self.ensureVisible(self.words[self._cursor].sceneBoundingRect(), 60, 10)
            self._point(self._cursor)
            self._light()
        elif event.key() == Qt.Key.Key_Escape and self._cursor >= 0:
            self._cursor = -1
            self._point(-1)
        else:
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Override QGraphicsView.mouseMoveEvent: point at the word under the mouse."""
        super().mouseMoveEvent(event)
        here = set(self.items(event.position().toPoint()))
        self._point(next((index for index, word in self.words.items() if word in here), -1))

    def leaveEvent(self, event: QEvent) -> None:
        """Override QWidget.leaveEvent."""
        super().leaveEvent(event)
        self._point(-1)
