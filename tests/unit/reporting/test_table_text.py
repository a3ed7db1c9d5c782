"""Tables of values in their formats."""

from __future__ import annotations

import json

from meantree.evaluation.value_table import ValueTable, cell_text, name_columns
from meantree.reporting.table_text import tables_csv, tables_json, tables_tex, tables_tsv

TABLE = ValueTable("t", "T_1", "50 % & more", ("name", "score", "n"), (("=a", 0.5, 1_000), ("b", None, 2)))


def test_values_are_written_for_readers() -> None:
    values = (None, 0.0, -0.25, 1234, "a\x1b")
    assert [cell_text(value) for value in values] == ["–", "0.000", "−0.250", "1,234", r"a\x1b"]


def test_tables_as_text_for_scripts() -> None:
    table = ValueTable("one", "One", "", ("=head", "n"), (("=1+1", 0.5), ("a\tb", None), ("c", 3)))
    assert tables_tsv([table]).splitlines() == ["'=head\tn", "'=1+1\t0.500000", "a\\tb\t", "c\t3"]
    assert tables_csv([table]).splitlines() == ["'=head,n", "'=1+1,0.500000", "a\\tb,", "c,3"]


def test_several_tables_are_one_long_table() -> None:
    first = ValueTable("one", "One", "", ("=head", "n"), (("=1+1", 0.5), ("b", None)))
    second = ValueTable("two", "Two", "", ("x",), ((7,),))
    assert tables_tsv([first, second, first]).splitlines() == [
        "table\trow\tcolumn\tvalue",
        "one\t1\t'=head\t'=1+1",
        "one\t1\tn\t0.500000",
        "one\t2\t'=head\tb",
        "one\t2\tn\t",
        "two\t1\tx\t7",
        "one\t3\t'=head\t'=1+1",
        "one\t3\tn\t0.500000",
        "one\t4\t'=head\tb",
        "one\t4\tn\t",
    ]


def test_small_scores_keep_their_digits_in_tsv() -> None:
    rows = tuple((value,) for value in (0.0, 0.25, -0.25, 0.00003123456, -0.0009, 1e-12))
    lines = tables_tsv([ValueTable("t", "", "", ("x",), rows)]).splitlines()[1:]
    expected = ["0.000000", "0.250000", "-0.250000", "3.12346e-05", "-0.0009", "1e-12"]
    assert lines == expected


def test_an_empty_cell_leaves_a_column_of_numbers_at_the_right() -> None:
    assert name_columns(ValueTable("t", "", "", ("x", "y"), (("a", 1), ("b", "")))) == [0]


def test_json_has_all_of_it() -> None:
    assert json.loads(tables_json([TABLE])) == [
        {
            "name": "t",
            "title": "T_1",
            "note": "50 % & more",
            "head": ["name", "score", "n"],
            "rows": [["=a", 0.5, 1000], ["b", None, 2]],
        }
    ]


def test_latex_sets_numbers_at_the_right_and_escapes_signs() -> None:
    source = tables_tex([TABLE, TABLE])
    assert source.count(r"\begin{longtable}{lrr}") == 2
    assert r"\section*{T\_1}" in source
    assert r"50 \% \symbol{38} more" in source
    assert "=a & 0.500 & 1{,}000 \\\\\n" in source
    assert source.endswith("\\end{document}\n")


def test_latex_breaks_long_cells_in_the_last_column() -> None:
    long = ValueTable("t", "T", "", ("what", "value"), (("note", "word " * 30),))
    assert r"\begin{longtable}{lp{0.7\linewidth}}" in tables_tex([long])
