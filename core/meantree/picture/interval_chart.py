"""Values in rows, each a point with its interval over a common axis."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final

from meantree.numbers import fixed
from meantree.picture.display_list import Disc, Group, Part, Pen, Rule, lettering
from meantree.picture.frame_picture import cut_to_width
from meantree.picture.style import Measure, Palette

ROW: Final = 22.0
MARGIN: Final = 8.0
GAP: Final = 14.0
LABELS: Final = 0.5
"""Maximum share of the width for labels."""
AXIS: Final = 20.0
TICKS: Final = 5
HALF_CAP: Final = 4.0


@dataclass(frozen=True, slots=True)
class IntervalRow:
    """A row: its label, its value, and the bounds of its interval, None without one."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class IntervalChart:
    """The rows from top to bottom.

    Attributes:
        rows: with cut labels.
        left, right: x of the ends of the axis.
        ends: the values there.
        width, height: in pixels.
    """

    rows: tuple[IntervalRow, ...]
    left: float
    right: float
    ends: tuple[float, float]
    width: float
    height: float

    def groups(self, palette: Palette) -> Iterator[Group]:
        """Make the display list."""
        foot = ROW * len(self.rows) + MARGIN
        axis: list[Part] = [Rule(((self.left, foot), (self.right, foot)), Pen(palette.line, 1.0))]
        for tick in _ticks(*self.ends):
            x = self._x(tick)
            axis.append(Rule(((x, foot), (x, foot + 4)), Pen(palette.line, 1.0)))
            axis.append(lettering(_tick_text(tick), x, foot + 16, "note", palette.muted))
        yield Group(tuple(axis))
        for place, row in enumerate(self.rows):
            yield self._row(row, MARGIN + ROW * (place + 0.5), palette)

    def _row(self, row: IntervalRow, y: float, palette: Palette) -> Group:
        pen = Pen(palette.accent, 2.0)
        parts: list[Part] = [lettering(row.label, MARGIN, y + 4, "entry", palette.text, "start")]
        if row.low is not None and row.high is not None:
            ends = self._x(row.low), self._x(row.high)
            parts.append(Rule(((ends[0], y), (ends[1], y)), pen))
            parts += (Rule(((x, y - HALF_CAP), (x, y + HALF_CAP)), pen) for x in ends)
        parts.append(Disc(self._x(row.value), y, 4.0, palette.accent))
        parts.append(lettering(fixed(row.value), self.width - MARGIN, y + 4, "entry", palette.text, "end"))
        return Group(tuple(parts), f"{row.label}: {fixed(row.value)}", of=row)

    def _x(self, value: float) -> float:
        start, end = self.ends
        return self.left + (self.right - self.left) * (value - start) / (end - start)


def interval_chart(rows: Sequence[IntervalRow], width: float, measure: Measure) -> IntervalChart:
    """Lay out rows over an axis that holds all of them."""
    values = [value for row in rows for value in (row.value, row.low, row.high) if value is not None]
    low, high = min(values), max(values)
    margin = max((high - low) * 0.06, 1e-3)
    most = LABELS * width
    labels = [cut_to_width(row.label, most, measure, "entry") for row in rows]
    left = MARGIN + max(measure(label, "entry") for label in labels) + GAP
    numbers = max(measure(fixed(row.value), "entry") for row in rows)
    shown = tuple(IntervalRow(label, row.value, row.low, row.high) for label, row in zip(labels, rows, strict=True))
    height = ROW * len(rows) + MARGIN + AXIS
    right = width - MARGIN - numbers - GAP
    return IntervalChart(shown, left, right, (low - margin, high + margin), width, height)


def _ticks(low: float, high: float) -> list[float]:
    """Return round values between two."""
    rough = (high - low) / TICKS
    power = 10.0 ** floor(log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    return [step * number for number in range(ceil(low / step), floor(high / step) + 1)]


def _tick_text(value: float) -> str:
    return f"{value:.3g}".replace("-", "\N{MINUS SIGN}") if abs(value) > 1e-9 else "0"
