"""The options of one metric as a form: what each means, what it takes, and its value."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QLineEdit, QScrollArea, QSpinBox, QWidget

from meantree.metrics.metric import Metric
from meantree.metrics.registry import Option, describe_options, spec_with
from meantree_gui.widgets.choosers import StillComboBox

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
