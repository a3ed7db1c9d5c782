"""The drawings of a comparison, one above the other: trees or words, frames, and how a prediction comes about."""

from __future__ import annotations

from collections.abc import Iterator

from meantree.comparison.content import Comparison
from meantree.comparison.prediction import Prediction
from meantree.comparison.script import is_right_to_left
from meantree.comparison.three_rows import TwoOverOne
from meantree.corpus.corpus import SIDES
from meantree.escaping import escaped
from meantree.picture.constituents import constituents_picture
from meantree.picture.display import Drawn
from meantree.picture.fonts import Measure
from meantree.picture.legend import heading_picture
from meantree.picture.links import links_picture
from meantree.picture.shapes import Picture
from meantree.picture.three_rows import rows_picture, shared_constituents, shared_tree
from meantree.picture.trees import TreePicture, tree_picture
from meantree.picture.waterfall import WaterfallPicture, waterfall
from meantree.picture.whole_frames import frames_picture

FRAMES_WIDTH = 1000.0
"""Where the trees leave less room."""
WATERFALL_WIDTH = 520.0


def drawings(
    comparison: Comparison, measure: Measure, *, frames: bool = False, width: float | None = None
) -> list[Drawn]:
    """The hypothesis above the reference, or one picture of both, as the structure asks; then frames, and a waterfall.

    Args:
        comparison: what is drawn.
        measure: widths of texts.
        frames: draw frames below trees, too; where only frames are compared, they are drawn anyway.
        width: trees are broken into rows so wide, frames stand in it; None for one row.
    """
    found: list[Drawn] = list(tree_drawings(comparison, measure, width=width))
    if comparison.frames is not None and (frames or comparison.structure == "frames"):
        found.append(frames_picture(comparison.frames, width or FRAMES_WIDTH, measure, in_columns=True))
    found += waterfalls(comparison, measure)
    return found


def two_over_one_drawings(
    content: TwoOverOne, measure: Measure, width: float = FRAMES_WIDTH, *, trees: bool = False
) -> list[Drawn]:
    """Three rows of words, wrapped to ``width``; then the reference's tree as both fared, or the frames of both.

    Args:
        content: what is drawn.
        measure: widths of texts.
        width: of rows of words and of frames; the reference's tree is broken into rows so wide.
        trees: draw the trees of both translations, too, the first one's first.
    """
    found: list[Drawn] = [rows_picture(content, width, measure)]
    shared = shared_tree(content, measure, width=width) or shared_constituents(content, measure, width=width)
    if shared is not None:
        found.append(shared)
    framed = list(_framed(content, width, measure))
    found += framed
    for one in content.comparisons if trees and not framed else ():
        found += drawings(one, measure)[: 1 if shared is not None else None]
    return found


def _framed(content: TwoOverOne, width: float, measure: Measure) -> Iterator[Drawn]:
    """Where frames are compared, those of each translation above the reference's, under the name of its system."""
    for system, one in zip(content.systems, content.comparisons, strict=True):
        if one.structure == "frames" and one.frames is not None:
            yield heading_picture(escaped(system), measure)
            yield frames_picture(one.frames, width, measure, in_columns=True)


def waterfalls(comparison: Comparison, measure: Measure) -> list[WaterfallPicture]:
    """How the score of a learned metric comes about, group by group; of other metrics nothing."""
    prediction = Prediction.of(comparison.evidence)
    if prediction is None:
        return []
    return [waterfall(prediction, WATERFALL_WIDTH, measure, most=len(prediction.groups))]


def tree_drawings(
    comparison: Comparison, measure: Measure, *, width: float | None = None
) -> Iterator[TreePicture | Picture]:
    """The trees of both texts, or one picture of both; nothing where only frames are drawn.

    All are broken into rows of ``width``, if there is one.
    """
    texts = comparison.texts
    words = texts[0].analysis.words, texts[1].analysis.words
    leftwards = is_right_to_left(texts[0].analysis.text)
    if comparison.structure == "frames":
        return
    if comparison.structure == "words":
        marks = texts[0].marks, texts[1].marks
        yield links_picture(words, marks, comparison.word_links, measure, right_to_left=leftwards, width=width)
        return
    for side, text, tokens in zip(SIDES, texts, words, strict=True):
        if text.constituency is None:
            yield tree_picture(text, width=width)
        else:
            yield constituents_picture(
                text.constituency, tokens, text.marks, measure, side=side, right_to_left=leftwards, width=width
            )
