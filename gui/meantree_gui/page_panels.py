"""Which page shows the evidence beside it: scores of one segment are of use where one segment is looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDockWidget

from meantree_gui.pages import Page, Pages
from meantree_gui.segments.segment_panel import SegmentPanel
from meantree_gui.settings import EVIDENCE, Settings, StoredSetting

ABOUT_ONE = ("Inspect",)
"""Pages that are about one segment at a time; the annotation editor shows its score itself."""


class PagePanels(QObject):
    """Each page keeps what the user chose for it."""

    def __init__(self, pages: Pages, panel: SegmentPanel, docks: Sequence[QDockWidget], settings: Settings) -> None:
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
