"""Find a command, or what is open, by typing a few letters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QFrame, QListWidget, QVBoxLayout, QWidget
from shiboken6 import isValid

from meantree.escaping import escaped
from meantree_gui.actions import BELOW, CommandList, in_menu_order
from meantree_gui.state.selection import Selection
from meantree_gui.widgets.choosers import MOVE_KEYS, SearchLine

MOST = 200
"""Lines of the list; more letters leave fewer."""
MOST_SEGMENTS = 2_000
WIDTH, HEIGHT, TOP = 560, 400, 60
"""Pixels, the last one below the upper edge of the window."""


def letters_match(typed: str, title: str) -> bool:
    """Whether the letters typed occur in ``title`` in this order."""
    rest = iter(title.casefold())
    return all(letter in rest for letter in typed.casefold() if not letter.isspace())


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the palette: what it says, the key that does the same, and what it does."""

    title: str
    key: str
    perform: Callable[[], object]


def command_entries(lists: Iterable[CommandList]) -> list[Entry]:
    """All commands that are offered now, in the order of the menus."""
    return [
        Entry(f"{command.menu}{BELOW}{command.title}", _key(action), action.trigger)
        for command, action in in_menu_order(lists)
        if command.is_offered is None or command.is_offered()
    ]


def place_entries(selection: Selection) -> list[Entry]:
    """Metrics, systems, references and segments of what is open; of many segments the first, the filter finds all."""
    corpus = selection.workspace.corpus
    if corpus is None:
        return []
    return [
        *(Entry(f"Metric{BELOW}{spec}", "", partial(selection.choose_focus, spec)) for spec in selection.scoring.specs),
        *(
            Entry(f"System{BELOW}{escaped(name)}", "", partial(selection.choose_system, name))
            for name in corpus.systems
        ),
        *(
            Entry(f"Reference{BELOW}{escaped(name)}", "", partial(selection.choose_reference, name))
            for name in corpus.references
        ),
        *(
            Entry(f"Segment{BELOW}{escaped(segment.key)}", "", partial(selection.select, place))
            for place, segment in enumerate(corpus.segments[:MOST_SEGMENTS])
        ),
    ]


def rank(typed: str, title: str) -> tuple[bool, bool, bool]:
    """Return the sort key of an entry: names that are what is typed come first, then those that begin with it, then
    titles that contain it; the others keep their order."""
    wanted, name = typed.strip().casefold(), title.rpartition(BELOW)[2].casefold()
    return name != wanted, not name.startswith(wanted), wanted not in title.casefold()


class CommandPalette(QFrame):
    """A line and a list within the window; arrows choose, Return performs, Esc or a click elsewhere closes.

    It is no window of its own, since a window gets the keys only when the window manager says so: letters typed until
    then would act in the main window.
    """

    def __init__(self, entries: Sequence[Entry], parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "guide")
        self.setAccessibleName("Find or run")
        self.setAutoFillBackground(True)
        self._entries = list(entries)
        self._found: list[Entry] = []
        self._over, self._before = parent, QApplication.focusWidget()
        self.list = QListWidget()
        self.line = SearchLine("A few letters of a command, a metric, a system or a segment", self.list)
        column = QVBoxLayout(self)
        column.addWidget(self.line)
        column.addWidget(self.list)
        self.line.installEventFilter(self)
        self.line.textChanged.connect(self._fill)
        self.line.returnPressed.connect(self._perform)
        self.list.itemActivated.connect(lambda _item: self._perform())
        self._fill("")

    def open(self) -> None:
        """Show it at the top of the window and give it the keys."""
        over = self._over
        width, height = min(WIDTH, over.width()), min(HEIGHT, over.height())
        self.setGeometry((over.width() - width) // 2, min(TOP, over.height() - height), width, height)
        self.show()
        self.raise_()
        self.line.setFocus(Qt.FocusReason.PopupFocusReason)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._follow_focus)

    def dismiss(self) -> None:
        """Close it; the keys go back to what had them."""
        if self._before is not None and isValid(self._before):
            self._before.setFocus()
        self._close()

    def _close(self) -> None:
        self.hide()
        self.deleteLater()

    def _follow_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Close it when something else of the program gets the keys."""
        if now is not None and not self.isHidden() and not self.isAncestorOf(now):
            self._close()

    def _fill(self, typed: str) -> None:
        found = [entry for entry in self._entries if letters_match(typed, entry.title)]
        found.sort(key=lambda entry: rank(typed, entry.title))
        self._found = found[:MOST]
        self.list.clear()
        self.list.addItems([f"{entry.title}    {entry.key}".rstrip() for entry in self._found])
        self.list.setCurrentRow(0)

    def _perform(self) -> None:
        if self._found:
            chosen = self._found[self.list.currentRow()]
            self.dismiss()
            chosen.perform()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject.eventFilter: arrows in the line are the list's, Esc closes."""
        if watched is self.line and isinstance(event, QKeyEvent) and event.key() in (*MOVE_KEYS, Qt.Key.Key_Escape):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()  # these keys are not the window's now
                return True
            if event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape:
                self.dismiss()
                return True
        return super().eventFilter(watched, event)


def _key(action: QAction) -> str:
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
