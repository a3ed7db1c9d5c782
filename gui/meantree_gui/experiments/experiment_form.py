"""The form of the Experiments page: experiments, ratings, metrics, corpora and numbers."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QGridLayout,
    QLineEdit,
    QPushButton,
    QSpinBox,
)

from meantree.errors import UsageError
from meantree.escaping import escaped
from meantree_gui.experiments.experiment_lists import CorporaList, ExperimentList
from meantree_gui.state.experiment_choice import CORRECTIONS, GROUPS, MAX_RESAMPLES, MAX_SEED, ExperimentChoice
from meantree_gui.widgets.choosers import CheckList, Entry, StillComboBox
from meantree_gui.widgets.labels import plain_label
from meantree_gui.widgets.layouts import NarrowForm

ALL, LEAST = 0, 2
NO_RATINGS = "none"
SHORTEST_NAME = 8
NUMBER_EMS = 7
MOST_SEGMENTS = 1_000_000
SAMPLE = "The size of a random sample, which depends on the seed: at least 2, or all"
SEEDS = f"The same seed gives the same numbers: 0 to {MAX_SEED:,} here, larger ones on the command line"


class SampleBox(QSpinBox):
    """The size of a sample: all, or at least 2 segments, as a correlation needs two."""

    def __init__(self) -> None:
        super().__init__()
        self.setSpecialValueText("all")

    def valueFromText(self, text: str) -> int:
        """Override QSpinBox.valueFromText."""
        value = super().valueFromText(text)
        return LEAST if ALL < value < LEAST else value

    def stepBy(self, steps: int) -> None:
        """Override QSpinBox.stepBy."""
        to = self.value() + steps
        self.setValue((LEAST if steps > 0 else ALL) if ALL < to < LEAST else to)


class ExperimentForm(NarrowForm):
    """The form; every change takes effect immediately."""

    def __init__(self, choice: ExperimentChoice) -> None:
        super().__init__()
        self.choice = choice
        self.experiments, self.why_not = ExperimentList(), plain_label(wrapped=True)
        self.rating, self.group_by, self.correction = StillComboBox(), StillComboBox(), StillComboBox()
        self.metrics, self.spec, self.add_button = CheckList("Metrics"), QLineEdit(), QPushButton("Add")
        self.fault = plain_label(wrapped=True)
        self.corpora = CorporaList(choice)
        self.seed, self.resamples, self.limit = QSpinBox(), QSpinBox(), SampleBox()
        self._arrange()
        self._connect()

    def fill(self) -> None:
        """Fill the form with the present choices."""
        choice = self.choice
        if choice.offer is None:
            return
        inputs = choice.inputs
        self.experiments.fill(
            Entry(experiment.name, experiment.title, experiment.name in inputs.experiments and not reason, reason)
            for experiment in choice.offer.experiments
            for reason in [choice.why_not(experiment)]
        )
        self._show_why_not()
        kinds = [(escaped(kind), kind) for kind in choice.kinds]
        self.rating.offer([*kinds, (NO_RATINGS, "")], choice.rating)
        self.group_by.offer([(title, name) for name, (_, title) in GROUPS.items()], inputs.group_by)
        self.correction.offer([(title, name) for name, title in CORRECTIONS.items()], inputs.correction)
        chosen = choice.chosen_specs
        self.metrics.fill(Entry(spec, escaped(spec), spec in chosen) for spec in choice.specs)
        self.corpora.fill()
        for box, value in ((self.seed, inputs.seed), (self.resamples, inputs.resamples), (self.limit, inputs.limit)):
            with QSignalBlocker(box):
                if box.value() != value:  # setting an equal value would discard what is being typed
                    box.setValue(value)

    def commit(self) -> None:
        """Apply what is being typed."""
        self.corpora.commit()
        for box in (self.seed, self.resamples, self.limit):
            with QSignalBlocker(box):
                box.interpretText()
        self._apply()

    def refresh(self) -> None:
        """Redraw after the theme changed."""
        self.experiments.refresh()

    def add_metric(self) -> None:
        """Add the metric that is typed."""
        from meantree.metrics.registry import metric

        choice, spec = self.choice, self.spec.text().strip()
        if not spec:
            return
        try:
            metric(spec)
        except UsageError as error:
            self._show_fault(str(error))
            return
        self._show_fault("")
        self.spec.clear()
        typed = choice.inputs.typed if spec in choice.specs else (*choice.inputs.typed, spec)
        choice.change(replace(choice.inputs, typed=typed, specs=tuple(dict.fromkeys((*choice.chosen_specs, spec)))))

    def _show_fault(self, fault: str) -> None:
        self.fault.setText(fault)
        self.fault.setVisible(bool(fault))

    def _apply(self) -> None:
        """Apply the form; unchanged defaults keep following the open corpus."""
        choice = self.choice
        if choice.offer is None:
            return
        inputs, specs, rating = choice.inputs, self.metrics.checked, self.rating.currentData()
        names = [experiment.name for experiment in choice.offer.experiments]
        disabled = {experiment.name for experiment in choice.offer.experiments if choice.why_not(experiment)}
        # A disabled experiment stays chosen: it may be possible again with other choices.
        chosen = {*self.experiments.checked, *disabled.intersection(inputs.experiments)}
        choice.change(
            replace(
                inputs,
                experiments=tuple(name for name in names if name in chosen),
                rating=inputs.rating if rating == choice.rating else rating,
                specs=inputs.specs if specs == choice.chosen_specs else specs,
                group_by=self.group_by.currentData(),
                correction=self.correction.currentData(),
                seed=self.seed.value(),
                resamples=self.resamples.value(),
                limit=self.limit.value(),
            )
        )

    def _show_why_not(self) -> None:
        """Show why the current experiment is disabled, unless the page shows that anyway."""
        row = self.experiments.currentRow()
        reason = self.experiments.why_not(row)
        title = self.choice.offer.experiments[row].title if reason and self.choice.offer is not None else ""
        self.why_not.setText(f"“{title}” cannot be run: {reason}." if reason else "")
        self.why_not.setVisible(bool(reason) and reason not in self.choice.unavailable)

    def _connect(self) -> None:
        queued = Qt.ConnectionType.QueuedConnection  # they refill the lists
        self.experiments.toggled.connect(self._apply, queued)
        self.experiments.currentRowChanged.connect(lambda _row: self._show_why_not())
        self.metrics.toggled.connect(self._apply, queued)
        for chooser in (self.rating, self.group_by, self.correction):
            chooser.activated.connect(self._apply)
        for box in (self.seed, self.resamples, self.limit):
            box.valueChanged.connect(self._apply)
        self.add_button.clicked.connect(self.add_metric)
        self.spec.textChanged.connect(lambda _text: self._show_fault(""))

    def _arrange(self) -> None:
        for label in (self.why_not, self.fault):
            label.hide()
        for chooser in (self.rating, self.group_by, self.correction):
            chooser.set_narrowest(SHORTEST_NAME)
        self.add("Experiments", self.experiments)
        self.column.addWidget(self.why_not)
        self.add("Ratings", self.rating)
        self.add("Metrics", self.metrics)
        self.column.addLayout(self._adding())
        self.column.addWidget(self.fault)
        self.column.addWidget(self.heading("Corpora, one for each language pair", self.corpora.list))
        self.column.addWidget(self.corpora)
        self.add("Grouping of correlations and pairs", self.group_by)
        self.add("Correction for multiple tests", self.correction)
        self.column.addLayout(self._numbers())
        self.finish()

    def _adding(self) -> QGridLayout:
        self.spec.setPlaceholderText("e.g. edpm:nbest=10")
        self.spec.setAccessibleName("Add a metric")
        self.add_button.setAutoDefault(True)
        row = QGridLayout()
        row.addWidget(self.spec, 0, 0)
        row.addWidget(self.add_button, 0, 1)
        return row

    def _numbers(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setVerticalSpacing(3)
        rows = (
            ("Segments of each corpus", self.limit, (0, MOST_SEGMENTS), SAMPLE),
            ("Bootstrap samples", self.resamples, (1, MAX_RESAMPLES), "Also the number of permutations of each test"),
            ("Seed", self.seed, (0, MAX_SEED), SEEDS),
        )
        for place, (name, box, ends, tip) in enumerate(rows):
            box.setRange(*ends)
            box.setGroupSeparatorShown(True)
            box.setKeyboardTracking(False)
            box.setMinimumWidth(box.fontMetrics().horizontalAdvance("m") * NUMBER_EMS)
            box.setToolTip(tip)
            box.setAccessibleName(name)
            grid.addWidget(self.heading(name, box), place, 0)
            grid.addWidget(box, place, 1)
        grid.setColumnStretch(0, 1)
        return grid
