"""The view of two texts one above the other, with the alignment links between their words."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGraphicsItem

from meantree.comparison.comparison import Comparison
from meantree.corpus.corpus import SIDES, Side
from meantree.metrics.evidence import Term, Unit
from meantree.picture.link_picture import links_picture
from meantree.picture.shapes import Caption, ElementKey, Picture, Stroke
from meantree_gui.trees.painter import FADED, GroupItem, error_entry, mark_entries, measure, tooltip
from meantree_gui.trees.picture_canvas import WordPointer, WrappingCanvas

FADED_ACROSS_ROWS = 0.5
"""Opacity of a link that leaves its block of rows, until it is highlighted."""


class LinksView(WordPointer, WrappingCanvas):
    """Draws the words and links of a :class:`Comparison`.

    Up and Down move the cursor to the linked word of the other text.

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
            self._forget_words()
        self.right_to_left = content is not None and content.hypothesis.right_to_left
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
        for item in self.put(self.picture_in(self.room)):
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

    def picture_in(self, width: float | None, height: float | None = None) -> Picture | None:  # noqa: ARG002
        """Override WrappingCanvas.picture_in: links have the height that they need."""
        content = self.content
        return None if content is None else links_picture(content.texts, content.word_links, measure, width)

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

    def _row(self, word: ElementKey | None) -> list[ElementKey]:
        """Override WordPointer._row: the words of one text."""
        side = word[1] if word is not None else "hypothesis"
        return sorted(key for key in self.words if key[1] == side)

    def _cross(self, _by: int) -> bool:
        """Override WordPointer._cross: to the other text, whichever of the two is above."""
        current: ElementKey = self._cursor or ("token", "hypothesis", 0)
        links = (link for link in self.links if link.joins and current in link.ends)
        partners = (end for link in links for end in link.ends if end != current)
        other: Side = "reference" if current[1] == "hypothesis" else "hypothesis"
        row = self._row(("token", other, 0))
        if row:
            self.go_to(min(next(partners, ("token", other, current[2])), row[-1]))
        return True

    def _leave(self) -> bool:
        """Override WordPointer._leave: first a selected word, then the cursor and what is highlighted."""
        if self.selected is not None:
            self.select(None)
            self.selection_cleared.emit()
        else:
            super()._leave()
        return True

    def go_to(self, word: ElementKey) -> None:
        """Override WordPointer.go_to: report why the word is linked."""
        if word in self.words:
            super().go_to(word)
            self._report(word)

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


def _texts(content: Comparison) -> tuple[str, str]:
    hypothesis, reference = content.texts
    return hypothesis.analysis.text, reference.analysis.text
