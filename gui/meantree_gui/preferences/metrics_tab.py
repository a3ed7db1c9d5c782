"""Which metrics the window offers, in which order, and with which options."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from meantree.errors import UsageError


class MetricsTab(QWidget):
    """A list of specs with a mark each; one more is typed below it, with its options."""

    def __init__(self, specs: Sequence[str]) -> None:
        super().__init__()
        self.list, self.line, self.told = QListWidget(), QLineEdit(), QLabel()
        self.list.setDragDropMode(QListWidget.DragDropMode.InternalMove)
        self.list.setAccessibleName("Metrics")
        self.line.setPlaceholderText("A metric with options, as in  edpm:nbest=10")
        self.line.setAccessibleName("Add a metric")
        self.told.setWordWrap(True)
        self.told.setProperty("role", "muted")
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        add, restore = QPushButton("Add"), QPushButton("Restore all")
        add.setAutoDefault(False)
        restore.setAutoDefault(False)
        row, column = QHBoxLayout(), QVBoxLayout(self)
        row.addWidget(self.line, 1)
        row.addWidget(add)
        row.addWidget(restore)
        column.addWidget(self.list, 1)
        column.addWidget(self.told)
        column.addLayout(row)
        self._fill(specs)
        add.clicked.connect(self.add)
        restore.clicked.connect(lambda: self._fill(()))
        self.list.currentItemChanged.connect(self._tell)

    def specs(self) -> tuple[str, ...]:
        """Those that are marked, in their order; empty where all are offered as at first."""
        from meantree.metrics.registry import OFFERED

        items = [self.list.item(row) for row in range(self.list.count())]
        chosen = tuple(one.text() for one in items if one.checkState() is Qt.CheckState.Checked)
        return () if chosen == OFFERED else chosen

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

    def _fill(self, specs: Sequence[str]) -> None:
        from meantree.metrics.registry import OFFERED

        self.list.clear()
        chosen = tuple(specs) or OFFERED
        for spec in (*chosen, *(one for one in OFFERED if one not in chosen)):
            self.list.addItem(_item(spec, is_chosen=spec in chosen))

    def _tell(self, item: QListWidgetItem | None) -> None:
        """What the metric is and which options it has."""
        from meantree.metrics.explanations import explanation
        from meantree.metrics.options import SPELLINGS, options_of
        from meantree.metrics.registry import metric

        if item is None:
            return
        try:
            chosen = metric(item.text())
        except UsageError as error:
            self.told.setText(str(error))
            return
        options = ", ".join(f"{SPELLINGS.get(one, one)}={getattr(chosen, one)}" for one in options_of(chosen))
        self.told.setText(explanation(chosen) + (f"\nOptions: {options}" if options else ""))


def _item(spec: str, *, is_chosen: bool) -> QListWidgetItem:
    item = QListWidgetItem(spec)
    item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
    item.setCheckState(Qt.CheckState.Checked if is_chosen else Qt.CheckState.Unchecked)
    return item
