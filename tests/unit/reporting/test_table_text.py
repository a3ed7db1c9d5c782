"""Tables of values in their formats."""

from __future__ import annotations

import json

from meantree.evaluation.value_table import ValueTable, name_columns
from meantree.reporting.table_text import tables_json, tables_tex, tables_tsv

TABLE = ValueTable("t", "T_1", "50 % & more", ("name", "score", "n"), (("=a", 0.5, 1_000), ("b", None, 2)))


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
