"""The reference's tree, each arc as it fared in both translations."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSizeF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QWidget

from meantree.comparison.comparison import is_right_to_left
from meantree.comparison.two_systems import MarkPair, SystemComparison
from meantree.picture.arc_layout import ArcShape, TokenBox
from meantree.picture.shapes import Caption
from meantree.picture.tree_picture import SharedTree
from meantree.picture.two_systems_picture import shared_constituents, shared_tree
from meantree_gui.compare.three_rows_view import fared_tip
from meantree_gui.trees.graphics_items import GroupItem, found_in
from meantree_gui.trees.painter import measure
from meantree_gui.trees.picture_canvas import WrappingCanvas
from meantree_gui.trees.tree_view import LONG

NOTHING = MarkPair(None, None)


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
        self.content: SystemComparison | None = None
        self.words: dict[int, GroupItem] = {}
        self.arcs: dict[tuple[int, int], list[GroupItem]] = {}
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

    def show_content(self, content: SystemComparison | None) -> None:
        """Draw another segment, or nothing."""
        self.content = content
        self._pointed = self._cursor = -1
        self._wrap()
        self._draw()
        self.start_scale()

    def refresh(self) -> None:
        """Override Canvas.refresh."""
        content = self.content
        self.words, self.arcs = {}, {}
        picture = self._tree(self.room) or (shared_constituents(content, measure) if content is not None else None)
        items = self.put(picture)
        if content is None or picture is None:
            return
        self.right_to_left = is_right_to_left(content.reference_text.analysis.text)
        tokens, words = content.reference_text.analysis.tokens, content.reference_text.analysis.words
        arcs, nodes, fared = content.arcs, content.nodes, content.tokens
        for item in items:
            found, lines = NOTHING, dict[str, str]()
            match item.of:
                case ArcShape(arc=arc, label=label):
                    self.arcs.setdefault(arc, []).append(item)
                    found = arcs.get(arc, NOTHING)
                    lines = {"label": label, "dependent": words[arc[0]], "head": words[arc[1]]}
                case TokenBox(index=index):
                    self.words[index] = item
                    found = fared.get(index, NOTHING)
                    lines = {"word": words[index], "part of speech": tokens[index].upos or tokens[index].xpos}
                case Caption(key=("token", _, index)):
                    self.words[index] = item
                    found, lines = fared.get(index, NOTHING), {"word": words[index]}
                case Caption(key=("node", _, index), text=label):
                    found, lines = nodes.get(index, NOTHING), {"constituent": label}
            if lines:
                item.setToolTip(fared_tip(content, found, lines))
        self._light()

    def point_at(self, token: int) -> None:
        """Light up one word and its arcs, as if the mouse were on it; -1 for none."""
        if token != self._pointed:
            self._pointed = token
            self._light()

    def _light(self) -> None:
        for index, word in self.words.items():
            word.set_state(lit=index == self._pointed, focused=index == self._cursor and self.hasFocus())
        for arc, items in self.arcs.items():
            for item in items:
                item.set_state(lit=self._pointed in arc)

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
        found = found_in(self.words, self.items(event.position().toPoint()))
        self._point(-1 if found is None else found)

    def leaveEvent(self, event: QEvent) -> None:
        """Override QWidget.leaveEvent."""
        super().leaveEvent(event)
        self._point(-1)
