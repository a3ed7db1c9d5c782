"""Find a command, or what is open, by typing a few letters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QVBoxLayout, QWidget

from meantree.shown import shown
from meantree_gui.actions import CommandList, in_menu_order
from meantree_gui.command import BELOW
from meantree_gui.state.selection import Selection

MOST = 200
"""Lines of the list; more letters leave fewer."""
MOST_SEGMENTS = 2_000


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
        *(Entry(f"System{BELOW}{shown(name)}", "", partial(selection.choose_system, name)) for name in corpus.systems),
        *(
            Entry(f"Reference{BELOW}{shown(name)}", "", partial(selection.choose_reference, name))
            for name in corpus.references
        ),
        *(
            Entry(f"Segment{BELOW}{shown(segment.key)}", "", partial(selection.select, place))
            for place, segment in enumerate(corpus.segments[:MOST_SEGMENTS])
        ),
    ]


class CommandPalette(QDialog):
    """A line and a list; arrows choose, Enter does it."""

    def __init__(self, entries: Sequence[Entry], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Find or run")
        self.resize(460, 360)
        self._entries = list(entries)
        self._found: list[Entry] = []
        self.line, self.list = QLineEdit(), QListWidget()
        self.line.setPlaceholderText("A few letters of a command, a metric, a system or a segment")
        column = QVBoxLayout(self)
        column.addWidget(self.line)
        column.addWidget(self.list)
        self.line.installEventFilter(self)
        self.line.textChanged.connect(self._fill)
        self.line.returnPressed.connect(self._perform)
        self.list.itemActivated.connect(lambda _item: self._perform())
        self._fill("")

    def _fill(self, typed: str) -> None:
        found = [entry for entry in self._entries if letters_match(typed, entry.title)]
        # What has the letters side by side comes first; else the order stays.
        found.sort(key=lambda entry: typed.strip().casefold() not in entry.title.casefold())
        self._found = found[:MOST]
        self.list.clear()
        self.list.addItems([f"{entry.title}    {entry.key}".rstrip() for entry in self._found])
        self.list.setCurrentRow(0)

    def _perform(self) -> None:
        if self._found:
            self.accept()
            self._found[self.list.currentRow()].perform()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject.eventFilter: arrows in the line move in the list."""
        if watched is self.line and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
            if step is not None:
                self.list.setCurrentRow(min(self.list.count() - 1, max(0, self.list.currentRow() + step)))
                return True
        return super().eventFilter(watched, event)


def _key(action: QAction) -> str:
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
