"""A project file open for reading and writing; every edit is one transaction, safe at once."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType

from meantree.analysis.inputs import RawInput
from meantree.analysis.sentences import Analysis
from meantree.analysis.serial import Unpacker
from meantree.corpus.corpus import Corpus, Segment, Side, Text
from meantree.errors import MeantreeError, Problem, UsageError
from meantree.escaping import shortened
from meantree.files import PROJECT
from meantree.open_databases import file_identity
from meantree.project.annotated_corpus import annotated_corpus, annotated_segment
from meantree.project.annotation import Annotation, AnnotationKey
from meantree.project.annotators_work import AnnotatorsWork
from meantree.project.copies import Copy, read_copy, write_copy
from meantree.project.database import (
    BUSY_SECONDS,
    Damaged,
    Unwritable,
    create_database,
    is_busy,
    open_database,
    translate_sqlite_errors,
    translates_sqlite_errors,
)
from meantree.project.frame_annotations import records_to_import
from meantree.project.kinds import LINKS, TREES
from meantree.project.locks import other_sessions, sign_in, sign_out
from meantree.project.records import add_to_history, put_record
from meantree.project.salvage import Salvage
from meantree.project.schema import TABLE_NAMES
from meantree.project.stored_analyses import StoredAnalyses, packed_rows, put_analyses, read_analyses
from meantree.project.stored_corpus import fixed_tokens, put_corpus, stored_corpus
from meantree.project.stored_corrections import Arcs, TreeKey
from meantree.project.teamwork import Team

SUFFIX = PROJECT


class Project(AnnotatorsWork, Team):
    """One ``.meantree`` file.

    Attributes:
        path: of the file.
        damage: why it can only be read, empty if it can be written; of a damaged file it has what could be saved.
        is_whole: whether all of it can be read, as of a sound file on a disk that is full or cannot be written to.
        problems: damage where it is not whole, what is lost, and the annotations that cannot be read.
        on_edit: called after each edit that was made here.

    ``new`` makes the file. Who opens it in ``passing`` does not count among those who have it open.

    Raises:
        InputError: if the file is no project, or was made by a later version.
        UsageError: if it does not exist, or is to be new and does.
    """

    def __init__(self, path: Path, *, new: bool = False, passing: bool = False) -> None:
        if not new and not path.is_file():
            raise UsageError(f"{path}: there is no such project")
        super().__init__()
        self.path, self.damage, self.is_whole = path, "", True
        self.on_edit: Callable[[], object] = lambda: None
        self._lost: list[str] = []
        self._unpack = Unpacker()
        try:
            self._connection = create_database(path) if new else open_database(path)
        except Damaged as fault:
            saved = Salvage(path)
            self._connection, self.damage, self._lost = saved.connection, str(fault), saved.lost
            self.is_whole = isinstance(fault, Unwritable)
        self._place = file_identity(path)
        self._session = None if self.damage or passing else self._sign_in()

    def __enter__(self) -> Project:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; no edit is lost without."""
        if self._session is not None:
            with suppress(MeantreeError), self._transaction() as connection:
                sign_out(connection, self._session)
        self.checkpoint()  # where somebody else has it open, SQLite does not
        self._close()

    def checkpoint(self) -> bool:
        """Move the edits that are in the log into the file itself, for whoever copies or replaces that alone.

        Returns:
            whether the log is empty; while another program reads or writes it is not, and edits are safe in it.
        """
        run = self._connection.execute
        try:
            run("PRAGMA busy_timeout = 0")  # nobody waits here for what others do
            busy, _, _ = run("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.Error:
            return False
        finally:
            run(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000:.0f}")
        return not busy

    def _close(self) -> None:
        self._connection.close()

    @property
    def problems(self) -> tuple[Problem, ...]:  # see Attributes
        read_only = [] if self.is_whole else [f"open for reading only, with what could be saved: {self.damage}"]
        lost = [Problem(self.path, None, what, "") for what in (*read_only, *self._lost)]
        return (*lost, *self._unreadable.values())

    @property
    @translates_sqlite_errors
    def others(self) -> int:
        """In how many other windows or programs on this computer the file is open."""
        return other_sessions(self._connection, self._session)

    @property
    @translates_sqlite_errors
    def identity(self) -> str:
        """What tells this project from others, wherever its file is; copies have the same."""
        found = self._connection.execute("SELECT value FROM settings WHERE name = 'identity'").fetchone()
        return str(found[0]) if found else ""

    @translates_sqlite_errors
    def contents(self) -> Copy:
        """Everything that the project holds, as it is at one moment."""
        self._connection.execute("BEGIN")
        try:
            return read_copy(self._connection)
        finally:
            self._connection.execute("COMMIT")

    def take(self, change: Callable[[Copy], Copy]) -> Copy:
        """Hold from now on what is made of all that the project holds, under its own name and identity.

        Args:
            change: from what is held to what is to be held; nobody else edits meanwhile.

        Returns:
            what is held now.

        Raises:
            UsageError: if the file cannot be written to.
        """
        with self._transaction() as connection:
            own = read_copy(connection)
            whole = replace(change(own), settings=own.settings)
            if whole == own:
                return whole
            connection.execute("PRAGMA defer_foreign_keys = ON")
            for table in reversed(TABLE_NAMES):
                connection.execute(f"DELETE FROM {table}")
            write_copy(connection, whole)
        return whole

    @property
    @translates_sqlite_errors
    def edition(self) -> int:
        """Another number after another program has edited the file."""
        (number,) = self._connection.execute("PRAGMA data_version").fetchone()
        return int(number)

    @property
    def stamp(self) -> tuple[int, int]:
        """Another one after any edit of the file, by this program or another."""
        return self.edition, self._connection.total_changes

    def _sign_in(self) -> int | None:
        """Say that the file is open here; where there is no room for that, it is open all the same."""
        try:
            with self._transaction() as connection:
                return sign_in(connection)
        except UsageError as error:
            if isinstance(error.__cause__, sqlite3.Error) and not is_busy(error.__cause__):
                return None
            self._close()
            raise

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        if self.damage:
            raise UsageError(f"{self.path} is open for reading only: {self.damage}")
        if file_identity(self.path) != self._place:
            moved = "the file was moved, deleted or replaced while it was open; put it back to go on"
            raise UsageError(f"{self.path}: {moved}")
        connection = self._connection
        with translate_sqlite_errors(self.path):
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:  # a full disk has ended it already
                    connection.execute("ROLLBACK")
                raise
        self.on_edit()

    def fill(
        self,
        corpus: Corpus,
        annotations: Mapping[AnnotationKey, Annotation] | None = None,
        trees: Mapping[TreeKey, Arcs] | None = None,
    ) -> None:
        """Put a corpus, and annotations and corrected trees of it, into an empty project, in one transaction."""
        keys = [segment.key for segment in corpus.segments]
        if len(set(keys)) < len(keys):
            twice = next(key for key in keys if keys.count(key) > 1)
            raise UsageError(f"two segments are called {shortened(twice)}; annotations could not be told apart")
        contents = records_to_import(annotations or {})
        contents |= {key: TREES.write(arcs) for key, arcs in (trees or {}).items()}
        with self._transaction() as connection:
            put_corpus(connection, corpus)
            for key, content in contents.items():
                before, time = put_record(connection, self._segment(key.segment), key, content)
                add_to_history(connection, before, "imported", content, "imported", time)

    def copy(self, path: Path) -> None:
        """Write everything that can be read, the history too, into a new file.

        Raises:
            UsageError: if it cannot be written.
        """
        with closing(create_database(path)) as target, translate_sqlite_errors(path):
            self._connection.backup(target)
            target.execute("DELETE FROM sessions")
            target.execute("PRAGMA journal_mode = WAL")

    @translates_sqlite_errors
    def corpus(self, annotator: str | None = None) -> Corpus:
        """The corpus as it was put in, without analyses; with what ``annotator`` finished and corrected.

        Raises:
            UsageError: if there is no such annotator.
        """
        corpus, lost = stored_corpus(self._connection, self.path.stem, self._unpack)
        self._lost += [what for what in lost if what not in self._lost]
        if annotator is not None:
            work = self.annotations(annotator), self.trees(annotator), self.links(annotator)
            corpus = annotated_corpus(corpus, *work)
        return replace(corpus, problems=self.problems, annotator=annotator or "")

    def corpus_of(self, annotator: str) -> Corpus:
        """The same for somebody who may not have begun."""
        return self.corpus(annotator if annotator in self.annotators else None)

    def store_analyses(self, fingerprint: str, analyses: Mapping[RawInput, Analysis]) -> None:
        """Keep automatic analyses, by what made them, beside those that are kept already.

        Raises:
            UsageError: if the file cannot be written to.
        """
        rows = packed_rows(analyses)
        with self._transaction() as connection:
            put_analyses(connection, fingerprint, rows)

    def replace_analyses(self, kept: StoredAnalyses) -> None:
        """Keep these analyses in place of all others, whoever made them.

        Raises:
            UsageError: if the file cannot be written to.
        """
        with self._transaction() as connection:
            connection.execute("DELETE FROM analyses")
            put_analyses(connection, kept.maker, kept.rows)

    @translates_sqlite_errors
    def stored_analyses(self, fingerprint: str | None = None) -> StoredAnalyses:
        """The analyses that one analyser made; by default by the one whose analyses are used (see ``project.kept``)."""
        return read_analyses(self._connection, fingerprint)

    @translates_sqlite_errors
    def annotated_segment(self, segment: Segment, annotator: str) -> Segment:
        """A segment as an annotator sees it now: settled tokens, finished frames, corrected heads and links.

        Raises:
            UsageError: if there is no such segment.
        """
        number = self._segment(segment.key)
        tokens = fixed_tokens(self._connection, number)

        def settled(side: Side, texts: Mapping[str, Text]) -> dict[str, Text]:
            return {name: replace(text, tokens=tokens.get((side, name))) for name, text in texts.items()}

        segment = replace(
            segment,
            references=settled("reference", segment.references),
            hypotheses=settled("hypothesis", segment.hypotheses),
        )
        whose = segment.key, annotator
        return annotated_segment(segment, self._of_segment(*whose), self._in(TREES, *whose), self._in(LINKS, *whose))
