"""The report as a workbook: numbers are numbers, an undefined score is an empty cell, and no text is a formula."""

from __future__ import annotations

import errno
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from functools import cache, lru_cache
from html import escape
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile, gettempdir
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from lxml.etree import SerialisationError
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Font
from openpyxl.utils import get_column_letter
from openpyxl.xml.functions import tostring

from meantree.comparison.comparison import Comparison
from meantree.comparison.prediction import Prediction, feature_title
from meantree.escaping import escaped, is_right_to_left, printable, reference_title
from meantree.evaluation.data_frames import rating_column
from meantree.evaluation.value_table import ValueTable
from meantree.evaluation.value_table import cell_text as table_text
from meantree.files import translate_os_errors
from meantree.numbers import Count
from meantree.picture.style import approximate_width
from meantree.reporting.blocks import Paragraph, Run, text_of, with_isolated
from meantree.reporting.compared_translations import ShownSegment, Translation, shown_segments
from meantree.reporting.contents import Contents
from meantree.reporting.result_page import differences_table, result_page
from meantree.reporting.results import without_empty
from meantree.reporting.score_line import score_line
from meantree.reporting.segment_choice import worst_first
from meantree.reporting.system_scores import systems_grid
from meantree.scoring.table import rows, segments_column
from meantree.work import Work

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


def workbook_parts(contents: Contents, work: Work = Work()) -> Iterator[bytes]:
    """Yield the file.

    Raises:
        Cancelled: if the user stopped it.
        UsageError: if the disk of temporary files is full.
    """
    day = contents.request.date
    with _filling() as book:
        notes = _summary(book, contents)
        _systems(book, contents)
        _documents(book, contents)
        notes += _tables(book, map(without_empty, () if contents.people is None else contents.people.tables))
        _segments(book, contents)
        _annotations(book, contents)
        _details(book, contents, work)
        _signatures(book, contents, notes)
        packed = _packed(book, contents.title, EARLIEST if day is None else datetime(day.year, day.month, day.day))
    yield packed


def scores_workbook(contents: Contents) -> Iterator[bytes]:
    """Yield a workbook of scores alone.

    Raises:
        UsageError: if the disk of temporary files is full.
    """
    with _filling() as book:
        _systems(book, contents)
        _documents(book, contents)
        _segments(book, contents)
        _signatures(book, contents, ())
        packed = _packed(book, contents.title, EARLIEST)
    yield packed


def tables_workbook(tables: Iterable[ValueTable], title: str) -> bytes:
    """Return a workbook of tables, such as those of an experiment or of agreement.

    Raises:
        UsageError: if the disk of temporary files is full.
    """
    with _filling() as book:
        _tables(book, tables)
        return _packed(book, title, EARLIEST)


class _Book(Workbook):
    """A workbook of which openpyxl makes sheets, heads and styles; rows below heads are text in temporary files.

    A report has hundreds of thousands of cells, which as objects take four times as long.
    """

    def __init__(self) -> None:
        super().__init__(write_only=True)
        self.bodies: dict[str, _Sheet] = {}
        self.style = cache(self._style)
        self.text = lru_cache(1 << 14)(self._text)  # names and labels stand in many rows

    def _style(self, form: str, leftwards: bool = False, is_long: bool = False, is_marked: bool = False) -> str:
        """Return the attribute of cells with a number format, from right to left, broken, with the mark of texts."""
        cell = WriteOnlyCell(self.worksheets[0])
        cell.number_format, cell.quotePrefix = form, is_marked
        if leftwards or is_long:
            cell.alignment = Alignment(readingOrder=FROM_RIGHT if leftwards else 0, wrap_text=is_long)
        return f' s="{cell.style_id}"' if cell.style_id else ""

    def _text(self, value: str, width: float) -> str:
        """Return the end of a cell with a text, which is never a formula; one wider than its column breaks."""
        text = cell_text(value)
        leftwards, is_long = is_right_to_left(text), len(text.encode()) > width  # Chinese is wider
        shown = text if leftwards or text.isascii() else _isolated(text)
        space = ' xml:space="preserve"' if shown != shown.strip() or "\n" in shown else ""
        style = self.style(NUMBER, leftwards, is_long, text.startswith(_FORMULA))
        return f'{style} t="inlineStr"><is><t{space}>{escape(shown, quote=False)}</t></is></c>'


@contextmanager
def _filling() -> Iterator[_Book]:
    """Yield a workbook to be filled, and close it, also if it cannot be finished."""
    book = _Book()
    try:
        with translate_os_errors(Path(gettempdir())):
            try:
                yield book
            except SerialisationError as error:  # how lxml reports that it cannot write
                raise OSError(errno.ENOSPC, str(error)) from error
    finally:
        for sheet in book.worksheets:
            with suppress(Exception):
                sheet.close()  # else openpyxl prints tracebacks when it is deleted
        for body in book.bodies.values():
            body.text.close()


class _Sheet:
    """A sheet with a frozen head and a number format for each column.

    Attributes:
        text: its rows below the head.
    """

    def __init__(
        self, book: _Book, title: str, head: Sequence[tuple[str, float, str]], place: int | None = None
    ) -> None:
        self._book, self._sheet = book, book.create_sheet(title, place)
        self.text = TemporaryFile()  # noqa: SIM115  # closed with the book
        book.bodies[self._sheet.title] = self
        self._sheet.freeze_panes = "A2"
        self._columns = [(get_column_letter(at), width, form) for at, (_, width, form) in enumerate(head, start=1)]
        self._rows = 0
        for letter, width, _ in self._columns:
            self._sheet.column_dimensions[letter].width = width
        cells = [WriteOnlyCell(self._sheet, cell_text(name)) for name, _, _ in head]
        for cell in cells:
            cell.data_type = "s"
            cell.quotePrefix = str(cell.value).startswith(_FORMULA)
            cell.font = Font(bold=True)
        self._sheet.append(cells)

    def add(self, *row: Value) -> None:
        """Add a row; after the largest number of rows, one row says that more were dropped."""
        self._rows += 1
        number, columns = self._rows + 1, self._columns
        if self._rows > MOST_ROWS:
            columns, row = [("A", LONGEST, "")], ("… rows omitted: the sheet is full",)
        if self._rows <= MOST_ROWS + 1:
            # An undefined value and an empty text have no cell.
            filled = ((column, value) for column, value in zip(columns, row, strict=False) if value not in (None, ""))
            cells = "".join([self._cell(column, number, value) for column, value in filled])
            self.text.write(f'<row r="{number}">{cells}</row>'.encode())

    def close(self) -> None:
        """End the sheet, whose filter is over all rows."""
        if self._rows:
            last = self._columns[-1][0] if self._columns else "A"
            self._sheet.auto_filter.ref = f"A1:{last}{min(self._rows, MOST_ROWS) + 1}"
        self.text.seek(0)

    def _cell(self, column: tuple[str, float, str], row: int, value: str | float) -> str:
        letter, width, form = column
        if isinstance(value, str):
            return f'<c r="{letter}{row}"{self._book.text(value, width)}'
        if form == EITHER:
            form = TENTHS if isinstance(value, Count) else SCORE if isinstance(value, float) else COUNT
        number = repr(float(value)) if isinstance(value, float) else value
        return f'<c r="{letter}{row}"{self._book.style(form or NUMBER)}><v>{number}</v></c>'


def _isolated(text: str) -> str:
    """Return a text in which quotations from right to left do not reorder what stands around them."""
    return "".join(f"\u2068{run.text}\u2069" if run.isolated else run.text for run in with_isolated((Run(text),)))


def cell_text(text: str) -> str:
    """Return a text that a cell can hold: unprintable characters and sequences read as character codes are escaped."""
    shortened = text if len(text) <= LONGEST else f"{text[:LONGEST]}… ({len(text) - LONGEST:,} more characters)"
    return _CODED.sub("_x005F_", printable(shortened))


def _summary(book: _Book, contents: Contents) -> list[Note]:
    """Write the sentences of page one, and the tables of systems and of differences; return their notes."""
    page = result_page
    if contents.people is not None:
        from meantree.reporting.annotation_page import annotation_page as page
    sheet = _Sheet(book, "Summary", [("topic", 32, ""), ("in words", 120, "")])
    for block in page(contents, approximate_width):
        if isinstance(block, Paragraph):
            has_title = block.line[0].text.endswith(": ")
            what = block.line[0].text.removesuffix(": ") if has_title else "in short"
            sheet.add(what, text_of(block.line[1:] if has_title else block.line))
    tables = [replace(systems_grid(contents).table, name="results")] if contents.results else []
    found = differences_table(contents)
    return _tables(book, (*tables, *(() if found is None else (replace(found, name="found"),))))


def _scores(specs: Iterable[str]) -> list[tuple[str, float, str]]:
    return [(spec, max(9.0, len(spec) + 2.0), SCORE) for spec in specs]


def _covers_all(contents: Contents) -> bool:
    """Whether all scores are of the same segments, as many as there are."""
    counts = (contents.table.segments_behind(name, spec) for name in contents.systems for spec in contents.specs)
    return set(counts) == {len(contents.corpus.segments)}


def _counts(contents: Contents) -> list[tuple[str, float, str]]:
    return [(segments_column(spec), max(9.0, len(spec) + 4.0), COUNT) for spec in contents.specs]


def _systems(book: _Book, contents: Contents) -> None:
    """Write the scores with the segments behind them, unless the sheet of results has the same ones."""
    if contents.specs and not (contents.results and _covers_all(contents)):
        sheet = _Sheet(book, "Systems", [("system", 28, ""), *_scores(contents.specs), *_counts(contents)])
        for row in rows(contents.table, "system", contents.systems, contents.specs):
            sheet.add(*map(escaped, row.names), *row.scores, *row.segments)


def _documents(book: _Book, contents: Contents) -> None:
    documents, is_partial = contents.corpus.documents, not _covers_all(contents)
    if not contents.specs or list(documents) == [""]:
        return
    head = [("system", 28, ""), ("document", 28, ""), ("segments", 10, COUNT)]
    sheet = _Sheet(book, "Documents", [*head, *_scores(contents.specs), *_counts(contents) * is_partial])
    for row in rows(contents.table, "document", contents.systems, contents.specs):
        sheet.add(*map(escaped, row.names), len(documents[row.names[1]]), *row.scores, *row.segments * is_partial)


def _tables(book: _Book, written: Iterable[ValueTable]) -> list[Note]:
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
    first, note = {table.head[0] for table in tables}, " ".join(dict.fromkeys(table.note for table in tables))
    head = ("table", first.pop() if len(first) == 1 else "row", *columns)
    return replace(tables[0], note=note, head=head, rows=tuple(rows))


def _segments(book: _Book, contents: Contents) -> None:
    """Write all segments that the filter accepts."""
    corpus = contents.corpus
    has_documents, has_source = list(corpus.documents) != [""], any(one.source for one in corpus.segments)
    head = [("system", 20, ""), *[("document", 20, "")] * has_documents, ("segment", 12, "")]
    texts = [*[("source", 60, "")] * has_source, ("hypothesis", 60, "")]
    texts += ((reference_title(name), 60, "") for name in corpus.references)
    kinds = corpus.rating_kinds
    ratings = [(rating_column(kind), 12.0, SCORE) for kind in kinds]
    sheet = _Sheet(book, "Segments", [*head, *_scores(contents.specs), *ratings, *texts])
    for system in contents.systems:
        for place in contents.accepted:
            segment = corpus.segments[place]
            hypothesis = segment.hypotheses.get(system)
            references = (segment.references.get(name) for name in corpus.references)
            sheet.add(
                *map(escaped, (system, *[segment.document] * has_documents, segment.id)),
                *(contents.table.segment_score(system, spec, place) for spec in contents.specs),
                *(segment.mean_rating(kind, system) for kind in kinds),
                *[segment.source] * has_source,
                *(None if text is None else text.text for text in (hypothesis, *references)),
            )


def _annotations(book: _Book, contents: Contents) -> None:
    """Write the scores of each annotator's frames, by translation."""
    annotators = None if contents.people is None else contents.people.annotations
    if annotators is None or not annotators.specs:
        return
    sheet = _Sheet(book, "Annotations", [*NAMES, ("annotator", 16, ""), *_scores(annotators.specs)])
    for segment, system, annotator, values in annotators.scores(contents.accepted, contents.systems):
        sheet.add(*map(escaped, (segment, system, annotator)), *values)


SHEETS: Final = {
    "found": "What differs",
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
FORMATS: Final = {
    **dict.fromkeys(("score", "probability"), SCORE),
    **dict.fromkeys(("in hypothesis", "in reference", "matched", "weight"), NUMBER),
    **dict.fromkeys(("value", "training mean", "contribution"), NUMBER),
    "annotation": EITHER,
}
"""Of the columns of these sheets; others have texts."""
DETAILS: Final[Mapping[str, tuple[str, Mapping[str, float]]]] = {
    "words": ("Scores in words", {"metric": 12, "score": 9, "in words": 120}),
    "findings": (
        "Findings",
        {"finding": 80, "kind": 22, "MQM category": 26, "severity": 10, "probability": 12, "reference": 14},
    ),
    "units": (
        "Units",
        {"metric": 12, "kind": 18, "unit": 36, "status": 10}
        | {"in hypothesis": 14, "in reference": 14, "matched": 11, "weight": 9},
    ),
    "steps": ("Steps", {"metric": 12, "step": 20, "formula": 50, "value": 12}),
    "features": (
        "Features",
        {"metric": 12, "feature": 40, "name": 30, "group": 20, "value": 10}
        | {"training mean": 14, "weight": 10, "contribution": 12, "claim": 60},
    ),
    "differences": ("Differences", {"what": 40, "annotator": 16, "annotation": 60}),
    "comments": ("Comments", {"annotator": 16, "about": 30, "comment": 80}),
    "errors": ("Marked errors", {"annotator": 16, "severity": 10, "category": 30, "words": 50, "comment": 60}),
}
"""Titles of the sheets on single translations, and the widths of their columns after the names."""
MOST_TRANSLATIONS: Final = 1_000
"""Translations with such details."""


def _details(book: _Book, contents: Contents, work: Work) -> None:
    """Write the details of each translation, the worst of too many, a sheet for each sort of which there are any."""
    places, most = list(contents.accepted), MOST_TRANSLATIONS // max(1, len(contents.systems))
    if len(places) > most and contents.focus:
        places = sorted(worst_first(contents.table, contents.focus, contents.systems, places)[:most])
    before, order, sheets = len(book.worksheets), [*DETAILS], dict[str, _Sheet]()
    for shown in shown_segments(contents, places[:most], work):
        for translation in shown.translations:
            for part, values in _rows(contents, shown, translation):
                if part not in sheets:
                    place = before + sum(order.index(other) < order.index(part) for other in sheets)
                    title, widths = DETAILS[part]
                    columns = ((name, width, FORMATS.get(name, "")) for name, width in widths.items())
                    sheets[part] = _Sheet(book, title, (*NAMES, *columns), place)
                sheets[part].add(*values)


def _rows(contents: Contents, shown: ShownSegment, translation: Translation) -> Iterator[tuple[str, Sequence[Value]]]:
    names = escaped(shown.segment.key), escaped(translation.system)
    beside = contents.beside(shown.place, translation.system) or translation.reference[0]
    for one in contents.found(shown.place, translation.system):
        kind, sure = one.finding.kind, one.finding.probability
        said = f"{one.title}: {one.words() or one.finding.sentence.partition(': ')[2]}"
        yield "findings", (*names, escaped(said), kind.name, kind.mqm, kind.severity, sure, escaped(beside))
    if translation.comparison is not None:
        yield from (
            (part, (*names, contents.focus, *row))
            for part, row in _compared_rows(contents, shown, translation.comparison, translation.system)
        )
    yield from _remarks(names, translation)


def _remarks(names: tuple[str, str], translation: Translation) -> Iterator[tuple[str, Sequence[Value]]]:
    """Yield what annotators did and said."""
    for found in translation.differences:
        said: list[tuple[str, Mapping[str, Value]]] = [*found.scores.items()]
        said += (("reference: " * (one.side == "reference") + one.words, one.answers) for one in found.frames)
        for about, answers in said:
            for annotator, value in answers.items():
                yield "differences", (*names, about, escaped(annotator), value)
    for row in translation.errors.rows if translation.errors is not None else ():
        yield "errors", (*names, *row)
    for comment in translation.comments:
        yield "comments", (*names, escaped(comment.annotator), escaped(comment.about), comment.text)


def _compared_rows(
    contents: Contents, shown: ShownSegment, comparison: Comparison, system: str
) -> Iterator[tuple[str, Sequence[Value]]]:
    """Yield how a score comes about: in words, by units, by steps, by features."""
    evidence, metric = comparison.evidence, contents.table.metrics[contents.focus]
    yield (
        "words",
        (contents.table.segment_score(system, contents.focus, shown.place), score_line(comparison, contents.metric)),
    )
    for unit in comparison.units:
        counts = unit.hypothesis, unit.reference, unit.matched, unit.weight
        yield "units", (unit.kind, escaped(unit.label), str(unit.status), *counts)
    derivation = metric.derivation(evidence)
    for step in derivation.steps if derivation is not None else ():
        yield "steps", (step.name, step.formula, step.value)
    prediction = Prediction.of(evidence)
    for term in prediction.terms if prediction is not None else ():
        feature = feature_title(term), term.name, term.group
        yield "features", (*feature, term.value, term.training_mean, term.weight, term.contribution, term.claim)


def _signatures(book: _Book, contents: Contents, notes: Iterable[Note]) -> None:
    """Write what made the report, the signatures, how tables are read, and what was not scored."""
    sheet = _Sheet(book, "Signatures", (("topic", 32, ""), ("in words", 120, "")))
    sheet.add("title", escaped(contents.title))
    for line in contents.about:
        sheet.add("about", escaped(line))
    for spec, signature in contents.signatures:
        sheet.add(spec, escaped(signature))
    for title, note in notes:
        sheet.add(f"sheet {title}", note)
    for problem in contents.problems:
        sheet.add("not scored", str(problem))


def _packed(book: _Book, title: str, made: datetime) -> bytes:
    """Return the file, which depends on the time of writing only by its date."""
    unpacked, packed = io.BytesIO(), io.BytesIO()
    for body in book.bodies.values():
        body.close()
    book.save(unpacked)
    book.properties.creator = "Meantree"
    book.properties.title = printable(title)
    book.properties.created = book.properties.modified = made
    bodies = {f"xl/worksheets/sheet{at}.xml": book.bodies[name] for at, name in enumerate(book.sheetnames, start=1)}
    with ZipFile(unpacked) as source, ZipFile(packed, "w", ZIP_DEFLATED) as target:
        for name in source.namelist():
            info = ZipInfo(name, max(made, EARLIEST).timetuple()[:6])
            info.compress_type = ZIP_DEFLATED
            content = tostring(book.properties.to_tree()) if name == "docProps/core.xml" else source.read(name)
            with target.open(info, "w") as file:
                if name in bodies:
                    head, end, content = content.partition(b"</sheetData>")
                    file.write(head)
                    copyfileobj(bodies[name].text, file)
                    file.write(end)
                file.write(content)
    return packed.getvalue()
