"""Pictures of the trees: to a file or the clipboard."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QMarginsF, QMimeData, QRectF, QSizeF
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPageSize, QPainter, QPdfWriter

from meantree.errors import UsageError
from meantree.files import write_text
from meantree.picture.drawings import drawings, waterfalls
from meantree.picture.fonts import approximate_width
from meantree.picture.svg import picture_svg
from meantree_gui import theme
from meantree_gui.trees.items import measure
from meantree_gui.trees.pair import TreePair
from meantree_gui.trees.waterfall_painter import paint_waterfall

PNG_SCALE = 2.0
GAP = 16.0
SVG_TYPE = "image/svg+xml"
_copied: list[bytes] = []
"""What this program last put on the clipboard; Qt's own ``ownsClipboard`` does not know on every platform."""
SUFFIXES = (".svg", ".pdf", ".png")


def save_picture(pair: TreePair, path: Path) -> None:
    """Write both trees, hypothesis above reference, as SVG, PDF or PNG by the suffix of ``path``.

    Raises:
        UsageError: for another suffix, or if the file cannot be written.
    """
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise UsageError(f"{path.name}: found the ending {suffix or 'none'!r}, expected {', '.join(SUFFIXES)}")
    try:
        if suffix == ".svg":
            write_text(path, _svg(pair))
        elif suffix == ".png":
            if not _image(pair).save(str(path)):
                raise OSError(None, "the picture could not be written")
        else:
            with path.open("wb"):  # QPdfWriter says nothing when it cannot write
                pass
            _write_pdf(pair, path)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from error


def copy_picture(pair: TreePair) -> None:
    """Put the picture on the clipboard, as pixels and as SVG."""
    data = QMimeData()
    data.setImageData(_image(pair))
    svg = _svg(pair).encode()
    data.setData(SVG_TYPE, svg)
    _copied[:] = [svg]
    QGuiApplication.clipboard().setMimeData(data)


def forget_copy() -> None:
    """Take our picture off the clipboard again, before the program ends.

    WORKAROUND: Qt (6.11) crashes at exit while it still owns mime data that Python made. On Linux a copy ends with the
    program that made it anyway.
    """
    clipboard = QGuiApplication.clipboard()
    held = clipboard.mimeData()
    if sys.platform == "linux" and held is not None and held.data(SVG_TYPE).data() in _copied:
        clipboard.clear()
    _copied.clear()


def _svg(pair: TreePair) -> str:
    if pair.content is None:
        raise UsageError("there is no tree to draw; choose a segment first")
    return picture_svg(drawings(pair.content, approximate_width, frames=pair.with_frames), theme.current())


def _rooms(pair: TreePair) -> tuple[list[QRectF], QSizeF]:
    """Where each scene and each waterfall goes in the picture, and the picture's size, at scale 1."""
    if pair.content is None:
        raise UsageError("there is no tree to draw; choose a segment first")
    sizes = [canvas.sceneRect().size() for canvas in pair.canvases]
    sizes += [QSizeF(picture.width, picture.height) for picture in waterfalls(pair.content, measure)]
    rooms, y = [], 0.0
    for size in sizes:
        rooms.append(QRectF(0, y, size.width(), size.height()))
        y += size.height() + GAP
    return rooms, QSizeF(max(room.width() for room in rooms), y - GAP)


def _paint(pair: TreePair, painter: QPainter, scale: float) -> None:
    rooms, size = _rooms(pair)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(scale, scale)
    painter.fillRect(QRectF(0, 0, size.width(), size.height()), QColor(theme.current().surface))
    for canvas, room in zip(pair.canvases, rooms, strict=False):
        canvas.scene().render(painter, room, canvas.sceneRect())
    drawn = waterfalls(pair.content, measure) if pair.content is not None else []
    for picture, room in zip(drawn, rooms[len(pair.canvases) :], strict=True):
        painter.save()
        painter.translate(room.topLeft())
        paint_waterfall(painter, picture)
        painter.restore()


def _image(pair: TreePair) -> QImage:
    size = _rooms(pair)[1]
    image = QImage(round(PNG_SCALE * size.width()), round(PNG_SCALE * size.height()), QImage.Format.Format_ARGB32)
    image.fill(QColor(theme.current().surface))
    painter = QPainter(image)
    _paint(pair, painter, PNG_SCALE)
    painter.end()
    return image


def _write_pdf(pair: TreePair, path: Path) -> None:
    size = _rooms(pair)[1]
    writer = QPdfWriter(str(path))
    writer.setPageSize(QPageSize(size * 0.75, QPageSize.Unit.Point))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    painter = QPainter(writer)
    _paint(pair, painter, writer.resolution() / 96)
    painter.end()
