"""The Inspect page: trees, words and frames of a translation, and the commands that change and correct them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QComboBox, QGridLayout, QToolButton, QWidget

from meantree.alignment.word_status import DIFFERENCES
from meantree.comparison.comparison import ComparedText, Comparison
from meantree.escaping import escaped
from meantree.metrics.evidence import Place, Term, Unit
from meantree.metrics.metric import CompareOn, OverFrames
from meantree_gui.actions import GO_PARSE, OPEN, VIEW_TREES, Command, CommandList, pop_up
from meantree_gui.evidence.evidence_panel import EvidencePanel
from meantree_gui.pages import Page
from meantree_gui.settings import DOUBTS, FRAMES, STACKED, Settings
from meantree_gui.state.comparer import NO_TRANSLATION
from meantree_gui.state.filtering import Filtering, places_of
from meantree_gui.state.selection import NOTHING_OPEN, Selection
from meantree_gui.trees.correctors import HeadCorrector, LinkCorrector
from meantree_gui.trees.picture_canvas import Canvas
from meantree_gui.trees.tree_pair import FRAMES_KEY, TreePair
from meantree_gui.trees.tree_pane import ParseBrowser
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.choosers import StillComboBox
from meantree_gui.widgets.labels import ERROR_SIDES, FewLines, errors_of, plain_label
from meantree_gui.widgets.layouts import FlowLayout, together

if TYPE_CHECKING:
    from meantree.phenomena.search import Finding

ALL_REFERENCES = "all (chosen by the metric)"
TEXT_SHARE = 0.4
"""The share of the page's height that texts may take, if they are long, in equal parts."""
VIEW_NAME, OTHER_NAME = 9, 7
"""Readable wide letters in the narrowest window, of the view (as in its differences) and of other choices."""
WIDEST_CHOOSER, CHOOSER_SHARE = 220, 3
"""The largest width of choosers in pixels; those of systems and references take at most a third of the page."""
ALL = "all units"
VIEW_TIP = "What is marked in the texts; a metric is then in focus on Compare and in the report, too (Ctrl+M: the next)"
ENABLED = Qt.ItemDataRole.UserRole - 1
"""Qt's role for what can be done with an entry of a combo box: nothing with a heading."""
FRAMES_TIP = f"Open or fold the frames ({FRAMES_KEY}). By default, they are open where the trees leave room for them"
NOT_OFFERED = "There are no frames to show because no frame metric is offered. Choose one in Settings, Metrics."
NO_FRAMES = "This segment has no frames to show."
STRUCTURES: Mapping[str, CompareOn | None] = {
    "by view": None,
    "dependencies": "dependencies",
    "constituents": "constituents",
    "words": "words",
    "frames": "frames",
}
"""What can be drawn, independently of the metric in focus."""


class Centre(QWidget):
    """Choosers, the texts below them, and the trees below these."""

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self.selection, self.workspace = selection, selection.workspace
        self._is_behind, self._with_source = False, True
        self.focus, self.kind, self.structure, self.system, self.reference = (StillComboBox() for _ in range(5))
        self.structure.addItems(list(STRUCTURES))
        self.frames = QToolButton()
        self.frames.setText("Frames")
        self.frames.setToolTip(FRAMES_TIP)
        self.frames.setCheckable(True)
        self.frames.setChecked(True)
        self.trees = TreePair()
        self.texts = {name: FewLines() for name in ("Source", "Hypothesis", "Reference")}
        self._arrange()
        self.focus.activated.connect(lambda: selection.choose_focus(self.focus.currentData()))
        self.kind.activated.connect(lambda: selection.choose_focus(selection.view, self.kind.currentData()))
        self.structure.activated.connect(lambda: selection.choose_structure(STRUCTURES[self.structure.currentText()]))
        self.frames.clicked.connect(self.trees.choose_frames)
        toggle = QShortcut(QKeySequence(FRAMES_KEY), self, self.toggle_frames)
        toggle.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self.trees.frames_shown.connect(self.frames.setChecked)
        self.system.activated.connect(lambda: selection.choose_system(self.system.currentData()))
        self.reference.activated.connect(lambda: selection.choose_reference(self.reference.currentData()))
        self.trees.parse_chosen.connect(selection.choose_parse)
        self.corrector = HeadCorrector(selection, self.trees)
        self.link_corrector = LinkCorrector(selection, self.trees)
        edited = self.workspace.opened, self.workspace.segment_changed
        for changed in (*edited, selection.segment_chosen, selection.system_chosen, selection.reference_chosen):
            changed.connect(lambda: self.trees.show_notice(""))  # the notice was about the previous state
        selection.focus_chosen.connect(lambda: None if self.trees.is_word_selected else self.trees.show_notice(""))
        selection.started.connect(self._fill)
        selection.system_chosen.connect(self._follow)
        selection.reference_chosen.connect(self._follow)
        selection.comparison_changed.connect(self._show)

    def highlight(self, unit: Unit | Term | None) -> None:
        """Highlight the words of a unit or a feature of the evidence."""
        comparison = self.selection.comparison
        if unit is None or comparison is None:
            self.trees.highlight((), ())
            return
        places = unit.reference_places
        place = comparison.reference
        self.trees.highlight(unit.hypothesis_places, places[place] if place < len(places) else ())

    def highlight_finding(self, finding: Finding | None) -> None:
        """Highlight the words of a finding, and the arcs between them."""
        comparison = self.selection.comparison
        if finding is None or comparison is None:
            self.trees.highlight((), ())
            return
        hyp, ref = comparison.texts
        of_hyp = _places(hyp, {*finding.hypothesis, *finding.hypothesis_place}, finding.hypothesis_arcs)
        of_ref = _places(ref, {*finding.reference, *finding.reference_place}, finding.reference_arcs)
        self.trees.highlight(of_hyp, of_ref if _is_beside_drawn(comparison) else ())

    def enter_finding(self, finding: Finding) -> None:
        """Highlight a finding, and put the cursor on its first word, which the picture shows."""
        self.highlight_finding(finding)
        comparison = self.selection.comparison
        is_drawn = comparison is not None and _is_beside_drawn(comparison)
        self.trees.go_to(finding.hypothesis, finding.reference if is_drawn else ())

    def next_structure(self) -> None:
        """Draw the next structure, after the last one what the metric compares."""
        structures = list(STRUCTURES.values())
        self.selection.choose_structure(structures[(structures.index(self.selection.structure) + 1) % len(structures)])

    def toggle_frames(self) -> None:
        """Open or fold the frames below the trees."""
        if self.frames.isEnabled():
            self.frames.click()

    def toggle_source(self) -> None:
        """Hide the source, or show it again."""
        self._with_source = not self._with_source
        self._fill()

    def _arrange(self) -> None:
        bar = FlowLayout(squeezes=True)
        bar.setContentsMargins(8, 6, 8, 0)
        named = (("View", self.focus), ("Units", self.kind), ("Structure", self.structure))
        sides = (("System", self.system), ("Reference", self.reference))
        for name, chooser in (*named, *sides):
            bar.addWidget(together(name, _named(chooser, name)))
        self.kind.setToolTip("What the metric counts: words, arcs, chains …; choose a kind of units to mark only these")
        for chooser in (self.kind, self.structure, self.system, self.reference):
            chooser.setMinimumContentsLength(OTHER_NAME)
        self.frames.setProperty("role", "page")  # the pressed button is visible in either appearance
        self.frames.setProperty("narrow", True)
        bar.addWidget(self.frames)
        texts = QGridLayout()
        texts.setContentsMargins(8, 4, 8, 0)
        texts.setColumnStretch(1, 1)
        names = {name: plain_label(name) for name in self.texts}
        self._source = names["Source"], self.texts["Source"]
        for row, (name, text) in enumerate(self.texts.items()):
            texts.addWidget(names[name], row, 0, Qt.AlignmentFlag.AlignTop)
            texts.addWidget(text, row, 1)
        in_column(self, bar, texts, (self.trees, 1), margins=(0, 0, 0, 0))

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget.showEvent: frames may have been finished or reopened on another page."""
        super().showEvent(event)
        if self._is_behind:
            self.selection.refresh()
            if self._is_behind and self.selection.comparison is not None:  # while these texts are compared again
                self._show(self.selection.comparison)
        elif not event.spontaneous() and self.workspace.project is not None:
            self.selection.follow_edits()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent."""
        super().resizeEvent(event)
        for chooser in (self.system, self.reference):
            chooser.setMaximumWidth(max(chooser.minimumSizeHint().width(), self.width() // CHOOSER_SHARE))
        self._share_height()

    def _share_height(self) -> None:
        """Let long texts take their share of the height, whatever is below."""
        lines = round(TEXT_SHARE * self.height() / self.fontMetrics().lineSpacing())
        shown = [text for text in self.texts.values() if not text.isHidden()]
        for text in shown:
            text.allow(max(1, lines // len(shown)))

    def _fill(self) -> None:
        corpus = self.workspace.corpus
        has_sources = corpus is not None and any(segment.source for segment in corpus.segments)
        for part in self._source:
            part.setVisible(has_sources and self._with_source)  # else texts and trees have its room
        self._share_height()
        self._fill_focus()
        self._follow()

    def _fill_focus(self) -> None:
        """Offer the differences, then the metrics by family, with what they compare."""
        from meantree.metrics.registry import by_family, compares

        metrics = self.workspace.metrics
        self.focus.clear()
        if DIFFERENCES in self.selection.views:
            self.focus.addItem(DIFFERENCES if self.selection.is_english() else "word links", DIFFERENCES)
        for family, specs in by_family(metrics).items():
            self.focus.addItem(family)
            self.focus.model().setData(self.focus.model().index(self.focus.count() - 1, 0), 0, ENABLED)
            for spec in specs:
                self.focus.addItem(f"{spec}: {compares(metrics[spec])}", spec)
        self.focus.setCurrentIndex(self.focus.findData(self.selection.view))

    def _follow(self) -> None:
        """Offer the systems and references, and show which are chosen."""
        corpus = self.workspace.corpus
        systems, references = ((), ()) if corpus is None else (corpus.systems, corpus.references)
        named = [(escaped(name), name) for name in references]
        self.system.set_entries([(escaped(name), name) for name in systems], self.selection.system)
        self.reference.set_entries([(ALL_REFERENCES, None), *named], self.selection.reference)
        self.reference.setEnabled(bool(references))

    def _offer_frames(self, comparison: Comparison | str) -> None:
        """Enable the Frames button if there are frames; while texts are analysed, nothing changes."""
        offered = any(isinstance(metric, OverFrames) for metric in self.workspace.metrics.values())
        has_frames = offered and (isinstance(comparison, str) or comparison.frames is not None)
        self.frames.setEnabled(has_frames)
        self.frames.setToolTip(FRAMES_TIP if has_frames else NO_FRAMES if offered else NOT_OFFERED)

    def _show(self, comparison: Comparison | str) -> None:
        self._is_behind = self.workspace.is_annotating and not self.isVisible()
        if self._is_behind:
            return  # it is drawn when it is shown
        segment = self.selection.segment
        hypothesis = segment.hypotheses.get(self.selection.system) if segment else None
        errors = {side: errors_of(segment, self.selection.system, side) if segment else [] for side in ERROR_SIDES}
        self.texts["Source"].show_text((segment.source or "–") if segment else "", errors["source"])
        self.texts["Hypothesis"].show_text(hypothesis.text if hypothesis else "", errors["hypothesis"])
        self.focus.setCurrentIndex(self.focus.findData(self.selection.view))
        self.focus.setToolTip(f"{self.focus.currentText()}\n{VIEW_TIP}")  # the view may be cut
        self.structure.setCurrentIndex(list(STRUCTURES.values()).index(self.selection.structure))
        self._offer_frames(comparison)
        if isinstance(comparison, str):
            chosen = self.selection.reference
            named = segment.references.items() if segment else ()
            texts = [text.text for name, text in named if chosen in (None, name)]
            self.texts["Reference"].show_text(texts[0] if len(texts) == 1 else "")  # the metric chooses one of several
            if self.selection.single_text is None:
                self.trees.show_message(comparison, OPEN if comparison in (NOTHING_OPEN, NO_TRANSLATION) else "")
            else:
                self.trees.show_alone(self.selection.single_text, self.selection.system, comparison)
            return
        self.texts["Reference"].show_text(comparison.reference_text.analysis.text)
        kinds = [(kind or ALL, kind) for kind in ("", *comparison.evidence.kinds)]
        self.kind.set_entries(kinds, self.selection.kind)
        names = self.selection.system, comparison.pair.reference_names[comparison.reference]
        self.trees.show_pair(comparison, names, segment.key if segment is not None else "")


def _is_beside_drawn(comparison: Comparison) -> bool:
    """Return whether findings are beside the reference that is drawn, so that its words can be shown."""
    return comparison.closest == comparison.reference


def _places(text: ComparedText, words: set[int], arcs: Sequence[tuple[int, int]]) -> tuple[Place, ...]:
    """Return the places of words, of the arcs of the tree that join two of them, and of other arcs."""
    joining = {arc[:2] for arc in text.tree.arcs() if words.issuperset(arc[:2])}
    return (
        *(Place((word,)) for word in sorted(words)),
        *(Place((min(arc), max(arc)), (arc,)) for arc in sorted(joining | set(arcs))),
    )


def _named(chooser: QComboBox, name: str) -> QComboBox:
    """Give a chooser its accessible name and its size."""
    chooser.setAccessibleName(name)
    chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    chooser.setMinimumContentsLength(VIEW_NAME)
    chooser.setMaximumWidth(WIDEST_CHOOSER)
    return chooser


ZOOM = 1.2
ZOOMED = "(the picture on Inspect, the texts on Annotate)"
LINKS = "Annotate · Word links"


class InspectPage(QObject):
    """The page and its commands; those that correct heads and links work only in the trees or between the words.

    Signals:
        zoom_wanted: the page that is shown shall zoom by a factor, for 0 to its own size.
    """

    zoom_wanted = Signal(float)

    def __init__(self, selection: Selection, settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        self.centre = Centre(selection)
        self.trees = self.centre.trees
        self.heads = CommandList(self._head_commands(), self.centre, "In the trees", self.trees.panes)
        self.links = CommandList(self._link_commands(), self.centre, "In the trees and between the words", self._linked)
        restore, title = self.centre.link_corrector.restore, "Restore the automatic links of the word"
        restored = self._correct(LINKS, "restore_links", title, restore, "Delete", "Backspace")
        self.restored = CommandList((restored,), self.centre, "Between the words", self._linked[:2])
        commands = CommandList((*self._view_commands(), *self._parse_commands()), self.centre)
        self.page = Page(
            "Inspect",
            self.centre,
            (commands, self.heads, self.links, self.restored),
            "the trees",
            ("F7",),
            self._focus,
            self.trees.refresh,
        )
        for pane in self.trees.panes:
            pane.view.menu_wanted.connect(partial(self._pop_up, (self.heads, self.links)))
        self.trees.links.menu_wanted.connect(partial(self._pop_up, (self.links, self.restored)))
        self.trees.set_stacked(STACKED.read(settings))
        self.trees.set_with_frames({"on": True, "off": False}.get(FRAMES.read(settings)))
        self.centre.frames.clicked.connect(self._store_frames)
        selection.set_doubts(DOUBTS.read(settings))

    def toggle_stacked(self) -> None:
        """Show the trees side by side or stacked."""
        stacked = self.trees.splitter.orientation() == Qt.Orientation.Horizontal
        self.trees.set_stacked(stacked)
        STACKED.write(self.settings, stacked)

    def toggle_doubts(self) -> None:
        """Mark improbable arcs, constituents and parts of frames, or none."""
        self.centre.selection.set_doubts(not self.centre.selection.doubts)
        DOUBTS.write(self.settings, self.centre.selection.doubts)

    def _zoom(self, factor: float) -> None:
        """Zoom the picture by a factor, 0 for its own size; on another page, ask that page to do it."""
        if self.centre.isVisible():
            self.trees.zoom(factor)
        else:
            self.zoom_wanted.emit(factor)

    def _store_frames(self) -> None:
        with_frames = self.trees.with_frames
        FRAMES.write(self.settings, "auto" if with_frames is None else "on" if with_frames else "off")

    @property
    def _linked(self) -> tuple[Canvas, ...]:
        """The views in which shortcuts for links work; in the frames, they only report where they work."""
        return self.trees.links, self.trees.frames.view, *(pane.view for pane in self.trees.panes)

    def _focus(self) -> None:
        """Focus the tree of the hypothesis, then that of the reference."""
        first, *others = self.trees.canvases
        (others[0] if others and first.hasFocus() else first).setFocus()

    def _pop_up(self, lists: Sequence[CommandList], where: QPoint) -> None:
        pop_up(where, self.centre, *(commands.actions.values() for commands in lists))

    def _view_commands(self) -> tuple[Command, ...]:
        trees, centre, menu = self.trees, self.centre, VIEW_TREES
        return (
            Command("zoom_in", f"Zoom in {ZOOMED}", menu, partial(self._zoom, ZOOM), ("Ctrl++", "Ctrl+=")),
            Command("zoom_out", f"Zoom out {ZOOMED}", menu, partial(self._zoom, 1 / ZOOM), ("Ctrl+-",)),
            Command("actual_size", f"Actual size {ZOOMED}", menu, partial(self._zoom, 0.0), ("Ctrl+0",)),
            Command("fit_trees", "Fit the picture to the view", menu, trees.fit, ("Ctrl+9",)),
            Command("toggle_frames", "Open or fold the frames", menu, centre.toggle_frames, ("Ctrl+Shift+G",)),
            Command("hide_source", "Show or hide the source", menu, centre.toggle_source),
            Command("toggle_doubts", "Mark or unmark improbable analyses", menu, self.toggle_doubts, ("Ctrl+Alt+Q",)),
            Command("toggle_stacked", "Stack trees or set them side by side", menu, self.toggle_stacked, ("Ctrl+T",)),
        )

    def _parse_commands(self) -> tuple[Command, ...]:
        hypothesis, reference = (pane.browser for pane in self.trees.panes)
        return (
            Command("next_structure", "Next structure", "Go", self.centre.next_structure, ("Ctrl+G",)),
            _parse("less_probable_parse", "Less probable parse of the hypothesis", hypothesis, 1, "Ctrl+N"),
            _parse("more_probable_parse", "More probable parse of the hypothesis", hypothesis, -1, "Ctrl+Shift+N"),
            _parse("less_probable_reference_parse", "Less probable parse of the reference", reference, 1, "Ctrl+B"),
            _parse(
                "more_probable_reference_parse", "More probable parse of the reference", reference, -1, "Ctrl+Shift+B"
            ),
        )

    def _head_commands(self) -> tuple[Command, ...]:
        do, corrector = partial(self._correct, "Annotate · Heads and labels"), self.centre.corrector
        return (
            do("take_or_attach", "Select word, then its new head", corrector.select_or_attach, "H"),
            do("make_root", "Make root", corrector.make_root, "R"),
            do("relabel", "Change label …", corrector.relabel, "L"),
            do("take_back", "Restore the parser's head", corrector.restore, "Delete", "Backspace"),
        )

    def _link_commands(self) -> tuple[Command, ...]:
        do, corrector = partial(self._correct, LINKS), self.centre.link_corrector
        return (
            do("pick_or_link", "Select word, then link or unlink it", corrector.select_or_link, "K"),
            do("mark_mistranslation", "Mark or unmark the link as a mistranslation", corrector.mark, "M"),
        )

    def _correct(self, menu: str, name: str, title: str, do: Callable[[], object], *keys: str) -> Command:
        """Return a command on the picture, which menus have while this page is shown."""
        return Command(name, title, menu, do, keys, is_offered=self.centre.isVisible)


def _parse(name: str, title: str, browser: ParseBrowser, step: int, shortcut: str) -> Command:
    return Command(name, title, GO_PARSE, partial(browser.step, step), (shortcut,))


class EvidenceLinks(QObject):
    """What the picture, the evidence and the filter line tell each other."""

    def __init__(self, selection: Selection, filtering: Filtering, centre: Centre, evidence: EvidencePanel) -> None:
        super().__init__(centre)
        self.selection, self.filtering, self.centre, self.evidence = selection, filtering, centre, evidence
        evidence.chosen.connect(centre.highlight)
        evidence.findings.chosen.connect(centre.highlight_finding)
        centre.trees.units_requested.connect(self._choose_clicked)
        selection.comparison_changed.connect(self._highlight_matches)
        filtering.searching.changed.connect(lambda: centre.highlight(None))  # what was found before
        filtering.searching.changed.connect(self._highlight_matches)
        selection.comparison_changed.connect(self._paint_once)

    def _choose_units(self, units: Sequence[Unit | Term]) -> None:
        """Select these units or terms in the evidence, and highlight the first one."""
        self.evidence.select(units)
        self.centre.highlight(units[0])

    def choose_found(self, found: Finding | Term) -> None:
        """Select a finding or a feature, and highlight it; a finding has the keys, which answer it."""
        if isinstance(found, Term):
            self._choose_units((found,))
        else:
            self.evidence.findings.select(found)
            if self.centre.isVisible() and self.evidence.isVisible():
                self.evidence.findings.focus_list()

    def _choose_clicked(self, units: Sequence[Unit | Term]) -> None:
        """Select the evidence of what was clicked; terms are not highlighted, since many use the same word."""
        self._choose_units(units)
        if isinstance(units[0], Term):
            self.centre.highlight(None)

    def _highlight_matches(self) -> None:
        """Highlight the matches of the request in the filter line in this segment."""
        comparison, matches = self.selection.comparison, self.filtering.searching.matches_at(self.selection.place)
        if comparison is not None and matches:
            name = comparison.pair.reference_names[comparison.reference]
            sides = zip(comparison.texts, places_of(matches, name), strict=True)
            self.centre.trees.highlight(
                *([part for place in places for part in _places(text, {*place.tokens}, ())] for text, places in sides)
            )

    def _paint_once(self) -> None:
        """Paint another comparison only when all layouts are finished, not after each of them."""
        for part in (self.centre, self.evidence):
            part.setUpdatesEnabled(False)
            QTimer.singleShot(0, part, partial(part.setUpdatesEnabled, True))
