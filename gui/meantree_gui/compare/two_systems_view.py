"""Two translations of one segment: their words under those of the reference, and its tree with both sets of marks."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, QSizeF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QWidget

from meantree.comparison.comparison import is_right_to_left
from meantree.comparison.two_systems import MarkPair, SystemComparison
from meantree.escaping import escaped
from meantree.picture.arc_layout import ArcShape, TokenBox
from meantree.picture.display_list import Group, Pen, winding_curve
from meantree.picture.shapes import Caption
from meantree.picture.tree_picture import SharedTree
from meantree.picture.two_systems_picture import (
    FIRST,
    REFERENCE,
    SECOND,
    RowWord,
    rows_picture,
    shared_constituents,
    shared_tree,
)
from meantree_gui import theme
from meantree_gui.trees.graphics_items import GroupItem, first_key_of, mark_entries, tooltip
from meantree_gui.trees.painter import measure
from meantree_gui.trees.picture_canvas import FlowCanvas, WrappingCanvas
from meantree_gui.trees.tree_view import LONG

WordKey = tuple[int, int]
"""Row, and word in it, from 0."""
LINK_WIDTH = 1.2
NOTHING = MarkPair(None, None)


class ThreeRowsView(FlowCanvas):
    """Arrow keys walk the words of a row, and from row to row.

    Signals:
        pointed: the 0-based word of the reference under mouse or cursor, or one that it is linked with; -1 for none.
        laid_out: the rows are so high, at the present scale.
    """

    pointed = Signal(int)
    laid_out = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Reference and both translations", parent)
        self.content: SystemComparison | None = None
        self.words: dict[WordKey, GroupItem] = {}
        self.links: list[GroupItem] = []
        self.needed = 0.0
        self._linked: dict[WordKey, set[WordKey]] = {}
        self._pointed: WordKey | None = None
        self._cursor: WordKey | None = None

    def show_content(self, content: SystemComparison | None) -> None:
        """Draw another segment, or nothing."""
        self.content = content
        self._pointed = self._cursor = None
        self.refresh()
        self.verticalScrollBar().setValue(0)

    def refresh(self) -> None:
        """Override Canvas.refresh."""
        content = self.content
        self.words, self.links = {}, []
        if content is None:
            self._linked = {}
            self.put(None)
            return
        self.right_to_left = is_right_to_left(content.reference_text.analysis.text)
        self._linked = _linked(content)
        picture = rows_picture(content, self.room, measure)
        fared, translations = content.tokens, content.translations
        for item in self.put(picture):
            if not isinstance(word := item.of, RowWord):
                continue
            self.words[word.row, word.index] = item
            lines = {"word": word.text}
            if word.row == REFERENCE:
                tip = fared_tip(content, fared[word.index], lines) if word.index in fared else ""
            else:
                mark = translations[word.row - FIRST].marks.get(word.index)
                tip = tooltip(lines | mark_entries(mark)) if mark is not None else ""
            item.setToolTip(tip)
        self.needed = picture.height * self.transform().m22()
        self._update_highlight()
        self.laid_out.emit(self.needed)

    def point_at(self, token: int) -> None:
        """Light up a word of the reference and what is linked with it, as if the mouse were on it; -1 for none."""
        self._point((REFERENCE, token) if token >= 0 else None, tell=False)

    def _point(self, key: WordKey | None, *, tell: bool = True) -> None:
        if key == self._pointed:
            return
        self._pointed = key
        self._update_highlight()
        if tell:
            found = [key, *self._linked.get(key, ())] if key is not None else []
            self.pointed.emit(next((index for row, index in found if row == REFERENCE), -1))

    def _update_highlight(self) -> None:
        asked = self._pointed
        lit = {asked, *self._linked.get(asked, ())} if asked is not None else set()
        lit |= {other for key in list(lit) if key is not None for other in self._linked.get(key, ())}
        for key, word in self.words.items():
            word.set_state(highlighted=key in lit, focused=key == self._cursor and self.hasFocus())
        for link in self.links:
            self.scene().removeItem(link)
        self.links = [
            self._link(key, other)
            for key in lit
            if key is not None and key[0] == REFERENCE
            for other in self._linked.get(key, ())
        ]

    def _link(self, reference: WordKey, other: WordKey) -> GroupItem:
        """A line from below a word of the reference to above one of a translation."""
        one, two = self.words[reference].sceneBoundingRect(), self.words[other].sceneBoundingRect()
        ends = (one.center().x(), one.bottom()), (two.center().x(), two.top())
        item = GroupItem(Group((winding_curve(ends, Pen(theme.current().accent, LINK_WIDTH)),)))
        self.scene().addItem(item)
        return item

    def _walk(self, step: int) -> None:
        row, index = self._cursor or (REFERENCE, -1 if step > 0 else 0)
        last = max((key[1] for key in self.words if key[0] == row), default=0)
        self._go_to((row, min(last, max(0, index + step))))

    def _cross(self, by: int) -> None:
        here = self._cursor or (REFERENCE, 0)
        row = min(SECOND, max(REFERENCE, here[0] + by))
        linked = self._linked.get(here, set())
        found = [key for key in [*linked, *(far for near in linked for far in self._linked[near])] if key[0] == row]
        last = max((key[1] for key in self.words if key[0] == row), default=0)
        self._go_to(min(found) if found else (row, min(last, here[1])))

    def _go_to(self, key: WordKey) -> None:
        if key in self.words:
            self._cursor = key
            self._point(key)
            self._update_highlight()
            self.ensureVisible(self.words[key].sceneBoundingRect(), 10, 10)
            word = self.words[key].of
            self.setAccessibleDescription(word.text if isinstance(word, RowWord) else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QGraphicsView.keyPressEvent: the word cursor."""
        key, step = Qt.Key(event.key()), self.word_step(event, len(self.words))
        if step is not None:
            self._walk(step)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._cross(1 if key == Qt.Key.Key_Down else -1)
        elif key == Qt.Key.Key_Escape and self._cursor is not None:
            self._cursor = None
            self._point(None)
            self._update_highlight()
        else:
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Override QGraphicsView.mouseMoveEvent: point at the word under the mouse."""
        super().mouseMoveEvent(event)
        self._point(first_key_of(self.words, self.items(event.position().toPoint())))

    def leaveEvent(self, event: QEvent) -> None:
        """Override QWidget.leaveEvent."""
        super().leaveEvent(event)
        self._point(None)


def _linked(content: SystemComparison) -> dict[WordKey, set[WordKey]]:
    """By word of any row those that belong to it, each by the metric's links of that translation."""
    found: dict[WordKey, set[WordKey]] = {}
    for row, links in zip((FIRST, SECOND), content.links, strict=True):
        for mine, theirs in links:
            found.setdefault((row, mine), set()).add((REFERENCE, theirs))
            found.setdefault((REFERENCE, theirs), set()).add((row, mine))
    return found


def fared_tip(content: SystemComparison, fared: MarkPair, lines: dict[str, str]) -> str:
    """How a thing of the reference fared in each translation, as a tooltip; ``lines`` stand above."""
    for system, mark in zip(content.systems, (fared.first, fared.second), strict=True):
        told = [f"{name} {value}" for name, value in mark_entries(mark).items()] or ["not counted"]
        lines[escape(escaped(system))] = " · ".join(told)
    return tooltip(lines)


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
        self._update_highlight()

    def point_at(self, token: int) -> None:
        """Light up one word and its arcs, as if the mouse were on it; -1 for none."""
        if token != self._pointed:
            self._pointed = token
            self._update_highlight()

    def _update_highlight(self) -> None:
        for index, word in self.words.items():
            word.set_state(highlighted=index == self._pointed, focused=index == self._cursor and self.hasFocus())
        for arc, items in self.arcs.items():
            for item in items:
                item.set_state(highlighted=self._pointed in arc)

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
            self._update_highlight()
        elif event.key() == Qt.Key.Key_Escape and self._cursor >= 0:
            self._cursor = -1
            self._point(-1)
        else:
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Override QGraphicsView.mouseMoveEvent: point at the word under the mouse."""
        super().mouseMoveEvent(event)
        found = first_key_of(self.words, self.items(event.position().toPoint()))
        self._point(-1 if found is None else found)

    def leaveEvent(self, event: QEvent) -> None:
        """Override QWidget.leaveEvent."""
        super().leaveEvent(event)
        self._point(-1)
