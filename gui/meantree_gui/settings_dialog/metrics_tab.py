"""The Metrics tab: which metrics are offered, in which order, and with which options."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from meantree.errors import UsageError
from meantree.metrics.metric import Metric
from meantree.metrics.registry import Option, describe_options, spec_with
from meantree_gui.widgets.choosers import StillComboBox


class MetricsTab(QWidget):
    """A list of specs with a mark each; one more is made by changing options below it, or typed."""

    def __init__(self, specs: Sequence[str]) -> None:
        super().__init__()
        self.list, self.line, self.told, self.options = QListWidget(), QLineEdit(), QLabel(), OptionForm()
        self.list.setDragDropMode(QListWidget.DragDropMode.InternalMove)
        self.list.setAccessibleName("Metrics")
        self.line.setPlaceholderText("Change options above, or type a metric, as in  edpm:nbest=10")
        self.line.setAccessibleName("Add a metric")
        self.told.setWordWrap(True)
        self.told.setProperty("role", "muted")
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        add, restore = QPushButton("Add"), QPushButton("Restore all")
        every, none = QPushButton("Check all"), QPushButton("Check none")
        for button in (add, restore, every, none):
            button.setAutoDefault(False)
        row, marks, column = QHBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        marks.addWidget(every)
        marks.addWidget(none)
        marks.addStretch(1)
        row.addWidget(self.line, 1)
        row.addWidget(add)
        row.addWidget(restore)
        column.addLayout(marks)
        column.addWidget(self.list, 1)
        column.addWidget(self.told)
        column.addWidget(self.options, 1)
        column.addLayout(row)
        self._fill(specs)
        add.clicked.connect(self.add)
        restore.clicked.connect(lambda: self._fill(()))
        every.clicked.connect(lambda: self._check(Qt.CheckState.Checked))
        none.clicked.connect(lambda: self._check(Qt.CheckState.Unchecked))
        self.list.currentItemChanged.connect(self._tell)
        self.options.changed.connect(self._write)
        self.list.setCurrentRow(0)

    def specs(self) -> tuple[str, ...]:
        """Those that are marked, in their order; empty where all are offered as at first."""
        from meantree.metrics.registry import OFFERED

        chosen = self._chosen
        return () if chosen == OFFERED else chosen

    @property
    def is_any_chosen(self) -> bool:
        """Whether one metric at least is marked."""
        return bool(self._chosen)

    @property
    def _chosen(self) -> tuple[str, ...]:
        items = [self.list.item(row) for row in range(self.list.count())]
        return tuple(one.text() for one in items if one.checkState() is Qt.CheckState.Checked)

    def add(self) -> bool:
        """Take in the metric of the line, unless that is empty; False if it cannot be understood."""
        from meantree.metrics.registry import metric

        spec = self.line.text().strip()
        if not spec:
            return True
        try:
            metric(spec)
        except UsageError as error:
            self.told.setText(str(error))
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
        for spec in (*chosen, *(one for one in OFFERED if one not in chosen)):
            self.list.addItem(_item(spec, is_chosen=spec in chosen))

    def _tell(self, item: QListWidgetItem | None) -> None:
        """What the metric is, which options it has, and what they mean."""
        from meantree.metrics.registry import explanation, metric

        if item is None:
            return
        name = item.text().partition(":")[0]
        try:
            chosen, usual = metric(item.text()), metric(name)
        except UsageError as error:
            self.told.setText(str(error))
            return
        self.told.setText(explanation(chosen))
        self.options.show_metric(name, usual, chosen)

    def _write(self, spec: str) -> None:
        """Options were changed: a metric with these can be added."""
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
    """A row an option.

    Signals:
        changed: the spec with the values as they are now.
    """

    changed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.editors: dict[str, Editor] = {}
        self._name = ""
        self._usual: Metric | None = None
        self.setWidgetResizable(True)
        self.setAccessibleName("Options of the metric")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_metric(self, name: str, usual: Metric, chosen: Metric) -> None:
        """The options of a metric as they are in ``chosen``; ``name`` alone is the spec of the ``usual`` ones."""
        self._name, self._usual = name, usual
        self.editors = {}
        page = QWidget()
        grid = QGridLayout(page)
        grid.setColumnStretch(2, 1)
        usually = {one.name: one.value for one in describe_options(usual)}
        for row, option in enumerate(describe_options(chosen)):
            editor = self.editors[option.name] = self._editor(option)
            title = QLabel(option.name)
            title.setBuddy(editor)
            grid.addWidget(title, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(editor, row, 1, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(_told(option, usually[option.name]), row, 2)
        if not self.editors:
            grid.addWidget(QLabel("This metric has no options."), 0, 0)
        grid.setRowStretch(grid.rowCount(), 1)
        self.setWidget(page)

    def spec(self) -> str:
        """What the rows say."""
        return spec_with(self._name, self._usual, {name: _value(editor) for name, editor in self.editors.items()})

    def _editor(self, option: Option) -> Editor:
        found = _RANGE.fullmatch(option.takes)
        editor: Editor
        if option.choices:
            editor = StillComboBox()
            editor.addItems(list(option.choices))
            editor.setCurrentText(option.value)
            editor.activated.connect(self._tell)
        elif option.is_whole and found:
            editor = QSpinBox()
            editor.setRange(int(found[1]), int(found[2]))
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


def _told(option: Option, usual: str) -> QLabel:
    label = QLabel(f"{option.meaning}. Takes {option.takes}; {usual} at first.")
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setProperty("role", "muted")
    return label


def _value(editor: Editor) -> str:
    return editor.currentText() if isinstance(editor, StillComboBox) else editor.text().strip()
