"""Which programs on this computer have a project open."""

from __future__ import annotations

import os
import platform
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

CLOCK_SECONDS = 5.0
"""So much may the clocks of processes and of sessions differ."""


def sign_in(connection: sqlite3.Connection) -> int | None:
    """Say that this process has the project open, and forget those that are dead; the caller began the transaction."""
    host = platform.node()
    rows = connection.execute("SELECT id, process, since FROM sessions WHERE host = ?", (host,)).fetchall()
    dead = [(number,) for number, process, since in rows if not _is_alive(process, since)]
    connection.executemany("DELETE FROM sessions WHERE id = ?", dead)
    row = (host, os.getpid(), datetime.now(UTC).isoformat(timespec="milliseconds"))
    return connection.execute("INSERT INTO sessions (host, process, since) VALUES (?, ?, ?)", row).lastrowid


def sign_out(connection: sqlite3.Connection, session: int) -> None:
    """Say that it has it open no more; the caller began the transaction."""
    connection.execute("DELETE FROM sessions WHERE id = ?", (session,))


def others(connection: sqlite3.Connection, session: int | None) -> int:
    """How many sessions of living processes there are beside one's own."""
    rows = connection.execute("SELECT id, process, since FROM sessions WHERE host = ?", (platform.node(),))
    return sum(number != session and _is_alive(process, since) for number, process, since in rows)


def _is_alive(process: int, since: str) -> bool:
    """Whether there is a process of that number that may have said so; one that belongs to somebody else counts."""
    if _began_after(process, since):
        return False  # the number was given to another one
    if process == os.getpid() or os.name == "nt":  # on Windows a signal would end the process
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:  # somebody else's
        pass
    return True


def _began_after(process: int, since: str) -> bool:
    """Whether a process began after a session did, as far as the system tells (Linux does)."""
    try:
        ticks = int(
            Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[19]
        )
        lines = Path("/proc/stat").read_text(encoding="utf-8").splitlines()
        boot = next(int(line.split()[1]) for line in lines if line.startswith("btime"))
        begun = boot + ticks / os.sysconf("SC_CLK_TCK")
        return begun > datetime.fromisoformat(since).timestamp() + CLOCK_SECONDS
    except (OSError, ValueError, IndexError, StopIteration):
        return False
