"""Pictures to take away: drawings under headings, with a caption and the legend below them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from meantree.comparison.content import ComparedText, Comparison
from meantree.comparison.legend import with_corrected
from meantree.comparison.prediction import Prediction
from meantree.comparison.three_rows import TwoOverOne
from meantree.escaping import escaped, listed, one_line
from meantree.picture.display import Drawn
from meantree.picture.drawings import WATERFALL_WIDTH, tree_drawings, two_over_one_drawings
from meantree.picture.fonts import Measure
from meantree.picture.legend import MARGIN, heading_picture, legend_picture
from meantree.picture.numbers import fixed
from meantree.picture.shapes import Caption, Picture
from meantree.picture.trees import tree_picture
from meantree.picture.waterfall import MOST, By, waterfall
from meantree.picture.whole_frames import frames_picture, whose_frames, wrapped

WIDTH: Final = 960.0
"""Pixels; what is longer goes on in further rows."""
FRAMES: Final = 640.0
"""Pixels that frames have at least, below short sentences."""
LINE: Final = 17.0
"""Pixels of a line of the caption."""


@dataclass(frozen=True, slots=True)
class Naming:
    """What a picture is of.

    Attributes:
        segment: the segment's key.
        systems: whose translations, one or two.
        reference: the name of the reference that is drawn, empty where none is.
        spec, kind: the metric that marks it, and of its units those that decide; an empty kind for all.
        scores: of each system's translation, None where undefined; none where nobody scores.
        higher_is_better: what of two scores is the better one.
    """

    segment: str
    systems: tuple[str, ...]
    reference: str = ""
    spec: str = ""
    kind: str = ""
    scores: tuple[float | None, ...] = ()
    higher_is_better: bool = True

    @property
    def file_parts(self) -> tuple[str, ...]:
        """What the name of a file says, as in ``news-3-hwcm-north``."""
        return tuple(filter(None, (self.segment, self.spec, self.kind, *self.systems)))


def caption_text(naming: Naming, rule: str = "") -> str:
    """What stands below a picture; ``rule`` is what decides how things are drawn."""
    told = f"Segment {escaped(naming.segment)}, {' and '.join(map(escaped, naming.systems))}"
    if naming.reference:
        told += f" beside reference {escaped(naming.reference)}"
    if naming.spec:
        told += f", marked by {escaped(naming.spec)}"
    if any(score is not None for score in naming.scores):
        scores = listed("–" if score is None else fixed(score) for score in naming.scores)
        told += f" ({scores})" if naming.higher_is_better else f" ({scores}; lower is better)"
    if naming.kind:
        told += f" · {escaped(naming.kind)}"
    return f"{told}: {one_line(rule)}." if rule else f"{told}."


def compared_picture(
    comparison: Comparison,
    naming: Naming,
    measure: Measure,
    *,
    frames: bool = False,
    by: By | None = "group",
    width: float = WIDTH,
) -> list[Drawn]:
    """Both texts as the comparison draws them, each under its heading; then caption and legend.

    Args:
        comparison: what is drawn.
        naming: what it is called.
        measure: widths of texts.
        frames: draw frames below trees; where only frames are compared, they are drawn anyway.
        by: the steps of the waterfall of a learned metric: all groups, or the features that add most; None for none.
        width: trees, frames, legend and caption are broken into rows so wide.
    """
    (system,) = naming.systems
    trees = list(tree_drawings(comparison, measure, width=width))
    drawn = [one for group in headed(trees, (system, naming.reference), measure) for one in group]
    if comparison.frames is not None and (frames or comparison.structure == "frames"):
        drawn.append(heading_picture(f"Frames · {escaped(whose_frames(comparison.frames))}", measure))
        room = min(width, max((one.width for one in drawn), default=0.0)) if comparison.structure != "frames" else width
        drawn.append(frames_picture(comparison.frames, max(min(width, FRAMES), room), measure, in_columns=True))
    prediction = Prediction.of(comparison.evidence)
    if prediction is not None and by is not None:
        drawn.append(heading_picture(f"How {escaped(naming.spec)} comes about", measure))
        most = len(prediction.groups) if by == "group" else MOST
        drawn.append(waterfall(prediction, min(WATERFALL_WIDTH, width), measure, by=by, most=most))
    return captioned(drawn, caption_text(naming, comparison.rule), measure, width=width)


def alone_picture(text: ComparedText, naming: Naming, measure: Measure, *, width: float = WIDTH) -> list[Drawn]:
    """A text that has nothing to be compared with, and so no marks."""
    drawn: list[Drawn] = [
        heading_picture(f"Hypothesis · {escaped(naming.systems[0])}", measure),
        tree_picture(text, width=width),
    ]
    told = caption_text(naming, with_corrected("", text.corrected))
    return captioned(drawn, told, measure, width=width, legend=False)


def two_over_one_picture(content: TwoOverOne, naming: Naming, measure: Measure, *, width: float = WIDTH) -> list[Drawn]:
    """Two translations over one reference in three rows; then caption and legend."""
    first, second = map(escaped, naming.systems)
    told = caption_text(replace(naming, scores=content.scores), content.rule)
    lines = f" Two lines where the systems differ: upper {first}, lower {second}."
    return captioned(two_over_one_drawings(content, measure, width), told + lines, measure, width=width)


def headed(drawn: Sequence[Drawn], names: tuple[str, str], measure: Measure) -> Iterator[tuple[Drawn, Drawn]]:
    """Drawings of hypothesis and reference, or one of both, each after a heading that names system and reference."""
    titles = [f"{what} · {escaped(name)}" for what, name in zip(("Hypothesis", "Reference"), names, strict=True)]
    for title, one in zip(titles if len(drawn) > 1 else [" above ".join(titles)], drawn, strict=False):
        yield heading_picture(title, measure), one


def captioned(
    drawn: Sequence[Drawn], caption: str, measure: Measure, *, width: float = WIDTH, legend: bool = True
) -> list[Drawn]:
    """Drawings with a caption below them, which is no wider than they are, and the legend of lines."""
    below: list[Drawn] = [legend_picture(measure, width)] if legend else []
    widest = max((one.width for one in (*drawn, *below)), default=width)
    return [*drawn, *below, caption_picture(caption, measure, min(width, widest))]


def caption_picture(text: str, measure: Measure, width: float) -> Picture:
    """A text in lines of ``width``."""
    lines = list(wrapped(text, width - 2 * MARGIN, measure, "entry"))
    captions = tuple(
        Caption(MARGIN, LINE * (place + 0.6), measure(line, "entry"), line, "entry", starts=True)
        for place, line in enumerate(lines)
    )
    return Picture(
        (), captions, max((one.width for one in captions), default=0) + 2 * MARGIN, LINE * (len(lines) + 0.5)
    )
