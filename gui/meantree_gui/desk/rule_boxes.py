"""The rules that all annotators of a project share, each as a box to tick."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QLabel, QVBoxLayout, QWidget

from meantree.escaping import escaped

if TYPE_CHECKING:
    from meantree.project.rules import Rules

NOUNS: Final = "Nouns are predicates too, not verbs alone"
AUXILIARIES: Final = "Auxiliaries, modal verbs and a bare “be” are predicates"
BLIND: Final = "Blind: nobody sees the annotations of others before the own one is finished"


class RuleBoxes(QWidget):
    """The boxes, with what the rules of the project are; in a part they are shown and cannot be changed.

    Signals:
        changed: the user ticked or unticked one.
    """

    changed = Signal()

    def __init__(self, rules: Rules, owner: str) -> None:
        super().__init__()
        self.nouns, self.auxiliaries, self.blind = QCheckBox(NOUNS), QCheckBox(AUXILIARIES), QCheckBox(BLIND)
        self.note = QLabel(f"This is the part of {escaped(owner)}; it keeps the rules of the whole project.")
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setProperty("role", "muted")
        self.note.setVisible(bool(owner))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for box in self._boxes:
            box.setEnabled(not owner)
            column.addWidget(box)
        column.addWidget(self.note)
        self.show_rules(rules)
        for box in self._boxes:
            box.toggled.connect(self.changed)

    @property
    def _boxes(self) -> tuple[QCheckBox, ...]:
        return self.nouns, self.auxiliaries, self.blind

    def show_rules(self, rules: Rules) -> None:
        """Tick the boxes of the rules that hold."""
        for box, holds in zip(self._boxes, (rules.nouns, rules.auxiliaries, rules.blind), strict=True):
            with QSignalBlocker(box):
                box.setChecked(holds)

    def ruled(self, rules: Rules) -> Rules:
        """Return the rules with what the boxes say."""
        nouns, auxiliaries, blind = (box.isChecked() for box in self._boxes)
        return replace(rules, nouns=nouns, auxiliaries=auxiliaries, blind=blind)
