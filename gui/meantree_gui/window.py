"""The main window: it puts pages, panels, menus and status bar together, and connects what does not know each other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDragMoveEvent, QDropEvent, QPaintEvent
from PySide6.QtWidgets import QWidget

from meantree import __version__
from meantree.escaping import escaped
from meantree_gui import dialogs
from meantree_gui.actions import Command, CommandList, fill_menus
from meantree_gui.dialogs import ErrorMessages, keep_folder_in
from meantree_gui.pages import PageBar, Pages
from meantree_gui.panels import PanelWindow
from meantree_gui.settings import LAST, NOTHING, WINDOW_KEY, Settings, load_keys, read_choices
from meantree_gui.widgets.boxes import in_column

if TYPE_CHECKING:
    from meantree.project.comments import ListedComment
    from meantree_gui.annotation_editor.annotation_editor import AnnotationEditor
    from meantree_gui.annotation_editor.annotation_panel import AnnotationPanel
    from meantree_gui.exporting import ShownPicture
    from meantree_gui.figures.figures_tab import FiguresTab
    from meantree_gui.state.selection import Selection


class MainWindow(PanelWindow):
    """The main window: segments at the left, a page in the middle, scores and evidence at the right.

    Its parts declare the commands. It is shown before its parts exist: their imports take several times as long. Pages
    and dialogs that are not seen at first are made when they are opened.

    Signals:
        painted: it was painted for the first time.
    """

    painted = Signal()

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.is_furnished = self._is_painted = False
        self.may_ask = True  # before it closes; if not, the next start offers unsaved corrections
        self._message = ""
        self.setWindowTitle("Meantree")
        self.setAcceptDrops(True)

    def furnish(self, selection: Selection) -> None:
        """Create what is seen at first, and all commands."""
        from meantree_gui.last_session import RecentMenu
        from meantree_gui.runtime import GarbageCollection
        from meantree_gui.theme import apply_style_sheet

        self.selection, self.scoring, self.workspace = selection, selection.scoring, selection.workspace
        self.background, self.garbage = self.workspace.background, GarbageCollection(self.workspace.background, self)
        self._create_views()
        self._create_commands()
        self._arrange()
        apply_style_sheet(self)
        self.command_lists = self._command_lists()
        everywhere = [commands for commands in self.command_lists if not commands.where]
        keys = load_keys(self.settings, [command for commands in everywhere for command, _ in commands], WINDOW_KEY)
        for commands in everywhere:
            commands.set_keys(keys)
        self.menus = fill_menus(self.menuBar(), self.command_lists)
        self.recent = RecentMenu(self.menus["File"], self.session)
        self.restore_panels(self.menus["View"])
        self.is_furnished = True
        self._connect_pages()
        self._connect_messages()
        self._connect_project()
        self.segments.table.setFocus()
        selection.refresh()

    def _create_views(self) -> None:
        from meantree_gui.evidence.evidence_panel import EvidencePanel
        from meantree_gui.inspect_page import EvidenceLinks, InspectPage
        from meantree_gui.later_pages import AnnotationPages, CorpusPages
        from meantree_gui.segments.segment_panel import SegmentPanel
        from meantree_gui.state.filtering import Filtering
        from meantree_gui.state.project_analyses import OtherAnalyser
        from meantree_gui.status import AnalyserNotice, StatusBar

        selection, settings = self.selection, self.settings
        self.errors = ErrorMessages(self)
        settings.report_to(self.errors.show)
        keep_folder_in(settings)
        analyser = OtherAnalyser(self.workspace)
        self.status, self.notice = StatusBar(selection, analyser), AnalyserNotice(analyser)
        self.inspect = InspectPage(selection, settings)
        self.centre = self.inspect.centre
        self.filtering = Filtering(selection)
        self.segments, self.evidence = SegmentPanel(selection, self.filtering, settings), EvidencePanel(selection)
        self.links = EvidenceLinks(selection, self.filtering, self.centre, self.evidence)
        self.annotation_pages = AnnotationPages(selection, settings, self)
        self.corpus_pages = CorpusPages(self.filtering, self.segments.table, settings, self)
        (annotate,), (compare, report) = self.annotation_pages.pages, self.corpus_pages.pages
        self.pages = Pages((self.inspect.page, compare, annotate, report))

    def _create_commands(self) -> None:
        from meantree_gui.exporting import Exporter
        from meantree_gui.guide import Guide, Help
        from meantree_gui.last_session import LastSession
        from meantree_gui.opener import FileOpener
        from meantree_gui.projects import Projects
        from meantree_gui.team import Team
        from meantree_gui.theme import Appearance

        workspace, settings = self.workspace, self.settings
        self.appearance = Appearance(settings, self)
        self.projects = Projects(workspace, settings, self.errors, self)
        self.team = Team(self.projects, self.errors, self)
        self.opener = FileOpener(workspace, self.projects, self.errors, self)
        self.session = LastSession(
            self.selection, self.segments, self.annotation_pages, self.opener, self.pages, settings
        )
        self.guide = Guide(self.centre, settings, self.segments.table)
        self.help = Help(self, self.guide, lambda: self.command_lists)
        self.exporter = Exporter(self.scoring, self._shown_picture, self._shown_figures, self.errors, settings, self)

    def _arrange(self) -> None:
        self.page_bar = PageBar(self.pages)  # the menu bar does not keep it alive
        self.menuBar().setCornerWidget(self.page_bar)
        central = QWidget()
        self.column = in_column(central, self.notice, (self.pages, 1), margins=(0, 0, 0, 0), gap=0)
        self.setCentralWidget(central)
        self.setStatusBar(self.status)
        self.add_panels(self.pages, self.segments, self.evidence)

    def _command_lists(self) -> tuple[CommandList, ...]:
        """Return the commands of all parts, in the order of the menus."""
        parts = (
            self.opener,
            self.projects,
            self.team,
            self.exporter,
            self.segments,
            self.selection,
            self.pages,
            self.annotation_pages,
            self.evidence,
            self.appearance,
            self.notice,
            self.status,
            self.help,
        )
        settings = (Command("show_preferences", "Settings …", "Edit", self.show_settings, ("Ctrl+,",)),)
        own = (
            Command("close", "Quit", "File", self.close, ("Ctrl+Q",)),
            Command("reset_layout", "Reset layout", "View", self.reset_layout),
            Command("show_palette", "Find or run …", "Help", self.show_palette, ("Ctrl+K",)),
            Command("show_about", "About Meantree", "Help", self.show_about),
        )
        return (
            *(CommandList(part.commands, self) for part in parts),
            CommandList(settings, self),
            CommandList(self.evidence.findings.commands, self, "In the findings", (self.evidence.findings.list,)),
            CommandList(self.segments.table_commands, self, "In the segments", (self.segments.table,)),
            *(commands for page in self.pages.pages for commands in page.commands),
            CommandList(own, self),
        )

    # Parts that are made when they are first needed

    @property
    def annotation_editor(self) -> AnnotationEditor:
        """What edits frames."""
        return self.annotation_pages.editor

    @property
    def annotation_panel(self) -> AnnotationPanel:
        """The Annotate page."""
        return self.annotation_pages.panel

    def _shown_picture(self) -> ShownPicture | None:
        """Return the picture of the present page."""
        from meantree_gui.exporting import compared, inspected

        if self.pages.shown == "Systems":
            return compared(self.corpus_pages.compare.systems.picture)
        return inspected(self.selection, self.centre.trees)

    def _shown_figures(self) -> FiguresTab | None:
        """Return the page with the figure that is shown, ``None`` if none is."""
        return self.corpus_pages.compare.figures if self.pages.shown == "Figures" else None

    # Connections

    def _connect_pages(self) -> None:
        from meantree_gui.opener import FileDrops

        def inspect() -> None:  # takes nothing of what a signal carries
            self.pages.open(self.inspect.page)

        self.inspect.zoom_wanted.connect(self._zoom_texts)
        for entered in (self.segments.filter.entered, self.segments.table.clicked, self.segments.table.activated):
            entered.connect(self._focus_editor)
        drops = FileDrops(self)
        drops.share_parts(self)
        self.pages.created.connect(drops.share_parts)
        self._offer_files(self.centre)
        self.pages.created.connect(self._offer_files)
        self.pages.refused.connect(self.status.mention)
        self.pages.currentChanged.connect(self._follow_shown)
        naming = self.workspace.naming
        naming.changed.connect(lambda: self.pages.close_naming(naming.why_not))
        self.corpus_pages.inspecting.connect(inspect)
        self.corpus_pages.found.connect(self.links.choose_found)
        for wanting in (self.corpus_pages, self.annotation_pages):
            wanting.wanted.connect(self.pages.open_titled)
        self.opener.pasted.connect(inspect)
        self.evidence.findings.entered.connect(inspect)
        self.evidence.findings.entered.connect(self.centre.enter_finding)
        self.evidence.wanted.connect(self.show_evidence)
        self.segments.wanted.connect(self.docks[0].show)
        self.segments.requests_wanted.connect(lambda: self.help.show_manual("Requests"))
        self.appearance.changed.connect(self.pages.refresh)
        self.appearance.changed.connect(self.guide.refresh)

    def _connect_messages(self) -> None:
        for failing in (self.corpus_pages, self.background):
            failing.failed.connect(self.errors.show)
        centre = self.centre
        for of_words in (centre.corrector, centre.link_corrector, centre.trees.links, self.evidence.findings):
            of_words.reported.connect(self._show_message)
            of_words.reported.connect(self._store_message)
        self.annotation_pages.reported.connect(self._show_message)
        for chosen in (self.selection.segment_chosen, self.selection.system_chosen, self.selection.reference_chosen):
            chosen.connect(self._clear_message)
        for part in (self.segments, self.corpus_pages, self.exporter, self.team, self.projects, self.notice):
            part.reported.connect(self.status.mention)
        self.scoring.requested.connect(self.notice.mention_missing)

    def _connect_project(self) -> None:
        workspace, segments, annotation = self.workspace, self.segments, self.annotation_pages
        workspace.annotations.changed.connect(self._keep_annotations)
        self.projects.wanted.connect(self._show_segment)
        self.projects.draft_reopened.connect(self.session.go_on_in_draft)
        self.team.assigned.connect(self.filtering.assigned.read)
        self.team.assigned.connect(workspace.naming.follow)
        self.team.ruled.connect(annotation.follow_rules)
        self.team.visited.connect(self._show_work)
        self.opener.sample_opened.connect(self.guide.offer)
        self.opener.project_opened.connect(self.team.show_to_lead)
        self.selection.segment_chosen.connect(self.guide.hide)
        workspace.opened.connect(self._ignore_keys)
        workspace.opened.connect(self._open_own_work)
        workspace.opened.connect(lambda _again: self.garbage.inspect_all(workspace.size))
        workspace.adjudication_changed.connect(segments.show_assigned)
        annotation.named.connect(segments.show_assigned)
        edited = workspace.segment_changed, workspace.assessed, workspace.annotations.changed
        for changed in (self.selection.started, *edited):
            changed.connect(self._show_title)

    def _open_own_work(self, again: bool) -> None:
        """Open a project on the Annotate page, with their segments, for an annotator to whom some are assigned.

        A blind one asks there who annotates, before any page has named a system. Merged work opens there.
        """
        workspace = self.workspace
        if again or workspace.project is None:
            return
        rules = workspace.project.rules
        if workspace.annotations.own_segments:
            self.segments.show_assigned()
        is_unnamed = rules.blind and not workspace.annotator
        if workspace.annotations.own_segments or is_unnamed or workspace.project.is_merged:
            self.pages.open_titled("Annotate")

    def _ignore_keys(self, again: bool) -> None:
        """Ignore keys until what was opened is painted: they were pressed before anybody saw it."""
        if not again and (screen := self.windowHandle()) is not None:
            screen.installEventFilter(self)
            QTimer.singleShot(0, self._show_opened)  # pages that were made are shown before

    def _show_opened(self) -> None:
        self.repaint()
        QTimer.singleShot(0, self._heed_keys)  # after the keys that were pressed while it was painted

    def _heed_keys(self) -> None:
        if (screen := self.windowHandle()) is not None:
            screen.removeEventFilter(self)

    def _offer_files(self, page: QWidget) -> None:
        """Let the buttons of a page where nothing is open open files."""
        from meantree_gui.widgets.score_prompt import ScorePrompt

        for prompt in page.findChildren(ScorePrompt):
            prompt.files_wanted.connect(self.opener.open_files)

    def _follow_shown(self) -> None:
        """Let metrics be chosen for their units on Inspect; on Annotate, texts that are no project become a draft."""
        self.selection.is_inspected = self.pages.currentWidget() is self.centre
        if self.pages.shown == "Annotate" and self.workspace.project is None and self.workspace.corpus is not None:
            self.errors.attempt(self.workspace.require_annotator)

    def _keep_annotations(self) -> None:
        """Ask where to keep a draft as soon as it is annotated."""
        if self.pages.shown == "Annotate":
            self.projects.keep_draft()

    def _show_work(self, annotator: str, comment: ListedComment | None) -> None:
        """Show an annotator's work: the place of a comment, or the assigned segments."""
        self.workspace.choose_annotator(annotator, visits=True)
        self.pages.open_titled("Annotate")
        if comment is None:
            self.segments.show_assigned()
        else:
            self.annotation_panel.go_to_comment(comment)

    def _show_segment(self, key: str, system: str) -> None:
        """Show a segment, in the annotation editor if that is open or there is an annotator."""
        corpus = self.workspace.corpus
        if corpus is None or key not in corpus.places:
            self.status.mention(f"segment {key} is not in the open corpus")
            return
        self.selection.choose_system(system)
        self.selection.select(corpus.places[key])
        if self.pages.shown != "Annotate":
            self.pages.open_titled("Annotate" if self.workspace.annotator else "Inspect")
        self.activateWindow()

    def _zoom_texts(self, factor: float) -> None:
        if self.pages.shown == "Annotate":
            self.annotation_panel.zoom(factor)
        else:
            self.status.mention("Only the picture on Inspect and the texts on Annotate can be zoomed")

    def _focus_editor(self) -> None:
        """Give the focus to the annotation editor, if that is shown, after a filter or a single segment is chosen."""
        if self.pages.shown == "Annotate" and len(self.segments.table.selected_places) < 2:
            self.annotation_panel.focus()

    def _show_message(self, message: str) -> None:
        """Show a message in the status bar, unless the annotation editor shows it."""
        if message and self.pages.shown != "Annotate":
            self.status.mention(message)

    def _store_message(self, message: str) -> None:
        self._message = message

    def _clear_message(self) -> None:
        """Clear a message about words that are no longer shown."""
        if self._message and self.status.currentMessage() == self._message:
            self.status.clearMessage()

    def _show_title(self) -> None:
        corpus = self.workspace.corpus
        language = f" – {corpus.language.name}" if corpus is not None else ""
        self.setWindowTitle(f"{escaped(self.workspace.name)}{language} – Meantree")

    # What the user does with the window

    def begin(self) -> None:
        """Open what the user chose for the start: the last session, the sample, or nothing."""
        if self.projects.reopen_draft():
            return
        start = read_choices(self.settings).start
        if start == LAST and self.session.restore():
            return
        if start != NOTHING:
            self.opener.open_sample()

    def show_palette(self) -> None:
        """Open the command palette."""
        from meantree_gui.palette import CommandPalette, command_entries, place_entries

        CommandPalette([*command_entries(self.command_lists), *place_entries(self.selection)], self).open()

    def show_settings(self) -> None:
        """Let the user change the settings."""
        from meantree_gui.settings_dialog import change_settings

        change_settings(self.workspace, self.appearance, self.settings, self.command_lists, self)

    def show_about(self) -> None:
        """Show the version, the build and the pipeline."""
        from meantree.bundled import build

        text = f"Meantree {__version__}\n{build()}\nParser: {self.workspace.store.parsers.name}\nApache-2.0"
        dialogs.show_text("About Meantree", "Translation error analysis with explainable scores.", text, self)

    def forbid_questions(self) -> None:
        """Close without questions; the next start offers unsaved corrections."""
        self.may_ask = False

    def changeEvent(self, event: QEvent) -> None:
        """Override QWidget.changeEvent: follow changes by others when the window becomes active."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow() and self.is_furnished:
            for follow in (
                self.workspace.follow_changes,
                self.annotation_pages.follow_changes,
                self.filtering.assigned.read,
                self.status.show_what_is_open,
            ):
                self.errors.attempt(follow)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Override QObject.eventFilter: take the keys that are ignored, also from shortcuts."""
        is_key = event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.KeyRelease)
        event.setAccepted(is_key or event.isAccepted())
        return is_key

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
            self.store_layout()
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
        from meantree_gui.opener import accepted_files

        return accepted_files(event) if self.is_furnished else []
