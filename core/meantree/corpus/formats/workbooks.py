"""The cells of workbooks (XLSX, ODS), and how large these are when unpacked: a megabyte of ZIP can hold gigabytes."""

from __future__ import annotations

import io
import itertools
import re
import warnings
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final
from xml.parsers import expat

from lxml import etree

from meantree.corpus.formats.raw_file import RawFile
from meantree.errors import InputError
from meantree.escaping import quoted, shortened

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


ODS: Final = "content.xml"
"""The part of an ODS that has its cells."""
_TABLE, _OFFICE = (f"{{urn:oasis:names:tc:opendocument:xmlns:{name}:1.0}}" for name in ("table", "office"))
_BLANKS: Final = {"tab": "\t", "line-break": "\n"}
_NO_TEXT: Final = frozenset({"annotation", "note"})
NO_VALUE: Final = "a formula without its value; open the workbook in a spreadsheet program and save it"


def workbook_rows(raw: RawFile, as_text: Callable[[str], str]) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield number (from 1) and cells of each row of the first sheet, as wide as the first; formulas by their values.

    Args:
        raw: the workbook.
        as_text: applied to the text of each cell.

    Raises:
        InputError: if it is larger than these limits allow, damaged, or a formula has
            no value.
    """

    def cell(value: object) -> str:
        if isinstance(value, float) and value.is_integer():
            return str(int(value))
        return "" if value is None else as_text(str(value))

    try:
        has_formulas = require_small(raw.data)
        with zipfile.ZipFile(io.BytesIO(raw.data)) as archive:
            is_ods = ODS in archive.namelist()
        values = _ods_rows(raw.data) if is_ods else _xlsx_rows(raw.data, has_formulas=has_formulas)
        with warnings.catch_warnings(action="ignore"):  # of parts that are not read
            rows = [list(map(cell, row)) for row in bounded_rows(values)]
    except Exception as error:  # a damaged file makes unpacking, XML and openpyxl raise nearly anything
        raise InputError(raw.path, f"cannot be read as a workbook ({shortened(str(error), 300)})") from error
    while rows and rows[0] and not rows[0][-1]:  # columns with a format alone
        rows[0].pop()
    width = len(rows[0]) if rows else 0
    for number, row in enumerate(rows, start=1):
        yield number, [*row[:width], *[""] * (width - len(row)), *filter(None, row[width:])]


def _xlsx_rows(data: bytes, *, has_formulas: bool) -> Iterator[Sequence[object]]:
    from openpyxl import load_workbook

    def rows(*, as_shown: bool, are_values: bool) -> Iterator[Sequence[Any]]:
        sheet = load_workbook(io.BytesIO(data), read_only=True, data_only=as_shown).worksheets[0]
        sheet.reset_dimensions()  # what the file says of them may be wrong
        return sheet.iter_rows(values_only=are_values)

    if not has_formulas:
        yield from rows(as_shown=True, are_values=True)
        return
    pairs = zip(rows(as_shown=True, are_values=False), rows(as_shown=False, are_values=True), strict=True)
    for number, (row, formulas) in enumerate(pairs, start=1):
        for cell, formula in zip(row, formulas, strict=True):
            if cell.value is None and formula is not None and cell.data_type != "str":  # an empty text
                raise ValueError(f"row {number:,}: {NO_VALUE}")
        yield [cell.value for cell in row]


def _ods_rows(data: bytes) -> Iterator[Sequence[object]]:
    """Yield the rows of the first sheet; empty ones that repeat to the end of the sheet are left out."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open(ODS) as stream:
        done, blank, width = 0, 0, 1
        tags = [f"{_TABLE}{name}" for name in ("table", "table-row")]
        for _, element in etree.iterparse(stream, tag=tags, resolve_entities=False, no_network=True, load_dtd=False):
            if element.tag == tags[0]:
                return
            cells, count = _ods_cells(element, done + blank + 1), _repeats(element, "rows")
            element.clear()
            if not cells:
                blank += count
                continue
            width, done = max(width, len(cells)), done + blank + count
            if done * width > MOST_CELLS:
                raise ValueError(f"{done:,} × {width:,} cells, expected at most {MOST_CELLS:,}")
            yield from itertools.chain(itertools.repeat((), blank), itertools.repeat(cells, count))
            blank = 0
    raise ValueError("found no sheet")


def _repeats(element: etree._Element, what: str) -> int:
    return max(1, int(element.get(f"{_TABLE}number-{what}-repeated", "1")))


def _ods_cells(row: etree._Element, number: int) -> list[object]:
    cells, blank = list[object](), 0
    for cell in row.iterchildren(f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
        count, value = _repeats(cell, "columns"), cell.get(f"{_OFFICE}value")
        text = "\n".join(_ods_text(part) for part in cell.iterchildren("{*}p")) if value is None else float(value)
        if text == "" and cell.get(f"{_TABLE}formula") and cell.get(f"{_OFFICE}value-type") is None:
            raise ValueError(f"row {number:,}: {NO_VALUE}")
        if text == "":
            blank += count
            continue
        if len(cells) + blank + count > MOST_CELLS:
            raise ValueError(f"row {number:,}: more than {MOST_CELLS:,} cells")
        cells += [None] * blank + [text] * count
        blank = 0
    return cells


def _ods_text(element: etree._Element) -> str:
    """Return the text of a paragraph or a part of it: white space is one blank, more of it has elements of its own."""
    pieces = [re.sub(r"\s+", " ", element.text or "")]
    for part in element.iterchildren():
        name = str(part.tag).rpartition("}")[2]
        if name == "s":
            number = next((str(value) for key, value in part.attrib.items() if str(key).endswith("}c")), "1")
            pieces.append(" " * min(int(number), LONGEST_CELL + 1))
        elif name in _BLANKS:
            pieces.append(_BLANKS[name])
        elif name not in _NO_TEXT:
            pieces.append(_ods_text(part))
        pieces.append(re.sub(r"\s+", " ", part.tail or ""))
    return "".join(pieces)
