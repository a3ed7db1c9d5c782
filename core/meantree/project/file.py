"""A project file open for reading and writing; every edit is one transaction, safe at once."""

from __future__ import annotations

import os
import platform
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

from meantree.analysis.forest import Analysis
from meantree.analysis.given import Given
from meantree.analysis.serial import packed
from meantree.corpus.model import Corpus, Segment, Side, Text
from meantree.errors import Problem, UsageError
from meantree.project.annotation import Annotation, AnnotationKey, State, from_json, to_json
from meantree.project.database import Damaged, opened, salvaged
from meantree.project.overlay import annotated, annotated_segment
from meantree.project.stored_corpus import (
    put_analyses,
    put_corpus,
    settled_tokens,
    stored_analyses,
    stored_corpus,
    text_of,
)

SUFFIX = ".meantree"


class Project:
    """One ``.meantree`` file.

    Attributes:
        path: of the file.
        damage: why it can only be read, empty if it can be written; of a damaged file it has what could be saved.
        problems: that, and the annotations that cannot be read.

    ``new`` makes the file. Who opens it in ``passing`` does not count among those who have it open.

    Raises:
        InputError: if the file is no project, or was made by a later version.
        UsageError: if it does not exist, or is to be new and does.
    """

    def __init__(self, path: Path, *, new: bool = False, passing: bool = False) -> None:
        if new and path.exists():
            raise UsageError(f"{path}: there is a file already; a project is not written over it")
        if not new and not path.is_file():
            raise UsageError(f"{path}: there is no such project")
        self.path, self.damage = path, ""
        self._unreadable: dict[AnnotationKey, Problem] = {}
        try:
            self._connection = opened(path, new=new)
        except Damaged as fault:
            self._connection, self.damage = salvaged(path), str(fault)
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
            with self._transaction() as connection:
                connection.execute("DELETE FROM sessions WHERE id = ?", (self._session,))
        self._connection.close()

    @property
    def problems(self) -> tuple[Problem, ...]:  # see Attributes
        told = f"open for reading only, with what could be saved: {self.damage}"
        return (*([Problem(self.path, None, told, "")] if self.damage else []), *self._unreadable.values())

    @property
    def others(self) -> int:
        """In how many other windows or programs on this computer the file is open."""
        rows = self._connection.execute("SELECT id, process FROM sessions WHERE host = ?", (platform.node(),))
        return sum(number != self._session and _is_alive(process) for number, process in rows)

    @property
    def edition(self) -> int:
        """Another number after another program has edited the file."""
        (number,) = self._connection.execute("PRAGMA data_version").fetchone()
        return int(number)

    def _sign_in(self) -> int | None:
        with self._transaction() as connection:
            dead = [
                (number,)
                for number, process in connection.execute(
                    "SELECT id, process FROM sessions WHERE host = ?", (platform.node(),)
                )
                if not _is_alive(process)
            ]
            connection.executemany("DELETE FROM sessions WHERE id = ?", dead)
            row = (platform.node(), os.getpid(), _now())
            return connection.execute("INSERT INTO sessions (host, process, since) VALUES (?, ?, ?)", row).lastrowid

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        if self.damage:
            raise UsageError(f"{self.path} is open for reading only: {self.damage}")
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            raise UsageError(f"{self.path}: another program is writing to it ({error}); try again") from error
        try:
            yield self._connection
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    def fill(self, corpus: Corpus, annotations: Mapping[AnnotationKey, Annotation] | None = None) -> None:
        """Put a corpus, and annotations of it, into an empty project, in one transaction."""
        with self._transaction() as connection:
            put_corpus(connection, corpus)
            for key, annotation in (annotations or {}).items():
                self._put(connection, key, annotation, "imported", "imported")

    def corpus(self, annotator: str | None = None) -> Corpus:
        """The corpus as it was put in, without analyses; with what ``annotator`` finished and corrected.

        Raises:
            UsageError: if there is no such annotator.
        """
        corpus = stored_corpus(self._connection, self.path.stem)
        if annotator is not None:
            corpus = annotated(corpus, self.annotations(annotator))
        return replace(corpus, problems=self.problems)

    def corpus_of(self, annotator: str) -> Corpus:
        """The same for somebody who may not have begun."""
        return self.corpus(annotator if annotator in self.annotators else None)

    def keep_analyses(self, fingerprint: str, analyses: Mapping[Given, Analysis]) -> None:
        """Keep automatic analyses, by what made them.

        Raises:
            UsageError: if the file is damaged.
        """
        content = {text_of(given): packed(analysis) for given, analysis in analyses.items()}
        with self._transaction() as connection:
            put_analyses(connection, fingerprint, content)

    def kept_analyses(self, fingerprint: str) -> Iterator[tuple[Given, Analysis]]:
        """The analyses that one analyser made; what cannot be read is left out, as it can be made anew."""
        return stored_analyses(self._connection, fingerprint)

    @property
    def annotators(self) -> tuple[str, ...]:
        """Names in order of first appearance."""
        return tuple(name for (name,) in self._connection.execute("SELECT name FROM annotators ORDER BY id"))

    def annotations(self, annotator: str) -> dict[AnnotationKey, Annotation]:
        """Everything that one annotator did, in the order of the segments.

        Raises:
            UsageError: if there is no such annotator.
        """
        if annotator not in self.annotators:
            raise UsageError(f"there is no annotator {annotator!r}; there are {', '.join(self.annotators) or 'none'}")
        rows = self._connection.execute(
            "SELECT s.document, s.name, a.system, a.reference, a.content FROM annotations a"
            " JOIN segments s ON s.id = a.segment JOIN annotators n ON n.id = a.annotator"
            " WHERE n.name = ? ORDER BY s.id, a.id",
            (annotator,),
        )
        keyed = (
            (AnnotationKey(_key(document, name), system, reference, annotator), content)
            for document, name, system, reference, content in rows
        )
        return {key: found for key, content in keyed if (found := self._read(key, content)) is not None}

    def _read(self, key: AnnotationKey, content: str) -> Annotation | None:
        """An annotation as it is kept; one that cannot be read is told, and the others stay."""
        try:
            return from_json(content)
        except ValueError:
            told = f"segment {key.segment}, {key.system}, {key.annotator}: this annotation cannot be read; left out"
            self._unreadable[key] = Problem(self.path, None, told, key.segment)
            return None

    def annotation(self, key: AnnotationKey) -> Annotation | None:
        """What is kept under one key, None if nothing is.

        Raises:
            UsageError: if there is no such segment.
        """
        found = self._connection.execute(
            "SELECT a.content FROM annotations a JOIN annotators n ON n.id = a.annotator"
            " WHERE a.segment = ? AND a.system = ? AND a.reference = ? AND n.name = ?",
            (self._segment(key.segment), key.system, key.reference, key.annotator),
        ).fetchone()
        return None if found is None else self._read(key, found[0])

    def beside(self, key: AnnotationKey) -> Iterator[tuple[AnnotationKey, Annotation]]:
        """What the same annotator did of the same segment, the last change first."""
        rows = self._connection.execute(
            "SELECT a.system, a.reference, a.content FROM annotations a JOIN annotators n ON n.id = a.annotator"
            " WHERE a.segment = ? AND n.name = ? ORDER BY a.changed DESC, a.id DESC",
            (self._segment(key.segment), key.annotator),
        ).fetchall()
        for system, reference, content in rows:
            one = AnnotationKey(key.segment, system, reference, key.annotator)
            annotation = self._read(one, content)
            if annotation is not None:
                yield one, annotation

    def laid_over(self, segment: Segment, annotator: str) -> Segment:
        """A segment as an annotator sees it now: the tokens that are settled, finished frames, corrected heads.

        Raises:
            UsageError: if there is no such segment.
        """
        tokens = settled_tokens(self._connection, self._segment(segment.key))

        def settled(side: Side, texts: Mapping[str, Text]) -> dict[str, Text]:
            return {name: replace(text, tokens=tokens.get((side, name))) for name, text in texts.items()}

        segment = replace(
            segment,
            references=settled("reference", segment.references),
            hypotheses=settled("hypothesis", segment.hypotheses),
        )
        return annotated_segment(segment, dict(self.beside(AnnotationKey(segment.key, "", "", annotator))))

    def states(self, annotator: str) -> dict[AnnotationKey, State]:
        """How far each annotation of somebody is, in the order of the segments; empty for somebody unknown."""
        rows = self._connection.execute(
            "SELECT s.document, s.name, a.system, a.reference, json_extract(a.content, '$.state') FROM annotations a"
            " JOIN segments s ON s.id = a.segment JOIN annotators n ON n.id = a.annotator"
            " WHERE n.name = ? ORDER BY s.id, a.id",
            (annotator,),
        )
        return {
            AnnotationKey(_key(document, name), system, reference, annotator): State(state)
            for document, name, system, reference, state in rows
        }

    def begin(self, work: Mapping[AnnotationKey, Annotation], tokens: Mapping[tuple[Side, str], Sequence[str]]) -> None:
        """Keep what annotators begin with in one segment, where they have not begun; no edit, so it cannot be undone.

        Args:
            work: by key, of one segment.
            tokens: what the annotations count in, by side and name of the text; settled once and for all.

        Raises:
            UsageError: if there is no such segment, or the file is damaged.
        """
        with self._transaction() as connection:
            for key, annotation in work.items():
                segment = self._segment(key.segment)
                for (side, name), words in tokens.items():
                    connection.execute(
                        "UPDATE texts SET tokens = ? WHERE segment = ? AND side = ? AND name = ? AND tokens IS NULL",
                        ("\n".join(words), segment, side, name),
                    )
                if self.annotation(key) is None:
                    self._put(connection, key, annotation, "pre-annotated", "imported")

    def all_annotations(self) -> dict[AnnotationKey, Annotation]:
        """Everything that anybody did, annotator by annotator."""
        return {key: one for name in self.annotators for key, one in self.annotations(name).items()}

    def save(self, key: AnnotationKey, annotation: Annotation, what: str) -> None:
        """Keep a changed annotation, and in the history what it was before; on the disk when this returns.

        What this annotator had undone can no longer be done again.

        Raises:
            UsageError: if there is no such segment, or the file is damaged.
        """
        with self._transaction() as connection:
            connection.execute(
                "UPDATE history SET state = 'dropped' WHERE state = 'undone' AND annotation IN "
                "(SELECT a.id FROM annotations a JOIN annotators n ON n.id = a.annotator WHERE n.name = ?)",
                (key.annotator,),
            )
            self._put(connection, key, annotation, what, "done")

    def undo(self, annotator: str) -> tuple[AnnotationKey, str] | None:
        """Take back the last edit of an annotator, whichever segment it was in: what was it, or None if there is none.

        Raises:
            UsageError: if the file is damaged.
        """
        return self._step(annotator, "done", "undone", "before", "DESC")

    def redo(self, annotator: str) -> tuple[AnnotationKey, str] | None:
        """Do again what was taken back last.

        Raises:
            UsageError: if the file is damaged.
        """
        return self._step(annotator, "undone", "done", "after", "ASC")

    def _step(self, annotator: str, old: str, new: str, content: str, order: str) -> tuple[AnnotationKey, str] | None:
        with self._transaction() as connection:
            found = connection.execute(
                f"SELECT h.id, h.what, h.{content}, a.id, a.system, a.reference, s.document, s.name"
                " FROM history h JOIN annotations a ON a.id = h.annotation JOIN annotators n ON n.id = a.annotator"
                " JOIN segments s ON s.id = a.segment WHERE n.name = ? AND h.state = ?"
                f" ORDER BY h.id {order} LIMIT 1",
                (annotator, old),
            ).fetchone()
            if found is None:
                return None
            edit, what, text, number, system, reference, document, name = found
            connection.execute("UPDATE history SET state = ? WHERE id = ?", (new, edit))
            row = (text if text is not None else to_json(Annotation()), _now(), number)
            connection.execute("UPDATE annotations SET content = ?, changed = ? WHERE id = ?", row)
        return AnnotationKey(_key(document, name), system, reference, annotator), what

    def _put(
        self, connection: sqlite3.Connection, key: AnnotationKey, annotation: Annotation, what: str, state: str
    ) -> None:
        run = connection.execute
        run("INSERT OR IGNORE INTO annotators (name) VALUES (?)", (key.annotator,))
        (annotator,) = run("SELECT id FROM annotators WHERE name = ?", (key.annotator,)).fetchone()
        place = (self._segment(key.segment), key.system, key.reference, annotator)
        found = run(
            "SELECT id, content FROM annotations WHERE segment = ? AND system = ? AND reference = ? AND annotator = ?",
            place,
        ).fetchone()
        content, now = to_json(annotation), _now()
        if found is None:
            cursor = run(
                "INSERT INTO annotations (segment, system, reference, annotator, content, changed)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (*place, content, now),
            )
            number, before = cursor.lastrowid, None
        else:
            number, before = found
            run("UPDATE annotations SET content = ?, changed = ? WHERE id = ?", (content, now, number))
        run(
            "INSERT INTO history (annotation, what, before, after, time, state) VALUES (?, ?, ?, ?, ?, ?)",
            (number, what, before, content, now, state),
        )

    def _segment(self, key: str) -> int:
        """The number of a segment; documents and names may hold slashes, so every one may be the border."""
        borders = [place for place, letter in enumerate(key) if letter == "/"]
        for document, name in [("", key), *((key[:place], key[place + 1 :]) for place in borders)]:
            found = self._connection.execute(
                "SELECT id FROM segments WHERE document = ? AND name = ?", (document, name)
            ).fetchone()
            if found is not None:
                return int(found[0])
        raise UsageError(f"there is no segment {key} in {self.path}")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _is_alive(process: int) -> bool:
    """Whether there is a process of that number; one that belongs to somebody else counts."""
    if process == os.getpid() or os.name == "nt":  # on Windows a signal would end the process
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # somebody else's
        pass
    return True


def _key(document: str, name: str) -> str:
    return f"{document}/{name}" if document else name
