"""The program's icon as pictures of points, for what cannot show SVG."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SVG = Path(__file__).parents[2] / "resources" / "meantree_resources" / "icons" / "meantree.svg"


def draw_icon(path: Path, size: int) -> Path:
    """Write the icon as a PNG of ``size`` × ``size`` points, and return its path."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(SVG)).render(painter)
    painter.end()
    image.save(str(path))
    return path
