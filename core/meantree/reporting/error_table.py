"""The error spans of a project as a table: a row for each span, with offsets and words."""

from __future__ import annotations

from collections.abc import Iterator

from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError
from meantree.corpus.formats.error_table import COLUMNS
from meantree.evaluation.value_table import Value, ValueTable
from meantree.project.error_export import Exported

NOTE = "start and end count characters from 0, the end excluded; rows with the same error are parts of one error"


def error_table(exported: Exported) -> ValueTable:
    """Return a row for each span of each error, in the columns that can be read again."""
    exported.leave_out_comments(exported.annotations.values())
    rows = (row for key, annotation in exported.annotations.items() for row in _rows(exported, key, annotation))
    return ValueTable("errors", "Error spans", NOTE, COLUMNS, tuple(rows))


def _rows(exported: Exported, key: ErrorKey, annotation: ErrorAnnotation) -> Iterator[tuple[Value, ...]]:
    segment = exported.segment(key)
    score = "" if annotation.score is None else f"{annotation.score:g}"
    names = (segment.document, segment.id, key.system, key.annotator, annotation.state.value, score)
    texts = {"source": segment.source or "", "hypothesis": segment.hypotheses[key.system].text}
    for number, error in enumerate(annotation.marked or (MarkedError(severity="no-error"),), start=1):
        missing = "1" if error.missing else ""
        details = (error.severity, error.category, missing, error.origin.value, error.by, error.comment)
        for place in error.places:
            words = texts[place.side][place.start : place.end]
            yield (*names, number, place.side, place.start, place.end, words, *details)
        if not error.places:
            yield (*names, number, "", None, None, "", *details)
