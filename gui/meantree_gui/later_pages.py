"""The pages that are made when they are first opened; their commands are in the menus from the start."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from meantree.errors import MeantreeError
from meantree_gui.actions import GO_COMPARE, VIEW_COMPARE, Command, CommandList
from meantree_gui.annotation_editor.annotation_commands import (
    adjudication_commands,
    annotation_commands,
    project_commands,
    view_commands,
)
from meantree_gui.pages import Page, Tab
from meantree_gui.segments.segment_table import SegmentTable
from meantree_gui.settings import ANNOTATION_KEY, Settings, load_keys
from meantree_gui.state.contrast import Contrast
from meantree_gui.state.filtering import Filtering
from meantree_gui.state.next_translation import resume_work
from meantree_gui.state.selection import Selection

if TYPE_CHECKING:
    from meantree.annotation.record_kinds import Key
    from meantree.project.undo import UndoOrRedo
    from meantree_gui.annotation_editor.annotation_editor import AnnotationEditor
    from meantree_gui.annotation_editor.annotation_panel import AnnotationPanel
    from meantree_gui.compare_page import ComparePage
    from meantree_gui.figures.figures_tab import FiguresTab
    from meantree_gui.report_page import ReportPage
    from meantree_gui.versions_dialog import VersionsDialog


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
        self.contrast = Contrast(filtering)

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

        page = ComparePage(self.contrast, self.settings)
        page.setParent(self._parent)  # a command may need it before it is opened
        TableLink(page.figures, self.table)
        for tab in (page.systems, page.differences.segments, page.figures):
            tab.opened.connect(self.inspecting)
        page.differences.segments.found.connect(self.found)
        page.figures.wanted.connect(lambda: self.wanted.emit("Figures"))
        page.figures.failed.connect(self.failed)
        return page

    @cached_property
    def report(self) -> ReportPage:
        """The report and its preview."""
        from meantree_gui.report_page import ReportPage

        page = ReportPage(self.filtering, self.settings)
        page.setParent(self._parent)
        page.reported.connect(self.reported)
        page.failed.connect(self.failed)
        return page

    def may_close(self) -> bool:
        """Ask about a report that is being written; return whether the window may be closed."""
        return "report" not in vars(self) or self.report.may_close()  # a page that was never opened stays so


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
        ("save_figure", "Save figure …", "File", lambda tab: tab.save(), "Ctrl+Alt+E"),
        ("copy_figure", "Copy figure", "File", lambda tab: tab.copy(), "Ctrl+Alt+C"),
        ("save_figure_table", "Save table of the figure …", "File", lambda tab: tab.save_table(), ""),
        ("copy_figure_table", "Copy table of the figure", "File", lambda tab: tab.copy_table(), table_key),
    )


def report_commands(page: Callable[[], ReportPage]) -> tuple[Command, ...]:
    """Return what can be done on the Report page."""
    return commands_of(
        page,
        ("write_report", "Write report …", "File", lambda page: page.write(), "Ctrl+Alt+R"),
        ("open_report", "Open the written report", "File", lambda page: page.open_written(), "Ctrl+Alt+O"),
    )


ANNOTATE = "Annotate"
"""The title of the page."""


class AnnotationPages(QObject):
    """The Annotate page, where frames and error spans are annotated and adjudicated, and the dialog of versions.

    Signals:
        wanted: the title of a page to show.
        reported: a message of the annotation editor.
        named: the user chose who annotates.
    """

    wanted = Signal(str)
    reported = Signal(str)
    named = Signal()

    def __init__(self, selection: Selection, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self.selection, self.workspace, self.settings, self._parent = selection, selection.workspace, settings, parent
        self.commands = (
            Command(
                "show_versions", "Versions of other copies …", "View", self.show_versions, is_offered=self._has_versions
            ),
        )
        self.workspace.opened.connect(lambda again: None if again else resume_work(selection))
        self.pages = (self._annotate_page(),)

    # The pages

    @cached_property
    def editor(self) -> AnnotationEditor:
        """The annotation editor, also for Undo on other pages."""
        from meantree_gui.annotation_editor.annotation_editor import AnnotationEditor

        editor = AnnotationEditor(self.selection)
        editor.reported.connect(self.reported)
        return editor

    @cached_property
    def panel(self) -> AnnotationPanel:
        """The Annotate page."""
        from meantree_gui.annotation_editor.annotation_panel import AnnotationPanel

        panel = AnnotationPanel(self.editor, self._keys, self._deciding, self.settings)
        panel.setParent(self._parent)
        panel.wanted_page.connect(partial(self.wanted.emit, ANNOTATE))
        panel.annotator_page.chosen.connect(self.named)
        return panel

    def _annotate_page(self) -> Page:
        def shows_frames() -> bool:
            can_be_open = not self.workspace.is_adjudicating or self.editor.frame_editor is not None
            return not self.workspace.shows_spans and can_be_open

        def panel() -> AnnotationPanel:
            return self.panel

        undo, redo = (partial(self.take_step, direction) for direction in ("undo", "redo"))
        everywhere = (
            Command("undo", "Undo", "Edit", undo, ("Ctrl+Z",)),
            Command("redo", "Redo", "Edit", redo, ("Ctrl+Shift+Z", "Ctrl+Y")),
            *project_commands(panel, self._may_adjudicate),
        )
        commands = *annotation_commands(lambda: self.editor, shows_frames), *view_commands(panel, shows_frames)
        self._keys = CommandList(commands, self._parent, "On the Annotate page: frames")
        self._keys.set_keys(load_keys(self.settings, commands, ANNOTATION_KEY))
        deciding = adjudication_commands(
            panel, self._may_adjudicate, lambda: self.workspace.is_adjudicating, self._has_annotator
        )
        self._deciding = CommandList(deciding, self._parent, "On the Annotate page: rows to decide")
        return Page(
            ANNOTATE,
            panel,
            (CommandList(everywhere, self._parent), self._keys, self._deciding),
            "the Annotate page",
            ("F9",),
            lambda: self.panel.focus(),
            lambda: self.panel.refresh(),
            names_systems=False,
        )

    def _is_made(self, part: str) -> bool:
        """Return whether a part was made; those that never were needed stay so."""
        return part in vars(self)

    # What others ask for

    def take_step(self, direction: UndoOrRedo) -> None:
        """Undo the last edit of frames or error spans, one's own, or of gold while it is edited; or redo."""
        self.editor.take_step(direction)
        self._reload_spans()

    def follow_changes(self) -> None:
        """Show what another window saved in the open translation, and beside it."""
        if self._is_made("panel"):
            self.editor.load()
            self.panel.spans.editor.load()

    def follow_rules(self) -> None:
        """Open the annotation again, as the rules of the project may have changed."""
        if self._is_made("editor"):
            self.editor.reopen()
        else:
            self.workspace.follow_rules()

    @property
    def word(self) -> tuple[str, int] | None:
        """The active text and the 0-based word of its cursor; ``None`` if no annotation is open."""
        return self.editor.word if self._is_made("editor") else None

    def go_to_word(self, word: object) -> None:
        """Put the cursor on a stored :attr:`word` of the page that is shown."""
        if self._is_made("editor"):
            self.editor.go_to_word(word)

    def show_versions(self) -> VersionsDialog | None:
        """Open the dialog of the versions that a merge kept; ``None`` without a project.

        In a blind project, annotators see the versions of their own work alone until they have finished.
        """
        from meantree_gui.versions_dialog import VersionsDialog

        workspace = self.workspace
        if workspace.project is None or workspace.corpus is None:
            return None
        only = workspace.annotator if workspace.naming.hides_others else ""
        dialog = VersionsDialog(workspace.project, workspace.corpus, self._parent, only)
        dialog.decided.connect(self._follow_decision)
        workspace.closing.connect(dialog.reject)
        dialog.show()
        return dialog

    # Inside

    def _reload_spans(self) -> None:
        if self._is_made("panel"):
            self.panel.spans.editor.reopen()

    def _may_adjudicate(self) -> bool:
        """Return whether others' work is not hidden from the annotator."""
        return not self.workspace.naming.hides_others

    def _has_annotator(self, number: int) -> bool:
        return self._is_made("panel") and number < len(self.panel.adjudication.names)

    def _has_versions(self) -> bool:
        project = self.workspace.project
        try:
            return project is not None and bool(project.alternatives())
        except MeantreeError:  # the next reader of the file reports it
            return False

    def _follow_decision(self, key: Key) -> None:
        self.workspace.follow_project(key.segment)
        self.workspace.annotations.read_again()
        self.follow_rules()
