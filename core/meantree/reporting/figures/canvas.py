"""Charts as pixels and as files."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from meantree.errors import UsageError
from meantree.files import write_bytes
from meantree.reporting.figures.figure_style import POINT_SIZE, FigureStyle, font_families

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Floats = NDArray[np.float64]
Rows = NDArray[np.intp]
Size = tuple[float, float]
"""Width and height, in pixels of 1 / 96 inch."""
DOTS = 96
"""Pixels per inch of a figure on the screen."""
FILE_DOTS = 192
"""Pixels per inch of a figure in a PNG file."""
SUFFIXES = (".svg", ".pdf", ".png")
_DRAWING = RLock()
"""matplotlib's settings and fonts are not safe to use from several threads."""


@dataclass(frozen=True, slots=True)
class Box:
    """A part of a figure that represents rows of its table.

    Attributes:
        left, right, bottom, top: its sides, in data coordinates.
        rows: 0-based.
        text: its meaning, in words.
    """

    left: float
    right: float
    bottom: float
    top: float
    rows: Rows
    text: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """A figure, and the positions of its table's rows in it.

    Attributes:
        figure: with one set of axes.
        axes: the axes of the data.
        points: shape (n, 2), positions of the rows in data coordinates; NaN for a row without a point; empty if no row
            has one.
        boxes: parts that represent several rows.
    """

    figure: Figure
    axes: Axes
    points: Floats = field(default_factory=lambda: np.zeros((0, 2)))
    boxes: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class Image:
    """A chart as pixels.

    Attributes:
        width, height: in pixels of the image.
        pixels: RGBA, row by row from the top.
        points: shape (n, 2), x and y of each row, from the top left, in units of 1 / :data:`DOTS` inch; NaN for a row
            without a point.
        boxes: of the chart.
        corners: shape (k, 4), left, top, right and bottom of each box, in the same units.
    """

    width: int
    height: int
    pixels: bytes
    points: Floats
    boxes: tuple[Box, ...]
    corners: Floats


@contextmanager
def drawing(style: FigureStyle) -> Iterator[None]:
    """Context in which figures are made and drawn: one thread at a time, in this style, without the user's settings."""
    from matplotlib import rc_context, rcParamsDefault

    own = {
        "axes.edgecolor": style.line,
        "axes.facecolor": style.surface,
        "axes.labelcolor": style.text,
        "axes.spines.right": False,
        "axes.spines.top": False,
        "axes.unicode_minus": True,
        "figure.facecolor": style.surface,
        "font.family": font_families(style.families),
        "font.size": POINT_SIZE,
        "legend.frameon": False,
        "pdf.fonttype": 42,
        "savefig.facecolor": style.surface,
        "svg.fonttype": "none",
        "svg.hashsalt": "meantree",
        "text.color": style.text,
        "text.hinting": "no_hinting",  # widths of texts are the same at every resolution
        "text.parse_math": False,
        "xtick.color": style.line,
        "xtick.labelcolor": style.muted,
        "ytick.color": style.line,
        "ytick.labelcolor": style.muted,
    }
    default = {key: value for key, value in rcParamsDefault.items() if not key.startswith("backend")}
    settings: Any = {**default, **own}
    with _DRAWING, rc_context(settings):
        yield


def matrix_boxes(rows: int, columns: int, text: Callable[[int, int], str]) -> tuple[Box, ...]:
    """Return the boxes of a matrix, each with its text; that of row i and column j is at ``i * columns + j``."""
    return tuple(
        Box(column - 0.5, column + 0.5, row + 0.5, row - 0.5, np.arange(0), text(row, column))
        for row, column in np.ndindex(rows, columns)
    )


def new_axes(width: float, height: float) -> tuple[Figure, Axes]:
    """Return a figure of this size in pixels with one set of axes; call it within :func:`drawing`."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(max(width, 1) / DOTS, max(height, 1) / DOTS), dpi=DOTS, layout="constrained")
    return figure, figure.add_subplot()


def image_of(chart: Chart, style: FigureStyle, scale: float = 1.0) -> Image:
    """Render a chart with ``scale`` pixels for each of its own."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    with drawing(style):
        chart.figure.set_dpi(DOTS * scale)
        canvas: Any = FigureCanvasAgg(chart.figure)  # its methods are not typed
        canvas.draw()
        pixels = np.asarray(canvas.buffer_rgba())
        height, width = pixels.shape[:2]
        ends = [(box.left, box.top, box.right, box.bottom) for box in chart.boxes]
        points = _placed(chart, chart.points, height, scale)
        corners = _placed(chart, np.array(ends, dtype=np.float64).reshape(-1, 2), height, scale).reshape(-1, 4)
    return Image(width, height, pixels.tobytes(), points, chart.boxes, corners)


def save_figure(chart: Chart, style: FigureStyle, path: Path) -> None:
    """Write a chart as SVG, PDF or PNG, by the suffix of ``path``; the same chart gives the same bytes.

    Raises:
        UsageError: for another suffix, or if the file cannot be written.
    """
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise UsageError(f"{path.name}: found the ending {suffix or 'none'!r}, expected {', '.join(SUFFIXES)}")
    write_bytes(path, figure_bytes(chart, style, suffix))


def figure_bytes(chart: Chart, style: FigureStyle, suffix: str) -> bytes:
    """Return the content of a file with one of the :data:`SUFFIXES`."""
    undated = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
    written = io.BytesIO()
    with drawing(style):
        metadata = undated.get(suffix)
        chart.figure.savefig(written, format=suffix[1:], dpi=FILE_DOTS, metadata=metadata, facecolor=style.surface)
    return written.getvalue()


def save_in_all_forms(chart: Chart, style: FigureStyle, folder: Path, name: str) -> list[Path]:
    """Write a figure under one name with each of the :data:`SUFFIXES`, and return the paths.

    Raises:
        UsageError: if it cannot be written.
    """
    paths = [folder / f"{name}{suffix}" for suffix in SUFFIXES]
    for path in paths:
        save_figure(chart, style, path)
    return paths


def _placed(chart: Chart, points: Floats, height: int, scale: float) -> Floats:
    """Convert data coordinates to pixels from the top left."""
    if not len(points):
        return np.zeros((0, 2))
    placed: Floats = chart.axes.transData.transform(points)
    placed[:, 1] = height - placed[:, 1]
    return placed / scale
