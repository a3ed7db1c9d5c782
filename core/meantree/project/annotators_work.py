"""What annotators do in a project: error spans, corrected trees and links, undo and redo, and choices of versions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import takewhile
from typing import Final, Literal, NamedTuple
from uuid import uuid4

from meantree.analysis.corrections import FixedLinks
from meantree.annotation.corrections import Arcs, LinksKey, TreeKey
from meantree.annotation.error_annotation import (
    NO_PEOPLE,
    Answer,
    Answers,
    AnswersKey,
    ErrorAnnotation,
    ErrorKey,
    answers_of_marks,
    without_comments,
)
from meantree.annotation.frame_annotation import AUTOMATIC, COMMENT_SEPARATOR, AnnotationKey
from meantree.annotation.record_kinds import ANSWERS, ERRORS, FRAMES, LINKS, MARKED, MARKS, TREES, Key, MarkKey, kind_of
from meantree.grouping import grouped
from meantree.phenomena.answered import identity
from meantree.project.frame_annotations import FrameAnnotations
from meantree.project.records import ANYTHING, BY, Anything, Locked, require_unlocked
from meantree.project.schema import insertion, now

TAKEN = "version of another copy taken"
SET_ASIDE = "version set aside"
UndoOrRedo = Literal["undo", "redo"]
UNDONE = ("undone", "dropped")


class Edit(NamedTuple):
    """A row of the history.

    Attributes:
        step: of undo; the number of an edit that is one of its own.
        is_last: whether its record got its present content when it got its state.
        leaves, leads: whether the present content is that before the edit, or after it.
    """

    record: int
    number: int
    step: str
    state: str
    is_last: bool
    leaves: bool
    leads: bool


_STEP: Final = "iif(h.step = '', h.id || '', h.step)"
_EDITS: Final = (
    f"SELECT a.id, h.id, {_STEP}, h.state, h.stated = a.changed, h.before IS a.content, h.after IS a.content"
    " FROM history h JOIN annotations a ON a.id = h.annotation JOIN annotators n ON n.id = a.annotator WHERE"
)
"""Selects the values of :class:`Edit`."""
_NEAR: Final = "(h.before IS a.content OR h.after IS a.content)"
PAGE: Final = 50
"""Edits that are read at once."""
MAX_ID: Final = 2**63 - 1
"""SQLite's largest number of a row."""


class AnnotatorsWork(FrameAnnotations):
    """The part of a project that annotators make; each of them undoes only their own edits."""

    def error_annotations(
        self, annotator: str | None = None, segment: str | None = None
    ) -> dict[ErrorKey, ErrorAnnotation]:
        """Return the error spans of one annotator, or of all, of one segment or all, as :meth:`annotations`."""
        return self._by(ERRORS, annotator, segment)

    @property
    def suggestion_sources(self) -> tuple[str, ...]:
        """The annotators with error spans, people and tools, without attention checks."""
        names = dict.fromkeys(key.annotator for key in self.error_annotations())
        return tuple(name for name in names if name not in NO_PEOPLE)

    def error_annotation(self, key: ErrorKey) -> ErrorAnnotation | None:
        """Return the error spans stored under a key; None if there are none."""
        return self._one(ERRORS, key)

    def error_versions(self, annotator: str) -> Iterator[ErrorAnnotation]:
        """Yield what an annotator's error spans were after each edit, the earliest first, of all translations."""
        query = f"SELECT after FROM history WHERE annotation IN ({BY} AND a.kind = ?) AND after IS NOT NULL"
        for (content,) in self._rows(f"{query} ORDER BY time, id", annotator, ERRORS.name):
            with suppress(ValueError):
                yield ERRORS.read(content)

    def comments(self, annotator: str) -> dict[tuple[str, str], str]:
        """Return the comments on each translation by segment and system, joined: of frames, then of error spans.

        References are in the order of their names. The comment on a whole annotation comes before those on its frames
        and fillers, or errors.
        """
        frames = sorted(self.annotations(annotator).items(), key=lambda item: item[0].reference)
        spans = self.error_annotations(annotator).items()
        of_frames = (((key.segment, key.system), text) for key, made in frames for text in made.all_comments)
        of_spans = (((key.segment, key.system), text) for key, made in spans for text in made.all_comments)
        return {key: COMMENT_SEPARATOR.join(texts) for key, texts in grouped((*of_frames, *of_spans)).items()}

    def errors_changed(self, annotator: str) -> dict[ErrorKey, str]:
        """Return when the error spans of each translation were last changed, in UTC; empty for an unknown annotator."""
        return self._changed(ERRORS, annotator)

    @property
    def unplaced_rows(self) -> tuple[str, ...]:
        """The rows of imported tables of errors that fit no text, as in their files."""
        return tuple(line for (line,) in self._rows("SELECT line FROM unplaced ORDER BY rowid"))

    def keep_unplaced(self, rows: Iterable[str]) -> None:
        """Keep rows of imported tables that fit no text; those that are kept already are not added."""
        kept = set(self.unplaced_rows)
        with self._transaction() as connection:
            connection.executemany(insertion("unplaced"), [(row,) for row in rows if row not in kept])

    def save_errors(
        self,
        key: ErrorKey,
        annotation: ErrorAnnotation,
        what: str,
        *,
        known: ErrorAnnotation | Anything | None = ANYTHING,
        step: str = "",
    ) -> str:
        """Store the error spans of a translation like an annotation of frames; return the step of undo, as there.

        Marks that are new or changed, but for comments, answer the findings that suggested them; without its marks
        nothing is said of a finding.

        Raises:
            Conflict: if the stored ones are not the ``known`` ones.
            Locked: if they are finalized, and more than comments changes.
        """

        def require_editable(present: ErrorAnnotation | None) -> None:
            is_comment = present is not None and without_comments(present) == without_comments(annotation)
            if annotation.finalized_by and not is_comment:
                require_unlocked(present)

        def answers(present: ErrorAnnotation | None) -> dict[Key, str | None]:
            before, after = (without_comments(own).marked for own in (present or ErrorAnnotation(), annotation))
            said = answers_of_marks(after)
            gone = dict.fromkeys(answers_of_marks(before).keys() - said)
            new = {mark.finding for mark in after if mark not in before}
            return self._answered(key, gone | {finding: said[finding] for finding in said if finding in new})

        return self._save(ERRORS, key, annotation, what, known, require_editable, answers, step)

    def answers(self, annotator: str | None = None) -> dict[AnswersKey, Answers]:
        """Return the answers to findings of one person, or of all, in the order of :meth:`annotations`."""
        return self._by(ANSWERS, annotator)

    def answer(self, segment: str, system: str, annotator: str, finding: str, answer: Answer | None) -> None:
        """Store what a person says of a finding; None takes the answer back. One step of undo.

        Args:
            finding: its name; the answer replaces those to findings of the same identity.
        """
        key = ErrorKey(segment, system, annotator)
        with self._transaction():
            if changed := self._answered(key, {finding: answer}):
                self._put(changed, f"finding: {answer or 'no answer'}")

    def _answered(self, of: ErrorKey, given: Mapping[str, Answer | None]) -> dict[Key, str | None]:
        """Return the record to write if these answers are given or, None, taken back; empty if nothing changes."""
        key = AnswersKey(of.segment, of.system, of.annotator)
        present, time = self._one(ANSWERS, key) or {}, now()
        replaced = set(map(identity, given))
        new = {finding: known for finding, known in present.items() if identity(finding) not in replaced}
        for finding, answer in given.items():
            known = present.get(finding)
            if answer is not None:
                new[finding] = known if known is not None and known[0] == answer else (answer, time)
        return {} if new == present else {key: ANSWERS.write(new) if new else None}

    def trees(self, annotator: str | None = None) -> dict[TreeKey, Arcs]:
        """Return the heads and labels that one annotator corrected, or all, in the order of :meth:`annotations`."""
        return self._by(TREES, annotator)

    def links(self, annotator: str | None = None) -> dict[LinksKey, FixedLinks]:
        """Return the links between words that one annotator corrected, or all, in the order of :meth:`annotations`."""
        return self._by(LINKS, annotator)

    @property
    def has_work(self) -> bool:
        """Whether it has frames, error spans or corrections by people; undone and automatic ones do not count."""
        return any(name != AUTOMATIC for name, _ in self._present_kinds())

    @property
    def is_edited(self) -> bool:
        """Whether somebody edited it, added scores or stated the language; not what was undone or imported."""
        edits = "history WHERE state = 'done' UNION SELECT 1 FROM settings WHERE name = 'edited'"
        query = f"SELECT EXISTS (SELECT 1 FROM {edits})"
        return bool(self._rows(query)[0][0])

    @property
    def is_annotated(self) -> bool:
        """Whether somebody annotated frames or errors."""
        kinds = FRAMES.name, ERRORS.name
        return any(name not in NO_PEOPLE and kind in kinds for name, kind in self._present_kinds())

    def _present_kinds(self) -> list[tuple[str, str]]:
        """Return each annotator with each kind of record that is there, and was not undone."""
        joined = "annotations a JOIN annotators n ON n.id = a.annotator"
        return self._rows(f"SELECT DISTINCT n.name, a.kind FROM {joined} WHERE a.content IS NOT NULL")

    def save_tree(self, key: TreeKey, arcs: Arcs, what: str, *, known: Arcs | Anything = ANYTHING) -> None:
        """Store the corrected arcs of a text as :meth:`save` does an annotation; no arcs are no record."""
        self._save(TREES, key, arcs or None, what, known or None)

    def save_links(
        self, key: LinksKey, fixed: FixedLinks, what: str, *, known: FixedLinks | Anything = ANYTHING
    ) -> None:
        """Store the corrected links of two texts as :meth:`save` does an annotation; no links are no record."""
        self._save(LINKS, key, fixed or None, what, known or None)

    def marked(self, annotator: str | None = None) -> frozenset[str]:
        """Return the keys of the segments that an annotator, or anybody, added to the report."""
        return frozenset(key.segment for key in self._by(MARKS, annotator))

    def mark(self, segments: Iterable[str], annotator: str, *, marked: bool) -> None:
        """Add the segments of these keys to the report, or take them out again; one step of undo."""
        what, content = ("added to the report", MARKED) if marked else ("taken out of the report", None)
        with self._transaction():
            keys = [MarkKey(segment, annotator) for segment in segments]
            changed: dict[Key, str | None] = {key: content for key in keys if self.content(key) != content}
            if changed:
                self._put(changed, what)

    def take_step(self, annotator: str, direction: UndoOrRedo) -> tuple[Key, str] | None:
        """Undo the last step of an annotator, or redo the one that was undone last, in whichever segment.

        Finalized translations keep the frames of the reference that they were finalized over. A step that would
        separate them waits until other steps are undone, such as the one that finalized the translation.

        Returns:
            Its key and name; ``None`` if there is none.

        Raises:
            Locked: if every step would separate them.
        """
        edits = self._take_step(annotator, direction)
        return edits[-1 if direction == "undo" else 0] if edits else None

    def _take_step(self, annotator: str, direction: UndoOrRedo) -> list[tuple[Key, str]]:
        """Take the first step that no lock forbids, preferably without records of forbidden steps."""
        refused: list[Locked] = []
        blocked: set[Key] = set()
        postponed: list[Edit] = []
        with self._transaction() as connection:
            steps = set[str]()
            for step in self._next_edits(annotator, direction):
                if step.step in steps:
                    continue
                steps.add(step.step)
                connection.execute("SAVEPOINT step")
                edits = self._walk_step(annotator, direction, step)
                changed = dict(edits).keys()
                try:
                    for key in changed:
                        self._require_finalized_over_same(key, self.content(key), changed)
                    if not changed & blocked:
                        return edits
                    postponed.append(step)
                except Locked as error:
                    refused.append(error)
                blocked |= changed
                connection.execute("ROLLBACK TO step")
            if refused and not postponed:
                raise refused[0]
            return self._walk_step(annotator, direction, postponed[0]) if postponed else []

    def next_step(self, annotator: str, direction: UndoOrRedo) -> Key | None:
        """Return the key that undo or redo would change next; None if there is no step."""
        for edit in self._next_edits(annotator, direction):
            query = "WHERE a.id = (SELECT annotation FROM history WHERE id = ? OR step = ? ORDER BY id LIMIT 1)"
            return next(self._select(query, edit.number, edit.step)).key
        return None

    def alternatives(self) -> dict[Key, tuple[str | None, ...]]:
        """Return the other versions of each record that has some, as JSON; None is no record.

        The latest version comes first; keys are in the order of the segments.
        """
        by_key = grouped((record.key, record.content) for record in self._alternatives())
        return {key: tuple(versions) for key, versions in by_key.items()}

    def version_times(self, key: Key) -> tuple[str, ...]:
        """Return when the current version and those of :meth:`alternatives` were made, in UTC."""
        if (record := self._find(key)) is None:
            return ()
        return (record.changed, *(other.changed for other in self._alternatives(record.number)))

    def choose_version(self, key: Key, content: str | None) -> None:
        """Choose the current version or another, and set the others aside; undo restores the current one.

        Args:
            content: the chosen version, as in :meth:`alternatives`.

        Raises:
            Locked: if another version would change a finalized annotation, or was finalized over other frames of the
                reference.
        """
        with self._transaction() as connection:
            if content != self.content(key):
                if isinstance(key, AnnotationKey | ErrorKey):
                    require_unlocked(self._one(kind_of(key), key))
                self._require_finalized_over_same(key, content)
            before, time = self._put_record(key, content, self._last_edit(key.annotator))
            if before.content != content:
                self._drop_undone(key.annotator)
                self._add_to_history(before, TAKEN, content, "done", time, uuid4().hex)
            for other in self._alternatives(before.number):
                if other.content != content:  # later merges learn from the history that it was rejected
                    self._add_to_history(other, SET_ASIDE, content, "imported", time)
            connection.execute("DELETE FROM alternatives WHERE annotation = ?", (before.number,))

    def _walk_step(self, annotator: str, direction: UndoOrRedo, first: Edit) -> list[tuple[Key, str]]:
        """Undo or redo an edit, then the others of its step; return the key and name of each, in that order."""
        walked, edit = dict[int, tuple[Key, str]](), first
        while edit.number not in walked:
            walked[edit.number] = self._walk_edit(annotator, direction, edit.number)
            edit = next(self._next_edits(annotator, direction, first.step), edit)
        if direction == "undo":
            # Copies may have undone different parts of a step; redoing the last undo must not restore the other part.
            undone = self._rows("SELECT id FROM history WHERE step = ? AND state = 'undone'", first.step)
            if {number for (number,) in undone} - walked.keys():
                own = uuid4().hex
                rows = [(own, number) for number in walked]
                self._connection.executemany("UPDATE history SET step = ? WHERE id = ?", rows)
        return list(walked.values())

    def _next_edits(self, annotator: str, direction: UndoOrRedo, step: str = "") -> Iterator[Edit]:
        """Yield the edits that can be undone or redone now, the next one first, of one step or of all.

        No more of the history is read than is asked for; meanwhile, it may only change if it is rolled back.
        """
        mine = f"{_EDITS} n.name = ? AND ? IN ('', {_STEP})"
        if direction == "redo":
            undone = "h.before IS a.content AND h.state = 'undone' ORDER BY h.stated DESC, h.id"
            yield from map(Edit._make, self._rows(f"{mine} AND {undone}", annotator, step))
            return
        undoable: dict[int, list[Edit]] = {}
        last = MAX_ID
        page_before = f"{mine} AND {_NEAR} AND h.id < ? ORDER BY h.id DESC LIMIT {PAGE}"
        while page := self._rows(page_before, annotator, step, last):
            for edit in map(Edit._make, page):
                if edit.record not in undoable:
                    rows = self._rows(f"{_EDITS} a.id = ? AND {_NEAR} ORDER BY h.time, h.id", edit.record)
                    undoable[edit.record] = self._undoable(map(Edit._make, rows))
                if edit in undoable[edit.record]:
                    yield edit
            last = edit.number

    def _undoable(self, edits: Iterable[Edit]) -> list[Edit]:
        """Return the edits of a record, given in the order of their times, that led to its present content.

        These were made before the one whose undoing led there, and edits that led to versions of other copies are not
        among them. After a merge, the present content may have been made from one that another copy undid: so where no
        done edit leads there, and the record did not start with it, the last edit that did is undone once more.
        """
        is_below = takewhile(lambda edit: not (edit.leaves and edit.state in UNDONE and edit.is_last), edits)
        leading = [edit for edit in is_below if edit.leads]
        done, undone = ([edit for edit in leading if edit.state in states] for states in (("done",), UNDONE))
        if done or not undone:
            return done
        first = "SELECT iif(h.state = 'imported', h.after, h.before) IS a.content FROM history h"
        of_record = "JOIN annotations a ON a.id = h.annotation WHERE a.id = ? ORDER BY h.time, h.id LIMIT 1"
        ((is_start,),) = self._rows(f"{first} {of_record}", undone[0].record)
        return [] if is_start else undone

    def _walk_edit(self, annotator: str, direction: UndoOrRedo, edit: int) -> tuple[Key, str]:
        """Set a record to its content before an edit, or after it; return its key and the name of the edit."""
        column, state = ("before", "undone") if direction == "undo" else ("after", "done")
        ((record, content, name),) = self._rows(f"SELECT annotation, {column}, what FROM history WHERE id = ?", edit)
        key = next(self._select("WHERE a.id = ?", record)).key
        # The edit undone now is redone first, even if a copy whose clock is ahead undid more.
        last = f"SELECT coalesce(max(stated), '') FROM history WHERE state = 'undone' AND annotation IN ({BY})"
        ((time,),) = self._rows(last, annotator)
        _, time = self._put_record(key, content, time)
        self._connection.execute("UPDATE history SET state = ?, stated = ? WHERE id = ?", (state, time, edit))
        return key, name
