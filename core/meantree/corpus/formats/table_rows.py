"""The header of a table: which column means what."""

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
"""The columns as messages show them."""

_SHORT = {"doc": "document", "src": "source", "ref": "reference", "hyp": "hypothesis", "segment": "id", "seg_id": "id"}
_COLUMN = re.compile(r"(id|document|system|source|reference(?=\d*$|:)|hypothesis|rating)(\d*)(?::(.+))?")
_NUMBERED = frozenset({"reference"})
_NAMED = frozenset({"reference", "hypothesis", "rating"})


@dataclass(frozen=True, slots=True)
class Columns:
    """Columns by meaning, each a 0-based index; None where the table has none.

    ``texts`` are the columns with text: role and name (empty for a hypothesis column without one). ``ratings`` are
    columns by kind. ``width`` is the number of all columns, the unknown ones included.
    """

    width: int
    id: int | None
    document: int | None
    system: int | None
    texts: Mapping[tuple[FileRole, str], int]
    ratings: Mapping[str, int]


def known_columns(header: Sequence[str], renamed: Mapping[str, str] | None = None) -> int:
    """How many of the names in a header are known ones."""
    return sum(_meaning(name, renamed or {}) is not None for name in header)


def read_header(path: Path, header: Sequence[str], renamed: Mapping[str, str], problems: list[Problem]) -> Columns:
    """Find the columns; unknown ones are listed as a problem.

    Raises:
        InputError: if a column comes twice, no column holds text, or those that belong together are not all there.
    """
    absent = [name for name in renamed if name not in header]
    if absent:
        raise InputError(path, f"no column {quoted(absent[0])}, found {shortened(', '.join(header))}", line=1)
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
    _require(path, header, columns)
    if unknown:
        names = ", ".join(f"'{name}'" for name in unknown)
        found = f"unknown columns ignored: {shortened(names)}; known are {KNOWN}"
        problems.append(Problem(path, 1, found))
    return columns


def _require(path: Path, header: Sequence[str], columns: Columns) -> None:
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
    """Kind and name of a column, or None if it is unknown."""
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


_CELL = re.compile(r'("[^"]*+(?:""[^"]*+)*+"|[^"\t\n]*+)([\t\n])')


@dataclass(frozen=True, slots=True)
class Record:
    """One row of a table: where it starts (from 1) and its cells, or what is wrong with it."""

    line: int
    cells: Sequence[str]
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Records:
    """All rows, the header first; ``enclosed`` if it is a TSV in which cells with quotes are enclosed in quotes."""

    rows: Iterator[Record]
    enclosed: bool = False


def records_of(raw: RawFile) -> Records:
    """Cut a table into rows.

    CSV (comma or semicolon) has quotes. In TSV a quote is a character like any other, unless the file as a whole says
    otherwise: spreadsheets and pandas enclose a cell in quotes if it has a quote, tab or line end, and double the
    quotes in it.

    Raises:
        InputError: if the bytes are no text.
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
    cut = {delimiter: [name.strip('" ') for name in header.split(delimiter)] for delimiter in ",;\t"}
    return max(cut, key=lambda delimiter: known_columns(cut[delimiter], raw.columns))


def _csv(lines: Sequence[str], delimiter: str) -> Iterator[Record]:
    reader = csv.reader((line + "\n" for line in lines), delimiter=delimiter, strict=True)
    while True:
        line = reader.line_num + 1
        try:
            yield Record(line, next(reader))
        except StopIteration:
            return
        except csv.Error as error:
            # The reader starts anew with the line after the one it gave up on.
            yield Record(line, (), str(error))


def _literal(lines: Sequence[str]) -> Iterator[Record]:
    return (Record(line, text.split("\t")) for line, text in enumerate(lines, start=1))


def _enclosed(lines: Sequence[str]) -> list[Record]:
    """The rows of a TSV that encloses cells in quotes; none if it does not.

    All its quotes must be of that kind, and one cell must need them. A cell over tabs or line ends may as well be
    several, the first with a quote at its beginning and the last at its end, as direct speech has them: it is one cell
    if more rows have as many cells as the header then.
    """
    rows = _raw_rows("".join(f"{line}\n" for line in lines)) if any('"' in line for line in lines) else []
    if any("\t" in cell or "\n" in cell for _, cells in rows for cell in cells):
        literal = (line.split("\t") for line in lines)
        found = _misfits(cells for _, cells in rows) < _misfits(literal)
    else:
        found = any(cells == ['""'] or any('"' in cell[1:-1] for cell in cells) for _, cells in rows)
    return [Record(line, [_content(cell) for cell in cells]) for line, cells in rows] if found else []


def _raw_rows(text: str) -> list[tuple[int, list[str]]]:
    """Rows with their first lines, cells still in their quotes; none if a quote neither encloses nor is doubled."""
    rows, cells, place, line = list[tuple[int, list[str]]](), list[str](), 0, 1
    while place < len(text):
        found = _CELL.match(text, place)
        if found is None:
            return []
        place = found.end()
        cells.append(found[1])
        if found[2] == "\n":
            rows.append((line, cells))
            line += 1 + sum(cell.count("\n") for cell in cells)
            cells = []
    return rows


def _misfits(rows: Iterable[Sequence[str]]) -> int:
    """How many rows have another number of cells than the first; empty ones have none."""
    widths = [len(cells) for cells in rows if len(cells) > 1 or cells[0].strip()]
    return sum(width != widths[0] for width in widths)


def _content(cell: str) -> str:
    return cell[1:-1].replace('""', '"') if cell.startswith('"') else cell
