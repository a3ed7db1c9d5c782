"""How the score in focus comes about: one row a step, with its formula and value."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from PySide6.QtCore import Qt

from meantree.metrics.derivation import Derivation, Step
from meantree_gui.evidence.fixed_columns import FixedColumns, Index
from meantree_gui.numbers import short

_NAME = re.compile(r"[A-Za-z_]\w*")
DIGITS = 4


class StepModel(FixedColumns):
    """The steps of a derivation, none where the score is undefined."""

    columns: ClassVar[tuple[str, ...]] = ("step", "formula", "value")

    def __init__(self) -> None:
        super().__init__()
        self.steps: tuple[Step, ...] = ()
        self._values: dict[str, float] = {}

    def show_derivation(self, derivation: Derivation | None) -> None:
        """List other steps."""
        self.beginResetModel()
        self.steps = derivation.steps if derivation is not None else ()
        self._values = dict(derivation.values) if derivation is not None else {}
        self.endResetModel()

    @property
    def count(self) -> int:
        """Override FixedColumns.count."""
        return len(self.steps)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override QAbstractTableModel.data; never raises."""
        if not index.isValid() or index.row() >= len(self.steps):
            return None
        step, column = self.steps[index.row()], index.column()
        value = short(step.value, DIGITS)
        if role == Qt.ItemDataRole.DisplayRole:
            return (step.name, step.formula, value)[column]
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{step.name} = {step.formula} = {self._filled(step.formula)} = {value}"
        if role == Qt.ItemDataRole.TextAlignmentRole and column == 2:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return None

    def _filled(self, formula: str) -> str:
        """The formula with numbers in place of names."""
        return _NAME.sub(
            lambda found: short(self._values[found[0]], DIGITS) if found[0] in self._values else found[0], formula
        )
