"""A hypothesis and a reference, side by side or one above the other."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QSplitter,
    QStackedLayout,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from meantree.corpus.model import Side
from meantree.metrics.evidence import Place, Status
from meantree_gui.trees.canvas import Canvas
from meantree_gui.trees.content import PairContent, TextContent
from meantree_gui.trees.items import status_pen
from meantree_gui.trees.links_view import LinksView
from meantree_gui.trees.tree_view import TreeView


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
    row = QHBoxLayout(strip)
    row.setContentsMargins(8, 0, 8, 2)
    for status in (*Status, None):
        name = QLabel(status.value if status else "not counted")
        name.setProperty("role", "muted")
        row.addWidget(LineSample(status))
        row.addWidget(name)
        row.addSpacing(8)
    row.addStretch()
    return strip


class ParseBrowser(QWidget):
    """Walks the n-best list of each sentence of a text.

    Signals:
        chosen: sentence (0-based) and rank (0-based, -1 for the analyser's own tree).
    """

    chosen = Signal(int, int)

    def __init__(self) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        self.sentence = 0
        self._content: TextContent | None = None
        self.sentence_button = QToolButton()
        self.sentence_button.setToolTip("Next sentence of this text")
        self.before = QToolButton()
        self.before.setArrowType(Qt.ArrowType.LeftArrow)
        self.before.setToolTip("More probable parse")
        self.after = QToolButton()
        self.after.setArrowType(Qt.ArrowType.RightArrow)
        self.after.setToolTip("Less probable parse")
        self.label = QLabel()
        for widget in (self.sentence_button, self.before, self.label, self.after):
            row.addWidget(widget)
        self.sentence_button.clicked.connect(self._next_sentence)
        self.before.clicked.connect(lambda: self.step(-1))
        self.after.clicked.connect(lambda: self.step(1))

    def show_content(self, content: TextContent | None) -> None:
        """Show the ranks of another text."""
        sentences = len(content.analysis.sentences) if content else 0
        self._content = content
        self.sentence = min(self.sentence, max(0, sentences - 1))
        self.setVisible(self._size() > 1 or sentences > 1)
        self.sentence_button.setVisible(sentences > 1)
        self.sentence_button.setText(f"sentence {self.sentence + 1} of {sentences}")
        self.label.setText(self._text())
        self.label.setFixedWidth(self.label.fontMetrics().horizontalAdvance(self.label.text()) + 4)
        self.before.setEnabled(self._rank() >= 0)
        self.after.setEnabled(self._rank() < self._size() - 1)

    def step(self, by: int) -> None:
        """Ask for the parse ``by`` ranks further down the list."""
        rank = min(self._size() - 1, max(-1, self._rank() + by))
        if rank != self._rank():
            self.chosen.emit(self.sentence, rank)

    def _rank(self) -> int:
        ranks = self._content.ranks if self._content else ()
        return ranks[self.sentence] if self.sentence < len(ranks) else -1

    def _size(self) -> int:
        if self._content is None or not self._content.analysis.sentences:
            return 0
        forest = self._content.lists[self.sentence] if self.sentence < len(self._content.lists) else None
        return len(forest) if forest else 0

    def _text(self) -> str:
        rank = self._rank()
        if self._content is None or rank < 0:
            return f"parser's own · {self._size()} in the list" if self._size() else "one parse"
        forest = self._content.lists[self.sentence]
        share = forest.probabilities[rank] if forest else 0.0
        return f"parse {rank + 1} of {self._size()} · p {share:.2f}"

    def _next_sentence(self) -> None:
        if self._content is not None:
            self.sentence = (self.sentence + 1) % max(1, len(self._content.analysis.sentences))
            self.show_content(self._content)


class TreePane(QWidget):
    """One side: title, n-best browser, tree."""

    def __init__(self, side: Side) -> None:
        super().__init__()
        self.title = QLabel(side)
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setProperty("role", "muted")
        self.browser = ParseBrowser()
        self.view = TreeView(side)
        self.view.setAccessibleName(f"Tree of the {side}")
        head = QHBoxLayout()
        head.setContentsMargins(8, 2, 8, 0)
        head.addWidget(self.title, 1)
        head.addWidget(self.browser)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.view, 1)

    def show_content(self, content: TextContent | None) -> None:
        """Show another text."""
        self.title.setText(content.title if content else "")
        self.browser.show_content(content)
        self.view.show_content(content)


class TreePair(QWidget):
    """Two trees whose words know each other.

    Signals:
        parse_chosen: side (``hypothesis`` or ``reference``), sentence and rank, see :class:`ParseBrowser`.
        units_asked: the units of a thing that was clicked, see :class:`Canvas`.
    """

    parse_chosen = Signal(str, int, int)
    units_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hypothesis, self.reference = TreePane("hypothesis"), TreePane("reference")
        self.content: PairContent | None = None
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.addWidget(self.hypothesis)
        self.splitter.addWidget(self.reference)
        self.splitter.setChildrenCollapsible(False)
        trees = QWidget()
        column = QVBoxLayout(trees)
        column.setContentsMargins(0, 0, 0, 0)
        self.links = LinksView()
        self._pictures = QStackedWidget()
        self._pictures.addWidget(self.splitter)
        self._pictures.addWidget(self.links)
        self.rule = QLabel()
        self.rule.setTextFormat(Qt.TextFormat.PlainText)
        self.rule.setProperty("role", "muted")
        self.rule.setContentsMargins(8, 0, 8, 0)
        self.rule.setWordWrap(True)
        column.addWidget(self._pictures, 1)
        column.addWidget(self.rule)
        column.addWidget(legend())
        self.message = QLabel()
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.message.setWordWrap(True)
        self.message.setProperty("role", "muted")
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.message)
        self._stack.addWidget(trees)
        self.hypothesis.view.token_pointed.connect(lambda token: self._point(token, from_hypothesis=True))
        self.reference.view.token_pointed.connect(lambda token: self._point(token, from_hypothesis=False))
        for canvas in (self.hypothesis.view, self.reference.view, self.links):
            canvas.units_asked.connect(self.units_asked)
        self.hypothesis.browser.chosen.connect(lambda *where: self.parse_chosen.emit("hypothesis", *where))
        self.reference.browser.chosen.connect(lambda *where: self.parse_chosen.emit("reference", *where))

    @property
    def panes(self) -> tuple[TreePane, TreePane]:
        """Hypothesis and reference."""
        return self.hypothesis, self.reference

    def show_pair(self, content: PairContent) -> None:
        """Draw both trees, or the links between the texts."""
        self.content = content
        self.rule.setText(content.rule)
        self._stack.setCurrentIndex(1)
        linked = content.structure == "words"
        self._pictures.setCurrentWidget(self.links if linked else self.splitter)
        if linked:
            self.links.show_content(content)
            for pane in self.panes:
                pane.browser.show_content(None)
        else:
            self.hypothesis.show_content(content.hypothesis)
            self.reference.show_content(content.reference)

    def show_message(self, text: str) -> None:
        """Say what to do next, where there is nothing to draw."""
        self.content = None
        for pane in self.panes:
            pane.show_content(None)
        self.links.show_content(None)
        self.message.setText(text)
        self._stack.setCurrentIndex(0)

    def set_stacked(self, stacked: bool) -> None:
        """One above the other, or side by side."""
        self.splitter.setOrientation(Qt.Orientation.Vertical if stacked else Qt.Orientation.Horizontal)

    @property
    def canvases(self) -> tuple[Canvas, ...]:
        """The pictures that are shown, from top to bottom."""
        if self._pictures.currentWidget() is self.links:
            return (self.links,)
        return tuple(pane.view for pane in self.panes)

    def highlight(self, hypothesis: Sequence[Place], reference: Sequence[Place]) -> None:
        """Light up places on both sides; empty sequences put the light out."""
        if self._pictures.currentWidget() is self.links:
            sides = (hypothesis, reference)
            self.links.highlight(*({token for place in places for token in place.tokens} for places in sides))
            return
        for pane, places in zip(self.panes, (hypothesis, reference), strict=True):
            pane.view.highlight(places)

    def zoom(self, factor: float) -> None:
        """Scale what is shown."""
        for canvas in self.canvases:
            canvas.zoom(factor)

    def fit(self) -> None:
        """Show what is shown whole."""
        for canvas in self.canvases:
            canvas.fit()

    def actual_size(self) -> None:
        """Scale 1."""
        for canvas in self.canvases:
            canvas.actual_size()

    def refresh(self) -> None:
        """Draw again, after the appearance changed."""
        self.links.refresh()
        for pane in self.panes:
            pane.view.refresh()

    def _point(self, token: int, *, from_hypothesis: bool) -> None:
        links = self.content.links if self.content else ()
        mine, theirs = (0, 1) if from_hypothesis else (1, 0)
        other = next((link[theirs] for link in links if link[mine] == token), -1)
        self.panes[theirs].view.point_at(other)
