"""Hypothesis and reference trees side by side or one above the other."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from meantree.metrics.evidence import Place
from meantree_gui.trees.content import PairContent


class TreePair(QWidget):
    """Two tree views with headers.

    Signals:
        parse_chosen: side (``hypothesis`` or ``reference``), 0-based sentence, 0-based rank (-1: the analyser's own).
        token_focused: side, 0-based token index over the text (-1: none).
    """

    parse_chosen = Signal(str, int, int)
    token_focused = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._message = QLabel("")
        layout = QVBoxLayout(self)
        layout.addWidget(self._message)

    def show_pair(self, content: PairContent | None) -> None:
        """Draw both texts; without a pair or a reference a message takes the free place."""
        self._message.setText(content.hypothesis.title if content else "")

    def show_message(self, text: str) -> None:
        """Show ``text`` in place of the trees: what is missing and what to do next."""
        self._message.setText(text)

    def set_stacked(self, stacked: bool) -> None:
        """One above the other if ``stacked``, else side by side."""

    def highlight(self, hyp_places: Sequence[Place], ref_places: Sequence[Place]) -> None:
        """Light up these places on the two sides; everything else fades."""

    def clear_highlight(self) -> None:
        """End what :meth:`highlight` began."""

    def zoom(self, factor: float) -> None:
        """Scale both pictures by ``factor``."""

    def fit(self) -> None:
        """Show both pictures whole."""

    def actual_size(self) -> None:
        """Both pictures at 100 %."""
