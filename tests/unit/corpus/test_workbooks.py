"""Workbooks: cells of both kinds; small files that unpack to much, and damaged ones, are one message."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

from helpers.hostile import open_document, open_row, workbook
from meantree.corpus.formats import workbooks
from meantree.corpus.formats.marked_errors import read_placed as read
from meantree.corpus.formats.raw_file import RawFile
from meantree.corpus.formats.workbooks import workbook_rows
from meantree.errors import InputError

PART = "xl/worksheets/sheet1.xml"
SHEET = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">%s<sheetData>%s</sheetData></worksheet>'
HEAD = "<row>" + "".join(
    f'<c t="inlineStr"><is><t>{name}</t></is></c>' for name in ("segment", "system", "side", "start", "end", "comment")
)


def _read(rows: str, before: str = "", parts: Mapping[str, bytes] = MappingProxyType({})) -> tuple[str, ...]:
    content = (SHEET % (before, f"{HEAD}</row>{rows}")).encode()
    data = workbook({PART: content} | dict(parts))
    return tuple(error.comment for error in read(RawFile(Path("e.xlsx"), data)).errors)


def _row(comment: str) -> str:
    cells = "".join(f'<c t="inlineStr"><is><t>{cell}</t></is></c>' for cell in ("1", "S", "", "", "", comment))
    return f"<row>{cells}</row>"


def test_sound_workbooks_are_read_whatever_they_say_of_their_size() -> None:
    assert _read(_row("a"), '<dimension ref="A1:XFD1048576"/>') == ("a",)
    assert _read("<row r='100'/>" + _row("b")) == ("b",)
    assert _read(_row("\\ud800 =1 '=1 \\u202e")) == ("\\ud800 =1 '=1 \\u202e",), "half a character stays an escape"


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ('<row r="1000000000"/>', "row '1000000000': expected a place"),
        ('<row r="-5"/>', "row '-5': expected a place"),
        ('<row><c r="A1000000000"/></row>', "cell 'A1000000000': expected a place"),
        ('<row r="9999999"><c r="A1"/></row>', "row '9999999': 9,999,999 × 6 cells, expected at most 750,000"),
        ('<row r="200"><c r="XFD200"/></row>', "cell 'XFD200': 200 × 16,384 cells"),
        (_row("a" * 5_000_000), "a text of more than 262,144 bytes"),
        (f'<row r="{"1" * 5_000_000}"/>', "a text of more than 262,144 bytes"),
        (" " * 5_000_000, "a text of more than 262,144 bytes"),
        ("</row>", "mismatched tag"),
    ],
    ids=range(9),
)
def test_sheets_that_are_too_large_or_damaged(rows: str, message: str) -> None:
    with pytest.raises(InputError, match=rf"e\.xlsx: cannot be read as a workbook \(.*{message}"):
        _read(rows)


@pytest.mark.parametrize(
    ("limit", "rows", "message"),
    [
        ("MOST_CELLS", "<row>" + "<c/>" * 100 + "</row>", "2 × 51 cells, expected at most 100"),
        ("MOST_ELEMENTS", "<row/>" * 100, "more than 100 elements"),
        ("MOST_OTHERS", "<a/>" * 101, "more than 100 elements that are no cells"),
    ],
)
def test_elements_are_counted(monkeypatch: pytest.MonkeyPatch, limit: str, rows: str, message: str) -> None:
    monkeypatch.setattr(workbooks, limit, 100)
    with pytest.raises(InputError, match=message):
        _read(rows)


@pytest.mark.parametrize(("limit", "row"), [("LONGEST_CELL", "row 2"), ("MOST_TEXT", "row 4")])
def test_cells_that_share_one_text_are_counted_each(monkeypatch: pytest.MonkeyPatch, limit: str, row: str) -> None:
    monkeypatch.setattr(workbooks, limit, {"LONGEST_CELL": 50, "MOST_TEXT": 250}[limit])
    with pytest.raises(InputError, match=f"{row}: found more text, expected at most"):
        _read(3 * _row("x" * 90))


def test_no_part_may_unpack_to_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbooks, "MOST_BYTES", 1_000_000)
    for part in ("xl/sharedStrings.xml", "xl/media/a.png"):
        with pytest.raises(InputError, match="more than 1,000,000 bytes"):
            _read("", "", {part: b"\0" * 2_000_000})


def test_entities_and_other_packings_are_refused() -> None:
    laughs = '<!DOCTYPE a [<!ENTITY a "a">]>'
    data = workbook({PART: (laughs + SHEET % ("", HEAD + "</row>")).encode()})
    with pytest.raises(InputError, match="has a document type"):
        read(RawFile(Path("e.xlsx"), data))
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("a", b"\0" * 1_000)
    with pytest.raises(InputError, match="compressed in an unknown way"):
        read(RawFile(Path("e.xlsx"), stream.getvalue()))
    large = b"PK\x03\x04" + bytes(workbooks.MOST_PACKED)
    with pytest.raises(InputError, match="50,000,004 bytes"):
        read(RawFile(Path("e.xlsx"), large))


BLANK = (
    '<table:table-row table:number-rows-repeated="%s"><table:table-cell table:number-columns-repeated="%s"/>'
    "</table:table-row>"
)
CELL = "<table:table-cell %s>%s</table:table-cell>"


def _open_rows(*rows: str) -> list[list[str]]:
    return [[*cells] for _, cells in workbook_rows(RawFile(Path("x.ods"), open_document(*rows)), str)]


def test_cells_of_open_documents() -> None:
    rich = "a <text:span>b<text:s text:c='2'/>c</text:span>\n d<text:tab/>e<office:annotation>no</office:annotation>"
    rich += "</text:p><text:p>f"
    number = CELL % ('office:value-type="float" office:value="0.75"', "<text:p>0,75</text:p>")
    twice = CELL % ('table:number-columns-repeated="2"', "<text:p>t</text:p>")
    last = BLANK % (1_048_000, 16_384)
    assert _open_rows(open_row("x", rich, more=number), BLANK % (2, 3), open_row("y", more=twice), last) == [
        ["x", "a b  c d\te\nf", "0.75"], ["", "", ""], ["", "", ""], ["y", "t", "t"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (BLANK % (1_000_000, 1) + open_row("z"), r"1,000,002 × 1 cells, expected at most 750,000"),
        (open_row(more=CELL % ('table:number-columns-repeated="1000000"', "<text:p>z</text:p>")), "row 2: more than"),
        (open_row("<text:s text:c='999999999'/>z"), "row 2: found more text"),
        (open_row(more=CELL % ('table:formula="of:=A1"', "")), "row 2: a formula without its value"),
        (BLANK % ("x", 1), "invalid literal"),
    ],
    ids=range(5),
)
def test_open_documents_that_are_too_large_or_damaged(row: str, message: str) -> None:
    with pytest.raises(InputError, match=rf"x\.ods: cannot be read as a workbook \(.*{message}"):
        _open_rows(open_row("a"), row)


@pytest.mark.parametrize(("cell", "value"), [("<v></v>", None), ("<v>b</v>", "b"), ("", None)])
@pytest.mark.parametrize("kind", ["", 't="str"'])
def test_formulas_are_read_by_their_values(cell: str, value: str | None, kind: str) -> None:
    formula = f"<row>{'<c/>' * 5}<c {kind}><f>A1</f>{cell}</c></row>"
    if kind and value:
        assert _read(formula) == (value,)
    elif kind:
        assert _read(formula + _row("c")) == ("c",), "an empty text is a value"
    elif not value:
        with pytest.raises(InputError, match="row 2: a formula without its value"):
            _read(formula)
