"""The figure of some numbers, with what it says in words above it; drawn in the background, as large as it is now."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from meantree.escaping import counted
from meantree_gui import theme
from meantree_gui.background import LatestResult
from meantree_gui.explore.figure_output import chart_of
from meantree_gui.widgets.figure_view import FigureView

if TYPE_CHECKING:
    from meantree.report.figures.canvas import Chart, Image
    from meantree.report.figures.figure_style import FigureStyle
    from meantree.work import Work
    from meantree_gui.background import Background
    from meantree_gui.state.figure_numbers import Numbers


class FigurePanel(QWidget):
    """Points and boxes are told of as numbers of rows in the frame.

    Signals:
        picked: rows that were clicked or caught; none for a click beside everything.
        box_picked: the number of a box that stands for no rows.
    """

    picked = Signal(object)
    box_picked = Signal(int)

    def __init__(self, background: Background) -> None:
        super().__init__()
        self.caption, self.view = QLabel(), FigureView()
        self.numbers: Numbers | None = None
        self._titles: Sequence[str] = ()
        self._rings: Sequence[int] = ()
        self.image: Image | None = None
        self._drawing: LatestResult[Image] = LatestResult(background)
        self._edition = 0
        self._asked: object = None
        self.caption.setWordWrap(True)
        self.caption.setTextFormat(Qt.TextFormat.PlainText)
        self.caption.setProperty("role", "muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.caption)
        column.addWidget(self.view, 1)
        self._drawing.arrived.connect(self._take)
        self.view.resized.connect(self.draw)
        self.view.picked.connect(self.picked)
        self.view.box_picked.connect(self._pick_box)

    @property
    def is_busy(self) -> bool:
        """Whether another image is on its way."""
        return self._drawing.is_busy

    def show_numbers(self, numbers: Numbers | None, titles: Sequence[str], caption: str) -> None:
        """Draw these; ``titles`` are of the columns that they take."""
        self.numbers, self._titles, self._rings = numbers, titles, ()
        self.caption.setText(caption)
        self.view.ring(())
        self.view.mark_box(-1)
        self._edition += 1
        self._drawing.forget()
        if numbers is None:
            self.image, self._asked = None, None
            self.view.show_image(None)
        self.draw()

    def draw(self) -> None:
        """Draw again where size, colours or numbers are others now."""
        numbers, titles = self.numbers, self._titles
        if numbers is None or not self.isVisible():
            return
        style, scale = self.style_now(), self.view.devicePixelRatioF()
        size = float(self.view.width()), float(self.view.height())

        def draw(_work: Work) -> Image:
            from meantree.report.figures.canvas import image_of

            return image_of(chart_of(numbers, titles, style, size), style, scale)

        question = self._edition, size, scale, style
        if question != self._asked:
            self._asked = question
            self._drawing.request(question, draw)
            self._tell_whether_it_waits()

    def ring(self, rows: Sequence[int]) -> None:
        """Draw rings around these rows."""
        self._rings = rows
        self.view.ring(rows)

    def style_now(self) -> FigureStyle:
        """Colours and fonts of the window."""
        from meantree.report.figures.figure_style import style_of

        return style_of(theme.current(), (self.font().family(),))

    def chart(self, style: FigureStyle) -> Chart | None:
        """The figure as large as it is shown; None if there is none."""
        if self.numbers is None:
            return None
        return chart_of(self.numbers, self._titles, style, (float(self.view.width()), float(self.view.height())))

    def _take(self) -> None:
        image, why_not = self._drawing.result, self._drawing.why_not
        self._tell_whether_it_waits()
        self._drawing.forget()  # images of other sizes would take much memory
        if image is not None and self.numbers is not None:
            self.image = image
            self.view.show_image(image)
            self.view.ring(self._rings)
        elif why_not:
            self._asked = None
            self.caption.setText(why_not)

    def _tell_whether_it_waits(self) -> None:
        self.view.waits = self._drawing.is_busy
        self.view.update()

    def _pick_box(self, number: int) -> None:
        image = self.image
        if image is None or number >= len(image.boxes):
            return
        rows: list[int] = image.boxes[number].rows.tolist()
        if rows:
            self.picked.emit(rows)
        elif self.numbers is not None and len(self.numbers.matrix):
            self.box_picked.emit(number)

    def box_text(self, number: int) -> str:
        """What a box stands for, as the text of a tip: never the user's markup."""
        image = self.image
        if image is None or number >= len(image.boxes):
            return ""
        box = image.boxes[number]
        told = f"{box.text} · {counted(len(box.rows), 'segment')}" if len(box.rows) else box.text
        return f"<p>{escape(told)}</p>"
