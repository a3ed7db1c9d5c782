"""Saying what went wrong."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from meantree.errors import MeantreeError
from meantree_gui.dialogs import show_crash


class ErrorMessages:
    """Says it in a box of its own above the window."""

    def __init__(self, window: QWidget) -> None:
        self.window = window

    def show(self, error: BaseException) -> None:
        """Say what went wrong: a user's mistake in one sentence, a bug with its details."""
        if not isinstance(error, MeantreeError):
            show_crash(error, self.window)
            return
        box = QMessageBox(QMessageBox.Icon.Warning, "Meantree", str(error), parent=self.window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        box.open()

    def attempt(self, perform: Callable[[], object]) -> None:
        """Do something, and say what went wrong if it did."""
        try:
            perform()
        except MeantreeError as error:
            self.show(error)
        except OSError as error:
            self.show(MeantreeError(f"cannot write {error.filename}: {error.strerror}"))
