"""Two translations of one segment: their words under those of the reference, and its tree with both sets of marks."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame

from meantree.comparison.two_systems import MarkPair, SystemComparison
from meantree.escaping import escaped
from meantree.picture.display_list import Group, Pen, winding_curve
from meantree.picture.shapes import Picture
from meantree.picture.tree_picture import TreePicture
from meantree.picture.two_systems_picture import (
    FIRST,
    REFERENCE,
    SECOND,
    RowWord,
    rows_picture,
    shared_tree,
)
from meantree_gui import theme
from meantree_gui.trees.painter import GroupItem, mark_entries, measure, tooltip
from meantree_gui.trees.picture_canvas import FlowCanvas, WordPointer
from meantree_gui.trees.tree_view import LONG, TreeView

WordKey = tuple[int, int]
"""Row and word in it, both 0-based."""
LINK_WIDTH = 1.2
NO_MARKS = MarkPair(None, None)


class ThreeRowsView(WordPointer, FlowCanvas):
    """The words of the reference and of both translations, with links between corresponding words.

    Up and Down move the cursor from row to row.

    Signals:
        pointed: the 0-based word of the reference that is under the mouse or cursor or linked with that; -1 for none.
        laid_out: the height of the rows in pixels, at the present scale.
    """

    laid_out = Signal(float)

    def __init__(self) -> None:
        super().__init__("Reference and both translations")
        self.content: SystemComparison | None = None
        self.words: dict[WordKey, GroupItem] = {}
        self.links: list[GroupItem] = []
        self.needed = 0.0
        self._linked: dict[WordKey, set[WordKey]] = {}

    def show_content(self, content: SystemComparison | None) -> None:
        """Draw another segment, or nothing for None."""
        self.content = content
        self._forget_words()
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
        self.right_to_left = content.reference_text.right_to_left
        self._linked = _linked(content)
        picture = rows_picture(content, self.room, measure)
        marks, translations = content.tokens, content.translations
        for item in self.put(picture):
            if not isinstance(word := item.of, RowWord):
                continue
            self.words[word.row, word.index] = item
            entries = {"word": word.text}
            if word.row == REFERENCE:
                tip = pair_tooltip(content, marks[word.index], entries) if word.index in marks else ""
            else:
                mark = translations[word.row - FIRST].marks.get(word.index)
                tip = tooltip(entries | mark_entries(mark)) if mark is not None else ""
            item.setToolTip(tip)
        self.needed = picture.height * self.transform().m22()
        self._update_highlight()
        self.laid_out.emit(self.needed)

    def point_at_reference(self, token: int) -> None:
        """Point at a word of the reference, and at those linked with it; -1 for none."""
        self.point_at((REFERENCE, token) if token >= 0 else None)

    def _told(self, word: WordKey | None) -> int:
        """Override WordPointer._told."""
        keys = [word, *self._linked.get(word, ())] if word is not None else []
        return next((index for row, index in keys if row == REFERENCE), -1)

    def _update_highlight(self) -> None:
        pointed = self._pointed
        lit = {pointed, *self._linked.get(pointed, ())} if pointed is not None else set()
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
        """Draw a line from a word of the reference down to a word of a translation."""
        above, below = self.words[reference].sceneBoundingRect(), self.words[other].sceneBoundingRect()
        ends = (above.center().x(), above.bottom()), (below.center().x(), below.top())
        item = GroupItem(Group((winding_curve(ends, Pen(theme.current().accent, LINK_WIDTH)),)))
        self.scene().addItem(item)
        return item

    def _row(self, word: WordKey | None) -> list[WordKey]:
        """Override WordPointer._row."""
        row = REFERENCE if word is None else word[0]
        return sorted(key for key in self.words if key[0] == row)

    def _cross(self, by: int) -> bool:
        """Override WordPointer._cross: to a linked word, if there is one."""
        current: WordKey = self._cursor or (REFERENCE, 0)
        row = self._row((min(SECOND, max(REFERENCE, current[0] + by)), 0))
        linked = self._linked.get(current, set())
        near = linked | {far for one in linked for far in self._linked[one]}
        if row:
            self.go_to(min(near.intersection(row), default=row[min(len(row) - 1, current[1])]))
        return True

    def go_to(self, word: WordKey) -> None:
        """Override WordPointer.go_to: describe the word to screen readers."""
        super().go_to(word)
        of = self.words[word].of
        self.setAccessibleDescription(of.text if isinstance(of, RowWord) else "")


def _linked(content: SystemComparison) -> dict[WordKey, set[WordKey]]:
    """Return the words linked with each word of any row, by the metric's links of each translation."""
    linked: dict[WordKey, set[WordKey]] = {}
    for row, links in zip((FIRST, SECOND), content.links, strict=True):
        for word, reference_word in links:
            linked.setdefault((row, word), set()).add((REFERENCE, reference_word))
            linked.setdefault((REFERENCE, reference_word), set()).add((row, word))
    return linked


def pair_tooltip(content: SystemComparison, marks: MarkPair, entries: dict[str, str]) -> str:
    """Return a tooltip with ``entries`` and, below, the marks of both translations."""
    for system, mark in zip(content.systems, (marks.first, marks.second), strict=True):
        statements = [f"{name} {value}" for name, value in mark_entries(mark).items()] or ["not counted"]
        entries[escape(escaped(system))] = " · ".join(statements)
    return tooltip(entries)


class SharedTreeView(TreeView):
    """The tree of the reference, with the marks of both translations."""

    def __init__(self) -> None:
        super().__init__("reference")
        self.setAccessibleName("Tree of the reference")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.both: SystemComparison | None = None

    def picture_in(self, width: float | None, height: float | None = None) -> TreePicture | Picture | None:
        """Override TreeView.picture_in."""
        if self.both is None:
            return None
        return shared_tree(self.both, measure, width=width, height=height, compact=self.wrapped)

    @property
    def has_tree(self) -> bool:
        """Whether there is a tree to draw."""
        return bool(self.words)

    def show_both(self, both: SystemComparison | None) -> None:
        """Draw another segment, or nothing for None."""
        self.both = both
        text = both.reference_text if both is not None else None
        self.set_wrapped(text is not None and len(text.analysis.tokens) > LONG)
        self.show_content(text)
        self.start_scale()

    def _arc_tooltip(self, dependent: int, head: int, _mark: object) -> str:
        """Override TreeView._arc_tooltip."""
        if self.both is None:
            return ""
        text, marks = self.both.reference_text, self.both.arcs.get((dependent, head), NO_MARKS)
        words = text.analysis.words
        entries = {"label": text.tree.labels[dependent], "dependent": words[dependent], "head": words[head]}
        return pair_tooltip(self.both, marks, entries)

    def _node_tooltip(self, node: int, _span: object, _mark: object) -> str:
        """Override TreeView._node_tooltip."""
        if self.both is None or self.both.reference_text.constituency is None:
            return ""
        label = self.both.reference_text.constituency.labels[node]
        return pair_tooltip(self.both, self.both.nodes.get(node, NO_MARKS), {"constituent": label})

    def _token_tooltip(self, index: int, _mark: object) -> str:
        """Override TreeView._token_tooltip."""
        if self.both is None:
            return ""
        text, marks = self.both.reference_text, self.both.tokens.get(index, NO_MARKS)
        token, entries = text.analysis.tokens[index], {"word": text.analysis.words[index]}
        if text.constituency is None:
            entries["part of speech"] = token.upos or token.xpos
        return pair_tooltip(self.both, marks, entries)
