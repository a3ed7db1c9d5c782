"""The translations of a segment below each other: the open one, and the others with what was marked in them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QWidget

from meantree.escaping import counted, escaped
from meantree_gui.span_editor.marked_text import MarkedText
from meantree_gui.span_editor.span_marking import SpanMarking
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.labels import plain_label

MOST: Final = 0.38
"""The largest share of the window's height for all translations together."""
LEAST: Final = 80
"""The least height in pixels: of one line with its title."""


class TranslationsView(QScrollArea):
    """Grows with its translations up to a share of the window, then scrolls; the open one is always visible.

    Signals:
        chosen: the name of the system whose translation was clicked.
    """

    chosen = Signal(str)

    def __init__(self, title: QLabel, text: MarkedText) -> None:
        super().__init__()
        self.title, self.text = title, text
        self.others: list[tuple[QLabel, MarkedText]] = []
        self._systems: tuple[str, ...] = ()
        self._scale = 1.0
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self.inside = QWidget()
        self.column = in_column(self.inside, title, text, margins=(0, 0, 0, 0), gap=4)
        self.setWidget(self.inside)
        self._settled = QTimer(self, singleShot=True, interval=0)
        self._settled.timeout.connect(self.follow)
        for watched in (self.inside, text):
            watched.installEventFilter(self)

    def show_translations(
        self, before: Sequence[SpanMarking], after: Sequence[SpanMarking], *, is_numbered: bool = True
    ) -> None:
        """Draw the other translations of the segment that come before and after the open one.

        Those of annotators have their names instead of numbers.
        """
        systems = tuple(marking.name for marking in (*before, None, *after) if marking is not None)
        if (len(before), systems) != (self.column.indexOf(self.title) // 2, self._systems):
            self._make_rows(len(before), systems)
        for number, (marking, (label, text)) in enumerate(zip((*before, *after), self.others, strict=True), start=1):
            place = number if number <= len(before) else number + 1
            label.setText(title_of(marking, place if is_numbered else 0))
            text.show_marking(marking, is_open=False)

    def use_scale(self, scale: float) -> None:
        """Draw the other texts at a scale, too."""
        self._scale = scale
        for _, text in self.others:
            text.use_scale(scale)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject.eventFilter: follow the height of what is inside, when all of it has its height."""
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize, QEvent.Type.Show):
            self._settled.start()
        return super().eventFilter(watched, event)

    def follow(self) -> None:
        """Take the height that the translations need, up to the largest share; a hidden page asks for none."""
        if not self.isVisible():
            return
        most = max(self.text.height(), round(MOST * self.window().height()))
        self.setFixedHeight(max(LEAST, min(self.inside.sizeHint().height(), most, self._room())))
        shown = self.title.geometry().united(self.text.geometry())
        for y in (shown.bottom(), shown.top()):  # of a text, ensureWidgetVisible shows the cursor alone
            self.ensureVisible(0, y, 0, 0)

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget.showEvent: what stands around it may need more lines later."""
        super().showEvent(event)
        if (around := self.parentWidget()) is not None:
            around.installEventFilter(self)

    def _room(self) -> int:
        """Return the height that the widgets around it leave."""
        around = self.parentWidget() or self
        layout = around.layout()
        if layout is None:
            return around.height()
        return around.height() - (layout.totalMinimumHeightForWidth(around.width()) - self.minimumHeight())

    def _make_rows(self, before: int, systems: tuple[str, ...]) -> None:
        for label, text in self.others:
            for widget in (label, text):
                self.column.removeWidget(widget)
                widget.hide()  # it is deleted later
                widget.deleteLater()
        self.others, self._systems = [], systems
        for number, system in enumerate(systems):
            label, text = plain_label(), MarkedText("hypothesis")
            text.use_scale(self._scale)
            text.pressed.connect(partial(self._choose, system))
            text.installEventFilter(self)
            place = 2 * (number if number < before else number + 1)
            self.column.insertWidget(place, label)
            self.column.insertWidget(place + 1, text)
            self.others.append((label, text))

    def _choose(self, system: str, _character: int, extend: bool) -> None:
        if not extend:
            self.chosen.emit(system)


def title_of(marking: SpanMarking, number: int = 0) -> str:
    """Return in one line which translation it is, or whose annotation (without a number), and what was marked."""
    annotation = marking.annotation
    score = "" if annotation.score is None else f"score {annotation.score:g}"
    errors = counted(len(annotation.errors), "error") if annotation.errors else ""
    name = "" if number and marking.rules.blind else escaped(marking.name)
    return " · ".join(filter(None, (str(number or ""), name, annotation.state.in_words(of_errors=True), errors, score)))
