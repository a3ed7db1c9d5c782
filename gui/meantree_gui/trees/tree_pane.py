"""The pane of one text: title, n-best browser and tree, and the box for the label of an arc."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QToolButton, QWidget

from meantree.comparison.comparison import ComparedText
from meantree.corpus.corpus import Side
from meantree.escaping import escaped
from meantree_gui.trees.tree_view import TreeView
from meantree_gui.widgets.boxes import in_column, in_row
from meantree_gui.widgets.choosers import RETURN
from meantree_gui.widgets.labels import ElidedLabel


class TreePane(QWidget):
    """Title, n-best browser and tree of one text."""

    def __init__(self, side: Side) -> None:
        super().__init__()
        self.side = side
        self.title = ElidedLabel()  # a longer one would take width from the panels
        self.title.setProperty("role", "muted")
        self.title.setContentsMargins(8, 0, 8, 0)
        self.browser = ParseBrowser()
        self.view = TreeView(side)
        self.view.setAccessibleName(f"Tree of the {side}")
        head = in_row(None, (self.title, 1), self.browser, margins=(8, 2, 8, 0))
        in_column(self, head, (self.view, 1), margins=(0, 0, 0, 0), gap=0)

    def show_content(self, content: ComparedText | None, name: str = "") -> None:
        """Show another text; ``name`` is its system or reference."""
        self.prepare(content, name)
        self.view.draw_prepared()

    def prepare(self, content: ComparedText | None, name: str, counts: str = "") -> None:
        """Take another text, which its view draws later; ``counts`` says how many words have which mark."""
        title = " · ".join(filter(None, (self.side.capitalize(), escaped(name), counts)))
        self.title.setText(title if content else "")
        self.browser.show_content(content)
        self.view.prepare(content)


class ParseBrowser(QWidget):
    """Steps through the n-best list of each sentence of a text.

    Signals:
        chosen: sentence (0-based) and rank (0-based; -1 is the analyser's own tree).
    """

    chosen = Signal(int, int)

    def __init__(self) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        self.sentence = 0
        self._content: ComparedText | None = None
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

    def show_content(self, content: ComparedText | None) -> None:
        """Show the n-best lists of another text."""
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
        """Choose the parse ``by`` ranks further down the list."""
        rank = min(self._size() - 1, max(-1, self._rank() + by))
        if rank != self._rank():
            self.chosen.emit(self.sentence, rank)

    def _rank(self) -> int:
        ranks = self._content.ranks if self._content else ()
        return ranks[self.sentence] if self.sentence < len(ranks) else -1

    def _size(self) -> int:
        if self._content is None or not self._content.analysis.sentences:
            return 0
        nbest = self._content.lists[self.sentence] if self.sentence < len(self._content.lists) else None
        return len(nbest) if nbest else 0

    def _text(self) -> str:
        rank = self._rank()
        if self._content is None or rank < 0:
            return f"parser's own · {self._size()} in the list" if self._size() else "one parse"
        nbest = self._content.lists[self.sentence]
        share = nbest.probabilities[rank] if nbest else 0.0
        return f"parse {rank + 1} of {self._size()} · p {share:.2f}"

    def _next_sentence(self) -> None:
        if self._content is not None:
            self.sentence = (self.sentence + 1) % max(1, len(self._content.analysis.sentences))
            self.show_content(self._content)


class LabelBox(QComboBox):
    """Asks for a label, typed or chosen; Return accepts it, Esc or a click elsewhere cancels.

    What was typed stands: Tab and arrow down complete it.

    Signals:
        chosen: the label; the box is closed.
        cancelled: no label was chosen; the box is closed.
    """

    chosen = Signal(str)
    cancelled = Signal()

    def __init__(self, parent: QWidget, word: QRect, current: str, labels: Sequence[str]) -> None:
        """Open below a word, or above it for lack of room, with its current label and all labels to choose from."""
        super().__init__(parent)
        self._is_done = False
        self.setAccessibleName("Label of the arc")
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setCompleter(None)  # type: ignore[arg-type]  # it would complete without being asked
        self.addItems(list(labels))
        self.setCurrentText(current)
        self.adjustSize()
        left = min(max(0, word.center().x() - self.width() // 2), max(0, parent.width() - self.width()))
        below = word.bottom() + 2
        top = below if below + self.height() <= parent.height() else max(0, word.top() - 2 - self.height())
        self.move(left, top)
        self.activated.connect(self._accept)
        self.show()
        self.setFocus()
        edit = self.lineEdit()
        assert edit is not None  # it is editable
        edit.selectAll()

    def _accept(self) -> None:
        self._close(self.currentText().strip())

    def _close(self, label: str) -> None:
        if self._is_done:
            return
        self._is_done = True
        if self.hasFocus() and (view := self.parentWidget()) is not None:
            view.setFocus()  # else the next widget would have it
        self.hide()
        self.deleteLater()
        if label:
            self.chosen.emit(label)
        else:
            self.cancelled.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QComboBox.keyPressEvent."""
        key = Qt.Key(event.key())
        if key in RETURN:
            self._accept()
        elif key == Qt.Key.Key_Escape:
            self._close("")
        elif key != Qt.Key.Key_Down or not self._complete():
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forwards: bool) -> bool:  # noqa: N802
        """Override QWidget.focusNextPrevChild: Tab completes what was typed."""
        return (forwards and self._complete()) or super().focusNextPrevChild(forwards)

    def _complete(self) -> bool:
        """Complete what was typed to the first label that begins with it; return whether there is a longer one."""
        typed = self.currentText()
        place = self.findText(typed, Qt.MatchFlag.MatchStartsWith | Qt.MatchFlag.MatchCaseSensitive)
        is_longer = place >= 0 and self.findText(typed, Qt.MatchFlag.MatchFixedString) < 0
        if is_longer:
            self.setCurrentIndex(place)
        return is_longer

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Override QComboBox.focusOutEvent: losing the focus cancels; the open list is part of the box."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self._close("")
