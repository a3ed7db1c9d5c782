"""Tables of values as pandas frames."""

from __future__ import annotations

import numpy as np
import pandas as pd

from meantree.evaluation.value_table import ValueTable, frame


def test_columns_have_their_kinds_and_nothing_undefined_is_a_number() -> None:
    rows = (("a", 3, 0.5, None, 1), ("b", None, None, None, 0.25))
    result = frame(ValueTable("t", "T", "said", ("name", "n", "r", "x", "name"), rows))
    assert list(result.columns) == ["name", "n", "r", "x", "name"]
    assert [str(kind) for kind in result.dtypes] == ["object", "Int64", "float64", "float64", "float64"]
    assert result["n"][0] == 3
    assert result["n"][1] is pd.NA
    np.testing.assert_array_equal(result["r"], [0.5, np.nan])
    assert result["x"].isna().all()
    assert result.attrs == {"name": "t", "title": "T", "note": "said"}


def test_text_beside_numbers_stays_what_it_is() -> None:
    result = frame(ValueTable("t", "T", "", ("depth",), ((1,), ("tree kernel",), (None,))))
    assert result["depth"].tolist() == [1, "tree kernel", None]


def test_empty_tables_keep_their_heads() -> None:
    result = frame(ValueTable("t", "T", "", ("a", "b"), ()))
    assert list(result.columns) == ["a", "b"]
    assert len(result) == 0
    assert frame(ValueTable("t", "T", "", (), ())).empty
