"""Charts with a row for each name: values with intervals over an axis, and counts of errors as bars."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, log10
from typing import Final

from meantree.comparison.marks import Severity
from meantree.numbers import fixed
from meantree.picture.display_list import Box, Disc, Group, Part, Pen, Rule, lettering
from meantree.picture.frame_picture import cut_to_width
from meantree.picture.style import Font, Measure, Palette

ENTRY: Final[Font] = "entry"
MARGIN: Final = 8.0
ROW: Final = 22.0
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
        parts: list[Part] = [lettering(row.label, MARGIN, y + 4, ENTRY, palette.text, "start")]
        if row.low is not None and row.high is not None:
            ends = self._x(row.low), self._x(row.high)
            parts.append(Rule(((ends[0], y), (ends[1], y)), pen))
            parts += (Rule(((x, y - HALF_CAP), (x, y + HALF_CAP)), pen) for x in ends)
        parts.append(Disc(self._x(row.value), y, 4.0, palette.accent))
        parts.append(lettering(fixed(row.value), self.width - MARGIN, y + 4, ENTRY, palette.text, "end"))
        return Group(tuple(parts), f"{row.label}: {fixed(row.value)}", of=row)

    def _x(self, value: float) -> float:
        start, end = self.ends
        return self.left + (self.right - self.left) * (value - start) / (end - start)


def interval_chart(rows: Sequence[IntervalRow], width: float, measure: Measure) -> IntervalChart:
    """Lay out rows over an axis that holds all of them."""
    values = [value for row in rows for value in (row.value, row.low, row.high) if value is not None]
    low, high = min(values), max(values)
    margin = max((high - low) * 0.06, 1e-3)
    shown = tuple(replace(row, label=cut_to_width(row.label, LABELS * width, measure, ENTRY)) for row in rows)
    left = MARGIN + max(measure(row.label, ENTRY) for row in shown) + GAP
    numbers = max(measure(fixed(row.value), ENTRY) for row in rows)
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


COUNT_ROW: Final = 17.0
BAR: Final = 10.0
COUNT_GAP: Final = 12.0
BETWEEN: Final = 5.0
"""Room above the first row of a group."""
COUNT_LABELS: Final = 0.34
"""Maximum share of the width for each of the two columns of labels."""


@dataclass(frozen=True, slots=True)
class CountRow:
    """A row: the group that begins with it, empty if it is in that of the row above; its label, counts and text."""

    group: str
    label: str
    counts: Mapping[Severity, int]
    text: str


@dataclass(frozen=True, slots=True)
class CountChart:
    """The rows from top to bottom.

    Attributes:
        rows: with cut labels.
        tops: y of each row.
        label, left: x of labels and of bars.
        unit: width of a bar of 1.
        width, height: in pixels.
    """

    rows: tuple[CountRow, ...]
    tops: tuple[float, ...]
    label: float
    left: float
    unit: float
    width: float
    height: float

    def groups(self, palette: Palette) -> Iterator[Group]:
        """Make the display list."""
        for row, top in zip(self.rows, self.tops, strict=True):
            yield self._row(row, top, palette)

    def _row(self, row: CountRow, top: float, palette: Palette) -> Group:
        base, pen, x = top + COUNT_ROW / 2 + 4, Pen(palette.muted, 0.8), self.left
        texts = (row.group, MARGIN), (row.label, self.label)
        parts: list[Part] = [lettering(text, at, base, ENTRY, palette.text, "start") for text, at in texts if text]
        for severity in ("major", "minor"):
            if count := row.counts.get(severity, 0):
                parts.append(Box(x, top + (COUNT_ROW - BAR) / 2, count * self.unit, BAR, palette.errors[severity], pen))
                x += count * self.unit
        parts.append(lettering(row.text, x + COUNT_GAP / 2, base, ENTRY, palette.text, "start"))
        return Group(tuple(parts), f"{row.label}: {row.text}")


def count_chart(rows: Sequence[CountRow], width: float, measure: Measure) -> CountChart:
    """Lay out rows: the group, the label, the bar, of which the longest takes the room there is, and the text."""
    most = COUNT_LABELS * width
    shown = tuple(
        replace(
            row,
            group=cut_to_width(row.group, most, measure, ENTRY),
            label=cut_to_width(row.label, most, measure, ENTRY),
        )
        for row in rows
    )
    heads, names = [row.group for row in shown], [row.label for row in shown]
    groups, labels = (max(measure(text, ENTRY) for text in texts) for texts in (heads, names))
    label = MARGIN + (groups + COUNT_GAP if groups else 0.0)
    left = label + (labels + COUNT_GAP if labels else 0.0)
    room = width - left - MARGIN - COUNT_GAP / 2 - max(measure(row.text, ENTRY) for row in shown)
    tops, y = [], MARGIN / 2
    for place, row in enumerate(shown):
        y += BETWEEN if row.group and place else 0.0
        tops.append(y)
        y += COUNT_ROW
    longest = max(1, *(sum(row.counts.values()) for row in shown))
    return CountChart(shown, tuple(tops), label, left, max(0.0, room) / longest, width, y + MARGIN / 2)
