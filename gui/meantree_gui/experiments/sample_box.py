"""A box for the size of a sample: all, or 2 at least, as nothing can be followed in one."""

from __future__ import annotations

from PySide6.QtWidgets import QSpinBox

ALL, LEAST = 0, 2


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
