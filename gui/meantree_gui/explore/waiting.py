"""What stands in place of a figure: why there is none yet, and what to do about it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from meantree.escaping import listed
from meantree_gui.state.error_counts import Lack
from meantree_gui.state.scoring import Scoring


class Waiting(QWidget):
    """A sentence, and a button that scores what has to be scored first."""

    def __init__(self, scoring: Scoring) -> None:
        super().__init__()
        self.scoring = scoring
        self.why_not, self.offer = QLabel(), QPushButton()
        self.why_not.setWordWrap(True)
        self.why_not.setProperty("role", "muted")
        self.why_not.setTextFormat(Qt.TextFormat.PlainText)
        self.why_not.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.why_not.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.offer.setAutoDefault(True)
        self.offer.hide()
        column = QVBoxLayout(self)
        column.addStretch(1)
        column.addWidget(self.why_not)
        column.addWidget(self.offer, 0, Qt.AlignmentFlag.AlignCenter)
        column.addStretch(1)

    def show_lack(self, lack: Lack | None, otherwise: str) -> None:
        """Say what is lacking; if nothing is, something else."""
        waiting = [one for one in lack.systems if not self.scoring.awaits(one)] if lack is not None else []
        text = otherwise if lack is None else lack.why
        if lack is not None and lack.systems:
            text = f"{listed(lack.systems)} is not scored yet. Press Return to score: figures are drawn from scores."
            if not waiting:
                text = f"{listed(lack.systems)} is being scored. The first figure stands here as soon as that is done."
        self.why_not.setText(text)
        self.offer.setText(f"Score {listed(waiting)}")
        self.offer.setVisible(bool(waiting))

    def take_keys(self) -> None:
        """Keys go to what is offered."""
        (self.why_not if self.offer.isHidden() else self.offer).setFocus()
