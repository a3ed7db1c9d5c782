"""Charts with a row for each name: values with intervals over an axis, and counts of errors as bars."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final

from meantree.comparison.marks import Severity
from meantree.numbers import fixed
from meantree.picture.display_list import Box, Disc, DisplayList, Line, Part, Pen, lettering
from meantree.picture.frame_picture import cut_to_width
from meantree.picture.style import LIGHT, Font, Measure

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


def interval_chart(rows: Sequence[IntervalRow], width: float, measure: Measure) -> DisplayList:
    """Draw rows over an axis that holds all of them."""
    values = [value for row in rows for value in (row.value, row.low, row.high) if value is not None]
    margin = max((max(values) - min(values)) * 0.06, 1e-3)
    low, high = min(values) - margin, max(values) + margin
    labels = [cut_to_width(row.label, LABELS * width, measure, ENTRY) for row in rows]
    left = MARGIN + max(measure(label, ENTRY) for label in labels) + GAP
    right = width - MARGIN - max(measure(fixed(row.value), ENTRY) for row in rows) - GAP

    def place(value: float) -> float:
        return left + (right - left) * (value - low) / (high - low)

    foot, thin, bold = ROW * len(rows) + MARGIN, Pen(LIGHT.line, 1.0), Pen(LIGHT.accent, 2.0)
    parts: list[Part] = [Line(((left, foot), (right, foot)), thin)]
    for tick in _ticks(low, high):
        parts.append(Line(((place(tick), foot), (place(tick), foot + 4)), thin))
        text = f"{tick:.3g}".replace("-", "\N{MINUS SIGN}") if abs(tick) > 1e-9 else "0"
        parts.append(lettering(text, place(tick), foot + 16, "note", LIGHT.muted))
    for number, (row, label) in enumerate(zip(rows, labels, strict=True)):
        y = MARGIN + ROW * (number + 0.5)
        parts.append(lettering(label, MARGIN, y + 4, ENTRY, LIGHT.text, "start"))
        if row.low is not None and row.high is not None:
            ends = place(row.low), place(row.high)
            parts.append(Line(((ends[0], y), (ends[1], y)), bold))
            parts += (Line(((x, y - HALF_CAP), (x, y + HALF_CAP)), bold) for x in ends)
        parts.append(Disc(place(row.value), y, 4.0, LIGHT.accent))
        parts.append(lettering(fixed(row.value), width - MARGIN, y + 4, ENTRY, LIGHT.text, "end"))
    return DisplayList(tuple(parts), width, foot + AXIS)


def _ticks(low: float, high: float) -> list[float]:
    """Return round values between two."""
    rough = (high - low) / TICKS
    power = 10.0 ** floor(log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    return [step * number for number in range(ceil(low / step), floor(high / step) + 1)]


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


def count_chart(rows: Sequence[CountRow], width: float, measure: Measure) -> DisplayList:
    """Draw rows: the group, the label, the bar, of which the longest takes the room there is, and the text."""
    groups, labels = (
        [cut_to_width(text, COUNT_LABELS * width, measure, ENTRY) for text in texts]
        for texts in ((row.group for row in rows), (row.label for row in rows))
    )
    starts = [MARGIN]
    for texts in (groups, labels):
        widest = max(measure(text, ENTRY) for text in texts)
        starts.append(starts[-1] + (widest + COUNT_GAP if widest else 0.0))
    room = width - starts[-1] - MARGIN - COUNT_GAP / 2 - max(measure(row.text, ENTRY) for row in rows)
    unit = max(0.0, room) / max(1, *(sum(row.counts.values()) for row in rows))
    parts, y = list[Part](), MARGIN / 2
    for number, (row, group, label) in enumerate(zip(rows, groups, labels, strict=True)):
        y += BETWEEN if group and number else 0.0
        base, x = y + COUNT_ROW / 2 + 4, starts[-1]
        names = (group, starts[0]), (label, starts[1])
        parts += (lettering(name, start, base, ENTRY, LIGHT.text, "start") for name, start in names if name)
        for bar in _bars(row.counts, x, y, unit):
            parts.append(bar)
            x += bar.width
        parts.append(lettering(row.text, x + COUNT_GAP / 2, base, ENTRY, LIGHT.text, "start"))
        y += COUNT_ROW
    return DisplayList(tuple(parts), width, y + MARGIN / 2)


def _bars(counts: Mapping[Severity, int], x: float, top: float, unit: float) -> Iterator[Box]:
    """Yield the bars of a row from ``x`` on, the gravest errors first; ``unit`` is the width of one error."""
    for severity in ("major", "minor"):
        if count := counts.get(severity, 0):
            fill, pen = LIGHT.errors[severity], Pen(LIGHT.muted, 0.8)
            yield Box(x, top + (COUNT_ROW - BAR) / 2, count * unit, BAR, fill, pen)
            x += count * unit
