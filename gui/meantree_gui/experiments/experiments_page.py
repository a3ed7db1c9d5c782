"""The Experiments page: the form on the left, tables and figures on the right."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QStackedWidget,
    QWidget,
)

from meantree.errors import Cancelled, MeantreeError
from meantree.escaping import counted, escaped
from meantree_gui import dialogs
from meantree_gui.experiments.experiment_form import ExperimentForm
from meantree_gui.experiments.result_panel import ResultPanel, ResultSaver
from meantree_gui.settings import Settings
from meantree_gui.state.experimenting import Experimenting
from meantree_gui.state.selection import Selection
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.labels import ElidedLabel, plain_label
from meantree_gui.widgets.layouts import KeptSplitter
from meantree_gui.widgets.tables import RETURN

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
