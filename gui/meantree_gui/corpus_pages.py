"""The pages about the whole corpus: their commands are in the menus from the start, they are made when first opened."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from meantree_gui.actions import GO_COMPARE, VIEW_COMPARE, Command, CommandList
from meantree_gui.pages import Page, Tab
from meantree_gui.segments.segment_table import SegmentTable
from meantree_gui.settings import Settings
from meantree_gui.state.contrast import Contrast
from meantree_gui.state.filtering import Filtering

if TYPE_CHECKING:
    from meantree_gui.compare_page import ComparePage
    from meantree_gui.figures.figures_tab import FiguresTab
    from meantree_gui.report_page import ReportPage

    AnyPage = TypeVar("AnyPage", ComparePage, ReportPage)

P = TypeVar("P")
TABS = (
    Tab("Systems", "systems", ("F2", "Alt+1")),
    Tab("What differs", "errors", ("F12", "Alt+2")),
    Tab("Figures", "explore", ("F4", "Alt+3")),
)
"""The tabs of the Compare page, which has them in this order."""


class CorpusPages(QObject):
    """Compare and Report.

    Signals:
        inspecting: a segment was selected to be inspected.
        found: a finding or feature of that segment, to be highlighted.
        wanted: the title of a page or tab to show.
        reported: what was written, and where.
        failed: an error to show.
    """

    inspecting = Signal()
    found = Signal(object)
    wanted = Signal(str)
    reported = Signal(str)
    failed = Signal(object)

    def __init__(self, filtering: Filtering, table: SegmentTable, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self.filtering, self.table, self.settings, self._parent = filtering, table, settings, parent
        self.contrast = Contrast(filtering.selection, filtering)

        compare, report = (lambda: self.compare), (lambda: self.report)
        about = CommandList((*compare_commands(compare), *figure_commands(compare)), parent)
        written = CommandList(report_commands(report), parent)
        of_compare = (lambda: self.compare.focus()), (lambda: self.compare.refresh())
        of_report = (lambda: self.report.focus()), (lambda: self.report.refresh())
        self.pages = (
            Page("Compare", compare, (about,), "the Compare page", (), *of_compare, tabs=TABS),
            Page("Report", report, (written,), "the report", ("F11",), *of_report),
        )

    # The pages

    @cached_property
    def compare(self) -> ComparePage:
        """Systems compared: their scores, what differs, and figures."""
        from meantree_gui.compare_page import ComparePage
        from meantree_gui.figures.figures_tab import TableLink

        page = self._parented(ComparePage(self.contrast, self.settings))
        TableLink(page.figures, self.table)
        page.opened.connect(self.inspecting)
        page.differences.opener.found.connect(self.found)
        page.figures.wanted.connect(lambda: self.wanted.emit("Figures"))
        page.figures.failed.connect(self.failed)
        return page

    @cached_property
    def report(self) -> ReportPage:
        """The report and its preview."""
        from meantree_gui.report_page import ReportPage

        chosen = self.table
        page = self._parented(
            ReportPage(self.filtering.selection, self.filtering, lambda: tuple(chosen.selected_places), self.settings)
        )
        chosen.selectionModel().selectionChanged.connect(page.reporting.changed)
        page.reported.connect(self.reported)
        page.failed.connect(self.failed)
        return page

    def may_close(self) -> bool:
        """Ask about a report that is being written; return whether the window may be closed."""
        return "report" not in vars(self) or self.report.may_close()  # a page that was never opened stays so

    def _parented(self, page: AnyPage) -> AnyPage:
        """Set the parent of a page, which a command may need before it is opened."""
        page.setParent(self._parent)
        return page


def commands_of(page: Callable[[], P], *rows: tuple[str, str, str, Callable[[P], object], str]) -> tuple[Command, ...]:
    """Return commands for a page that may not be made yet: name, title, menu, what it does to the page, its key."""

    def call(perform: Callable[[P], object]) -> None:
        perform(page())

    return tuple(
        Command(name, title, menu, partial(call, perform), (key,) if key else ())
        for name, title, menu, perform, key in rows
    )


def compare_commands(page: Callable[[], ComparePage]) -> tuple[Command, ...]:
    """Return what can be done with systems and what differs."""
    following, preceding = "Next segment with the selected error", "Previous segment with the selected error"
    search, tree = "Search what differs", "Switch between reference tree and frames"
    return commands_of(
        page,
        ("find_feature", search, GO_COMPARE, lambda page: page.differences.find_feature(), "Ctrl+Shift+F"),
        ("next_occurrence", following, GO_COMPARE, lambda page: page.differences.step(1), "F3"),
        ("previous_occurrence", preceding, GO_COMPARE, lambda page: page.differences.step(-1), "Shift+F3"),
        ("toggle_shared_tree", tree, VIEW_COMPARE, lambda page: page.systems.picture.toggle_tree(), "Alt+T"),
        ("swap_compared", "Swap the two compared systems", VIEW_COMPARE, lambda page: page.contrast.swap(), "Alt+X"),
    )


def figure_commands(page: Callable[[], ComparePage]) -> tuple[Command, ...]:
    """Return what can be done with the figure that is shown, or was shown last."""

    def figures() -> FiguresTab:
        return page().figures

    key, table_key = "Ctrl+Shift+Y", "Ctrl+Alt+T"
    return commands_of(
        figures,
        ("next_figure", "Next figure", VIEW_COMPARE, lambda tab: tab.next_figure(), "Ctrl+Shift+D"),
        ("all_systems", "Draw all systems or one", VIEW_COMPARE, lambda tab: tab.toggle_systems(), key),
        ("save_figure", "Save figure …", "File", lambda tab: tab.exporter.save(), "Ctrl+Alt+E"),
        ("copy_figure", "Copy figure", "File", lambda tab: tab.exporter.copy(), "Ctrl+Alt+C"),
        ("save_figure_table", "Save table of the figure …", "File", lambda tab: tab.exporter.save_table(), ""),
        ("copy_figure_table", "Copy table of the figure", "File", lambda tab: tab.exporter.copy_table(), table_key),
    )


def report_commands(page: Callable[[], ReportPage]) -> tuple[Command, ...]:
    """Return what can be done on the Report page."""
    return commands_of(
        page,
        ("write_report", "Write report …", "File", lambda page: page.write(), "Ctrl+Alt+R"),
        ("open_report", "Open the written report", "File", lambda page: page.open_written(), "Ctrl+Alt+O"),
    )
