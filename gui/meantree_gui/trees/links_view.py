"""Two texts one above the other, with the links between their words."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QPoint, QSizeF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QGraphicsItem, QWidget

from meantree.comparison.comparison import Comparison, is_right_to_left
from meantree.corpus.corpus import SIDES, Side
from meantree.metrics.evidence import Term, Unit
from meantree.picture.link_picture import links_picture
from meantree.picture.shapes import Caption, Picture, Stroke, Thing
from meantree_gui.trees.graphics_items import FADED, GroupItem, found_in, mark_lines, tooltip
from meantree_gui.trees.painter import measure
from meantree_gui.trees.picture_canvas import WrappingCanvas
from meantree_gui.widgets.tables import RETURN

FAR = 0.5
"""How much is seen of a link that leaves its block, until it is pointed at."""


class LinksView(WrappingCanvas):
    """Draws the words and links of a :class:`Comparison`; arrow keys walk the words, Return asks for their units.

    Signals:
        told: why the word that keys walk to is linked.
        menu_wanted: a right click on a word, at a place on the screen; the cursor is on the word.

    Attributes:
        picked: the word that is to be linked with another one, None if there is none.
    """

    reported = Signal(str)
    menu_wanted = Signal(QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Words of hypothesis and reference")
        self.content: Comparison | None = None
        self.words: dict[Thing, GroupItem] = {}
        self.links: dict[Stroke, GroupItem] = {}
        self._asked: set[Thing] = set()
        self._cursor: Thing | None = None
        self._pointed: Thing | None = None
        self.picked: Thing | None = None
        self._whose: object = None

    @property
    def word(self) -> Thing | None:
        """The word that keys walk to, else the one under the mouse."""
        return self._cursor or self._pointed

    def pick(self, word: Thing | None) -> None:
        """Show a word as the one that is to be linked with another."""
        self.picked = word
        self._light()

    def show_content(self, content: Comparison | None, whose: object = None) -> None:
        """Draw another pair; whose they are tells texts apart that read the same."""
        old = self.content
        same = content is not None and old is not None and _texts(content) == _texts(old)
        self.content = content
        self._asked = set()
        if not same:
            self._cursor = self._pointed = None
        if not same or whose != self._whose:
            self.picked = None
        self._whose = whose
        self.right_to_left = content is not None and is_right_to_left(content.hypothesis.analysis.text)
        self._draw()
        if not same:
            self.start_scale()

    def highlight(self, hypothesis: Iterable[int], reference: Iterable[int]) -> None:
        """Light up words of both sides and fade the links of others; none puts the light out."""
        self._asked = {("token", "hypothesis", index) for index in hypothesis}
        self._asked |= {("token", "reference", index) for index in reference}
        self._light()
        shown = sorted(key for key in self._asked if key in self.words)
        if shown:
            self.ensureVisible(self.words[shown[0]].sceneBoundingRect(), 60, 10)

    def refresh(self) -> None:
        """Draw again, after the appearance changed."""
        self.words, self.links = {}, {}
        for item in self.put(self._picture(self.content, self.room) if self.content is not None else None):
            of = item.of
            if isinstance(of, Stroke):
                self.links[of] = item
            elif isinstance(of, Caption) and of.key is not None:
                self.words[of.key] = item
                item.mark = of.mark
                item.setToolTip(tooltip({"word": of.text, **mark_lines(of.mark)}) if of.mark else "")
        self._light()

    def size_at(self, width: float) -> QSizeF:
        """Override WrappingCanvas.size_at."""
        if self.content is None:
            return QSizeF()
        picture = self._picture(self.content, width)
        return QSizeF(picture.width, picture.height)

    def _picture(self, content: Comparison, width: float | None) -> Picture:
        one, two = content.texts
        return links_picture(
            (one.analysis.words, two.analysis.words),
            (one.marks, two.marks),
            content.word_links,
            measure,
            right_to_left=self.right_to_left,
            width=width,
        )

    def units_of(self, item: QGraphicsItem | None) -> tuple[Unit | Term, ...]:
        """Override Canvas.units_of: those of a link are those of its words."""
        if isinstance(item, GroupItem) and isinstance(item.of, Stroke):
            units = (unit for end in sorted(item.of.ends) for unit in self.units_of(self.words[end]))
            return tuple({id(unit): unit for unit in units}.values())
        return super().units_of(item)

    def _light(self) -> None:
        asked = self._asked | {key for key in (self._pointed,) if key is not None}
        linked = {end for link in self.links if link.joins and asked.intersection(link.ends) for end in link.ends}
        lit = asked | linked
        for key, word in self.words.items():
            focused = key == self._cursor and self.hasFocus()
            word.set_state(lit=key in lit, focused=focused, picked=key == self.picked)
        for link, item in self.links.items():
            is_lit = not asked.isdisjoint(link.ends)
            item.set_state(lit=is_lit)
            far = link.faint and link.joins  # it crosses words of other blocks
            item.setOpacity(1.0 if is_lit else FADED if asked else FAR if far else 1.0)

    def _point(self, key: Thing | None) -> None:
        if key != self._pointed:
            self._pointed = key
            self._light()

    def _walk(self, step: int, *, across: bool) -> None:
        if not self.words:
            return
        first: Thing = ("token", "hypothesis", 0)
        here = self._cursor or first
        side: Side = here[1]
        if across:
            side = "reference" if side == "hypothesis" else "hypothesis"
            partner = next(iter(self._partners(here)), None)
            wanted = partner[2] if partner is not None else here[2]
        else:
            wanted = here[2] + (step if self._cursor is not None else 0)
        last = max((key[2] for key in self.words if key[1] == side), default=0)
        word: Thing = ("token", side, min(last, max(0, wanted)))
        self._cursor = self._pointed = word
        self._light()
        if word in self.words:
            self.ensureVisible(self.words[word].sceneBoundingRect(), 60, 10)
            self._tell(word)

    def _partners(self, word: Thing) -> list[Thing]:
        """The words that one is linked with."""
        found = (link.ends for link in self.links if link.joins and word in link.ends)
        return [end for ends in found for end in ends if end != word]

    def _tell(self, word: Thing) -> None:
        """Say why a word is linked, where the links have reasons."""
        if self.content is None or not self.content.aligned:
            return
        links = [link.tip for link in self.links if word in link.ends]
        told = " · ".join(links) or f"“{self._text(word)}” has no link"
        if self.picked is not None:
            told = f"“{self._text(self.picked)}” is picked · {told}"
        self.setAccessibleDescription(told)
        self.reported.emit(told)

    def _text(self, word: Thing) -> str:
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
            self._ask([self.words.get(self._cursor)] if self._cursor else [])
        elif key == Qt.Key.Key_Escape and self.picked is not None:
            self.pick(None)
            self.pick_dropped.emit()
        elif key == Qt.Key.Key_Escape:
            self._cursor = self._pointed = None
            self.highlight((), ())
        else:
            super().keyPressEvent(event)

    def _take_word(self, items: Iterable[QGraphicsItem]) -> bool:
        """Override Canvas._take_word."""
        found = found_in(self.words, items)
        if found is None:
            return False
        self._cursor = self._pointed = found
        self._light()
        return self.picked is not None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Override QGraphicsView.mouseMoveEvent: point at the word under the mouse."""
        super().mouseMoveEvent(event)
        self._point(found_in(self.words, self.items(event.position().toPoint())))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Override QGraphicsView.contextMenuEvent."""
        found = found_in(self.words, self.items(event.pos()))
        if found is not None:
            self.setFocus()
            self._cursor = found
            self._point(found)
            self._light()
            self.menu_wanted.emit(event.globalPos())

    def leaveEvent(self, event: QEvent) -> None:
        """Override QWidget.leaveEvent."""
        super().leaveEvent(event)
        self._point(None)


def _texts(content: Comparison) -> tuple[str, str]:
    one, two = content.texts
    return one.analysis.text, two.analysis.text
