"""Pictures to take away: drawings under headings, with a caption and the legend below them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from meantree.comparison.compare import add_sign_legend
from meantree.comparison.comparison import ComparedText, Comparison, is_right_to_left
from meantree.comparison.prediction import Prediction
from meantree.comparison.two_systems import SystemComparison
from meantree.corpus.corpus import SIDES
from meantree.escaping import escaped, listed, one_line
from meantree.numbers import fixed
from meantree.picture.constituent_picture import constituents_picture, signed_constituency
from meantree.picture.display_list import Drawing
from meantree.picture.frame_picture import frames_picture, frames_title, wrapped
from meantree.picture.link_picture import links_picture
from meantree.picture.shapes import MARGIN, Caption, Picture, heading_picture, legend_picture
from meantree.picture.style import Measure
from meantree.picture.svg import picture_svg
from meantree.picture.tree_picture import TreePicture, tree_picture
from meantree.picture.two_systems_picture import rows_picture, shared_constituents, shared_tree
from meantree.picture.waterfall import MAX_STEPS, By, WaterfallPicture, waterfall

FRAMES_WIDTH = 1000.0
"""Where the trees leave less room."""
WATERFALL_WIDTH = 520.0


def comparison_drawings(
    comparison: Comparison, measure: Measure, *, frames: bool = False, width: float | None = None
) -> list[Drawing]:
    """The hypothesis above the reference, or one picture of both, as the structure asks; then frames, and a waterfall.

    Args:
        comparison: what is drawn.
        measure: widths of texts.
        frames: draw frames below trees, too; where only frames are compared, they are drawn anyway.
        width: trees are broken into rows so wide, frames stand in it; None for one row.
    """
    found: list[Drawing] = list(tree_drawings(comparison, measure, width=width))
    if comparison.frames is not None and (frames or comparison.structure == "frames"):
        found.append(frames_picture(comparison.frames, width or FRAMES_WIDTH, measure, in_columns=True))
    found += waterfalls(comparison, measure)
    return found


def system_comparison_drawings(
    content: SystemComparison, measure: Measure, width: float = FRAMES_WIDTH, *, trees: bool = False
) -> list[Drawing]:
    """Three rows of words, wrapped to ``width``; then the reference's tree as both fared, or the frames of both.

    Args:
        content: what is drawn.
        measure: widths of texts.
        width: of rows of words and of frames; the reference's tree is broken into rows so wide.
        trees: draw the trees of both translations, too, the first one's first.
    """
    found: list[Drawing] = [rows_picture(content, width, measure)]
    shared = shared_tree(content, measure, width=width) or shared_constituents(content, measure, width=width)
    if shared is not None:
        found.append(shared)
    framed = list(_framed(content, width, measure))
    found += framed
    for one in content.comparisons if trees and not framed else ():
        found += comparison_drawings(one, measure)[: 1 if shared is not None else None]
    return found


def _framed(content: SystemComparison, width: float, measure: Measure) -> Iterator[Drawing]:
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
        tree = signed_constituency(text)
        if tree is None:
            yield tree_picture(text, width=width)
        else:
            yield constituents_picture(
                tree, tokens, text.marks, measure, side=side, right_to_left=leftwards, width=width
            )


WIDTH: Final = 960.0
"""Pixels; what is longer goes on in further rows."""
FRAMES: Final = 640.0
"""Pixels that frames have at least, below short sentences."""
LINE: Final = 17.0
"""Pixels of a line of the caption."""


@dataclass(frozen=True, slots=True)
class PictureSubject:
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


def caption_text(naming: PictureSubject, rule: str = "") -> str:
    """What stands below a picture; ``marking_rule`` is what decides how things are drawn."""
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
    naming: PictureSubject,
    measure: Measure,
    *,
    frames: bool = False,
    by: By | None = "group",
    width: float = WIDTH,
) -> list[Drawing]:
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
    drawn = [one for group in with_headings(trees, (system, naming.reference), measure) for one in group]
    if comparison.frames is not None and (frames or comparison.structure == "frames"):
        drawn.append(heading_picture(f"Frames · {escaped(frames_title(comparison.frames))}", measure))
        room = min(width, max((one.width for one in drawn), default=0.0)) if comparison.structure != "frames" else width
        drawn.append(frames_picture(comparison.frames, max(min(width, FRAMES), room), measure, in_columns=True))
    prediction = Prediction.of(comparison.evidence)
    if prediction is not None and by is not None:
        drawn.append(heading_picture(f"How {escaped(naming.spec)} comes about", measure))
        most = len(prediction.groups) if by == "group" else MAX_STEPS
        drawn.append(waterfall(prediction, min(WATERFALL_WIDTH, width), measure, by=by, most=most))
    return with_caption(drawn, caption_text(naming, comparison.rule), measure, width=width)


def single_text_picture(
    text: ComparedText, naming: PictureSubject, measure: Measure, *, width: float = WIDTH
) -> list[Drawing]:
    """A text that has nothing to be compared with, and so no marks."""
    drawn: list[Drawing] = [
        heading_picture(f"Hypothesis · {escaped(naming.systems[0])}", measure),
        tree_picture(text, width=width),
    ]
    told = caption_text(naming, add_sign_legend("", text))
    return with_caption(drawn, told, measure, width=width, legend=False)


def system_comparison_picture(
    content: SystemComparison, naming: PictureSubject, measure: Measure, *, width: float = WIDTH
) -> list[Drawing]:
    """Two translations over one reference in three rows; then caption and legend."""
    first, second = map(escaped, naming.systems)
    told = caption_text(replace(naming, scores=content.scores), content.rule)
    lines = f" Two lines where the systems differ: upper {first}, lower {second}."
    return with_caption(system_comparison_drawings(content, measure, width), told + lines, measure, width=width)


def with_headings(
    drawn: Sequence[Drawing], names: tuple[str, str], measure: Measure
) -> Iterator[tuple[Drawing, Drawing]]:
    """Drawings of hypothesis and reference, or one of both, each after a heading that names system and reference."""
    titles = [f"{what} · {escaped(name)}" for what, name in zip(("Hypothesis", "Reference"), names, strict=True)]
    for title, one in zip(titles if len(drawn) > 1 else [" above ".join(titles)], drawn, strict=False):
        yield heading_picture(title, measure), one


def with_caption(
    drawn: Sequence[Drawing], caption: str, measure: Measure, *, width: float = WIDTH, legend: bool = True
) -> list[Drawing]:
    """Drawings with a caption below them, which is no wider than they are, and the legend of lines."""
    below: list[Drawing] = [legend_picture(measure, width)] if legend else []
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


Writer = Callable[[Sequence[Drawing]], bytes]


def _svg(drawn: Sequence[Drawing]) -> bytes:
    return picture_svg(drawn).encode("utf-8")


def _pdf(drawn: Sequence[Drawing]) -> bytes:
    from meantree.picture.pdf import picture_pdf

    return picture_pdf(drawn)


def _tex(drawn: Sequence[Drawing]) -> bytes:
    from meantree.picture.tikz import picture_document

    return picture_document(drawn).encode("utf-8", "replace")


WRITERS: Mapping[str, Writer] = {".svg": _svg, ".pdf": _pdf, ".tex": _tex}
"""By the ending of files, each loaded when it is used; all draw the same on white paper."""
