"""Small dialogs that only tell."""

from __future__ import annotations

import traceback
from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from meantree.shown import counted


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


def show_problems(problems: Iterable[object], parent: QWidget | None) -> QDialog:
    """What was skipped or could not be scored."""
    lines = [str(problem) for problem in problems]
    return show_text(
        "Problems",
        f"{counted(len(lines), 'problem')}; the rest was used.",
        "\n".join(lines),
        parent,
    )


def show_crash(error: BaseException, parent: QWidget | None) -> QDialog:
    """A bug: say so, with what helps to find it."""
    details = "".join(traceback.format_exception(error))
    intro = "An unexpected error occurred. Nothing that was saved is lost. Please report these details:"
    return show_text("Meantree", intro, details, parent)
