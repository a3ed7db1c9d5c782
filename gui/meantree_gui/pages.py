"""The pages of the window over one selection; one of them is shown at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from PySide6.QtWidgets import QStackedWidget, QWidget

from meantree_gui.actions import CommandList
from meantree_gui.command import Command


class OwnList(Protocol):
    """A list of translations that a page has in place of the segments; the keys of these go there."""

    def go_to_list(self) -> None:
        """Keys go to the list."""

    def step(self, by: int) -> None:
        """Choose the translation ``by`` rows further down."""


@dataclass(frozen=True, slots=True)
class Page:
    """One room of the window.

    Attributes:
        title: its name, one word.
        widget: what is shown.
        commands: what can be done there.
        place: where keys go, in words, when it is opened.
        shortcuts: the keys that open it, beside Ctrl and its number.
        focus: lets it take the keys.
        refresh: draws it again, after the appearance changed.
        within: the title of the page whose button leads here, too; empty for a page with a button of its own.
        own_list: the list that it has in place of the segments, if it has one.
    """

    title: str
    widget: QWidget
    commands: tuple[CommandList, ...]
    place: str
    shortcuts: tuple[str, ...]
    focus: Callable[[], None]
    refresh: Callable[[], None]
    within: str = ""
    own_list: OwnList | None = None


class Pages(QStackedWidget):
    """Shows a page, and gives it the keys."""

    def __init__(self, pages: Sequence[Page]) -> None:
        super().__init__()
        self.pages = tuple(pages)
        for page in self.pages:
            self.addWidget(page.widget)
        self.commands = [self._opening(page, number) for number, page in enumerate(self.pages, start=1)]

    def open(self, page: Page) -> None:
        """Show a page; the keys go to it."""
        if page.widget is not self.currentWidget():
            self.setFocus()  # else Qt gives them back to what had them there, and the page would hand them on
        self.setCurrentWidget(page.widget)
        page.focus()

    def refresh(self) -> None:
        """Draw all again, after the appearance changed."""
        for page in self.pages:
            page.refresh()

    def _opening(self, page: Page, number: int) -> Command:
        name, title = f"go_to_{page.title.lower()}", f"Go to {page.place}"
        keys = page.shortcuts if page.within else (*page.shortcuts, f"Ctrl+{number}")
        return Command(name, title, "Go", partial(self.open, page), keys)
