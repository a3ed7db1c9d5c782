"""The view of the waterfall of a prediction, whose bars are selected by mouse and keyboard."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from meantree.comparison.prediction import Prediction
from meantree.metrics.evidence import Term
from meantree.picture.waterfall import MAX_STEPS, ROW, StepBar, WaterfallPicture, waterfall
from meantree_gui import theme
from meantree_gui.trees.painter import measure, paint


class WaterfallView(QWidget):
    """Draws the waterfall in the width of the list below it.

    Signals:
        chosen: the name of the group whose bar was selected.
    """

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("From identical texts to the score")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.prediction: Prediction | None = None
        self.max_steps = MAX_STEPS
        self.picture: WaterfallPicture | None = None
        self._marked: str | None = None

    def show_prediction(self, prediction: Prediction | None) -> None:
        """Draw another prediction."""
        self.prediction, self._marked = prediction, None
        self._lay_out()

    def set_max_steps(self, max_steps: int) -> None:
        """Set the largest number of separate steps."""
        if max_steps != self.max_steps:
            self.max_steps = max_steps
            self._lay_out()

    def mark(self, item: Term | str | None) -> None:
        """Highlight the bar of a group, by name or by one of its features; ``None`` for no bar."""
        self._marked = item.group if isinstance(item, Term) else item
        self.update()

    @property
    def current(self) -> StepBar | None:
        """The selected bar; ``None`` if there is none."""
        bars = self.picture.bars if self.picture is not None and self._marked is not None else ()
        return next((bar for bar in bars if bar.step.of == self._marked), None)

    def _lay_out(self) -> None:
        if self.prediction is None:
            self.picture = None
            return
        self.picture = waterfall(self.prediction, self.width(), measure, most=self.max_steps)
        self.setFixedHeight(round(self.picture.height))
        self.setAccessibleDescription("; ".join(f"{bar.step.label} {bar.number}" for bar in self.picture.bars))
        self.update()

    def _choose(self, bar: StepBar | None) -> None:
        if bar is not None and bar.step.of is not None:
            self.mark(bar.step.of)
            self.chosen.emit(bar.step.of)

    def _walk(self, step: int) -> None:
        bars = [bar for bar in self.picture.bars if bar.step.of is not None] if self.picture is not None else []
        if bars:
            here = bars.index(self.current) + step if self.current in bars else 0
            self._choose(bars[min(len(bars) - 1, max(0, here))])

    def _at(self, where: QPoint) -> StepBar | None:
        return self.picture.at(where.y()) if self.picture is not None else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QWidget.keyPressEvent: Up and Down select bars."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is None or event.modifiers() not in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        ):
            super().keyPressEvent(event)
        else:
            self._walk(step)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Override QWidget.mousePressEvent."""
        self._choose(self._at(event.position().toPoint()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Override QWidget.mouseMoveEvent: the tooltip has the full label."""
        bar = self._at(event.position().toPoint())
        self.setToolTip(f"{bar.step.label} {bar.number}" if bar is not None else "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: it fills the width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lay_out()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Override QWidget.paintEvent."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(theme.current().surface))
        if self.picture is not None:
            current, palette = self.current, theme.current()
            if current is not None:
                painter.fillRect(QRectF(0, current.y, self.picture.width, ROW), QColor(palette.selection))
            for group in self.picture.groups(palette):
                paint(painter, group.parts)
            painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.current().accent), 1))
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        painter.end()
