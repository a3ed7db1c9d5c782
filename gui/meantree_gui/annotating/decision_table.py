"""The rows to decide in adjudication: each annotator's answer, and what the gold standard has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QWidget

from meantree.annotation.contested_frames import SEPARATOR, shortened_answer
from meantree.escaping import capitalised, escaped
from meantree_gui import theme
from meantree_gui.annotating.adjudication import Adjudication, Row
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.cells import Cell, CellDelegate
from meantree_gui.widgets.labels import ElidedLabel
from meantree_gui.widgets.tables import ROW_HEIGHT, Column, ListModel, RowTable

MOST_LINES: Final = 3
"""The most lines of a row; its tooltip has all of the answer."""
INDENT = "    "
NARROWEST: Final = 110
"""The least width of an annotator's column, in pixels; with more annotators the table scrolls."""


def decision_columns(names: Sequence[str]) -> tuple[Column[Row[Any]], ...]:
    """Return the columns of the rows: where it is, what differs, each annotator's answer, and the decision."""

    def muted(text: str) -> Cell:
        return Cell(text, colour=QColor(theme.current().muted))

    def answer_of(name: str) -> Callable[[Row[Any]], Cell]:
        def answer(row: Row[Any]) -> Cell:
            text = escaped(shortened_answer(row.answers[name]))
            return Cell(text) if name in row.supporters else muted(text)

        return answer

    def whole(name: str) -> Callable[[Row[Any]], list[str]]:
        return lambda row: [escaped(part) for part in row.answers[name].split(SEPARATOR)]

    def about(row: Row[Any]) -> str:
        return escaped(f"{INDENT if row.is_part else ''}{shortened_answer(row.about)}")

    def decision(row: Row[Any]) -> Cell:
        text = escaped(shortened_answer(row.decision))
        return muted(text) if row.is_undecided else Cell(text, colour=QColor(theme.current().accent))

    return (
        Column("", lambda row: muted(row.text), width=26),
        Column("Contested", about, tip_lines=lambda row: [escaped(row.about)], width=150),
        Column("Differs in", lambda row: muted(row.kinds), width=84),
        *(
            Column(f"{place}  {escaped(name)}", answer_of(name), tip_lines=whole(name))
            for place, name in enumerate(names, start=1)
        ),
        Column("Gold standard", decision, tip_lines=lambda row: [escaped(row.decision)], width=104),
    )


class DecisionTable(QWidget):
    """Lists what is to be decided; the keys of adjudication work here, and say before what follows.

    Attributes:
        is_wanted: whether it is shown where there is anything to adjudicate.
    """

    def __init__(self, adjudication: Adjudication[Any, Any]) -> None:
        super().__init__()
        self.adjudication, self.is_wanted = adjudication, True
        self.model = ListModel(decision_columns(()))
        self.table = RowTable(self.model, "Rows to decide")
        self.table.setWordWrap(True)
        self.setFocusProxy(self.table)
        self.title, self.follows, self.comments = ElidedLabel(), ElidedLabel(), ElidedLabel()
        self.title.setProperty("role", "title")
        self.follows.setProperty("role", "muted")
        self.follows.setAccessibleName("What follows from a key")
        self.comments.setAccessibleName("Comments of annotators")
        in_column(self, self.title, (self.table, 1), self.comments, self.follows, margins=(8, 0, 8, 0), gap=2)
        adjudication.changed.connect(self.refresh)
        self.table.selectionModel().currentRowChanged.connect(lambda now, _before: adjudication.choose(now.row()))
        self.hide()

    def refresh(self) -> None:
        """Show the rows of the open translation."""
        adjudication = self.adjudication
        is_seen, panel = self.is_wanted and bool(adjudication.names), self.parentWidget()
        if not is_seen and panel is not None:
            panel.setFocusProxy(None)  # type: ignore[arg-type]  # Qt takes none
            if self.table.hasFocus():
                panel.setFocus()  # any button would get it
        self.setVisible(is_seen)
        if is_seen and panel is not None:
            panel.setFocusProxy(self)  # also while the panel has the focus, and after a click beside the rows
        if not adjudication.names:
            for part in (self.title, self.follows, self.comments):
                part.clear()
            self.model.show(())  # without columns, the next ones would lose their widths
            return
        about = adjudication.contested, adjudication.offer, adjudication.progress
        self.title.setText(capitalised(" · ".join(filter(None, about))))
        for line, text in ((self.follows, adjudication.consequences()), (self.comments, adjudication.comments)):
            line.setText(text)
            line.setVisible(bool(text))
        rows, columns = adjudication.rows, decision_columns(adjudication.names)
        same = (len(rows), len(columns)) == (len(self.model.rows), len(self.model.columns))
        with QSignalBlocker(self.table.selectionModel()):
            self.model.show(rows, columns, same=same)
            if rows:
                self.table.selectRow(adjudication.place)
        if rows:
            self.table.scrollTo(self.model.index(adjudication.place, 0))
        self.table.viewport().update()
        self._fit_rows()

    def height_wanted(self) -> int:
        """Return the height in pixels in which all rows are visible."""
        head = self.table.horizontalHeader().height() + self.title.sizeHint().height() + 12
        lines = sum(line.sizeHint().height() for line in (self.follows, self.comments) if not line.isHidden())
        return head + lines + max(ROW_HEIGHT, sum(map(self.table.rowHeight, range(len(self.model.rows)))))

    def _fit_rows(self) -> None:
        """Give each row the lines that its answers need, up to a limit."""
        most = ROW_HEIGHT + (MOST_LINES - 1) * self.table.fontMetrics().lineSpacing()
        for row in range(len(self.model.rows)):
            height = min(most, max(ROW_HEIGHT, self.table.sizeHintForRow(row) + CellDelegate.bar_room))
            self.table.setRowHeight(row, height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: answers need other lines."""
        super().resizeEvent(event)
        self._fit_rows()
