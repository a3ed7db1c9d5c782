"""The cells of workbooks (XLSX, ODS)."""

from __future__ import annotations

import io
import itertools
import re
import warnings
import zipfile
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from lxml import etree

from meantree.corpus.formats.raw_file import RawFile
from meantree.corpus.formats.workbook_size import LONGEST_CELL, MOST_CELLS, bounded_rows, require_small
from meantree.errors import InputError
from meantree.escaping import shortened

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
        InputError: if it is larger than :mod:`meantree.corpus.formats.workbook_size` allows, damaged, or a formula has
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
