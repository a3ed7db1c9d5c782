"""Tables: their rows, with the delimiter and quotes of the file, and the meaning of their columns."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from meantree.corpus.formats.file_contents import FileRole
from meantree.corpus.formats.raw_file import RawFile
from meantree.errors import InputError, Problem
from meantree.escaping import quoted, shortened

KNOWN = "id, document, system, source, reference[2, …][:NAME], hypothesis[:NAME], rating[:KIND]"
"""The known columns, as messages list them."""

_SHORT = {"doc": "document", "src": "source", "ref": "reference", "hyp": "hypothesis", "segment": "id", "seg_id": "id"}
_COLUMN = re.compile(r"(id|document|system|source|reference(?=\d*$|:)|hypothesis|rating)(\d*)(?::(.+))?")
_NUMBERED = frozenset({"reference"})
_NAMED = frozenset({"reference", "hypothesis", "rating"})
_CELL = re.compile(r'("[^"]*+(?:""[^"]*+)*+"|[^"\t\n]*+)([\t\n])')


@dataclass(frozen=True, slots=True)
class Record:
    """One row of a table: the line of its start (from 1) and its cells, or what is wrong with it."""

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
    lines = raw.lines()
    delimiter = _delimiter(raw, lines[0])
    if delimiter != "\t":
        return Records(_csv(lines, delimiter))
    enclosed = _enclosed(lines)
    return Records(iter(enclosed), enclosed=True) if enclosed else Records(_literal(lines))


def _delimiter(raw: RawFile, header: str) -> str:
    if raw.path.suffix.lower() in {".tsv", ".tab"}:
        return "\t"
    headers = {delimiter: [name.strip('" ') for name in header.split(delimiter)] for delimiter in ",;\t"}
    return max(headers, key=lambda delimiter: known_columns(headers[delimiter], raw.columns))


def _csv(lines: Sequence[str], delimiter: str) -> Iterator[Record]:
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


def _literal(lines: Sequence[str]) -> Iterator[Record]:
    return (Record(line, text.split("\t")) for line, text in enumerate(lines, start=1))


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
        ratings: columns by kind.
    """

    width: int
    id: int | None
    document: int | None
    system: int | None
    texts: Mapping[tuple[FileRole, str], int]
    ratings: Mapping[str, int]


def known_columns(header: Sequence[str], renamed: Mapping[str, str] | None = None) -> int:
    """Return how many names of a header are known ones."""
    return sum(_meaning(name, renamed or {}) is not None for name in header)


def read_header(path: Path, header: Sequence[str], renamed: Mapping[str, str], problems: list[Problem]) -> Columns:
    """Return the columns of a header; unknown ones are listed as a problem.

    Raises:
        InputError: if a column comes twice, no column has text, or one lacks another that it needs.
    """
    missing = [name for name in renamed if name not in header]
    if missing:
        raise InputError(path, f"no column {quoted(missing[0])}, found {shortened(', '.join(header))}", line=1)
    meanings = [_meaning(name, renamed) for name in header]
    twice = [meaning for meaning, count in Counter(filter(None, meanings)).items() if count > 1]
    if twice:
        raise InputError(path, f"column {quoted(_written(twice[0]))} comes twice, expected it once", line=1)
    unknown = [name for name, meaning in zip(header, meanings, strict=True) if meaning is None]
    places = {meaning: index for index, meaning in enumerate(meanings) if meaning is not None}
    columns = Columns(
        width=len(header),
        id=places.get(("id", "")),
        document=places.get(("document", "")),
        system=places.get(("system", "")),
        texts={(FileRole(kind), name): index for (kind, name), index in places.items() if kind in tuple(FileRole)},
        ratings={name or "rating": index for (kind, name), index in places.items() if kind == "rating"},
    )
    _check(path, header, columns)
    if unknown:
        names = ", ".join(f"'{name}'" for name in unknown)
        problems.append(Problem(path, 1, f"unknown columns ignored: {shortened(names)}; known are {KNOWN}"))
    return columns


def _check(path: Path, header: Sequence[str], columns: Columns) -> None:
    hypotheses = [name for role, name in columns.texts if role is FileRole.HYPOTHESIS]
    if not columns.texts:
        raise InputError(
            path, f"no column with text, found {shortened(', '.join(header))}; expected some of {KNOWN}", line=1
        )
    if columns.document is not None and columns.id is None:
        raise InputError(path, "a column document but no column id, expected both", line=1)
    if columns.system is not None and (columns.id is None or hypotheses != [""]):
        raise InputError(
            path, "a column system needs the columns id and hypothesis (one row a segment and system)", line=1
        )
    if columns.ratings and len(hypotheses) != 1:
        raise InputError(
            path,
            f"a rating for {len(hypotheses)} hypothesis columns, expected one; give systems rows and a column system",
            line=1,
        )


def _meaning(name: str, renamed: Mapping[str, str]) -> tuple[str, str] | None:
    """Return kind and name of a column, None if it is unknown."""
    known = renamed.get(name, name).strip()
    kind, colon, rest = known.partition(":")
    kind = _SHORT.get(kind.strip().lower(), kind.strip().lower())
    match = _COLUMN.fullmatch(kind + colon + rest.strip())
    if match is None:
        return None
    kind, count, label = match[1], match[2], match[3] or ""
    if (count and kind not in _NUMBERED) or (label and kind not in _NAMED):
        return None
    return kind, label or (kind + count if kind in {"reference", "source"} else "")


def _written(meaning: tuple[str, str]) -> str:
    kind, name = meaning
    return f"{kind}:{name}" if name and not name.startswith(kind) else name or kind
