"""Filters under names: kept on this computer, chosen from a menu beside the filter line."""

from __future__ import annotations

import json
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QInputDialog, QMenu, QToolButton

from meantree.escaping import escaped
from meantree_gui.actions import passing_menu
from meantree_gui.settings import NAMED_FILTERS, Settings


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
