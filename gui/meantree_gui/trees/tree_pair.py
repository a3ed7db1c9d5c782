"""A hypothesis and a reference: their trees or their aligned words, and their frames below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QScrollBar, QSplitter, QStackedLayout, QStackedWidget, QWidget

from meantree.alignment.word_status import WORD_STATUSES
from meantree.analysis.frames import Part
from meantree.comparison.compare import add_sign_legend
from meantree.comparison.comparison import COUNTED, ComparedFrames, ComparedText, Comparison
from meantree.corpus.corpus import SIDES, Side
from meantree.metrics.evidence import AnyStatus, Place
from meantree.picture.frame_picture import Chip, frames_picture, frames_title
from meantree.picture.glyphs import without_font
from meantree.picture.shapes import ElementKey
from meantree_gui.trees.links_view import LinksView
from meantree_gui.trees.painter import FADED, GroupItem, measure, set_frame_tooltip, status_pen
from meantree_gui.trees.picture_canvas import Canvas, FlowCanvas, WordPointer
from meantree_gui.trees.tree_pane import TreePane
from meantree_gui.trees.tree_view import LONG, TreeView
from meantree_gui.widgets.boxes import in_column, in_row
from meantree_gui.widgets.labels import plain_label
from meantree_gui.widgets.layouts import FlowLayout
from meantree_gui.widgets.score_prompt import ScorePrompt

FRAMES_SHARE = 0.4
"""The share of the height for frames the user asked for when the trees would need all of it."""
FEWEST_FRAMES = 150
"""The spare height in pixels from which frames are open by default."""
TWO_ROWS = 280
"""The height in pixels of a tree with its title from which two rows of words are in sight."""
ANY_HEIGHT = (1 << 24) - 1
"""Qt's largest height of a widget."""
FRAMES_KEY = "F"
"""Opens or folds the frames."""


class TreePair(QWidget):
    """The pictures of a pair, linked with each other.

    Signals:
        parse_chosen: side (``hypothesis`` or ``reference``), sentence and rank, see :class:`ParseBrowser`.
        units_requested: the units of an item that was clicked, see :class:`Canvas`.
        frames_shown: whether frames are now open below the trees.

    Attributes:
        with_frames: whether frames are open below the trees; None means where the trees leave room for them.
    """

    parse_chosen = Signal(str, int, int)
    units_requested = Signal(object)
    frames_shown = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.hypothesis, self.reference = TreePane("hypothesis"), TreePane("reference")
        self.frames = FramesPane()
        self.content: Comparison | None = None
        self.with_frames: bool | None = None
        self.splitter = _splitter(Qt.Orientation.Horizontal, self.hypothesis, self.reference)
        self.links = LinksView()
        self.linked = LinkedTrees(self.hypothesis.view, self.reference.view)
        self._pictures = QStackedWidget()
        self._pictures.addWidget(self.splitter)
        self._pictures.addWidget(self.links)
        self._parts = _splitter(Qt.Orientation.Vertical, self._pictures, self.frames)
        self._parts.setStretchFactor(0, 1)
        self._is_shared_by_user = False
        self._parts.splitterMoved.connect(self._keep_shares)
        self.rule = plain_label(wrapped=True, side_margin=8)
        self.notice = plain_label(wrapped=True, side_margin=8)
        self.notice.hide()
        self._pair_key: tuple[str, ...] = ()
        self.prompt = ScorePrompt()
        self.message = self.prompt.message
        drawn, self.legend = QWidget(), Legend()
        in_column(drawn, (self._parts, 1), self.notice, self.rule, self.legend, margins=(0, 0, 0, 0))
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.prompt)
        self._stack.addWidget(drawn)
        self.hypothesis.view.pointed.connect(lambda token: self._point(token, from_hypothesis=True))
        self.reference.view.pointed.connect(lambda token: self._point(token, from_hypothesis=False))
        for canvas in (self.hypothesis.view, self.reference.view, self.links, self.frames.view):
            canvas.units_requested.connect(self.units_requested)
            canvas.left.connect(partial(self.highlight, (), ()))
        self.hypothesis.browser.chosen.connect(lambda *where: self.parse_chosen.emit("hypothesis", *where))
        self.reference.browser.chosen.connect(lambda *where: self.parse_chosen.emit("reference", *where))

    @property
    def panes(self) -> tuple[TreePane, TreePane]:
        """Hypothesis and reference."""
        return self.hypothesis, self.reference

    def show_pair(self, comparison: Comparison, names: tuple[str, str], segment: str = "") -> None:
        """Draw a comparison.

        Args:
            names: of the system and of the reference.
        """
        self.content = comparison
        if self._pair_key != (segment, *names):
            self._pair_key = (segment, *names)
            self.show_notice("")
        self.rule.setText(" · ".join(filter(None, (comparison.rule, self._without_font(comparison.texts)))))
        self._stack.setCurrentIndex(1)
        self.reference.show()
        self.legend.show_statuses(comparison.legend)
        are_words = comparison.structure == "words"
        are_trees = not are_words and comparison.structure != "frames"
        self._pictures.setCurrentWidget(self.links if are_words else self.splitter)
        self.links.set_wrapped(_is_long(comparison.texts))
        self.links.show_content(comparison if are_words else None)
        with self.linked.suspended(), self.hypothesis.view.held(), self.reference.view.held():
            self._wrap(comparison.texts if are_trees else ())
            self.frames.show_content(comparison)
            for pane, text, name, counts in zip(self.panes, comparison.texts, names, comparison.counts, strict=True):
                pane.prepare(text if are_trees else None, name, counts)
            self._show_parts(comparison)
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)  # the room is what they leave
            for pane in self.panes:
                pane.view.draw_prepared()

    def _without_font(self, texts: Iterable[ComparedText]) -> str:
        """Return the script of letters that no font has, which are drawn as boxes; empty if all have a glyph."""
        letters = sorted({letter for text in texts for letter in text.analysis.text if letter.isalpha()})
        missing = [letter for letter in letters if not self.fontMetrics().inFontUcs4(ord(letter))]
        return without_font(missing) if missing else ""

    def show_alone(self, text: ComparedText, name: str, reason: str) -> None:
        """Draw a text without a comparison, and state the reason why there are no marks."""
        self.show_message(reason)
        self.rule.setText(add_sign_legend(reason, text))
        self.legend.hide()
        self.reference.hide()
        self.frames.hide()
        self._pictures.setCurrentWidget(self.splitter)
        self._pictures.show()
        with self.linked.suspended(), self.hypothesis.view.held():
            self._wrap((text,))
            self.hypothesis.show_content(text, name)
        self._stack.setCurrentIndex(1)

    def show_message(self, text: str, action: str = "") -> None:
        """Show a message in place of the pictures, with a button if it has a title."""
        self.content = None
        for pane in self.panes:
            pane.show_content(None)
        self.links.show_content(None)
        self.frames.show_content(None)
        self.prompt.show_prompt(text, action)
        self._stack.setCurrentIndex(0)

    def show_notice(self, message: str, *, is_refusal: bool = False) -> None:
        """Show below the picture what was done or refused there; an empty message removes the notice."""
        self.notice.setProperty("role", "refusal" if is_refusal else "notice")
        self.notice.style().polish(self.notice)
        mark = "\N{LEFT-TO-RIGHT MARK}" if message.startswith("“") else ""  # an Arabic word turns no sentence
        self.notice.setText(mark + message)
        self.notice.setVisible(bool(message))

    @property
    def is_word_selected(self) -> bool:
        """Whether a word is selected for a correction of its head, label or links."""
        return any(pane.view.selected >= 0 for pane in self.panes) or self.to_link is not None

    @property
    def word(self) -> ElementKey | None:
        """The word under the cursor of the words, or of the tree that has the focus."""
        if self._pictures.currentWidget() is self.links:
            word: ElementKey | None = self.links.word
            return word
        pane = next((pane for pane in self.panes if pane.view.hasFocus()), self.hypothesis)
        return ("token", pane.side, pane.view.word) if pane.view.word >= 0 else None

    @property
    def to_link(self) -> ElementKey | None:
        """The word that is to be linked with one of the other text."""
        pane = next((pane for pane in self.panes if pane.view.to_link >= 0), None)
        return self.links.selected if pane is None else ("token", pane.side, pane.view.to_link)

    def select_to_link(self, word: ElementKey | None) -> None:
        """Mark a word as the one that is to be linked with one of the other text."""
        self.links.select(word)
        for pane in self.panes:
            pane.view.select_to_link(word[2] if word is not None and word[1] == pane.side else -1)

    def set_stacked(self, stacked: bool) -> None:
        """Arrange the trees one above the other, or side by side."""
        self.splitter.setOrientation(Qt.Orientation.Vertical if stacked else Qt.Orientation.Horizontal)

    def _wrap(self, texts: Sequence[ComparedText]) -> None:
        """Break the rows of both trees, before they are drawn, if a text is long or too wide, closely in a low view."""
        is_stacked = self.splitter.orientation() is Qt.Orientation.Vertical and len(texts) > 1
        is_low = self._parts.height() < TWO_ROWS * (1 + is_stacked)
        trees = zip((pane.view for pane in self.panes), texts, strict=False)
        wanted = _is_long(texts) or any(view.is_too_wide(text) for view, text in trees)
        for pane in self.panes:
            pane.view.is_close = wanted and is_low
            pane.view.set_wrapped(wanted)

    def choose_frames(self, wanted: bool) -> None:
        """Show or hide the frames below the trees, of all segments.

        A choice that room alone would make here means that room decides again.
        """
        self.set_with_frames(None if wanted == self._has_room else wanted)

    def set_with_frames(self, wanted: bool | None) -> None:
        """Set whether frames are shown below the trees; None means where the trees leave room for them."""
        self.with_frames = wanted
        if self.content is not None:
            self._show_parts(self.content)

    def _show_parts(self, comparison: Comparison) -> None:
        """Open the frames below the trees if wanted, else show their count; or show them alone if they are compared."""
        are_frames_alone = comparison.structure == "frames"
        has_frames = bool(self.frames.view.words)  # else there are bare nouns alone, which are counted in the title
        with_frames = has_frames and (self._has_room if self.with_frames is None else self.with_frames)
        self._pictures.setVisible(not are_frames_alone)
        self.frames.setVisible(comparison.frames is not None)
        self.frames.set_open(are_frames_alone or with_frames)
        if comparison.frames is not None and not are_frames_alone:
            self.frames_shown.emit(with_frames)
        self._share_height()

    @property
    def wanted_height(self) -> int:
        """The height in pixels that shows the trees, or the words with their links, as a whole."""
        if self.content is None or self.content.structure == "frames":
            return 0
        if self._pictures.currentWidget() is self.links:
            return self.links.wanted_height
        heights = [pane.height() - pane.view.viewport().height() + pane.view.wanted_height for pane in self.panes]
        return sum(heights) if self.splitter.orientation() is Qt.Orientation.Vertical else max(heights)

    @property
    def _has_room(self) -> bool:
        """Whether there is room for frames below trees that are visible as a whole."""
        spare = self._parts.height() - self.wanted_height
        return spare >= min(self.frames.full_height, FEWEST_FRAMES)

    def _share_height(self) -> None:
        """Give the frames the height that they need, up to their share, unless the user moved the splitter."""
        if not self._is_shared_by_user and not self.frames.isHidden():
            whole = self._parts.height()
            share = round(FRAMES_SHARE * whole) if self.with_frames else 0
            room = max(whole - self.wanted_height, share)
            wanted = min(self.frames.maximumHeight(), self.frames.full_height, room)
            self._parts.setSizes([whole - wanted, wanted])

    def _keep_shares(self) -> None:
        self._is_shared_by_user = True

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: break rows anew, and show frames below the trees if there is room for both."""
        super().resizeEvent(event)
        if self.content is not None:
            with self.linked.suspended(), self.hypothesis.view.held(), self.reference.view.held():
                self._wrap(self.content.texts if self._pictures.currentWidget() is self.splitter else ())
            self._show_parts(self.content)

    @property
    def canvases(self) -> tuple[Canvas, ...]:
        """The visible pictures, from top to bottom."""
        frames = () if self.frames.isHidden() or self.frames.view.isHidden() else (self.frames.view,)
        if self._pictures.isHidden():
            return frames
        if self._pictures.currentWidget() is self.links:
            return (self.links, *frames)
        return (*(pane.view for pane in self.panes), *frames)

    def highlight(self, hypothesis: Sequence[Place], reference: Sequence[Place]) -> None:
        """Highlight places on both sides; empty sequences highlight nothing."""
        sides = hypothesis, reference
        self.frames.view.highlight(*sides)
        if self._pictures.currentWidget() is self.links:
            self.links.highlight(*({token for place in places for token in place.tokens} for places in sides))
            return
        with self.linked.suspended():
            for pane, places in zip(self.panes, sides, strict=True):
                pane.view.highlight(places)

    def go_to(self, hypothesis: Sequence[int], reference: Sequence[int]) -> None:
        """Focus the picture, with the cursor on the first of these words of the hypothesis, else of the reference."""
        side, words = (0, hypothesis) if hypothesis else (1, reference)
        if not words or not self.canvases:
            return
        if self._pictures.isHidden():
            self.canvases[0].setFocus()
        elif self._pictures.currentWidget() is self.links:
            self.links.setFocus()
            self.links.go_to(("token", self.panes[side].view.side, min(words)))
        else:
            view = self.panes[side].view
            view.setFocus()
            view.go_to(min(words))

    def zoom(self, factor: float) -> None:
        """Multiply the scale of the visible pictures by ``factor``; 0 for scale 1."""
        with self.linked.suspended():
            for canvas in self.canvases:
                canvas.zoom(factor)

    def fit(self) -> None:
        """Show the visible pictures as a whole, both trees at one scale."""
        trees = [pane.view for pane in self.panes]
        with self.linked.suspended():
            for canvas in self.canvases:
                canvas.fit()
            if trees[0] in self.canvases:
                scale = min(tree.fitting_scale() for tree in trees)
                for tree in trees:
                    tree.fit_at(scale)

    def refresh(self) -> None:
        """Redraw after the theme changed."""
        for canvas in (self.links, self.frames.view, *(pane.view for pane in self.panes)):
            canvas.refresh()

    def _point(self, token: int, *, from_hypothesis: bool) -> None:
        links = self.content.links if self.content else ()
        side, other_side = (0, 1) if from_hypothesis else (1, 0)
        partner = next((link[other_side] for link in links if link[side] == token), -1)
        self.panes[other_side].view.point_at(partner)


class LinkedTrees(QObject):
    """Lets two tree views scroll and zoom together, each by the same share of its range."""

    def __init__(self, hypothesis: TreeView, reference: TreeView) -> None:
        super().__init__(hypothesis)
        self._is_following = False
        for view, other in ((hypothesis, reference), (reference, hypothesis)):
            view.partner = other
            view.scaled.connect(partial(self._follow_scale, other))
            for bars in (
                (view.horizontalScrollBar(), other.horizontalScrollBar()),
                (view.verticalScrollBar(), other.verticalScrollBar()),
            ):
                bars[0].valueChanged.connect(partial(self._follow, *bars))

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """Suspend following while both views are changed."""
        before, self._is_following = self._is_following, True
        try:
            yield
        finally:
            self._is_following = before

    def _follow_scale(self, other: TreeView, scale: float) -> None:
        if not self._is_following:
            with self.suspended():
                other.take_scale(scale)

    def _follow(self, bar: QScrollBar, other: QScrollBar, value: int) -> None:
        if not self._is_following and bar.maximum() > bar.minimum():
            share = (value - bar.minimum()) / (bar.maximum() - bar.minimum())
            with self.suspended():
                other.setValue(round(other.minimum() + share * (other.maximum() - other.minimum())))


def _is_long(texts: Iterable[ComparedText]) -> bool:
    return any(len(text.analysis.tokens) > LONG for text in texts)


def _splitter(orientation: Qt.Orientation, *widgets: QWidget) -> QSplitter:
    splitter = QSplitter(orientation)
    for widget in widgets:
        splitter.addWidget(widget)
    splitter.setChildrenCollapsible(False)
    return splitter


class _LineSample(QWidget):
    """A sample of the line style of a status; None is the style of what no unit counts."""

    def __init__(self, status: AnyStatus | None) -> None:
        super().__init__()
        self._status = status

    def sizeHint(self) -> QSize:
        """Override QWidget.sizeHint."""
        return QSize(30, 14)

    def minimumSizeHint(self) -> QSize:
        """Override QWidget.minimumSizeHint."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Override QWidget.paintEvent."""
        painter = QPainter(self)
        painter.setPen(status_pen(self._status))
        painter.drawLine(2, self.height() // 2, self.width() - 2, self.height() // 2)
        painter.end()


class Legend(QWidget):
    """A strip of line styles with their names, and what those of words mean."""

    def __init__(self) -> None:
        super().__init__()
        flow = FlowLayout(self, gap=4)
        flow.setContentsMargins(8, 0, 8, 2)
        self.entries: dict[AnyStatus | None, QWidget] = {}
        for status, tip in (*dict.fromkeys(COUNTED, "").items(), *WORD_STATUSES.items()):
            entry, label = QWidget(), plain_label(str(status) if status else "not counted")
            label.setToolTip(tip)
            in_row(entry, _LineSample(status), label, margins=(0, 0, 6, 0))
            flow.addWidget(entry)
            self.entries[status] = entry

    def show_statuses(self, statuses: Sequence[AnyStatus | None]) -> None:
        """Show the styles of these statuses."""
        for status, entry in self.entries.items():
            entry.setVisible(status in statuses)
        self.show()


class ComparedFramesView(WordPointer, FlowCanvas):
    """Draws :class:`ComparedFrames`, whose chips are visited like words."""

    def __init__(self) -> None:
        super().__init__("Frames of hypothesis and reference")
        self.content: ComparedFrames | None = None
        self.words: dict[tuple[Side, Part], GroupItem] = {}
        self._highlight: frozenset[tuple[Side, Part]] = frozenset()

    def show_content(self, content: ComparedFrames | None) -> None:
        """Draw the frames of another pair."""
        if content is None or self.content is None or content.words != self.content.words:
            self._forget_words()
        self.content = content
        self._highlight = frozenset()
        self.refresh()

    def highlight(self, hypothesis: Iterable[Place], reference: Iterable[Place]) -> None:
        """Fade the chips outside these places; if the places name no chips, fade none."""
        named = zip(SIDES, (hypothesis, reference), strict=True)
        self._highlight = frozenset((side, part) for side, places in named for place in places for part in place.parts)
        self._update_highlight()

    def refresh(self) -> None:
        """Override Canvas.refresh."""
        content = self.content
        self.words = {}
        picture = frames_picture(content, self.room, measure) if content is not None else None
        for item in self.put(picture):
            if content is not None:
                set_frame_tooltip(item, content)
            if isinstance(item.of, Chip):
                self.words[item.of.side, item.of.part] = item
        self.right_to_left = content is not None and content.right_to_left
        self._update_highlight()

    @property
    def full_height(self) -> int:
        """The height of the whole picture in pixels."""
        return round(self.sceneRect().height() * self.transform().m22()) + 2

    def _update_highlight(self) -> None:
        for part, item in self.words.items():
            item.setOpacity(FADED if self._highlight and part not in self._highlight else 1.0)
            item.set_state(focused=part == self._cursor and self.hasFocus())

    def _row(self, _word: object) -> list[tuple[Side, Part]]:
        """Override WordPointer._row: all chips, in the order in which they are drawn."""
        return list(self.words)


class FramesPane(QWidget):
    """The frames of both texts, with a title, which is all that is shown of them when they are folded."""

    def __init__(self) -> None:
        super().__init__()
        self._frames: ComparedFrames | None = None
        self.title = plain_label(side_margin=8)
        self.view = ComparedFramesView()
        in_column(self, self.title, (self.view, 1), margins=(0, 0, 0, 0), gap=0)

    def show_content(self, comparison: Comparison | None) -> None:
        """Show the frames of another pair."""
        self._frames = comparison.frames if comparison is not None else None
        self.view.show_content(self._frames)

    def set_open(self, is_open: bool) -> None:
        """Show all frames, or only how many there are and which key opens them."""
        self.view.setVisible(is_open)
        self.setMaximumHeight(ANY_HEIGHT if is_open else self.title.sizeHint().height())
        if self._frames is not None:
            hint = "" if is_open else f" · {FRAMES_KEY} opens"
            self.title.setText(f"Frames · {frames_title(self._frames)}{hint}")

    @property
    def full_height(self) -> int:
        """The height of title and all frames in pixels."""
        return self.title.sizeHint().height() + self.view.full_height
