"""The log of crashes: Python's fault handler writes it, and the next window offers to show it."""

from __future__ import annotations

import faulthandler
import os
from contextlib import suppress
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QFrame, QLabel, QPushButton

from meantree_gui.dialogs import show_text
from meantree_gui.widgets.boxes import in_row

MAX_BYTES = 200_000
"""Bytes of the log that are shown."""


def log_path() -> Path:
    """Return the path of the log, in the folder that the system has for logs of this program."""
    from platformdirs import user_log_path

    return user_log_path("meantree", appauthor=False) / "crashes.log"


def log_crashes() -> None:
    """Append the stacks of all threads to the log if this process crashes; without a place for a log, do nothing.

    All windows append to one file, which is empty unless one of them has crashed.
    """
    with suppress(OSError):
        log_path().parent.mkdir(parents=True, exist_ok=True)
        faulthandler.enable(os.open(log_path(), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600))


def crash_notice() -> QFrame | None:
    """Return a notice of the crashes since the log was last shown or dismissed, with buttons for both, if any."""
    try:
        with log_path().open("rb") as file:
            log = file.read(MAX_BYTES).decode(errors="replace")
    except OSError:
        return None
    if not log:
        return None
    notice, text = QFrame(), QLabel("The app crashed when it was last used. Saved work is not lost.")
    notice.setProperty("role", "notice")
    show, dismiss = QPushButton("Show the log"), QPushButton("Dismiss")
    in_row(notice, (text, 1), show, dismiss, margins=(10, 4, 10, 4))
    show.clicked.connect(lambda: show_text("Meantree", f"Please report this. From {log_path()}:", log, notice.window()))
    for button in (show, dismiss):
        button.clicked.connect(notice.hide)
        button.clicked.connect(partial(_empty, log_path()))
    return notice


def _empty(log: Path) -> None:
    with suppress(OSError):
        os.truncate(log, 0)
