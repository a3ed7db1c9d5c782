"""Dialogs that show a message, a list of problems, or an error."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QMessageBox, QPlainTextEdit, QVBoxLayout, QWidget

from meantree.errors import MeantreeError

if TYPE_CHECKING:
    from meantree.errors import Problem


def show_text(title: str, intro: str, text: str, parent: QWidget | None) -> QDialog:
    """A window with text to read and copy; it does not stop the program."""
    dialog = QDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    dialog.resize(640, 420)
    body = QPlainTextEdit(text)
    body.setReadOnly(True)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.reject)
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
    """What was skipped or could not be scored, and which scores are undefined and why."""
    from meantree.report.problems import lines_by_segment, split_undefined, tally, undefined_scores

    wrong, undefined = split_undefined(problems)
    told, lines = [], lines_by_segment(wrong)
    if wrong or not undefined:
        rest = "" if all(one.is_note for one in wrong) else "; the rest was used"
        told.append(f"{tally(wrong) or 'No problems'}{rest}.")
    if undefined:
        told.append(f"{undefined_scores(undefined)}. Such segments take no part in the scores of systems.")
        lines += [*([""] if lines else []), *lines_by_segment(undefined)]
    return show_text(
        "Problems and undefined scores" if undefined else "Problems", " ".join(told), "\n".join(lines), parent
    )


def show_crash(error: BaseException, parent: QWidget | None) -> QDialog:
    """A bug: say so, with what helps to find it."""
    details = "".join(traceback.format_exception(error))
    intro = "An unexpected error occurred. Nothing that was saved is lost. Please report these details:"
    return show_text("Meantree", intro, details, parent)


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
