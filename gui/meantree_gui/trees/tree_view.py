"""One tree, as arcs or as constituents, that can be read, walked and zoomed by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QGraphicsItem, QWidget

from meantree.analysis.constituents import ConstituencyTree
from meantree.comparison.content import ComparedText
from meantree.comparison.marks import Mark
from meantree.comparison.script import is_right_to_left
from meantree.corpus.model import Side
from meantree.metrics.evidence import Place
from meantree.picture.arcs import ArcLayout
from meantree.picture.constituents import constituents_picture
from meantree.picture.trees import tree_layout
from meantree_gui import theme
from meantree_gui.trees.canvas import RETURN, Canvas
from meantree_gui.trees.items import FADED, ArcItem, RootItem, TokenItem, mark_lines, tooltip
from meantree_gui.trees.painter import measure
from meantree_gui.trees.shape_items import CaptionItem, StrokeItem
from meantree_gui.trees.wrapping_canvas import WrappingCanvas

Arc = tuple[int, int]
LONG = 40
"""Sentences of more words are drawn closer."""


class TreeView(WrappingCanvas):
    """Draws a :class:`ComparedText`; arrows left and right walk the words, Return asks for the units of one.

    Signals:
        token_pointed: the word under the mouse or cursor, -1 for none.
        menu_wanted: a right click on a word, at a place on the screen; the cursor is on the word.

    Attributes:
        picked: the word that waits for its head or label, -1 if there is none.
    """

    token_pointed = Signal(int)
    menu_wanted = Signal(QPoint)

    def __init__(self, side: Side = "hypothesis", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.side = side
        self.content: ComparedText | None = None
        self.arcs: list[ArcItem] = []
        self.tokens: dict[int, TokenItem | CaptionItem] = {}
        self.nodes: dict[int, CaptionItem] = {}
        self.edges: list[StrokeItem] = []
        self._ghosts: tuple[tuple[int, int, str], ...] = ()
        self._asked = Asked()
        self._pointed = -1
        self._cursor = -1
        self.picked = -1
        self.compact = True
        self.beside: TreeView | None = None

    @property
    def is_wrapped(self) -> bool:
        """Override WrappingCanvas.is_wrapped: only dependencies have rows."""
        return self.wrapped and self.content is not None and self.content.constituency is None

    def set_compact(self, wanted: bool) -> None:
        """Draw long sentences closer, or like others."""
        self.compact = wanted
        self._draw()
        self.start_scale()

    def size_at(self, width: float) -> QSizeF:
        """Override WrappingCanvas.size_at."""
        layout = self._layout(width)
        return QSizeF(layout.width, layout.height)

    def first_scale(self) -> float:
        """Override Canvas.first_scale: one for both trees."""
        alone = super().first_scale()
        if self.beside is None or self.beside.content is None or self.beside.is_wrapped:
            return alone
        return min(alone, Canvas.first_scale(self.beside))

    def start_scale(self) -> None:
        """Override WrappingCanvas.start_scale: what is lit stays in sight."""
        super().start_scale()
        self._scroll_to_asked()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override Canvas.resizeEvent: the tree beside has the same scale, whichever of them got other room."""
        super().resizeEvent(event)
        if self.beside is not None:
            self.beside.start_scale()

    def show_content(self, content: ComparedText | None) -> None:
        """Draw another text; zoom chosen by hand stays."""
        same = _same_picture(self.content, content)
        self.content = content
        self._ghosts = ()
        self._asked = Asked()
        self._pointed = -1
        if not same:
            self._cursor = self.picked = -1
        self._draw()
        if not same:
            self.start_scale()
            if self.beside is not None:
                self.beside.start_scale()

    def highlight(self, places: Iterable[Place]) -> None:
        """Light up words, arcs and constituents and fade the others; arcs outside the tree appear as ghosts."""
        self._asked = Asked.of(places)
        if self.content is None:
            return
        drawn = {(dependent, head) for dependent, head, _ in self.content.tree.arcs()}
        missing = self._asked.arcs - drawn
        labels = {arc[:2]: arc[2] for arc in self.content.probabilities}
        ghosts = tuple((*arc, labels.get(arc, "")) for arc in sorted(missing))
        if ghosts != self._ghosts:
            self._ghosts = ghosts
            self._draw()
        self._light()
        self._scroll_to_asked()

    def point_at(self, token: int) -> None:
        """Light up one word and its arcs, as if the mouse were on it; -1 for none."""
        if token != self._pointed:
            self._pointed = token
            self._light()

    def word_box(self, word: int) -> QRect:
        """Return where a word stands in the viewport."""
        return self.mapFromScene(self.tokens[word].sceneBoundingRect()).boundingRect()

    def pick(self, word: int) -> None:
        """Mark a word as the one that waits for its head or label; -1 for none."""
        self.picked = word
        self._light()

    def refresh(self) -> None:
        """Override Canvas.refresh."""
        scene = self.scene()
        scene.clear()
        self.arcs, self.tokens, self.nodes, self.edges = [], {}, {}, []
        self.setBackgroundBrush(QColor(theme.current().surface))
        content = self.content
        if content is None:
            scene.setSceneRect(QRectF())
            return
        self.right_to_left = is_right_to_left(content.analysis.text)
        if content.constituency is not None:
            self._draw_constituents(content, content.constituency)
        else:
            self._draw_arcs(content)
        self._light()

    def _draw_arcs(self, content: ComparedText) -> None:
        scene = self.scene()
        layout = self._layout(self.room)
        for root in layout.roots:
            scene.addItem(RootItem(root))
        for shape in layout.arcs:
            mark = content.marks.arcs.get((shape.dependent, shape.head))
            arc = ArcItem(shape, mark, self._arc_tooltip(shape.dependent, shape.head, shape.label, mark))
            self.arcs.append(arc)
            scene.addItem(arc)
        for box in layout.tokens:
            mark = content.marks.tokens.get(box.index)
            item = TokenItem(box, mark, self._token_tooltip(box.index, mark))
            self.tokens[box.index] = item
            scene.addItem(item)
        scene.setSceneRect(QRectF(0, -4, layout.width, layout.height + 4))

    def _layout(self, width: float | None) -> ArcLayout:
        assert self.content is not None
        compact = self.compact and len(self.content.analysis.tokens) > LONG
        return tree_layout(self.content, measure, ghosts=self._ghosts, width=width, compact=compact)

    def _draw_constituents(self, content: ComparedText, tree: ConstituencyTree) -> None:
        words = [token.text for token in content.analysis.tokens]
        picture = constituents_picture(
            tree, words, content.marks, measure, side=self.side, right_to_left=self.right_to_left
        )
        for stroke in picture.strokes:
            edge = StrokeItem(stroke)
            self.edges.append(edge)
            self.scene().addItem(edge)
        spans = tree.spans()
        for caption in picture.captions:
            item = CaptionItem(caption)
            self.scene().addItem(item)
            if item.is_token:
                self.tokens[item.index] = item
                item.setToolTip(self._token_tooltip(item.index, caption.mark))
            else:
                self.nodes[item.index] = item
                start, end = spans[item.index]
                item.setToolTip(_node_tooltip(caption.text, words[start:end], caption.mark))
        self.scene().setSceneRect(QRectF(0, 0, picture.width, picture.height))

    def _arc_tooltip(self, dependent: int, head: int, label: str, mark: Mark | None) -> str:
        if self.content is None:
            return ""
        tokens = self.content.analysis.tokens
        lines = {"label": label}
        for name, index in (("dependent", dependent), ("head", head)):
            token = tokens[index]
            lines[name] = " · ".join(part for part in (token.text, token.lemma, token.upos) if part)
        expected = self.content.probabilities.get((dependent, head, label))
        if expected is not None:
            lines["in the n-best list"] = f"{100 * expected:.0f} %"
        return tooltip(lines | mark_lines(mark))

    def _token_tooltip(self, index: int, mark: Mark | None) -> str:
        if self.content is None:
            return ""
        token = self.content.analysis.tokens[index]
        lines = {"word": f"{token.text} ({index})", "lemma": token.lemma, "part of speech": token.upos}
        if index in self.content.corrected:
            lines["head"] = "corrected"
        lines |= {"tag": token.xpos, "features": token.feats}
        lines |= mark_lines(mark)
        return tooltip({name: value for name, value in lines.items() if value})

    def _light(self) -> None:
        asked = self._asked
        pointed = {self._pointed} if self._pointed >= 0 else set()
        for index, token in self.tokens.items():
            token.set_lit(index in asked.tokens | pointed, focused=index == self._cursor and self.hasFocus())
            token.set_picked(index == self.picked)
        for arc in self.arcs:
            lit = arc.arc in asked.arcs or bool(pointed & set(arc.arc))
            arc.set_lit(lit)
            arc.setOpacity(FADED if asked.arcs and not lit else 1.0)
        for index, node in self.nodes.items():
            node.set_lit(index in asked.nodes)
            node.setOpacity(FADED if asked.nodes and index not in asked.nodes else 1.0)
        for edge in self.edges:
            lit = sum(end[0] == "token" or end[2] in asked.nodes for end in edge.ends) == 2 and bool(asked.nodes)
            edge.set_lit(lit)
            edge.setOpacity(FADED if asked.nodes and not lit else 1.0)

    def _scroll_to_asked(self) -> None:
        tokens = self._asked.tokens | {end for arc in self._asked.arcs for end in arc}
        items = [self.nodes[index] for index in sorted(self._asked.nodes) if index in self.nodes]
        found = [*items, *(self.tokens[index] for index in sorted(tokens) if index in self.tokens)]
        for item in (*found[-1:], *found[:1]):  # all of it, or at least where it begins
            self.ensureVisible(item.sceneBoundingRect(), 60, 10)

    @property
    def word(self) -> int:
        """The word that keys walk to, else the one under the mouse; -1 for none."""
        return self._cursor if self._cursor >= 0 else self._pointed

    def _move_cursor(self, step: int) -> None:
        if not self.tokens:
            return
        last = len(self.tokens) - 1
        start = self._cursor if self._cursor >= 0 else (-1 if step > 0 else last + 1)
        self._cursor = min(last, max(0, start + step))
        self.ensureVisible(self.tokens[self._cursor].sceneBoundingRect(), 60, 10)
        self.point_at(self._cursor)
        self._light()
        self.token_pointed.emit(self._cursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QGraphicsView.keyPressEvent: the word cursor."""
        step = self.word_step(event, len(self.tokens))
        if step is not None:
            self._move_cursor(step)
        elif event.key() in RETURN:
            self._ask([self.tokens.get(self._cursor)])
        elif event.key() == Qt.Key.Key_Escape and self.picked >= 0:
            self.pick(-1)
            self.pick_dropped.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self._cursor = -1
            self.point_at(-1)
            self.token_pointed.emit(-1)
            self.highlight(())
        else:
            super().keyPressEvent(event)

    def _take_word(self, items: Iterable[QGraphicsItem]) -> bool:
        """Override Canvas._take_word."""
        found = next(filter(_is_word, items), None)
        if not isinstance(found, TokenItem | CaptionItem):
            return False
        self._cursor = found.index
        self.point_at(found.index)
        self._light()
        return self.picked >= 0

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Override QGraphicsView.mouseMoveEvent: point at the word under the mouse."""
        super().mouseMoveEvent(event)
        found = next((item for item in self.items(event.position().toPoint()) if _is_word(item)), None)
        index = found.index if isinstance(found, TokenItem | CaptionItem) else -1
        if index != self._pointed:
            self.point_at(index)
            self.token_pointed.emit(index)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Override QGraphicsView.contextMenuEvent."""
        found = next((item for item in self.items(event.pos()) if _is_word(item)), None)
        if isinstance(found, TokenItem | CaptionItem):
            self.setFocus()
            self._cursor = found.index
            self.point_at(found.index)
            self.menu_wanted.emit(event.globalPos())

    def leaveEvent(self, event: QEvent) -> None:
        """Override QWidget.leaveEvent."""
        super().leaveEvent(event)
        self.point_at(-1)
        self.token_pointed.emit(-1)


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be lit up."""

    tokens: frozenset[int] = frozenset()
    arcs: frozenset[Arc] = frozenset()
    nodes: frozenset[int] = frozenset()

    @classmethod
    def of(cls, places: Iterable[Place]) -> Asked:
        """Everything in ``places``."""
        chosen = list(places)
        return cls(
            frozenset(token for place in chosen for token in place.tokens),
            frozenset(arc for place in chosen for arc in place.arcs),
            frozenset(node for place in chosen for node in (*place.nodes, *place.frontier)),
        )


def _same_picture(one: ComparedText | None, two: ComparedText | None) -> bool:
    """Whether both are pictures of one text, of the same kind."""
    if one is None or two is None:
        return False
    return one.analysis.text == two.analysis.text and (one.constituency is None) == (two.constituency is None)


def _is_word(item: object) -> bool:
    return isinstance(item, TokenItem) or (isinstance(item, CaptionItem) and item.is_token)


def _node_tooltip(label: str, words: list[str], mark: Mark | None) -> str:
    lines = {"constituent": label, "words": " ".join(words)[:200]}
    return tooltip(lines | mark_lines(mark))
