"""Two translations over one reference, as SVG elements."""

from __future__ import annotations

from collections.abc import Iterator

from meantree.comparison.three_rows import Statuses
from meantree.picture.arcs import ArcShape, TokenBox
from meantree.picture.fonts import SIZES
from meantree.picture.style import Palette
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
from meantree.picture.three_rows import APART, UNDER, RowName, RowsPicture, RowWord, SharedTree, doubled

BASELINE = 0.35
"""Of the size of a text, from its middle down to the line it stands on."""


def rows_svg(picture: RowsPicture, palette: Palette) -> str:
    """The words of all rows, underlined by how they fared, beside the names."""
    names = (_name(name, palette) for name in picture.names)
    words = (_word(word, palette) for word in picture.words)
    return "\n".join((*names, *words))


def shared_tree_svg(tree: SharedTree, palette: Palette) -> str:
    """The arcs of the reference, double where the translations differ, above its words."""
    layout = tree.layout
    parts = [
        *(root_line(root, palette) for root in layout.roots),
        *(line for arc in layout.arcs for line in _arc(arc, tree, palette)),
        *(_label(arc, tree, palette) for arc in layout.arcs),
        *(_token(box, tree, palette) for box in layout.tokens),
    ]
    return "\n".join(parts)


def _name(name: RowName, palette: Palette) -> str:
    size = SIZES["entry"]
    text = text_element(name.text, name.x, name.y + size * BASELINE, size, palette.muted, anchor="start")
    if name.text != name.whole:
        text = f"<g>{title_element(name.whole)}{text}</g>"
    if name.score:
        text += text_element(name.score, name.x_score, name.y + size * BASELINE, size, palette.text, anchor="start")
    return text


def _word(word: RowWord, palette: Palette) -> str:
    size = SIZES["word"]
    text = text_element(word.text, word.x, word.y + size * BASELINE, size, palette.text)
    return text + _underlines(word.x, word.y + UNDER, word.width, word.statuses, palette)


def _underlines(x: float, y: float, width: float, statuses: Statuses, palette: Palette) -> str:
    lines = (
        status_underline(x, y + place * APART, width, status, palette)
        for place, status in enumerate(statuses)
        if status is not None
    )
    return "".join(lines)


def _arc(arc: ArcShape, tree: SharedTree, palette: Palette) -> Iterator[str]:
    statuses = tree.arcs.get((arc.dependent, arc.head), (None,))
    shapes = doubled(arc) if len(statuses) > 1 else (arc,)
    for shape, status in zip(shapes, statuses, strict=True):
        yield f'<path d="{arc_path(shape)}" fill="none" {status_line(status, palette)}/>'
    colour = status_colour(statuses[0], palette) if len(statuses) == 1 else palette.text
    yield arc_end(arc, colour)


def _label(arc: ArcShape, tree: SharedTree, palette: Palette) -> str:
    statuses = tree.arcs.get((arc.dependent, arc.head), (None,))
    known = statuses[0] if len(statuses) == 1 else None
    colour = palette.text if len(statuses) > 1 else palette.muted if known is None else status_colour(known, palette)
    middle, width = (arc.x_dependent + arc.x_head) / 2, arc.label_width + 4
    patch = (
        f'<rect x="{middle - width / 2:.1f}" y="{arc.top - 7:.1f}" width="{width:.1f}" height="14" '
        f'fill="{palette.surface}"/>'
    )
    return patch + text_element(arc.label, middle, arc.top + 3.5, SIZES["label"], colour)


def _token(box: TokenBox, tree: SharedTree, palette: Palette) -> str:
    foot = box.y
    word = text_element(box.word, box.x, foot + 17, SIZES["word"], palette.text)
    word += _underlines(box.x, foot + 22.5, box.width, tree.tokens.get(box.index, ()), palette)
    return word + (text_element(box.note, box.x, foot + 37, SIZES["note"], palette.muted) if box.note else "")
