"""The view of one tree, as arcs or as constituents, with a word cursor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGraphicsItem

from meantree.analysis.tree import Token
from meantree.comparison.comparison import ComparedText
from meantree.comparison.marks import Mark
from meantree.corpus.corpus import Side
from meantree.metrics.evidence import Place
from meantree.numbers import percent
from meantree.picture.arc_layout import ArcLayout, ArcShape, RootLine, TokenBox, lay_out
from meantree.picture.constituent_picture import constituents_picture
from meantree.picture.display_list import Drawing
from meantree.picture.shapes import Caption, Stroke
from meantree.picture.tree_picture import TreePicture
from meantree_gui.trees.painter import (
    FADED,
    GroupItem,
    error_entry,
    mark_entries,
    measure,
    probability_entry,
    tooltip,
)
from meantree_gui.trees.picture_canvas import READABLE, STALE, Canvas, WordPointer, WrappingCanvas

Arc = tuple[int, int]
Ghosts = tuple[tuple[int, int, str], ...]
LONG = 40
"""Sentences of more words are drawn more compactly."""


class TreeView(WordPointer, WrappingCanvas):
    """Draws a :class:`ComparedText`.

    Attributes:
        selected: the 0-based word whose head or label is being corrected, -1 for none.
        to_link: the 0-based word that is to be linked with one of the other text, -1 for none.
        partner: the view of the other text, None if there is none.
        is_close: whether broken rows are drawn as compactly as those of long sentences.
    """

    nothing = selected = _cursor = _pointed = -1
    is_close = False

    def __init__(self, side: Side = "hypothesis") -> None:
        super().__init__()
        self.side = side
        self.content: ComparedText | None = None
        self.arcs: dict[Arc, list[GroupItem]] = {}
        self.words: dict[int, GroupItem] = {}  # by 0-based token
        self.roots: dict[int, GroupItem] = {}  # the lines from above, by 0-based token
        self.nodes: dict[int, GroupItem] = {}
        self.edges: dict[Stroke, GroupItem] = {}
        self._tokens: tuple[Token, ...] = ()
        self._ghosts: Ghosts = ()
        self._laid_out: ComparedText | None = None
        self._layouts: dict[tuple[float | None, float | None, Ghosts, bool], ArcLayout] = {}
        self._highlight = Highlight()
        self._is_same = False
        self.to_link = -1
        self.partner: TreeView | None = None

    @property
    def is_wrapped(self) -> bool:
        """Override WrappingCanvas.is_wrapped: only dependency trees have rows."""
        return self.wrapped and self.content is not None and self.content.constituency is None

    def is_too_wide(self, content: ComparedText) -> bool:
        """Return whether words of a text would be out of sight at the smallest scale that one row starts with."""
        is_row = content.constituency is None
        return is_row and self._layout(content, None).width * READABLE > self.viewport().width()

    def take_scale(self, scale: float) -> None:
        """Override Canvas.take_scale: a row of words that is higher than the view is shown from its foot."""
        super().take_scale(scale)
        if not self.is_wrapped:
            self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def first_scale(self) -> float:
        """Override Canvas.first_scale: one for both trees."""
        alone = super().first_scale()
        if self.partner is None or self.partner.content is None or self.partner.is_wrapped:
            return alone
        return min(alone, Canvas.first_scale(self.partner))

    def is_too_high(self) -> bool:
        """Override WrappingCanvas.is_too_high: whether one of both trees is, which have one scale."""
        return super().is_too_high() or (self.partner is not None and WrappingCanvas.is_too_high(self.partner))

    def start_scale(self) -> None:
        """Override WrappingCanvas.start_scale: highlighted items stay visible."""
        super().start_scale()
        self._scroll_to_highlight()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override Canvas.resizeEvent: linked views keep one scale, whichever of them is resized."""
        super().resizeEvent(event)
        if self.partner is not None:
            self.partner.start_scale()

    def show_content(self, content: ComparedText | None) -> None:
        """Draw another text; a scale that the user chose is kept."""
        self.prepare(content)
        self.draw_prepared()

    def prepare(self, content: ComparedText | None) -> None:
        """Take another text to draw: linked views take theirs before one is drawn, as they have one scale."""
        same = self._is_same = _same_picture(self.content, content)
        self.content = content
        self._tokens = content.analysis.tokens if content is not None else ()
        self.right_to_left = content is not None and content.right_to_left
        self._ghosts = ()
        self._highlight = Highlight()
        self._pointed = -1
        if not same:
            self._forget_words()
            self.to_link = -1
        self._natural, self._filled = (self.room, self.picture_in(self.room)), STALE

    def draw_prepared(self) -> None:
        """Draw the text that was taken."""
        if not self._is_same:
            self.start_scale()
        self._fill()

    def highlight(self, places: Iterable[Place]) -> None:
        """Highlight words, arcs and constituents and fade the others; arcs outside the tree are drawn as ghosts."""
        self._highlight = Highlight.of(places)
        if self.content is None:
            return
        drawn = {(dependent, head) for dependent, head, _ in self.content.tree.arcs()}
        missing = self._highlight.arcs - drawn
        labels = {arc[:2]: arc[2] for arc in self.content.probabilities}
        ghosts = tuple((*arc, labels.get(arc, "")) for arc in sorted(missing))
        if ghosts != self._ghosts:
            self._ghosts = ghosts
            self._draw()
        self._update_highlight()
        self._scroll_to_highlight()

    def word_box(self, word: int) -> QRect:
        """Return the rectangle of a word in the viewport."""
        return self.mapFromScene(self.words[word].sceneBoundingRect()).boundingRect()

    def select(self, word: int) -> None:
        """Mark a word as the one whose head or label is being corrected; -1 for none."""
        self.selected = word
        self._update_highlight()

    def select_to_link(self, word: int) -> None:
        """Mark a word as the one that is to be linked; -1 for none."""
        self.to_link = word
        self._update_highlight()

    def refresh(self) -> None:
        """Override Canvas.refresh."""
        self.arcs, self.words, self.roots, self.nodes, self.edges = {}, {}, {}, {}, {}
        content = self.content
        if content is None:
            self.put(None)
            return
        spans = content.constituency.spans() if content.constituency is not None else []
        for item in self.fill():
            self._register(item, content, spans)
        self._update_highlight()

    def picture_in(self, width: float | None, height: float | None = None) -> Drawing | None:
        """Override WrappingCanvas.picture_in."""
        content = self.content
        if content is None:
            return None
        if content.constituency is not None:
            return constituents_picture(content, measure, side=self.side, height=height)
        return TreePicture(self._layout(content, width, height, self._ghosts), content)

    def _register(self, item: GroupItem, content: ComparedText, spans: Sequence[tuple[int, int]]) -> None:
        """Register an item under its token, arc or constituent, and set its mark and tooltip."""
        marks = content.marks
        match item.of:
            case ArcShape(arc=arc):
                item.mark = marks.arcs.get(arc)
                known = self.arcs.setdefault(arc, [])
                item.setToolTip(known[0].toolTip() if known else self._arc_tooltip(*arc, item.mark))
                known.append(item)
            case RootLine():
                self.roots[content.tree.roots[len(self.roots)]] = item
            case TokenBox(index=index) | Caption(key=("token", _, index)):
                item.mark = marks.tokens.get(index)
                item.setToolTip(self._token_tooltip(index, item.mark))
                self.words[index] = item
            case Caption(key=("node", _, index)):
                item.mark = marks.nodes.get(index)
                item.setToolTip(self._node_tooltip(index, spans[index], item.mark))
                self.nodes[index] = item
            case Stroke() as edge:
                self.edges[edge] = item

    def _layout(
        self, content: ComparedText, width: float | None, height: float | None = None, ghosts: Ghosts = ()
    ) -> ArcLayout:
        """Return the layout of a row of words; all that share the room of the view ask for the same few."""
        if content is not self._laid_out:
            self._laid_out, self._layouts = content, {}
        compact = len(content.analysis.tokens) > LONG or (self.is_close and width is not None)
        key = width, height, ghosts, compact
        if key not in self._layouts:
            self._layouts[key] = lay_out(content, measure, ghosts=ghosts, width=width, height=height, compact=compact)
        return self._layouts[key]

    def _arc_tooltip(self, dependent: int, head: int, mark: Mark | None) -> str:
        content = self.content
        if content is None:
            return ""
        tokens = self._tokens
        ghosts = {arc[:2]: arc for arc in self._ghosts}
        arc = ghosts.get((dependent, head), (dependent, head, content.tree.labels[dependent]))
        entries = {"label": arc[2]}
        for name, index in (("dependent", dependent), ("head", head)):
            token = tokens[index]
            entries[name] = " · ".join(part for part in (token.text, token.lemma, token.upos) if part)
        if dependent in content.corrected and head == content.tree.heads[dependent]:
            entries["arc"] = "corrected"
        elif arc in content.arc_probabilities:
            entries |= probability_entry(content.arc_probabilities[arc])
        elif arc in content.probabilities:
            entries["in the n-best list"] = percent(content.probabilities[arc])
        return tooltip(entries | mark_entries(mark))

    def _node_tooltip(self, node: int, span: tuple[int, int], mark: Mark | None) -> str:
        if self.content is None or self.content.constituency is None:
            return ""
        words = " ".join(token.text for token in self._tokens[slice(*span)])
        entries = {"constituent": self.content.constituency.labels[node], "words": words[:200]}
        return tooltip(entries | probability_entry(self.content.node_probabilities.get(node)) | mark_entries(mark))

    def _token_tooltip(self, index: int, mark: Mark | None) -> str:
        if self.content is None:
            return ""
        token = self._tokens[index]
        entries = {"word": f"{token.text} ({index})", "lemma": token.lemma, "part of speech": token.upos}
        if index in self.content.corrected:
            entries["head"] = "corrected"
        entries |= {"tag": token.xpos, "features": token.feats}
        entries |= mark_entries(mark) | error_entry(self.content.marks.errors.get(index, ()))
        return tooltip({name: value for name, value in entries.items() if value})

    def _update_highlight(self) -> None:
        highlight = self._highlight
        lit_tokens = highlight.tokens | {self._pointed}
        for index, token in self.words.items():
            focused = index == self._cursor and self.hasFocus()
            token.set_state(
                highlighted=index in lit_tokens, focused=focused, selected=index in (self.selected, self.to_link)
            )
        for arc, items in self.arcs.items():
            lit = arc in highlight.arcs or self._pointed in arc
            for item in items:
                item.set_state(highlighted=lit)
                item.setOpacity(FADED if highlight.tokens and not lit else 1.0)
        for index, root in self.roots.items():
            root.setOpacity(FADED if highlight.tokens and index not in highlight.tokens else 1.0)
        for index, node in self.nodes.items():
            node.set_state(highlighted=index in highlight.nodes)
            node.setOpacity(FADED if highlight.nodes and index not in highlight.nodes else 1.0)
        for edge, item in self.edges.items():
            lit = sum(end[0] == "token" or end[2] in highlight.nodes for end in edge.ends) == 2 and bool(
                highlight.nodes
            )
            item.set_state(highlighted=lit)
            item.setOpacity(FADED if highlight.nodes and not lit else 1.0)

    def _scroll_to_highlight(self) -> None:
        tokens = self._highlight.tokens | {end for arc in self._highlight.arcs for end in arc}
        items = [self.nodes[index] for index in sorted(self._highlight.nodes) if index in self.nodes]
        items += [self.words[index] for index in sorted(tokens) if index in self.words]
        for item in (*items[-1:], *items[:1]):  # show all of them, or at least the first
            self.ensureVisible(item.sceneBoundingRect(), 60, 10)

    def _leave(self) -> bool:
        """Override WordPointer._leave: first a selected word, then the cursor and what is highlighted."""
        if max(self.selected, self.to_link, (self.partner or self).to_link) >= 0:
            self.select(-1)
            self.selection_cleared.emit()
        else:
            super()._leave()
        return True

    def _click_word(self, items: Sequence[QGraphicsItem]) -> bool:
        """Override WordPointer._click_word: an arc stands for its dependent, whose head and label are corrected."""
        arcs = (item.of.arc for item in items if isinstance(item, GroupItem) and isinstance(item.of, ArcShape))
        self._cursor = next(arcs, (self._cursor,))[0]
        return super()._click_word(items)

    @property
    def is_asked(self) -> bool:
        """Override WordPointer.is_asked: also if a word of the other text is to be linked with one of this."""
        return super().is_asked or (self.partner is not None and self.partner.to_link >= 0)


@dataclass(frozen=True, slots=True)
class Highlight:
    """The tokens, arcs and constituents to highlight."""

    tokens: frozenset[int] = frozenset()
    arcs: frozenset[Arc] = frozenset()
    nodes: frozenset[int] = frozenset()

    @classmethod
    def of(cls, places: Iterable[Place]) -> Highlight:
        """Return all tokens, arcs and constituents of ``places``."""
        all_places = list(places)
        return cls(
            frozenset(token for place in all_places for token in place.tokens),
            frozenset(arc for place in all_places for arc in place.arcs),
            frozenset(node for place in all_places for node in (*place.nodes, *place.frontier)),
        )


def _same_picture(old: ComparedText | None, new: ComparedText | None) -> bool:
    """Whether both are pictures of the same text and of the same kind."""
    if old is None or new is None:
        return False
    return old.analysis.text == new.analysis.text and (old.constituency is None) == (new.constituency is None)
