"""The pages of the window over one selection, and the buttons that open them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol, cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QStackedWidget, QToolButton, QWidget

from meantree_gui.actions import GO_PAGE, Command, CommandList, key_text


class Tabbed(Protocol):
    """A page with tabs."""

    @property
    def tab(self) -> str:
        """The title of the tab that is shown."""

    def show_tab(self, title: str) -> None:
        """Show the tab of that title."""


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab of a page.

    Attributes:
        name: in the name of the command that opens it.
    """

    title: str
    name: str
    shortcuts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the window.

    Attributes:
        widget: of the page, or a function that creates it when the page is first opened.
        tabs: those of a page whose widget is :class:`Tabbed`.
        place: what is focused when the page is opened, in words.
        shortcuts: the keys that open the page, in addition to Ctrl and its number.
        refresh: draws the page again after the appearance changed.
        names_systems: whether it tells systems apart, and is closed to annotators who must not.
    """

    title: str
    widget: QWidget | Callable[[], QWidget]
    commands: tuple[CommandList, ...]
    place: str
    shortcuts: tuple[str, ...]
    focus: Callable[[], None]
    refresh: Callable[[], None]
    names_systems: bool = True
    tabs: tuple[Tab, ...] = ()


class Pages(QStackedWidget):
    """Shows and focuses one of the pages.

    Attributes:
        why_closed: why the pages that tell systems apart are closed; empty if they are open.

    Signals:
        closed: the pages that tell systems apart were closed or opened.
        refused: why a page was not opened.
        created: the widget of a page that is opened for the first time.
    """

    closed = Signal()
    refused = Signal(str)
    created = Signal(QWidget)

    def __init__(self, pages: Sequence[Page]) -> None:
        super().__init__()
        self.pages = tuple(pages)
        self.why_closed = ""
        self._not_created = {place: page.widget for place, page in enumerate(self.pages) if callable(page.widget)}
        for page in self.pages:
            self.addWidget(QWidget() if callable(page.widget) else page.widget)
        self.commands = [
            Command(f"go_to_{name}", f"Go to {place}", GO_PAGE, perform, keys)
            for name, place, perform, keys in self._openings()
        ]

    def open(self, page: Page, tab: str = "") -> None:
        """Show and focus a page, unless it is closed; of a page with tabs the one of that title, or the last."""
        if self.why_closed and page.names_systems:
            self.refused.emit(self.why_closed)
            return
        place = self.pages.index(page)
        self._create(place)
        if place != self.currentIndex():
            self.setFocus()  # or Qt would restore the focus within the page
        self.setCurrentIndex(place)
        if tab:
            cast("Tabbed", self.widget(place)).show_tab(tab)
        page.focus()

    def close_naming(self, why: str) -> None:
        """Close the pages that tell systems apart, with their commands, or open them again without a reason."""
        self.why_closed = why
        for page in self.pages:
            for commands in page.commands if page.names_systems else ():
                for _, action in commands:
                    action.setEnabled(not why)
        shown = self.pages[self.currentIndex()]
        if why and shown.names_systems:
            self.open(next(page for page in self.pages if not page.names_systems))
        self.closed.emit()

    def refresh(self) -> None:
        """Draw all pages again after the appearance changed."""
        for place, page in enumerate(self.pages):
            if place not in self._not_created:
                page.refresh()

    def open_titled(self, title: str) -> None:
        """Show the page or tab of that title; nothing if there is none."""
        for page in self.pages:
            if title == page.title:
                self.open(page)
            elif title in (tab.title for tab in page.tabs):
                self.open(page, title)

    @property
    def shown(self) -> str:
        """The title of the page that is shown, or of its tab."""
        page = self.pages[self.currentIndex()]
        return cast("Tabbed", self.currentWidget()).tab if page.tabs else page.title

    def _create(self, place: int) -> None:
        make, empty = self._not_created.pop(place, None), self.widget(place)
        if make is not None and empty is not None:
            widget = make()
            self.insertWidget(place, widget)
            self.created.emit(widget)
            self.removeWidget(empty)
            empty.deleteLater()

    def _openings(self) -> Iterator[tuple[str, str, Callable[[], None], tuple[str, ...]]]:
        """Yield name, place and keys of pages and tabs, and what opens them."""
        for number, page in enumerate(self.pages, start=1):
            yield page.title.lower(), page.place, partial(self.open, page), (*page.shortcuts, f"Ctrl+{number}")
            for tab in page.tabs:
                yield tab.name, tab.title, partial(self.open, page, tab.title), tab.shortcuts


class PageBar(QWidget):
    """A row of buttons for the pages; that of the present page is pressed."""

    def __init__(self, pages: Pages) -> None:
        super().__init__()
        self.pages = pages
        self.buttons = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 2, 8, 2)
        row.setSpacing(0)
        for place, page in enumerate(pages.pages):
            button = QToolButton()
            button.setText(page.title)
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the focus stays in the page
            button.setProperty("role", "page")
            button.clicked.connect(partial(pages.open, page))
            self.buttons.addButton(button, place)
            row.addWidget(button)
        pages.currentChanged.connect(self._follow)
        pages.closed.connect(self._show_closed)
        self._follow(pages.currentIndex())
        self._show_closed()

    def _show_closed(self) -> None:
        for button in self.buttons.buttons():
            page, why = self.pages.pages[self.buttons.id(button)], self.pages.why_closed
            button.setEnabled(not (why and page.names_systems))
            keys = page.shortcuts or tuple(key for tab in page.tabs for key in tab.shortcuts[:1])
            does = f"Go to {page.place} ({', '.join(map(key_text, keys))})"
            button.setToolTip(does if button.isEnabled() else why)

    def _follow(self, place: int) -> None:
        self.buttons.button(place).setChecked(True)
