"""The pictures of a report: a translation's trees and frames with headings, and how a prediction comes about."""

from __future__ import annotations

from meantree.comparison.prediction import Prediction
from meantree.escaping import escaped
from meantree.picture.comparison_pictures import (
    WATERFALL_WIDTH,
    PictureSubject,
    caption_text,
    tree_drawings,
    with_headings,
)
from meantree.picture.display_list import Drawing
from meantree.picture.frame_picture import frames_picture
from meantree.picture.shapes import heading_picture
from meantree.picture.style import Measure
from meantree.picture.waterfall import waterfall
from meantree.report.content import ReportContent
from meantree.report.translation import Translation

WIDTH = 960.0
"""Where a page has no width of its own."""
MOST_FEATURES = 10
"""So many features of a prediction are drawn one by one."""


Group = tuple[Drawing, ...]
"""What stays together on a page: a heading, and what it names."""


def pictures(content: ReportContent, translation: Translation, measure: Measure, width: float = WIDTH) -> list[Group]:
    """What is drawn of a translation, from top to bottom; empty where nothing is.

    Args:
        content: the report, which says what is wanted.
        translation: what is drawn.
        measure: widths of texts.
        width: of the room; dependencies and frames are wrapped to it.
    """
    found: list[Group] = []
    if translation.comparison is not None and content.has("trees"):
        drawn = list(tree_drawings(translation.comparison, measure, width=width))
        found += with_headings(drawn, (translation.system, translation.reference[0]), measure)
    if translation.links is not None:
        heading = heading_picture(f"Links of words, corrected · {escaped(content.corpus.annotator)}", measure)
        found.append((heading, *tree_drawings(translation.links, measure, width=width)))
    for frame in translation.frames:
        heading = heading_picture(f"Frames · {escaped(frame.title)}", measure)
        found.append((heading, frames_picture(frame.frames, width, measure, in_columns=True)))
    if translation.prediction is not None:
        found.append(_waterfalls(translation.prediction, translation.predicted_by, measure, width))
    return found


def caption(content: ReportContent, translation: Translation, key: str) -> str:
    """What a picture is of: metric with its score, system, reference, segment, and how things are drawn."""
    comparison = translation.comparison
    if comparison is None:
        return ""
    spec, kind = content.focus, content.options.kind
    score, is_higher = translation.scores[content.specs.index(spec)], content.metrics[spec].higher_is_better
    naming = PictureSubject(key, (translation.system,), translation.reference[0], spec, kind, (score,), is_higher)
    return caption_text(naming, comparison.rule)


def _waterfalls(prediction: Prediction, spec: str, measure: Measure, width: float) -> Group:
    """Group by group, and by the features that add most."""
    room = min(WATERFALL_WIDTH, width)
    return (
        heading_picture(f"How {escaped(spec)} comes about", measure),
        waterfall(prediction, room, measure, most=len(prediction.groups)),
        waterfall(prediction, room, measure, by="feature", most=MOST_FEATURES),
    )
