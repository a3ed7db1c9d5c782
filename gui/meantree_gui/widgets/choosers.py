"""Widgets to choose from: a combo box, a check list, and a search line above a list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QEvent, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QToolTip,
)


class StillComboBox(QComboBox):
    """Its list still scrolls, when it is open; what is chosen ends in "…" where it is cut, and a tip has all of it."""

    @property
    def shown_text(self) -> str:
        """What can be read of what is chosen."""
        return self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, self._option()[1])

    @property
    def is_cut(self) -> bool:
        """Whether what is chosen cannot be read whole."""
        return self.shown_text != self.currentText()

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

    def offer(self, entries: Sequence[tuple[str, str]], chosen: str) -> None:
        """Offer entries as in :meth:`set_entries`; the tooltip is the title of the chosen one."""
        self.set_entries(entries, chosen)
        self.setToolTip(self.currentText())

    def _option(self) -> tuple[QStyleOptionComboBox, int]:
        """What the style is told, and how many pixels the text has."""
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
        """Override QComboBox.wheelEvent: nothing is chosen."""
        event.ignore()

    def event(self, event: QEvent) -> bool:
        """Override QWidget.event: the tip of what is cut, where it has no other."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and not self.toolTip() and self.is_cut:
            QToolTip.showText(event.globalPos(), self.currentText(), self)
            return True
        return super().event(event)


LEAST_ROWS, MOST_ROWS = 2, 6
"""That are seen at once."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One of them: its name, what is shown, whether it is checked, and why it cannot be (empty if it can)."""

    name: str
    title: str
    checked: bool
    why_not: str = ""


class CheckList(QListWidget):
    """Arrow keys walk it, the space bar checks.

    Signals:
        toggled: an entry was checked or unchecked.
    """

    toggled = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setTabKeyNavigation(False)
        self.setSpacing(1)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemChanged.connect(lambda _item: self.toggled.emit())

    def fill(self, entries: Iterable[Entry]) -> None:
        """Show these; the current row stays where it is."""
        row = self.currentRow()
        with QSignalBlocker(self):
            self.clear()
            for entry in entries:
                item = QListWidgetItem(entry.title)
                item.setData(Qt.ItemDataRole.UserRole, entry.name)
                item.setToolTip(entry.why_not or entry.title)
                item.setCheckState(Qt.CheckState.Checked if entry.checked else Qt.CheckState.Unchecked)
                if entry.why_not:
                    item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
                self.addItem(item)
            self.setCurrentRow(min(max(0, row), self.count() - 1))
        self.updateGeometry()

    @property
    def checked(self) -> tuple[str, ...]:
        """The names of what is checked."""
        items = (self.item(row) for row in range(self.count()))
        return tuple(one.data(Qt.ItemDataRole.UserRole) for one in items if one.checkState() is Qt.CheckState.Checked)

    def sizeHint(self) -> QSize:
        """Override QListWidget.sizeHint: a few rows."""
        rows = min(MOST_ROWS, max(LEAST_ROWS, self.count()))
        return QSize(180, rows * max(20, self.sizeHintForRow(0)) + 2 * self.frameWidth() + 2)

    def minimumSizeHint(self) -> QSize:
        """Override QListWidget.minimumSizeHint."""
        return QSize(120, self.sizeHint().height())


WALKING = (Qt.Key.Key_Up, Qt.Key.Key_Down)


class SearchLine(QLineEdit):
    """Arrow keys walk the list while one types."""

    def __init__(self, what: str, listed: QAbstractItemView) -> None:
        super().__init__()
        self._listed = listed
        self.setPlaceholderText(what)
        self.setAccessibleName(what)
        self.setClearButtonEnabled(True)

    def accepts(self, text: str) -> bool:
        """Whether a text has all words that are typed."""
        folded = text.casefold()
        return all(word in folded for word in self.text().casefold().split())

    def hide_others(self, rows: QListWidget, texts: Iterable[str]) -> int:
        """Show the rows alone whose texts are looked for, one of them the current one; return how many there are."""
        found = [row for row, text in enumerate(texts) if self.accepts(text)]
        for row in range(rows.count()):
            rows.setRowHidden(row, row not in found)
        if found and rows.currentRow() not in found:
            rows.setCurrentRow(found[0])
        return len(found)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QLineEdit.keyPressEvent."""
        if event.key() in WALKING:
            QCoreApplication.sendEvent(self._listed, event)
        else:
            super().keyPressEvent(event)
