"""The report as a workbook."""

from __future__ import annotations

import errno
import gc
import io
import math
import sys
from datetime import date

import pytest
from lxml.etree import SerialisationError
from openpyxl import Workbook, load_workbook
from openpyxl.utils import get_column_letter

from helpers.reports import ATTACKS, TWO, all_attacks, attacked, compared, contents_of, many
from meantree.comparison.prediction import Prediction
from meantree.errors import Cancelled, UsageError
from meantree.evaluation.value_table import ValueTable
from meantree.reporting.contents import Contents
from meantree.reporting.formats import workbook
from meantree.reporting.formats.workbook import cell_text, tables_workbook, workbook_parts
from meantree.reporting.request import ReportRequest

COUNTS = {"s": (2, 2, 0), "t": (1, 1, 0)}
"""The segments behind each score."""


def read(contents: Contents) -> Workbook:
    return load_workbook(io.BytesIO(b"".join(workbook_parts(contents))))


def rows(book: Workbook, sheet: str) -> list[tuple[object, ...]]:
    return [tuple(row) for row in book[sheet].iter_rows(values_only=True)]


def column(book: Workbook, sheet: str, name: str) -> list[object]:
    head, *cells = rows(book, sheet)
    return [row[head.index(name)] for row in cells]


def test_scores_are_the_numbers_of_the_table() -> None:
    contents = contents_of(TWO, ["edpm", "ter", "stm"])
    table, book = contents.table, read(contents)
    assert rows(book, "Systems") == [
        ("system", "edpm", "ter", "stm", "n:edpm", "n:ter", "n:stm"),
        *((name, *(table.system_score(name, spec) for spec in table.metrics), *COUNTS[name]) for name in ("s", "t")),
    ]
    assert rows(book, "Documents")[1:] == [
        (name, "d", 2, *(table.document_scores(name, spec)["d"] for spec in table.metrics), *COUNTS[name])
        for name in ("s", "t")
    ]
    assert [row[:6] for row in rows(book, "Segments")[1:]] == [
        (name, "d", str(place + 1), *(table.segment_score(name, spec, place) for spec in table.metrics))
        for name in ("s", "t")
        for place in (0, 1)
    ]
    cells = [cell for row in book["Segments"].iter_rows(min_row=2, min_col=4, max_col=5) for cell in row]
    assert {cell.data_type for cell in cells} == {"n"}
    assert {cell.number_format for cell in cells if cell.value is not None} == {"0.000"}


@pytest.mark.parametrize("value", [0.1 + 0.2, 2 / 3, 0.26627124784761597, 1e-17 / 3, -1e300 / 7, 12.0, 0.0])
def test_numbers_keep_every_digit(value: float) -> None:
    table = ValueTable("n", "", "", ("number",), ((value,),))
    (cell,) = load_workbook(io.BytesIO(tables_workbook([table], ""))).worksheets[0]["A"][1:]
    assert cell.value == value
    assert (cell.data_type, cell.number_format) == ("n", workbook.SCORE)


def test_units_and_steps_add_up_to_the_score() -> None:
    contents = contents_of(TWO, ["per"])
    book = read(contents)
    own = [row for row in rows(book, "Units") if row[:2] == ("d/1", "s")]
    matched = math.fsum(unit.matched for unit in compared(contents).units)
    assert math.fsum(float(str(row[8])) for row in own) == matched
    last = [row for row in rows(book, "Steps") if row[:2] == ("d/1", "t")][-1]
    assert last[3] == "score"
    assert last[5] == contents.table.segment_score("t", "per", 0)


def test_features_add_up_to_the_prediction() -> None:
    contents = contents_of(TWO, ["rte-r"])
    head, *cells = rows(read(contents), "Features")
    assert head[6:10] == ("value", "training mean", "weight", "contribution")
    features = [row for row in cells if row[:2] == ("d/1", "s")]
    prediction = Prediction.of(compared(contents).evidence)
    assert prediction is not None
    total = prediction.identical + math.fsum(float(str(row[9])) for row in features)
    assert total == pytest.approx(contents.table.segment_score("s", "rte-r", 0), abs=1e-12)


def test_no_text_is_a_formula() -> None:
    book, of_head = read(contents_of(all_attacks(), ["ter"])), read(contents_of(attacked("=1+1"), ["ter"]))
    for sheet in (*book, *of_head):
        for row in sheet.iter_rows():
            for cell in row:
                assert cell.data_type in ("s", "n")
                if isinstance(cell.value, str) and cell.value[0] in "=+-@":
                    assert cell.quotePrefix
    assert column(book, "Segments", "source") == [cell_text(attack) for attack in ATTACKS]
    assert not book.defined_names


def test_texts_as_cells_hold_them() -> None:
    assert cell_text("a\x00\x1b=b\ud800") == "a\\x00\\x1b=b\\ud800"
    assert cell_text("_x0041_ _x") == "_x005F_x0041_ _x"
    assert cell_text("a" * 40_000).endswith("a… (8,000 more characters)")


def test_texts_and_quotations_from_right_to_left_keep_the_order_of_their_cells() -> None:
    table = ValueTable("t", "T", "", ("a", "b"), (("קרא ספר.", "the object “ספר” of “x”"),))
    ((right, mixed),) = load_workbook(io.BytesIO(tables_workbook([table], "t"))).worksheets[0].iter_rows(2, 2)
    assert (right.value, right.alignment.readingOrder) == ("קרא ספר.", 2.0)
    assert mixed.value == "the object “\u2068ספר\u2069” of “x”"


@pytest.mark.parametrize("error", [SerialisationError("IO_ENOSPC"), OSError(errno.ENOSPC, "No space left on device")])
def test_a_full_disk_of_temporary_files_is_one_message(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def full(*_arguments: object) -> None:
        raise error

    monkeypatch.setattr(workbook._Sheet, "add", full)
    table = ValueTable("t", "T", "", ("a",), (("word",),))
    with pytest.raises(UsageError, match="the disk is full; nothing was written"):
        tables_workbook([table], "t")
    with pytest.raises(UsageError, match="the disk is full; nothing was written"):
        read(contents_of(TWO, ["per"]))


def test_a_text_that_is_wider_than_its_column_is_wrapped() -> None:
    table = ValueTable("t", "T", "", ("a", "b"), (("word " * 20, "word"),))
    ((wide, narrow),) = load_workbook(io.BytesIO(tables_workbook([table], "t"))).worksheets[0].iter_rows(2, 2)
    assert (wide.alignment.wrap_text, narrow.alignment.wrap_text) == (True, None)


def test_all_segments_that_the_filter_accepts_have_a_row_and_the_worst_their_units(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workbook, "MOST_TRANSLATIONS", 2)
    book = read(contents_of(many([4, 0, 2, 1]), ["ter"], ReportRequest(segments=("3",))))
    assert column(book, "Segments", "segment") == ["1", "2", "3", "4"], "whatever pages show"
    assert list(dict.fromkeys(row[0] for row in rows(book, "Units")[1:])) == ["2", "4"]
    book = read(contents_of(many([4, 0, 2, 1]), ["ter"], ReportRequest(filter="ter > .6")))
    assert column(book, "Segments", "segment") == ["2", "4"]
    assert {"document", "source"}.isdisjoint(rows(book, "Segments")[0]), "columns without a value"


def test_each_subject_has_its_sheet() -> None:
    book = read(contents_of())
    subjects = ("Summary", "Results", "What differs", "Systems", "Documents", "Segments")
    assert book.sheetnames == [*subjects, "Scores in words", "Findings", "Units", "Steps", "Signatures"]
    assert all(row[0] for row in rows(book, "Summary"))
    sheets = list(book)
    assert {sheet.freeze_panes for sheet in sheets} == {"A2"}
    filters = {sheet.title: sheet.auto_filter.ref for sheet in sheets}
    assert filters["Segments"] == f"A1:{get_column_letter(book['Segments'].max_column)}5"


def test_tables_of_one_sort_are_one_that_can_be_filtered() -> None:
    tables = [
        ValueTable("confusion", "Roles of a – b", "", ("a ↓ b →", "agent", "patient"), (("agent", 1, 2),)),
        ValueTable("confusion", "Roles of a – c", "", ("a ↓ c →", "patient", "none"), (("agent", 3, 4), ("x", 5, 0))),
    ]
    book = load_workbook(io.BytesIO(tables_workbook(tables, "")))
    assert book.sheetnames == ["Confusion"]
    assert rows(book, "Confusion") == [
        ("table", "row", "agent", "patient", "none"),
        ("Roles of a – b", "agent", 1, 2, None),
        ("Roles of a – c", "agent", None, 3, 4),
        ("Roles of a – c", "x", None, 5, 0),
    ]
    assert book["Confusion"].auto_filter.ref == "A1:E4"


def test_signatures_and_provenance_are_there_in_full() -> None:
    contents = contents_of(request=ReportRequest(date=date(2026, 1, 2), title="A title"))
    message = rows(read(contents), "Signatures")
    assert ("title", "A title") in message
    assert ("about", "2026-01-02") in message
    read_so = [row[0] for row in message if "Scores and their difference" in str(row[1])]
    assert read_so == ["sheet Results"], "how to read a table"
    assert [row for row in message if row[0] in contents.specs] == list(contents.signatures)


def test_two_names_of_one_metric_have_a_signature_each() -> None:
    contents = contents_of(many([1]), ["dpm", "edpm"])
    assert [row[0] for row in rows(read(contents), "Signatures") if row[0] in contents.specs] == ["dpm", "edpm"]


def test_a_full_sheet_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook, "MOST_ROWS", 2)
    assert rows(read(contents_of(many([1, 2, 3]), ["ter"])), "Segments")[3][0] == "… rows omitted: the sheet is full"


def test_a_workbook_that_was_stopped_prints_nothing(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def stop(*_args: object) -> None:
        raise Cancelled("stopped")

    monkeypatch.setattr(workbook, "_signatures", stop)
    monkeypatch.setattr(sys, "unraisablehook", sys.__unraisablehook__)
    with pytest.raises(Cancelled):
        list(workbook_parts(contents_of()))
    gc.collect()
    assert capfd.readouterr().err == ""
