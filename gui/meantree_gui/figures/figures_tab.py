"""Figures, a tab of the Compare page: a figure and the lists behind it, with one selection."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QItemSelection, QItemSelectionModel, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from meantree.errors import MeantreeError, UsageError
from meantree.escaping import counted, escaped, shortened
from meantree.evaluation.value_table import ValueTable
from meantree.files import write_text
from meantree_gui.dialogs import ask_target
from meantree_gui.figures.figure_contents import ExploreChoices, chart_of, figure_statement, figure_table
from meantree_gui.figures.figure_segments import FigureSegmentList, MissedUnitList, unit_chart, unit_table
from meantree_gui.settings import Settings
from meantree_gui.state.exploration import Exploration
from meantree_gui.state.figure_numbers import FigureKind, FigureRequest
from meantree_gui.state.filtering import Filtering
from meantree_gui.state.significance_words import of_filter
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.choosers import RETURN
from meantree_gui.widgets.figure_view import DrawnFigure, qimage_of, screen_style
from meantree_gui.widgets.labels import plain_label
from meantree_gui.widgets.layouts import KeptSplitter
from meantree_gui.widgets.score_prompt import ResultStack

if TYPE_CHECKING:
    from meantree.evaluation.unit_differences import MissedUnit
    from meantree.reporting.figures.canvas import Chart
    from meantree.reporting.figures.figure_style import FigureStyle
    from meantree_gui.segments.segment_table import SegmentTable
    from meantree_gui.state.figure_numbers import Numbers


WIDE = 900
"""From this width in pixels the list is beside the figure instead of below."""
SHARES_BESIDE, SHARES_BELOW = (5000, 5000), (6000, 4000)
"""Shares of figure and list until the user moves the splitter."""
SCALE = 2.0
"""Pixels of a copied figure for each pixel of the screen."""
_UNUSABLE = re.compile(r"[^\w.]+")
MAX_SELECTED = 5_000
"""The largest number of segments that are selected in the table."""


class FiguresTab(QWidget):
    """A figure with a caption, and the list of the segments behind it.

    Signals:
        opened: the current segment is to be inspected.
        failed: an error to report.
        wanted: the page is to be shown.
        places_selected: the 0-based positions of several selected segments.
    """

    opened = Signal()
    failed = Signal(object)
    wanted = Signal()
    places_selected = Signal(object)

    def __init__(self, filtering: Filtering, settings: Settings) -> None:
        super().__init__()
        self.selection, self.filtering = filtering.selection, filtering
        self.exploration = Exploration(filtering)
        self.choices, self.view = ExploreChoices(self.exploration), DrawnFigure(filtering.workspace.background)
        self.caption = plain_label(wrapped=True)
        self.units, self.segments = MissedUnitList(), FigureSegmentList()
        self.numbers: Numbers | None = None
        self.selected_rows: list[int] = []
        self._stated = ""
        self._splitter = KeptSplitter(Qt.Orientation.Vertical, settings, "explore")
        self.results = ResultStack(self._splitter)
        self.prompt = self.results.prompt
        self._arrange()
        self._connect()
        if self.exploration.workspace.corpus is not None:
            self.exploration.start()

    def focus(self) -> None:
        """Give the focus to the list, or to the prompt in its place."""
        first = self.units if self._is_of_units else self.segments.table
        (first if self.results.has_results else self.prompt).setFocus()

    @property
    def _is_of_units(self) -> bool:
        """Whether units are listed in place of a figure."""
        return self.exploration.request.kind is FigureKind.UNITS

    def refresh(self) -> None:
        """Redraw after the theme changed."""
        self.view.draw()
        self.view.update()
        self.segments.table.viewport().update()
        self.units.viewport().update()

    def next_figure(self) -> None:
        """Show the next kind of figure; if the tab is hidden, show the tab."""
        kinds = list(FigureKind)
        following = kinds[(kinds.index(self.exploration.request.kind) + 1) % len(kinds)]
        self._choose(replace(self.exploration.choice, kind=following))

    def toggle_systems(self) -> None:
        """Switch between all scored systems and the current one."""
        self._choose(replace(self.exploration.choice, all_systems=not self.exploration.choice.all_systems))

    def _choose(self, choice: FigureRequest) -> None:
        self.exploration.choose(choice) if self.isVisible() else self.wanted.emit()

    def select_rows(self, rows: Sequence[int], title: str = "") -> None:
        """Select rows of the frame: mark them, list several of them alone, and make the first one current."""
        self.segments.narrow(rows, title)
        self.selected_rows = list(self.segments.model.rows if len(rows) > 1 else rows)
        self.view.ring(self.selected_rows)
        if self.selected_rows:
            first = self.selected_rows[0]
            self.segments.table.follow(first)
            self.selection.select(self.segments.place_in_corpus(first))
            if len(self.selected_rows) > 1:
                self.places_selected.emit(list(map(self.segments.place_in_corpus, self.selected_rows)))
        else:
            self.select_places([self.selection.place])

    def select_places(self, places: Sequence[int]) -> None:
        """Mark the segments at these 0-based positions of the corpus, which were selected elsewhere."""
        if self.numbers is None:
            return
        rows = self._rows_at(places)
        if len(places) == 1 and len(self.selected_rows) > 1 and set(rows) & set(self.selected_rows):
            rows = self.selected_rows  # the current segment is one of them
        else:
            self.segments.narrow(())
            self.selected_rows = rows
        self.view.ring(rows)
        current = [row for row in rows if self.segments.place_in_corpus(row) == self.selection.place]
        listed_rows = [row for row in current if self.segments.model.row_of(row) >= 0]
        if self.segments.current not in listed_rows:
            self.segments.table.mark(next(iter(listed_rows), -1))

    def _select_unit(self, unit: MissedUnit | None) -> None:
        """List the segments in which a unit is missed or extra."""
        if unit is None:
            return
        places, fault = unit.places(self.units.fault), self.units.fault
        title = f"{shortened(unit.label, 30)} is {fault} in {counted(len(places), 'segment')}"
        self.select_rows(self._rows_at(places), title)

    def _rows_at(self, places: Sequence[int]) -> list[int]:
        """Return the rows of the frame that belong to segments at 0-based positions."""

        if self.numbers is None:
            return []
        row_places = self.numbers.frame["place"].to_numpy()
        rows: list[int] = np.flatnonzero(np.isin(row_places, np.array(places, dtype=np.intp))).tolist()
        return rows

    def _choose_row(self, row: int | None) -> None:
        """Mark the current row of the list and make its segment current."""
        if row is None:
            return
        if row not in self.selected_rows:
            self.selected_rows = [row]
        self.view.ring(self.selected_rows)
        self.selection.select(self.segments.place_in_corpus(row))

    def _follow_segment(self, place: int) -> None:
        """Follow the current segment, wherever it was chosen."""
        current = self.segments.current
        if self.numbers is not None and (current < 0 or self.segments.place_in_corpus(current) != place):
            self.select_places([place])

    def _select_box(self, number: int) -> None:
        """Select the rows of a box; for a cell of the matrix, draw the scatter plot of its two columns."""
        image, numbers = self.view.image, self.numbers
        if image is None or numbers is None or number >= len(image.boxes):
            return
        rows: list[int] = image.boxes[number].rows.tolist()
        if rows:
            self.select_rows(rows)
        elif len(numbers.matrix):
            columns = numbers.request.columns
            row, column = divmod(number, len(columns))
            self.exploration.choose(
                replace(self.exploration.choice, kind=FigureKind.SCATTER, first=columns[column], second=columns[row])
            )

    def _open(self, row: int) -> None:
        """Inspect the segment of a row of the frame."""
        self.selection.choose_translation(self.segments.system(row), self.segments.place_in_corpus(row))
        self.opened.emit()

    def _show(self) -> None:
        """Show the figure, or a prompt for missing scores."""
        unavailable, numbers = self.exploration.unavailable, self.exploration.numbers.result
        self.choices.setVisible(unavailable is None)
        with self.results.keeping_focus(self.focus):
            if unavailable is not None or (numbers or self.numbers) is None:
                self._show_prompt()
            else:
                self.results.setCurrentWidget(self._splitter)
                if numbers is not None and numbers is not self.numbers:
                    self._show_numbers(numbers)
            self._show_units()

    def _show_numbers(self, numbers: Numbers) -> None:
        corpus = self.exploration.workspace.corpus
        selected = self._row_keys(self.selected_rows) if len(self.selected_rows) > 1 else set()
        self.numbers, self.selected_rows = numbers, []
        self._stated = self._figure_caption(numbers)
        self.segments.show_numbers(numbers, corpus.segments if corpus is not None else (), self._titles)
        self._draw()
        rows = [row for row in self._rows_at([place for place, _ in selected]) if self._row_keys([row]) & selected]
        if len(rows) > 1:  # the selection is kept when scores arrive or the figure changes
            self.segments.narrow(rows)
            self.selected_rows = list(self.segments.model.rows)
        self.select_places([self.selection.place])

    def _draw(self) -> None:
        """Draw the numbers, or nothing without any."""
        self.view.ring(())
        self.view.mark_box(-1)
        self.view.show_chart(partial(chart_of, self.numbers, self._titles) if self.numbers is not None else None)

    @property
    def _titles(self) -> list[str]:
        """The titles of the columns that are drawn."""
        return [self.exploration.title_of(column) for column in self.numbers.request.used] if self.numbers else []

    def _row_keys(self, rows: Sequence[int]) -> set[tuple[int, str]]:
        """Return keys of rows that hold in any frame: position of the segment, and system."""
        return {(self.segments.place_in_corpus(row), self.segments.system(row)) for row in rows}

    def _show_units(self) -> None:
        """Show the units in place of a figure if they are requested, and the caption."""
        self._left.setCurrentWidget(self.units if self._is_of_units else self.view)
        if self._is_of_units:
            self.units.show_units(self.exploration.units.result, self.exploration.request.fault)
        of_figure = self.exploration.numbers.why_not or self._stated  # of what is drawn, until other numbers arrive
        self.caption.setText(self._unit_caption() if self._is_of_units else of_figure)
        units = self.units.units if self._is_of_units else None
        self.caption.setToolTip(units.kind.claim if units is not None else "")

    def _show_prompt(self) -> None:
        unavailable = self.exploration.unavailable
        self.numbers, self.selected_rows, self._stated = None, [], ""
        self.segments.show_numbers(None, (), ())
        self._draw()
        if unavailable is None:
            self.results.show_prompt(self.exploration.numbers.why_not or "Computing …")
        else:
            self.results.show_prompt(*unavailable.prompt(self.selection.scoring.awaits))

    def _figure_caption(self, numbers: Numbers) -> str:
        """Return what is shown, of which systems, of how many segments, by which filter."""
        titles = self._titles
        systems = numbers.request.systems
        names = escaped(systems[0]) if len(systems) == 1 else f"{len(systems)} systems"
        parts = [figure_statement(numbers, titles), names, self._counted()]
        if numbers.undefined:
            parts.append(f"{numbers.undefined:,} without a {'value' if len(titles) < 3 else 'value in some column'}")
        return " · ".join(parts)

    def _unit_caption(self) -> str:
        """Return which units are listed, of which system, of how many segments, by which filter."""
        units, rows = self.units.units, self.units.list.rowCount()
        if units is None:
            return self.exploration.units.why_not or "Counting …"
        parts = [units.kind.title, f"{rows:,} {self.units.fault}", escaped(units.system), self._counted()]
        if units.left_out:
            parts.append(f"{units.left_out:,} could not be counted")
        return " · ".join(parts)

    def _counted(self) -> str:
        """Return of how many segments, by which filter."""
        corpus = self.exploration.workspace.corpus
        return of_filter(self.filtering, len(corpus.segments) if corpus else 0)

    def chart(self, style: FigureStyle) -> Chart | None:
        """Return the figure in its present size, or None if there is no figure."""
        units = self.units.units if self._is_of_units else None
        if units is None:
            return self.view.chart(style, self.view.chart_size) if self.view.chart is not None else None
        size = float(self.units.width()), float(self.units.height())
        return unit_chart(units, self.units.fault, style, size)

    @property
    def table(self) -> ValueTable | None:
        """The data of the figure, None if there is no figure."""
        if self._is_of_units:
            return unit_table(self.units.units) if self.units.units is not None else None
        return figure_table(self.numbers) if self.numbers is not None else None

    @property
    def name(self) -> str:
        """The kind, columns and systems of the figure, for the name of a file."""
        request = self.exploration.request
        if self._is_of_units:
            return f"{request.fault} {request.unit} {self.selection.system}"
        columns = request.used if len(request.used) < 3 else (request.correlation,)
        return " ".join((request.kind.name.lower(), *columns, *(request.systems if len(request.systems) == 1 else ())))

    # Files and clipboard

    def save(self) -> None:
        """Choose a file and write the figure into it."""
        from meantree.reporting.figures.canvas import SUFFIXES, save_figure

        drawn = self._drawn()
        if drawn is None:
            return
        kinds = " ".join(f"*{suffix}" for suffix in SUFFIXES)
        chart, style = drawn
        path, _ = ask_target(None, "Save figure", f"{self._proposed}.svg", f"Figures ({kinds})")
        if path is not None:
            self._attempt(lambda: save_figure(chart, style, path))

    def copy(self) -> None:
        """Put the figure on the clipboard."""
        from meantree.reporting.figures.canvas import image_of

        drawn = self._drawn()
        if drawn is not None:
            QGuiApplication.clipboard().setImage(qimage_of(image_of(*drawn, SCALE)))

    def save_table(self) -> None:
        """Choose a file and write the data of the figure into it."""
        text = self._table()
        if text:
            path, _ = ask_target(None, "Save table", f"{self._proposed}.tsv", "Tables (*.tsv)")
            if path is not None:
                self._attempt(lambda: write_text(path, text))

    def copy_table(self) -> None:
        """Put the data of the figure on the clipboard."""
        text = self._table()
        if text:
            QGuiApplication.clipboard().setText(text)

    def _drawn(self) -> tuple[Chart, FigureStyle] | None:
        style = screen_style(self.view)
        chart = self.chart(style)
        if chart is None:
            self._report_no_figure()
        return (chart, style) if chart is not None else None

    def _table(self) -> str:
        """Return the data as TSV; empty if there is no figure, which is reported."""
        from meantree.reporting.table_text import tables_tsv

        table = self.table
        if table is None:
            self._report_no_figure()
        return "" if table is None else tables_tsv([table])

    def _report_no_figure(self) -> None:
        self.failed.emit(UsageError("there is no figure yet; go to Figures with F4"))

    def _attempt(self, do: Callable[[], None]) -> None:
        try:
            do()
        except MeantreeError as error:
            self.failed.emit(error)

    @property
    def _proposed(self) -> str:
        """The proposed name of a file, from what the figure shows."""
        return _UNUSABLE.sub("_", self.name)

    # Inside

    def _connect(self) -> None:
        self.exploration.updated.connect(self._show)
        self.results.visible_changed.connect(self.exploration.set_visible)
        self.results.visible_changed.connect(self.view.draw)
        self.exploration.restarted.connect(self._show_units)
        self.units.chosen.connect(self._select_unit)
        self.units.clicked.connect(lambda: self._select_unit(self.units.current))
        self.units.entered_row.connect(self.segments.table.setFocus)
        segments, view = self.segments, self.view
        view.failed.connect(self.caption.setText)
        view.selected.connect(self.select_rows)
        view.box_selected.connect(self._select_box)
        view.opened.connect(self._open)
        view.tip_of = lambda is_point, number: segments.tip(number) if is_point else view.box_text(number)
        self.segments.table.chosen.connect(self._choose_row)
        self.segments.table.opened.connect(self._open)
        self.segments.cleared.connect(lambda: self.select_rows(()))
        self.selection.segment_chosen.connect(self._follow_segment)
        self.selection.started.connect(self._show_prompt)  # numbers are of the previous corpus
        self.prompt.accepted.connect(self.selection.score)
        self.prompt.accepted.connect(self._show)

    def _arrange(self) -> None:
        left, self._left = QWidget(), QStackedWidget()
        self._left.addWidget(self.view)
        self._left.addWidget(self.units)
        in_column(left, self.caption, (self._left, 1), margins=(0, 0, 0, 0))
        self._splitter.addWidget(left)
        self._splitter.addWidget(self.segments)
        self._splitter.share(*SHARES_BELOW)
        in_column(self, self.choices, (self.results, 1), margins=(0, 0, 0, 0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: on a wide page the list is beside the figure."""
        super().resizeEvent(event)
        wanted = Qt.Orientation.Horizontal if self.width() >= WIDE else Qt.Orientation.Vertical
        if wanted is not self._splitter.orientation():
            self._splitter.setOrientation(wanted)
            self._splitter.share(*(SHARES_BESIDE if wanted is Qt.Orientation.Horizontal else SHARES_BELOW))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QWidget.keyPressEvent: Esc clears the selection, Return inspects the current segment."""
        is_part = self.numbers is not None and self.segments.model.rowCount() < len(self.numbers.rows)
        if event.key() == Qt.Key.Key_Escape and is_part:
            self.select_rows(())
        elif event.key() in RETURN and self.selected_rows and self.segments.current >= 0:
            self._open(self.segments.current)
        else:
            super().keyPressEvent(event)


class TableLink(QObject):
    """Links several selected segments of the figure with the segment table, in both directions.

    A single segment is linked by the selection, as on all pages.
    """

    def __init__(self, page: FiguresTab, table: SegmentTable) -> None:
        super().__init__(page)
        self.page, self.table = page, table
        self._is_selecting = False
        page.places_selected.connect(self._select)
        table.selectionModel().selectionChanged.connect(self._ring)

    def _select(self, places: Sequence[int]) -> None:
        model, chosen = self.table.model(), QItemSelection()
        rows = [row for row in map(self.table.segments.row_of, dict.fromkeys(places[:MAX_SELECTED])) if row >= 0]
        for row in rows:
            chosen.select(model.index(row, 0), model.index(row, model.columnCount() - 1))
        self._is_selecting = True
        try:
            self.table.selectionModel().select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        finally:
            self._is_selecting = False

    def _ring(self) -> None:
        if self._is_selecting or not self.page.isVisible():
            return
        places = self.table.selected_places
        if len(places) > 1:
            self.page.select_places(places)
