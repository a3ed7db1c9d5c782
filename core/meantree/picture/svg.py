"""Pictures as SVG text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import DependencyTree
from meantree.comparison.marks import Marks
from meantree.comparison.script import is_right_to_left
from meantree.metrics.evidence import Status
from meantree.picture.arcs import ArcLayout, ArcShape, TokenBox, lay_out
from meantree.picture.fonts import FONT, SIZES, approximate_width
from meantree.picture.frame_blocks import FramesPicture
from meantree.picture.shapes import Caption, Picture, Sign, Stroke
from meantree.picture.style import FAINT, LIGHT, Palette
from meantree.picture.svg_elements import (
    arc_end,
    arc_path,
    root_line,
    status_colour,
    status_line,
    status_underline,
    text_element,
    title_element,
)
from meantree.picture.svg_frames import frames_svg
from meantree.picture.svg_three_rows import rows_svg, shared_tree_svg
from meantree.picture.svg_waterfall import waterfall_svg
from meantree.picture.three_rows import APART, RowsPicture, SharedTree
from meantree.picture.waterfall import WaterfallPicture


@dataclass(frozen=True, slots=True)
class Drawing:
    """One tree to draw.

    Attributes:
        analysis, tree, marks: its text, its arcs and how they fared.
        spans: whether the length of arcs is what matters.
        width, compact: see :func:`meantree.picture.arcs.lay_out`.
    """

    analysis: Analysis
    tree: DependencyTree
    marks: Marks
    spans: bool = False
    width: float | None = None
    compact: bool = False


Drawn = Drawing | Picture | FramesPicture | WaterfallPicture | RowsPicture | SharedTree


def width_of(drawing: Drawn) -> float:
    """Pixels that a drawing is wide."""
    if isinstance(drawing, Drawing):
        return _layout(drawing).width
    return drawing.layout.width if isinstance(drawing, SharedTree) else drawing.width


def picture_svg(drawings: Sequence[Drawn], palette: Palette = LIGHT) -> str:
    """A standalone SVG picture of drawings one above the other, marked by colour and line style."""
    groups, width, y = [], 0.0, 0.0
    for drawing in drawings:
        if isinstance(drawing, Picture):
            body, size = _picture(drawing, palette), (drawing.width, drawing.height)
        elif isinstance(drawing, FramesPicture):
            body, size = frames_svg(drawing, palette), (drawing.width, drawing.height)
        elif isinstance(drawing, WaterfallPicture):
            body, size = waterfall_svg(drawing, palette), (drawing.width, drawing.height)
        elif isinstance(drawing, RowsPicture):
            body, size = rows_svg(drawing, palette), (drawing.width, drawing.height)
        elif isinstance(drawing, SharedTree):
            body, size = shared_tree_svg(drawing, palette), (drawing.layout.width, drawing.layout.height)
        else:
            layout = _layout(drawing)
            body, size = _body(drawing, layout, palette), (layout.width, layout.height)
        groups.append(f'<g transform="translate(0,{y:.0f})">\n{body}\n</g>')
        width = max(width, size[0])
        y += size[1]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{y:.0f}" '
        f'viewBox="0 0 {width:.1f} {y:.1f}" font-family="{FONT}">\n'
        f'<rect width="100%" height="100%" fill="{palette.surface}"/>\n' + "\n".join(groups) + "\n</svg>\n"
    )


def _picture(picture: Picture, palette: Palette) -> str:
    strokes = (_stroke(stroke, palette) for stroke in picture.strokes)
    captions = (_caption(caption, palette) for caption in picture.captions)
    return "\n".join((*strokes, *captions))


def _stroke(stroke: Stroke, palette: Palette) -> str:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in stroke.points)
    tip = f">{title_element(stroke.tip)}</polyline>" if stroke.tip else "/>"
    pen = status_line(stroke.status, palette, FAINT if stroke.faint else None)
    line = f'<polyline points="{points}" fill="none" {pen}{tip}'
    return line + (_sign(stroke.sign, stroke.status, palette) if stroke.sign and stroke.sign.plain else "")


def _sign(sign: Sign, status: Status | None, palette: Palette) -> str:
    patch = f'<circle cx="{sign.x:.1f}" cy="{sign.y:.1f}" r="8" fill="{palette.surface}"/>'
    size = SIZES["word"]
    return patch + text_element(sign.plain, sign.x, sign.y + size * 0.35, size, status_colour(status, palette))


def _caption(caption: Caption, palette: Palette) -> str:
    if caption.both:
        return _double_caption(caption, palette)
    status = caption.mark.status if caption.mark else None
    size = SIZES[caption.font]
    colour = palette.muted if caption.font == "label" else palette.text
    parts = []
    if caption.framed:
        colour = status_colour(status, palette) if status else colour
        left, top = caption.x - caption.width / 2 - 4, caption.y - 8.5
        frame = status_line(status, palette, 1.4) if status else 'stroke="none"'
        parts.append(
            f'<rect x="{left:.1f}" y="{top:.1f}" width="{caption.width + 8:.1f}" height="17" rx="4" '
            f'fill="{palette.surface}" {frame}/>'
        )
    elif status:
        parts.append(status_underline(caption.x, caption.y + 8, caption.width, status, palette))
    anchor = "start" if caption.starts else "middle"
    parts.append(text_element(caption.text, caption.x, caption.y + size * 0.35, size, colour, anchor=anchor))
    return "".join(parts)


def _double_caption(caption: Caption, palette: Palette) -> str:
    """One frame within another, or two lines: how it fared in the first translation, and in the second."""
    parts = []
    for place, status in enumerate(caption.both):
        if caption.framed:
            apart = (1 - place) * APART
            width, height = caption.width + 8 + 2 * apart, 17 + 2 * apart
            parts.append(
                f'<rect x="{caption.x - width / 2:.1f}" y="{caption.y - height / 2:.1f}" width="{width:.1f}" '
                f'height="{height:.1f}" rx="4" fill="{palette.surface}" {status_line(status, palette, 1.4)}/>'
            )
        elif status is not None:
            parts.append(status_underline(caption.x, caption.y + 8 + place * APART, caption.width, status, palette))
    size = SIZES[caption.font]
    return "".join(parts) + text_element(caption.text, caption.x, caption.y + size * 0.35, size, palette.text)


def _layout(drawing: Drawing) -> ArcLayout:
    tokens = drawing.analysis.tokens
    words, notes = [token.text for token in tokens], [token.upos for token in tokens]
    return lay_out(
        words,
        notes,
        drawing.tree,
        approximate_width,
        spans=drawing.spans,
        right_to_left=is_right_to_left(drawing.analysis.text),
        width=drawing.width,
        compact=drawing.compact,
    )


def _body(drawing: Drawing, layout: ArcLayout, palette: Palette) -> str:
    parts = [
        *(root_line(root, palette) for root in layout.roots),
        *(_arc(arc, drawing, palette) for arc in layout.arcs),
        *(_label(arc, drawing.marks, palette) for arc in layout.arcs),
        *(_token(box, drawing.marks, palette) for box in layout.tokens),
    ]
    return "\n".join(parts)


def _status(arc: ArcShape, marks: Marks) -> Status | None:
    mark = marks.arcs.get((arc.dependent, arc.head))
    return mark.status if mark else None


def _arc(arc: ArcShape, drawing: Drawing, palette: Palette) -> str:
    status = _status(arc, drawing.marks)
    line = f'<path d="{arc_path(arc)}" fill="none" {status_line(status, palette)}/>'
    line += arc_end(arc, status_colour(status, palette))
    if arc.is_whole:
        return line
    words = drawing.analysis.words
    told = f"{arc.label}: {words[arc.head]} → {words[arc.dependent]}"
    return f"<g>{title_element(told)}{line}</g>"


def _label(arc: ArcShape, marks: Marks, palette: Palette) -> str:
    middle, width = (arc.x_dependent + arc.x_head) / 2, arc.label_width + 4
    patch = (
        f'<rect x="{middle - width / 2:.1f}" y="{arc.top - 7:.1f}" width="{width:.1f}" height="14" '
        f'fill="{palette.surface}"/>'
    )
    colour = status_colour(_status(arc, marks), palette) if _status(arc, marks) else palette.muted
    return patch + text_element(arc.label, middle, arc.top + 3.5, SIZES["label"], colour)


def _token(box: TokenBox, marks: Marks, palette: Palette) -> str:
    mark = marks.tokens.get(box.index)
    word = text_element(box.word, box.x, box.y + 17, SIZES["word"], palette.text)
    if mark:
        word += status_underline(box.x, box.y + 22.5, box.width, mark.status, palette)
    return word + (text_element(box.note, box.x, box.y + 33, SIZES["note"], palette.muted) if box.note else "")
