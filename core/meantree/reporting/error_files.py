"""The error spans of a project in files: tables with offsets, a row for each span, and the formats of other tools."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from meantree.annotation.annotated_corpus import Report
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError
from meantree.corpus.formats.marked_errors import COLUMNS
from meantree.errors import Problem
from meantree.evaluation.value_table import Value, ValueTable
from meantree.files import write_bytes
from meantree.project.error_export import (
    Exported,
    SpanFormat,
    exported_errors,
    mqm_table,
    pearmut_campaign,
    pearmut_results,
    rating_lines,
)
from meantree.project.file import Project
from meantree.reporting.table_text import tables_csv, tables_json, tables_tsv

NOTE = "start and end count characters from 0, the end excluded; rows with the same error are parts of one error"


def export_errors(
    source: Path, target: Path, form: SpanFormat, annotator: str | None, report: Report = lambda _: None
) -> tuple[str, list[Problem]]:
    """Write the error spans of a project; return a summary and what cannot be represented, reported before.

    Args:
        source: the project.
        target: a new file, or one that is replaced; its ending says which table with offsets (``.csv``, ``.json``,
            ``.xlsx``, otherwise TSV), and whether Pearmut gets a campaign or results (``.jsonl``).
        form: the format.
        annotator: whose; None for those of all people.

    Raises:
        InputError: if the source is no project.
        UsageError: if the target cannot be written, or there are no error spans.
    """
    with Project(source, passing=True) as project:
        exported, protocol = exported_errors(project, annotator), project.rules.protocol
    suffix, note = target.suffix.casefold(), ""
    content: str | bytes
    if form == "csv":
        content = _table_file(error_table(exported), suffix)
    elif form == "mqm":
        content = mqm_table(exported)
    elif form == "rating":
        content = rating_lines(exported)
    elif suffix == ".jsonl":
        content = pearmut_results(exported)
    else:
        content = pearmut_campaign(exported, source.stem, protocol)
        note = "; a campaign of Pearmut names no annotator"  # who, when it is read again, is called like the file
    report(exported.problems)
    write_bytes(target, content.encode() if isinstance(content, str) else content)
    return f"{target}: {exported.summary}{note}", exported.problems


def error_table(exported: Exported) -> ValueTable:
    """Return a row for each span of each error, in the columns that can be read again."""
    exported.leave_out_comments()
    rows = (row for key, annotation in exported.annotations.items() for row in _rows(exported, key, annotation))
    return ValueTable("errors", "Error spans", NOTE, COLUMNS, tuple(rows))


def _table_file(table: ValueTable, suffix: str) -> str | bytes:
    if suffix == ".xlsx":
        from meantree.reporting.formats.workbook import tables_workbook

        return tables_workbook([table], "")
    return {".csv": tables_csv, ".json": tables_json}.get(suffix, tables_tsv)([table])


def _rows(exported: Exported, key: ErrorKey, annotation: ErrorAnnotation) -> Iterator[tuple[Value, ...]]:
    segment = exported.segment(key)
    score = "" if annotation.score is None else f"{annotation.score:g}"
    state = annotation.state.in_words(of_errors=True)
    names, texts = (segment.document, segment.id, key.system, key.annotator, state, score), segment.texts(key.system)
    for number, error in enumerate(annotation.marked or (MarkedError(severity="no-error"),), start=1):
        missing = "1" if error.missing else ""
        # Imported severities begin with a capital letter, those marked here do not.
        details = [error.severity.casefold(), error.category, missing, error.origin.value, error.by, error.comment]
        details += exported.decided(key, annotation, error).values()
        for place in error.places:
            words = texts[place.side][place.start : place.end]
            yield (*names, number, place.side, place.start, place.end, words, *details)
        if not error.places:
            yield (*names, number, "", None, None, "", *details)
