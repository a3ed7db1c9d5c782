"""The Experiments page: the form on the left (experiments, ratings, metrics, corpora), the results on the right."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QSpinBox,
    QStackedWidget,
    QWidget,
)

from meantree.errors import Cancelled, MeantreeError, UsageError
from meantree.escaping import counted, escaped
from meantree_gui import dialogs
from meantree_gui.experiments.experiment_lists import CorporaList, ExperimentList
from meantree_gui.experiments.result_panel import ResultPanel, ResultSaver
from meantree_gui.settings import Settings
from meantree_gui.state.experiment_choice import CORRECTIONS, GROUPS, MAX_RESAMPLES, MAX_SEED, ExperimentChoice
from meantree_gui.state.experimenting import Experimenting
from meantree_gui.state.selection import Selection
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.choosers import CheckList, Entry, StillComboBox
from meantree_gui.widgets.labels import ElidedLabel, plain_label
from meantree_gui.widgets.layouts import KeptSplitter, NarrowForm
from meantree_gui.widgets.tables import RETURN

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


MESSAGE, RESULT = range(2)
"""Pages of the stack."""
NARROW = 640
"""Below this width in pixels the form is above the tables."""
MIN_FORM_HEIGHT = 140
"""The smallest height in pixels of a form above the tables."""
SHARES_BESIDE, SHARES_ABOVE = (340, 900), (200, 400)
"""Shares of form and tables until the user moves the splitter."""
WELCOME = (
    "Experiments measure how well metrics agree with human ratings of these translations: they repeat the studies "
    "that introduced the metrics, and current meta-evaluation.\n\nChoose experiments, ratings and metrics, and run "
    "them with F5."
)
RUNNING = "The experiments are running. Esc stops them; you can work on other pages meanwhile."


class ExperimentsPage(QWidget):
    """A form and the results; F5 and Return run the experiments, Esc stops them, F6 goes to the tables.

    Signals:
        reported: a message about written files.
        failed: an error to report.
        wanted: the page is to be shown.
    """

    reported = Signal(str)
    failed = Signal(object)
    wanted = Signal()

    def __init__(self, selection: Selection, settings: Settings) -> None:
        super().__init__()
        self.experimenting = Experimenting(selection)
        self.choices, self.results = (
            ExperimentForm(self.experimenting.choice),
            ResultPanel(self.experimenting, settings),
        )
        self.saving = ResultSaver(self.experimenting, self.results.figure, settings, self)
        self.run_button, self.stop_button, self.problems = QPushButton("Run"), QPushButton("Stop"), QPushButton()
        self.stage, self.bar = ElidedLabel(), QProgressBar()
        self.outcome, self.message = plain_label(role="", wrapped=True), plain_label(wrapped=True)
        self._stack = QStackedWidget()
        self._failure = ""
        self._left = QWidget()
        self._splitter = KeptSplitter(Qt.Orientation.Horizontal, settings, "experiments")
        self._arrange()
        self._connect()

    def focus(self) -> None:
        """Give the focus to the form, or to the tables if there are any."""
        (self.choices.experiments if self.experimenting.result is None else self.results.list).setFocus()

    def refresh(self) -> None:
        """Redraw after the theme changed."""
        self.choices.refresh()
        self.results.refresh()

    def go_to_list(self) -> None:
        """Override OwnList.go_to_list: to the tables."""
        self.focus()

    def step(self, by: int) -> None:
        """Override OwnList.step: show another table."""
        self.results.step(by)

    def come_and_run(self) -> None:
        """Run the chosen experiments; if the page is hidden, show it first."""
        if self.isVisible():
            self.run()
        else:
            self.wanted.emit()

    def run(self) -> None:
        """Run the chosen experiments."""
        self._failure = ""
        self.choices.commit()
        self.experimenting.run()

    def stop(self) -> None:
        """Stop the running experiments."""
        self.experimenting.stop()
        self._show()

    def _follow(self) -> None:
        """Follow changes of the choices and of the state."""
        if not self.isVisible():
            return
        if self.experimenting.choice.offer is None and not self.experimenting.choice.unavailable:
            self.experimenting.choice.prepare()
        self.choices.fill()
        self.results.show_command()
        self._show()

    def _show(self) -> None:
        state = self.experimenting
        unavailable, result = state.choice.unavailable, state.result
        self._stack.setCurrentIndex(RESULT if result is not None else MESSAGE)
        self.message.setText(unavailable or (RUNNING if state.is_running else WELCOME))
        self.run_button.setEnabled(not state.is_running and not unavailable and not state.choice.is_reading)
        self.stop_button.setEnabled(state.is_running and not state.is_stopping)
        for widget in (self.stage, self.bar):
            widget.setVisible(state.is_running)
        if state.is_running:
            self._failure = ""
        self.outcome.setText(self._state_text(unavailable))
        self.outcome.setVisible(bool(self.outcome.text()))
        problems = len(result.problems) if result is not None else 0
        self.problems.setText(counted(problems, "problem"))
        self.problems.setVisible(bool(problems) and not state.is_running)

    def _state_text(self, unavailable: str) -> str:
        """Return the text above the buttons: state, failure, or that the tables are outdated."""
        state = self.experimenting
        if state.is_running:
            return "Stopping …" if state.is_stopping else ""
        if state.choice.is_reading:
            return "Reading a corpus …"
        if self._failure and (self._failure != unavailable or state.result is not None):  # else the page shows it
            return self._failure
        if state.is_old:
            return "Texts or annotations were edited since these tables were made. Run again with F5."
        if state.is_outdated:
            return "These tables were made with other choices. Run again with F5."
        return unavailable if state.result is not None else ""

    def _show_results(self) -> None:
        """Show the new tables, or none after another corpus was opened."""
        self._failure = ""
        self.results.fill()
        self._show()
        if self.experimenting.result is not None and self.isVisible() and self._has_keys:
            self.results.list.setFocus()

    @property
    def _has_keys(self) -> bool:
        return any(widget.hasFocus() for widget in (self.run_button, self.stop_button, self.choices.experiments))

    def _progress(self, stage: str, done: int, total: int) -> None:
        self.bar.setRange(0, max(total, 1))
        self.bar.setValue(done)
        self.stage.setText(f"{escaped(stage)}: {done:,} of {total:,}")

    def _fail(self, error: BaseException) -> None:
        if isinstance(error, Cancelled):
            self._failure = "Stopped. Finished analyses are kept."
        elif isinstance(error, MeantreeError):
            self._failure = f"{error}"
        else:
            self._failure = "The experiments failed."
            self.failed.emit(error)
        self._show()

    def _connect(self) -> None:
        state = self.experimenting
        state.changed.connect(self._follow)
        state.made.connect(self._show_results)
        state.progressed.connect(self._progress)
        state.failed.connect(self._fail)
        self.saving.reported.connect(self.reported)
        self.saving.failed.connect(self.failed)
        self.run_button.clicked.connect(self.run)
        self.stop_button.clicked.connect(self.stop)
        self.problems.clicked.connect(self._show_problems)
        self.results.save_button.clicked.connect(self.saving.save_tables)
        self.results.save_figures_button.clicked.connect(self.saving.save_figures)
        self.results.figure.save_button.clicked.connect(self.saving.save_figure)

    def _show_problems(self) -> None:
        if self.experimenting.result is not None:
            dialogs.show_problems(self.experimenting.result.problems, self.window())

    def _arrange(self) -> None:
        self.message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.bar.setTextVisible(False)
        self.run_button.setToolTip("Run the chosen experiments (F5, or Return in the form)")
        self.stop_button.setToolTip("Stop; finished analyses are kept (Esc)")
        for button in (self.run_button, self.stop_button, self.problems):
            button.setAutoDefault(True)
        lacking, buttons = QWidget(), QHBoxLayout()
        buttons.addWidget(self.run_button, 1)
        buttons.addWidget(self.stop_button)
        below = in_column(None, self.outcome, self.problems, self.stage, self.bar, buttons, margins=(8, 0, 8, 6))
        in_column(self._left, (self.choices, 1), below, margins=(0, 0, 0, 0))
        in_column(lacking, self.message, margins=(40, 0, 40, 0))
        self._stack.addWidget(lacking)
        self._stack.addWidget(self.results)
        self._splitter.addWidget(self._left)
        self._splitter.addWidget(self._stack)
        self._splitter.setStretchFactor(1, 1)
        self._splitter.share(*SHARES_BESIDE)
        in_column(self, self._splitter, margins=(0, 0, 0, 0))

    def event(self, event: QEvent) -> bool:
        """Override QWidget.event: F5 runs experiments on this page."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._is_run_key(event):
            event.accept()
            return True
        return super().event(event)

    def _is_run_key(self, event: QKeyEvent) -> bool:
        return event.key() == Qt.Key.Key_F5 and event.modifiers() == Qt.KeyboardModifier.NoModifier

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QWidget.keyPressEvent: F5 and Return run, Esc stops."""
        if self._is_run_key(event):
            self.run()
        elif event.key() in RETURN and self.choices.isAncestorOf(self.focusWidget() or self):
            if self.choices.spec.hasFocus() and self.choices.spec.text().strip():
                self.choices.add_metric()
            else:
                self.run()
        elif event.key() == Qt.Key.Key_Escape and self.experimenting.is_running:
            self.stop()
        else:
            super().keyPressEvent(event)

    def minimumSizeHint(self) -> QSize:
        """Override QWidget.minimumSizeHint: the form can be above the tables."""
        sizes = [widget.minimumSizeHint() for widget in (self._left, self._stack)]
        return QSize(max(size.width() for size in sizes), max(size.height() for size in sizes) + MIN_FORM_HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: on a narrow page the tables are below the form."""
        super().resizeEvent(event)
        is_narrow = self.width() < NARROW
        wanted = Qt.Orientation.Vertical if is_narrow else Qt.Orientation.Horizontal
        if self._splitter.orientation() is not wanted:
            self._splitter.setOrientation(wanted)
            self._splitter.share(*(SHARES_ABOVE if is_narrow else SHARES_BESIDE))

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget.showEvent: follow changes while visible."""
        super().showEvent(event)
        self._follow()
