"""Which quotes in a table are the table's own."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from meantree.corpus.formats import InputFile, read_corpus
from meantree.corpus.formats.raw_file import RawFile
from meantree.corpus.formats.table_rows import records_of

Write = Callable[[str, str | bytes], Path]
Rows = list[list[str]]
HEADER = ["id", "source", "hypothesis"]
CELLS = st.text(st.sampled_from('"\t\na ,é'), max_size=6)


def tables(cells: st.SearchStrategy[str]) -> st.SearchStrategy[Rows]:
    rows = st.lists(st.lists(cells, min_size=3, max_size=3), min_size=1, max_size=4)
    return rows.map(lambda found: [HEADER, *found])


def read(text: str) -> tuple[Rows, bool]:
    found = records_of(RawFile(Path("t.tsv"), text.encode()))
    return [list(record.cells) for record in found.rows], found.enclosed


def written(rows: Rows) -> str:
    text = io.StringIO(newline="")
    csv.writer(text, delimiter="\t", quoting=csv.QUOTE_MINIMAL).writerows(rows)
    return text.getvalue()


def fits_as_it_stands(text: str) -> bool:
    """Whether the lines make rows of three without any quotes; then they are these rows."""
    return all(line.count("\t") == 2 for line in text.splitlines() if line.strip())


@given(tables(CELLS))
@example([HEADER, ["1", 'He said "no"', '"No"']])
@example([HEADER, ["1", "two\nlines", "a\ttab"], ["2", "", ""]])
@example([HEADER, ["1", '"', '""']])
def test_what_python_writes_comes_back(rows: Rows) -> None:
    text = written(rows)
    joined = any(set("\t\n") & set(cell) for row in rows for cell in row)
    assume(not (joined and fits_as_it_stands(text)))
    assert read(text) == (rows, '"' in text)


def is_enclosed(cell: str) -> bool:
    return len(cell) > 1 and cell[0] == cell[-1] == '"' and '"' not in cell[1:-1].replace('""', "")


@given(tables(st.text(st.sampled_from('"a ,'), max_size=6)))
@example([HEADER, ["1", '"Yes"', "no"]])
@example([HEADER, ["1", "a", '"Hello'], ["2", "b", 'world"']])
def test_what_is_written_literally_comes_back(rows: Rows) -> None:
    with_quotes = [cell for row in rows for cell in row if '"' in cell]
    by_chance = all(map(is_enclosed, with_quotes)) and any('""' in cell[1:-1] for cell in with_quotes)
    assume(not by_chance)
    assert read("".join("\t".join(row) + "\n" for row in rows)) == (rows, False)


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        pytest.param(['"He said ""no"""', "x"], ['He said "no"', "x"], id="doubled"),
        pytest.param(['"He said ""no"""', '"Yes, sir"'], ['He said "no"', "Yes, sir"], id="as Excel encloses commas"),
        pytest.param(['"He said ""no"""', 'an 11" pipe'], None, id="one quote is otherwise"),
        pytest.param(['"He said ""no"""', '"a" or "b"'], None, id="inner quotes not doubled"),
        pytest.param(['"Yes, sir"', "x"], None, id="enclosed without need"),
        pytest.param(['"', '"'], None, id="two lone quotes"),
        pytest.param(['""', "x"], None, id="two quotes"),
    ],
)
def test_the_whole_file_tells(cells: Sequence[str], expected: Sequence[str] | None) -> None:
    rows, enclosed = read("source\thypothesis\n" + "\t".join(cells))
    assert enclosed is (expected is not None)
    assert rows[1] == list(expected or cells)


def test_an_empty_cell_alone_in_its_row() -> None:
    assert read(written([["hypothesis"], [""], ["a"]])) == ([["hypothesis"], [""], ["a"]], True)


def test_a_broken_row_among_cells_of_several_lines() -> None:
    rows, enclosed = read('id\tsource\n1\t"a\nb"\n2\n3\t"c\n\nd"\n')
    assert enclosed
    assert rows == [["id", "source"], ["1", "a\nb"], ["2"], ["3", "c\n\nd"]]


def test_a_table_with_quotes_of_its_own_says_so_once(write: Write) -> None:
    path = write(
        "t.tsv",
        'id\tsystem\tsource\thypothesis\trating\r\n1\tA\t"He said ""no"""\t"two\r\nlines"\t1\r\n2\tA\tx\ty\tgood\r\n',
    )
    corpus = read_corpus([InputFile(path)])
    first, second = corpus.segments
    assert (first.source, first.hypotheses["A"].text) == ('He said "no"', "two\nlines")
    note, fault = corpus.problems
    assert "cells with quotes are enclosed in quotes" in note.message
    assert (note.segment, note.line) == (None, None), "no segment is spoilt"
    assert (fault.segment, fault.line) == (second.id, 4), "lines are those of the file"
