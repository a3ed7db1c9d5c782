"""A hypothesis and a reference: trees side by side or one above the other, or their words, and their frames below."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QSplitter,
    QStackedLayout,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from meantree.comparison.compare import with_signs
from meantree.comparison.comparison import ComparedText, Comparison
from meantree.metrics.evidence import Place, Status
from meantree_gui.trees.compared_frames_view import FramesPane
from meantree_gui.trees.linked_trees import LinkedTrees, fit_as_one
from meantree_gui.trees.links_view import LinksView
from meantree_gui.trees.painter import status_pen
from meantree_gui.trees.picture_canvas import Canvas
from meantree_gui.trees.tree_pane import TreePane
from meantree_gui.trees.tree_view import LONG
from meantree_gui.widgets.labels import plain_label
from meantree_gui.widgets.layouts import FlowLayout

FRAMES_SHARE = 0.4
"""Of the height, for frames that were asked for where trees need all of it."""
FEWEST_FRAMES = 150
"""Pixels of height from which on frames stand below trees by themselves."""


class TreePair(QWidget):
    """Two texts whose words know each other.

    Signals:
        parse_chosen: side (``hypothesis`` or ``reference``), sentence and rank, see :class:`ParseBrowser`.
        units_asked: the units of a thing that was clicked, see :class:`Canvas`.
        frames_shown: whether frames stand below the trees now.

    Attributes:
        with_frames: whether frames stand below the trees; None for where the trees leave them room.
    """

    parse_chosen = Signal(str, int, int)
    units_asked = Signal(object)
    frames_shown = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hypothesis, self.reference = TreePane("hypothesis"), TreePane("reference")
        self.frames = FramesPane()
        self.content: Comparison | None = None
        self.with_frames: bool | None = None
        self._wrapped: bool | None = None
        self.splitter = _splitter(Qt.Orientation.Horizontal, self.hypothesis, self.reference)
        self.links = LinksView()
        self.linked = LinkedTrees(self.hypothesis.view, self.reference.view)
        self._pictures = QStackedWidget()
        self._pictures.addWidget(self.splitter)
        self._pictures.addWidget(self.links)
        self._rooms = _splitter(Qt.Orientation.Vertical, self._pictures, self.frames)
        self._rooms.setStretchFactor(0, 1)
        self._shared_by_hand = False
        self._rooms.splitterMoved.connect(self._keep_shares)
        self.rule = plain_label(wrapped=True, side_margin=8)
        self.notice = plain_label(wrapped=True, side_margin=8)
        self.notice.hide()
        self._whose: tuple[str, ...] = ()
        self.message = plain_label(wrapped=True, side_margin=8)
        self.message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        drawn = QWidget()
        column = QVBoxLayout(drawn)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._rooms, 1)
        column.addWidget(self.notice)
        column.addWidget(self.rule)
        self.legend = legend()
        column.addWidget(self.legend)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.message)
        self._stack.addWidget(drawn)
        self.hypothesis.view.token_pointed.connect(lambda token: self._point(token, from_hypothesis=True))
        self.reference.view.token_pointed.connect(lambda token: self._point(token, from_hypothesis=False))
        for canvas in (self.hypothesis.view, self.reference.view, self.links, self.frames.view):
            canvas.units_asked.connect(self.units_asked)
        self.hypothesis.browser.chosen.connect(lambda *where: self.parse_chosen.emit("hypothesis", *where))
        self.reference.browser.chosen.connect(lambda *where: self.parse_chosen.emit("reference", *where))

    @property
    def panes(self) -> tuple[TreePane, TreePane]:
        """Hypothesis and reference."""
        return self.hypothesis, self.reference

    def show_pair(self, comparison: Comparison, names: tuple[str, str], segment: str = "") -> None:
        """Draw what is compared; ``names`` are those of the system and the reference, ``segment`` the segment's key."""
        self.content = comparison
        if self._whose != (segment, *names):
            self._whose = (segment, *names)
            self.tell("")
        self._wrap(comparison.texts)
        self.rule.setText(comparison.rule)
        self._stack.setCurrentIndex(1)
        self.reference.show()
        self.legend.show()
        linked = comparison.structure == "words"
        trees = not linked and comparison.structure != "frames"
        self._pictures.setCurrentWidget(self.links if linked else self.splitter)
        self.links.show_content(comparison if linked else None, (segment, *names))
        self.linked.links = comparison.links if trees else ()
        with self.linked.apart():
            for pane, text, name in zip(self.panes, comparison.texts, names, strict=True):
                pane.show_content(text if trees else None, name)
        self._show_rooms(comparison)

    def show_alone(self, text: ComparedText, name: str, why: str) -> None:
        """Draw a text that has nothing to be compared with, and say why there are no marks."""
        self.show_message(why)
        self.rule.setText(with_signs(why, text))
        self.legend.hide()
        self.reference.hide()
        self.frames.hide()
        self._pictures.setCurrentWidget(self.splitter)
        self._pictures.show()
        self._wrap((text,))
        self.hypothesis.show_content(text, name)
        self._stack.setCurrentIndex(1)

    def show_message(self, text: str) -> None:
        """Say what to do next, where there is nothing to draw."""
        self.content = None
        for pane in self.panes:
            pane.show_content(None)
        self.links.show_content(None)
        self.frames.show_content(None)
        self.message.setText(text)
        self._stack.setCurrentIndex(0)

    def tell(self, message: str, *, is_refusal: bool = False) -> None:
        """Say below the picture what was done or refused there; an empty message says no more."""
        self.notice.setProperty("role", "refusal" if is_refusal else "told")
        self.notice.style().polish(self.notice)
        self.notice.setText(message)
        self.notice.setVisible(bool(message))

    @property
    def is_picked(self) -> bool:
        """Whether a word waits for its head, its label or its link."""
        return any(pane.view.picked >= 0 for pane in (self.hypothesis, self.reference)) or self.links.picked is not None

    def set_stacked(self, stacked: bool) -> None:
        """One above the other, or side by side."""
        self.splitter.setOrientation(Qt.Orientation.Vertical if stacked else Qt.Orientation.Horizontal)

    def set_layout(self, *, wrapped: bool | None, compact: bool) -> None:
        """Break rows that are wider than the room, draw long sentences closer.

        Args:
            wrapped: whether rows are broken, None for those of pairs in which a text is long.
            compact: whether long sentences are drawn closer.
        """
        self._wrapped = wrapped
        with self.linked.apart():
            for pane in self.panes:
                pane.view.set_compact(compact)
        self._wrap(self.content.texts if self.content is not None else ())

    def _wrap(self, texts: Sequence[ComparedText]) -> None:
        """Both texts alike, before they are drawn."""
        longest = max((len(text.analysis.tokens) for text in texts), default=0)
        wanted = longest > LONG if self._wrapped is None else self._wrapped
        with self.linked.apart():
            for pane in self.panes:
                pane.view.set_wrapped(wanted)
        self.links.set_wrapped(wanted)

    def choose_frames(self, wanted: bool) -> None:
        """Frames below the trees, or trees alone; what would be shown anyway is no choice."""
        self.set_with_frames(None if wanted == self._has_room else wanted)

    def set_with_frames(self, wanted: bool | None) -> None:
        """Frames below the trees, trees alone, or frames where the trees leave them room."""
        self.with_frames = wanted
        if self.content is not None:
            self._show_rooms(self.content)

    def _show_rooms(self, comparison: Comparison) -> None:
        """Frames below trees where they are wanted, alone where these alone are drawn."""
        alone = comparison.structure == "frames"
        self.frames.show_content(comparison)
        there = comparison.frames is not None and (self._has_room if self.with_frames is None else self.with_frames)
        self._pictures.setVisible(not alone)
        self.frames.setVisible(alone or there)
        if comparison.frames is not None and not alone:
            self.frames_shown.emit(there)
        self._share_height()

    @property
    def wanted_height(self) -> int:
        """The height in pixels at which trees, or the words with their links, are seen whole."""
        if self.content is None or self.content.structure == "frames":
            return 0
        if self._pictures.currentWidget() is self.links:
            return self.links.wanted_height
        heights = [pane.title.sizeHint().height() + pane.view.wanted_height for pane in self.panes]
        return sum(heights) if self.splitter.orientation() is Qt.Orientation.Vertical else max(heights)

    @property
    def _has_room(self) -> bool:
        """Whether frames have room beside trees that are seen whole."""
        spare = self._rooms.height() - self.wanted_height
        return spare >= min(self.frames.full_height, FEWEST_FRAMES)

    def _share_height(self) -> None:
        """Give frames as much as they need, up to their share, unless the user gave them another one."""
        if not self._shared_by_hand and not self.frames.isHidden():
            whole = self._rooms.height()
            wanted = min(self.frames.full_height, max(whole - self.wanted_height, round(FRAMES_SHARE * whole)))
            self._rooms.setSizes([whole - wanted, wanted])

    def _keep_shares(self) -> None:
        self._shared_by_hand = True

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: frames stand below trees where there is room for both."""
        super().resizeEvent(event)
        if self.content is not None:
            self._show_rooms(self.content)

    @property
    def canvases(self) -> tuple[Canvas, ...]:
        """The pictures that are shown, from top to bottom."""
        frames = (self.frames.view,) if not self.frames.isHidden() else ()
        if self._pictures.isHidden():
            return frames
        if self._pictures.currentWidget() is self.links:
            return (self.links, *frames)
        return (*(pane.view for pane in self.panes), *frames)

    def highlight(self, hypothesis: Sequence[Place], reference: Sequence[Place]) -> None:
        """Light up places on both sides; empty sequences put the light out."""
        sides = hypothesis, reference
        self.frames.view.highlight(*sides)
        if self._pictures.currentWidget() is self.links:
            self.links.highlight(*({token for place in places for token in place.tokens} for places in sides))
            return
        with self.linked.apart():
            for pane, places in zip(self.panes, sides, strict=True):
                pane.view.highlight(places)

    def zoom(self, factor: float) -> None:
        """Scale what is shown."""
        with self.linked.apart():
            for canvas in self.canvases:
                canvas.zoom(factor)

    def fit(self) -> None:
        """Show what is shown whole, both trees at one scale where they are linked."""
        trees = [pane.view for pane in self.panes]
        with self.linked.apart():
            for canvas in self.canvases:
                canvas.fit()
            if self.linked.on and trees[0] in self.canvases:
                fit_as_one(trees)

    def actual_size(self) -> None:
        """Scale 1."""
        with self.linked.apart():
            for canvas in self.canvases:
                canvas.actual_size()

    def refresh(self) -> None:
        """Draw again, after the appearance changed."""
        for canvas in (self.links, self.frames.view, *(pane.view for pane in self.panes)):
            canvas.refresh()

    def _point(self, token: int, *, from_hypothesis: bool) -> None:
        links = self.content.links if self.content else ()
        mine, theirs = (0, 1) if from_hypothesis else (1, 0)
        other = next((link[theirs] for link in links if link[mine] == token), -1)
        self.panes[theirs].view.point_at(other)


def _splitter(orientation: Qt.Orientation, *widgets: QWidget) -> QSplitter:
    splitter = QSplitter(orientation)
    for widget in widgets:
        splitter.addWidget(widget)
    splitter.setChildrenCollapsible(False)
    return splitter


class LineSample(QWidget):
    """A short piece of the line that stands for a status, or for what no unit stands for."""

    def __init__(self, status: Status | None) -> None:
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


def legend() -> QWidget:
    """All line styles with their names."""
    strip = QWidget()
    flow = FlowLayout(strip, gap=4)
    flow.setContentsMargins(8, 0, 8, 2)
    for status in (*Status, None):
        entry = QWidget()
        row = QHBoxLayout(entry)
        row.setContentsMargins(0, 0, 10, 0)
        row.addWidget(LineSample(status))
        row.addWidget(plain_label(status.value if status else "not counted"))
        flow.addWidget(entry)
    return strip
