"""The rows of a table: what separates cells, and which quotes are the table's own."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from meantree.corpus.formats.columns import known_columns
from meantree.corpus.formats.decode import RawFile

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
