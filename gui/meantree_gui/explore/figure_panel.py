"""The figure of the Explore page with a caption above it, drawn in the background."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from meantree.escaping import counted
from meantree_gui.background import LatestResult
from meantree_gui.explore.figure_output import chart_of
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.figure_view import PREPARING, FigureView, screen_style
from meantree_gui.widgets.labels import plain_label

if TYPE_CHECKING:
    from meantree.reporting.figures.canvas import Chart, Image
    from meantree.reporting.figures.figure_style import FigureStyle
    from meantree.work import Work
    from meantree_gui.background import Background
    from meantree_gui.state.figure_numbers import Numbers


class FigurePanel(QWidget):
    """A figure and its caption; points and boxes stand for rows of the frame.

    Signals:
        rows_selected: the 0-based rows that were clicked or caught by dragging; empty for a click on nothing.
        box_selected: the number of a clicked box that stands for no rows.
    """

    rows_selected = Signal(object)
    box_selected = Signal(int)

    def __init__(self, background: Background) -> None:
        super().__init__()
        self.caption, self.view = plain_label(wrapped=True), FigureView()
        self.numbers: Numbers | None = None
        self._titles: Sequence[str] = ()
        self._rings: Sequence[int] = ()
        self.image: Image | None = None
        self._drawing: LatestResult[Image] = LatestResult(background)
        self._edition = 0
        self._requested: object = None
        in_column(self, self.caption, (self.view, 1), margins=(0, 0, 0, 0))
        self._drawing.arrived.connect(self._take)
        self.view.resized.connect(self.draw)
        self.view.selected.connect(self.rows_selected)
        self.view.box_selected.connect(self._select_box)

    def show_numbers(self, numbers: Numbers | None, titles: Sequence[str], caption: str) -> None:
        """Draw other numbers; ``titles`` are the titles of their columns."""
        self.numbers, self._titles, self._rings = numbers, titles, ()
        self.caption.setText(caption)
        self.view.ring(())
        self.view.mark_box(-1)
        self._edition += 1
        self._drawing.forget()
        if numbers is None:
            self.image, self._requested = None, None
            self.view.show_image(None)
        self.draw()

    def draw(self) -> None:
        """Redraw if size, colours or numbers have changed."""
        numbers, titles = self.numbers, self._titles
        if numbers is None or not self.isVisible():
            return
        style, scale = screen_style(self), self.view.devicePixelRatioF()
        size = float(self.view.width()), float(self.view.height())

        def draw(_work: Work) -> Image:
            from meantree.reporting.figures.canvas import image_of

            return image_of(chart_of(numbers, titles, style, size), style, scale)

        key = self._edition, size, scale, style
        if key != self._requested:
            self._requested = key
            self._drawing.request(key, draw)
            self._show_waiting()

    def ring(self, rows: Sequence[int]) -> None:
        """Draw rings around these rows."""
        self._rings = rows
        self.view.ring(rows)

    def chart(self, style: FigureStyle) -> Chart | None:
        """Return the figure in its present size, or None if there is no figure."""
        if self.numbers is None:
            return None
        return chart_of(self.numbers, self._titles, style, (float(self.view.width()), float(self.view.height())))

    def _take(self) -> None:
        image, why_not = self._drawing.result, self._drawing.why_not
        self._show_waiting()
        self._drawing.forget()  # cached images of other sizes would take much memory
        if image is not None and self.numbers is not None:
            self.image = image
            self.view.show_image(image)
            self.view.ring(self._rings)
        elif why_not:
            self._requested = None
            self.caption.setText(why_not)

    def _show_waiting(self) -> None:
        self.view.message = PREPARING if self._drawing.is_busy else ""
        self.view.update()

    def _select_box(self, number: int) -> None:
        image = self.image
        if image is None or number >= len(image.boxes):
            return
        rows: list[int] = image.boxes[number].rows.tolist()
        if rows:
            self.rows_selected.emit(rows)
        elif self.numbers is not None and len(self.numbers.matrix):
            self.box_selected.emit(number)

    def box_text(self, number: int) -> str:
        """Return the tooltip of a box as escaped HTML."""
        image = self.image
        if image is None or number >= len(image.boxes):
            return ""
        box = image.boxes[number]
        text = f"{box.text} · {counted(len(box.rows), 'segment')}" if len(box.rows) else box.text
        return f"<p>{escape(text)}</p>"
