"""Small dialogs that only tell."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from meantree_gui.actions import COMMANDS, shortcut_text
from meantree_gui.desk.commands import DESK_COMMANDS, HEAD_COMMANDS
from meantree_gui.desk.keys import Keys, key_text


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


def show_shortcuts(parent: QWidget | None, desk_keys: Keys | None = None) -> QDialog:
    """All commands with their keys; those of the desk as the user chose them."""
    rows = [f"{shortcut_text(command):<16} {command.menu} · {command.title}" for command in COMMANDS]
    rows += [
        f"{'J, K':<16} in the segments: next, previous",
        f"{'Left, Right':<16} in a tree: walk the words, Home and End to the ends, Esc puts the light out",
    ]
    rows += ["", "In the trees:", *(f"{_keys(command.keys):<24} {command.title}" for command in HEAD_COMMANDS)]
    keys = desk_keys or {command.id: command.keys for command in DESK_COMMANDS}
    rows += ["", "At the annotation desk:"]
    rows += [f"{_keys(keys[command.id]):<24} {command.group} · {command.title}" for command in DESK_COMMANDS]
    return show_text("Shortcuts", "", "\n".join(rows), parent)


def _keys(keys: Sequence[str]) -> str:
    return ", ".join(map(key_text, keys[:2]))


def show_problems(problems: Iterable[object], parent: QWidget | None) -> QDialog:
    """What was skipped or could not be scored."""
    lines = [str(problem) for problem in problems]
    return show_text(
        "Problems", f"{len(lines)} problem{'s' if len(lines) > 1 else ''}; the rest was used.", "\n".join(lines), parent
    )


def show_crash(error: BaseException, parent: QWidget | None) -> QDialog:
    """A bug: say so, with what helps to find it."""
    details = "".join(traceback.format_exception(error))
    intro = "Something went wrong that should not. Nothing that is saved was lost. The details help to mend it:"
    return show_text("Meantree", intro, details, parent)
