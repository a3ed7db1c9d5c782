"""How large a workbook is when unpacked, found out without unpacking it: a megabyte of ZIP can hold gigabytes."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from xml.parsers import expat

from meantree.escaping import quoted

MOST_PACKED, MOST_BYTES, MOST_BETWEEN = 50_000_000, 100_000_000, 1 << 18
"""Bytes of a file, of all its parts together when unpacked, and from one start of an XML element to the next."""
MOST_ELEMENTS, MOST_OTHERS = 2_500_000, 300_000
"""XML elements of all parts: about three for each cell with a text; and in a part those that are no cells or texts."""
CELLS = frozenset({"row", "c", "v", "is", "si", "t", "f", "table-row", "table-cell", "p", "span", "s"})
MOST_CELLS = 750_000
"""Cells of the smallest rectangle from A1 that holds a sheet."""
LONGEST_CELL, MOST_TEXT = 32_767, 50_000_000
"""Characters of a cell, which spreadsheets do not exceed either, and of all cells: many may share one stored text."""
CHUNK = 1 << 16
NAMES = {"row": "row", "c": "cell"}
_CELL = re.compile(r"([A-Z]{0,3})([1-9][0-9]{0,6})")


def require_small(data: bytes) -> bool:
    """Check the sizes of a workbook (XLSX, ODS) in bounded time and memory; return whether an XLSX has formulas.

    Raises:
        ValueError: if it is larger than these limits, or has a document type, which may define endless texts.
        zipfile.BadZipFile, OSError, …: if it cannot be unpacked.
    """
    if len(data) > MOST_PACKED:
        raise ValueError(f"{len(data):,} bytes, expected at most {MOST_PACKED:,}")
    size = elements = formulas = 0
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for part in archive.infolist():
            if part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):  # others inflate without limit
                raise ValueError(f"{quoted(part.filename)} is compressed in an unknown way")
            measured = _Part(part.filename, elements)
            with archive.open(part) as stream:
                while chunk := stream.read(CHUNK):
                    size += len(chunk)
                    if size > MOST_BYTES:
                        raise ValueError(f"it unpacks to more than {MOST_BYTES:,} bytes")
                    measured.read(chunk)
            elements, formulas = measured.elements, formulas + measured.formulas
    return formulas > 0


def bounded_rows(rows: Iterable[Sequence[object]]) -> Iterator[Sequence[object]]:
    """Yield the rows of a sheet.

    Raises:
        ValueError: if a cell, or all cells together, have more characters than these limits.
    """
    total = 0
    for number, row in enumerate(rows, start=1):
        lengths = [len(value) for value in row if isinstance(value, str)]
        total += sum(lengths)
        if max(lengths, default=0) > LONGEST_CELL or total > MOST_TEXT:
            limit = f"at most {LONGEST_CELL:,} characters in a cell, and {MOST_TEXT:,} in all"
            raise ValueError(f"row {number:,}: found more text, expected {limit}")
        yield row


class _Part:
    """One part, read in chunks; one that is not XML has no elements."""

    def __init__(self, name: str, elements: int) -> None:
        self.name, self.elements, self.formulas, self._others = name, elements, 0, 0
        self._bytes = self._start = self._row = self._column = self._rows = self._columns = 0
        self._parser: expat.XMLParserType | None = expat.ParserCreate()
        self._parser.StartElementHandler = self._count
        self._parser.StartDoctypeDeclHandler = self._refuse

    def read(self, chunk: bytes) -> None:
        if self._parser is None:
            return
        self._bytes += len(chunk)
        try:
            self._parser.Parse(chunk, False)
        except expat.ExpatError:
            self._parser = None
        else:
            if self._bytes - self._start > MOST_BETWEEN:
                raise ValueError(f"{quoted(self.name)} has a text of more than {MOST_BETWEEN:,} bytes")

    def _refuse(self, *_: object) -> None:
        raise ValueError(f"{quoted(self.name)} has a document type, expected none")

    def _count(self, name: str, attributes: Mapping[str, str]) -> None:
        self._start = self._bytes  # of the end of its chunk: near enough
        self.elements += 1
        if self.elements > MOST_ELEMENTS:
            raise ValueError(f"more than {MOST_ELEMENTS:,} elements, expected fewer; a large table can be a CSV file")
        kind = name.rpartition(":")[2]
        self._others += kind not in CELLS
        self.formulas += kind == "f"
        if self._others > MOST_OTHERS:
            raise ValueError(f"{quoted(self.name)} has more than {MOST_OTHERS:,} elements that are no cells")
        if kind not in NAMES:
            return
        is_row, place = kind == "row", attributes.get("r", "")
        self._row, self._column = (self._row + 1, 0) if is_row else (self._row, self._column + 1)
        if place:
            found = _CELL.fullmatch(place)
            if found is None or is_row is bool(found[1]):
                raise ValueError(f"{self._where(kind, place)}: expected a place such as A1")
            self._row = int(found[2])
            self._column = _number(found[1])
        self._rows, self._columns = max(self._rows, self._row), max(self._columns, self._column)
        if self._rows * self._columns > MOST_CELLS:
            size = f"{self._rows:,} × {self._columns:,} cells, expected at most {MOST_CELLS:,}"
            raise ValueError(f"{self._where(kind, place)}: {size}; a large table can be a CSV file")

    def _where(self, kind: str, place: str) -> str:
        return f"{quoted(self.name)}, {NAMES[kind]} {quoted(place)}"


def _number(letters: str) -> int:
    """Return the number of a column, from 1: 1 for A, 27 for AA; 0 for no letters."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number
