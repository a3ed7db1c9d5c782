"""Pictures for export: drawings with headings, a caption and a legend."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from meantree.comparison.compare import add_sign_legend
from meantree.comparison.comparison import COUNTED, ComparedText, Comparison
from meantree.comparison.prediction import Prediction
from meantree.corpus.corpus import SIDES
from meantree.escaping import escaped, listed, one_line
from meantree.metrics.evidence import AnyStatus
from meantree.numbers import score_text
from meantree.picture.display_list import Drawing
from meantree.picture.frame_picture import frames_picture, frames_title, wrapped
from meantree.picture.shapes import MARGIN, Caption, Picture, heading_picture, legend_picture
from meantree.picture.style import Measure, approximate_width
from meantree.picture.svg import picture_svg
from meantree.picture.tree_picture import TreePicture, tree_picture

if TYPE_CHECKING:
    from meantree.comparison.two_systems import SystemComparison

WATERFALL_WIDTH = 520.0


def tree_drawings(
    comparison: Comparison, measure: Measure, *, width: float | None = None, compact: bool = False
) -> Iterator[TreePicture | Picture]:
    """Yield the trees of both texts, or one picture of both; nothing if only frames are drawn.

    All are broken into rows of ``width``, if given; ``compact`` dependencies have no parts of speech and less room.
    """
    if comparison.structure == "words":
        from meantree.picture.link_picture import links_picture

        yield links_picture(comparison.texts, comparison.word_links, measure, width)
    elif comparison.structure != "frames":
        for side, text in zip(SIDES, comparison.texts, strict=True):
            if text.constituency is None:
                yield tree_picture(text, measure, width=width, compact=compact)
            else:
                from meantree.picture.constituent_picture import constituents_picture

                yield constituents_picture(text, measure, side=side, width=width)


WIDTH: Final = 960.0
"""Maximum width in pixels; longer drawings are broken into rows."""
FRAMES: Final = 640.0
"""Minimum width of frames in pixels, below short sentences."""
LINE: Final = 17.0
"""Line height of the caption in pixels."""


@dataclass(frozen=True, slots=True)
class PictureSubject:
    """The subject of a picture, for its caption and file name.

    Attributes:
        systems: whose translations, one or two.
        reference: the name of the drawn reference, empty if there is none.
        spec, kind: the metric that marks it, and the kind of units; an empty kind for all.
        scores: of each system's translation, None if undefined; empty if not scored.
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
        """Parts of a file name such as ``news-3-hwcm-north``."""
        return tuple(filter(None, (self.segment, self.spec, self.kind, *self.systems)))


def caption_text(subject: PictureSubject, rule: str = "") -> str:
    """Return the caption of a picture; ``rule`` is the legend of its marks."""
    text = f"Segment {escaped(subject.segment)}, {' and '.join(map(escaped, subject.systems))}"
    if subject.reference:
        text += f" compared with reference {escaped(subject.reference)}"
    if subject.spec:
        text += f", marked by {escaped(subject.spec)}"
    if any(score is not None for score in subject.scores):
        scores = listed(map(score_text, subject.scores))
        text += f" ({scores})" if subject.higher_is_better else f" ({scores}; lower is better)"
    if subject.kind:
        text += f" · {escaped(subject.kind)}"
    return f"{text}: {one_line(rule)}." if rule else f"{text}."


def compared_picture(comparison: Comparison, subject: PictureSubject, *, frames: bool = False) -> list[Drawing]:
    """Return drawings of both texts with headings, then caption and legend.

    Args:
        frames: whether to draw frames below trees; if only frames are compared, they are always drawn.
    """
    names = [
        " · ".join(filter(None, each))
        for each in zip((*subject.systems, subject.reference), comparison.counts, strict=True)
    ]
    trees = list(tree_drawings(comparison, approximate_width, width=WIDTH))
    titles = [f"{side} · {escaped(name)}" for side, name in zip(("Hypothesis", "Reference"), names, strict=True)]
    drawn: list[Drawing] = []
    for title, tree in zip(titles if len(trees) > 1 else [" above ".join(titles)], trees, strict=False):
        drawn += _heading(title), tree
    if comparison.frames is not None and (frames or comparison.structure == "frames"):
        drawn.append(_heading(f"Frames · {escaped(frames_title(comparison.frames))}"))
        above = max(drawing.width for drawing in drawn)
        room = WIDTH if comparison.structure == "frames" else max(FRAMES, min(WIDTH, above))
        drawn.append(frames_picture(comparison.frames, room, approximate_width))
    if (prediction := Prediction.of(comparison.evidence)) is not None:
        from meantree.picture.waterfall import waterfall

        steps = waterfall(prediction, WATERFALL_WIDTH, approximate_width, most=len(prediction.groups))
        drawn += _heading(f"How {escaped(subject.spec)} comes about"), steps
    return _with_caption(drawn, caption_text(subject, comparison.rule), comparison.legend)


def single_text_picture(text: ComparedText, subject: PictureSubject) -> list[Drawing]:
    """Return drawings of a text without a comparison, and so without marks."""
    heading = _heading(f"Hypothesis · {escaped(subject.systems[0])}")
    tree = tree_picture(text, approximate_width, width=WIDTH)
    return _with_caption([heading, tree], caption_text(subject, add_sign_legend("", text)), legend=())


def system_comparison_picture(content: SystemComparison, subject: PictureSubject) -> list[Drawing]:
    """Return reference and translations in three rows, the reference's tree or all frames, then legend and caption."""
    from meantree.picture.two_systems_picture import rows_picture, shared_tree

    drawings: list[Drawing] = [rows_picture(content, WIDTH, approximate_width)]
    shared = shared_tree(content, approximate_width, width=WIDTH)
    if shared is not None:
        drawings.append(shared)
    for system, comparison in zip(content.systems, content.comparisons, strict=True):
        if comparison.structure == "frames" and comparison.frames is not None:
            drawings += _heading(escaped(system)), frames_picture(comparison.frames, WIDTH, approximate_width)
    first, second = map(escaped, subject.systems)
    caption = caption_text(replace(subject, scores=content.scores), content.rule)
    lines = f" Two lines where the systems differ: upper {first}, lower {second}."
    return _with_caption(drawings, caption + lines, COUNTED)


def _heading(text: str) -> Picture:
    return heading_picture(text, approximate_width)


def _with_caption(drawn: Sequence[Drawing], caption: str, legend: Sequence[AnyStatus | None]) -> list[Drawing]:
    """Return drawings followed by the legend of lines and a caption that is no wider than they are, if any."""
    below: list[Drawing] = [legend_picture(approximate_width, WIDTH, legend)] if legend else []
    widest = max((drawing.width for drawing in (*drawn, *below)), default=WIDTH)
    return [*drawn, *below, caption_picture(caption, min(WIDTH, widest))]


def caption_picture(text: str, width: float) -> Picture:
    """Return a text in lines of ``width``."""
    lines = list(wrapped(text, width - 2 * MARGIN, approximate_width, "entry"))
    captions = tuple(
        Caption(MARGIN, LINE * (place + 0.6), approximate_width(line, "entry"), line, "entry", starts=True)
        for place, line in enumerate(lines)
    )
    widest = max((caption.width for caption in captions), default=0)
    return Picture((), captions, widest + 2 * MARGIN, LINE * (len(lines) + 0.5))


Writer = Callable[[Sequence[Drawing]], bytes]


def _svg(drawn: Sequence[Drawing]) -> bytes:
    return picture_svg(drawn).encode("utf-8")


def _pdf(drawn: Sequence[Drawing]) -> bytes:
    from meantree.picture.typesetting import picture_pdf

    return picture_pdf(drawn)


def _tex(drawn: Sequence[Drawing]) -> bytes:
    from meantree.picture.tikz import picture_document

    return picture_document(drawn).encode("utf-8", "replace")


WRITERS: Mapping[str, Writer] = {".svg": _svg, ".pdf": _pdf, ".tex": _tex}
"""Writers by file extension, imported on use; all draw the same on white paper."""
