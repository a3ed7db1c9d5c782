"""The form in which the user chooses what a report holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QInputDialog,
    QLineEdit,
    QPushButton,
    QSpinBox,
)

from meantree.errors import MeantreeError
from meantree.escaping import counted, escaped
from meantree.reporting.report_options import PAPERS, PARTS
from meantree.reporting.styles import CLAIMS, LONGEST_NAME, PRESETS, delete_style, own_styles, save_style, style_parts
from meantree_gui.state.reporting import Reporting, SegmentSelection
from meantree_gui.widgets.choosers import CheckList, Entry, StillComboBox
from meantree_gui.widgets.labels import plain_label
from meantree_gui.widgets.layouts import NarrowForm

ALL_ANNOTATORS = "all annotators"
MAX_SEGMENTS = 10_000
NOT_SCORED = "Not scored yet (Shift+F5 scores all systems)"
SHORTEST_NAME = 8


class ReportForm(NarrowForm):
    """The form.

    Signals:
        edited: the user chose something else.
        failed: why a style could not be stored or deleted.
    """

    edited = Signal()
    failed = Signal(object)

    def __init__(self, reporting: Reporting) -> None:
        super().__init__()
        self.reporting = reporting
        self.title, self.named = QLineEdit(), QLineEdit()
        self.which, self.focus, self.annotator, self.styles, self.paper = (StillComboBox() for _ in range(5))
        self.changes, self.save_style = plain_label(wrapped=True), QPushButton("Save style …")
        self.delete_style = QPushButton("Delete style")
        self.most = QSpinBox()
        self.metrics, self.systems = CheckList("Listed metrics"), CheckList("Systems")
        self.parts = {name: QCheckBox(name.capitalize()) for name in PARTS}
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
        self._fill_style()

    def _fill_style(self) -> None:
        """Show the style, its parts, and which of them were added or taken away."""
        reporting = self.reporting
        own = own_styles()
        names = [*((name.capitalize(), name) for name in PRESETS), *((escaped(name), name) for name in own)]
        self.styles.offer(names, reporting.style)
        self.styles.setToolTip(CLAIMS.get(reporting.style, "A style of your own"))
        self.paper.offer([(paper, paper) for paper in PAPERS], reporting.choice.paper)
        parts, of_style = reporting.parts, {**own, **PRESETS}[reporting.style]
        for name, box in self.parts.items():
            with QSignalBlocker(box):
                box.setChecked(name in parts)
        added = [f"+ {name}" for name in PARTS if name in parts - of_style]
        removed = [f"− {name}" for name in PARTS if name in of_style - parts]
        self.changes.setText(", ".join((*added, *removed)))
        self.changes.setVisible(bool(added or removed))
        self.save_style.setVisible(bool(added or removed))
        self.delete_style.setVisible(reporting.style in own and not (added or removed))

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
        with QSignalBlocker(self.most):
            self.most.setValue(reporting.most)
        self.named.setVisible(choice.which is SegmentSelection.NAMED)
        for widget in (self.most, self.labels[self.most]):
            widget.setVisible(choice.which in (SegmentSelection.ALL, SegmentSelection.FILTER))

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
        style = self.styles.currentData() or reporting.style
        parts = frozenset(name for name, box in self.parts.items() if box.isChecked())
        is_kept = specs == reporting.listed and (choice.specs is None or style == reporting.style)
        if style != reporting.style:
            parts = style_parts(style)
            specs = tuple(spec for spec in specs if spec not in reporting.of_style)
        focus = self.focus.currentData() or ""
        now = replace(
            choice,
            title=self.title.text(),
            specs=choice.specs if is_kept else specs,
            focus=choice.focus if focus == reporting.focus else focus,
            systems=choice.systems if systems == reporting.chosen_systems else systems,
            which=SegmentSelection[self.which.currentData()],
            named=self.named.text(),
            most=choice.most if self.most.value() == reporting.most else self.most.value(),
            style=choice.style if style == reporting.style else style,
            parts=None if parts == style_parts(style) else parts,
            paper="Letter" if self.paper.currentData() == "Letter" else "A4",
            annotator=self.annotator.currentData() or "",
        )
        if now != choice:
            reporting.choose(now)
            self.fill()
            self.edited.emit()

    def name_style(self) -> None:
        """Ask for a name, and store the parts as a style of the user's own under it."""
        normal, proposed = QLineEdit.EchoMode.Normal, self._proposed_name()
        name, is_given = QInputDialog.getText(self, "Save style", "Name of the style:", normal, proposed)
        if not is_given:
            return
        parts = self.reporting.parts
        self._store(lambda: save_style(name, parts), name.strip(), None)

    def _proposed_name(self) -> str:
        """Return the name of a changed style of the user's own, or that of a preset with what was changed."""
        style = self.reporting.style
        if style not in PRESETS:
            return style
        name = f"{style} {self.changes.text()}"
        return name if len(name) <= LONGEST_NAME else f"{style}, changed"

    def forget_style(self) -> None:
        """Delete the chosen style of the user's own; its parts stay chosen and can be saved again."""
        name, parts = self.reporting.style, self.reporting.parts
        self._store(lambda: delete_style(name), "", parts)

    def _store(self, change: Callable[[], None], style: str, parts: frozenset[str] | None) -> None:
        """Change the stored styles, then choose a style and its changed parts, if any."""
        try:
            change()
        except MeantreeError as error:
            self.failed.emit(error)
            return
        self.reporting.choose(replace(self.reporting.choice, style=style, parts=parts))
        self.fill()
        self.edited.emit()

    def _connect(self) -> None:
        for line in (self.title, self.named):
            line.textEdited.connect(self._edit)
        for chooser in (self.which, self.focus, self.annotator, self.styles, self.paper):
            chooser.activated.connect(self._edit)
        self.save_style.clicked.connect(self.name_style)
        self.delete_style.clicked.connect(self.forget_style)
        self.most.valueChanged.connect(self._edit)
        for several in (self.metrics, self.systems):
            several.toggled.connect(
                self._edit, Qt.ConnectionType.QueuedConnection
            )  # filling the list again inside its own signal is unsafe
        for box in self.parts.values():
            box.toggled.connect(self._edit)

    def _arrange(self) -> None:
        self.most.setRange(1, MAX_SEGMENTS)
        self.most.setGroupSeparatorShown(True)
        self.most.setToolTip(
            "The largest number of segments shown: those with the worst scores, with the largest differences between "
            "systems or, of annotators alone, with the least agreement"
        )
        self.named.setAccessibleName("Named segments")
        for chooser in (self.which, self.focus, self.annotator, self.styles, self.paper):
            chooser.set_narrowest(SHORTEST_NAME)
        for name, widget in (
            ("Title", self.title),
            ("Style", self.styles),
            ("Segments", self.which),
            ("Show at most", self.most),
            ("Metrics", self.metrics),
            ("Marked by", self.focus),
            ("Systems", self.systems),
            ("Frames and comments of", self.annotator),
        ):
            self.add(name, widget)
            if widget is self.which:
                self.column.addWidget(self.named)
        self.column.addWidget(plain_label("Contents"))
        boxes = QGridLayout()
        for place, (name, box) in enumerate(self.parts.items()):
            box.setToolTip(PARTS[name].capitalize())
            boxes.addWidget(box, place // 2, place % 2)
        self.column.addLayout(boxes)
        for below in (self.changes, self.save_style, self.delete_style):
            self.column.addWidget(below)
        self.add("Paper", self.paper)
        self.finish()


def _all_of(segments: int) -> str:
    return "the 1 segment" if segments == 1 else f"all {segments:,} segments"
