"""The report as a workbook: numbers are numbers, an undefined score is an empty cell, and no text is a formula."""

from __future__ import annotations

import errno
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING, Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from lxml.etree import SerialisationError
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter
from openpyxl.xml.functions import tostring

from meantree.comparison.comparison import Comparison
from meantree.comparison.prediction import feature_title
from meantree.escaping import escaped, is_right_to_left
from meantree.evaluation.data_frames import rating_column
from meantree.evaluation.value_table import ValueTable
from meantree.evaluation.value_table import cell_text as table_text
from meantree.files import translate_os_errors
from meantree.numbers import Count
from meantree.reporting.annotator_differences import WHAT
from meantree.reporting.blocks import Grid, Paragraph, Run, text_of, with_isolated
from meantree.reporting.content import ReportContent
from meantree.reporting.front_page import front_page
from meantree.reporting.results import without_empty
from meantree.reporting.score_line import score_line
from meantree.reporting.score_rows import mean_ratings, printable, reference_title, segments_column
from meantree.reporting.translation import SegmentContent, Translation
from meantree.work import Work

if TYPE_CHECKING:
    from openpyxl.cell import Cell

Value = str | float | int | None
Note = tuple[str, str]
"""The title of a sheet, and how to read it."""
LONGEST: Final = 32_000
"""Characters of a cell; spreadsheets allow 32,767."""
MOST_ROWS: Final = 1_048_000
"""Rows of a sheet; spreadsheets allow 1,048,576."""
SCORE, NUMBER, COUNT, TENTHS = "0.000", "General", "#,##0", "#,##0.0"
FROM_RIGHT: Final = 2
"""The reading order of cells from right to left."""
EITHER = "score or count"
"""Format of columns with both."""
EARLIEST = datetime(1980, 1, 1)
"""Date of the files in the archive if the report has no date."""
# Spreadsheets read such sequences, as in _x000D_, as a character's code.
_CODED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "'", "＝", "＋", "－", "＠")


def workbook_parts(content: ReportContent, work: Work = Work()) -> Iterator[bytes]:
    """Yield the file.

    Raises:
        Cancelled: if the user stopped it.
        UsageError: if the disk of temporary files is full.
    """
    book, day = Workbook(write_only=True), content.options.date
    with _filling(book):
        notes = _summary(book, content, work)
        _systems(book, content)
        _documents(book, content)
        notes += _tables(book, map(without_empty, content.annotator_tables(work)))
        _segments(book, content)
        _annotations(book, content)
        _details(book, content, work)
        _signatures(book, content, notes)
        packed = _packed(book, content.title, EARLIEST if day is None else datetime(day.year, day.month, day.day))
    yield packed


def tables_workbook(tables: Iterable[ValueTable], title: str) -> bytes:
    """Return a workbook of tables, such as those of an experiment or of agreement.

    Raises:
        UsageError: if the disk of temporary files is full.
    """
    book = Workbook(write_only=True)
    with _filling(book):
        _tables(book, tables)
        return _packed(book, title, EARLIEST)


@contextmanager
def _filling(book: Workbook) -> Iterator[None]:
    """Close a workbook that cannot be finished; openpyxl writes its sheets to temporary files."""
    try:
        with translate_os_errors(Path(gettempdir())):
            try:
                yield
            except SerialisationError as error:  # how lxml reports that it cannot write
                raise OSError(errno.ENOSPC, str(error)) from error
    except BaseException:
        for sheet in book.worksheets:
            with suppress(Exception):
                sheet.close()  # else openpyxl prints tracebacks when it is deleted
        raise


class _Sheet:
    """A sheet with a frozen head and a number format for each column."""

    def __init__(
        self, book: Workbook, title: str, head: Sequence[tuple[str, float, str]], place: int | None = None
    ) -> None:
        self._sheet = book.create_sheet(title, place)
        self._sheet.freeze_panes = "A2"
        self._last = get_column_letter(max(1, len(head)))
        self._formats = [form for _, _, form in head]
        self._widths = [width for _, width, _ in head]
        self._rows = 0
        for place, (_, width, _) in enumerate(head, start=1):
            self._sheet.column_dimensions[get_column_letter(place)].width = width
        cells = [WriteOnlyCell(self._sheet, cell_text(name)) for name, _, _ in head]
        for cell in cells:
            cell.data_type = "s"
            cell.quotePrefix = str(cell.value).startswith(_FORMULA)
            cell.font = Font(bold=True)
        self._sheet.append(cells)

    def add(self, *row: Value) -> None:
        """Add a row; after the largest number of rows, one row says that more were dropped."""
        self._rows += 1
        self._sheet.auto_filter.ref = f"A1:{self._last}{min(self._rows, MOST_ROWS) + 1}"
        if self._rows > MOST_ROWS:
            if self._rows == MOST_ROWS + 1:
                self._sheet.append([self._cell("… rows omitted: the sheet is full", "", LONGEST)])
            return
        self._sheet.append(list(map(self._cell, row, self._formats, self._widths)))

    def _cell(self, value: Value, form: str, width: float) -> Value | Cell:
        """Return a plain value, which is faster, if a spreadsheet cannot misread it; else a typed cell."""
        if isinstance(value, str):
            text = cell_text(value)
            leftwards, is_long = is_right_to_left(text), len(text.encode()) > width  # Chinese is wider
            if not text or (text[0].isalnum() and text.isascii() and not is_long):
                return text or None
            cell = WriteOnlyCell(self._sheet, text if leftwards else _isolated(text))
            cell.data_type = "s"  # never a formula
            cell.quotePrefix = text.startswith(_FORMULA)
            if leftwards or is_long:
                cell.alignment = Alignment(readingOrder=FROM_RIGHT if leftwards else 0, wrap_text=is_long)
            return cell
        if form == EITHER and value is not None:
            form = TENTHS if isinstance(value, Count) else SCORE if isinstance(value, float) else COUNT
        if isinstance(value, float) and float(f"{value:.16g}") != value:  # openpyxl writes no more digits
            cell = WriteOnlyCell(self._sheet, repr(float(value)))
            cell.data_type = "n"
        elif value is None or form in ("", NUMBER):
            return value
        else:
            cell = WriteOnlyCell(self._sheet, value)
        cell.number_format = form or NUMBER
        return cell


def _isolated(text: str) -> str:
    """Return a text in which quotations from right to left do not reorder what stands around them."""
    return "".join(f"\u2068{run.text}\u2069" if run.isolated else run.text for run in with_isolated((Run(text),)))


def cell_text(text: str) -> str:
    """Return a text that a cell can hold: unprintable characters and sequences read as character codes are escaped."""
    shortened = text if len(text) <= LONGEST else f"{text[:LONGEST]}… ({len(text) - LONGEST:,} more characters)"
    return _CODED.sub("_x005F_", printable(shortened))


def _summary(book: Workbook, content: ReportContent, work: Work) -> list[Note]:
    """Write the sentences of page one, and its tables; return their notes."""
    if not content.has("summary"):
        return []
    blocks = list(front_page(content, work))
    sheet = _Sheet(book, "Summary", [("topic", 32, ""), ("in words", 120, "")])
    for block in blocks:
        if isinstance(block, Paragraph):
            has_title = block.point or block.line[0].text.endswith(": ")
            what = block.line[0].text.removesuffix(": ") if has_title else "in short"
            runs = block.line[1:] if has_title else block.line
            sheet.add(what, text_of(runs))
    tables = [block.table for block in blocks if isinstance(block, Grid)]
    return _tables(book, (replace(table, name="results") if table.name == "systems" else table for table in tables))


def _scores(content: ReportContent) -> list[tuple[str, float, str]]:
    return [(spec, max(9.0, len(spec) + 2.0), SCORE) for spec in content.specs]


def _covers_all(content: ReportContent) -> bool:
    """Whether all scores are of the same segments, as many as there are."""
    counts = (content.table.segments_behind(name, spec) for name in content.systems for spec in content.specs)
    return set(counts) == {len(content.corpus.segments)}


def _counts(content: ReportContent) -> list[tuple[str, float, str]]:
    return [(segments_column(spec), max(9.0, len(spec) + 4.0), COUNT) for spec in content.specs]


def _systems(book: Workbook, content: ReportContent) -> None:
    """Write the scores with the segments behind them, unless page one has the same ones."""
    if content.has("systems") and content.specs and not (content.has("summary") and _covers_all(content)):
        sheet = _Sheet(book, "Systems", [("system", 28, ""), *_scores(content), *_counts(content)])
        for system in content.systems:
            counts = (content.table.segments_behind(system, spec) for spec in content.specs)
            sheet.add(escaped(system), *content.system_scores(system), *counts)


def _documents(book: Workbook, content: ReportContent) -> None:
    documents = content.corpus.documents
    if not content.has("systems") or not content.specs or list(documents) == [""]:
        return
    head = [("system", 28, ""), ("document", 28, ""), ("segments", 10, COUNT)]
    is_partial = not _covers_all(content)
    sheet = _Sheet(book, "Documents", [*head, *_scores(content), *_counts(content) * is_partial])
    for system in content.systems:
        columns = [content.table.document_scores(system, spec) for spec in content.specs]
        for document, places in documents.items():
            specs = content.specs * is_partial
            counts = (content.table.segments_behind(system, spec, places) for spec in specs)
            scores = (column[document] for column in columns)
            sheet.add(escaped(system), escaped(document), len(places), *scores, *counts)


def _tables(book: Workbook, written: Iterable[ValueTable]) -> list[Note]:
    """Write a sheet for every sort of table; return their notes."""
    notes = []
    of_sort: dict[str, list[ValueTable]] = {}
    for table in written:
        of_sort.setdefault(table.name, []).append(table)
    for name, tables in of_sort.items():
        table = tables[0] if len(tables) == 1 else _joined(tables)
        widths = [max(map(len, map(table_text, column))) + 2.0 for column in zip(table.head, *table.rows, strict=True)]
        title = SHEETS.get(name, name.replace("-", " ").capitalize()[:31])
        columns = zip(map(escaped, table.head), widths, strict=True)
        sheet = _Sheet(book, title, [(head, min(60.0, max(9.0, width)), EITHER) for head, width in columns])
        for row in table.rows:
            sheet.add(*(escaped(value) if isinstance(value, str) else value for value in row))
        notes.append((title, table.note))
    return notes


def _joined(tables: Sequence[ValueTable]) -> ValueTable:
    """Return several tables as one that can be sorted and filtered; a column before the others has their titles."""
    columns = dict.fromkeys(head for table in tables for head in table.head[1:])
    rows = []
    for table in tables:
        for name, *values in table.rows:
            of_column = dict(zip(table.head[1:], values, strict=True))
            rows.append((table.title, name, *map(of_column.get, columns)))
    first = {table.head[0] for table in tables}
    return replace(tables[0], head=("table", first.pop() if len(first) == 1 else "row", *columns), rows=tuple(rows))


def _segments(book: Workbook, content: ReportContent) -> None:
    """Write all selected segments, also those that are not shown in detail."""
    if not content.has("segments"):
        return
    corpus = content.corpus
    has_documents, has_source = list(corpus.documents) != [""], any(one.source for one in corpus.segments)
    head = [("system", 20, ""), *[("document", 20, "")] * has_documents, ("segment", 12, "")]
    texts = [*[("source", 60, "")] * has_source, ("hypothesis", 60, "")]
    texts += ((reference_title(name), 60, "") for name in corpus.references)
    kinds = corpus.rating_kinds
    ratings = [(rating_column(kind), 12.0, SCORE) for kind in kinds]
    sheet = _Sheet(book, "Segments", [*head, *_scores(content), *ratings, *texts])
    for system in content.systems:
        for place in content.selection.selected:
            segment = corpus.segments[place]
            hypothesis = segment.hypotheses.get(system)
            references = (segment.references.get(name) for name in corpus.references)
            rated = mean_ratings(segment, system)
            sheet.add(
                *map(escaped, (system, *[segment.document] * has_documents, segment.id)),
                *(content.table.segment_score(system, spec, place) for spec in content.specs),
                *map(rated.get, kinds),
                *[segment.source] * has_source,
                *(None if text is None else text.text for text in (hypothesis, *references)),
            )


def _annotations(book: Workbook, content: ReportContent) -> None:
    """Write the scores of each annotator's frames, by translation."""
    if not content.annotator_specs or not content.has("segments"):
        return
    scores = [(spec, max(9.0, len(spec) + 2.0), SCORE) for spec in content.annotator_specs]
    sheet = _Sheet(book, "Annotations", [*NAMES, ("annotator", 16, ""), *scores])
    for segment, system, annotator, values in content.annotators.scores(content.selection.selected, content.systems):
        sheet.add(*map(escaped, (segment, system, annotator)), *values)


SHEETS: Final = {
    "lost": "What goes wrong",
    "results": "Results",
    "progress": "Progress",
    "summary": "Agreement",
    "agreement": "Agreement by layer",
    "kappa": "Beyond chance",
    "roles": "Roles",
    "confusion": "Confusion",
    "documents": "Agreement by document",
    "segments": "Least agreement",
    "means": "Scores by annotator",
    "systems": "Systems by annotator",
}
"""Titles of the sheets for tables of annotators."""
NAMES: Final = (("segment", 20, ""), ("system", 20, ""))
UNITS: Final = (
    *(*NAMES, ("metric", 12, ""), ("kind", 18, ""), ("unit", 36, ""), ("status", 10, "")),
    *(("in hypothesis", 14, NUMBER), ("in reference", 14, NUMBER), ("matched", 11, NUMBER), ("weight", 9, NUMBER)),
)
STEPS: Final = (*NAMES, ("metric", 12, ""), ("step", 20, ""), ("formula", 50, ""), ("value", 12, NUMBER))
FEATURES: Final = (
    *(*NAMES, ("metric", 12, ""), ("feature", 40, ""), ("name", 30, ""), ("group", 20, ""), ("value", 10, NUMBER)),
    *(("training mean", 14, NUMBER), ("weight", 10, NUMBER), ("contribution", 12, NUMBER), ("claim", 60, "")),
)
IN_WORDS: Final = (*NAMES, ("metric", 12, ""), ("score", 9, SCORE), ("in words", 120, ""))
FINDINGS: Final = (
    *(*NAMES, ("finding", 80, ""), ("kind", 22, ""), ("MQM category", 26, ""), ("severity", 10, "")),
    *(("probability", 12, SCORE), ("reference", 14, "")),
)
COMMENTS: Final = (*NAMES, ("annotator", 16, ""), ("about", 30, ""), ("comment", 80, ""))
ERRORS: Final = (
    *(
        *NAMES,
        ("annotator", 16, ""),
        ("severity", 10, ""),
        ("category", 30, ""),
        ("words", 50, ""),
        ("comment", 60, ""),
    ),
)
DIFFERENCES: Final = (*NAMES, (WHAT, 40, ""), ("annotator", 16, ""), ("annotation", 60, EITHER))
DETAILS: Final = {
    "structure": ("Scores in words", IN_WORDS),
    "findings": ("Findings", FINDINGS),
    "evidence": ("Units", UNITS),
    "derivation": ("Steps", STEPS),
    "features": ("Features", FEATURES),
    "differences": ("Differences", DIFFERENCES),
    "comments": ("Comments", COMMENTS),
    "errors": ("Marked errors", ERRORS),
}
"""Titles and columns of the sheets for parts."""


def _details(book: Workbook, content: ReportContent, work: Work) -> None:
    """Write the details of the shown segments, a sheet for each part of which there are any."""
    if not content.has("segments") or not any(map(content.has, DETAILS)):
        return
    before, order, sheets = len(book.worksheets), [*DETAILS], dict[str, _Sheet]()
    for segment in content.unframed().segments(work):
        for translation in segment.translations:
            for part, rows in _rows(content, segment, translation):
                if part not in sheets and (part == "errors" or content.has(part)):
                    place = before + sum(order.index(other) < order.index(part) for other in sheets)
                    sheets[part] = _Sheet(book, *DETAILS[part], place=place)
                if part in sheets:
                    sheets[part].add(*rows)


def _rows(
    content: ReportContent, segment: SegmentContent, translation: Translation
) -> Iterator[tuple[str, Sequence[Value]]]:
    names = escaped(segment.key), escaped(translation.system)
    if translation.comparison is not None:
        score = translation.scores[content.specs.index(content.focus)]
        yield "structure", (*names, content.focus, score, score_line(translation.comparison))
        yield from ((part, (*names, *row)) for part, row in _compared_rows(translation.comparison, content.focus))
    for step in translation.derivation.steps if translation.derivation else ():
        yield "derivation", (*names, content.focus, step.name, step.formula, step.value)
    for term in translation.prediction.terms if translation.prediction else ():
        feature = translation.predicted_by, feature_title(term), term.name, term.group
        yield "features", (*names, *feature, term.value, term.training_mean, term.weight, term.contribution, term.claim)
    yield from _remarks(names, translation)


def _remarks(names: tuple[str, str], translation: Translation) -> Iterator[tuple[str, Sequence[Value]]]:
    """Yield what annotators did and said."""
    for table in translation.differences:
        for about, *values in table.rows:
            for annotator, value in zip(table.head[1:], values, strict=True):
                if value != "":
                    yield "differences", (*names, about, escaped(annotator), value)
    for row in translation.errors.rows if translation.errors is not None else ():
        yield "errors", (*names, *row)
    for comment in translation.comments:
        yield "comments", (*names, escaped(comment.annotator), escaped(comment.about), comment.text)


def _compared_rows(comparison: Comparison, spec: str) -> Iterator[tuple[str, Sequence[Value]]]:
    """Yield the shown findings and the units of a translation."""
    closest = escaped(comparison.pair.reference_names[comparison.closest])
    for finding in comparison.shown_findings:
        kind, sure = finding.kind, finding.probability
        yield "findings", (escaped(finding.sentence), kind.name, kind.mqm, kind.severity, sure, closest)
    for unit in comparison.units:
        counts = unit.hypothesis, unit.reference, unit.matched, unit.weight
        yield "evidence", (spec, unit.kind, escaped(unit.label), unit.status.value, *counts)


def _signatures(book: Workbook, content: ReportContent, notes: Iterable[Note]) -> None:
    """Write what made the report, the signatures, how tables are read, and what was not scored."""
    sheet = _Sheet(book, "Signatures", (("topic", 32, ""), ("in words", 120, "")))
    sheet.add("title", escaped(content.title))
    for line in content.about:
        sheet.add("about", escaped(line))
    for spec, signature in content.signed:
        sheet.add(spec, escaped(signature))
    for title, note in notes:
        sheet.add(f"sheet {title}", note)
    for problem in content.problems:
        sheet.add("not scored", str(problem))


def _packed(book: Workbook, title: str, made: datetime) -> bytes:
    """Return the file, which depends on the time of writing only by its date."""
    unpacked, packed = io.BytesIO(), io.BytesIO()
    book.save(unpacked)
    book.properties.creator = "Meantree"
    book.properties.title = printable(title)
    book.properties.created = book.properties.modified = made
    core = tostring(book.properties.to_tree())
    with ZipFile(unpacked) as source, ZipFile(packed, "w", ZIP_DEFLATED) as target:
        for name in source.namelist():
            info = ZipInfo(name, max(made, EARLIEST).timetuple()[:6])
            info.compress_type = ZIP_DEFLATED
            target.writestr(info, core if name == "docProps/core.xml" else source.read(name))
    return packed.getvalue()
