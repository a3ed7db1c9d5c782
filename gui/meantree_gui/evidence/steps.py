"""How the score in focus comes about: one row a step, with its formula and value."""

from __future__ import annotations

import re
from typing import ClassVar

from meantree.metrics.derivation import SCORE, Derivation, Step
from meantree.picture.numbers import aligned, amount, fixed, full
from meantree_gui.widgets.cells import Cell
from meantree_gui.widgets.tables import FixedColumns

_NAME = re.compile(r"[A-Za-z_]\w*")
VALUE = 2


class StepModel(FixedColumns):
    """The steps of a derivation, none where the score is undefined."""

    columns: ClassVar[tuple[str, ...]] = ("step", "formula", "value")

    def __init__(self) -> None:
        super().__init__()
        self.steps: tuple[Step, ...] = ()
        self._values: dict[str, float] = {}
        self._written: tuple[str, ...] = ()

    def show_derivation(self, derivation: Derivation | None) -> None:
        """List other steps."""
        self.beginResetModel()
        self.steps = derivation.steps if derivation is not None else ()
        self._values = dict(derivation.values) if derivation is not None else {}
        self._written = aligned([_written(step) for step in self.steps])
        self.endResetModel()

    @property
    def count(self) -> int:
        """Override FixedColumns.count."""
        return len(self.steps)

    def cell(self, row: int, column: int) -> Cell:
        """Override FixedColumns.cell."""
        step = self.steps[row]
        return Cell((step.name, step.formula, self._written[row])[column], is_number=column == VALUE)

    def tip(self, row: int, column: int) -> str:  # noqa: ARG002  # the same in all of the row
        """Override FixedColumns.tip."""
        step = self.steps[row]
        return f"{step.name} = {step.formula} = {self._filled(step.formula)} = {full(step.value)}"

    def spoken(self, row: int, column: int) -> str:
        """Override FixedColumns.spoken."""
        return self.tip(row, column)

    def _filled(self, formula: str) -> str:
        """The formula with numbers in place of names."""
        return _NAME.sub(lambda found: full(self._values[found[0]]) if found[0] in self._values else found[0], formula)


def _written(step: Step) -> str:
    """The score as in all tables, other steps as counts are: whole numbers as such."""
    return fixed(step.value) if step.name == SCORE else amount(step.value)
