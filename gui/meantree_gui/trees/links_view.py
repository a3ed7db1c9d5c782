"""The view of two texts one above the other, with the alignment links between their words."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSizeF, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGraphicsItem

from meantree.comparison.comparison import Comparison
from meantree.corpus.corpus import SIDES, Side
from meantree.escaping import is_right_to_left
from meantree.metrics.evidence import Term, Unit
from meantree.picture.link_picture import links_picture
from meantree.picture.shapes import Caption, ElementKey, Picture, Stroke
from meantree_gui.trees.painter import FADED, GroupItem, error_entry, mark_entries, measure, tooltip
from meantree_gui.trees.picture_canvas import WordPointer, WrappingCanvas
from meantree_gui.widgets.tables import RETURN

FADED_ACROSS_ROWS = 0.5
"""Opacity of a link that leaves its block of rows, until it is highlighted."""


class LinksView(WordPointer, WrappingCanvas):
    """Draws the words and links of a :class:`Comparison`.

    Arrow keys move the cursor, Return requests the units of its word.

    Signals:
        reported: why the word under the cursor is linked.

    Attributes:
        selected: the word that is to be linked with another one, None for none.
    """

    reported = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Words of hypothesis and reference")
        self.content: Comparison | None = None
        self.words: dict[ElementKey, GroupItem] = {}
        self.links: dict[Stroke, GroupItem] = {}
        self._highlight: set[ElementKey] = set()
        self._cursor: ElementKey | None = None
        self._pointed: ElementKey | None = None
        self.selected: ElementKey | None = None

    @property
    def word(self) -> ElementKey | None:
        """The word under the cursor, or else under the mouse."""
        return self._cursor or self._pointed

    def select(self, word: ElementKey | None) -> None:
        """Mark a word as the one that is to be linked with another; None for none."""
        self.selected = word
        self._update_highlight()

    def show_content(self, content: Comparison | None) -> None:
        """Draw another pair."""
        old = self.content
        same = content is not None and old is not None and _texts(content) == _texts(old)
        self.content = content
        self._highlight = set()
        if not same:
            self._cursor = self._pointed = self.selected = None
        self.right_to_left = content is not None and is_right_to_left(content.hypothesis.analysis.text)
        self._draw()
        if not same:
            self.start_scale()

    def highlight(self, hypothesis: Iterable[int], reference: Iterable[int]) -> None:
        """Highlight words of both sides and fade the links of others; without words, highlight nothing."""
        self._highlight = {("token", "hypothesis", index) for index in hypothesis}
        self._highlight |= {("token", "reference", index) for index in reference}
        self._update_highlight()
        drawn = sorted(key for key in self._highlight if key in self.words)
        if drawn:
            self.ensureVisible(self.words[drawn[0]].sceneBoundingRect(), 60, 10)

    def refresh(self) -> None:
        """Override Canvas.refresh."""
        self.words, self.links = {}, {}
        for item in self.put(self._picture(self.content, self.room) if self.content is not None else None):
            of = item.of
            if isinstance(of, Stroke):
                self.links[of] = item
            elif isinstance(of, Caption) and of.key is not None:
                self.words[of.key] = item
                item.mark = of.mark
                item.setToolTip(self._tip(of, of.key))
        self._update_highlight()

    def _tip(self, caption: Caption, key: ElementKey) -> str:
        assert self.content is not None
        _, side, index = key
        errors = self.content.texts[side == "reference"].marks.errors.get(index, ())
        entries = mark_entries(caption.mark) | error_entry(errors)
        return tooltip({"word": caption.text, **entries}) if entries else ""

    def size_at(self, width: float) -> QSizeF:
        """Override WrappingCanvas.size_at."""
        if self.content is None:
            return QSizeF()
        picture = self._picture(self.content, width)
        return QSizeF(picture.width, picture.height)

    def _picture(self, content: Comparison, width: float | None) -> Picture:
        hypothesis, reference = content.texts
        return links_picture(
            (hypothesis.analysis.words, reference.analysis.words),
            (hypothesis.marks, reference.marks),
            content.word_links,
            measure,
            right_to_left=self.right_to_left,
            width=width,
        )

    def units_of(self, item: QGraphicsItem | None) -> tuple[Unit | Term, ...]:
        """Override Canvas.units_of: the units of a link are the units of its words."""
        if isinstance(item, GroupItem) and isinstance(item.of, Stroke):
            units = (unit for end in sorted(item.of.ends) for unit in self.units_of(self.words[end]))
            return tuple({id(unit): unit for unit in units}.values())
        return super().units_of(item)

    def _update_highlight(self) -> None:
        wanted = self._highlight | {key for key in (self._pointed,) if key is not None}
        linked = {end for link in self.links if link.joins and wanted.intersection(link.ends) for end in link.ends}
        lit = wanted | linked
        for key, word in self.words.items():
            focused = key == self._cursor and self.hasFocus()
            word.set_state(highlighted=key in lit, focused=focused, selected=key == self.selected)
        for link, item in self.links.items():
            is_lit = not wanted.isdisjoint(link.ends)
            item.set_state(highlighted=is_lit)
            is_across = link.faint and link.joins  # it crosses the words of other blocks
            item.setOpacity(1.0 if is_lit else FADED if wanted else FADED_ACROSS_ROWS if is_across else 1.0)

    def _point(self, key: ElementKey | None) -> None:
        if key != self._pointed:
            self._pointed = key
            self._update_highlight()

    def _walk(self, step: int, *, across: bool) -> None:
        if not self.words:
            return
        first: ElementKey = ("token", "hypothesis", 0)
        current = self._cursor or first
        side: Side = current[1]
        if across:
            side = "reference" if side == "hypothesis" else "hypothesis"
            partner = next(iter(self._partners(current)), current)
            index = partner[2]
        else:
            index = current[2] + (step if self._cursor is not None else 0)
        last = max((key[2] for key in self.words if key[1] == side), default=0)
        self.go_to(("token", side, min(last, max(0, index))))

    def go_to(self, word: ElementKey) -> None:
        """Move the cursor to a word."""
        self._cursor = self._pointed = word
        self._update_highlight()
        if word in self.words:
            self.ensureVisible(self.words[word].sceneBoundingRect(), 60, 10)
            self._report(word)

    def _partners(self, word: ElementKey) -> list[ElementKey]:
        """Return the words that a word is linked with."""
        links = (link for link in self.links if link.joins and word in link.ends)
        return [end for link in links for end in link.ends if end != word]

    def _report(self, word: ElementKey) -> None:
        """Report why a word is linked, if the links have reasons."""
        if self.content is None or not self.content.aligned:
            return
        links = [link.tip for link in self.links if word in link.ends]
        message = " · ".join(links) or f"“{self._text(word)}” has no link"
        if self.selected is not None:
            message = f"“{self._text(self.selected)}” is selected · {message}"
        self.setAccessibleDescription(message)
        self.reported.emit(message)

    def _text(self, word: ElementKey) -> str:
        assert self.content is not None
        return self.content.texts[SIDES.index(word[1])].analysis.words[word[2]]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QGraphicsView.keyPressEvent: the word cursor."""
        key, step = Qt.Key(event.key()), self.word_step(event, len(self.words))
        if step is not None:
            self._walk(step, across=False)
        elif event.modifiers() not in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier):
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._walk(0, across=True)
        elif key in RETURN:
            self._request_units([self.words.get(self._cursor)] if self._cursor else [])
        elif key == Qt.Key.Key_Escape and self.selected is not None:
            self.select(None)
            self.selection_cleared.emit()
        elif key == Qt.Key.Key_Escape:
            self._cursor = self._pointed = None
            self.highlight((), ())
        else:
            super().keyPressEvent(event)


def _texts(content: Comparison) -> tuple[str, str]:
    hypothesis, reference = content.texts
    return hypothesis.analysis.text, reference.analysis.text
