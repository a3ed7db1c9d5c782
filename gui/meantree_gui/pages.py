"""The pages of the window over one selection, the buttons that open them, and the panels that each shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QButtonGroup, QDockWidget, QHBoxLayout, QStackedWidget, QToolButton, QWidget

from meantree_gui.actions import Command, CommandList, key_text
from meantree_gui.settings import EVIDENCE, Settings, StoredSetting


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


class PageBar(QWidget):
    """One button a page; that of the open page is pressed."""

    def __init__(self, pages: Pages) -> None:
        super().__init__()
        self.pages = pages
        self.buttons = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 2, 8, 2)
        row.setSpacing(0)
        for place, page in enumerate(pages.pages):
            if page.within:
                continue
            button = QToolButton()
            button.setText(page.title)
            button.setToolTip(f"Go to {page.place} ({', '.join(map(key_text, page.shortcuts))})")
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # pages have keys; the keys stay with the page
            button.setProperty("role", "page")
            button.clicked.connect(partial(pages.open, page))
            self.buttons.addButton(button, place)
            row.addWidget(button)
        pages.currentChanged.connect(self._follow)
        self._follow(pages.currentIndex())

    def _follow(self, place: int) -> None:
        page = self.pages.pages[place]
        titles = [one.title for one in self.pages.pages]
        self.buttons.button(titles.index(page.within or page.title)).setChecked(True)


class SegmentsHolder(Protocol):
    """The panel of segments, as far as pages know it: the list of a page can take its place."""

    own_list: OwnList | None


ABOUT_ONE = ("Inspect",)
"""Pages that are about one segment at a time; the annotation editor shows its score itself."""


class PagePanels(QObject):
    """Each page keeps what the user chose for it."""

    def __init__(self, pages: Pages, panel: SegmentsHolder, docks: Sequence[QDockWidget], settings: Settings) -> None:
        super().__init__(pages)
        self.pages, self.panel, self.settings = pages, panel, settings
        self.segments, self.evidence = docks
        self._are_segments_away = False
        pages.currentChanged.connect(self.follow)
        self.evidence.toggleViewAction().triggered.connect(self._remember)

    def follow(self) -> None:
        """Show or hide the evidence as the page wants it, and the segments beside a list of its own."""
        self.evidence.setVisible(self._setting(self._page).read(self.settings))
        self.panel.own_list = self.pages.own_list
        if self.panel.own_list is not None:
            self._are_segments_away |= not self.segments.isHidden()
            self.segments.hide()
        else:
            self.bring_segments_back()

    def bring_segments_back(self) -> None:
        """Show the segments if a page with a list of its own hid them."""
        if self._are_segments_away:
            self._are_segments_away = False
            self.segments.show()

    def want_evidence(self) -> None:
        """Show it on this page from now on."""
        self._remember(True)
        self.evidence.show()

    def _remember(self, shown: bool) -> None:
        self._setting(self._page).write(self.settings, shown)

    @property
    def _page(self) -> Page:
        return self.pages.pages[self.pages.currentIndex()]

    def _setting(self, page: Page) -> StoredSetting[bool]:
        kept = EVIDENCE.of(page.title.lower())
        return replace(kept, default=page.title in ABOUT_ONE)
