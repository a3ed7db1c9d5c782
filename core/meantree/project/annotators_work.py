"""What annotators do in a project: error spans, corrected trees and links, and choices of versions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
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
from meantree.project.copies import MERGED, stored_object
from meantree.project.records import ANYTHING, BY, Anything, Record, require_unlocked
from meantree.project.schema import insertion, now
from meantree.project.undo import Undo

TAKEN = "version of another copy taken"
SET_ASIDE = "version set aside"


class AnnotatorsWork(Undo):
    """The part of a project that annotators make."""

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

    def error_versions(self, annotator: str) -> Iterator[tuple[ErrorAnnotation, ErrorAnnotation]]:
        """Yield an annotator's error spans before and after each edit, the earliest first, of all translations.

        Edits that were undone are among them. What was edited first had been nothing: that edit is left out.
        """
        changed = "before IS NOT NULL AND after IS NOT NULL ORDER BY time, id"
        query = f"SELECT before, after FROM history WHERE annotation IN ({BY} AND a.kind = ?) AND {changed}"
        for contents in self._rows(query, annotator, ERRORS.name):
            with suppress(ValueError):
                before, after = map(ERRORS.read, contents)
                yield before, after

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
            return self._answered(key, _given_by_marks(present or ErrorAnnotation(), annotation))

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

    def alternatives(self) -> dict[Key, tuple[str | None, ...]]:
        """Return the other versions of each record that has some, as JSON; None is no record.

        The latest version comes first; keys are in the order of the segments.
        """
        by_key = grouped((record.key, record.content) for record in self._alternatives())
        return {key: tuple(versions) for key, versions in by_key.items()}

    def version_origins(self, key: Key) -> list[tuple[str, str]]:
        """Return when the current version and those of :meth:`alternatives` were made, in UTC, and from which files.

        The names of files are as at the merge; empty where they are not known.
        """
        if (record := self._find(key)) is None:
            return []
        files = stored_object(self._setting(MERGED))
        times = record.changed, *(other.changed for other in self._alternatives(record.number))
        return [(time, str(files.get(f"{time} {key.annotator}", ""))) for time in times]

    def choose_version(self, key: Key, content: str | None) -> None:
        """Choose the current version or another, and set the others aside; undo restores the current one.

        Args:
            content: the chosen version, as in :meth:`alternatives`.

        Raises:
            Locked: if another version would change a finalized annotation, or was finalized over other frames of the
                reference.
        """
        with self._transaction():
            if content != self.content(key):
                if isinstance(key, AnnotationKey | ErrorKey):
                    require_unlocked(self._one(kind_of(key), key))
                self._require_finalized_over_same({key: content})
            step = uuid4().hex
            others = self._take_version(key, content, step)
            if isinstance(key, ErrorKey):
                self._answer_as_marked(key, others, step)

    def _answer_as_marked(self, key: ErrorKey, others: Iterable[Record], step: str) -> None:
        """Answer findings like the chosen marks; versions that answer only the findings of other marks otherwise go."""
        chosen = self._one(ERRORS, key) or ErrorAnnotation()
        versions = (self._by_key(ERRORS, [other]).get(key, ErrorAnnotation()) for other in others)
        given = {finding: said for old in versions for finding, said in _given_by_marks(old, chosen).items()}
        answers, decided = AnswersKey(key.segment, key.system, key.annotator), set(map(identity, given))
        new = self._answered(key, given).get(answers, self.content(answers))

        def besides(version: Record) -> dict[str, Answer]:
            found = self._by_key(ANSWERS, [version]).get(answers, {})
            return {finding: said for finding, (said, _) in found.items() if identity(finding) not in decided}

        if given:
            self._take_version(answers, new, step, lambda own: besides(own) == besides(replace(own, content=new)))

    def _take_version(
        self, key: Key, content: str | None, step: str, is_decided: Callable[[Record], bool] = lambda _: True
    ) -> list[Record]:
        """Write a version and set others aside, those that ``is_decided`` says; return what was there, and these."""
        before, time = self._put_record(key, content, self._last_edit(key.annotator))
        if before.content != content:
            self._drop_undone(key.annotator)
            self._add_to_history(before, TAKEN, content, "done", time, step)
        others = list(filter(is_decided, self._alternatives(before.number)))
        for other in others:
            if other.content != content:  # later merges learn from the history that it was rejected
                self._add_to_history(other, SET_ASIDE, content, "imported", time)
            row = before.number, other.content
            self._connection.execute("DELETE FROM alternatives WHERE annotation = ? AND content IS ?", row)
        return [before, *others]


def _given_by_marks(before: ErrorAnnotation, after: ErrorAnnotation) -> dict[str, Answer | None]:
    """Return the answers by marks that are new or changed, but for comments; None takes back what others said."""
    old, marks = without_comments(before).marked, without_comments(after).marked
    said = answers_of_marks(marks)
    new = {mark.finding for mark in marks if mark not in old}
    gone = dict.fromkeys(answers_of_marks(old).keys() - said)
    return gone | {finding: said[finding] for finding in said if finding in new}
