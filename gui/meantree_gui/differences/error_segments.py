"""The segments in which the chosen finding is shown or feature fires, and opening one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from meantree.comparison.comparison import Comparison
from meantree.escaping import counted, escaped
from meantree.numbers import short
from meantree_gui.compare.compared_segments import texts_of
from meantree_gui.state.error_counts import FINDINGS, UNITS, ErrorQuery
from meantree_gui.state.selection import Selection
from meantree_gui.widgets.boxes import in_column, in_row
from meantree_gui.widgets.choosers import StillComboBox
from meantree_gui.widgets.labels import ElidedLabel
from meantree_gui.widgets.tables import Column, ListModel, RowTable

if TYPE_CHECKING:
    from meantree.corpus.corpus import Segment
    from meantree.evaluation.systematic_errors import Occurrence


Sentences = Callable[["Occurrence"], str]
"""Returns the sentences of the findings in a segment, an empty text for features."""


@dataclass(frozen=True, slots=True)
class Found:
    """Where a finding, a feature or a unit was found.

    Attributes:
        title: what it is, in words.
        name: of the kind of finding or the feature; empty for units.
        sentences: of findings.
        has_values: whether the occurrences have values, as those of features.
    """

    title: str
    name: str
    occurrences: Sequence[Occurrence]
    sentences: Sentences | None = None
    has_values: bool = False


NOWHERE = Found("", "", ())


def occurrence_columns(
    found: Found,
    segments: Sequence[Segment],
    system: str,
    names: tuple[str, str],
) -> tuple[Column[Occurrence], ...]:
    """Return the columns of the segments: on which side the feature fired and with which values, or the findings."""
    has_both = any(occurrence.second is not None for occurrence in found.occurrences)
    of_features, sentences = found.has_values, found.sentences

    def side(occurrence: Occurrence) -> str:
        return "both" if occurrence.whose == "both" else escaped(system_of(occurrence, system))

    def text(occurrence: Occurrence) -> str | None:
        sentence = escaped(sentences(occurrence)) if sentences is not None else ""
        hypothesis = segments[occurrence.place].hypotheses.get(system_of(occurrence, system))
        return sentence or (hypothesis.text if hypothesis else None)

    return (
        Column("segment", lambda occurrence: escaped(segments[occurrence.place].key), width=70),
        Column("fires for" if of_features else "system", side, width=96, is_shown=has_both),
        Column(names[0], lambda occurrence: _value(occurrence.first), is_number=True, width=84, is_shown=of_features),
        Column(
            names[1],
            lambda occurrence: _value(occurrence.second),
            is_number=True,
            width=84,
            is_shown=of_features and has_both,
        ),
        Column("translation" if sentences is None else "finding", text),
    )


def system_of(occurrence: Occurrence, system: str) -> str:
    """Return the system whose translation made the feature fire; the first system if both did."""
    return occurrence.rival if occurrence.whose == "second" and occurrence.rival is not None else system


def _value(value: float | None) -> str | None:
    return None if value is None else short(value)


class SegmentList(QWidget):
    """The segments in which a finding is shown or a feature fired, on either side or on one of them.

    Signals:
        opened: one of them was selected, to be inspected.
        found: as soon as it is compared, its :class:`Finding`, or the feature as a :class:`Term` of the evidence.
    """

    opened = Signal()
    found = Signal(object)

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self.selection = selection
        self.title, self.side = ElidedLabel(), StillComboBox()
        self.model = ListModel(occurrence_columns(NOWHERE, (), "", ("A", "B")))
        self.table = RowTable(self.model, "Segments with the selected error")
        self._found = NOWHERE
        self._segments: Sequence[Segment] = ()
        self._query, self._names = ErrorQuery(), ("A", "B")
        self._wanted: tuple[int, str, str, str] | None = None
        self._arrange()
        selection.comparison_changed.connect(self._find)
        self.side.activated.connect(self._list)
        self.table.opened.connect(self._open)
        self.table.clicked.connect(lambda: self._open(self.table.current))

    def show_occurrences(self, found: Found, query: ErrorQuery, names: tuple[str, str]) -> None:
        """List where something was found for the system of a query or for the other side, with the names of both."""
        corpus = self.selection.workspace.corpus
        self._segments = corpus.segments if corpus is not None else ()
        self._found, self._query, self._names = found, query, names
        number = len(found.occurrences)
        title = f"{found.title} · {counted(number, 'segment')}" if found.title else ""
        self.title.setText(f"{title} · Return opens the segment, F3 the next one" if number else title)
        self._fill()
        self._list()

    def step(self, by: int) -> None:
        """Open the segment ``by`` rows further down."""
        row = self.table.currentIndex().row() + by
        if 0 <= row < self.model.rowCount():
            self.table.selectRow(row)
            self._open(self.table.current)

    def take_keys(self) -> None:
        """Focus the segments."""
        self.table.setFocus()
        self.table.begin()

    def _fill(self) -> None:
        """Offer the sides with their numbers of segments, and keep the choice."""
        number = {
            side: sum(occurrence.whose == side for occurrence in self._found.occurrences)
            for side in ("first", "second", "both")
        }
        first, second = self._names
        entries = {"first": f"{first} only", "second": f"{second} only", "both": "both"}
        sides = [(f"{text} {number[side]:,}", side) for side, text in entries.items()]
        self.side.set_entries([(f"all {len(self._found.occurrences):,}", None), *sides], self.side.currentData())
        self.side.setVisible(bool(number["second"] or number["both"]))

    def _list(self) -> None:
        """List the segments of the chosen side, and keep the selected one."""
        current, side = self.table.current, self.side.currentData()
        place = None if current is None else current.place
        occurrences = [occurrence for occurrence in self._found.occurrences if side in (None, occurrence.whose)]
        columns = occurrence_columns(self._found, self._segments, self._query.system, self._names)
        segments, system = self._segments, self._query.system
        self.model.show(
            occurrences, columns, lambda occurrence: texts_of(segments[occurrence.place], (system, occurrence.rival))
        )
        selected = next((row for row, occurrence in enumerate(occurrences) if occurrence.place == place), -1)
        if selected >= 0:
            self.table.selectRow(selected)

    def _open(self, occurrence: Occurrence) -> None:
        system = system_of(occurrence, self._query.system)
        self.open(occurrence.place, system, self._query.spec, self._found.name)

    def open(self, place: int, system: str, spec: str, name: str) -> None:
        """Select the segment at 0-based ``place``, and find its finding or, of a metric, its feature of that name."""
        self._wanted = None  # ignores comparisons until everything is selected
        spec = self.selection.view if spec in (FINDINGS, UNITS) else spec
        self.selection.choose_focus(spec)
        self.selection.choose_translation(system, place)
        self._wanted = place, system, spec, name
        self.opened.emit()
        self._find()

    def _find(self) -> None:
        selection, comparison = self.selection, self.selection.comparison
        if self._wanted is None or not isinstance(comparison, Comparison) or selection.shown is None:
            return
        place, system, spec, name = self._wanted
        if (selection.place, selection.system, selection.view) != (place, system, spec):
            self._wanted = None  # something else was selected
            return
        shown = selection.shown
        if (shown.segment, shown.system, shown.view) != (selection.segment, system, spec):
            return  # not compared yet
        self._wanted = None
        named = (each for each in comparison.shown_findings if each.kind.name == name)
        found = next(named, None) or _term(selection, comparison, name)
        if found is not None:
            self.found.emit(found)

    def _arrange(self) -> None:
        self.title.setProperty("role", "title")
        self.side.setAccessibleName("On which side")
        self.side.setToolTip("On which side the finding is shown or the feature fires")
        above = in_row(None, (self.title, 1), self.side)
        in_column(self, above, (self.table, 1), margins=(0, 4, 0, 0))


def _term(selection: Selection, comparison: Comparison, name: str) -> object:
    """Return the term of a feature; terms are in the order of the model. ``None`` if there is none."""
    from meantree.evaluation.feature_values import features_of

    places, known = features_of(selection.workspace.metrics[selection.focus])
    by_name = dict(zip((one.name for one in known), places, strict=True))
    terms, place = comparison.evidence.terms, by_name.get(name, 0)
    return terms[place - 1] if 0 < place <= len(terms) else None
