"""Widgets to choose from: a combo box, a check list, a search line above a list, and letters that walk in lists."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QCoreApplication, QElapsedTimer, QEvent, QObject, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLineEdit,
    QListView,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QToolTip,
)


class StillComboBox(QComboBox):
    """A combo box that ignores the mouse wheel, since people scroll near it; text that does not fit ends in "…"."""

    @property
    def shown_text(self) -> str:
        """The visible part of the chosen entry."""
        return self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, self._option()[1])

    @property
    def is_cut(self) -> bool:
        """Whether the chosen entry does not fit."""
        return self.shown_text != self.currentText()

    def set_narrowest(self, letters: int) -> None:
        """Let the width shrink until only so many letters of the chosen entry are legible."""
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(letters)

    def set_entries(self, entries: Iterable[tuple[str, object]], chosen: object) -> None:
        """Offer entries, each a title with its value, and choose the value ``chosen``, or else the first; no signal."""
        offered = list(entries)
        values = [value for _, value in offered]
        with QSignalBlocker(self):
            if offered != [(self.itemText(row), self.itemData(row)) for row in range(self.count())]:
                self.clear()
                for title, value in offered:
                    self.addItem(title, value)
            self.setCurrentIndex(values.index(chosen) if chosen in values else 0)

    def _option(self) -> tuple[QStyleOptionComboBox, int]:
        """Return the style option, and the width of the text in pixels."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        part = QStyle.SubControl.SC_ComboBoxEditField
        return option, self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self).width()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Override QComboBox.paintEvent, which cuts letters in two."""
        option, _ = self._option()
        option.currentText = self.shown_text
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Override QComboBox.wheelEvent: do not change the choice."""
        event.ignore()

    def event(self, event: QEvent) -> bool:
        """Override QWidget.event: show an entry that does not fit as a tooltip, unless there is another one."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and not self.toolTip() and self.is_cut:
            QToolTip.showText(event.globalPos(), self.currentText(), self)
            return True
        return super().event(event)


MIN_ROWS, MAX_ROWS = 2, 6
"""Rows that are visible without scrolling."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry: its name and title, and whether it is checked."""

    name: str
    title: str
    checked: bool


class CheckList(QListWidget):
    """A list of entries to check; arrow keys move, the space bar checks.

    Signals:
        toggled: an entry was checked or unchecked.
    """

    toggled = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        LetterKeys(self)
        self.setAccessibleName(name)
        self.setTabKeyNavigation(False)
        self.setSpacing(1)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemChanged.connect(self._toggle)

    def fill(self, entries: Iterable[Entry]) -> None:
        """Show these entries; the current row does not change."""
        row = self.currentRow()
        with QSignalBlocker(self):
            self.clear()
            for entry in entries:
                self.add(entry)
            self.setCurrentRow(min(max(0, row), self.count() - 1))
        self.updateGeometry()

    def add(self, entry: Entry) -> None:
        """Show one more entry below the others."""
        item = QListWidgetItem(entry.title)
        item.setData(Qt.ItemDataRole.UserRole, entry.name)
        item.setToolTip(entry.title)
        item.setCheckState(Qt.CheckState.Checked if entry.checked else Qt.CheckState.Unchecked)
        self.addItem(item)

    def _toggle(self, item: QListWidgetItem) -> None:
        self.setCurrentItem(item)  # a click on the box alone leaves another row current
        self.toggled.emit()

    @property
    def checked(self) -> tuple[str, ...]:
        """The names of the checked entries."""
        items = (self.item(row) for row in range(self.count()))
        return tuple(
            item.data(Qt.ItemDataRole.UserRole) for item in items if item.checkState() is Qt.CheckState.Checked
        )

    def sizeHint(self) -> QSize:
        """Override QListWidget.sizeHint: a few rows."""
        rows = min(MAX_ROWS, max(MIN_ROWS, self.count()))
        return QSize(180, rows * max(20, self.sizeHintForRow(0)) + 2 * self.frameWidth() + 2)

    def minimumSizeHint(self) -> QSize:
        """Override QListWidget.minimumSizeHint."""
        return QSize(120, self.sizeHint().height())


MOVE_KEYS = (Qt.Key.Key_Up, Qt.Key.Key_Down)
RETURN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
NO_MODIFIERS = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
"""Of a key that is pressed alone, on the keypad, too."""


class SearchLine(QLineEdit):
    """A search field whose arrow keys move in the list below it, and whose Return enters it where it ``enters``."""

    def __init__(self, title: str, listed: QAbstractItemView, *, enters: bool = False) -> None:
        super().__init__()
        self._listed, self._forwarded = listed, (*MOVE_KEYS, *RETURN) if enters else MOVE_KEYS
        self.setPlaceholderText(title)
        self.setAccessibleName(title)
        self.setClearButtonEnabled(True)

    def accepts(self, text: str) -> bool:
        """Return whether a text contains all typed words."""
        folded = text.casefold()
        return all(word in folded for word in self.text().casefold().split())

    def hide_others(self, rows: QListWidget, texts: Iterable[str]) -> int:
        """Hide the rows whose texts do not match, make a matching one current, and return the number of matches."""
        matches = [row for row, text in enumerate(texts) if self.accepts(text)]
        for row in range(rows.count()):
            rows.setRowHidden(row, row not in matches)
        if matches and rows.currentRow() not in matches:
            rows.setCurrentRow(matches[0])
        return len(matches)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QLineEdit.keyPressEvent."""
        if event.key() in self._forwarded:
            QCoreApplication.sendEvent(self._listed, event)
        else:
            super().keyPressEvent(event)


class ParagraphList(QListWidget):
    """Entries of some lines each, wrapped to the width.

    Signals:
        chosen: the row of an entry on which Return was pressed, or that was clicked twice.
    """

    chosen = Signal(int)

    def __init__(self, name: str) -> None:
        super().__init__()
        LetterKeys(self)
        self.setAccessibleName(name)
        self.setWordWrap(True)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.setSpacing(2)
        self.itemDoubleClicked.connect(lambda _item: self._choose())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QListWidget.keyPressEvent."""
        if event.key() in RETURN:
            self._choose()
        else:
            super().keyPressEvent(event)

    def _choose(self) -> None:
        item = self.currentItem()
        if item is not None and not item.isHidden():
            self.chosen.emit(self.currentRow())


ARROWS: Final = {Qt.Key.Key_J: Qt.Key.Key_Down, Qt.Key.Key_K: Qt.Key.Key_Up}


class LetterKeys(QObject):
    """Lets J and K move in a list like arrow down and up.

    Within a name that is typed in a list of names, and leads to its row, they are letters.
    """

    def __init__(self, view: QAbstractItemView) -> None:
        super().__init__(view)
        self._since_letter = QElapsedTimer()
        view.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject.eventFilter."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        arrow = ARROWS.get(Qt.Key(event.key()))
        if arrow is not None and event.modifiers() == Qt.KeyboardModifier.NoModifier and not self._is_in_name:
            QApplication.sendEvent(watched, QKeyEvent(QEvent.Type.KeyPress, arrow, event.modifiers()))
            return True
        if event.text().strip() and event.text().isprintable():
            self._since_letter.start()
        return False

    @property
    def _is_in_name(self) -> bool:
        if not isinstance(self.parent(), QListView):  # tables have keys of their own, and nobody types names there
            return False
        return self._since_letter.isValid() and self._since_letter.elapsed() < QApplication.keyboardInputInterval()
