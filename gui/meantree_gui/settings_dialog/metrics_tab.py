"""The Metrics tab: which metrics are offered, in which order, and with which options."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QWidget,
)

from meantree.errors import UsageError
from meantree.metrics.metric import Metric
from meantree.metrics.registry import Option, describe_options, spec_with
from meantree_gui.widgets.boxes import in_column, in_row
from meantree_gui.widgets.choosers import StillComboBox
from meantree_gui.widgets.labels import plain_label
from meantree_gui.widgets.letter_keys import LetterKeys


class MetricsTab(QWidget):
    """A list of specs to check; others are added by changing options or by typing."""

    def __init__(self, specs: Sequence[str]) -> None:
        super().__init__()
        self.list, self.line, self.explanation, self.options = QListWidget(), QLineEdit(), QLabel(), OptionForm()
        LetterKeys(self.list)
        self.list.setDragDropMode(QListWidget.DragDropMode.InternalMove)
        self.list.setAccessibleName("Metrics")
        self.line.setPlaceholderText("Change options above, or type a metric, e.g. edpm:nbest=10")
        self.line.setAccessibleName("Add a metric")
        self.explanation.setWordWrap(True)
        self.explanation.setProperty("role", "muted")
        self.explanation.setTextFormat(Qt.TextFormat.PlainText)
        add, restore = QPushButton("Add"), QPushButton("Restore all")
        every, none = QPushButton("Check all"), QPushButton("Check none")
        for button in (add, restore, every, none):
            button.setAutoDefault(False)
        marks, row = in_row(None, every, none, 1), in_row(None, (self.line, 1), add, restore)
        in_column(self, marks, (self.list, 1), self.explanation, (self.options, 1), row)
        self._fill(specs)
        add.clicked.connect(self.add)
        restore.clicked.connect(lambda: self._fill(()))
        every.clicked.connect(lambda: self._check(Qt.CheckState.Checked))
        none.clicked.connect(lambda: self._check(Qt.CheckState.Unchecked))
        self.list.currentItemChanged.connect(self._tell)
        self.options.changed.connect(self._write)
        self.list.setCurrentRow(0)

    def specs(self) -> tuple[str, ...]:
        """Return the checked specs in their order; empty for the default."""
        from meantree.metrics.registry import OFFERED

        chosen = self._chosen
        return () if chosen == OFFERED else chosen

    @property
    def is_any_chosen(self) -> bool:
        """Whether at least one metric is checked."""
        return bool(self._chosen)

    @property
    def _chosen(self) -> tuple[str, ...]:
        items = [self.list.item(row) for row in range(self.list.count())]
        return tuple(item.text() for item in items if item.checkState() is Qt.CheckState.Checked)

    def add(self) -> bool:
        """Add the metric of the line, if there is one; return ``False`` if it is invalid."""
        from meantree.metrics.registry import metric

        spec = self.line.text().strip()
        if not spec:
            return True
        try:
            metric(spec)
        except UsageError as error:
            self.explanation.setText(str(error))
            return False
        if not self.list.findItems(spec, Qt.MatchFlag.MatchExactly):
            self.list.addItem(_item(spec, is_chosen=True))
        self.list.setCurrentItem(self.list.findItems(spec, Qt.MatchFlag.MatchExactly)[0])
        self.list.currentItem().setCheckState(Qt.CheckState.Checked)
        self.line.clear()
        return True

    def _check(self, state: Qt.CheckState) -> None:
        for row in range(self.list.count()):
            self.list.item(row).setCheckState(state)

    def _fill(self, specs: Sequence[str]) -> None:
        from meantree.metrics.registry import OFFERED

        self.list.clear()
        chosen = tuple(specs) or OFFERED
        for spec in (*chosen, *(spec for spec in OFFERED if spec not in chosen)):
            self.list.addItem(_item(spec, is_chosen=spec in chosen))

    def _tell(self, item: QListWidgetItem | None) -> None:
        """Explain a metric, and show its options."""
        from meantree.metrics.registry import explanation, metric

        if item is None:
            return
        name = item.text().partition(":")[0]
        try:
            chosen, default = metric(item.text()), metric(name)
        except UsageError as error:
            self.explanation.setText(str(error))
            return
        self.explanation.setText(explanation(chosen))
        self.options.show_metric(name, default, chosen)

    def _write(self, spec: str) -> None:
        """Put a metric with changed options into the line, so that it can be added."""
        is_listed = bool(self.list.findItems(spec, Qt.MatchFlag.MatchExactly))
        self.line.setText("" if is_listed else spec)


def _item(spec: str, *, is_chosen: bool) -> QListWidgetItem:
    item = QListWidgetItem(spec)
    item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
    item.setCheckState(Qt.CheckState.Checked if is_chosen else Qt.CheckState.Unchecked)
    return item


Editor = StillComboBox | QSpinBox | QLineEdit
WIDTH = 110
_RANGE = re.compile(r"(\d+) to (\d+)")


class OptionForm(QScrollArea):
    """A form with a row per option.

    Signals:
        changed: the spec with the present values.
    """

    changed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.editors: dict[str, Editor] = {}
        self._name = ""
        self._default: Metric | None = None
        self.setWidgetResizable(True)
        self.setAccessibleName("Options of the metric")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_metric(self, name: str, default: Metric, chosen: Metric) -> None:
        """Show the options of ``chosen``; the spec ``name`` alone means the ``default`` metric."""
        self._name, self._default = name, default
        self.editors = {}
        page = QWidget()
        grid = QGridLayout(page)
        grid.setColumnStretch(2, 1)
        defaults = {option.name: option.value for option in describe_options(default)}
        for row, option in enumerate(describe_options(chosen)):
            editor = self.editors[option.name] = self._editor(option)
            title = QLabel(option.name)
            title.setBuddy(editor)
            grid.addWidget(title, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(editor, row, 1, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(_meaning(option, defaults[option.name]), row, 2)
        if not self.editors:
            grid.addWidget(QLabel("This metric has no options."), 0, 0)
        grid.setRowStretch(grid.rowCount(), 1)
        self.setWidget(page)

    def spec(self) -> str:
        """Return the spec with the values of the form."""
        return spec_with(self._name, self._default, {name: _value(editor) for name, editor in self.editors.items()})

    def _editor(self, option: Option) -> Editor:
        bounds = _RANGE.fullmatch(option.takes)
        editor: Editor
        if option.choices:
            editor = StillComboBox()
            editor.addItems(list(option.choices))
            editor.setCurrentText(option.value)
            editor.activated.connect(self._tell)
        elif option.is_whole and bounds:
            editor = QSpinBox()
            editor.setRange(int(bounds[1]), int(bounds[2]))
            editor.setValue(int(option.value))
            editor.valueChanged.connect(self._tell)
        else:
            editor = QLineEdit(option.value)
            editor.textEdited.connect(self._tell)
        editor.setAccessibleName(f"{option.name}: {option.meaning}")
        editor.setFixedWidth(WIDTH)
        return editor

    def _tell(self) -> None:
        self.changed.emit(self.spec())


def _meaning(option: Option, default: str) -> QLabel:
    return plain_label(f"{option.meaning}. Values: {option.takes}; default: {default}.", wrapped=True)


def _value(editor: Editor) -> str:
    return editor.currentText() if isinstance(editor, StillComboBox) else editor.text().strip()
