"""What the parts of the window tell each other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from meantree.metrics.evidence import Term, Unit
from meantree_gui.opening.opener import FileDrops
from meantree_gui.state.searching import places_of

if TYPE_CHECKING:
    from meantree.findings.search import Finding
    from meantree.project.comments import ListedComment
    from meantree_gui.window import MainWindow


class Connections(QObject):
    """Connects the signals of parts that do not know each other."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window, self.pages, self.selection = window, window.pages, window.selection
        self.centre, self.evidence, self.filtering = window.centre, window.evidence, window.filtering
        FileDrops(window)
        self._message = ""
        self._connect_pages()
        self._connect_evidence()
        self._connect_messages()
        self._connect_project()

    def _connect_pages(self) -> None:
        window, inspect = self.window, partial(self.pages.open, self.window.inspect.page)
        self.pages.refused.connect(window.status.mention)
        window.workspace.naming.changed.connect(lambda: self.pages.close_naming(window.workspace.naming.why_not))
        window.corpus_pages.inspecting.connect(inspect)
        window.corpus_pages.wanted.connect(self.pages.open_titled)
        window.opener.pasted.connect(inspect)
        window.corpus_pages.contrast.restarted.connect(self._compare)
        window.segments.wanted.connect(window.docks[0].show)
        window.annotation_panel.wanted_page.connect(partial(self.pages.open, window.annotation_panel.page))
        window.workspace.adjudication_changed.connect(window.segments.show_assigned)
        window.segments.requests_wanted.connect(lambda: window.help.show_manual("Requests"))
        window.appearance.changed.connect(self.pages.refresh)

    def _connect_evidence(self) -> None:
        self.evidence.chosen.connect(self.centre.highlight)
        self.evidence.findings.chosen.connect(self.centre.highlight_finding)
        self.evidence.findings.entered.connect(self._enter_finding)
        self.evidence.wanted.connect(self.window.page_panels.show_evidence)
        self.centre.trees.units_requested.connect(self._choose_clicked)
        self.window.corpus_pages.found.connect(self._choose_found)
        self.selection.comparison_changed.connect(self._highlight_matches)
        self.filtering.searching.changed.connect(self._highlight_matches)
        self.selection.comparison_changed.connect(self._paint_once)

    def _connect_messages(self) -> None:
        window = self.window
        for failing in (window.corpus_pages, window.background):
            failing.failed.connect(window.errors.show)
        drawn = (self.centre.corrector, self.centre.link_corrector, self.centre.trees.links)
        for telling in (*drawn, window.annotation_editor):
            telling.reported.connect(self._show_message)
        for of_words in drawn:
            of_words.reported.connect(self._store_message)
        selection = self.selection
        for chosen in (selection.segment_chosen, selection.system_chosen, selection.reference_chosen):
            chosen.connect(self._clear_message)
        others = window.segments, window.corpus_pages, window.exporter, window.team, window.projects, window.notice
        for written in others:
            written.reported.connect(window.status.mention)

        window.scoring.requested.connect(window.notice.mention_missing)

    def _connect_project(self) -> None:
        window = self.window
        window.projects.wanted.connect(self._show_segment)
        window.projects.draft_reopened.connect(window.session.go_on_in_draft)
        window.team.assigned.connect(self.filtering.assigned.read)
        window.team.assigned.connect(window.workspace.naming.follow)
        window.team.ruled.connect(window.annotation_editor.reopen)
        window.team.visited.connect(self._show_work)
        window.opener.sample_opened.connect(window.guide.offer)
        self.selection.segment_chosen.connect(window.guide.hide)
        window.appearance.changed.connect(window.guide.refresh)
        window.workspace.opened.connect(self._open_own_work)
        window.annotation_panel.annotator_page.chosen.connect(lambda _name: window.segments.show_assigned())
        window.workspace.opened.connect(lambda _again: window.garbage.inspect_all(window.workspace.size))

    def _enter_finding(self, finding: Finding) -> None:
        """Show the words of a finding, and put the cursor on the first of them."""
        self.pages.open(self.window.inspect.page)
        self.centre.enter_finding(finding)

    def _choose_units(self, units: Sequence[Unit | Term]) -> None:
        """Select these units or terms in the evidence, and highlight the first one."""
        self.evidence.select(units)
        self.centre.highlight(units[0])

    def _choose_found(self, found: Finding | Term) -> None:
        """Select a finding or a feature, and highlight it."""
        if isinstance(found, Term):
            self._choose_units((found,))
        else:
            self.evidence.findings.select(found)

    def _choose_clicked(self, units: Sequence[Unit | Term]) -> None:
        """Select the evidence of what was clicked; terms are not highlighted, since many use the same word."""
        self._choose_units(units)
        if isinstance(units[0], Term):
            self.centre.highlight(None)

    def _compare(self) -> None:
        """Let the filter use the differences between the compared systems."""
        pairing = self.window.corpus_pages.contrast.pairing
        self.filtering.compare(pairing.first, pairing.second)

    def _highlight_matches(self) -> None:
        """Highlight the matches of the request in the filter line in this segment."""
        comparison, matches = self.selection.comparison, self.filtering.searching.matches_at(self.selection.place)
        if comparison is not None and matches:
            name = comparison.pair.reference_names[comparison.reference]
            self.centre.trees.highlight(*places_of(matches, name))

    def _paint_once(self) -> None:
        """Paint another comparison only when all layouts are finished, not after each of them."""
        for part in (self.centre, self.evidence):
            part.setUpdatesEnabled(False)
            QTimer.singleShot(0, part, partial(part.setUpdatesEnabled, True))

    def _open_own_work(self, again: bool) -> None:
        """Open a project on the Annotate page, with their segments, for an annotator to whom some are assigned.

        A blind one asks there who annotates, before any page has named a system.
        """
        workspace = self.window.workspace
        if again or workspace.project is None:
            return
        rules = workspace.project.rules
        if workspace.annotations.own_segments:
            self.window.segments.show_assigned()
        if workspace.annotations.own_segments or (rules.blind and rules.has_errors and not workspace.annotator):
            self.pages.open(self.window.annotation_panel.page)

    def _show_work(self, annotator: str, comment: ListedComment | None) -> None:
        """Show an annotator's work: the place of a comment, or the assigned segments."""
        window = self.window
        window.workspace.choose_annotator(annotator)
        self.pages.open(window.annotation_panel.page)
        if comment is None:
            window.segments.show_assigned()
        else:
            window.annotation_panel.go_to_comment(comment)

    def _show_segment(self, key: str, system: str) -> None:
        """Show a segment, in the annotation editor if that is open or there is an annotator."""
        corpus = self.window.workspace.corpus
        if corpus is None or key not in corpus.places:
            self.window.status.mention(f"segment {key} is not in the open corpus")
            return
        self.selection.choose_system(system)
        self.selection.select(corpus.places[key])
        if self.pages.currentWidget() is not self.window.annotation_panel:
            window = self.window
            self.pages.open(window.annotation_panel.page if window.workspace.annotator else window.inspect.page)
        self.window.activateWindow()

    def _show_message(self, message: str) -> None:
        """Show a message in the status bar, unless the annotation editor shows it."""
        if message and self.pages.currentWidget() is not self.window.annotation_panel:
            self.window.status.mention(message)

    def _store_message(self, message: str) -> None:
        self._message = message

    def _clear_message(self) -> None:
        """Clear a message about words that are no longer shown."""
        if self._message and self.window.status.currentMessage() == self._message:
            self.window.status.clearMessage()
