"""The confusion of roles as a figure: what one annotator says where the other says something else."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np

from meantree.evaluation.agreement_items import NO_FILLER, ROLES
from meantree.evaluation.compared_work import ComparedAnnotators
from meantree.evaluation.project_agreement import ProjectAgreement
from meantree.files import proposed_name
from meantree.report.figures.canvas import Chart, figure_folder, save_in_all_forms
from meantree.report.figures.charts import Size
from meantree.report.figures.lattice import lattice
from meantree.report.figures.style import PRINT, FigureStyle

SIZE: Final[Size] = (640, 560)
NAMES: Final = (*ROLES, NO_FILLER)


def confusion_chart(pair: ComparedAnnotators, style: FigureStyle, size: Size = SIZE) -> Chart:
    """Counts of every two roles, the darker the larger their share of a row; the box of row i, column j is i * 12 + j.

    Roles that neither gave stay, so that figures of several pairs can be laid beside each other.
    """
    counts = pair.confusion
    shares = counts / np.maximum(1, counts.sum(axis=1, keepdims=True))
    return lattice(
        shares,
        NAMES,
        lambda row, column: f"{counts[row, column]:,}" if counts[row, column] else "",
        lambda row, column: _told(pair, row, column),
        style,
        size,
        pair.names,
    )


def save_confusions(found: ProjectAgreement, folder: Path) -> list[Path]:
    """Draw the confusion of every two annotators as SVG, PDF and PNG into a folder, which is made if it is not there.

    Raises:
        UsageError: if they cannot be written.
    """
    figure_folder(folder)
    written: list[Path] = []
    for number, pair in enumerate(found.pairs, start=1):
        name = proposed_name("confusion", str(number), *pair.names)  # different names may be the same in a file's name
        written += save_in_all_forms(confusion_chart(pair, PRINT), PRINT, folder, name)
    return written


def _told(pair: ComparedAnnotators, row: int, column: int) -> str:
    """What a box stands for."""
    first, second = pair.names
    return f"{first}: {NAMES[row]} · {second}: {NAMES[column]} · {int(pair.confusion[row, column]):,}"
