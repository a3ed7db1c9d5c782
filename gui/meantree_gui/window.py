"""The main window: it puts pages, panels, menus and status bar together."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QMargins, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeySequence,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from meantree_gui.actions import Command
from meantree_gui.file_dialogs import keep_folder_in
from meantree_gui.settings import GEOMETRY, PANELS, Settings, layout_of, text_of
from meantree_gui.widgets.boxes import in_column

if TYPE_CHECKING:
    from meantree_gui.actions import CommandList
    from meantree_gui.exporting import ShownPicture
    from meantree_gui.state.selection import Selection


PANEL_SHARES = (0.26, 0.28)
"""The shares of the width for segments and evidence by default."""


class MainWindow(QMainWindow):
    """The main window: segments at the left, a page in the middle, scores and evidence at the right.

    Its parts declare the commands. It is shown before its parts exist: their imports take several times as long.

    Signals:
        painted: it was painted for the first time.
    """

    painted = Signal()

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        self.is_furnished = self._is_painted = False
        self.may_ask = True  # before it closes; if not, the next start offers unsaved corrections
        self._shares: dict[QDockWidget, float] = {}
        self._pressed: list[int] = []
        self._is_placed = False
        self.setWindowTitle("Meantree")
        self.resize(1400, 860)
        self.setAcceptDrops(True)
        kept = GEOMETRY.read(settings)
        if kept:
            self.restoreGeometry(layout_of(kept))
        fit(self, is_placed=bool(kept))

    def furnish(self, selection: Selection) -> None:
        """Create all parts."""
        from meantree_gui.actions import fill_menus
        from meantree_gui.connections import Connections
        from meantree_gui.opening.last_session import RecentMenu
        from meantree_gui.pages import PagePanels
        from meantree_gui.runtime import GarbageCollection
        from meantree_gui.theme import apply_style_sheet

        self.selection, self.scoring, self.workspace = selection, selection.scoring, selection.workspace
        self.background, self.garbage = self.workspace.background, GarbageCollection(self.workspace.background, self)
        self._create_parts()
        self._arrange()
        apply_style_sheet(self)
        self.command_lists = self._command_lists()
        self.settings_command.apply_shortcuts()
        self.menus = fill_menus(self.menuBar(), self.command_lists)
        self.recent = RecentMenu(self.menus["File"], self.session)
        self._view_toggles()
        self._first_state = self.saveState()
        kept = PANELS.read(self.settings)
        if kept:
            self.restoreState(layout_of(kept))
        else:
            self._shares = dict(zip(self.docks, PANEL_SHARES, strict=True))
        self.is_furnished = True
        QTimer.singleShot(0, self, self._place_panels)  # after Qt has laid out the parts
        self.page_panels = PagePanels(self.pages, self.segments, self.docks, self.settings)
        self.page_panels.follow()
        Connections(self)
        for changed in (self.selection.started, self.workspace.segment_changed, self.workspace.annotations.changed):
            changed.connect(self._show_title)
        self.segments.table.setFocus()
        selection.refresh()

    def _arrange(self) -> None:
        from meantree_gui.pages import PageBar

        self.page_bar = PageBar(self.pages)  # the menu bar does not keep it alive
        self.menuBar().setCornerWidget(self.page_bar)
        self.setCentralWidget(self._central())
        self.setStatusBar(self.status)
        self.docks: tuple[QDockWidget, QDockWidget] = (
            self._dock("Segments", self.segments, Qt.DockWidgetArea.LeftDockWidgetArea),
            self._dock("Scores and evidence", self.evidence, Qt.DockWidgetArea.RightDockWidgetArea),
        )

    def _central(self) -> QWidget:
        """Return the pages, below the notice on the project."""
        central = QWidget()
        self.column = in_column(central, self.notice, (self.pages, 1), margins=(0, 0, 0, 0), gap=0)
        return central

    def _create_parts(self) -> None:
        from meantree_gui.adjudication.adjudication_panel import AdjudicationPanel
        from meantree_gui.adjudication.gold_standard_pages import GoldStandardPages
        from meantree_gui.annotation_editor.annotation_editor import AnnotationEditor
        from meantree_gui.annotation_editor.annotation_panel import AnnotationPanel
        from meantree_gui.corpus_pages import CorpusPages
        from meantree_gui.dialogs import ErrorMessages
        from meantree_gui.evidence.evidence_panel import EvidencePanel
        from meantree_gui.exporting import Exporter
        from meantree_gui.help.guide import Guide
        from meantree_gui.help.help_window import Help
        from meantree_gui.inspect_page import InspectPage
        from meantree_gui.opening.last_session import LastSession
        from meantree_gui.opening.opener import FileOpener
        from meantree_gui.pages import Pages
        from meantree_gui.projects import Projects
        from meantree_gui.segments.segment_panel import SegmentPanel
        from meantree_gui.settings_dialog.settings_dialog import SettingsCommand
        from meantree_gui.state.filtering import Filtering
        from meantree_gui.state.project_analyses import OtherAnalyser
        from meantree_gui.status import AnalyserNotice, StatusBar
        from meantree_gui.team import Team
        from meantree_gui.theme import Appearance

        selection, workspace, settings = self.selection, self.workspace, self.settings
        self.errors, self.appearance = ErrorMessages(self), Appearance(settings, self)
        settings.report_to(self.errors.show)
        keep_folder_in(settings)
        analyser = OtherAnalyser(workspace)
        self.status, self.notice = StatusBar(selection, analyser), AnalyserNotice(analyser)
        self.inspect = InspectPage(selection, settings)
        self.centre = self.inspect.centre
        self.filtering = Filtering(selection)
        self.segments, self.evidence = SegmentPanel(selection, self.filtering, settings), EvidencePanel(selection)
        self.annotation_editor = AnnotationEditor(selection)
        self.annotation_panel = AnnotationPanel(self.annotation_editor, settings)
        self.adjudication = AdjudicationPanel(workspace, settings)
        self.corpus_pages = CorpusPages(self)
        compare, report = self.corpus_pages.pages
        self.pages = Pages((self.inspect.page, compare, self.annotation_panel.page, report, self.adjudication.page))
        self.gold = GoldStandardPages(self.pages, self.annotation_panel, self.adjudication)
        self.projects = Projects(workspace, settings, self.errors, self)
        self.team = Team(self.projects, self.errors, self)
        self.opener = FileOpener(workspace, self.projects, self.errors, self)
        self.session = LastSession(selection, self.segments, self.annotation_editor, self.opener, self.pages, settings)
        self.guide = Guide(self.centre, settings)
        self.help = Help(self, self.guide, lambda: self.command_lists)
        self.settings_command = SettingsCommand(workspace, self.appearance, settings, self, lambda: self.command_lists)
        self.exporter = Exporter(self.scoring, self._shown_picture, self.errors, settings, self)
        self.exporter.figures = lambda: self.corpus_pages.figures

    def _command_lists(self) -> tuple[CommandList, ...]:
        """Return the commands of all parts, in the order of the menus."""
        from meantree_gui.actions import CommandList

        parts = (
            self.opener,
            self.projects,
            self.team,
            self.exporter,
            self.segments,
            self.selection,
            self.pages,
            self.gold,
            self.evidence,
            self.appearance,
            self.notice,
            self.status,
            self.help,
            self.settings_command,
        )
        own = (
            Command("close", "Quit", "File", self.close, ("Ctrl+Q",)),
            Command("reset_layout", "Reset layout", "View", self.reset_layout),
            Command("show_palette", "Find or run …", "Help", self.show_palette, ("Ctrl+K",)),
            Command("show_about", "About Meantree", "Help", self.show_about),
        )
        return (
            *(CommandList(part.commands, self) for part in parts),
            CommandList(self.segments.table_commands, self, "In the segments", (self.segments.table,)),
            *(commands for page in self.pages.pages for commands in page.commands),
            CommandList(own, self),
        )

    def begin(self) -> None:
        """Open what the user chose for the start: the last session, the sample, or nothing."""
        from meantree_gui.settings import LAST, NOTHING, read_choices

        if self.projects.reopen_draft():
            return
        start = read_choices(self.settings).start
        if start == LAST and self.session.restore():
            return
        if start != NOTHING:
            self.opener.open_sample()

    def reset_layout(self) -> None:
        """Restore the default layout of the panels."""
        self.restoreState(self._first_state)
        for dock in self.docks:
            dock.show()
        self._shares = dict(zip(self.docks, PANEL_SHARES, strict=True))

    def show_palette(self) -> None:
        """Open the command palette."""
        from meantree_gui.palette import CommandPalette, command_entries, place_entries

        CommandPalette([*command_entries(self.command_lists), *place_entries(self.selection)], self).open()

    def show_about(self) -> None:
        """Show the version and the pipeline."""
        from meantree import __version__
        from meantree_gui import dialogs

        text = f"Meantree {__version__}\nPipeline: {self.workspace.store.parsers.pipeline}\nApache-2.0"
        dialogs.show_text("About Meantree", "Translation error analysis with explainable scores.", text, self)

    # Layout

    def _shown_picture(self) -> ShownPicture | None:
        """Return the picture of the present page."""
        from meantree_gui.exporting import compared, inspected

        if self.pages.shown == "Systems":
            return compared(self.corpus_pages.compare.systems.picture)
        return inspected(self.selection, self.centre.trees)

    def _dock(self, title: str, widget: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = QDockWidget(title, self)
        dock.setObjectName(title)
        dock.setWidget(widget)
        self.addDockWidget(area, dock)
        return dock

    def _view_toggles(self) -> None:
        for place, dock in enumerate(self.docks, start=1):
            action = dock.toggleViewAction()
            action.setShortcut(QKeySequence(f"Ctrl+Shift+{place}"))
            self.menus["View"].addAction(action)

    def _show_title(self) -> None:
        from meantree.escaping import escaped

        self.setWindowTitle(f"{escaped(self.workspace.name)} – Meantree")

    def _place_panels(self) -> None:
        """Restore the stored layout: a visible window that restores it before it is laid out changes the widths."""
        layout = PANELS.read(self.settings)
        if layout and self.isVisible():
            self.restoreState(layout_of(layout))
            self.page_panels.follow()
        self._share_width()
        self._is_placed = True

    def _share_width(self) -> None:
        """Set the default widths of the panels if none are stored; Qt accepts them only in a visible window."""
        if self.isVisible() and not PANELS.read(self.settings):
            widths = [round(self.width() * share) for share in PANEL_SHARES]
            self.resizeDocks(list(self.docks), widths, Qt.Orientation.Horizontal)

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget.showEvent: set the widths of the panels."""
        super().showEvent(event)
        if self.is_furnished and not event.spontaneous():
            self._share_width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QMainWindow.resizeEvent: panels keep their shares of the width."""
        before = event.oldSize().width()
        docks = [dock for dock in self.docks if dock.isVisible() and not dock.isFloating()] if self.is_furnished else []
        if before > 0 and self._is_placed:
            for dock in docks:
                self._shares.setdefault(dock, dock.width() / before)
        super().resizeEvent(event)
        docks = [dock for dock in docks if dock in self._shares]
        if docks and before != self.width():
            widths = [round(self._shares[dock] * self.width()) for dock in docks]
            self.resizeDocks(docks, widths, Qt.Orientation.Horizontal)

    def event(self, event: QEvent) -> bool:
        """Override QMainWindow.event: dragging the border of a panel changes the shares of the width.

        Nothing else does: in a small window, panels may exceed or miss their shares as long as it is small.
        """
        if event.type() == QEvent.Type.MouseButtonPress:
            self._pressed = [dock.width() for dock in self.docks] if self.is_furnished else []
        elif event.type() == QEvent.Type.MouseButtonRelease and self._pressed:
            self._shares = self._shares if self._pressed == [dock.width() for dock in self.docks] else {}
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        """Override QWidget.changeEvent: follow changes by others when the window becomes active."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow() and self.is_furnished:
            self.errors.attempt(self.workspace.follow_changes)
            self.errors.attempt(self.annotation_panel.spans.editor.follow)
            self.errors.attempt(self.filtering.assigned.read)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override QWidget.paintEvent: emit ``painted`` after the first time."""
        super().paintEvent(event)
        if not self._is_painted:
            self._is_painted = True
            QTimer.singleShot(0, self.painted.emit)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Override QWidget.closeEvent: store the layout, and end all threads."""
        if self.is_furnished and self.may_ask and not (self.corpus_pages.may_close() and self.projects.may_close()):
            event.ignore()
            return
        if self.is_furnished:
            GEOMETRY.write(self.settings, text_of(self.saveGeometry()))
            self.page_panels.restore_segments()
            PANELS.write(self.settings, text_of(self.saveState()))
            self.session.keep()
            self.hide()  # threads end between two batches, which takes a moment
            self.background.cancel()
            self.workspace.close_project()
            self.background.close()
            self.projects.drafts.clean()
            self.garbage.end()
        super().closeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Override QWidget.dragEnterEvent."""
        self._accepted_files(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Override QWidget.dragMoveEvent."""
        self._accepted_files(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Override QWidget.dropEvent."""
        if paths := self._accepted_files(event):
            self.opener.open_paths(paths)

    def _accepted_files(self, event: QDropEvent) -> list[Path]:
        from meantree_gui.opening.opener import accepted_files

        return accepted_files(event) if self.is_furnished else []


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
