"""The form in which the user chooses what a report holds."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from meantree.escaping import counted, escaped
from meantree.report.report_options import PARTS
from meantree_gui.state.reporting import Reporting, Which
from meantree_gui.widgets.choosers import CheckList, Entry, StillComboBox

EVERYBODY = "all annotators"
MOST = 10_000
NOT_SCORED = "Not scored yet (Shift+F5 scores all systems)"
SHORTEST_NAME = 8


class Choices(QScrollArea):
    """The form.

    Signals:
        asked: something else is wanted.
    """

    asked = Signal()

    def __init__(self, reporting: Reporting) -> None:
        super().__init__()
        self.reporting = reporting
        self.title, self.named = QLineEdit(), QLineEdit()
        self.which, self.focus, self.annotator = (StillComboBox() for _ in range(3))
        self.most = QSpinBox()
        self.metrics, self.systems = CheckList("Metrics that are listed"), CheckList("Systems")
        self.parts = {name: QCheckBox(name.capitalize()) for name in PARTS}
        self._labels: dict[QWidget, QLabel] = {}
        self._arrange()
        self._connect()
        self.fill()

    def fill(self) -> None:
        """What there is to choose from, and what is chosen."""
        reporting, wish = self.reporting, self.reporting.wish
        corpus = reporting.workspace.corpus
        if self.title.text() != wish.title:
            self.title.setText(wish.title)
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
        self.annotator.offer([(EVERYBODY, ""), *((escaped(name), name) for name in names)], wish.annotator)
        for widget in (self.annotator, self._labels[self.annotator]):
            widget.setVisible(bool(names))
        for name, box in self.parts.items():
            with QSignalBlocker(box):
                box.setChecked(wish.parts is None or name in wish.parts)

    def _fill_segments(self) -> None:
        reporting, wish = self.reporting, self.reporting.wish
        corpus = reporting.workspace.corpus
        chosen = counted(len(reporting.chosen()), "segment")
        told = {
            Which.ALL: _all_of(len(corpus.segments)) if corpus is not None else Which.ALL.value,
            Which.NAMED: Which.NAMED.value,
            Which.FILTER: self._filter_told(),
            Which.CHOSEN: f"{Which.CHOSEN.value} ({chosen})",
        }
        self.which.offer([(told[one], one.name) for one in Which], wish.which.name)
        if self.named.text() != wish.named:
            self.named.setText(wish.named)
        if corpus is not None:
            examples = [escaped(segment.key) for segment in corpus.segments[:2]]
            self.named.setPlaceholderText(f"ids, as in {', '.join(examples)} or 1-5")
        with QSignalBlocker(self.most):
            self.most.setValue(wish.most)
        self.named.setVisible(wish.which is Which.NAMED)
        for widget in (self.most, self._labels[self.most]):
            widget.setVisible(wish.which in (Which.ALL, Which.FILTER))

    def _filter_told(self) -> str:
        """The filter is about the translations of one system; how many it accepts of them."""
        filtering, systems = self.reporting.filtering, self.reporting.systems
        if not filtering.is_active:
            return f"{Which.FILTER.value} ({'not understood' if filtering.why_not else 'no filter'})"
        whose = f" for {escaped(filtering.selection.system)}" if len(systems) > 1 else ""
        return f"{Which.FILTER.value}{whose} ({len(filtering.places):,})"

    def _ask(self) -> None:
        """Want what the form says; what nobody changed goes on following what is scored."""
        reporting, wish = self.reporting, self.reporting.wish
        specs, systems = self.metrics.checked, self.systems.checked
        parts = frozenset(name for name, box in self.parts.items() if box.isChecked())
        focus = self.focus.currentData() or ""
        now = replace(
            wish,
            title=self.title.text(),
            specs=wish.specs if specs == reporting.listed else specs,
            focus=wish.focus if focus == reporting.focus else focus,
            systems=wish.systems if systems == reporting.chosen_systems else systems,
            which=Which[self.which.currentData()],
            named=self.named.text(),
            most=self.most.value(),
            parts=None if parts == frozenset(PARTS) else parts,
            annotator=self.annotator.currentData() or "",
        )
        if now != wish:
            reporting.ask(now)
            self.fill()
            self.asked.emit()

    def _connect(self) -> None:
        for line in (self.title, self.named):
            line.textEdited.connect(self._ask)
        for chooser in (self.which, self.focus, self.annotator):
            chooser.activated.connect(self._ask)
        self.most.valueChanged.connect(self._ask)
        for several in (self.metrics, self.systems):
            several.toggled.connect(self._ask, Qt.ConnectionType.QueuedConnection)  # it fills the list anew
        for box in self.parts.values():
            box.toggled.connect(self._ask)

    def _arrange(self) -> None:
        form = QWidget()
        column = QVBoxLayout(form)
        column.setContentsMargins(8, 6, 8, 6)
        column.setSpacing(3)
        self.most.setRange(1, MOST)
        self.most.setGroupSeparatorShown(True)
        self.most.setToolTip(
            "Of more segments so many are shown: those with the lowest scores by the metric that marks"
        )
        self.named.setAccessibleName("Named segments")
        for chooser in (self.which, self.focus, self.annotator):
            chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            chooser.setMinimumContentsLength(SHORTEST_NAME)
        for name, widget in (
            ("Title", self.title),
            ("Segments", self.which),
            ("", self.named),
            ("At most, the worst", self.most),
            ("Metrics", self.metrics),
            ("Marked by", self.focus),
            ("Systems", self.systems),
            ("Frames and remarks of", self.annotator),
        ):
            if name:
                column.addWidget(self._label(name, widget))
            column.addWidget(widget)
        column.addWidget(self._heading("Contents"))
        boxes = QGridLayout()
        for place, (name, box) in enumerate(self.parts.items()):
            box.setToolTip(PARTS[name].capitalize())
            boxes.addWidget(box, place // 2, place % 2)
        column.addLayout(boxes)
        column.addStretch(1)
        self.setWidget(form)
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumWidth(form.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width())

    def _label(self, name: str, widget: QWidget) -> QLabel:
        label = self._heading(name)
        label.setBuddy(widget)
        self._labels[widget] = label
        if not widget.accessibleName():
            widget.setAccessibleName(name)
        return label

    def _heading(self, name: str) -> QLabel:
        label = QLabel(name)
        label.setProperty("role", "muted")
        return label


def _all_of(segments: int) -> str:
    return "the 1 segment" if segments == 1 else f"all {segments:,} segments"
