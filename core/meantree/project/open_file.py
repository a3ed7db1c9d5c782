"""A project's file while it is open: edits go into it only as long as it is the same, or one that others edited.

Before each edit, under SQLite's lock, the file must be in the state in which this program knows it or in a later one
(see :mod:`meantree.project.journals`). A program that began a series since must have found this one's last edit, which
its session names. So a file that was moved, deleted, replaced, or overwritten in place is noticed.

Who overwrites a file in place destroys what is nowhere else. So a session keeps a copy in a temporary database, and
repeats its edits there. The copy is made when the project is opened, and again when others have edited the file.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from meantree.errors import UsageError
from meantree.files import file_identity
from meantree.project import journals
from meantree.project.journals import Connection, State


class Replaced(UsageError):
    """Another file has the name of an open project, or none."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path}: the file was moved, deleted or replaced while it was open; nothing was written to it"
        )


class OpenFile:
    """A connection to a project, and what is known of the file.

    Attributes:
        connection: to the file.
        kept: a copy of the known state; None if there is none, as without room on the disk.
        session: the number of this program's session; None if it has none.

    Args:
        after: the same file where this program has it open already.

    Raises:
        Replaced: if it is another file than that of ``after``.
    """

    def __init__(self, path: Path, connection: Connection, *, keeps_copy: bool, after: OpenFile | None = None) -> None:
        self.path, self.connection = path, connection
        self.session: int | None = None
        self.kept: sqlite3.Connection | None = None
        self._keeps_copy, self._has_series = keeps_copy, False
        self._known = journals.state_of(connection.header()) or State(0, 0)
        self._kept_state: State | None = None
        self._names: tuple[object, ...] = ()
        self._journal = journals.beside(path, journals.JOURNAL)  # where SQLite has it, whatever the path leads to later
        if after is not None:
            self._known, self._names, self.session = after._known, after._names, after.session
            self.look()
            self.session = None
        self._names = self._named()

    def close(self) -> None:
        """Close the file and the copy."""
        self.connection.close()
        self._set_kept(None)

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Write what is executed meanwhile, or nothing after an error; raise Replaced if the file is another one."""
        if not self._has_series:
            with self._transaction() as connection:
                journals.begin_series(connection)
            self._has_series = True
            self._kept_state = self._known if self.kept is not None else None
        with self._transaction() as connection:
            journals.write_first_page(connection)
            edited = datetime.now(UTC).isoformat()
            connection.execute("UPDATE sessions SET since = ? WHERE id = ?", (edited, self.session))
            yield connection

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        connection = self.connection
        self._lock("BEGIN IMMEDIATE")
        try:
            self._require_same()
            connection.statements = []
            yield connection
            statements, connection.statements = connection.statements, None
            names, made = self._named(), State(journals.series_of(connection), self._known.count + 1)
            if journals.state_of(connection.header()) != self._known:  # who overwrites a file heeds no lock
                raise Replaced(self.path)
            connection.execute("COMMIT")
        except BaseException as error:
            connection.statements = None
            if connection.in_transaction:  # a full disk has already ended it
                connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.DatabaseError):
                with suppress(sqlite3.Error):
                    self.look()
            raise
        self._known, self._names = made, names
        self.look()
        if self._known == made:
            self._repeat(statements)

    def look(self) -> None:
        """Look, before something is read and after an edit, whether others have edited the file.

        Raises:
            Replaced: if it is another one.
        """
        self._require_place()
        if journals.state_of(self.connection.header()) != self._known:
            self._lock("BEGIN")
            try:
                self._require_same()
            finally:
                self.connection.execute("ROLLBACK")

    def _lock(self, begin: str) -> None:
        """Begin a transaction, and wait until nobody writes."""
        self._require_place()
        try:
            self.connection.execute(begin)
            self.connection.execute("SELECT 1 FROM sqlite_schema").fetchone()
        except sqlite3.DatabaseError as error:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.OperationalError):
                raise
            raise Replaced(self.path) from error  # by a damaged file, or part of one

    def _require_place(self) -> None:
        if file_identity(self.path) != self.connection.place or journals.state_of(self.connection.header()) is None:
            raise Replaced(self.path)
        if self._journal.exists():
            journals.settle_journals(self.connection, self.path)

    def _require_same(self) -> None:
        """Require that the locked file continues the known state, which is the present one then."""
        state = journals.state_of(self.connection.header())
        if state is None or not self._continues(state):
            raise Replaced(self.path)
        self._known = state
        if self._keeps_copy and self._kept_state != state:
            self._keep(state)

    def _continues(self, state: State) -> bool:
        if state.is_after(self._known):
            return True
        with suppress(sqlite3.DatabaseError):
            return state.count > self._known.count and self._named() == self._names
        return False

    def _named(self) -> tuple[object, ...]:
        """Return what tells the project from others, and the state after the last edit from earlier ones."""
        query = "SELECT value, (SELECT since FROM sessions WHERE id = ?) FROM settings WHERE name = 'identity'"
        return self.connection.execute(query, (self.session,)).fetchone() or ()

    def _keep(self, state: State) -> None:
        """Copy the file, which is locked against edits."""
        kept = sqlite3.connect("", isolation_level=None)
        kept.text_factory = journals.decode
        with suppress(sqlite3.Error):  # without room there is no copy
            with closing(journals.connected(self.path, "ro")) as source:
                source.backup(kept)
            for setting in ("synchronous = OFF", "foreign_keys = ON"):
                kept.execute(f"PRAGMA {setting}")
            if journals.state_of(self.connection.header()) == state:
                self._set_kept(kept, state)
                return
        kept.close()
        if journals.state_of(self.connection.header()) != state:  # who overwrites a file heeds no lock
            raise Replaced(self.path)

    def _set_kept(self, kept: sqlite3.Connection | None, state: State | None = None) -> None:
        if self.kept is not None:
            self.kept.close()
        self.kept, self._kept_state = kept, state

    def _repeat(self, statements: list[tuple[str, list[Any]]]) -> None:
        """Repeat in the copy what was executed in the file; if that fails, the next edit makes another copy."""
        if self.kept is None:
            return
        try:
            self.kept.execute("BEGIN")
            for sql, rows in statements:
                for row in rows:
                    self.kept.execute(sql, row)
            self.kept.execute("COMMIT")
            self._kept_state = self._known
        except sqlite3.Error:
            self._set_kept(None)
