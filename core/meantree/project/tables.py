"""What everything that reads and writes the tables of one project has in common."""

from __future__ import annotations

import sqlite3
from contextlib import AbstractContextManager
from pathlib import Path

from meantree.errors import UsageError
from meantree.escaping import quoted, shortened


class Tables:
    """An open database.

    Attributes:
        path: of the project's file.
    """

    path: Path
    _connection: sqlite3.Connection

    def _transaction(self) -> AbstractContextManager[sqlite3.Connection]:
        """Everything in it is written, or nothing."""
        raise NotImplementedError

    def _segment(self, key: str) -> int:
        """The number of a segment; documents and names may hold slashes, so every one may be the border."""
        borders = [place for place, letter in enumerate(key) if letter == "/"]
        for document, name in [("", key), *((key[:place], key[place + 1 :]) for place in borders)]:
            found = self._connection.execute(
                "SELECT id FROM segments WHERE document = ? AND name = ?", (document, name)
            ).fetchone()
            if found is not None:
                return int(found[0])
        raise UsageError(f"there is no segment {shortened(key)} in {self.path}")


def annotator_number(connection: sqlite3.Connection, name: str) -> int:
    """Return the number of an annotator, who is new if nobody is called so; the caller began the transaction.

    Raises:
        UsageError: if the name is no text.
    """
    try:
        name.encode("utf-8")
    except UnicodeEncodeError as error:
        raise UsageError(f"the name {quoted(name)} is no text in UTF-8, expected an annotator's name") from error
    connection.execute("INSERT OR IGNORE INTO annotators (name) VALUES (?)", (name,))
    (number,) = connection.execute("SELECT id FROM annotators WHERE name = ?", (name,)).fetchone()
    return int(number)
