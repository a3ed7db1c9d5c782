"""The form in which the user chooses what a report holds."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QLineEdit,
)

from meantree.escaping import counted, escaped
from meantree.reporting.request import KINDS, PAPERS, kind_named
from meantree_gui.state.reporting import Reporting, SegmentSelection
from meantree_gui.widgets.choosers import CheckList, Entry, StillComboBox
from meantree_gui.widgets.layouts import NarrowForm

ALL_ANNOTATORS = "all annotators"
NOT_SCORED = "Not scored yet (Shift+F5 scores all systems)"
SHORTEST_NAME = 8


class ReportForm(NarrowForm):
    """The form.

    Signals:
        edited: the user chose something else.
    """

    edited = Signal()

    def __init__(self, reporting: Reporting) -> None:
        super().__init__()
        self.reporting = reporting
        self.title, self.named = QLineEdit(), QLineEdit()
        self.which, self.focus, self.annotator, self.kind, self.paper = (StillComboBox() for _ in range(5))
        self.metrics, self.systems = CheckList("Listed metrics"), CheckList("Systems")
        self._arrange()
        self._connect()
        self.fill()

    def fill(self) -> None:
        """Show what can be chosen, and what is chosen."""
        reporting, choice = self.reporting, self.reporting.choice
        corpus = reporting.workspace.corpus
        if self.title.text() != choice.title:
            self.title.setText(choice.title)
        self.title.setPlaceholderText(escaped(corpus.name) if corpus is not None else "")
        self._fill_segments()
        listed = reporting.listed
        self.metrics.fill(Entry(spec, escaped(spec), spec in listed) for spec in reporting.specs)
        self.focus.offer([(escaped(spec), spec) for spec in listed], reporting.focus)
        scored, wanted = reporting.scored_systems, reporting.chosen_systems
        self.systems.fill(
            Entry(name, escaped(name), name in wanted, "" if name in scored else NOT_SCORED)
            for name in reporting.systems
        )
        names = reporting.annotators
        self.annotator.offer([(ALL_ANNOTATORS, ""), *((escaped(name), name) for name in names)], choice.annotator)
        for widget in (self.annotator, self.labels[self.annotator]):
            widget.setVisible(bool(names))
        self.kind.offer([(kind.capitalize(), kind) for kind in KINDS], choice.kind)
        self.kind.setToolTip(KINDS[choice.kind])
        self.paper.offer([(paper, paper) for paper in PAPERS], choice.paper)

    def _fill_segments(self) -> None:
        reporting, choice = self.reporting, self.reporting.choice
        corpus = reporting.workspace.corpus
        chosen = counted(len(reporting.chosen()), "segment")
        titles = {
            SegmentSelection.ALL: _all_of(len(corpus.segments)) if corpus is not None else SegmentSelection.ALL.value,
            SegmentSelection.NAMED: SegmentSelection.NAMED.value,
            SegmentSelection.FILTER: self._filter_title(),
            SegmentSelection.CHOSEN: f"{SegmentSelection.CHOSEN.value} ({chosen})",
        }
        self.which.offer([(titles[which], which.name) for which in SegmentSelection], choice.which.name)
        if self.named.text() != choice.named:
            self.named.setText(choice.named)
        if corpus is not None:
            examples = [escaped(segment.key) for segment in corpus.segments[:2]]
            self.named.setPlaceholderText(f"ids, as in {', '.join(examples)} or 1-5")
        self.named.setVisible(choice.which is SegmentSelection.NAMED)

    def _filter_title(self) -> str:
        """Return the title of the filter with the number of segments it accepts for the selected system."""
        filtering, systems = self.reporting.filtering, self.reporting.systems
        if not filtering.is_active:
            return f"{SegmentSelection.FILTER.value} ({'invalid' if filtering.why_not else 'no filter'})"
        whose = f" for {escaped(filtering.selection.system)}" if len(systems) > 1 else ""
        return f"{SegmentSelection.FILTER.value}{whose} ({len(filtering.places):,})"

    def _edit(self) -> None:
        """Take the values of the form; unchanged fields keep following what is scored."""
        reporting, choice = self.reporting, self.reporting.choice
        specs, systems = self.metrics.checked, self.systems.checked
        kind = kind_named(self.kind.currentData() or choice.kind)
        is_kept = specs == reporting.listed and (choice.specs is None or kind == choice.kind)
        if kind != choice.kind:
            specs = tuple(spec for spec in specs if spec not in reporting.of_kind)
        focus = self.focus.currentData() or ""
        now = replace(
            choice,
            title=self.title.text(),
            specs=choice.specs if is_kept else specs,
            focus=choice.focus if focus == reporting.focus else focus,
            systems=choice.systems if systems == reporting.chosen_systems else systems,
            which=SegmentSelection[self.which.currentData()],
            named=self.named.text(),
            kind=kind,
            paper="Letter" if self.paper.currentData() == "Letter" else "A4",
            annotator=self.annotator.currentData() or "",
        )
        if now != choice:
            reporting.choose(now)
            self.fill()
            self.edited.emit()

    def _connect(self) -> None:
        for line in (self.title, self.named):
            line.textEdited.connect(self._edit)
        for chooser in (self.which, self.focus, self.annotator, self.kind, self.paper):
            chooser.activated.connect(self._edit)
        for several in (self.metrics, self.systems):
            several.toggled.connect(
                self._edit, Qt.ConnectionType.QueuedConnection
            )  # filling the list again inside its own signal is unsafe

    def _arrange(self) -> None:
        self.named.setAccessibleName("Named segments")
        for chooser in (self.which, self.focus, self.annotator, self.kind, self.paper):
            chooser.set_narrowest(SHORTEST_NAME)
        for name, widget in (
            ("Title", self.title),
            ("Kind", self.kind),
            ("Segments", self.which),
            ("Metrics", self.metrics),
            ("Marked by", self.focus),
            ("Systems", self.systems),
            ("Frames and comments of", self.annotator),
        ):
            self.add(name, widget)
            if widget is self.which:
                self.column.addWidget(self.named)
        self.add("Paper", self.paper)
        self.finish()


def _all_of(segments: int) -> str:
    return "the 1 segment" if segments == 1 else f"all {segments:,} segments"
