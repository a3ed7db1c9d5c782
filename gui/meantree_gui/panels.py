"""The panels at the sides of the window: their widths, which page shows which, and the place of the window itself."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QMargins, QRect, Qt, QTimer
from PySide6.QtGui import QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QMenu, QWidget

from meantree_gui.pages import Pages
from meantree_gui.settings import EVIDENCE, GEOMETRY, PANELS, Settings, StoredSetting, layout_of, text_of

if TYPE_CHECKING:
    from meantree_gui.segments.segment_panel import SegmentPanel

PANEL_SHARES = (0.26, 0.28)
"""The shares of the width for segments and evidence by default."""
EVIDENCE_PAGES = ("Inspect",)
"""Pages that show the evidence by default: those of one segment; the annotation editor shows its score itself."""


class PanelWindow(QMainWindow):
    """A window with two panels, which shrink with it but never grow on their own; all is stored when it closes."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        self.docks: tuple[QDockWidget, ...] = ()
        self._chosen: dict[QDockWidget, tuple[int, int]] = {}
        """The width of each panel as the user left it, and that of the window then."""
        self._pressed: list[int] = []
        self._is_placed = False
        self.resize(1400, 860)
        kept = GEOMETRY.read(settings)
        if kept:
            self.restoreGeometry(layout_of(kept))
        fit(self, is_placed=bool(kept))

    def add_panels(self, pages: Pages, segments: SegmentPanel, evidence: QWidget) -> None:
        """Add the panels, at the left and at the right of the pages."""
        area = Qt.DockWidgetArea
        left = self._dock("Segments", segments, area.LeftDockWidgetArea)
        self.docks = left, self._dock("Scores and evidence", evidence, area.RightDockWidgetArea)
        self._shown = pages
        pages.currentChanged.connect(self._follow_page)
        self.docks[1].toggleViewAction().triggered.connect(
            lambda is_shown: self._evidence.write(self.settings, is_shown)
        )

    def restore_panels(self, view_menu: QMenu) -> None:
        """Restore the stored layout, once all other parts are there; the menu gets the commands that show panels."""
        for place, dock in enumerate(self.docks, start=1):
            action = dock.toggleViewAction()
            action.setShortcut(QKeySequence(f"Ctrl+Shift+{place}"))
            view_menu.addAction(action)
        self._first_state = self.saveState()
        kept = PANELS.read(self.settings)
        if kept:
            self.restoreState(layout_of(kept))
        self._follow_page()
        QTimer.singleShot(0, self, self._place_panels)  # after Qt has laid out the parts

    def show_evidence(self) -> None:
        """Show the evidence on this page from now on."""
        self._evidence.write(self.settings, True)
        self.docks[1].show()

    def _follow_page(self) -> None:
        """Show or hide the evidence as chosen for the page."""
        self.docks[1].setVisible(self._evidence.read(self.settings))

    @property
    def _evidence(self) -> StoredSetting[bool]:
        """Whether the page that is shown has the evidence beside it."""
        title = self._shown.pages[self._shown.currentIndex()].title
        return replace(EVIDENCE.of(title.lower()), default=title in EVIDENCE_PAGES)

    def store_layout(self) -> None:
        """Store the place of the window and the layout of its panels."""
        GEOMETRY.write(self.settings, text_of(self.saveGeometry()))
        PANELS.write(self.settings, text_of(self.saveState()))

    def reset_layout(self) -> None:
        """Restore the default layout of the panels."""
        self.restoreState(self._first_state)
        for dock in self.docks:
            dock.show()
        self._choose_shares()

    def _choose_shares(self) -> None:
        width = self.width()
        widths = [round(width * share) for share in PANEL_SHARES]
        self._chosen = {dock: (wanted, width) for dock, wanted in zip(self.docks, widths, strict=True)}
        self.resizeDocks(list(self.docks), widths, Qt.Orientation.Horizontal)

    def _dock(self, title: str, widget: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = QDockWidget(title, self)
        dock.setObjectName(title)
        dock.setWidget(widget)
        self.addDockWidget(area, dock)
        return dock

    def _place_panels(self) -> None:
        """Restore the stored layout: a visible window that restores it before it is laid out changes the widths."""
        layout = PANELS.read(self.settings)
        if layout and self.isVisible():
            self.restoreState(layout_of(layout))
            self._follow_page()
        self._share_width()
        self._is_placed = True

    def _share_width(self) -> None:
        """Set the default widths of the panels if none are stored; Qt accepts them only in a visible window."""
        if self.isVisible() and not PANELS.read(self.settings):
            self._choose_shares()

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget.showEvent: set the widths of the panels."""
        super().showEvent(event)
        if self.docks and not event.spontaneous():
            self._share_width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QMainWindow.resizeEvent: panels keep their widths, or in a smaller window their shares of it."""
        before = event.oldSize().width()
        docks = [dock for dock in self.docks if dock.isVisible() and not dock.isFloating()]
        if before > 0 and self._is_placed:
            for dock in docks:
                self._chosen.setdefault(dock, (dock.width(), before))
        super().resizeEvent(event)
        docks = [dock for dock in docks if dock in self._chosen]
        if docks and before != self.width():
            chosen = [self._chosen[dock] for dock in docks]
            widths = [round(width * min(1.0, self.width() / window)) for width, window in chosen]
            self.resizeDocks(docks, widths, Qt.Orientation.Horizontal)

    def event(self, event: QEvent) -> bool:
        """Override QMainWindow.event: dragging the border of a panel chooses its width.

        Nothing else does: in a small window, panels may exceed or miss their shares as long as it is small.
        """
        if event.type() == QEvent.Type.MouseButtonPress:
            self._pressed = [dock.width() for dock in self.docks]
        elif event.type() == QEvent.Type.MouseButtonRelease and self._pressed:
            self._chosen = self._chosen if self._pressed == [dock.width() for dock in self.docks] else {}
        return super().event(event)


FRAME: Final = QMargins(8, 40, 8, 8)
"""Pixels of the title bar and the borders, whose real sizes are unknown before a window is shown."""


def fit(window: QWidget, *, is_placed: bool) -> None:
    """Fit a window into the available area of its screen.

    Args:
        window: not shown yet; a maximized window does not change.
        is_placed: whether its position is stored; else the window manager chooses one.
    """
    if window.isMaximized() or window.isFullScreen():
        return
    room = window.screen().availableGeometry().marginsRemoved(FRAME)
    if is_placed:
        wanted = within(window.geometry(), room)
        if wanted != window.geometry():
            window.setGeometry(wanted)
    else:
        window.resize(window.size().boundedTo(room.size()))


def within(wanted: QRect, room: QRect) -> QRect:
    """Return the nearest and largest rectangle inside ``room``."""
    fitted = QRect(wanted.topLeft(), wanted.size().boundedTo(room.size()))
    fitted.moveRight(min(fitted.right(), room.right()))
    fitted.moveBottom(min(fitted.bottom(), room.bottom()))
    fitted.moveLeft(max(fitted.left(), room.left()))
    fitted.moveTop(max(fitted.top(), room.top()))
    return fitted
