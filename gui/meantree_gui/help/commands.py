"""The commands of the menu Help that open something to read."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QWidget

from meantree_gui.actions import Command, CommandList
from meantree_gui.help.guide import Guide
from meantree_gui.help.sheet import Chapter, Sheet


class Help:
    """Keys, metrics and roles, a sheet each."""

    def __init__(self, window: QWidget, guide: Guide, lists: Callable[[], Sequence[CommandList]]) -> None:
        self.window, self._lists = window, lists
        self.commands = (
            Command("show_shortcuts", "Keyboard shortcuts", "Help", self.show_keys, ("F1",)),
            Command("show_metrics", "Metrics explained", "Help", self.show_metrics, ("Shift+F1",)),
            Command("show_roles", "Semantic roles explained", "Help", self.show_roles, ("Ctrl+F1",)),
            Command("show_guide", "Guide on the picture", "Help", guide.open),
        )

    def show_keys(self) -> Sheet:
        """All keys, as they are now."""
        from meantree_gui.help.keys import key_chapters

        return self._open("Keyboard shortcuts", key_chapters(self._lists()))

    def show_metrics(self, first: str = "") -> Sheet:
        """What each metric is; ``first`` is the name of the one that is shown."""
        from meantree_gui.help.concepts import metric_chapters

        return self._open("Metrics explained", metric_chapters(), first)

    def show_roles(self) -> Sheet:
        """What each semantic role means."""
        from meantree_gui.help.concepts import role_chapters

        return self._open("Semantic roles explained", role_chapters())

    def _open(self, title: str, chapters: Sequence[Chapter], first: str = "") -> Sheet:
        sheet = Sheet(title, chapters, self.window, first=first)
        sheet.show()  # beside the work, not in its way
        return sheet
