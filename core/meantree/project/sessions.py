"""Which programs on this computer have a project open."""

from __future__ import annotations

import os
import platform
import sqlite3
from datetime import UTC, datetime


def sign_in(connection: sqlite3.Connection) -> int | None:
    """Say that this process has the project open, and forget those that are dead; the caller began the transaction."""
    host = platform.node()
    rows = connection.execute("SELECT id, process FROM sessions WHERE host = ?", (host,)).fetchall()
    dead = [(number,) for number, process in rows if not _is_alive(process)]
    connection.executemany("DELETE FROM sessions WHERE id = ?", dead)
    row = (host, os.getpid(), datetime.now(UTC).isoformat(timespec="milliseconds"))
    return connection.execute("INSERT INTO sessions (host, process, since) VALUES (?, ?, ?)", row).lastrowid


def sign_out(connection: sqlite3.Connection, session: int) -> None:
    """Say that it has it open no more; the caller began the transaction."""
    connection.execute("DELETE FROM sessions WHERE id = ?", (session,))


def others(connection: sqlite3.Connection, session: int | None) -> int:
    """How many sessions of living processes there are beside one's own."""
    rows = connection.execute("SELECT id, process FROM sessions WHERE host = ?", (platform.node(),))
    return sum(number != session and _is_alive(process) for number, process in rows)


def _is_alive(process: int) -> bool:
    """Whether there is a process of that number; one that belongs to somebody else counts."""
    if process == os.getpid() or os.name == "nt":  # on Windows a signal would end the process
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:  # somebody else's
        pass
    return True
