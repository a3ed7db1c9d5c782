"""A prompt in place of results that need scores first."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.labels import plain_label


class ScorePrompt(QWidget):
    """A message that says why there are no results yet, and a button that scores the missing systems.

    Signals:
        accepted: the button was pressed.
    """

    accepted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.message, self.button = plain_label(wrapped=True), QPushButton()
        self.message.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.button.setAutoDefault(True)
        self.button.hide()
        self.button.clicked.connect(self.accepted)
        column = in_column(self, 1, self.message)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignCenter)
        column.addStretch(1)

    def show_prompt(self, message: str, action: str = "") -> None:
        """Show a message, and a button with the title ``action``; no button if that is empty."""
        self.message.setText(message)
        self.button.setText(action)
        if not action and self.button.hasFocus():
            self.message.setFocus()  # a hidden button would pass the focus to any other widget
        self.button.setVisible(bool(action))
        self.setFocusProxy(self.button if action else self.message)

    @property
    def has_keys(self) -> bool:
        """Whether the message or the button has the focus."""
        return self.message.hasFocus() or self.button.hasFocus()
