"""Annotations of error spans in a project."""

from __future__ import annotations

from collections.abc import Iterable

from meantree.annotation.error_annotation import NO_PEOPLE, ErrorAnnotation, ErrorKey, without_comments
from meantree.annotation.record_kinds import ERRORS
from meantree.project.database import translates_sqlite_errors
from meantree.project.records import ANYTHING, Anything, RecordAccess, require_unlocked


class ErrorAnnotations(RecordAccess):
    """The part of a project with error spans."""

    @translates_sqlite_errors
    def error_annotations(self, annotator: str) -> dict[ErrorKey, ErrorAnnotation]:
        """Return one annotator's error spans by translation, in the order of the segments."""
        return self._by(ERRORS, annotator)

    def all_error_annotations(self) -> dict[ErrorKey, ErrorAnnotation]:
        """Return the error spans of all annotators, annotator by annotator."""
        return {key: errors for name in self.annotators for key, errors in self.error_annotations(name).items()}

    @property
    def suggestion_sources(self) -> tuple[str, ...]:
        """The annotators with error spans, people and tools, without attention checks."""
        return tuple(name for name in self.annotators if name not in NO_PEOPLE and self.error_annotations(name))

    @translates_sqlite_errors
    def error_annotation(self, key: ErrorKey) -> ErrorAnnotation | None:
        """Return the error spans stored under a key; None if there are none."""
        return self._one(ERRORS, key)

    @translates_sqlite_errors
    def errors_changed(self, annotator: str) -> dict[ErrorKey, str]:
        """Return when the error spans of each translation were last changed, in UTC; empty for an unknown annotator."""
        return self._changed(ERRORS, annotator)

    @property
    @translates_sqlite_errors
    def unplaced_rows(self) -> tuple[str, ...]:
        """The rows of imported tables of errors that fit no text, as in their files."""
        return tuple(line for (line,) in self._connection.execute("SELECT line FROM unplaced ORDER BY rowid"))

    def keep_unplaced(self, rows: Iterable[str]) -> None:
        """Keep rows of imported tables that fit no text; those that are kept already are not added."""
        kept = set(self.unplaced_rows)
        with self._transaction() as connection:
            connection.executemany("INSERT INTO unplaced VALUES (?)", [(row,) for row in rows if row not in kept])

    def save_errors(
        self,
        key: ErrorKey,
        annotation: ErrorAnnotation,
        what: str,
        *,
        known: ErrorAnnotation | Anything | None = ANYTHING,
    ) -> None:
        """Store the error spans of a translation like an annotation of frames; one step of undo.

        Raises:
            Conflict: if the stored ones are not the ``known`` ones.
            Locked: if they are finalized, and more than comments changes.
        """

        def require_editable(present: ErrorAnnotation | None) -> None:
            is_comment = present is not None and without_comments(present) == without_comments(annotation)
            if annotation.finalized_by and not is_comment:
                require_unlocked(present)

        self._save(ERRORS, key, annotation, what, known, require_editable)
