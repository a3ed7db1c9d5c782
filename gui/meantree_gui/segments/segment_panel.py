"""The left panel: the filter line, the number of matches, and the table of segments."""

from __future__ import annotations

import json
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QSizePolicy, QVBoxLayout, QWidget

from meantree.errors import MeantreeError
from meantree.escaping import counted, listed, shortened
from meantree.queries.request_examples import EXAMPLES
from meantree_gui.actions import BELOW, GO_PAGE, Command, passing_menu
from meantree_gui.segments.filter_widgets import FilterLine, GroupChooser, NamedFilters, RequestBuilder
from meantree_gui.segments.segment_columns import CERTAINTY, TableColumn
from meantree_gui.segments.segment_model import SegmentModel
from meantree_gui.segments.segment_table import SegmentTable
from meantree_gui.settings import COLUMNS, Settings, json_object
from meantree_gui.state.filtering import Filtering
from meantree_gui.state.selection import Selection
from meantree_gui.widgets.boxes import in_row
from meantree_gui.widgets.labels import plain_label

if TYPE_CHECKING:
    from meantree.queries.matches import Matches

PAUSE_MS = 150
"""The filter is applied this long after the last key in its line."""
FILE_ORDER = 0, Qt.SortOrder.AscendingOrder
"""The column and order in which segments are sorted at first."""
ASSIGNED_TO = 'annotator:"'
"""Begins the filter of the segments assigned to an annotator."""
HELP = (
    "words and “phrases” that must occur, -words that must not",
    "doc:  id:  src:  hyp:  ref:  comment:  state:  annotator:  before a word search only this field",
    "finding:negation,  finding:role.swapped,  finding:major  and  findings > 1  search what is wrong in a translation",
    "comment:  and  state:  are those of the annotator chosen on the Annotate page;  annotator:  is the one "
    "to whom the segment is assigned;  in:report  accepts segments that were added to the report (Ctrl+J)",
    "{0} < .4,  .2 < {0} < .5,  {0}:.2...5,  certainty < .8  and  length > 40  limit values",
    "pattern {{ V[side=ref, upos=VERB]; V -[nsubj]-> S }} group by V.lemma  searches the structure",
)

MENU_GROUPS: Final = {
    "id": "Texts",
    "name": "Texts",
    "text": "Texts",
    "score": "Scores",
    "number": "Numbers",
    "count": "Numbers",
}
"""Sections of the menu of columns, by kind."""


class SegmentPanel(QWidget):
    """Shows, filters and selects segments.

    Signals:
        wanted: the panel must be shown if it is hidden.
        count_changed: the number of segments or matches, in words, or why the filter cannot be read.
        requests_wanted: the explanation of all clauses of requests is asked for.
        reported: which columns had no room any more when another one was shown.
    """

    wanted = Signal()
    count_changed = Signal(str)
    requests_wanted = Signal()
    reported = Signal(str)

    def __init__(self, selection: Selection, filtering: Filtering, settings: Settings) -> None:
        super().__init__()
        self.selection, self.scoring, self.workspace = selection, selection.scoring, selection.workspace
        self.filtering, self.settings = filtering, settings
        self._selected: list[int] = []
        self.setMinimumWidth(190)
        self.filter = FilterLine()
        self.filter.setPlaceholderText("Filter")
        self.filter.setAccessibleName("Filter segments")
        self.named, self.groups = NamedFilters(settings), GroupChooser(filtering.searching)
        self.count = plain_label(wrapped=True)
        self.count.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.model = SegmentModel(filtering)
        self.table = SegmentTable(self.model)
        self.table.chosen = _saved_columns(settings)
        self._pause, self._look = (QTimer(self, singleShot=True, interval=PAUSE_MS) for _ in range(2))
        self._arrange()
        self._connect()

    @property
    def commands(self) -> tuple[Command, ...]:
        """The commands whose keys work everywhere."""
        return (
            Command(
                "next_segment", "Next segment or translation", "Go", partial(self.step, 1), ("Ctrl+Down", "Alt+Down")
            ),
            Command(
                "previous_segment",
                "Previous segment or translation",
                "Go",
                partial(self.step, -1),
                ("Ctrl+Up", "Alt+Up"),
            ),
            Command("find_segment", "Filter segments", "Go", self.go_to_filter, ("Ctrl+F",)),
            Command("search_structure", "Search structure …", "Go", self.search_structure, ("Ctrl+Alt+P",)),
            Command("go_to_table", "Go to the segments", GO_PAGE, self.go_to_table, ("F6",)),
            Command("show_mine", "Show my segments or all", f"Annotate{BELOW}Show", self.show_mine, ("Ctrl+Alt+M",)),
            Command("save_filter", "Save the filter under a name …", "Edit", self.named.save, ("Ctrl+Alt+S",)),
            Command("named_filters", "Named filters …", "Go", self.named.pop_up, ("Ctrl+Alt+F",)),
            Command("add_to_report", "Add to report, or take out", "Edit", self.add_to_report, ("Ctrl+J",)),
            Command("sort_by_score", "Sort by score, or by file order", "View", self.sort_by_score, ("Ctrl+L",)),
            Command("least_sure_first", "Sort by certainty, or by file order", "View", self.least_sure_first),
            Command("choose_columns", "Choose columns …", "View", self.choose_columns),
        )

    @property
    def table_commands(self) -> tuple[Command, ...]:
        """The commands whose keys work in the table alone."""
        return (Command("copy_segments", "Copy selected segments", "Edit", self.table.copy, ("Ctrl+C",)),)

    def go_to_table(self) -> None:
        """Give the keyboard focus to the table."""
        self.wanted.emit()
        self.table.setFocus()

    def go_to_filter(self) -> None:
        """Give the keyboard focus to the filter line."""
        self.wanted.emit()
        self.filter.setFocus()
        self.filter.selectAll()

    def search_structure(self) -> None:
        """Open the request builder, with the request of the filter line if it has one, else with an example."""
        from meantree.queries.request_parsing import is_request

        line = self.filter.text()
        builder = RequestBuilder(line if is_request(line) else str(EXAMPLES[0][1]), self)
        builder.searched.connect(self.filter_by)
        builder.explained.connect(self.requests_wanted)
        self.count_changed.connect(builder.show_result)
        builder.show()
        builder.activateWindow()

    def apply_filter(self) -> None:
        """Apply the filter line now."""
        self._pause.stop()
        self.filtering.set_line(self.filter.text())

    def filter_by(self, line: str) -> None:
        """Use another filter now."""
        self.filter.setText(line)
        self.apply_filter()

    def show_mine(self) -> None:
        """Show the segments assigned to the annotator alone, or all again."""
        if self.workspace.annotator:
            self.filter_by("" if self.filter.text() == self._own_filter else self._own_filter)

    def show_assigned(self) -> None:
        """Show the segments assigned to the annotator alone, if some but not all are, unless the user filters."""
        corpus, own, line = self.workspace.corpus, self.workspace.annotations.own_segments, self.filter.text()
        if corpus is not None and (not line or line.startswith(ASSIGNED_TO)):
            self.filter_by(self._own_filter if 0 < len(own) < len(corpus.segments) else "")

    @property
    def _own_filter(self) -> str:
        return f'{ASSIGNED_TO}{self.workspace.annotator}"'

    def step(self, by: int) -> None:
        """Select the segment ``by`` rows further down; from an excluded segment, the nearest accepted one."""
        rows, current = self.model.rowCount(), self.table.currentIndex()
        if rows:
            row = current.row() + by if current.isValid() else self._nearest(by)
            self.table.selectRow(min(rows - 1, max(0, row)))

    @property
    def sorting(self) -> tuple[str, bool]:
        """The key of the column by which segments are sorted, and whether the highest comes first."""
        at, order = self.model.sorted_by
        return self.model.columns[at].key, order == Qt.SortOrder.DescendingOrder

    def sort_by(self, sorting: object) -> None:
        """Sort by a saved :attr:`sorting`, which comes from a file; ignored if there is no such column."""
        match sorting:
            case [str(key), bool(falling)] if (at := self.model.column_of(key)) >= 0:
                order = Qt.SortOrder.DescendingOrder if falling else Qt.SortOrder.AscendingOrder
                self.table.sortByColumn(at, order)

    def add_to_report(self) -> None:
        """Add the selected segment to the report, or the selected rows; take them out if all are in it."""
        corpus, rows = self.workspace.corpus, self.table.selected_places
        places = rows if len(rows) > 1 else [self.selection.place]
        if corpus is None or not corpus.segments:
            self.reported.emit("nothing is open")
            return
        keys = [corpus.segments[place].key for place in places]
        try:
            is_added = self.workspace.toggle_marks(keys)
        except MeantreeError as error:
            self.reported.emit(str(error))
            return
        whose = f"Segment {shortened(keys[0])} is" if len(keys) == 1 else f"{counted(len(keys), 'segment')} are"
        total = counted(len(self.workspace.annotations.marked), "segment")
        unsaved = " · not saved yet (Ctrl+S)" if self.workspace.is_draft else ""
        self.reported.emit(f"{whose} {'' if is_added else 'no longer '}in the report, which has {total}{unsaved}")

    def sort_by_score(self) -> None:
        """Sort by the metric in focus, the worst first, then the best first, then by the order of the file again."""
        focus, worst_falls = self.selection.focus, self.scoring.is_lower_better(self.selection.focus)
        if self.model.column_of(focus) < 0 or self.sorting == (focus, not worst_falls):
            self.table.sortByColumn(*FILE_ORDER)
            self.reported.emit("Segments are in the order of the file")
            return
        self.wanted.emit()
        best_first = self.sorting == (focus, worst_falls)
        self.sort_by([focus, worst_falls != best_first])
        self.reported.emit(f"Segments are sorted by {focus}, the {'best' if best_first else 'worst'} first")

    def least_sure_first(self) -> None:
        """Sort by the certainty of the parser, in a column that is then shown; or by the order of the file again."""
        if self.sorting == (CERTAINTY, False):
            self.table.sortByColumn(*FILE_ORDER)
            return
        self.wanted.emit()
        self._show_column(self.model.columns[self.model.column_of(CERTAINTY)], True)
        self.sort_by([CERTAINTY, False])

    def choose_columns(self, where: QPoint | None = None) -> None:
        """Open the menu of columns at a point of the header."""
        self.columns_menu().popup(self.table.horizontalHeader().mapToGlobal(where or QPoint(0, 0)))

    def columns_menu(self) -> QMenu:
        """Return the menu to show and hide columns, by what they hold, with a submenu for differences."""
        menu = passing_menu(self)
        differences = QMenu("Differences of two systems", menu)
        last = ""
        for place, column in enumerate(self.model.columns):
            group = MENU_GROUPS.get(column.kind, last)
            if group != last:
                menu.addSection(group)
                last = group
            action = QAction(column.title, menu)
            action.setCheckable(True)
            action.setChecked(not self.table.isColumnHidden(place))
            action.setEnabled(column.key != self.selection.focus)
            action.toggled.connect(partial(self._show_column, column))
            (differences if column.kind == "difference" else menu).addAction(action)
        menu.addSeparator()
        if differences.actions():
            menu.addMenu(differences)
        menu.addAction("Reset column widths", self.table.forget_widths)
        return menu

    # Inside

    def _arrange(self) -> None:
        header = self.table.horizontalHeader()
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(self.choose_columns)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 4, 4, 4)
        line = in_row(None, (self.filter, 1), gap=2)
        line.addWidget(self.named, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(line)
        for widget in (self.count, self.groups, self.table):
            column.addWidget(widget)

    def _connect(self) -> None:
        self.filter.textChanged.connect(self._filter_soon)
        self.filter.entered.connect(self._enter)
        self.filter.left.connect(self.table.setFocus)
        self.named.chosen.connect(self.filter_by)
        self.named.chosen.connect(self.table.setFocus)
        self.named.built.connect(self.search_structure)
        self.table.left.connect(self._back)
        self._pause.timeout.connect(self.apply_filter)
        for moved in (self.table.verticalScrollBar().valueChanged, self.model.modelReset, self.selection.started):
            moved.connect(lambda: self._look.start())
        self._look.timeout.connect(lambda: self.scoring.prioritize(self.table.visible_places, "seen"))
        self.table.selectionModel().currentRowChanged.connect(self._choose)
        self.model.modelAboutToBeReset.connect(self._remember)
        self.model.modelReset.connect(self._restore)
        self.model.modelReset.connect(self._give_examples)
        self.model.headerDataChanged.connect(self._follow_focus)
        self.selection.started.connect(self._start)
        self.selection.segment_chosen.connect(self._follow)
        self.scoring.system_scored.connect(self.table.fit)
        filtering = self.filtering
        filtering.changed.connect(self._count)
        filtering.begun.connect(lambda: self.count.setText("Searching …" if filtering.is_request else "Filtering …"))

    def _filter_soon(self) -> None:
        """Filter after a pause in typing, or at once if the line was cleared; a request waits for Return."""
        from meantree.queries.request_parsing import is_request

        line = self.named.line = self.filter.text()
        if not line:
            self.apply_filter()
        elif is_request(line):
            self._pause.stop()
            self.count.setText("Return searches for this request; Shift+Return begins a new line")
        else:
            self._pause.start()

    def _enter(self) -> None:
        self.apply_filter()
        self.table.setFocus()

    def _back(self) -> None:
        """Handle Esc in the table: first reduce the selection to one row, then clear the filter."""
        if len(self.table.selectionModel().selectedRows()) > 1:
            self.table.selectRow(self.table.currentIndex().row())
        elif self.filter.text():
            self.filter.clear()

    def _count(self) -> None:
        why_not, total = self.filtering.why_not, len(self.workspace.corpus.segments) if self.workspace.corpus else 0
        matches, shown = self.filtering.searching.found, len(self.filtering.places)
        message = counted(total, "segment") + (f" · {shown:,} shown" if shown != total else "")
        if matches is not None:
            message = _match_message(matches, total)
        elif total and not shown:
            message += _finding_hint(self.filter.text().strip())
        if self._is_excluded and self.selection.segment is not None:
            message += f" · segment {shortened(self.selection.segment.key)} is not among them"
        self.count.setText(why_not or message)
        self.count_changed.emit(why_not or message)
        self.count.setToolTip(f"<p>{escape(why_not)}</p>" if why_not else "")

    def _start(self, again: bool) -> None:
        if not again:
            self.table.setCurrentIndex(QModelIndex())
            self.table.clearSelection()
        self.table.horizontalHeader().setSortIndicator(*(self.model.sorted_by if again else FILE_ORDER))
        self.table.fit()

    def _give_examples(self) -> None:
        """Name a score that the list shows in the line of the filter, else a state or a number of words."""
        spec = next((one.key for one in self.model.columns if one.kind == "score" and one.priority is not None), "")
        other = "state:done" if self.workspace.shows_annotations else "length > 40"
        self.filter.setPlaceholderText(f"Filter: words, {f'{spec} < .4' if spec else other}")
        self.filter.setToolTip("".join(f"<p>{escape(line.format(spec or 'certainty'))}</p>" for line in HELP))

    def _follow_focus(self) -> None:
        """Scroll to the metric in focus."""
        self.table.fit()
        at, row = self.model.column_of(self.selection.focus), max(0, self.table.currentIndex().row())
        if at >= 0 and self.model.rowCount():
            self.table.scrollTo(self.model.index(row, at))

    def _show_column(self, column: TableColumn, shown: bool) -> None:
        if hidden := self.table.show_column(column.key, shown):
            self.reported.emit(f"No room for {listed(hidden)}: widen the list, or hide another column")
        COLUMNS.write(self.settings, json.dumps(self.table.chosen))

    def _nearest(self, by: int) -> int:
        """Return the row of the first accepted segment after the selected one, or before it for a negative step."""
        places, selected = self.model.order, self.selection.place
        beyond = [row for row, place in enumerate(places.tolist()) if (place > selected) == (by > 0)]
        if not beyond:
            return 0 if by < 0 else len(places) - 1
        return (min if by > 0 else max)(beyond, key=lambda row: places[row])

    def _choose(self, current: QModelIndex) -> None:
        if current.isValid():
            self.selection.select(self.model.place_of(current.row()))

    def _remember(self) -> None:
        """Remember the selected segments if there are several."""
        self._selected = self.table.selected_places if len(self.table.selectionModel().selectedRows()) > 1 else []

    def _restore(self) -> None:
        """Make the row of the selected segment current again, and select the remembered rows."""
        self.table.show_place(self.selection.place)
        self.table.select_places(self._selected)
        self.table.fit()
        if self._is_excluded:
            self.table.scrollToTop()

    def _follow(self) -> None:
        self.table.show_place(self.selection.place)
        self._count()

    @property
    def _is_excluded(self) -> bool:
        """Whether the filter accepts segments, but not the selected one."""
        return self.model.rowCount() > 0 and self.model.row_of(self.selection.place) < 0


def _match_message(matches: Matches, total: int) -> str:
    """Return the message with the numbers of matches and of matching segments."""
    more = "more than " if matches.is_cut else ""
    count = counted(len(matches.matches), "match", "matches")
    grouped = f" · grouped by {', '.join(matches.keys)}" if matches.keys else ""
    absent = "".join(f" · {sentence}" for sentence in matches.absent)
    return f"{more}{count} in {counted(len(matches.places()), 'segment')} of {total:,}{grouped}{absent}"


def _finding_hint(line: str) -> str:
    """Return how findings are searched for if a line that no text contains names some; else nothing."""
    from meantree.phenomena.catalogue import KINDS, SEVERITIES

    names = any(line.casefold() in name for name in (*KINDS, *SEVERITIES)) and line.isalpha()
    return f" · finding:{line} searches findings" if names else ""


def _saved_columns(settings: Settings) -> dict[str, bool]:
    saved = json_object(COLUMNS.read(settings))
    return {key: shown for key, shown in saved.items() if isinstance(shown, bool)}
