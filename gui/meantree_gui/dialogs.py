"""Small dialogs that only tell."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from meantree_gui.actions import CommandList, in_menu_order, key_text
from meantree_gui.command import BELOW

WALKING = (
    ("J, K", "in the segments and the errors: next, previous row; Return in the errors: what lies behind one"),
    ("Left, Right", "in a tree: previous, next word; Home and End: first, last word; Esc: clear the highlight"),
    ("Up, Down", "between the words: the word of the other text that is linked"),
)
"""Keys that are no commands."""


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


def show_shortcuts(lists: Sequence[CommandList], parent: QWidget | None) -> QDialog:
    """All commands with the keys that they have now, by where these work."""
    everywhere = in_menu_order(one for one in lists if not one.where)
    rows = [f"{_keys(action, 1):<16} {command.menu}{BELOW}{command.title}" for command, action in everywhere]
    rows += [f"{keys:<16} {text}" for keys, text in WALKING]
    for one in lists:
        if one.where:
            rows += ["", f"{one.where}:"]
            rows += [f"{_keys(action, 2):<24} {command.menu}{BELOW}{command.title}" for command, action in one]
    return show_text("Keyboard shortcuts", "", "\n".join(rows), parent)


def _keys(action: QAction, most: int) -> str:
    return ", ".join(key_text(key.toString()) for key in action.shortcuts()[:most])


def show_problems(problems: Iterable[object], parent: QWidget | None) -> QDialog:
    """What was skipped or could not be scored."""
    lines = [str(problem) for problem in problems]
    return show_text(
        "Problems",
        f"{len(lines)} problem{'s' if len(lines) > 1 else ''}; the rest was used.",
        "\n".join(lines),
        parent,
    )


def show_crash(error: BaseException, parent: QWidget | None) -> QDialog:
    """A bug: say so, with what helps to find it."""
    details = "".join(traceback.format_exception(error))
    intro = "An unexpected error occurred. Nothing that was saved is lost. Please report these details:"
    return show_text("Meantree", intro, details, parent)
