"""The log of crashes: Python's fault handler writes it, and the next window offers to show it."""

from __future__ import annotations

import faulthandler
import os
from contextlib import suppress
from pathlib import Path

from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QPushButton

from meantree_gui.dialogs import show_text
from meantree_gui.widgets.boxes import in_row


def log_path() -> Path:
    """Return the path of the log, which is empty unless a window has crashed; all windows append to it."""
    from platformdirs import user_log_path

    return user_log_path("meantree", appauthor=False) / "crashes.log"


def log_crashes() -> None:
    """Write the stacks of all threads to the log if this process crashes; without a place for it, do nothing."""
    with suppress(OSError):
        log_path().parent.mkdir(parents=True, exist_ok=True)
        faulthandler.enable(os.open(log_path(), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600))


def offer_log(column: QBoxLayout) -> None:
    """Put a notice above a column if the log has a crash, with a button that shows the log and empties it."""
    log = ""
    with suppress(OSError), log_path().open("rb") as file:
        log = file.read(200_000).decode(errors="replace")
    if not log:
        return
    notice, button = QFrame(), QPushButton("Show the log")
    notice.setProperty("role", "notice")
    text = QLabel("The app crashed when it was last used. Saved work is not lost.")
    in_row(notice, (text, 1), button, margins=(10, 4, 10, 4))
    column.insertWidget(0, notice)

    def show() -> None:
        show_text("Meantree", f"Please report these details, from {log_path()}:", log, notice.window())
        notice.hide()
        with suppress(OSError):
            os.truncate(log_path(), 0)

    button.clicked.connect(show)
