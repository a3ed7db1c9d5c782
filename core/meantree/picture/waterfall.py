"""The picture of a prediction: steps from the score of identical texts to the score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Literal

from meantree.comparison.prediction import Prediction, effect_status, feature_title
from meantree.metrics.evidence import Status, Term
from meantree.numbers import difference, fixed
from meantree.picture.display_list import Box, Group, Line, Pen, colour_of, lettering, pen_of
from meantree.picture.frame_picture import cut_to_width
from meantree.picture.style import Measure, Palette

By = Literal["group", "feature"]
ROW, BAR = 17.0, 9.0
"""The height of a row, and of the bar in it."""
MARGIN, GAP = 6.0, 8.0
LABELS = 0.55
"""Maximum share of the width for labels."""
LOWERED = 0.25
"""Opacity of a bar that lowers the score; its outline is dashed."""
NARROWEST = 40.0
"""Minimum width for bars."""
MAX_STEPS = 6
"""Default maximum number of steps; the smallest contributions are added up."""
IDENTICAL, SCORE = "identical texts", "score"


@dataclass(frozen=True, slots=True)
class Step:
    """A step that contributes ``value``: a group by its name, a feature, or None for other steps, start and end."""

    label: str
    value: float
    of: str | Term | None = None


@dataclass(frozen=True, slots=True)
class StepBar:
    """A row from ``y`` on, with a bar from ``start`` to ``end``; a sum begins at 0.

    Attributes:
        label: of the step, cut to the room.
        number: the contribution with its sign, or the sum.
        status: matched if it raises the score, missed if it lowers it, None if neither, and for a sum.
        is_sum: whether it is the score before or after all steps.
        y, start, end: in pixels at scale 1.
    """

    step: Step
    label: str
    number: str
    status: Status | None
    y: float
    start: float
    end: float
    is_sum: bool = False

    def group(self, width: float, palette: Palette) -> Group:
        """Draw the row with label, bar and number."""
        base = self.y + ROW / 2 + 4
        label = lettering(self.label, MARGIN, base, "entry", palette.text, "start")
        number = lettering(self.number, width - MARGIN, base, "entry", palette.text, "end")
        return Group((label, self._bar(palette), number), f"{self.step.label}: {self.number}")

    def _bar(self, palette: Palette) -> Box:
        left, width = min(self.start, self.end), max(1.0, abs(self.end - self.start))
        top = self.y + (ROW - BAR) / 2
        if self.is_sum:
            return Box(left, top, width, BAR, palette.accent)
        opacity = LOWERED if self.step.value < 0 else 1
        pen = pen_of(self.status, palette, 1.2)
        return Box(left, top, width, BAR, colour_of(self.status, palette), pen, opacity=opacity)


@dataclass(frozen=True, slots=True)
class WaterfallPicture:
    """A whole picture; ``zero`` is the x of a score of 0."""

    bars: tuple[StepBar, ...]
    zero: float
    width: float
    height: float

    def at(self, y: float) -> StepBar | None:
        """Return the bar whose row is at this height."""
        return next((bar for bar in self.bars if bar.y <= y < bar.y + ROW), None)

    def groups(self, palette: Palette) -> Iterator[Group]:
        """Make the display list: the axis, a thin line from bar to bar, and the rows."""
        yield _upright(self.zero, MARGIN, self.height - MARGIN, Pen(palette.line, 1))
        for bar, following in pairwise(self.bars):
            yield _upright(bar.end, bar.y + (ROW + BAR) / 2, following.y + (ROW - BAR) / 2, Pen(palette.line, 0.8))
        yield from (bar.group(self.width, palette) for bar in self.bars)


def _upright(x: float, top: float, foot: float, pen: Pen) -> Group:
    return Group((Line(((x, top), (x, foot)), pen),))


def waterfall(
    prediction: Prediction, width: float, measure: Measure, *, by: By = "group", most: int = MAX_STEPS
) -> WaterfallPicture:
    """Return labels on the left, bars in the middle, and numbers on the right.

    Args:
        by: groups in the metric's order, or the features with the largest contributions.
    """
    steps = [Step(IDENTICAL, prediction.identical), *_steps(prediction, by, most), Step(SCORE, prediction.score)]
    sums = [0, len(steps) - 1]
    numbers = [fixed(step.value) if place in sums else difference(step.value) for place, step in enumerate(steps)]
    labels = [cut_to_width(step.label, LABELS * width, measure, "entry") for step in steps]
    left = MARGIN + max(measure(label, "entry") for label in labels) + GAP
    right = max(left + NARROWEST, width - MARGIN - max(measure(number, "entry") for number in numbers) - GAP)
    ends = _ends(steps)
    low, high = min(0.0, *ends), max(0.0, *ends)
    scale = (right - left) / (high - low) if high > low else 0.0
    bars = []
    for place, (step, label, number) in enumerate(zip(steps, labels, numbers, strict=True)):
        is_sum = place in sums
        start = 0.0 if is_sum else ends[place - 1]
        status = None if is_sum else effect_status(step.value)
        start, end = (left + (value - low) * scale for value in (start, ends[place]))
        bars.append(StepBar(step, label, number, status, MARGIN + place * ROW, start, end, is_sum))
    return WaterfallPicture(tuple(bars), left - low * scale, width, 2 * MARGIN + len(steps) * ROW)


def _ends(steps: Sequence[Step]) -> list[float]:
    """Return the score after each step."""
    *contributions, score = (step.value for step in steps)
    return [*accumulate(contributions), score]


def _steps(prediction: Prediction, by: By, most: int) -> list[Step]:
    if by == "group":
        steps = [Step(group, value, group) for group, value in prediction.groups.items()]
    else:
        steps = [Step(feature_title(term), term.contribution, term) for term in prediction.terms]
    ranked = sorted(range(len(steps)), key=lambda place: abs(steps[place].value), reverse=True)
    if by == "feature":
        steps, ranked = [steps[place] for place in ranked], list(range(len(steps)))
    if len(steps) <= most:
        return steps
    drawn = set(ranked[: most - 1])
    small = [step for place, step in enumerate(steps) if place not in drawn]
    others = Step(f"{len(small)} other {by}s", sum(step.value for step in small))
    return [*(step for place, step in enumerate(steps) if place in drawn), others]
