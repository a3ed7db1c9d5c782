"""One tree, as arcs or as constituents, that can be read, walked and zoomed by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRect, QSizeF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QGraphicsItem, QWidget

from meantree.analysis.tree import Token
from meantree.comparison.comparison import ComparedText, is_right_to_left
from meantree.comparison.marks import Mark
from meantree.corpus.corpus import Side
from meantree.metrics.evidence import Place
from meantree.numbers import percent
from meantree.picture.arc_layout import ArcLayout, ArcShape, TokenBox
from meantree.picture.constituent_picture import constituents_picture, signed_constituency
from meantree.picture.display_list import Drawing
from meantree.picture.shapes import Caption, Stroke
from meantree.picture.tree_picture import TreePicture, tree_layout
from meantree_gui.trees.graphics_items import FADED, GroupItem, found_in, mark_lines, probability_line, tooltip
from meantree_gui.trees.painter import measure
from meantree_gui.trees.picture_canvas import Canvas, WrappingCanvas
from meantree_gui.widgets.tables import RETURN

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
        self.arcs: dict[Arc, list[GroupItem]] = {}
        self.tokens: dict[int, GroupItem] = {}
        self.nodes: dict[int, GroupItem] = {}
        self.edges: dict[Stroke, GroupItem] = {}
        self._words: tuple[Token, ...] = ()
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
        self._words = content.analysis.tokens if content is not None else ()
        self.right_to_left = content is not None and is_right_to_left(content.analysis.text)
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
        self.arcs, self.tokens, self.nodes, self.edges = {}, {}, {}, {}
        content = self.content
        if content is None:
            self.put(None)
            return
        spans = content.constituency.spans() if content.constituency is not None else []
        for item in self.put(self._picture(content)):
            self._take(item, content, spans)
        self._light()

    def _picture(self, content: ComparedText) -> Drawing:
        tree = signed_constituency(content)
        if tree is None:
            return TreePicture(self._layout(self.room), content)
        words, marks = content.analysis.words, content.marks
        return constituents_picture(tree, words, marks, measure, side=self.side, right_to_left=self.right_to_left)

    def _take(self, item: GroupItem, content: ComparedText, spans: Sequence[tuple[int, int]]) -> None:
        """Keep an item by what it is of, and let it say how that fared."""
        marks = content.marks
        match item.of:
            case ArcShape(arc=arc):
                item.mark = marks.arcs.get(arc)
                known = self.arcs.setdefault(arc, [])
                item.setToolTip(known[0].toolTip() if known else self._arc_tooltip(*arc, item.mark))
                known.append(item)
            case TokenBox(index=index) | Caption(key=("token", _, index)):
                item.mark = marks.tokens.get(index)
                item.setToolTip(self._token_tooltip(index, item.mark))
                self.tokens[index] = item
            case Caption(key=("node", _, index)):
                item.mark = marks.nodes.get(index)
                item.setToolTip(self._node_tooltip(index, spans[index], item.mark))
                self.nodes[index] = item
            case Stroke() as edge:
                self.edges[edge] = item

    def _layout(self, width: float | None) -> ArcLayout:
        assert self.content is not None
        compact = self.compact and len(self.content.analysis.tokens) > LONG
        return tree_layout(self.content, measure, ghosts=self._ghosts, width=width, compact=compact)

    def _arc_tooltip(self, dependent: int, head: int, mark: Mark | None) -> str:
        content = self.content
        if content is None:
            return ""
        tokens = self._words
        arcs = (*content.tree.arcs(), *self._ghosts)
        arc = next(one for one in arcs if one[:2] == (dependent, head))
        lines = {"label": arc[2]}
        for name, index in (("dependent", dependent), ("head", head)):
            token = tokens[index]
            lines[name] = " · ".join(part for part in (token.text, token.lemma, token.upos) if part)
        if dependent in content.corrected and head == content.tree.heads[dependent]:
            lines["arc"] = "corrected"
        elif arc in content.arc_probabilities:
            lines |= probability_line(content.arc_probabilities[arc])
        elif arc in content.probabilities:
            lines["in the n-best list"] = percent(content.probabilities[arc])
        return tooltip(lines | mark_lines(mark))

    def _node_tooltip(self, node: int, span: tuple[int, int], mark: Mark | None) -> str:
        if self.content is None or self.content.constituency is None:
            return ""
        words = " ".join(token.text for token in self._words[slice(*span)])
        lines = {"constituent": self.content.constituency.labels[node], "words": words[:200]}
        return tooltip(lines | probability_line(self.content.node_probabilities.get(node)) | mark_lines(mark))

    def _token_tooltip(self, index: int, mark: Mark | None) -> str:
        if self.content is None:
            return ""
        token = self._words[index]
        lines = {"word": f"{token.text} ({index})", "lemma": token.lemma, "part of speech": token.upos}
        if index in self.content.corrected:
            lines["head"] = "corrected"
        lines |= {"tag": token.xpos, "features": token.feats}
        lines |= mark_lines(mark)
        return tooltip({name: value for name, value in lines.items() if value})

    def _light(self) -> None:
        asked = self._asked
        lit_tokens = asked.tokens | {self._pointed}
        for index, token in self.tokens.items():
            focused = index == self._cursor and self.hasFocus()
            token.set_state(lit=index in lit_tokens, focused=focused, picked=index == self.picked)
        for arc, items in self.arcs.items():
            lit = arc in asked.arcs or self._pointed in arc
            for item in items:
                item.set_state(lit=lit)
                item.setOpacity(FADED if asked.arcs and not lit else 1.0)
        for index, node in self.nodes.items():
            node.set_state(lit=index in asked.nodes)
            node.setOpacity(FADED if asked.nodes and index not in asked.nodes else 1.0)
        for edge, item in self.edges.items():
            lit = sum(end[0] == "token" or end[2] in asked.nodes for end in edge.ends) == 2 and bool(asked.nodes)
            item.set_state(lit=lit)
            item.setOpacity(FADED if asked.nodes and not lit else 1.0)

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
        self.go_to(min(last, max(0, start + step)))

    def go_to(self, word: int) -> None:
        """Put the cursor on a word that is drawn."""
        self._cursor = word
        self.ensureVisible(self.tokens[word].sceneBoundingRect(), 60, 10)
        self.point_at(word)
        self._light()
        self.token_pointed.emit(word)

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
        found = found_in(self.tokens, items)
        if found is None:
            return False
        self._cursor = found
        self.point_at(found)
        self._light()
        return self.picked >= 0

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Override QGraphicsView.mouseMoveEvent: point at the word under the mouse."""
        super().mouseMoveEvent(event)
        found = found_in(self.tokens, self.items(event.position().toPoint()))
        index = -1 if found is None else found
        if index != self._pointed:
            self.point_at(index)
            self.token_pointed.emit(index)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Override QGraphicsView.contextMenuEvent."""
        found = found_in(self.tokens, self.items(event.pos()))
        if found is not None:
            self.setFocus()
            self._cursor = found
            self.point_at(found)
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
