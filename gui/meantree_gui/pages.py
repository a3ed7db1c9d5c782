"""The pages of the window over one selection; one of them is shown at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol, runtime_checkable

from PySide6.QtWidgets import QStackedWidget, QWidget

from meantree_gui.actions import Command, CommandList


@runtime_checkable
class OwnList(Protocol):
    """A page with a list of its own in place of the segments; the keys of these go there."""

    def go_to_list(self) -> None:
        """Keys go to the list."""

    def step(self, by: int) -> None:
        """Choose the translation ``by`` rows further down."""


@dataclass(frozen=True, slots=True)
class Page:
    """One room of the window.

    Attributes:
        title: its name, one word.
        widget: what is shown, or what makes it when it is first opened.
        commands: what can be done there.
        place: where keys go, in words, when it is opened.
        shortcuts: the keys that open it, beside Ctrl and its number.
        focus: lets it take the keys.
        refresh: draws what was made again, after the appearance changed.
        within: the title of the page whose button leads here, too; empty for a page with a button of its own.
    """

    title: str
    widget: QWidget | Callable[[], QWidget]
    commands: tuple[CommandList, ...]
    place: str
    shortcuts: tuple[str, ...]
    focus: Callable[[], None]
    refresh: Callable[[], None]
    within: str = ""


class Pages(QStackedWidget):
    """Shows a page, and gives it the keys."""

    def __init__(self, pages: Sequence[Page]) -> None:
        super().__init__()
        self.pages = tuple(pages)
        self._unmade = {place: page.widget for place, page in enumerate(self.pages) if callable(page.widget)}
        for page in self.pages:
            self.addWidget(QWidget() if callable(page.widget) else page.widget)
        self.commands = [self._opening(page, number) for number, page in enumerate(self.pages, start=1)]

    def open(self, page: Page) -> None:
        """Show a page; the keys go to it."""
        place = self.pages.index(page)
        self._make(place)
        if place != self.currentIndex():
            self.setFocus()  # else Qt gives them back to what had them there, and the page would hand them on
        self.setCurrentIndex(place)
        page.focus()

    def refresh(self) -> None:
        """Draw all again, after the appearance changed."""
        for place, page in enumerate(self.pages):
            if place not in self._unmade:
                page.refresh()

    def open_titled(self, title: str) -> None:
        """Show the page of that title."""
        self.open(next(page for page in self.pages if page.title == title))

    @property
    def own_list(self) -> OwnList | None:
        """The page that is shown, if it has a list in place of the segments."""
        shown: object = self.currentWidget()
        return shown if isinstance(shown, OwnList) else None

    def is_shown(self, title: str) -> bool:
        """Return whether a page is the one that is shown."""
        return self.pages[self.currentIndex()].title == title

    def _make(self, place: int) -> None:
        make, empty = self._unmade.pop(place, None), self.widget(place)
        if make is not None and empty is not None:
            self.insertWidget(place, make())
            self.removeWidget(empty)
            empty.deleteLater()

    def _opening(self, page: Page, number: int) -> Command:
        name, title = f"go_to_{page.title.lower()}", f"Go to {page.place}"
        keys = page.shortcuts if page.within else (*page.shortcuts, f"Ctrl+{number}")
        return Command(name, title, "Go", partial(self.open, page), keys)
