"""The pictures of a report: trees and frames of a translation with headings, and the terms of a prediction."""

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
from meantree.reporting.content import ReportContent
from meantree.reporting.translation import Translation

WIDTH = 960.0
"""Default width of a page, in pixels."""
MOST_FEATURES = 10
"""Number of features of a prediction that are drawn one by one."""


Group = tuple[Drawing, ...]
"""A heading and its picture, which stay together on a page."""


def pictures(content: ReportContent, translation: Translation, measure: Measure, width: float = WIDTH) -> list[Group]:
    """Return the pictures of a translation, from top to bottom.

    Args:
        content: the report, which names the requested parts.
        translation: the translation.
        measure: measures the widths of texts.
        width: of the page, to which dependencies and frames are wrapped, in pixels.
    """
    groups: list[Group] = []
    if translation.comparison is not None and content.has("trees"):
        drawn = list(tree_drawings(translation.comparison, measure, width=width))
        groups += with_headings(drawn, (translation.system, translation.reference[0]), measure)
    if translation.links is not None:
        heading = heading_picture(f"Links of words, corrected · {escaped(content.corpus.annotator)}", measure)
        groups.append((heading, *tree_drawings(translation.links, measure, width=width)))
    for frame in translation.frames:
        heading = heading_picture(f"Frames · {escaped(frame.title)}", measure)
        groups.append((heading, frames_picture(frame.frames, width, measure, in_columns=True)))
    if translation.prediction is not None:
        groups.append(_waterfalls(translation.prediction, translation.predicted_by, measure, width))
    return groups


def caption(content: ReportContent, translation: Translation, key: str) -> str:
    """Return a caption with metric and score, system, reference, segment, and the marks' meaning."""
    comparison = translation.comparison
    if comparison is None:
        return ""
    spec, kind = content.focus, content.options.kind
    score, is_higher = translation.scores[content.specs.index(spec)], content.metrics[spec].higher_is_better
    naming = PictureSubject(key, (translation.system,), translation.reference[0], spec, kind, (score,), is_higher)
    return caption_text(naming, comparison.rule)


def _waterfalls(prediction: Prediction, spec: str, measure: Measure, width: float) -> Group:
    """Draw the contributions of groups, and of the features with the largest contributions."""
    room = min(WATERFALL_WIDTH, width)
    return (
        heading_picture(f"How {escaped(spec)} comes about", measure),
        waterfall(prediction, room, measure, most=len(prediction.groups)),
        waterfall(prediction, room, measure, by="feature", most=MOST_FEATURES),
    )
