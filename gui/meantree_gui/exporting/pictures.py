"""Pictures as files and on the clipboard: all formats show what the SVG shows, on white paper."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QMimeData
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from meantree.errors import UsageError
from meantree.files import write_bytes
from meantree.picture.comparison_pictures import WRITERS
from meantree.picture.display_list import Drawing
from meantree.picture.style import LIGHT
from meantree.picture.svg import picture_svg
from meantree_gui.widgets import clipboard

PNG_SCALE = 2.0
MOST_PIXELS = 16_000
"""Along the longer side of an image; a larger picture is scaled less."""
SVG_TYPE = "image/svg+xml"
FORMS = {".svg": "SVG", ".pdf": "PDF", ".png": "PNG", ".tex": "LaTeX, tikz-dependency"}


def write_picture(drawn: Sequence[Drawing], path: Path) -> None:
    """Write drawings one above the other, in the format that the ending of ``path`` names.

    Raises:
        UsageError: for another ending, or if the file cannot be written.
    """
    suffix = path.suffix.lower()
    if suffix not in FORMS:
        raise UsageError(f"{path.name}: found the ending {suffix or 'none'!r}, expected {', '.join(FORMS)}")
    write_bytes(path, _png(image_of(picture_svg(drawn))) if suffix == ".png" else WRITERS[suffix](drawn))


def copy_picture(drawn: Sequence[Drawing]) -> None:
    """Put drawings on the clipboard, as pixels and as SVG."""
    svg = picture_svg(drawn)
    data = QMimeData()
    data.setImageData(image_of(svg))
    data.setData(SVG_TYPE, svg.encode())
    clipboard.copy(data)


def image_of(svg: str, scale: float = PNG_SCALE) -> QImage:
    """An SVG picture as pixels."""
    drawn = QSvgRenderer(svg.encode())
    size = drawn.defaultSize()
    scale = min(scale, MOST_PIXELS / max(1, size.width(), size.height()))
    image = QImage(size * scale, QImage.Format.Format_ARGB32)
    image.fill(QColor(LIGHT.surface))
    painter = QPainter(image)
    drawn.render(painter)
    painter.end()
    return image


def _png(image: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stub knows only names of files
    return bytes(buffer.data().data())
