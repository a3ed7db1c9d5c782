"""The texts with their error spans: the open translation and its source, and the other translations of the segment.

They are drawn by Qt's own text, in any script and direction.
"""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QMouseEvent, QResizeEvent, QShowEvent, QTextCharFormat, QTextCursor, QWheelEvent
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QScrollArea, QTextEdit, QWidget

from meantree.annotation.error_annotation import Origin
from meantree.comparison.marks import gravest
from meantree.corpus.corpus import ErrorSide
from meantree.corpus.formats.file_contents import Count
from meantree.escaping import counted, escaped, is_right_to_left
from meantree_gui import theme
from meantree_gui.span_editor.span_marking import SpanMarking
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.labels import plain_label

UNDERLINES = {
    "neutral": QTextCharFormat.UnderlineStyle.DotLine,
    "minor": QTextCharFormat.UnderlineStyle.DashUnderline,
    "major": QTextCharFormat.UnderlineStyle.SingleUnderline,
    "critical": QTextCharFormat.UnderlineStyle.WaveUnderline,
}
MISSING = " [missing]"
LARGER = 1.25
NARROW, WIDE = 48, 260
"""The least and the largest height of a text in pixels."""
MOST_OF_WINDOW: Final = 0.38
"""The largest share of the window's height for all translations together."""
LOWEST: Final = 80
"""The least height in pixels: of one line with its title."""


class MarkedText(QTextEdit):
    """One text; severities differ by colour and underline, nested errors are darker, the chosen one has a line above.

    Signals:
        pressed: a character was clicked, or reached by dragging: its number, and whether the selection is extended.
    """

    pressed = Signal(int, bool)

    def __init__(self, side: ErrorSide) -> None:
        super().__init__()
        self.side = side
        self.setReadOnly(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        self.setAccessibleName(f"Words of the {'translation' if side == 'hypothesis' else 'source'}")
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.use_scale(1.0)
        self._is_pressed = False
        self._units = [0]  # Qt counts UTF-16 units; errors count characters
        self._resized = QTimer(self, singleShot=True, interval=0)
        self._resized.timeout.connect(lambda: self.setFixedHeight(self._height()))

    def use_scale(self, scale: float) -> None:
        """Draw the text at a scale; at 1 it is a little larger than what is around it."""
        letters = self.font()
        letters.setPointSizeF(QApplication.font().pointSizeF() * LARGER * scale)
        self.setFont(letters)

    def show_marking(self, marking: SpanMarking | None, *, is_open: bool = True) -> None:
        """Draw the text of a translation with its errors, and with the cursor if it is the open one."""
        text = "" if marking is None else marking.cursor.texts[self.side]
        has_missing = False
        if marking is not None and self.side == "hypothesis":
            has_missing = is_open or any(one.missing for one in (*marking.annotation.errors, *marking.proposals))
        whole = text + (MISSING if has_missing else "")
        if self.toPlainText() != whole:
            option, towards = self.document().defaultTextOption(), Qt.LayoutDirection
            # As for the arrow keys; Qt would go by the first letter alone.
            option.setTextDirection(towards.RightToLeft if is_right_to_left(text) else towards.LeftToRight)
            self.document().setDefaultTextOption(option)
            self.setPlainText(whole)
            self._units = Count().indices(whole)
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.setCharFormat(QTextCharFormat())
        if marking is None:
            return
        if has_missing:
            self._format(len(text) + 1, len(whole), _missing_format(marking))
        for proposal in marking.proposals:
            for place in proposal.in_side(self.side):
                self._format(place.start, place.end, _proposed_format(is_chosen=proposal == marking.proposal))
        for start, end, form in _formats(marking, self.side):
            self._format(start, end, form)
        if is_open:
            self._show_cursor(marking)
        self.setFixedHeight(self._height())

    def _format(self, start: int, end: int, form: QTextCharFormat) -> None:
        self._selection(start, end).mergeCharFormat(form)

    def _selection(self, start: int, end: int) -> QTextCursor:
        """Return a cursor that selects some characters."""
        cursor, last = QTextCursor(self.document()), len(self._units) - 1
        cursor.setPosition(self._units[min(start, last)])
        cursor.setPosition(self._units[min(end, last)], QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _show_cursor(self, marking: SpanMarking) -> None:
        place = marking.cursor.place
        if marking.cursor.side != self.side or place is None:
            self.setExtraSelections([])
            return
        form, selection = QTextCharFormat(), QTextEdit.ExtraSelection()
        form.setBackground(QColor(theme.current().accent))
        form.setForeground(QColor(theme.current().surface))
        selection.cursor, selection.format = self._selection(place.start, place.end), form
        self.setExtraSelections([selection])
        self.setTextCursor(self._selection(place.end, place.end))
        self.ensureCursorVisible()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QTextEdit.resizeEvent: the height follows the width.

        It follows later: changed here, the words would keep the old height and cover the border.
        """
        super().resizeEvent(event)
        self._resized.start()

    def _height(self) -> int:
        document = self.document()
        document.setTextWidth(self.viewport().width())
        return max(NARROW, min(WIDE, round(document.size().height()) + 2 * self.frameWidth() + 2))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Override QTextEdit.mousePressEvent: put the cursor."""
        self._is_pressed = True
        self._press(event, extend=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Override QTextEdit.mouseMoveEvent: extend the selection to the mouse."""
        if self._is_pressed:
            self._press(event, extend=True)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: ARG002
        """Override QTextEdit.mouseReleaseEvent."""
        self._is_pressed = False

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Override QTextEdit.wheelEvent: texts that fit leave the wheel to the page."""
        if self.verticalScrollBar().maximum():
            super().wheelEvent(event)
        else:
            event.ignore()

    def _press(self, event: QMouseEvent, *, extend: bool) -> None:
        position = self.cursorForPosition(event.position().toPoint()).position()
        self.pressed.emit(bisect.bisect_right(self._units, position) - 1, extend)


def _formats(marking: SpanMarking, side: ErrorSide) -> list[tuple[int, int, QTextCharFormat]]:
    """Return a format for each run of characters with the same errors, nested ones darker."""
    errors = enumerate(marking.annotation.marked)
    own = [(error, number) for number, error in errors if error.origin is not Origin.REJECTED]
    covering = [(place, number) for error, number in own for place in error.in_side(side)]
    cuts = sorted({end for place, _ in covering for end in (place.start, place.end)})
    formats = []
    for start, end in pairwise(cuts):
        inside = [(place, number) for place, number in covering if place.start <= start and end <= place.end]
        if inside:
            formats.append((start, end, _format(marking, [number for _, number in inside])))
    return formats


def _format(marking: SpanMarking, numbers: Sequence[int]) -> QTextCharFormat:
    errors = [marking.annotation.marked[number] for number in numbers]
    severities = [error.severity.casefold() or "neutral" for error in errors]  # neutral until it has one
    worst = next((name for name in reversed(list(UNDERLINES)) if name in severities), "major")
    colour = QColor(theme.current().errors[gravest([worst])])
    for _ in errors[1:]:
        colour = colour.lighter(125) if theme.is_dark() else colour.darker(112)
    return _marked(colour, UNDERLINES[worst], theme.current().text, is_chosen=marking.chosen in numbers)


def _proposed_format(*, is_chosen: bool) -> QTextCharFormat:
    """Return the format of a proposal: grey, with a dotted line."""
    grey = QColor(theme.current().line)
    grey.setAlphaF(0.5)
    return _marked(grey, QTextCharFormat.UnderlineStyle.DotLine, theme.current().muted, is_chosen=is_chosen)


def _marked(
    colour: QColor, underline: QTextCharFormat.UnderlineStyle, line: str, *, is_chosen: bool
) -> QTextCharFormat:
    form = QTextCharFormat()
    form.setBackground(colour)
    form.setForeground(QColor(theme.current().text))
    form.setUnderlineStyle(underline)
    form.setUnderlineColor(QColor(line))
    form.setFontOverline(is_chosen)  # unlike bold letters, a line moves no word
    return form


def _missing_format(marking: SpanMarking) -> QTextCharFormat:
    """Return the format of ``[missing]``, which is marked if something is, and grey if that is only proposed."""
    numbers = [number for number, error in enumerate(marking.annotation.marked) if error.missing and error.counts]
    if numbers:
        return _format(marking, numbers)
    missing = [proposal for proposal in marking.proposals if proposal.missing]
    if missing:
        return _proposed_format(is_chosen=marking.proposal in missing)
    form = QTextCharFormat()
    form.setForeground(QColor(theme.current().muted))
    return form


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
        most = max(self.text.height(), round(MOST_OF_WINDOW * self.window().height()))
        self.setFixedHeight(max(LOWEST, min(self.inside.sizeHint().height(), most, self._room())))
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
