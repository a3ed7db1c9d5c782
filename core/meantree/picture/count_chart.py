"""Counts of errors in rows, each a bar whose parts are minor and major ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from meantree.comparison.marks import Severity
from meantree.picture.display_list import Box, Group, Part, Pen, lettering
from meantree.picture.frame_picture import cut_to_width
from meantree.picture.style import Font, Measure, Palette

ROW: Final = 17.0
BAR: Final = 10.0
MARGIN: Final = 8.0
GAP: Final = 12.0
BETWEEN: Final = 5.0
"""Room above the first row of a group."""
LABELS: Final = 0.34
"""Maximum share of the width for each of the two columns of labels."""
ENTRY: Final[Font] = "entry"


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
        base, pen, x = top + ROW / 2 + 4, Pen(palette.muted, 0.8), self.left
        texts = (row.group, MARGIN), (row.label, self.label)
        parts: list[Part] = [lettering(text, at, base, ENTRY, palette.text, "start") for text, at in texts if text]
        for severity in ("major", "minor"):
            if count := row.counts.get(severity, 0):
                parts.append(Box(x, top + (ROW - BAR) / 2, count * self.unit, BAR, palette.errors[severity], pen))
                x += count * self.unit
        parts.append(lettering(row.text, x + GAP / 2, base, ENTRY, palette.text, "start"))
        return Group(tuple(parts), f"{row.label}: {row.text}")


def count_chart(rows: Sequence[CountRow], width: float, measure: Measure) -> CountChart:
    """Lay out rows: the group, the label, the bar, of which the longest takes the room there is, and the text."""
    shown = tuple(
        CountRow(
            cut_to_width(row.group, LABELS * width, measure, ENTRY),
            cut_to_width(row.label, LABELS * width, measure, ENTRY),
            row.counts,
            row.text,
        )
        for row in rows
    )
    heads, names = [row.group for row in shown], [row.label for row in shown]
    groups, labels = (max(measure(text, ENTRY) for text in texts) for texts in (heads, names))
    label = MARGIN + (groups + GAP if groups else 0.0)
    left = label + (labels + GAP if labels else 0.0)
    room = width - left - MARGIN - GAP / 2 - max(measure(row.text, ENTRY) for row in shown)
    tops, y = [], MARGIN / 2
    for place, row in enumerate(shown):
        y += BETWEEN if row.group and place else 0.0
        tops.append(y)
        y += ROW
    most = max(1, *(sum(row.counts.values()) for row in shown))
    return CountChart(shown, tuple(tops), label, left, max(0.0, room) / most, width, y + MARGIN / 2)
