"""Dialogs that show a message, a list of problems, or an error; and the buttons of any dialog."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QMessageBox, QPlainTextEdit, QVBoxLayout, QWidget

from meantree.errors import MeantreeError

if TYPE_CHECKING:
    from meantree.errors import Problem


DialogButton = QDialogButtonBox.StandardButton


def dialog_buttons(dialog: QDialog, accept: DialogButton | None = None) -> QDialogButtonBox:
    """Return the button that accepts a dialog, with Cancel; without one, Close alone."""
    buttons = QDialogButtonBox(DialogButton.Close if accept is None else accept | DialogButton.Cancel)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    return buttons


def show_text(title: str, intro: str, text: str, parent: QWidget | None) -> QDialog:
    """Open a dialog with text to read and copy, without waiting for it."""
    dialog = QDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    dialog.resize(640, 420)
    body = QPlainTextEdit(text)
    body.setReadOnly(True)
    buttons = dialog_buttons(dialog)
    column = QVBoxLayout(dialog)
    if intro:
        words = QLabel(intro)
        words.setWordWrap(True)
        column.addWidget(words)
    column.addWidget(body)
    column.addWidget(buttons)
    dialog.open()
    return dialog


def show_problems(problems: Iterable[Problem], parent: QWidget | None) -> QDialog:
    """Show what was skipped or could not be scored, and which scores are undefined and why."""
    from meantree.reporting.problems import lines_by_segment, split_undefined, tally, undefined_scores

    wrong, undefined = split_undefined(problems)
    summary, lines = [], lines_by_segment(wrong)
    if wrong or not undefined:
        rest = "" if all(problem.is_note for problem in wrong) else "; the rest was used"
        summary.append(f"{tally(wrong) or 'No problems'}{rest}.")
    if undefined:
        summary.append(f"{undefined_scores(undefined)}. These segments are excluded from the scores of systems.")
        lines += [*([""] if lines else []), *lines_by_segment(undefined)]
    return show_text(
        "Problems and undefined scores" if undefined else "Problems", " ".join(summary), "\n".join(lines), parent
    )


def show_crash(error: BaseException, parent: QWidget | None) -> QDialog:
    """Show the details of an unexpected error."""
    details = "".join(traceback.format_exception(error))
    intro = "An unexpected error occurred. Saved work is not lost. Please report these details:"
    return show_text("Meantree", intro, details, parent)


class ErrorMessages:
    """Shows errors in message boxes above the window."""

    def __init__(self, window: QWidget) -> None:
        self.window = window

    def show(self, error: BaseException) -> None:
        """Show an error: an expected one in one sentence, a bug with its details."""
        if not isinstance(error, MeantreeError):
            show_crash(error, self.window)
            return
        box = QMessageBox(QMessageBox.Icon.Warning, "Meantree", str(error), parent=self.window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        box.open()

    def attempt(self, perform: Callable[[], object]) -> None:
        """Perform an action, and show its error if there is one."""
        try:
            perform()
        except MeantreeError as error:
            self.show(error)
        except OSError as error:
            self.show(MeantreeError(f"cannot write {error.filename}: {error.strerror}"))
