"""The matrix of who beats whom as a table."""

from __future__ import annotations

from typing import Final

import numpy as np

from meantree.escaping import escaped
from meantree.evaluation.corrections import TOLD, corrected_by
from meantree.evaluation.measures.perm_both import Beaten
from meantree.evaluation.table_figures import Beaten as BeatenFigure
from meantree.evaluation.value_table import ValueTable
from meantree.experiments.study import Options

PERM_BOTH: Final = "PERM-BOTH"
BY_R: Final = "beaten by r"
"""What is found of a study by whoever told first who beats whom by r."""


def beaten_table(
    name: str, corpus: str, letter: str, found: Beaten, measure: str, test: str, options: Options, why: str = ""
) -> ValueTable:
    """A row for each metric with its value, then p against each; p as the options have it corrected.

    Args:
        name: of the table.
        corpus: its name.
        letter: of the measure, above its column.
        found: values and p.
        measure: what is compared, in words.
        test: how it is tested, in words.
        options: how often, and the correction.
        why: what is undefined, and why.
    """
    ps = corrected_by(found.p, options.correction)
    rows = tuple(
        (name, *(None if np.isnan(value) else float(value) for value in (found.values[row], *ps[row])))
        for row, name in enumerate(found.names)
    )
    note = (
        f"p that the metric of the row follows ratings better ({measure}) than that of the column by mere chance: "
        f"{test}, one-sided, {options.permutations:,} swaps, {TOLD[options.correction]}. {why}"
    ).strip()
    return ValueTable(
        name,
        f"Who beats whom by {letter}: {escaped(corpus)}",
        note,
        ("metric", letter, *found.names),
        rows,
        (BeatenFigure(),),
    )
