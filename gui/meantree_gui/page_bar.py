"""The row of buttons that shows which page is open, and opens another."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QWidget

from meantree_gui.actions import key_text
from meantree_gui.pages import Pages


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
