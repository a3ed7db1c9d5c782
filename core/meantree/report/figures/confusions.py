"""The confusion of roles as a figure: what one annotator says where the other says something else."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np

from meantree.evaluation.agreement_items import NO_FILLER, ROLES
from meantree.evaluation.compared_work import ComparedAnnotators
from meantree.evaluation.project_agreement import ProjectAgreement
from meantree.files import proposed_name
from meantree.report.figures.canvas import Box, Chart, drawing, figure_folder, new_axes, save_in_all_forms
from meantree.report.figures.charts import Size
from meantree.report.figures.fonts import figure_text
from meantree.report.figures.overviews import NONE, readable
from meantree.report.figures.style import PRINT, FigureStyle

SIZE: Final[Size] = (640, 560)


def confusion_chart(pair: ComparedAnnotators, style: FigureStyle, size: Size = SIZE) -> Chart:
    """Counts of every two roles, the darker the larger their share of a row; the box of row i, column j is i * 12 + j.

    Roles that neither gave stay, so that figures of several pairs can be laid beside each other.
    """
    from matplotlib.colors import LinearSegmentedColormap

    names, counts = (*ROLES, NO_FILLER), pair.confusion
    number = len(names)
    shares = counts / np.maximum(1, counts.sum(axis=1, keepdims=True))
    with drawing(style):
        figure, axes = new_axes(*size)
        colours = LinearSegmentedColormap.from_list("share", [style.surface, style.accent])
        axes.imshow(shares, cmap=colours, vmin=0, vmax=1, aspect="auto")
        axes.set_xticks(range(number), names, rotation=45, ha="right", rotation_mode="anchor")
        axes.set_yticks(range(number), names)
        axes.set_xlabel(figure_text(pair.names[1], style.families, 40))
        axes.set_ylabel(figure_text(pair.names[0], style.families, 40))
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        for edge in np.arange(number + 1) - 0.5:
            axes.axhline(edge, color=style.line, linewidth=0.3, alpha=0.5)
            axes.axvline(edge, color=style.line, linewidth=0.3, alpha=0.5)
        for row, column in np.ndindex(number, number):
            if counts[row, column]:
                colour = readable(tuple(colours(shares[row, column])), style)
                axes.text(column, row, f"{counts[row, column]:,}", ha="center", va="center", color=colour)
    boxes = tuple(
        Box(column - 0.5, column + 0.5, row + 0.5, row - 0.5, NONE, _told(pair, row, column))
        for row, column in np.ndindex(number, number)
    )
    return Chart(figure, axes, np.zeros((0, 2)), boxes)


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
    names, (first, second) = (*ROLES, NO_FILLER), pair.names
    return f"{first}: {names[row]} · {second}: {names[column]} · {int(pair.confusion[row, column]):,}"
