"""Walking the n-best list of each sentence."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from meantree.comparison.comparison import ComparedText


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
