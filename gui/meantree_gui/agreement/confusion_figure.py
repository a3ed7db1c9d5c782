"""The confusion of two annotators' roles on the screen, drawn in the background as large as it is now."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent

from meantree_gui import theme
from meantree_gui.explore.figure_view import FigureView
from meantree_gui.state.answers import Answers

if TYPE_CHECKING:
    from meantree.evaluation.compared_work import ComparedAnnotators
    from meantree.report.figures.canvas import Chart, Image
    from meantree.report.figures.style import FigureStyle
    from meantree.work import Work
    from meantree_gui.background import Background

REDRAWN = (QEvent.Type.PaletteChange, QEvent.Type.StyleChange)


class ConfusionFigure(FigureView):
    """Arrows go from cell to cell, and a tip says what each counts."""

    def __init__(self, background: Background) -> None:
        super().__init__()
        self.pair: ComparedAnnotators | None = None
        self.image: Image | None = None
        self._drawing: Answers[Image] = Answers(background)
        self._drawing.arrived.connect(self._take)
        self.resized.connect(self.draw)
        self.tell = self._told
        self.setAccessibleName("Confusion of roles")

    @property
    def is_busy(self) -> bool:
        """Whether another image is on its way."""
        return self._drawing.is_busy

    def show_pair(self, pair: ComparedAnnotators) -> None:
        """Draw these two."""
        self.pair, self.image = pair, None
        self._drawing.forget()
        self.show_image(None)
        self.draw()

    def draw(self) -> None:
        """Draw again where size or colours are others now."""
        pair = self.pair
        if pair is None or not self.isVisible():
            return
        style, size, scale = self._style(), (float(self.width()), float(self.height())), self.devicePixelRatioF()

        def draw(_work: Work) -> Image:
            from meantree.report.figures.canvas import image_of
            from meantree.report.figures.confusions import confusion_chart

            return image_of(confusion_chart(pair, style, size), style, scale)

        self._drawing.ask((pair.names, size, scale, style), draw)

    def chart(self, style: FigureStyle) -> Chart | None:
        """The figure in another style; None if there is none."""
        from meantree.report.figures.confusions import confusion_chart

        return None if self.pair is None else confusion_chart(self.pair, style)

    def changeEvent(self, event: QEvent) -> None:
        """Override QWidget.changeEvent: colours of the other appearance."""
        super().changeEvent(event)
        if event.type() in REDRAWN:
            self.draw()

    def _style(self) -> FigureStyle:
        from meantree.report.figures.style import style_of

        return style_of(theme.current(), (self.font().family(),))

    def _take(self) -> None:
        if self._drawing.answer is not None:
            self.image = self._drawing.answer
            self.show_image(self.image)

    def _told(self, is_point: bool, number: int) -> str:
        image = self.image
        if is_point or image is None or not 0 <= number < len(image.boxes):
            return ""
        return f"<p>{escape(image.boxes[number].text)}</p>"
