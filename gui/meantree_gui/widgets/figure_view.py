"""A figure on the screen: its pixels, rings around selected points, and selection by mouse and keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QToolTip, QWidget

from meantree.escaping import counted
from meantree.metrics.evidence import Status
from meantree_gui import theme
from meantree_gui.background import LatestResult
from meantree_gui.widgets.choosers import RETURN

if TYPE_CHECKING:
    from meantree.reporting.figures.canvas import Chart, Image, Size
    from meantree.reporting.figures.figure_style import FigureStyle
    from meantree.work import Work
    from meantree_gui.background import Background

    Drawer = Callable[[FigureStyle, Size], Chart]

REACH = 12.0
"""The largest distance of a click from a point in pixels."""
DRAG = 5
"""Pixels after which a mouse movement draws a frame."""
RING = 5.0
"""The radius of a ring in pixels."""
MAX_RINGS = 5_000
"""More rings would hide the points."""
STEPS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}
PREPARING = "Preparing figures …"
"""The first figure takes some seconds if the fonts of the machine have not been listed yet."""
ENTER = (*RETURN, Qt.Key.Key_Space)


def qimage_of(image: Image) -> QImage:
    """Return a figure's pixels as a Qt image."""
    return QImage(image.pixels, image.width, image.height, 4 * image.width, QImage.Format.Format_RGBA8888).copy()


def screen_style(widget: QWidget) -> FigureStyle:
    """Return the style of figures on screen: the colours of the theme and the font of a widget."""
    from meantree.reporting.figures.figure_style import style_of

    return style_of(theme.current(), (widget.font().family(),))


class DrawnFigure(QWidget):
    """A figure that is drawn in the background, and again in another size or in other colours.

    Until an image of the right size arrives, the last one is stretched.

    Attributes:
        chart: returns the figure in a style and size; ``None`` if there is none.
        image: what is shown, ``None`` for nothing.
        message: shown as long as there is no image.
        tip_of: returns the tooltip of a point (``True``) or box (``False``) by its number.

    Signals:
        selected: rows whose points were clicked or framed; none for a click on the background.
        box_selected: the number of a box that was clicked, or on which Return was pressed.
        opened: a row whose point was double-clicked.
        failed: why it was not drawn.
    """

    selected = Signal(object)
    box_selected = Signal(int)
    opened = Signal(int)
    failed = Signal(str)

    def __init__(self, background: Background) -> None:
        super().__init__()
        self.chart: Drawer | None = None
        self._drawing: LatestResult[Image] = LatestResult(background, max_cached=0)  # images take much memory
        self._drawing.arrived.connect(self._take)
        self.tip_of: Callable[[bool, int], str] = lambda is_point, number: "" if is_point else self.box_text(number)
        self.message = ""
        self.image: Image | None = None
        self._pixels = QImage()
        self._rings: Sequence[int] = ()
        self._box = -1
        self._from: QPointF | None = None
        self._to: QPointF | None = None
        self.setMouseTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(220, 160)
        self.setAccessibleName("Figure")

    def show_image(self, image: Image | None) -> None:
        """Show another figure, or none."""
        self.image, self._box = image, -1
        self._pixels = QImage() if image is None else qimage_of(image)
        self.update()

    def ring(self, rows: Sequence[int]) -> None:
        """Draw rings around these rows' points."""
        self._rings = rows
        self.update()

    def mark_box(self, number: int) -> None:
        """Draw a frame around a box; -1 for none."""
        self._box = number
        self.update()

    def box_text(self, number: int) -> str:
        """Return the tooltip of a box as escaped HTML."""
        if self.image is None or not 0 <= number < len(self.image.boxes):
            return ""
        box = self.image.boxes[number]
        segments = f" · {counted(len(box.rows), 'segment')}" if len(box.rows) else ""
        return f"<p>{escape(box.text + segments)}</p>"

    @property
    def has_points(self) -> bool:
        """Whether the figure shows rows as points."""
        return self.image is not None and len(self.image.points) > 0

    def point_of(self, row: int) -> QPointF | None:
        """Return the position of a row's point in the widget; None without a point."""
        if self.image is None or row >= len(self.image.points):
            return None
        (x, y), (across, down) = self.image.points[row].tolist(), self._stretch
        return QPointF(x * across, y * down) if x == x else None  # NaN if undefined

    # Hit testing

    @property
    def _stretch(self) -> tuple[float, float]:
        """Factors from units of the image to pixels of the widget, 1 if both have the same size."""
        if self.image is None or self._pixels.isNull():
            return 1.0, 1.0
        scale = self._scale
        return self.width() * scale / self.image.width, self.height() * scale / self.image.height

    @property
    def _scale(self) -> float:
        return self.devicePixelRatioF()

    def _nearest(self, where: QPointF) -> int:
        """Return the row of the nearest point, -1 if none is near."""
        import numpy as np

        if self.image is None or not len(self.image.points):
            return -1
        away = (self.image.points - self._image_position(where)) * self._stretch
        squares = np.nan_to_num((away**2).sum(axis=1), nan=np.inf)
        row = int(squares.argmin())
        return row if squares[row] <= REACH**2 else -1

    def _framed(self, frame: QRectF) -> list[int]:
        """Return the rows of the points within a frame."""
        import numpy as np

        if self.image is None or not len(self.image.points):
            return []
        low, high = self._image_position(frame.topLeft()), self._image_position(frame.bottomRight())
        with np.errstate(invalid="ignore"):
            within = ((self.image.points >= low) & (self.image.points <= high)).all(axis=1)
        rows: list[int] = np.flatnonzero(within).tolist()
        return rows

    def _box_at(self, where: QPointF) -> int:
        """Return the number of the box around a position, -1 for none."""
        x, y = self._image_position(where)
        boxes = self.image.corners.tolist() if self.image is not None else []
        inside = (
            number for number, (left, top, right, low) in enumerate(boxes) if left <= x <= right and top <= y <= low
        )
        return next(inside, -1)

    def _image_position(self, where: QPointF) -> tuple[float, float]:
        across, down = self._stretch
        return where.x() / across, where.y() / down

    def _step_box(self, step: tuple[int, int]) -> None:
        """Mark the nearest box in a direction."""
        boxes = self.image.corners.tolist() if self.image is not None else []
        if not boxes:
            return
        if not 0 <= self._box < len(boxes):
            self.mark_box(0)
            return
        middles = [((left + right) / 2, (top + low) / 2) for left, top, right, low in boxes]
        x, y = middles[self._box]
        ahead = [
            (abs(other_x - x) + abs(other_y - y), number)
            for number, (other_x, other_y) in enumerate(middles)
            if (other_x - x) * step[0] + (other_y - y) * step[1] > 1
        ]
        if ahead:
            self.mark_box(min(ahead)[1])
            QToolTip.showText(self.mapToGlobal(QPoint(8, 8)), self.tip_of(False, self._box), self)

    # Qt

    def sizeHint(self) -> QSize:
        """Override QWidget.sizeHint."""
        return QSize(560, 420)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Override QWidget.paintEvent."""
        palette = theme.current()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(palette.surface))
        if self._pixels.isNull():
            painter.setPen(QColor(palette.muted))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.message)
        else:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(self.rect(), self._pixels)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_rings(painter, QColor(palette.status[Status.MISSED]))
        if self._from is not None and self._to is not None:
            painter.setPen(QPen(QColor(palette.accent), 1))
            shade = QColor(palette.accent)
            shade.setAlpha(30)
            painter.setBrush(shade)
            painter.drawRect(QRectF(self._from, self._to).normalized())
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(palette.accent), 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def _paint_rings(self, painter: QPainter, colour: QColor) -> None:
        image = self.image
        if image is None:
            return
        across, down = self._stretch
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colour, 2))
        for row in self._rings[:MAX_RINGS]:
            if (point := self.point_of(row)) is not None:
                painter.drawEllipse(point, RING, RING)
        if 0 <= self._box < len(image.corners):
            left, top, right, low = image.corners[self._box].tolist()
            painter.drawRect(QRectF(QPointF(left * across, top * down), QPointF(right * across, low * down)))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Override QWidget.mousePressEvent: start a frame."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._from, self._to = event.position(), None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Override QWidget.mouseMoveEvent: draw a frame."""
        if self._from is not None and self.has_points:
            moved = (event.position() - self._from).manhattanLength()
            if moved > DRAG or self._to is not None:
                self._to = event.position()
                self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Override QWidget.mouseReleaseEvent: select."""
        start, end, self._from, self._to = self._from, self._to, None, None
        if event.button() != Qt.MouseButton.LeftButton or start is None:
            return
        self.update()
        if end is not None:
            self.selected.emit(self._framed(QRectF(start, end).normalized()))
            return
        box = self._box_at(event.position())
        if box >= 0:
            self.mark_box(box)
            self.box_selected.emit(box)
        elif self.has_points:
            row = self._nearest(event.position())
            self.selected.emit([row] if row >= 0 else [])

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Override QWidget.mouseDoubleClickEvent: open the row."""
        row = self._nearest(event.position())
        if row >= 0:
            self.opened.emit(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QWidget.keyPressEvent: arrow keys mark boxes, Return selects one."""
        step = STEPS.get(Qt.Key(event.key()))
        if step is not None and self.image is not None and len(self.image.corners):
            self._step_box(step)
        elif event.key() in ENTER and self._box >= 0:
            self.box_selected.emit(self._box)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Override QWidget.event: show the tooltip of the point or box."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            where = QPointF(event.pos())
            row, box = self._nearest(where), self._box_at(where)
            tip = self.tip_of(True, row) if row >= 0 else self.tip_of(False, box) if box >= 0 else ""
            QToolTip.showText(event.globalPos(), tip, self)
            return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: draw an image of this size."""
        super().resizeEvent(event)
        self.draw()

    # Drawing

    def show_chart(self, chart: Drawer | None) -> None:
        """Draw another figure, or none; the last one is shown until it is drawn."""
        self.chart = chart
        self._drawing.forget()
        if chart is None:
            self.show_image(None)
        self.draw()

    def draw(self) -> None:
        """Draw again if size, colours or figure have changed."""
        chart = self.chart
        if chart is None or not self.isVisible():
            return
        style, size, scale = screen_style(self), self.chart_size, self.devicePixelRatioF()

        def draw(_work: Work) -> Image:
            from meantree.reporting.figures.canvas import image_of

            return image_of(chart(style, size), style, scale)

        self._drawing.request((size, scale, style), draw)
        self._show_waiting()

    @property
    def chart_size(self) -> Size:
        """The size of the figure in pixels."""
        return float(self.width()), float(self.height())

    def _take(self) -> None:
        image, why_not = self._drawing.result, self._drawing.why_not
        self._show_waiting()
        if image is not None and self.chart is not None:
            self.show_image(image)
        elif why_not:
            self.failed.emit(why_not)

    def _show_waiting(self) -> None:
        self.message = PREPARING if self._drawing.is_busy else ""
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        """Override QWidget.changeEvent: draw again in the colours of the appearance."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self.draw()
