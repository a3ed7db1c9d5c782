"""The words of the reference and of two translations, wrapped; words that belong together light up together."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from meantree.comparison.comparison import is_right_to_left
from meantree.comparison.two_systems import MarkPair, SystemComparison
from meantree.escaping import escaped
from meantree.picture.display_list import Group, Pen, winding_curve
from meantree.picture.two_systems_picture import FIRST, REFERENCE, SECOND, RowWord, rows_picture
from meantree_gui import theme
from meantree_gui.trees.graphics_items import GroupItem, found_in, mark_lines, tooltip
from meantree_gui.trees.painter import measure
from meantree_gui.trees.picture_canvas import FlowCanvas

WordKey = tuple[int, int]
"""Row, and word in it, from 0."""
LINK_WIDTH = 1.2


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
                tip = tooltip(lines | mark_lines(mark)) if mark is not None else ""
            item.setToolTip(tip)
        self.needed = picture.height * self.transform().m22()
        self._light()
        self.laid_out.emit(self.needed)

    def point_at(self, token: int) -> None:
        """Light up a word of the reference and what is linked with it, as if the mouse were on it; -1 for none."""
        self._point((REFERENCE, token) if token >= 0 else None, tell=False)

    def _point(self, key: WordKey | None, *, tell: bool = True) -> None:
        if key == self._pointed:
            return
        self._pointed = key
        self._light()
        if tell:
            found = [key, *self._linked.get(key, ())] if key is not None else []
            self.pointed.emit(next((index for row, index in found if row == REFERENCE), -1))

    def _light(self) -> None:
        asked = self._pointed
        lit = {asked, *self._linked.get(asked, ())} if asked is not None else set()
        lit |= {other for key in list(lit) if key is not None for other in self._linked.get(key, ())}
        for key, word in self.words.items():
            word.set_state(lit=key in lit, focused=key == self._cursor and self.hasFocus())
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
            self._light()
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
            self._light()
        else:
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Override QGraphicsView.mouseMoveEvent: point at the word under the mouse."""
        super().mouseMoveEvent(event)
        self._point(found_in(self.words, self.items(event.position().toPoint())))

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
        told = [f"{name} {value}" for name, value in mark_lines(mark).items()] or ["not counted"]
        lines[escape(escaped(system))] = " · ".join(told)
    return tooltip(lines)
