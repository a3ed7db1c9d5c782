"""Who has a project open: sessions in the file."""

from __future__ import annotations

import os
import platform
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

CLOCK_SECONDS = 5.0
"""The clock of the system's processes and the time of a session may differ by so much."""


def sign_in(connection: sqlite3.Connection) -> int | None:
    """Add a session for this process, and delete those of dead processes; the caller began the transaction."""
    host = platform.node()
    rows = connection.execute("SELECT id, process, since FROM sessions WHERE host = ?", (host,)).fetchall()
    dead = [(number,) for number, process, since in rows if not _is_alive(process, since)]
    connection.executemany("DELETE FROM sessions WHERE id = ?", dead)
    row = (host, os.getpid(), datetime.now(UTC).isoformat())
    return connection.execute("INSERT INTO sessions (host, process, since) VALUES (?, ?, ?)", row).lastrowid


def sign_out(connection: sqlite3.Connection, session: int) -> None:
    """Delete the session of this process; the caller began the transaction."""
    connection.execute("DELETE FROM sessions WHERE id = ?", (session,))


def other_sessions(connection: sqlite3.Connection, session: int | None) -> int:
    """Return the number of sessions of living processes on this computer, without one's own."""
    rows = connection.execute("SELECT id, process, since FROM sessions WHERE host = ?", (platform.node(),))
    return sum(number != session and _is_alive(process, since) for number, process, since in rows)


def _is_alive(process: int, since: str) -> bool:
    """Return whether the process of a session is alive; one of another user counts."""
    if _began_after(process, since):
        return False  # the number was reused for another process
    if process == os.getpid() or os.name == "nt":  # on Windows a signal would end the process
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:  # another user's
        pass
    return True


def _began_after(process: int, since: str) -> bool:
    """Return whether a process began after a session; False where the system does not tell (Linux does)."""
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
