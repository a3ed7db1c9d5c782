"""Matrices of shaded boxes with texts: correlations, significance, heatmaps and confusion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from meantree.agreement.frame_agreement import NO_FILLER, ROLES
from meantree.agreement.project_agreement import ComparedAnnotators, ProjectAgreement
from meantree.evaluation.significance import SIGNIFICANT
from meantree.files import new_folder, proposed_name
from meantree.numbers import MISSING, fixed
from meantree.reporting.figures.canvas import Chart, Floats, Size, drawing, matrix_boxes, new_axes, save_in_all_forms
from meantree.reporting.figures.figure_style import BLACK, POINT_SIZE, PRINT, WHITE, FigureStyle
from meantree.reporting.figures.labels import WIDTH, add_title, fitting, name_texts, text_width

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Cell = Callable[[int, int], str]
"""Returns the text for a row and a column."""
LETTERS: Final = 22
"""Letters of a name."""
LEAST: Final = 170.0
"""Smallest width of the label of the columns, in pixels."""
PLAIN: Final = 7.0
"""Contrast of readable letters, from 1 to 21."""
SQUARE, ACROSS, AROUND = 60.0, 0.75, 60.0
"""Side of a box, height of a slanted name as a share of its length, and margin around the matrix, in pixels."""


def shaded_matrix(
    shades: Floats,
    names: Sequence[str],
    text: Cell,
    style: FigureStyle,
    size: Size,
    labels: tuple[str, str],
    columns: Sequence[str] | None = None,
    title: str = "",
) -> Chart:
    """Draw a box for every row and column.

    Args:
        shades: shape (rows, k), share of the accent colour, in [0, 1].
        names: of rows, and of columns if ``columns`` is None.
        text: drawn in each box, empty for none.
        style: colours and fonts.
        size: of the figure.
        labels: of rows and of columns; empty for none.
        columns: k names of columns.
        title: above the axes, empty for none.
    """
    across = names if columns is None else columns
    with drawing(style):
        figure, axes = new_axes(*size)
        if title:
            add_title(figure, title, style)
        _draw_boxes(axes, shades, (style.surface, style.accent), text, style)
        drawn = name_texts(across, style, LETTERS)
        axes.set_xticks(range(len(across)), drawn, rotation=45, ha="right", rotation_mode="anchor")
        axes.set_yticks(range(len(names)), name_texts(names, style, LETTERS))
        left = text_width(name_texts(names, style, LETTERS), style)
        axes.set_ylabel(fitting(labels[0], style, size[1] / 2))
        axes.set_xlabel(fitting(labels[1], style, max(LEAST, size[0] - AROUND - left)))
        for edge in range(len(names) + 1):
            axes.axhline(edge - 0.5, color=style.line, linewidth=0.3, alpha=0.5)
        for edge in range(len(across) + 1):
            axes.axvline(edge - 0.5, color=style.line, linewidth=0.3, alpha=0.5)
    return Chart(figure, axes)


def _draw_boxes(
    axes: Axes, shades: Floats, ends: Sequence[str], text: Cell, style: FigureStyle, size: float | None = None
) -> None:
    """Draw a box for each row and column, with a readable text.

    Args:
        shades: shape (rows, columns), places in a scale from 0 to 1, NaN for boxes without a colour.
        ends: colours of the scale, from the first to the last.
        size: of the letters, in points.
    """
    from matplotlib.colors import LinearSegmentedColormap

    colours = LinearSegmentedColormap.from_list("scale", ends)
    axes.imshow(np.ma.masked_invalid(shades), cmap=colours, vmin=0, vmax=1, aspect="auto")
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    for (row, column), shade in np.ndenumerate(shades):
        if content := text(row, column):
            colour = style.text if np.isnan(shade) else readable(tuple(colours(shade)), style)
            axes.text(column, row, content, ha="center", va="center", fontsize=size, color=colour)


def readable(ground: tuple[float, ...], style: FigureStyle) -> str:
    """Return the text colour if it is readable on the ground, else black or white (contrast of WCAG 2.1)."""
    from matplotlib.colors import to_rgb

    def luminance(colour: Sequence[float]) -> float:
        linear = np.array(
            [channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4 for channel in colour[:3]]
        )
        return float(linear @ (0.2126, 0.7152, 0.0722)) + 0.05

    below = luminance(ground)

    def contrast(colour: str) -> float:
        ratio = luminance(to_rgb(colour)) / below
        return max(ratio, 1 / ratio)

    return style.text if contrast(style.text) >= PLAIN else max((BLACK, WHITE), key=contrast)


def correlation_matrix(values: Floats, names: Sequence[str], style: FigureStyle, size: Size) -> Chart:
    """Draw correlations of every two columns, from −1 to 1; the box of row i and column j is at ``i * k + j``.

    Args:
        values: shape (k, k), NaN where undefined.
        names: of the columns.
        style: colours and fonts.
        size: of the figure.
    """
    number = len(names)

    def text(row: int, column: int) -> str:
        return "–" if np.isnan(values[row, column]) else fixed(float(values[row, column]), 2)

    with drawing(style):
        figure, axes = new_axes(*size)
        letters = float(np.clip(0.8 * size[0] / max(number, 1) / 6, 5, POINT_SIZE + 1))
        _draw_boxes(axes, (values + 1) / 2, (style.low, style.surface, style.high), text, style, letters)
        shown = name_texts(names, style, 16, min(size) / 4)
        axes.set_xticks(range(number), shown, rotation=45 if number > 4 else 0, ha="right" if number > 4 else "center")
        axes.set_yticks(range(number), shown)
    boxes = matrix_boxes(number, number, lambda row, column: f"{names[row]} against {names[column]}")
    return Chart(figure, axes, boxes=boxes)


def matrix_size(names: Sequence[str], columns: Sequence[str], style: FigureStyle, tall: float = SQUARE) -> Size:
    """Return the size that boxes and names need, in pixels."""
    left, below = (text_width(name_texts(texts, style, LETTERS), style) for texts in (names, columns))
    below *= ACROSS
    return AROUND + left + max(SQUARE * len(columns), below, LEAST), AROUND + below + tall * len(names)


SHADES: Final = ((0.001, 1.0), (0.01, 0.75), (SIGNIFICANT, 0.5))
"""Largest p of each share of the accent colour; larger p have none."""


def significance_matrix(title: str, ps: Floats, names: Sequence[str], style: FigureStyle) -> Chart:
    """Draw p that the row is better than the column by chance.

    Args:
        title: above the axes.
        ps: shape (k, k), NaN where two are not compared in that order.
        names: of rows and columns, the best first.
        style: colours and fonts.
    """
    shades = np.array([[_p_shade(float(p)) for p in row] for row in ps]).reshape(ps.shape)
    return shaded_matrix(
        shades,
        names,
        lambda row, column: "" if np.isnan(ps[row, column]) else _p_text(float(ps[row, column])),
        style,
        matrix_size(names, names, style),
        ("", "p that the row is better by chance"),
        title=title,
    )


def _p_shade(p: float) -> float:
    """Return a shade in steps, darker for smaller p, so that it can be read without colours."""
    return next((shade for most, shade in SHADES if p <= most), 0.0)  # NaN <= x is false


def _p_text(p: float) -> str:
    """Format p as in the table, without the leading 0."""
    return fixed(p).removeprefix("0")


LIGHTEST: Final = 0.08
"""Share of the accent colour for the lowest value."""
TALL: Final = 34.0
"""Height of a box, in pixels."""


def heatmap(
    title: str,
    rows: Sequence[str],
    columns: Sequence[str],
    values: Floats,
    label: str,
    scale: tuple[float, float] | None,
    style: FigureStyle,
) -> Chart:
    """Draw a box for each row and column, darker for higher values; one highest value has a frame.

    Args:
        title: above the axes.
        rows, columns: their names.
        values: shape (rows, columns), NaN where undefined.
        label: of the values.
        scale: the values of the lightest and the darkest shade; None for the lowest and the highest of ``values``.
        style: colours and fonts.
    """
    known = values[~np.isnan(values)]
    low, high = scale or (float(known.min()), float(known.max()))
    spread = high - low
    width, height = matrix_size(rows, columns, style, TALL)
    share = np.nan_to_num((values - low) / spread if spread > 0 else np.zeros(values.shape))
    shade = np.where(np.isnan(values), 0.0, LIGHTEST + (1 - LIGHTEST) * share)
    chart = shaded_matrix(
        shade,
        rows,
        lambda row, column: _shade_text(float(values[row, column])),
        style,
        (max(width, text_width([fitting(title, style, WIDTH - AROUND)], style) + AROUND), height),
        ("", label),
        columns,
        title,
    )
    with drawing(style):
        chart.axes.xaxis.tick_top()  # long maps are looked at from above
        for name in chart.axes.get_xticklabels():
            name.set_horizontalalignment("left")
        if len(known) > 1 and np.count_nonzero(values == known.max()) == 1:
            from matplotlib.patches import Rectangle

            row, column = np.unravel_index(int(np.nanargmax(values)), values.shape)
            box = Rectangle((float(column) - 0.5, float(row) - 0.5), 1, 1, fill=False, linewidth=2, clip_on=False)
            box.set_edgecolor(style.text)
            chart.axes.add_patch(box)
    return chart


def _shade_text(value: float) -> str:
    return MISSING if np.isnan(value) else fixed(value)


SIZE: Final[Size] = (640, 560)
NAMES: Final = (*ROLES, NO_FILLER)


def confusion_chart(pair: ComparedAnnotators, style: FigureStyle, size: Size = SIZE) -> Chart:
    """Draw counts of every two roles, shaded by their share of a row; the box of row i, column j is i * 12 + j.

    Unused roles are included, so that figures of several pairs can be compared.
    """
    counts = pair.confusion
    shares = counts / np.maximum(1, counts.sum(axis=1, keepdims=True))
    chart = shaded_matrix(
        shares,
        NAMES,
        lambda row, column: f"{counts[row, column]:,}" if counts[row, column] else "",
        style,
        size,
        pair.names,
    )
    number = len(NAMES)
    return replace(chart, boxes=matrix_boxes(number, number, lambda *place: _confusion_text(pair, *place)))


def save_confusions(agreement: ProjectAgreement, folder: Path) -> list[Path]:
    """Draw the confusion of every two annotators, the automatic analysis left out, as SVG, PDF and PNG into a folder.

    The folder is created if needed; not if there is nothing to draw.

    Raises:
        UsageError: if they cannot be written.
    """
    written: list[Path] = []
    of_roles = [pair for pair in agreement.pairs if not agreement.is_automatic(pair)]
    with new_folder(folder) if of_roles else nullcontext():
        for number, pair in enumerate(of_roles, start=1):
            # the number keeps names apart that become the same as file names
            name = proposed_name("confusion", str(number), *pair.names)
            written += save_in_all_forms(confusion_chart(pair, PRINT), PRINT, folder, name)
    return written


def _confusion_text(pair: ComparedAnnotators, row: int, column: int) -> str:
    """Return the meaning of a box."""
    first, second = pair.names
    return f"{first}: {NAMES[row]} · {second}: {NAMES[column]} · {int(pair.confusion[row, column]):,}"
