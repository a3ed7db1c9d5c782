"""Whether annotators come to agree: F of their fillers over the work that they have in common."""

from __future__ import annotations

from typing import Final

import numpy as np

from meantree.evaluation.compared_work import ComparedAnnotators
from meantree.evaluation.project_agreement import ProjectAgreement
from meantree.report.figures.canvas import DOTS, Chart, Floats, drawing
from meantree.report.figures.charts import Size
from meantree.report.figures.curves import curves
from meantree.report.figures.style import FigureStyle

LAYER: Final = "filler spans and roles"
TITLE: Final = "Agreement over time"
MARGIN: Final = 1.04
"""How far the axis goes, of all translations: their last part has its middle before that."""
LABELS: Final = ("translations in common, by time", "F of fillers and roles")


def time_chart(found: ProjectAgreement, style: FigureStyle, size: Size | None = None) -> Chart:
    """A line for every two people (or for all pairs, where no two are), part by part; in [0, 1] or nothing."""
    from matplotlib.ticker import MaxNLocator

    pairs = [pair for pair in found.pairs if found.is_of_people(pair)] or found.pairs
    chart = curves(TITLE, {" – ".join(pair.names): _points(pair) for pair in pairs}, LABELS, style)
    with drawing(style):
        chart.axes.set_ylim(-0.03, 1.03)
        chart.axes.set_xlim(0, MARGIN * max((len(pair.translations) for pair in pairs), default=1))
        chart.axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        if size is not None:
            chart.figure.set_size_inches(size[0] / DOTS, size[1] / DOTS)
    return chart


def _points(pair: ComparedAnnotators) -> Floats:
    """Shape (parts, 3): the middle of each part, in translations from the first, its F, and no spread."""
    parts = pair.over_time()
    counts = np.array([part.translations for part in parts])
    values = [next(one.f for one in part.layers if one.name == LAYER) for part in parts]
    middles = counts.cumsum() - counts / 2
    return np.column_stack([middles, np.array(values, dtype=np.float64), np.zeros(len(parts))])
