"""The form of the Experiments page: experiments, ratings, metrics, corpora and numbers."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from meantree.errors import UsageError
from meantree.escaping import escaped
from meantree_gui.experiments.experiment_lists import CorporaList, OfferedList
from meantree_gui.state.experiment_choice import ExperimentChoice
from meantree_gui.state.experiment_inputs import CORRECTIONS, GROUPS, MAX_RESAMPLES, MAX_SEED
from meantree_gui.widgets.choosers import CheckList, Entry, StillComboBox

ALL, LEAST = 0, 2
NO_RATINGS = "none"
SHORTEST_NAME = 8
NUMBER_EMS = 7
MOST_SEGMENTS = 1_000_000
SAMPLE = "A sample of so many, by the seed: 2 at least, or all"
SEEDS = f"The same seed gives the same numbers: 0 to {MAX_SEED:,} here, larger ones by the command"


class SampleBox(QSpinBox):
    """1 cannot be chosen."""

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


class ExperimentForm(QScrollArea):
    """The form; whatever is changed is wanted at once."""

    def __init__(self, choice: ExperimentChoice) -> None:
        super().__init__()
        self.choice = choice
        self.experiments, self.why_not = OfferedList(), QLabel()
        self.rating, self.group_by, self.correction = StillComboBox(), StillComboBox(), StillComboBox()
        self.metrics, self.spec, self.add_button = CheckList("Metrics"), QLineEdit(), QPushButton("Add")
        self.fault = QLabel()
        self.corpora = CorporaList(choice)
        self.seed, self.resamples, self.limit = QSpinBox(), QSpinBox(), SampleBox()
        self._arrange()
        self._connect()

    def fill(self) -> None:
        """What there is to choose from, and what is chosen."""
        choice = self.choice
        if choice.offer is None:
            return
        wish = choice.inputs
        self.experiments.fill(
            Entry(one.name, one.title, one.name in wish.experiments and not why, why)
            for one in choice.offer.experiments
            for why in [choice.why_not(one)]
        )
        self._tell_why_not()
        kinds = [(escaped(kind), kind) for kind in choice.kinds]
        self.rating.offer([*kinds, (NO_RATINGS, "")], choice.rating)
        self.group_by.offer([(title, name) for name, (_, title) in GROUPS.items()], wish.group_by)
        corrections = [(title, name) for name, (_, title) in CORRECTIONS.items()]
        self.correction.offer(corrections, wish.correction)
        chosen = choice.chosen_specs
        self.metrics.fill(Entry(spec, escaped(spec), spec in chosen) for spec in choice.specs)
        self.corpora.fill()
        for box, value in ((self.seed, wish.seed), (self.resamples, wish.resamples), (self.limit, wish.limit)):
            with QSignalBlocker(box):
                if box.value() != value:  # else what is being typed would go
                    box.setValue(value)

    def settle(self) -> None:
        """Take in what is being typed."""
        self.corpora.settle()
        for box in (self.seed, self.resamples, self.limit):
            with QSignalBlocker(box):
                box.interpretText()
        self._ask()

    def dress(self) -> None:
        """After the appearance changed."""
        self.experiments.dress()

    def add_metric(self) -> None:
        """Take in the metric of the line."""
        from meantree.metrics.registry import metric

        choice, spec = self.choice, self.spec.text().strip()
        if not spec:
            return
        try:
            metric(spec)
        except UsageError as error:
            self._say(str(error))
            return
        self._say("")
        self.spec.clear()
        typed = choice.inputs.typed if spec in choice.specs else (*choice.inputs.typed, spec)
        choice.change(replace(choice.inputs, typed=typed, specs=tuple(dict.fromkeys((*choice.chosen_specs, spec)))))

    def _say(self, fault: str) -> None:
        self.fault.setText(fault)
        self.fault.setVisible(bool(fault))

    def _ask(self) -> None:
        """Want what the form says; what nobody changed goes on following what is open."""
        choice = self.choice
        if choice.offer is None:
            return
        wish, specs, rating = choice.inputs, self.metrics.checked, self.rating.currentData()
        grey = [one.name for one in choice.offer.experiments if choice.why_not(one)]
        kept = [name for name in wish.experiments if name in grey]  # it may be possible again with other choices
        wanted = {*self.experiments.checked, *kept}
        choice.change(
            replace(
                wish,
                experiments=tuple(one.name for one in choice.offer.experiments if one.name in wanted),
                rating=wish.rating if rating == choice.rating else rating,
                specs=wish.specs if specs == choice.chosen_specs else specs,
                group_by=self.group_by.currentData(),
                correction=self.correction.currentData(),
                seed=self.seed.value(),
                resamples=self.resamples.value(),
                limit=self.limit.value(),
            )
        )

    def _tell_why_not(self) -> None:
        """Why the current row is grey, unless the page says so anyway."""
        row = self.experiments.currentRow()
        why = self.experiments.why_not(row)
        self.why_not.setText(f"Cannot be made: {why}." if why else "")
        self.why_not.setVisible(bool(why) and why not in self.choice.unavailable)

    def _connect(self) -> None:
        queued = Qt.ConnectionType.QueuedConnection  # they fill the lists anew
        self.experiments.toggled.connect(self._ask, queued)
        self.experiments.currentRowChanged.connect(lambda _row: self._tell_why_not())
        self.metrics.toggled.connect(self._ask, queued)
        for chooser in (self.rating, self.group_by, self.correction):
            chooser.activated.connect(self._ask)
        for box in (self.seed, self.resamples, self.limit):
            box.valueChanged.connect(self._ask)
        self.add_button.clicked.connect(self.add_metric)
        self.spec.textChanged.connect(lambda _text: self._say(""))

    def _arrange(self) -> None:
        form = QWidget()
        column = QVBoxLayout(form)
        column.setContentsMargins(8, 6, 8, 6)
        column.setSpacing(3)
        for label in (self.why_not, self.fault):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setProperty("role", "muted")
            label.hide()
        for chooser in (self.rating, self.group_by, self.correction):
            chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            chooser.setMinimumContentsLength(SHORTEST_NAME)
        column.addWidget(self._heading("Experiments", self.experiments))
        column.addWidget(self.experiments)
        column.addWidget(self.why_not)
        column.addWidget(self._heading("Ratings", self.rating))
        column.addWidget(self.rating)
        column.addWidget(self._heading("Metrics", self.metrics))
        column.addWidget(self.metrics)
        column.addLayout(self._adding())
        column.addWidget(self.fault)
        column.addWidget(self._heading("Corpora, one for each language pair", self.corpora.list))
        column.addWidget(self.corpora)
        column.addWidget(self._heading("Correlations and pairs", self.group_by))
        column.addWidget(self.group_by)
        column.addWidget(self._heading("p of several pairs", self.correction))
        column.addWidget(self.correction)
        column.addLayout(self._numbers())
        column.addStretch(1)
        self.setWidget(form)
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumWidth(form.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width())

    def _adding(self) -> QGridLayout:
        self.spec.setPlaceholderText("as in edpm:nbest=10")
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
            ("Bootstrap samples", self.resamples, (1, MAX_RESAMPLES), "And permutations of each test"),
            ("Seed", self.seed, (0, MAX_SEED), SEEDS),
        )
        for place, (name, box, ends, tip) in enumerate(rows):
            box.setRange(*ends)
            box.setGroupSeparatorShown(True)
            box.setKeyboardTracking(False)
            box.setMinimumWidth(box.fontMetrics().horizontalAdvance("m") * NUMBER_EMS)
            box.setToolTip(tip)
            box.setAccessibleName(name)
            grid.addWidget(self._heading(name, box), place, 0)
            grid.addWidget(box, place, 1)
        grid.setColumnStretch(0, 1)
        return grid

    def _heading(self, name: str, widget: QWidget) -> QLabel:
        label = QLabel(name)
        label.setProperty("role", "muted")
        label.setBuddy(widget)
        if not widget.accessibleName():
            widget.setAccessibleName(name)
        return label
