"""The command palette: commands, metrics, systems, references and segments, found by a few letters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QListWidget, QWidget
from shiboken6 import isValid

from meantree.escaping import escaped
from meantree_gui.actions import BELOW, CommandList, in_menu_order, key_text
from meantree_gui.state.selection import Selection
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.choosers import MOVE_KEYS, SearchLine

MAX_ENTRIES = 200
"""Entries that are listed at most."""
MAX_SEGMENTS = 2_000
WIDTH, HEIGHT, TOP = 560, 400, 60
"""Size in pixels, and distance from the upper edge of the window."""

ALSO: Final = {
    "zoom_in": "text font size larger bigger enlarge",
    "zoom_out": "text font size smaller",
    "sort_by_score": "order worst best lowest highest first ascending descending metric",
    "least_sure_first": "order confidence lowest unsure parser",
    "search_structure": "find query pattern grew syntax",
    "go_to_errors": "findings error types statistics",
    "go_to_explore": "plot chart scatter correlation",
    "export_scores": "csv tsv excel table",
    "save_picture": "image svg pdf latex",
    "write_report": "pdf html print",
    "take_or_attach": "correct edit tree dependency",
    "relabel": "correct edit relation",
    "pick_or_link": "correct edit alignment align",
}
"""Other words by which people look for a command, by its name."""


def letters_match(typed: str, title: str) -> bool:
    """Return whether the typed letters occur in ``title`` in this order."""
    letters = iter(title.casefold())
    return all(letter in letters for letter in typed.casefold() if not letter.isspace())


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the palette: its title, its key, its action, and other words by which it is found."""

    title: str
    key: str
    perform: Callable[[], object]
    also: str = ""

    def has_words(self, typed: str) -> bool:
        """Return whether the title and the other words have each typed word, perhaps as a part of one."""
        words = f"{self.title} {self.also}".casefold()
        return all(word in words for word in typed.casefold().split())


def command_entries(lists: Iterable[CommandList]) -> list[Entry]:
    """Return all commands that are available, in the order of the menus."""
    return [
        Entry(
            f"{command.menu}{BELOW}{command.title}",
            key_text(action.shortcut().toString()),
            action.trigger,
            ALSO.get(command.name, ""),
        )
        for command, action in in_menu_order(lists)
        if action.isEnabled() and (command.is_offered is None or command.is_offered())
    ]


def place_entries(selection: Selection) -> list[Entry]:
    """Return the metrics, systems, references and first segments of the open corpus; the filter finds all segments."""
    corpus, specs = selection.workspace.corpus, selection.scoring.specs
    if corpus is None:
        return []
    others = (view for view in selection.views if view not in specs)
    return [
        *(Entry(f"Metric{BELOW}{spec}", "", partial(selection.choose_metric, spec)) for spec in specs),
        *(Entry(f"View{BELOW}{view}", "", partial(selection.choose_focus, view)) for view in others),
        *(
            Entry(f"System{BELOW}{escaped(name)}", "", partial(selection.choose_system, name))
            for name in (corpus.systems if not selection.workspace.naming.why_not else ())
        ),
        *(
            Entry(f"Reference{BELOW}{escaped(name)}", "", partial(selection.choose_reference, name))
            for name in corpus.references
        ),
        *(
            Entry(f"Segment {place + 1}{BELOW}{escaped(segment.key)}", "", partial(selection.select, place))
            for place, segment in enumerate(corpus.segments[:MAX_SEGMENTS])
        ),
    ]


def rank(typed: str, entry: Entry) -> tuple[bool, bool, bool, bool, bool]:
    """Return the sort key of an entry.

    Names equal to the typed text come first, then the segment of that number, then names that begin with the text,
    then titles that contain it, then entries that have its words.
    """
    text, title = typed.strip().casefold(), entry.title.casefold()
    name = title.rpartition(BELOW)[2]
    is_number = title.startswith(f"segment {text}{BELOW}")
    return name != text, not is_number, not name.startswith(text), text not in title, not entry.has_words(typed)


class CommandPalette(QFrame):
    """A search line and a list inside the window; arrow keys select, Return runs, Esc or a click elsewhere closes.

    It is not a window of its own: the window manager decides when a window gets the focus, and letters typed before
    that would act in the main window.
    """

    def __init__(self, entries: Sequence[Entry], parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("role", "guide")
        self.setAccessibleName("Find or run")
        self.setAutoFillBackground(True)
        self._entries = list(entries)
        self._matches: list[Entry] = []
        self._over, self._before = parent, QApplication.focusWidget()
        self.list = QListWidget()
        self.line = SearchLine("A few letters of a command, a metric, a system or a segment", self.list)
        in_column(self, self.line, self.list)
        self.line.installEventFilter(self)
        self.line.textChanged.connect(self._fill)
        self.line.returnPressed.connect(self._perform)
        self.list.itemActivated.connect(lambda _item: self._perform())
        self._fill("")

    def open(self) -> None:
        """Show and focus the palette at the top of the window."""
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
        """Close the palette and restore the focus."""
        if self._before is not None and isValid(self._before):
            self._before.setFocus()
        self._close()

    def _close(self) -> None:
        self.hide()
        self.deleteLater()

    def _follow_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Close the palette when another widget gets the focus."""
        if now is not None and not self.isHidden() and not self.isAncestorOf(now):
            self._close()

    def _fill(self, typed: str) -> None:
        matches = [entry for entry in self._entries if letters_match(typed, entry.title) or entry.has_words(typed)]
        matches.sort(key=lambda entry: rank(typed, entry))
        self._matches = matches[:MAX_ENTRIES]
        self.list.clear()
        self.list.addItems([f"{entry.title}    {entry.key}".rstrip() for entry in self._matches])
        self.list.setCurrentRow(0)

    def _perform(self) -> None:
        if self._matches:
            chosen = self._matches[self.list.currentRow()]
            self.dismiss()
            chosen.perform()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject.eventFilter: arrow keys go to the list, Esc closes."""
        if watched is self.line and isinstance(event, QKeyEvent) and event.key() in (*MOVE_KEYS, Qt.Key.Key_Escape):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()  # not a shortcut of the window
                return True
            if event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape:
                self.dismiss()
                return True
        return super().eventFilter(watched, event)
