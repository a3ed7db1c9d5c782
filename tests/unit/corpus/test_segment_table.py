"""TSV and CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from helpers.input_files import Write
from meantree.corpus.corpus import Rating
from meantree.corpus.formats import InputFile, read_corpus
from meantree.corpus.formats.raw_file import RawFile
from meantree.corpus.formats.segment_table import records_of
from meantree.errors import ColumnsError, InputError


def test_wide_form(write: Write) -> None:
    path = write(
        "t.tsv",
        "id\tdocument\tsource\treference\treference2\treference:post-edit\thypothesis:A\thypothesis:B\n"
        's1\td1\tein "Satz\ta "sentence\t\tp\tx\t\n'
        "s1\td2\tzwei\ttwo\t2\tq\ty\tz\n",
    )
    corpus = read_corpus([InputFile(path)])
    assert [segment.key for segment in corpus.segments] == ["d1/s1", "d2/s1"]
    assert corpus.references == ("reference", "post-edit", "reference2")
    assert corpus.systems == ("A", "B")
    first = corpus.segments[0]
    assert first.source == 'ein "Satz', "TSV knows no quotes"
    assert set(first.references) == {"reference", "post-edit"}, "an empty cell is no reference"
    assert first.hypotheses["B"].text == "", "an empty cell is an empty translation"


def test_long_form_with_ratings(write: Write) -> None:
    path = write(
        "t.csv",
        "id,system,source,hypothesis,rating:mqm,rating\n"
        '1,A,eins,"one, ""quoted""\nand more",-1.5,3\n1,B,eins,won,,none\n2,B,zwei,two,0,\n',
    )
    first, second = read_corpus([InputFile(path)]).segments
    assert {name: text.text for name, text in first.hypotheses.items()} == {"A": 'one, "quoted"\nand more', "B": "won"}
    assert first.ratings == (Rating("A", "mqm", -1.5), Rating("A", "rating", 3.0))
    assert (set(second.hypotheses), second.ratings) == ({"B"}, (Rating("B", "mqm", 0.0),))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        pytest.param("t.csv", "source;hypothesis\na, b;c\n", id="semicolons"),
        pytest.param("t.csv", '"source","hypothesis"\n"a, b","c"\n', id="quoted header"),
        pytest.param("t.csv", "source\thypothesis\na, b\tc\n", id="tabs in a .csv"),
        pytest.param("t.tsv", "Source\tHYP\r\na, b\tc\r\n\r\n", id="short names, any case, blank line at the end"),
    ],
)
def test_without_ids_rows_are_numbered(write: Write, name: str, content: str) -> None:
    (segment,) = read_corpus([InputFile(write(name, content))]).segments
    assert (segment.id, segment.source, segment.hypotheses["t"].text) == ("1", "a, b", "c")


def test_given_mapping(write: Write) -> None:
    path = write("t.tsv", "original\ttranslation\nein\tone\n")
    corpus = read_corpus([InputFile(path, columns={"original": "source", "translation": "hypothesis:S"})])
    assert (corpus.segments[0].source, corpus.systems, corpus.problems) == ("ein", ("S",), ())


@pytest.mark.parametrize("given", ["reference", "source\treference"])
def test_columns_that_may_be_translations(write: Write, given: str) -> None:
    path = write("t.tsv", f"{given}\tone\ttwo\tnote, why\n" + "a\t" * given.count("\t") + "a\tb\tc\td\n")
    (problem,) = read_corpus([InputFile(path)]).problems
    assert problem.message.endswith("as in --columns hypothesis:one=one,hypothesis:two=two")
    with pytest.raises(ColumnsError, match="no column with translations") as caught:
        read_corpus([InputFile(path)], require_translations=True)
    assert list(caught.value.columns.values())[-3:] == ["", "", ""]
    others = [InputFile(path), InputFile(write("hyp.a.en", "x\n"))]
    assert read_corpus(others, require_translations=True).systems == ("a",)


def test_mapping_of_an_absent_column(write: Write) -> None:
    path = write("t.tsv", "a\tb\n1\t2\n")
    with pytest.raises(InputError, match="no column 'c', found a, b"):
        read_corpus([InputFile(path, columns={"c": "source"})])


def test_unusable_row_without_ids_keeps_the_others_in_place(write: Write) -> None:
    table = write("t.tsv", "reference\thypothesis\na\tb\nc\nd\te\n")
    corpus = read_corpus([InputFile(table), InputFile(write("src.de", "1\n2\n3\n"))])
    assert [segment.source for segment in corpus.segments] == ["1", "2", "3"]
    assert [set(segment.hypotheses) for segment in corpus.segments] == [{"t"}, set(), {"t"}]


Rows = list[list[str]]
HEADER = ["id", "source", "hypothesis"]
CELLS = st.text(st.sampled_from('"\t\na ,é'), max_size=6)


def tables(cells: st.SearchStrategy[str]) -> st.SearchStrategy[Rows]:
    rows = st.lists(st.lists(cells, min_size=3, max_size=3), min_size=1, max_size=4)
    return rows.map(lambda found: [HEADER, *found])


def read(text: str) -> tuple[Rows, bool]:
    result = records_of(RawFile(Path("t.tsv"), text.encode()))
    return [list(record.cells) for record in result.rows], result.enclosed


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
