"""Results, or a prompt in their place that says what has to be scored first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QPushButton, QStackedWidget, QWidget

from meantree_gui.actions import OPEN
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.labels import plain_label


class ScorePrompt(QWidget):
    """A message that says why there are no results yet, and a button that scores the missing systems.

    Signals:
        accepted: the button was pressed.
        files_wanted: it was pressed, and opens files.
    """

    accepted = Signal()
    files_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.message, self.button = plain_label(wrapped=True), QPushButton()
        self.message.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.button.setAutoDefault(True)
        self.button.hide()
        self.button.clicked.connect(self._press)
        column = in_column(self, 1, self.message)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignCenter)
        column.addStretch(1)

    def _press(self) -> None:
        (self.files_wanted if self.button.text() == OPEN else self.accepted).emit()

    def show_prompt(self, message: str, action: str = "") -> None:
        """Show a message, and a button with the title ``action``; no button if that is empty."""
        self.message.setText(message)
        self.button.setText(action)
        if not action and self.button.hasFocus():
            self.message.setFocus()  # a hidden button would pass the focus to any other widget
        self.button.setVisible(bool(action))
        self.setFocusProxy(self.button if action else self.message)


class ResultStack(QStackedWidget):
    """Widgets with results, or the prompt in their place.

    Signals:
        visible_changed: whether results are looked at, and have to be computed.
    """

    visible_changed = Signal(bool)

    def __init__(self, *results: QWidget) -> None:
        super().__init__()
        self.prompt = ScorePrompt()
        for widget in (*results, self.prompt):
            self.addWidget(widget)
        self.setCurrentWidget(self.prompt)

    @property
    def has_results(self) -> bool:
        """Whether results are shown."""
        return self.currentWidget() is not self.prompt

    @property
    def has_focus(self) -> bool:
        """Whether any part of what is shown has the focus."""
        focused = QApplication.focusWidget()
        return focused is not None and self.isAncestorOf(focused)

    @contextmanager
    def keeping_focus(self, focus: Callable[[], object]) -> Iterator[None]:
        """Show results or the prompt in a ``with``, and ``focus`` what takes the place of the part with the focus."""
        before, had_focus = self.currentWidget(), self.has_focus
        yield
        if had_focus and (self.currentWidget() is not before or before is self.prompt):
            focus()

    def show_prompt(self, message: str, action: str = "") -> None:
        """Show the prompt, as :meth:`ScorePrompt.show_prompt` does."""
        self.setCurrentWidget(self.prompt)
        self.prompt.show_prompt(message, action)

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget.showEvent: results are wanted."""
        super().showEvent(event)
        self.visible_changed.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Override QWidget.hideEvent: no results are wanted."""
        super().hideEvent(event)
        self.visible_changed.emit(False)
