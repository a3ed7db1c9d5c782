"""Projects as killed programs leave them: amid an edit, and with a log of another program."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from meantree.project.file import Project


def leave_journal(path: Path, left: Path, *, is_header_written: bool = False) -> None:
    """Copy a project, and its journal, amid an edit of many pages; some of them are in the file already."""
    with Project(path, passing=True) as project:
        project.keep_unplaced(f"{number} {'kept' * 200}" for number in range(300))
        before = path.read_bytes()
        for setting in ("cache_size", "cache_spill"):
            project._connection.execute(f"PRAGMA {setting} = 2")  # so that SQLite writes before the edit ends
        with project._transaction() as connection:
            connection.execute("DELETE FROM unplaced WHERE rowid % 3")
            connection.execute("UPDATE unplaced SET line = line || line || line")
            for ending in ("", "-journal"):
                shutil.copyfile(f"{path}{ending}", f"{left}{ending}")
    path.write_bytes(before)
    if is_header_written:
        data = bytearray(left.read_bytes())
        data[24:28] = (int.from_bytes(data[24:28], "big") + 1).to_bytes(4, "big")
        left.write_bytes(data)


def leave_log(path: Path, left: Path) -> None:
    """Copy a project as another program had it open: with a log of the last edit, which names it ``logged``."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("INSERT OR REPLACE INTO settings VALUES ('name', 'logged')")
        for ending in ("", "-wal"):
            shutil.copyfile(f"{path}{ending}", f"{left}{ending}")
