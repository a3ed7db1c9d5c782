"""Tables of values as pandas frames, for whoever goes on computing with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meantree.evaluation.value_table import Value, ValueTable

if TYPE_CHECKING:
    from pandas import DataFrame, Series


def frame(table: ValueTable) -> DataFrame:
    """The rows under their heads; name, title and note are in its ``attrs``.

    Columns of numbers alone are ``Int64`` where all are counted, else ``float64``; undefined values are missing ones,
    never 0. Other columns hold text, or both. Two columns may have one name, as two users' corpora may.
    """
    import pandas as pd

    columns = [_column([row[place] for row in table.rows]) for place in range(len(table.head))]
    found = pd.concat(columns, axis=1) if columns else pd.DataFrame()
    found.columns = pd.Index(table.head, dtype=object)
    found.attrs = {"name": table.name, "title": table.title, "note": table.note}
    return found


def _column(values: list[Value]) -> Series:
    import pandas as pd

    kinds = {type(value) for value in values if value is not None}
    if kinds == {int}:
        return pd.Series(values, dtype="Int64")
    return pd.Series(values, dtype="float64" if kinds <= {int, float} else "object")
