"""Frames as SVG: chips of predicates and fillers, block by block, with the links between."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from meantree.picture.fonts import SIZES
from meantree.picture.frame_blocks import BlockPicture, Chip, ChipLink, FramesPicture
from meantree.picture.style import Palette
from meantree.picture.svg_elements import status_line, text_element
from meantree.picture.whole_frames import LINE_HEIGHT


def frames_svg(picture: FramesPicture, palette: Palette) -> str:
    """The elements of a whole picture."""
    return "\n".join(element for block in picture.blocks for element in _block(block, palette))


def _block(block: BlockPicture, palette: Palette) -> Iterator[str]:
    title = f"{block.number}  {block.title}"
    yield text_element(title, block.left + 12, block.top + 13, SIZES["note"], palette.muted, anchor="start")
    yield from (_link(link, palette) for link in block.links)
    yield from (_chip(chip, palette) for chip in block.chips)


def _chip(chip: Chip, palette: Palette) -> str:
    status = chip.mark.status if chip.mark else None
    middle = chip.x + chip.width / 2
    box = (
        f'<rect x="{chip.x + 2:.1f}" y="{chip.y + 2:.1f}" width="{chip.width - 4:.1f}" height="{chip.height - 4:.1f}" '
        f'rx="4" fill="{palette.roles[chip.role]}" {status_line(status, palette)}/>'
    )
    label = text_element(chip.label, middle, chip.y + 13, SIZES["note"], palette.text)
    return (
        box
        + label
        + "".join(
            text_element(line, middle, chip.y + 28 + number * LINE_HEIGHT, SIZES["word"], palette.text)
            for number, line in enumerate(chip.lines or (chip.text,))
        )
    )


def _link(link: ChipLink, palette: Palette) -> str:
    x, y = link.points[0]
    path = f"M{x:.1f},{y:.1f}"
    for (x1, y1), (x2, y2) in pairwise(link.points):
        middle = (y1 + y2) / 2
        path += f" C{x1:.1f},{middle:.1f} {x2:.1f},{middle:.1f} {x2:.1f},{y2:.1f}"
    return f'<path d="{path}" fill="none" {status_line(link.status, palette)}/>'
