"""The pages about the whole corpus: their commands are in the menus from the start, they are made when first opened."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal

from meantree_gui.actions import GO_COMPARE, GO_ERRORS, VIEW_PAGES, Command, CommandList
from meantree_gui.pages import Page
from meantree_gui.state.contrast import Contrast

if TYPE_CHECKING:
    from meantree_gui.compare.compare_page import ComparePage
    from meantree_gui.errors_page.errors_page import ErrorsPage
    from meantree_gui.explore.explore_page import ExplorePage
    from meantree_gui.explore.figure_output import FigureExporter
    from meantree_gui.report_page import ReportPage
    from meantree_gui.window import MainWindow

    AnyPage = TypeVar("AnyPage", ComparePage, ExplorePage, ErrorsPage, ReportPage)

P = TypeVar("P")


class CorpusPages(QObject):
    """Compare, Explore, Errors and Report.

    Signals:
        inspecting: a segment was selected to be inspected.
        found: a finding or feature of that segment, to be highlighted.
        wanted: the title of a page to show.
        reported: what was written, and where.
        failed: an error to show.
    """

    inspecting = Signal()
    found = Signal(object)
    wanted = Signal(str)
    reported = Signal(str)
    failed = Signal(object)

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window, self.selection, self.settings = window, window.selection, window.settings
        self.filtering, self.table = window.filtering, window.segments.table
        self.contrast = Contrast(self.selection, self.filtering)

        self.pages = (
            self._page("Compare", "F2", "the comparison of systems", lambda: self.compare, self._compare_commands),
            self._page("Explore", "F4", "the statistics", lambda: self.explore, explore_commands),
            self._page("Errors", "F12", "the errors", lambda: self.errors, errors_commands),
            self._page("Report", "F11", "the report", lambda: self.report, report_commands),
        )

    def _compare_commands(self, page: Callable[[], ComparePage]) -> tuple[Command, ...]:
        findings = Command("compare_findings", "Compare findings", GO_COMPARE, self.compare_findings, ("Alt+5",))
        return (*compare_commands(page), findings)

    def _page(
        self,
        title: str,
        key: str,
        place: str,
        make: Callable[[], AnyPage],
        commands: Callable[[Callable[[], AnyPage]], tuple[Command, ...]],
    ) -> Page:
        lists = (CommandList(commands(make), self.window),)
        return Page(title, make, lists, place, (key,), lambda: make().focus(), lambda: make().refresh())

    # The pages

    @cached_property
    def compare(self) -> ComparePage:
        """Two systems compared."""
        from meantree_gui.compare.compare_page import ComparePage

        page = self._parented(ComparePage(self.contrast, self.settings))
        page.opened.connect(self.inspecting)
        page.units.findings_wanted.connect(self.compare_findings)
        return page

    def compare_findings(self) -> None:
        """Show the findings of the two compared systems on the Errors page."""
        pairing = self.contrast.pairing
        self.errors.compare_findings(pairing.first, pairing.second)
        self.wanted.emit("Errors")

    @cached_property
    def explore(self) -> ExplorePage:
        """Figures, and the segments behind them."""
        from meantree_gui.explore.explore_page import ExplorePage, TableLink

        page = self._parented(ExplorePage(self.selection, self.filtering, self.settings))
        TableLink(page, self.table)
        page.opened.connect(self.inspecting)
        page.wanted.connect(lambda: self.wanted.emit("Explore"))
        page.failed.connect(self.failed)
        return page

    @cached_property
    def errors(self) -> ErrorsPage:
        """Findings and features that are systematic."""
        from meantree_gui.errors_page.errors_page import ErrorsPage

        page = self._parented(ErrorsPage(self.selection, self.filtering))
        page.opener.opened.connect(self.inspecting)
        page.opener.found.connect(self.found)
        return page

    @cached_property
    def report(self) -> ReportPage:
        """The report and its preview."""
        from meantree_gui.report_page import ReportPage

        chosen = self.table
        page = self._parented(
            ReportPage(self.selection, self.filtering, lambda: tuple(chosen.selected_places), self.settings)
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
        page.setParent(self.window.pages)
        return page

    @property
    def figures(self) -> FigureExporter | None:
        """The exporter of the figure shown, ``None`` if none is."""
        return self.explore.exporter if self.window.pages.is_shown("Explore") else None


def commands_of(page: Callable[[], P], *rows: tuple[str, str, str, Callable[[P], object], str]) -> tuple[Command, ...]:
    """Return commands for a page that may not be made yet: name, title, menu, what it does to the page, its key."""
    return tuple(
        Command(name, title, menu, partial(_perform, perform, page), (key,) if key else ())
        for name, title, menu, perform, key in rows
    )


def _perform(perform: Callable[[P], object], page: Callable[[], P]) -> None:
    perform(page())


def compare_commands(page: Callable[[], ComparePage]) -> tuple[Command, ...]:
    """Return what can be done on the Compare page."""
    return commands_of(
        page,
        ("compare_segments", "Compare segments", GO_COMPARE, lambda page: page.go_to(page.segments), "Alt+1"),
        ("compare_units", "Compare units", GO_COMPARE, lambda page: page.go_to(page.units), "Alt+2"),
        ("compare_buckets", "Compare buckets", GO_COMPARE, lambda page: page.go_to(page.buckets), "Alt+3"),
        ("compare_ranking", "Rank systems", GO_COMPARE, lambda page: page.go_to(page.ranking), "Alt+4"),
        (
            "toggle_shared_tree",
            "Switch between reference tree and frames",
            VIEW_PAGES,
            lambda page: page.picture.toggle_tree(),
            "Alt+T",
        ),
        ("swap_compared", "Swap the two compared systems", VIEW_PAGES, lambda page: page.contrast.swap(), "Alt+X"),
    )


def explore_commands(page: Callable[[], ExplorePage]) -> tuple[Command, ...]:
    """Return what can be done with the figure that is shown, or was shown last."""
    key = "Ctrl+Shift+Y"
    return commands_of(
        page,
        ("next_figure", "Next figure", VIEW_PAGES, lambda page: page.next_figure(), "Ctrl+Shift+D"),
        ("all_systems", "Explore all systems or one", VIEW_PAGES, lambda page: page.toggle_systems(), key),
        ("save_figure", "Save figure …", "File", lambda page: page.exporter.save(), "Ctrl+Alt+E"),
        ("copy_figure", "Copy figure", "File", lambda page: page.exporter.copy(), "Ctrl+Alt+C"),
        ("save_figure_table", "Save table of the figure …", "File", lambda page: page.exporter.save_table(), ""),
        (
            "copy_figure_table",
            "Copy table of the figure",
            "File",
            lambda page: page.exporter.copy_table(),
            "Ctrl+Alt+T",
        ),
    )


def errors_commands(page: Callable[[], ErrorsPage]) -> tuple[Command, ...]:
    """Return what can be done on the Errors page."""
    following, preceding = "Next segment with the selected error", "Previous segment with the selected error"
    swap, key = "Swap the two systems on the Errors page", "Ctrl+Shift+X"
    return commands_of(
        page,
        ("find_feature", "Search the errors", GO_ERRORS, lambda page: page.find_feature(), "Ctrl+Shift+F"),
        ("next_occurrence", following, GO_ERRORS, lambda page: page.step(1), "F3"),
        ("previous_occurrence", preceding, GO_ERRORS, lambda page: page.step(-1), "Shift+F3"),
        ("swap_systems", swap, VIEW_PAGES, lambda page: page.counts.swap(), key),
    )


def report_commands(page: Callable[[], ReportPage]) -> tuple[Command, ...]:
    """Return what can be done on the Report page."""
    return commands_of(
        page,
        ("write_report", "Write report …", "File", lambda page: page.write(), "Ctrl+Alt+R"),
        ("open_report", "Open the written report", "File", lambda page: page.open_written(), "Ctrl+Alt+O"),
    )
