"""Who beats whom: p of each two, the darker the smaller."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from meantree.evaluation.significance import SIGNIFICANT
from meantree.picture.numbers import fixed
from meantree.report.figures.canvas import Chart, Floats
from meantree.report.figures.charts import Size
from meantree.report.figures.lattice import lattice
from meantree.report.figures.style import FigureStyle

SHADES: Final = ((0.001, 1.0), (0.01, 0.75), (SIGNIFICANT, 0.5))
"""Up to which p how much of the accent is seen; above these none."""


def beaten(ps: Floats, names: Sequence[str], style: FigureStyle, size: Size) -> Chart:
    """p that the row is better than the column by chance; the box of row i and column j is at ``i * k + j``.

    Args:
        ps: shape (k, k), NaN where two are not compared in that order.
        names: of rows and columns, the best first.
        style: how it looks.
        size: of the figure.
    """
    shades = np.array([[_shade(float(p)) for p in row] for row in ps]).reshape(ps.shape)
    return lattice(
        shades,
        names,
        lambda row, column: "" if np.isnan(ps[row, column]) else _text(float(ps[row, column])),
        lambda row, column: f"{names[row]} against {names[column]}",
        style,
        size,
        ("", "beaten by the row, p"),
    )


def _shade(p: float) -> float:
    """Also without colours: what is significant is darker, in steps."""
    return next((shade for most, shade in SHADES if p <= most), 0.0)  # NaN is at most nothing


def _text(p: float) -> str:
    """As in the table, without the 0 that all begin with."""
    return fixed(p).removeprefix("0")
