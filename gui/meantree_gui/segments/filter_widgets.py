"""The line in which people filter: one row high, up to three where more is written."""

from __future__ import annotations

import json
from functools import partial
from typing import Final

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QTextOption
from PySide6.QtWidgets import QInputDialog, QMenu, QPlainTextEdit, QSizePolicy, QToolButton

from meantree.escaping import counted, escaped
from meantree_gui.actions import passing_menu
from meantree_gui.settings import NAMED_FILTERS, Settings
from meantree_gui.state.searching import Searching
from meantree_gui.widgets.choosers import StillComboBox

MOST_ROWS: Final = 3
ROOM: Final = 10
"""Pixels above and below the text, with the frame."""


class FilterLine(QPlainTextEdit):
    """Return ends it, Shift+Return begins a new row, Esc empties it.

    Signals:
        entered: Return was pressed.
        left: Esc was pressed, and there was nothing in it.
    """

    entered = Signal()
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("filter")
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(2)
        self.textChanged.connect(self._grow)
        self._grow()

    def text(self) -> str:
        """What is written."""
        return self.toPlainText()

    def setText(self, text: str) -> None:  # noqa: N802  # as other lines have it
        """Write something else."""
        self.setPlainText(text)
        cursor = self.textCursor()
        cursor.movePosition(cursor.MoveOperation.End)
        self.setTextCursor(cursor)

    def _grow(self) -> None:
        rows = max(1, min(MOST_ROWS, round(self.document().size().height())))
        self.setFixedHeight(rows * self.fontMetrics().lineSpacing() + ROOM)
        policy = Qt.ScrollBarPolicy
        is_full = self.document().size().height() > MOST_ROWS
        self.setVerticalScrollBarPolicy(policy.ScrollBarAsNeeded if is_full else policy.ScrollBarAlwaysOff)

    def sizeHint(self) -> QSize:
        """Override QPlainTextEdit.sizeHint."""
        return QSize(120, self.height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QPlainTextEdit.keyPressEvent."""
        is_plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and is_plain:
            self.entered.emit()
        elif event.key() == Qt.Key.Key_Escape:
            if self.toPlainText():
                self.clear()
            else:
                self.left.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QPlainTextEdit.resizeEvent: other rows may be needed."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._grow()


class GroupChooser(StillComboBox):
    """There where matches are grouped; the largest groups stand first."""

    def __init__(self, searching: Searching) -> None:
        super().__init__()
        self.searching = searching
        self.setAccessibleName("Groups of matches")
        self.setSizeAdjustPolicy(StillComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.hide()
        self.activated.connect(lambda place: searching.choose_group(self.itemData(place)))
        searching.changed.connect(self.fill)

    def fill(self) -> None:
        """Show the groups that there are now."""
        found = self.searching.found
        groups = found.groups if found is not None else {}
        with QSignalBlocker(self):
            self.clear()
            self.addItem(f"all {counted(len(groups), 'group')}", None)
            for group, matches in groups.items():
                self.addItem(f"{escaped(', '.join(group))}: {len(matches):,}", group)
            chosen = [None, *groups]
            self.setCurrentIndex(chosen.index(self.searching.group) if self.searching.group in chosen else 0)
        self.setVisible(bool(groups))


class NamedFilters(QToolButton):
    """A button that opens the menu of the filters that were saved.

    Signals:
        chosen: the line of the filter that was chosen.
    """

    chosen = Signal(str)

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        self.setArrowType(Qt.ArrowType.DownArrow)
        self.setAutoRaise(True)
        self.setToolTip("Named filters (Ctrl+Alt+F)")
        self.setAccessibleName("Named filters")
        self.line = ""
        self.clicked.connect(self.pop_up)

    @property
    def filters(self) -> dict[str, str]:
        """The lines by their names; what cannot be understood is left out."""
        try:
            kept = json.loads(NAMED_FILTERS.read(self.settings) or "{}")
        except (ValueError, RecursionError):
            return {}
        found = kept.items() if isinstance(kept, dict) else ()
        return {name: line for name, line in found if isinstance(line, str)}

    def pop_up(self) -> None:
        """Open the menu below the button."""
        self.menu_of_filters().popup(self.mapToGlobal(self.rect().bottomLeft()))

    def menu_of_filters(self) -> QMenu:
        """The saved filters, and what can be done with them."""
        menu, filters = passing_menu(self), self.filters
        for name, line in filters.items():
            action = menu.addAction(escaped(name).replace("&", "&&"))
            action.setToolTip(escaped(line))
            action.triggered.connect(partial(self._choose, line))
        if filters:
            menu.addSeparator()
        save = menu.addAction("Save this filter …", self.save)
        save.setEnabled(bool(self.line.strip()))
        delete = QMenu("Delete", menu)
        for name in filters:
            delete.addAction(escaped(name).replace("&", "&&")).triggered.connect(partial(self._delete, name))
        if filters:
            menu.addMenu(delete)
        return menu

    def save(self) -> None:
        """Ask for a name, and keep the line under it; another filter of that name is replaced."""
        if not self.line.strip():
            return
        name, is_good = QInputDialog.getText(self, "Save this filter", "Name of the filter:")
        if is_good and name.strip():
            self._keep({**self.filters, name.strip(): self.line})

    def _choose(self, line: str, _checked: bool = False) -> None:
        self.chosen.emit(line)

    def _delete(self, name: str, _checked: bool = False) -> None:
        self._keep({other: line for other, line in self.filters.items() if other != name})

    def _keep(self, filters: dict[str, str]) -> None:
        NAMED_FILTERS.write(self.settings, json.dumps(filters))
