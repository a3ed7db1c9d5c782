"""A project file open for reading and writing; each edit is one transaction, on the disk when it returns."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType

from meantree.analysis.inputs import RawInput
from meantree.analysis.sentences import Analysis
from meantree.analysis.serial import Unpacker
from meantree.annotation.annotated_corpus import annotated_corpus, annotated_segment, segment_with_errors, with_errors
from meantree.annotation.error_annotation import (
    ErrorAnnotation,
    ErrorKey,
    answers_by_segment,
    counted_answers,
    is_tool,
    with_answers,
    with_names,
)
from meantree.annotation.frame_annotation import STATE_PRECEDENCE, Annotation, AnnotationKey, State, translation_states
from meantree.annotation.record_kinds import ANSWERS, ERRORS, LINKS, REMARKS, TREES, Key
from meantree.annotation.rules import Rules
from meantree.annotation.work_order import original_of
from meantree.corpus.corpus import CHECK, Corpus, Segment, names_metric, segment_key
from meantree.errors import InputError, MeantreeError, Problem, UsageError
from meantree.escaping import shortened
from meantree.grouping import grouped, nested
from meantree.project import database
from meantree.project.annotators_work import AnnotatorsWork
from meantree.project.copies import IDENTITY, Copy, put_rules, read_copy, write_copy
from meantree.project.database import translate_sqlite_errors
from meantree.project.frame_annotations import records_to_import
from meantree.project.open_file import OpenFile, Replaced
from meantree.project.salvage import Salvage
from meantree.project.schema import TABLE_NAMES
from meantree.project.stored_analyses import StoredAnalyses, packed_rows, put_analyses, read_analyses
from meantree.project.stored_corpus import put_corpus, put_ratings, stored_corpus
from meantree.project.teamwork import NO_KEY, Team

REPLACED = "it was moved, deleted or replaced while it was open; a copy keeps all edits"


class Project(AnnotatorsWork, Team):
    """One ``.meantree`` file.

    Attributes:
        damage: why the file can only be read, empty if it can be written; of a damaged file, the readable part is open.
        is_whole: whether all of it can be read, as in a sound file that cannot be written to.
        set_aside: messages about journals of other files that were not applied.
        problems: these, damage unless it is whole, lost data, and annotations that cannot be read.
        on_replaced: called when it is noticed that the file was moved, deleted or replaced. What it was, with all edits
            of this session, can be read and copied from then on.

    ``new`` creates the file. A program that opens it in ``passing`` does not register a session, and keeps no copy.
    With ``again``, it must be the file that this project was read from.

    Raises:
        InputError: if the file is no project, or has a format that cannot be opened.
        UsageError: if it does not exist, exists although it is to be new, or replaced the file of ``again``.
    """

    def __init__(self, path: Path, *, new: bool = False, passing: bool = False, again: Project | None = None) -> None:
        if not new and not path.is_file():
            raise UsageError(f"{path}: there is no such project")
        super().__init__()
        self.path, self.damage, self.is_whole = path, "", True
        self.on_replaced: Callable[[], object] = lambda: None
        self._lost: list[str] = []
        self._unpack = Unpacker()
        self.set_aside: tuple[str, ...] = ()
        self._file: OpenFile | None = None
        after = again._file if again is not None else None
        try:
            connection = database.create_database(path) if new else database.open_database(path)
        except database.Damaged as fault:
            saved = Salvage(path)
            self._connection, self.damage, self._lost = saved.connection, str(fault), saved.lost
            self.set_aside = saved.set_aside
            self.is_whole = isinstance(fault, database.Unwritable)
        else:
            self._connection, self.set_aside = connection, connection.set_aside
            try:
                self._file = OpenFile(path, connection, keeps_copy=not passing, after=after)
            except BaseException:
                connection.close()
                raise
            if not passing:
                self._sign_in()

    def __enter__(self) -> Project:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; edits are safe even if it is not called."""
        file = self._file
        if file is not None and file.session is not None:
            with suppress(MeantreeError), self._transaction() as connection:
                database.sign_out(connection, file.session)
        self._close()

    def _close(self) -> None:
        self._connection.close()
        if self._file is not None:
            self._file.close()

    @property
    def problems(self) -> tuple[Problem, ...]:  # see Attributes
        damage = f"open for reading only, with the data that could be recovered: {self.damage}"
        lost = [Problem(self.path, None, message, "") for message in (*[damage] * (not self.is_whole), *self._lost)]
        notes = [Problem(self.path, None, message, is_note=True) for message in self.set_aside]
        return (*notes, *lost, *self._unreadable.values())

    @property
    def others(self) -> int:
        """The number of other windows or programs on this computer that have the file open."""
        with self._reading() as connection:
            return database.other_sessions(connection, self._file.session if self._file is not None else None)

    @property
    def identity(self) -> str:
        """The identifier of the project, shared by all copies and independent of the file's path."""
        return self._setting(IDENTITY)

    @property
    def people(self) -> tuple[str, ...]:
        """The annotators who are no tools and no onlookers; the gold standard is among them."""
        others = self.tools | self.onlookers
        return tuple(name for name in self.annotators if name not in others)

    @property
    def onlookers(self) -> frozenset[str]:
        """Who marked segments or answered findings, did nothing else, and is assigned nothing."""
        query = "SELECT n.name, a.kind FROM annotations a JOIN annotators n ON n.id = a.annotator GROUP BY n.id, a.kind"
        remarking = (name for name, own in grouped(self._rows(query)).items() if REMARKS.issuperset(own))
        return frozenset(name for name in remarking if not (self.times(name) or self.assigned_to(name)))

    @property
    def tools(self) -> frozenset[str]:
        """The annotators, and sources of suggestions, that are no people; who works here, or is assigned, is one."""
        names = *self.annotators, *self.rules.suggestions
        proposing = *filter(names_metric, names), *self.rules.suggestions
        idle = [name for name in proposing if not (self.times(name) or self.assigned_to(name))]
        return frozenset(name for name in names if is_tool(name, idle))

    def contents(self) -> Copy:
        """Return everything in the project, in a consistent state; raise InputError if nothing can be read any more."""
        with self._reading() as connection:
            connection.execute("BEGIN")
            try:
                copy = read_copy(connection)
            finally:
                connection.execute("COMMIT")
        if self.problems and not copy.segments:
            raise InputError(self.path, "the file is damaged, and nothing in it can be read; use another copy of it")
        return copy

    def rewrite(self, change: Callable[[Copy], Copy]) -> Copy:
        """Replace everything by a copy that others were merged into, in one transaction; name and identity stay.

        Args:
            change: from the present contents to the new ones; no other program edits meanwhile.

        Returns:
            the new contents.
        """
        with self._transaction() as connection:
            present = read_copy(connection)
            changed = replace(change(present), settings=present.settings)
            if changed == present:
                return changed
            connection.execute("PRAGMA defer_foreign_keys = ON")
            for table in reversed(TABLE_NAMES):
                connection.execute(f"DELETE FROM {table}")
            write_copy(connection, changed, merged=True)
        return changed

    @property
    def edition(self) -> int:
        """A number that changes when another program edits the file."""
        return int(self._rows("PRAGMA data_version")[0][0])

    @property
    def stamp(self) -> tuple[int, int]:
        """A value that changes with each edit of the file, by this program or another."""
        return self.edition, self._connection.total_changes

    def _sign_in(self) -> None:
        """Register a session; a full disk does not prevent opening the file."""
        try:
            with self._transaction() as connection:
                if self._file is not None:
                    self._file.session = database.sign_in(connection)
        except UsageError as error:
            if not isinstance(error.__cause__, sqlite3.Error) or database.is_busy(error.__cause__):
                self._close()
                raise

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        if self._connection.in_transaction:  # of edits that are made together
            yield self._connection
            return
        if self.damage == REPLACED:
            self.look()
        if self.damage or self._file is None:
            raise UsageError(f"{self.path} is open for reading only: {self.damage}")
        try:
            with translate_sqlite_errors(self.path), self._file.transaction() as connection:
                yield connection
        except Replaced as error:
            self._continue_in_copy(self._file)
            if self._file.session is not None and self._file.kept is None:
                raise UsageError(f"{error}; there is no copy either: there was no room for a temporary one") from error
            raise

    @contextmanager
    def together(self) -> Iterator[None]:
        """Make all edits meanwhile, or none of them if one is refused."""
        with self._transaction():
            yield

    def look(self) -> None:
        """Notice that the file was replaced, or was put back; meanwhile, what was known of it is read."""
        file = self._file
        if file is None or file.session is None or self._connection.in_transaction:
            return
        try:
            file.look()
            self._connection, self.damage = file.connection, ""
        except Replaced:
            self._continue_in_copy(file)

    def _continue_in_copy(self, file: OpenFile) -> None:
        if file.kept is not None and not self.damage:
            self._connection, self.damage = file.kept, REPLACED
            self.on_replaced()

    def fill(self, corpus: Corpus, annotations: Mapping[AnnotationKey, Annotation] | None = None) -> None:
        """Store a corpus with annotations in an empty project, in one transaction."""
        keys = [segment.key for segment in corpus.segments]
        if len(set(keys)) < len(keys):
            duplicate = next(key for key in keys if keys.count(key) > 1)
            raise UsageError(
                f"two segments are called {shortened(duplicate)}; their annotations could not be distinguished"
            )
        with self._transaction() as connection:
            put_rules(connection, {"nouns": ("", Rules().nouns)})
            put_corpus(connection, corpus)
            self._import(records_to_import(annotations or {}))

    def add_errors(self, annotations: Mapping[ErrorKey, ErrorAnnotation]) -> int:
        """Store error spans made elsewhere, in one transaction; those that an annotator already made here stay.

        Returns:
            the number of translations that already had ones by the same annotator which are not alike.
        """
        with self._transaction():
            present = self.error_annotations()
            new: dict[Key, str] = {
                key: ERRORS.write(annotation) for key, annotation in annotations.items() if key not in present
            }
            self._import(new)
        return sum(key in present and not present[key].marks_alike(one) for key, one in annotations.items())

    def add_given(self, corpus: Corpus, before: Corpus) -> None:
        """Store scores of given metrics that a corpus did not have before, in one transaction."""
        with self._transaction() as connection:
            for segment, earlier in zip(corpus.segments, before.segments, strict=True):
                new = [score for score in segment.given if score not in earlier.given]
                number = self._segment(segment.key) if new else 0
                rows = [(number, score.system, score.kind) for score in new]
                connection.executemany("DELETE FROM ratings WHERE segment = ? AND system = ? AND kind = ?", rows)
                put_ratings(connection, number, new)
            connection.execute("INSERT OR REPLACE INTO settings VALUES ('edited', 'yes')")

    def _import(self, contents: Mapping[Key, str]) -> None:
        """Store records that are no edits of the project's annotators, in a transaction."""
        for key, content in contents.items():
            before, time = self._put_record(key, content)
            self._add_to_history(before, "imported", content, "imported", time)

    def copy(self, path: Path) -> None:
        """Write everything readable, with the history, into a new file; raise UsageError if it cannot be written."""
        self.look()
        with closing(database.create_database(path)) as target, translate_sqlite_errors(path):
            self._connection.backup(target)
            target.execute("DELETE FROM sessions")
            target.execute("PRAGMA journal_mode = DELETE")

    def corpus(self, annotator: str | None = None) -> Corpus:
        """Return the corpus as it was stored, without analyses, with the finished work of ``annotator``.

        Without an annotator it has the error spans of all, the ratings that these make, and their answers to
        findings. Attention checks are left out.
        """
        return self._with_work(self.texts(), annotator)

    def _with_work(self, corpus: Corpus, annotator: str | None) -> Corpus:
        self.require_annotator(annotator)
        if annotator is not None:
            work = self.annotations(annotator), self.trees(annotator), self.links(annotator)
            corpus = annotated_corpus(corpus, *work)
        gold, errors = self.rules.gold, self.error_annotations(annotator)
        no_people = dict.fromkeys(self.tools, "tool") | {gold: "gold standard"} if annotator is None else {}
        corpus = with_answers(corpus, counted_answers(self.answers(annotator), gold))
        why_unscored = self.why_no_scores(annotator or "") if self.owner else ""
        corpus = replace(corpus, why_unscored=why_unscored, problems=self.problems, annotator=annotator or "")
        return with_errors(corpus, with_names(errors, self.rules), no_people)

    def _stored_corpus(self, segment: str | None = None) -> Corpus:
        """Return the corpus, or one segment; attention checks are among the translations, but not among the systems."""
        number = None if segment is None else self._segment(segment)
        with self._reading() as connection:
            corpus, lost = stored_corpus(connection, self.path.stem, self._unpack, number)
        self._lost += [message for message in lost if message not in self._lost]
        hidden = (CHECK,) if CHECK in self.annotators else ()
        systems = tuple(name for name in corpus.systems if name not in hidden)
        return replace(corpus, systems=systems, problems=self.problems, why_unnamed=NO_KEY * self.is_coded)

    def corpus_of(self, annotator: str) -> Corpus:
        """Return the corpus of an annotator who may not have started yet, and sees nobody's errors then.

        Attention checks are among the translations, but not among the systems. They stand in place of those that they
        were made of (see :meth:`replaced`).
        """
        corpus, hidden = self._stored_corpus(), self.replaced(annotator)
        if hidden:
            segments = (_without(one, {system for key, system in hidden if key == one.key}) for one in corpus.segments)
            corpus = replace(corpus, segments=tuple(segments))
        return self._with_work(corpus, annotator) if annotator in self.annotators else corpus

    def replaced(self, annotator: str) -> frozenset[tuple[str, str]]:
        """Return the translations that an annotator has checks in place of, by segment and system.

        The annotator of the gold standard has both, and so has who annotated the translation already, or has not this
        segment where segments are assigned.
        """
        if CHECK not in self.annotators or annotator in ("", self.rules.gold):
            return frozenset()
        own = self.error_annotations(annotator)
        rows = self._rows(
            "SELECT s.document, s.name, t.name, t.text FROM texts t JOIN segments s ON s.id = t.segment"
            " WHERE t.side = 'hypothesis' AND t.segment IN"
            " (SELECT segment FROM texts WHERE side = 'hypothesis' AND name = ?)",
            CHECK,
        )
        texts = nested((segment_key(document, name), system, text) for document, name, system, text in rows)
        found = {(segment, original_of(these)) for segment, these in texts.items() if len(these) > 1}
        if any(item.given for item in self.assignments()):
            given = self.assigned_to(annotator)
            found = {item for item in found if item[0] in given}
        return frozenset(found - {(key.segment, key.system) for key in own})

    def work_of(self, annotator: str, corpus: Corpus) -> list[tuple[str, str]]:
        """Return the translations that an annotator is to annotate, by segment and system, in the order of a corpus.

        They are those of the assigned segments or, where nothing is assigned to anybody, of all, without those that the
        annotator has checks in place of. Where frames are annotated, they have a reference.
        """
        given = [item for item in self.assignments() if item.given]
        own = {item.segment for item in given if item.annotator == annotator}
        needs_reference, replaced = self.rules.has_frames, self.replaced(annotator)
        segments = (one for one in corpus.segments if (one.key in own or not given))
        offered = (one for one in segments if one.references or not needs_reference)
        work = ((one.key, system) for one in offered for system in one.hypotheses)
        return [item for item in work if item not in replaced]

    def texts(self) -> Corpus:
        """Return the corpus as it was stored, without anybody's work and without attention checks."""
        corpus = self._stored_corpus()
        if CHECK not in self.annotators:
            return corpus
        return replace(corpus, segments=tuple(_without(one, {CHECK}) for one in corpus.segments))

    def translation_states(self, annotator: str, segment: str | None = None) -> dict[tuple[str, str], State]:
        """Return the state of each translation that an annotator started, by segment and system; of one segment or all.

        Only what the protocol of the project asks for counts. If these are frames and error spans, the translation is
        open until both are finished.
        """
        rules, parts = self.rules, list[Mapping[tuple[str, str], State]]()
        if rules.has_frames:
            frames = self.annotations(annotator, segment)
            parts.append(translation_states({key: annotation.state for key, annotation in frames.items()}))
        if rules.has_errors:
            errors = self.error_annotations(annotator, segment)
            parts.append({(key.segment, key.system): annotation.state for key, annotation in errors.items()})
        states = {}
        for translation in dict.fromkeys(key for part in parts for key in part):
            found = [part.get(translation, State.OPEN) for part in parts]
            is_open = State.OPEN in found and State.REVIEW not in found
            states[translation] = State.OPEN if is_open else min(found, key=STATE_PRECEDENCE.index)
        return states

    def store_analyses(self, fingerprint: str, analyses: Mapping[RawInput, Analysis]) -> None:
        """Store automatic analyses under the fingerprint of the analyser, in addition to the stored ones."""
        rows = packed_rows(analyses)
        with self._transaction() as connection:
            put_analyses(connection, fingerprint, rows)

    def replace_analyses(self, analyses: StoredAnalyses) -> None:
        """Replace all stored analyses, of whatever analyser, by these."""
        with self._transaction() as connection:
            connection.execute("DELETE FROM analyses")
            put_analyses(connection, analyses.maker, analyses.rows)

    def stored_analyses(self) -> StoredAnalyses:
        """Return the analyses of the analyser in use (see ``project.stored_analyses``)."""
        with self._reading() as connection:
            return read_analyses(connection)

    def annotated_segment(self, segment: Segment, annotator: str) -> Segment:
        """Return a segment as an annotator sees it now: finished frames, corrections and, for nobody, all answers."""
        (stored,) = self._stored_corpus(segment.key).segments
        segment = _without(stored, stored.hypotheses.keys() - segment.hypotheses)
        work = annotator, segment.key
        answers = counted_answers(self._by(ANSWERS, annotator or None, segment.key), self.rules.gold)
        segment = replace(segment, answers=answers_by_segment(answers).get(segment.key, {}))
        segment = annotated_segment(segment, self.annotations(*work), self._by(TREES, *work), self._by(LINKS, *work))
        return segment_with_errors(segment, with_names(self.error_annotations(*work), self.rules))


def _without(segment: Segment, systems: Set[str]) -> Segment:
    """Return a segment without the translations of these systems."""
    if systems.isdisjoint(segment.hypotheses):
        return segment
    return replace(segment, hypotheses={name: text for name, text in segment.hypotheses.items() if name not in systems})
