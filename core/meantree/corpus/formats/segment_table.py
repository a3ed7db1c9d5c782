"""Tables with a header (TSV, CSV): a row for each segment with all versions, or for each segment and system.

The delimiter and the quotes are those of the file, and the header gives the meaning of the columns.
"""

from __future__ import annotations

import csv
import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from meantree.corpus.corpus import GIVEN, names_metric
from meantree.corpus.formats.file_contents import FileContents, FileRole, RatingRow, Row, Version, check_size
from meantree.corpus.formats.file_names import guess_name
from meantree.corpus.formats.raw_file import RawFile, parse_number, unpacked_name
from meantree.errors import ColumnsError, InputError, Problem
from meantree.escaping import quoted, shortened

Key = tuple[str, str]
VersionName = tuple[FileRole, str]
ENCLOSED_NOTE = (
    "cells with quotes are enclosed in quotes, and quotes in them are doubled, as spreadsheets write them; they are "
    "read without these"
)
KNOWN = "id, document, system, source, reference[2, …][:NAME], hypothesis[:NAME], rating[:KIND], given:METRIC"
"""The known columns, as messages list them."""
_SHORT = {
    **dict.fromkeys(("doc", "doc_id"), "document"),
    **dict.fromkeys(("segment", "seg_id", "segment_id"), "id"),
    "src": "source",
    **dict.fromkeys(("ref", "pe"), "reference"),
    **dict.fromkeys(("hyp", "mt", "target", "translation"), "hypothesis"),
}
MEANINGS: Final = ("id", "document", "system", "source", "reference", "hypothesis", "rating")
HOW_TO_NAME = "name them, as in --columns hypothesis=MT,reference=Ref"
_PLAIN = re.compile(r"[\w.-]+")
"""A name that needs no quotes in a command."""
_SEPARATOR = re.compile(r"sep=(.)$", re.IGNORECASE)
"""A first line that Excel hides: it names the delimiter."""
_DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+")
XLSX: Final = b"PK\x03\x04"
_COLUMN = re.compile(r"(id|document|system|source|reference(?=\d*$|:)|hypothesis|rating|given(?=:))(\d*)(?::(.+))?")
_NUMBERED = frozenset({"reference"})
_NAMED = frozenset({"reference", "hypothesis", "rating", "given"})
_CELL = re.compile(r'("[^"]*+(?:""[^"]*+)*+"|[^"\t\n]*+)([\t\n])')


@dataclass(slots=True)
class _Table:
    """The contents so far; without an id column keys are running numbers."""

    path: Path
    columns: Columns
    problems: list[Problem]
    lines: dict[Key, int] = field(default_factory=dict)
    texts: dict[VersionName, dict[Key, tuple[str, int]]] = field(default_factory=dict)
    ratings: list[RatingRow] = field(default_factory=list)


def read(raw: RawFile) -> FileContents:
    """Return a version for the source, each reference and each system, with the same segments in the same order.

    An empty cell is an empty translation in a hypothesis column, and no text in the others. Rows that cannot be used
    are listed as problems, and so are a TSV's quotes if they were taken for the table's own.

    Raises:
        InputError: if the bytes are not text or the header cannot be used.
    """
    records = records_of(raw)
    header = next(records.rows)
    problems = [Problem(raw.path, None, ENCLOSED_NOTE)] if records.enclosed else []
    if header.fault:
        raise InputError(raw.path, f"the header cannot be read: {header.fault}", line=header.line)
    table = _Table(raw.path, read_header(raw.path, header.cells, raw.columns, problems), problems)
    for record in records.rows:
        _add(table, record)
    if not table.lines:
        raise InputError(raw.path, "a header without rows, expected at least one")
    lengths = {row.system: len(table.lines) for row in table.ratings if table.columns.id is None}
    advice = f"{table.columns.advice} (=NAME if it has none)"
    unclear = columns_error(raw.path, header.cells, "no column with translations", advice)
    return FileContents(
        versions=tuple(_versions(table)),
        ratings=tuple(table.ratings),
        problems=tuple(problems),
        lengths=lengths,
        unclear=unclear if table.columns.may_hide_translations else None,
    )


def _add(table: _Table, record: Record) -> None:
    columns = table.columns
    if not record.fault and len(record.cells) <= 1 < columns.width and not "".join(record.cells).strip():
        return
    if not record.fault and len(record.cells) != columns.width:
        record = Record(record.line, (), f"{len(record.cells)} cells, expected {columns.width}")
    if record.fault:
        table.problems.append(Problem(table.path, record.line, f"{record.fault}; the row is skipped"))
        if columns.id is None:
            # Without ids the rows after it must keep their positions.
            table.lines["", str(len(table.lines) + 1)] = record.line
        return
    key = _key(table, record)
    if key is None:
        return
    system = record.cells[columns.system].strip() if columns.system is not None else ""
    for version, column in columns.texts.items():
        role, name = version
        _add_text(table, record, (role, system or name) if role is FileRole.HYPOTHESIS else version, key, column)
    for kind, column in columns.ratings.items():
        _add_rating(table, record, kind, system, key, record.cells[column].strip())


def _key(table: _Table, record: Record) -> Key | None:
    columns, cells = table.columns, record.cells
    if columns.id is None:
        key = "", str(len(table.lines) + 1)
    else:
        key = cells[columns.document].strip() if columns.document is not None else "", cells[columns.id].strip()
        fault = ""
        if not key[1]:
            fault = "an empty id, expected one"
        elif columns.system is not None and not cells[columns.system].strip():
            fault = "an empty system, expected a name"
        elif columns.system is None and key in table.lines:
            fault = f"segment id {quoted(key[1])} occurs again, expected it once"
        if fault:
            table.problems.append(Problem(table.path, record.line, f"{fault}; the row is skipped", key[1] or None))
            return None
    table.lines.setdefault(key, record.line)
    return key


def _add_text(table: _Table, record: Record, version: VersionName, key: Key, column: int) -> None:
    role, name = version
    text = record.cells[column]
    if not text and role is not FileRole.HYPOTHESIS:
        return
    texts = table.texts.setdefault(version, {})
    first_text, first_line = texts.setdefault(key, (text, record.line))
    if first_line == record.line:
        return
    if role is FileRole.HYPOTHESIS:
        fault = (
            f"segment {quoted(key[1])} of system {quoted(name)} occurs again, expected it once; the second is skipped"
        )
    elif first_text != text:
        fault = f"{role} of segment {quoted(key[1])} differs from line {first_line}, which is used"
    else:
        return
    table.problems.append(Problem(table.path, record.line, fault, key[1]))


def _add_rating(table: _Table, record: Record, kind: str, system: str, key: Key, cell: str) -> None:
    # A comma that does not delimit cells is a decimal one.
    value = parse_number(cell.replace(",", ".") if _DECIMAL_COMMA.fullmatch(cell) else cell)
    if value is not None:
        name = system or _system_name(table)
        table.ratings.append(RatingRow(name, kind, value, key[0], key[1], path=table.path, line=record.line))
    elif cell and cell.lower() != "none":
        fault = f"found {quoted(cell)} as {shortened(kind)}, expected a number; the rating is skipped"
        table.problems.append(Problem(table.path, record.line, fault, key[1]))


def _system_name(table: _Table) -> str:
    """Return the name of the table's one system: that of its hypothesis column, else a guess from the file's name."""
    return next(
        (name for role, name in table.columns.texts if role is FileRole.HYPOTHESIS and name), guess_name(table.path)
    )


def _versions(table: _Table) -> Iterator[Version]:
    has_ids = table.columns.id is not None
    check_size(table.path, len(table.lines), len(table.texts))
    for (role, name), texts in table.texts.items():
        rows = tuple(
            Row(*texts.get(key, (None, line)), *(key[::-1] if has_ids else (None, None)))
            for key, line in table.lines.items()
        )
        yield Version(role, name or _system_name(table), table.path, rows)


@dataclass(frozen=True, slots=True)
class Record:
    """One row of a table: the line of its start (from 1) and its cells, or the problem with it."""

    line: int
    cells: Sequence[str]
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Records:
    """All rows, the header first; ``enclosed`` if a TSV encloses cells with quotes in quotes."""

    rows: Iterator[Record]
    enclosed: bool = False


def records_of(raw: RawFile) -> Records:
    """Split a table into rows.

    CSV (comma or semicolon) has quotes. In TSV a quote is a character like any other, except in files of spreadsheets
    and pandas, which enclose a cell in quotes if it has a quote, tab or line end, and double the quotes inside.

    Raises:
        InputError: if the bytes are not text.
    """
    if raw.data.startswith(XLSX):
        from meantree.corpus.formats.workbooks import workbook_rows

        return Records(Record(line, cells) for line, cells in workbook_rows(raw, str))
    lines = raw.lines()
    stated = _SEPARATOR.match(lines[0])
    if stated:
        lines[0] = ""
    delimiter = stated[1] if stated else _delimiter(raw, lines[0])
    if delimiter != "\t":
        rows = csv_records(lines, delimiter)
        return Records(itertools.islice(rows, 1, None) if stated else rows)
    lines = lines[1:] if stated else lines
    enclosed, literal = _enclosed(lines), (Record(line, text.split("\t")) for line, text in enumerate(lines, start=1))
    return Records(iter(enclosed), enclosed=True) if enclosed else Records(literal)


def _delimiter(raw: RawFile, header: str) -> str:
    if unpacked_name(raw.path).suffix.lower() in {".tsv", ".tab"}:
        return "\t"
    headers = {delimiter: [name.strip('" ') for name in header.split(delimiter)] for delimiter in ",;\t"}
    return max(headers, key=lambda delimiter: known_columns(headers[delimiter], raw.columns))


def csv_records(lines: Sequence[str], delimiter: str) -> Iterator[Record]:
    """Yield the rows of a CSV, without cells those that cannot be read."""
    reader = csv.reader((line + "\n" for line in lines), delimiter=delimiter, strict=True)
    while True:
        line = reader.line_num + 1
        try:
            yield Record(line, next(reader))
        except StopIteration:
            return
        except csv.Error as error:
            # The reader continues with the next line.
            yield Record(line, (), str(error))


def _enclosed(lines: Sequence[str]) -> list[Record]:
    """Return the rows of a TSV that encloses cells in quotes, none of other TSV files.

    All its quotes must enclose a cell or be doubled, and one cell must need them. Quotes around tabs or line ends may
    also be direct speech over several cells: they enclose one cell if more rows then have as many cells as the header.
    """
    rows = _raw_rows("".join(f"{line}\n" for line in lines)) if any('"' in line for line in lines) else []
    if any("\t" in cell or "\n" in cell for _, cells in rows for cell in cells):
        literal = (line.split("\t") for line in lines)
        is_enclosed = _misfits(cells for _, cells in rows) < _misfits(literal)
    else:
        is_enclosed = any(cells == ['""'] or any('"' in cell[1:-1] for cell in cells) for _, cells in rows)
    return [Record(line, [_content(cell) for cell in cells]) for line, cells in rows] if is_enclosed else []


def _raw_rows(text: str) -> list[tuple[int, list[str]]]:
    """Return rows with their first lines, cells still in their quotes.

    There are none if any quote neither encloses a cell nor is doubled.
    """
    rows, cells, place, line = list[tuple[int, list[str]]](), list[str](), 0, 1
    while place < len(text):
        match = _CELL.match(text, place)
        if match is None:
            return []
        place = match.end()
        cells.append(match[1])
        if match[2] == "\n":
            rows.append((line, cells))
            line += 1 + sum(cell.count("\n") for cell in cells)
            cells = []
    return rows


def _misfits(rows: Iterable[Sequence[str]]) -> int:
    """Return how many rows have another number of cells than the first, without empty rows."""
    widths = [len(cells) for cells in rows if len(cells) > 1 or cells[0].strip()]
    return sum(width != widths[0] for width in widths)


def _content(cell: str) -> str:
    return cell[1:-1].replace('""', '"') if cell.startswith('"') else cell


@dataclass(frozen=True, slots=True)
class Columns:
    """The 0-based columns of a table by meaning, None where it has none.

    Attributes:
        width: the number of all columns, unknown ones included.
        id, document, system: columns of names.
        texts: columns of text by role and name; a hypothesis column may have no name (empty).
        ratings: columns by kind, or by the name of a given metric with its prefix.
        unknown: the names of columns without a meaning.
    """

    width: int
    id: int | None
    document: int | None
    system: int | None
    texts: Mapping[tuple[FileRole, str], int]
    ratings: Mapping[str, int]
    unknown: Sequence[str]

    @property
    def may_hide_translations(self) -> bool:
        """Whether there are unknown columns, but no translations or ratings."""
        has_translations = any(role is FileRole.HYPOTHESIS for role, _ in self.texts)
        return bool(self.unknown) and not self.ratings and not has_translations

    @property
    def advice(self) -> str:
        """How to name the unknown columns: as those of systems if they may be translations."""
        plain = [f"hypothesis:{name}={name}" for name in self.unknown if _PLAIN.fullmatch(name)]
        return f"name them, as in --columns {','.join(plain)}" if plain and self.may_hide_translations else HOW_TO_NAME


def known_columns(header: Sequence[str], renamed: Mapping[str, str] | None = None) -> int:
    """Return how many names of a header are known ones."""
    return sum(_meaning(name, renamed or {}) is not None for name in header)


def read_header(path: Path, header: Sequence[str], renamed: Mapping[str, str], problems: list[Problem]) -> Columns:
    """Return the columns of a header; unknown ones are listed as a problem.

    Raises:
        InputError: if a column is repeated, no column has text, or a column that another one needs is missing.
    """
    missing = [name for name in renamed if name not in header]
    if missing:
        raise columns_error(path, header, f"no column {quoted(missing[0])}")
    faulty = next((name for name in renamed if renamed[name] and _meaning(name, renamed) is None), None)
    if faulty is not None:
        raise InputError(path, f"{quoted(renamed[faulty])} names no column, expected one of {KNOWN}")
    named = {_meaning(name, renamed) for name in renamed}
    # What the user names takes the place of what the header would mean.
    meanings = [
        meaning if name in renamed or meaning not in named else None
        for name in header
        for meaning in [_meaning(name, renamed)]
    ]
    twice = [meaning for meaning, count in Counter(filter(None, meanings)).items() if count > 1]
    if twice:
        alike = " and ".join(quoted(name) for name, one in zip(header, meanings, strict=True) if one == twice[0])
        raise columns_error(path, header, f"column {quoted(_written(twice[0]))} occurs twice ({alike})")
    pairs = zip(header, meanings, strict=True)
    unknown = [name for name, meaning in pairs if meaning is None and renamed.get(name) != ""]
    places = {meaning: index for index, meaning in enumerate(meanings) if meaning is not None}
    columns = Columns(
        width=len(header),
        id=places.get(("id", "")),
        document=places.get(("document", "")),
        system=places.get(("system", "")),
        texts={(FileRole(kind), name): index for (kind, name), index in places.items() if kind in tuple(FileRole)},
        ratings={
            f"{GIVEN if kind == 'given' else ''}{name or 'rating'}": index
            for (kind, name), index in places.items()
            if kind in ("rating", "given")
        },
        unknown=unknown,
    )
    _check(path, header, columns)
    if unknown:
        names = shortened(", ".join(f"'{name}'" for name in unknown))
        problems.append(Problem(path, 1, f"unknown columns ignored: {names}; known are {KNOWN}; {columns.advice}"))
    return columns


def columns_error(path: Path, header: Sequence[str], fault: str, advice: str = HOW_TO_NAME) -> InputError:
    """Return an error that lists the columns, and says how they are named."""
    message = f"{fault}, found {shortened(', '.join(header))}; {advice}"
    if len({*header}) < len(header):  # names do not tell them apart
        return InputError(path, message, line=1)
    known = [(name, _meaning(name, {}) or ("", "")) for name in header]
    guesses = {name: kind if kind in MEANINGS else "" for name, (kind, _) in known}
    return ColumnsError(path, message, guesses, MEANINGS, line=1)


def _check(path: Path, header: Sequence[str], columns: Columns) -> None:
    hypotheses = [name for role, name in columns.texts if role is FileRole.HYPOTHESIS]
    if not columns.texts and not (columns.ratings and columns.system is not None):
        raise columns_error(path, header, "no column with text", f"expected some of {KNOWN}; {HOW_TO_NAME}")
    if columns.document is not None and columns.id is None:
        raise InputError(path, "found a column document but no column id, expected both", line=1)
    if columns.system is not None and (columns.id is None or hypotheses not in ([""], [] if columns.ratings else [""])):
        raise InputError(
            path, "a column system needs the columns id and hypothesis (one row per segment and system)", line=1
        )
    if columns.ratings and len(hypotheses) != 1 and columns.system is None:
        raise InputError(
            path,
            f"a rating for {len(hypotheses)} hypothesis columns, expected one; use a row per system, with its column",
            line=1,
        )


def _meaning(name: str, renamed: Mapping[str, str]) -> tuple[str, str] | None:
    """Return kind and name of a column, None if it is unknown."""
    known = renamed.get(name, name).strip()
    kind, colon, rest = known.partition(":")
    kind = kind.strip().lower()
    kind = _SHORT.get(kind.replace(" ", "_"), kind)
    match = _COLUMN.fullmatch(kind + colon + rest.strip())
    if match is None:
        return ("given", known) if names_metric(known) else None
    kind, count, label = match[1], match[2], match[3] or ""
    if (count and kind not in _NUMBERED) or (label and kind not in _NAMED):
        return None
    return kind, label or (kind + count if kind in {"reference", "source"} else "")


def _written(meaning: tuple[str, str]) -> str:
    kind, name = meaning
    return f"{kind}:{name}" if name and not name.startswith(kind) else name or kind
