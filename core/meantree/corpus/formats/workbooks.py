"""The cells of workbooks (XLSX)."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Iterator, Sequence

from meantree.corpus.formats.raw_file import RawFile
from meantree.corpus.formats.workbook_size import bounded_rows, require_small
from meantree.errors import InputError
from meantree.escaping import shortened


def workbook_rows(raw: RawFile, as_text: Callable[[str], str]) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield number (from 1) and cells of each row of the first sheet, as wide as the first; formulas by their values.

    Args:
        raw: the workbook.
        as_text: applied to the text of each cell.

    Raises:
        InputError: if it is larger than :mod:`meantree.corpus.formats.workbook_size` allows, or damaged.
    """
    from openpyxl import load_workbook

    def cell(value: object) -> str:
        if isinstance(value, float) and value.is_integer():
            return str(int(value))
        return "" if value is None else as_text(str(value))

    try:
        require_small(raw.data)
        with warnings.catch_warnings(action="ignore"):  # of parts that are not read
            sheet = load_workbook(io.BytesIO(raw.data), read_only=True, data_only=True).worksheets[0]
            sheet.reset_dimensions()  # what the file says of them may be wrong
            rows = [list(map(cell, row)) for row in bounded_rows(sheet.iter_rows(values_only=True))]
    except Exception as error:  # a damaged file makes unpacking, XML and openpyxl raise nearly anything
        raise InputError(raw.path, f"cannot be read as a workbook ({shortened(str(error), 300)})") from error
    while rows and rows[0] and not rows[0][-1]:  # columns with a format alone
        rows[0].pop()
    width = len(rows[0]) if rows else 0
    for number, row in enumerate(rows, start=1):
        yield number, [*row[:width], *[""] * (width - len(row)), *filter(None, row[width:])]
