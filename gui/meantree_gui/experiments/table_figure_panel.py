"""The figures of one table, shown one at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QPushButton, QScrollArea, QToolButton, QWidget

from meantree.escaping import escaped
from meantree_gui.background import LatestResult
from meantree_gui.widgets.boxes import in_column, in_row
from meantree_gui.widgets.figure_view import PREPARING, FigureView, screen_style
from meantree_gui.widgets.labels import plain_label

if TYPE_CHECKING:
    from meantree.evaluation.value_table import ValueTable
    from meantree.reporting.figures.canvas import Chart, Image
    from meantree.reporting.figures.figure_style import FigureStyle
    from meantree.work import Work
    from meantree_gui.background import Background


class TableFigurePanel(QWidget):
    """The figures of a table, one at a time; the arrow keys show the next or previous one.

    Signals:
        drawn: another figure is shown, or the table turned out to have none.
        cell_clicked: the row and the column of the table whose cell of a heat map was clicked.
    """

    drawn = Signal()
    cell_clicked = Signal(object, int)

    def __init__(self, background: Background) -> None:
        super().__init__()
        self.table: ValueTable | None = None
        self.names: tuple[str, ...] = ()
        self.place = 0
        self.picture, self.area, self.caption = FigureView(), QScrollArea(), plain_label(wrapped=True)
        self.before, self.after = QToolButton(), QToolButton()
        self.save_button = QPushButton("Save figure …")
        self._drawing: LatestResult[tuple[tuple[str, ...], Image | None]] = LatestResult(background)
        self._edition = 0
        self._drawing.arrived.connect(self._take)
        self._arrange()
        self.picture.box_selected.connect(self._click)

    @property
    def wanted_height(self) -> int:
        """The height in pixels that shows the whole figure."""
        return self.picture.height() + self.save_button.height() + 2 * self.area.frameWidth() + 8

    def show_table(self, table: ValueTable | None) -> None:
        """Draw the first figure of another table."""
        self.table, self.names, self.place = table, (), 0
        self._edition += 1
        self._drawing.forget()
        self.picture.show_image(None)
        self.picture.message = PREPARING if table is not None else ""
        self._show_caption()
        self._fit()
        self.draw()

    def draw(self) -> None:
        """Redraw if colours or the figure have changed."""
        table, place = self.table, self.place
        if table is None or not self.isVisible():
            return
        style, scale = screen_style(self), self.devicePixelRatioF()

        def draw(_work: Work) -> tuple[tuple[str, ...], Image | None]:
            from meantree.reporting.figures.canvas import image_of
            from meantree.reporting.figures.table_charts import table_drawings

            drawings = list(table_drawings(table))
            image = image_of(drawings[place][1](style), style, scale) if place < len(drawings) else None
            return tuple(name for name, _ in drawings), image

        self._drawing.request((self._edition, place, style, scale), draw)

    def step(self, by: int) -> None:
        """Show the figure ``by`` places further."""
        place = self.place + by
        if 0 <= place < len(self.names):
            self.place = place
            self._show_caption()
            self.draw()

    def chart(self, style: FigureStyle) -> Chart | None:
        """Return the current figure in another style, or None."""
        from meantree.reporting.figures.table_charts import table_drawings

        drawings = list(table_drawings(self.table)) if self.table is not None else []
        return drawings[self.place][1](style) if self.place < len(drawings) else None

    @property
    def name(self) -> str:
        """The name of the current figure; empty for none."""
        return self.names[self.place] if self.place < len(self.names) else ""

    def _take(self) -> None:
        answer = self._drawing.result
        if answer is not None:
            self.names, image = answer
            self.picture.show_image(image)
        self.picture.message = self._drawing.why_not
        self._show_caption()
        self._fit()
        self.drawn.emit()

    def _click(self, box: int) -> None:
        from meantree.evaluation.value_table import Heatmap

        figures = self.table.figures if self.table is not None else ()
        if self.table is not None and self.place < len(figures):
            figure = figures[self.place]
            if isinstance(figure, Heatmap) and not figure.by:
                row, column = divmod(box, len(figure.columns))
                self.cell_clicked.emit(figure.rows(self.table.rows)[row], figure.columns[column])

    def _show_caption(self) -> None:
        total = len(self.names)
        self.caption.setText(f"Figure {self.place + 1} of {total}: {escaped(self.name)}" if total else "")
        for button, is_possible in ((self.before, self.place > 0), (self.after, self.place < total - 1)):
            button.setVisible(total > 1)
            button.setEnabled(is_possible)
        self.save_button.setEnabled(total > 0)

    def _fit(self) -> None:
        """Show the figure at its own size, or smaller to fit the width."""
        width, size = self.area.viewport().width(), self.picture.image_size
        share = min(1.0, width / size.width()) if size.width() > 0 else 0.0
        self.picture.setFixedSize(max(1, round(size.width() * share) or width), max(60, round(size.height() * share)))

    def _arrange(self) -> None:
        for button, text, name, step in (
            (self.before, "◀", "Previous figure", -1),
            (self.after, "▶", "Next figure", 1),
        ):
            button.setText(text)
            button.setAccessibleName(name)
            button.setToolTip(name)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.clicked.connect(lambda _checked=False, step=step: self.step(step))
        self.picture.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setBackgroundRole(QPalette.ColorRole.Base)
        self.area.setWidget(self.picture)
        self.area.setFrameShape(QScrollArea.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAlwaysOn
        )  # a bar that appears would change the width
        self.area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.area.setAccessibleName("Figure of the table")
        self.area.installEventFilter(self)
        self.area.setMinimumHeight(48)
        self.save_button.setAutoDefault(True)
        row = in_row(None, (self.caption, 1), self.before, self.after, self.save_button)
        in_column(self, row, (self.area, 1), margins=(0, 0, 0, 0))

    def sizeHint(self) -> QSize:
        """Override QWidget.sizeHint."""
        return QSize(500, 260)

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Override QObject.eventFilter: the arrow keys on the figure."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
            if step is not None:
                self.step(step)
                return True
        return super().eventFilter(watched, event)  # type: ignore[arg-type]  # of Qt's own objects alone

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent."""
        super().resizeEvent(event)
        self._fit()
