"""Rows of a list as high as their titles need; Qt's own heights cut titles that only just do not fit into a line."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSignalBlocker, QSize, Qt
from PySide6.QtWidgets import QListWidget, QStyle

SLACK = 6
"""Pixels that Qt may need beside a text, or above and below it."""


def fit_titles(rows: QListWidget) -> None:
    """Let each row have as many lines as its title has in the width that there is."""
    style, metrics = rows.style(), rows.fontMetrics()
    margin = style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, None, rows) + 1
    mark = style.pixelMetric(QStyle.PixelMetric.PM_IndicatorWidth, None, rows) + 2 * margin
    flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft
    with QSignalBlocker(rows):  # nothing was checked
        for place in range(rows.count()):
            item = rows.item(place)
            is_marked = item.data(Qt.ItemDataRole.CheckStateRole) is not None
            room = rows.viewport().width() - 2 * (margin + rows.spacing()) - SLACK - (mark if is_marked else 0)
            text = metrics.boundingRect(QRect(0, 0, max(40, room), 10_000), int(flags), item.text())
            size = QSize(0, text.height() + 2)
            if item.sizeHint() != size:
                item.setSizeHint(size)
