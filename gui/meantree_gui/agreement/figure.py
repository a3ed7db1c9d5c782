"""A figure of agreement on the screen, drawn in the background as large as it is now."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent

from meantree_gui import theme
from meantree_gui.background import Answers
from meantree_gui.widgets.figure_view import FigureView

if TYPE_CHECKING:
    from meantree.report.figures.canvas import Chart, Image
    from meantree.report.figures.distributions import Size
    from meantree.report.figures.figure_style import FigureStyle
    from meantree.work import Work
    from meantree_gui.background import Background

REDRAWN = (QEvent.Type.PaletteChange, QEvent.Type.StyleChange)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A figure that can be drawn.

    Attributes:
        name: what it shows, and for files.
        key: what tells it from others.
        chart: draws it in a style, and in a size or one of its own.
    """

    name: tuple[str, ...]
    key: Hashable
    chart: Callable[[FigureStyle, Size | None], Chart]


class AgreementFigure(FigureView):
    """Arrows go from part to part, and a tip says what each counts."""

    def __init__(self, background: Background) -> None:
        super().__init__()
        self.wanted: Wanted | None = None
        self.image: Image | None = None
        self._drawing: Answers[Image] = Answers(background)
        self._drawing.arrived.connect(self._take)
        self.resized.connect(self.draw)
        self.tell = self._told

    @property
    def is_busy(self) -> bool:
        """Whether another image is on its way."""
        return self._drawing.is_busy

    def show_figure(self, wanted: Wanted | None) -> None:
        """Draw another one, or hide."""
        self.wanted, self.image = wanted, None
        self._drawing.forget()
        self.show_image(None)
        self.setVisible(wanted is not None)
        if wanted is not None:
            self.setAccessibleName(" ".join(wanted.name))
            self.draw()

    def draw(self) -> None:
        """Draw again where size or colours are others now."""
        wanted = self.wanted
        if wanted is None or not self.isVisible():
            return
        style, size, scale = self._style(), (float(self.width()), float(self.height())), self.devicePixelRatioF()

        def draw(_work: Work) -> Image:
            from meantree.report.figures.canvas import image_of

            return image_of(wanted.chart(style, size), style, scale)

        self._drawing.ask((wanted.key, size, scale, style), draw)

    def changeEvent(self, event: QEvent) -> None:
        """Override QWidget.changeEvent: colours of the other appearance."""
        super().changeEvent(event)
        if event.type() in REDRAWN:
            self.draw()

    def _style(self) -> FigureStyle:
        from meantree.report.figures.figure_style import style_of

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
