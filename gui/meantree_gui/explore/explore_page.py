"""The Explore page: a figure, and the lists behind it; choosing in one chooses in the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QObject, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from meantree.escaping import counted, escaped, listed, shortened
from meantree_gui.explore.explore_choices import ExploreChoices
from meantree_gui.explore.figure_output import FigureExporter, table_tsv, told_first
from meantree_gui.explore.figure_panel import FigurePanel
from meantree_gui.explore.figure_segments import FigureSegmentList
from meantree_gui.explore.missed_unit_panel import MissedUnitPanel, unit_chart, unit_tsv
from meantree_gui.settings import Settings
from meantree_gui.state.exploration import Exploration
from meantree_gui.state.figure_numbers import FigureKind
from meantree_gui.state.filtering import Filtering
from meantree_gui.state.selection import Selection
from meantree_gui.state.significance_words import of_filter
from meantree_gui.widgets.layouts import KeptSplitter
from meantree_gui.widgets.score_prompt import ScorePrompt
from meantree_gui.widgets.tables import RETURN

if TYPE_CHECKING:
    from meantree.evaluation.missed_units import MissedUnit
    from meantree.report.figures.canvas import Chart
    from meantree.report.figures.figure_style import FigureStyle
    from meantree_gui.segments.segment_table import SegmentTable
    from meantree_gui.state.figure_numbers import Numbers


WIDE = 900
"""From this width on the list stands beside the figure, not below."""
BESIDE, BELOW = (5000, 5000), (6000, 4000)
"""How figure and list share the room until the user shares it otherwise."""
FIGURE, WHY_NOT = range(2)
"""Of the stack."""
MOST = 5_000
"""Of more segments nobody sees which are selected."""


class ExplorePage(QWidget):
    """A figure, what it says in words, and the segments behind it.

    Signals:
        opened: a segment is to be looked at closely.
        failed: an error that is to be told.
        wanted: it is to be shown.
        picked_places: the 0-based places of several segments that were picked.
    """

    opened = Signal()
    failed = Signal(object)
    wanted = Signal()
    picked_places = Signal(object)

    def __init__(self, selection: Selection, filtering: Filtering, settings: Settings) -> None:
        super().__init__()
        self.selection, self.filtering = selection, filtering
        self.exploration = Exploration(selection, filtering)
        self.choices, self.figure = ExploreChoices(self.exploration), FigurePanel(selection.workspace.background)
        self.units, self.segments = MissedUnitPanel(), FigureSegmentList()
        self.prompt = ScorePrompt()
        self.exporter = FigureExporter(self)
        self.numbers: Numbers | None = None
        self.picked: list[int] = []
        self._shown_units: tuple[object, str] = None, ""
        self._splitter = KeptSplitter(Qt.Orientation.Vertical, settings, "explore")
        self._arrange()
        self._connect()
        if self.exploration.workspace.corpus is not None:
            self.exploration.start()

    def focus(self) -> None:
        """Keys go to the list, or to what is offered in its place."""
        if self._stack.currentIndex() == FIGURE:
            self._list.table.setFocus()
        else:
            self.prompt.take_keys()

    @property
    def _list(self) -> FigureSegmentList | MissedUnitPanel:
        """Where keys choose first."""
        return self.units if self.exploration.request.kind is FigureKind.UNITS else self.segments

    def refresh(self) -> None:
        """Draw again, after the appearance changed."""
        self.figure.draw()
        self.figure.view.update()
        self.segments.table.viewport().update()
        self.units.table.viewport().update()

    def next_figure(self) -> None:
        """Another figure, round and round; from elsewhere, the one that was shown last."""
        if not self.isVisible():
            self.wanted.emit()
            return
        kinds = list(FigureKind)
        self.exploration.choose_kind(kinds[(kinds.index(self.exploration.request.kind) + 1) % len(kinds)])

    def toggle_systems(self) -> None:
        """All scored systems, or the one that is looked at."""
        if not self.isVisible():
            self.wanted.emit()
            return
        wish = self.exploration.choice
        self.exploration.choose(replace(wish, all_systems=not wish.all_systems))

    # Picking

    def pick(self, rows: Sequence[int], why: str = "") -> None:
        """Ring rows of the frame; several are listed alone, and the first of the list is looked at."""
        self.segments.narrow(rows, why)
        self.picked = list(self.segments.model.rows if len(rows) > 1 else rows)
        self.figure.ring(self.picked)
        if self.picked:
            first = self.picked[0]
            self.segments.make_current(first)
            self.selection.select(self.segments.model.place_in_corpus(first))
            if len(self.picked) > 1:
                self.picked_places.emit(list(map(self.segments.model.place_in_corpus, self.picked)))
        else:
            self.pick_places([self.selection.place])

    def pick_places(self, places: Sequence[int]) -> None:
        """Ring the segments at these 0-based places of the corpus, which were selected elsewhere."""
        if self.numbers is None:
            return
        rows = self._rows_at(places)
        if len(places) == 1 and len(self.picked) > 1 and set(rows) & set(self.picked):
            rows = self.picked  # one of these is looked at
        else:
            self.segments.narrow(())
            self.picked = rows
        self.figure.ring(rows)
        mine = [row for row in rows if self.segments.model.place_in_corpus(row) == self.selection.place]
        listed_rows = [row for row in mine if self.segments.model.row_of(row) >= 0]
        if self.segments.current not in listed_rows:
            self.segments.make_current(next(iter(listed_rows), -1))

    def _pick_unit(self, unit: MissedUnit) -> None:
        """List the segments in which a unit is missed, or extra."""
        places, fault = unit.places(self.units.fault), self.units.fault
        self.pick(self._rows_at(places), f"{shortened(unit.label, 30)} is {fault} in {counted(len(places), 'segment')}")

    def _rows_at(self, places: Sequence[int]) -> list[int]:
        """The rows of the frame that are of these segments."""
        import numpy as np

        if self.numbers is None:
            return []
        at = self.numbers.frame["place"].to_numpy()
        found: list[int] = np.flatnonzero(np.isin(at, np.array(places, dtype=np.intp))).tolist()
        return found

    def _choose_row(self, row: int) -> None:
        """The current row of the list is ringed and looked at."""
        if row not in self.picked:
            self.picked = [row]
        self.figure.ring(self.picked)
        self.selection.select(self.segments.model.place_in_corpus(row))

    def _follow_segment(self, place: int) -> None:
        """Another segment is looked at, by whatever way."""
        current = self.segments.current
        if self.numbers is not None and (current < 0 or self.segments.model.place_in_corpus(current) != place):
            self.pick_places([place])

    def _pick_correlation(self, number: int) -> None:
        """Draw the two columns that a cell of the matrix is of against each other."""
        if self.numbers is not None:
            columns = self.numbers.request.columns
            row, column = divmod(number, len(columns))
            self.exploration.choose(
                replace(self.exploration.choice, kind=FigureKind.SCATTER.name, x=columns[column], y=columns[row])
            )

    def _open(self, row: int) -> None:
        """Look closely at a row of the frame."""
        place, system = self.segments.model.place_in_corpus(row), self.segments.model.system(row)
        self.selection.choose_system(system)
        self.selection.select(place)
        self.opened.emit()

    def _tell(self, is_point: bool, number: int) -> str:
        return self.segments.model.told(number) if is_point else self.figure.box_text(number)

    # Showing

    def _show(self) -> None:
        """Show the numbers, or what has to be done first."""
        unavailable, found = self.exploration.unavailable, self.exploration.numbers.result
        page = WHY_NOT if unavailable is not None or (found is None and self.numbers is None) else FIGURE
        turned = page != self._stack.currentIndex()
        widgets = (self.segments.table, self.units.table, self.figure.view)
        had_keys = self.prompt.has_keys or any(widget.hasFocus() for widget in widgets)
        self._stack.setCurrentIndex(page)
        self.choices.setVisible(unavailable is None)
        if page == WHY_NOT:
            self._say_why_not()
        elif found is not None and found is not self.numbers:
            self._show_numbers(found)
        elif found is None and self.exploration.numbers.why_not:
            self.figure.caption.setText(self.exploration.numbers.why_not)
        self._show_units()
        if had_keys and (turned or page == WHY_NOT):
            self.focus()

    def _show_numbers(self, numbers: Numbers) -> None:
        corpus = self.exploration.workspace.corpus
        titles = [self.exploration.title_of(column) for column in numbers.request.used]
        kept = self._named(self.picked) if len(self.picked) > 1 else set()
        self.numbers, self.picked = numbers, []
        self.segments.show_numbers(numbers, corpus.segments if corpus is not None else (), titles)
        self.figure.show_numbers(numbers, titles, self._caption(numbers, titles))
        rows = [row for row in self._rows_at([place for place, _ in kept]) if self._named([row]) & kept]
        if len(rows) > 1:  # what was picked stays so, when scores arrive or the figure is another
            self.segments.narrow(rows)
            self.picked = list(self.segments.model.rows)
        self.pick_places([self.selection.place])

    def _named(self, rows: Sequence[int]) -> set[tuple[int, str]]:
        """Rows of the frame by what they are in any frame: place of the segment, and system."""
        return {(self.segments.model.place_in_corpus(row), self.segments.model.system(row)) for row in rows}

    def _show_units(self) -> None:
        """In place of a figure, where units are asked for."""
        asked, answers = self.exploration.request, self.exploration.units
        is_of_units = asked.kind is FigureKind.UNITS
        self._left.setCurrentIndex(int(is_of_units))
        if not is_of_units:
            return
        found = answers.result
        if found is None:
            self.units.show_units(None, asked.fault, answers.why_not or "Counting …")
        elif (found, asked.fault) != self._shown_units:
            self.units.show_units(found, asked.fault, self._counted())
        self._shown_units = found, asked.fault

    def _say_why_not(self) -> None:
        unavailable = self.exploration.unavailable
        self.numbers, self.picked = None, []
        self.segments.show_numbers(None, (), ())
        self.figure.show_numbers(None, (), "")
        if unavailable is None:
            self.prompt.show_prompt(self.exploration.numbers.why_not or "Computing …")
            return
        scoring = self.exploration.selection.scoring
        names = f"{listed(unavailable.systems)} {'is' if len(unavailable.systems) == 1 else 'are'}"
        unscored = [system for system in unavailable.systems if not scoring.awaits(system)]
        if not unavailable.systems:
            self.prompt.show_prompt(unavailable.reason)
        elif unscored:
            text = f"{names} not scored yet. Press Return to score: figures are drawn from scores."
            self.prompt.show_prompt(text, f"Score {listed(unscored)}")
        else:
            self.prompt.show_prompt(f"{names} being scored. The first figure appears here when that is done.")

    def _caption(self, numbers: Numbers, titles: Sequence[str]) -> str:
        """What is shown, of how many segments, by which filter."""
        systems = numbers.request.systems
        whose = escaped(systems[0]) if len(systems) == 1 else f"{len(systems)} systems"
        parts = [told_first(numbers, titles), whose, self._counted()]
        if numbers.undefined:
            verb = "lacks" if numbers.undefined == 1 else "lack"
            parts.append(f"{numbers.undefined:,} {verb} a {'value' if len(titles) < 3 else 'value in some column'}")
        return " · ".join(parts)

    def _counted(self) -> str:
        """Of how many segments, by which filter."""
        corpus = self.exploration.workspace.corpus
        return of_filter(self.filtering, len(corpus.segments) if corpus else 0)

    # What leaves the window

    def style_now(self) -> FigureStyle:
        """Colours and fonts of the window."""
        return self.figure.style_now()

    def chart(self, style: FigureStyle) -> Chart | None:
        """The figure as large as it is shown; None if there is none."""
        found = self.units.found if self._left.currentIndex() else None
        if found is None:
            return self.figure.chart(style)
        size = float(self.units.width()), float(self.units.height())
        return unit_chart(found, self.units.fault, style, size)

    @property
    def table(self) -> str:
        """What the figure was drawn from, as TSV; empty if there is none."""
        if self._left.currentIndex():
            return unit_tsv(self.units.found) if self.units.found is not None else ""
        return table_tsv(self.numbers) if self.numbers is not None else ""

    @property
    def name(self) -> str:
        """What the figure is of, as parts of the name of a file."""
        asked = self.exploration.request
        if asked.kind is FigureKind.UNITS:
            return f"{asked.fault} {asked.unit} {self.selection.system}"
        columns = asked.used if len(asked.used) < 3 else (asked.correlation,)
        return " ".join((asked.kind.name.lower(), *columns, *(asked.systems if len(asked.systems) == 1 else ())))

    # Making

    def _connect(self) -> None:
        self.exploration.updated.connect(self._show)
        self.exploration.restarted.connect(self._show_units)
        self.exporter.failed.connect(self.failed)
        self.units.picked.connect(self._pick_unit)
        self.units.table.entered_row.connect(self.segments.table.setFocus)
        self.figure.picked.connect(self.pick)
        self.figure.box_picked.connect(self._pick_correlation)
        self.figure.view.opened.connect(self._open)
        self.figure.view.tell = self._tell
        self.segments.chosen.connect(self._choose_row)
        self.segments.wanted.connect(self._open)
        self.segments.released.connect(lambda: self.pick(()))
        self.selection.segment_chosen.connect(self._follow_segment)
        self.selection.started.connect(self._forget)
        self.prompt.accepted.connect(self.selection.score)
        self.prompt.accepted.connect(self._show)

    def _forget(self) -> None:
        """Numbers of what was open before are not shown."""
        self._say_why_not()

    def _arrange(self) -> None:
        left = QWidget()
        self._left = QStackedLayout(left)
        self._left.addWidget(self.figure)
        self._left.addWidget(self.units)
        self._splitter.addWidget(left)
        self._splitter.addWidget(self.segments)
        self._splitter.share(*BELOW)
        room = QWidget()
        self._stack = QStackedLayout(room)
        self._stack.addWidget(self._splitter)
        self._stack.addWidget(self.prompt)
        self._stack.setCurrentIndex(WHY_NOT)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(8, 6, 8, 4)
        outer.addWidget(self.choices)
        outer.addWidget(room, 1)

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget.showEvent: it is looked at."""
        super().showEvent(event)
        self.exploration.set_visible(True)
        self.figure.draw()

    def hideEvent(self, event: QHideEvent) -> None:
        """Override QWidget.hideEvent: nothing has to be computed."""
        super().hideEvent(event)
        self.exploration.set_visible(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: where there is room, the list stands beside the figure."""
        super().resizeEvent(event)
        wanted = Qt.Orientation.Horizontal if self.width() >= WIDE else Qt.Orientation.Vertical
        if wanted is not self._splitter.orientation():
            self._splitter.setOrientation(wanted)
            self._splitter.share(*(BESIDE if wanted is Qt.Orientation.Horizontal else BELOW))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QWidget.keyPressEvent: Esc lets go what was picked, Return opens the first of it."""
        is_part = self.numbers is not None and self.segments.model.rowCount() < len(self.numbers.rows)
        if event.key() == Qt.Key.Key_Escape and is_part:
            self.pick(())
        elif event.key() in RETURN and self.picked and self.segments.current >= 0:
            self._open(self.segments.current)
        else:
            super().keyPressEvent(event)


class TableLink(QObject):
    """One segment alone goes by way of the selection, as everywhere."""

    def __init__(self, page: ExplorePage, table: SegmentTable) -> None:
        super().__init__(page)
        self.page, self.table = page, table
        self._is_selecting = False
        page.picked_places.connect(self._select)
        table.selectionModel().selectionChanged.connect(self._ring)

    def _select(self, places: Sequence[int]) -> None:
        model, chosen = self.table.model(), QItemSelection()
        rows = [row for row in map(self.table.segments.row_of, dict.fromkeys(places[:MOST])) if row >= 0]
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
            self.page.pick_places(places)
