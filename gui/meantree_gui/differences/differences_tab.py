"""What differs, a tab of the Compare page, and its choosers: what is counted, compared with what, in which document."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QSplitter, QWidget

from meantree.comparison.pair_findings import OTHER_LANGUAGE
from meantree.escaping import counted, escaped
from meantree_gui.differences.error_list import (
    CONTRIBUTION_COLUMN,
    MARK,
    Q_COLUMN,
    error_columns,
    error_lines,
    feature_filter,
    is_significant,
)
from meantree_gui.differences.error_segments import NOWHERE, Found, SegmentList, system_of
from meantree_gui.differences.unit_list import unit_columns, unit_filter, unit_lines, units_summary
from meantree_gui.state.error_counts import FINDINGS, UNITS, ErrorCounts, ErrorQuery
from meantree_gui.widgets.boxes import in_column, in_row
from meantree_gui.widgets.choosers import SearchLine, StillComboBox
from meantree_gui.widgets.labels import plain_label
from meantree_gui.widgets.layouts import ChooserRow
from meantree_gui.widgets.score_prompt import ResultStack
from meantree_gui.widgets.tables import UNSORTED, Column, ListModel, RowTable, Tip

if TYPE_CHECKING:
    from meantree.evaluation.systematic_errors import FeatureErrors, Occurrence
    from meantree.evaluation.unit_differences import UnitDifference
    from meantree_gui.state.contrast import Contrast


ALL_GROUPS = "all groups"
FEATURES = "features"
ORDERS = {
    FINDINGS: (Q_COLUMN, Qt.SortOrder.AscendingOrder),
    FEATURES: (CONTRIBUTION_COLUMN, Qt.SortOrder.AscendingOrder),
    UNITS: UNSORTED,
}
"""The column by which rows of each kind are first sorted: those that differ or are costliest come first."""


class DifferencesTab(QWidget):
    """Kinds of findings, features, or units in which systems differ, above the segments of the selected one."""

    def __init__(self, contrast: Contrast) -> None:
        super().__init__()
        self.contrast, self.counts = contrast, ErrorCounts(contrast)
        self.workspace, self.segments = contrast.workspace, SegmentList(contrast.selection)
        self.choices, self.group = ErrorChoices(self.counts), StillComboBox()
        self.silent = QCheckBox("include never found")
        self.summary = plain_label(wrapped=True)
        self._rows = QWidget()
        self.results = ResultStack(self._rows)
        self.prompt = self.results.prompt
        self.model: ListModel[Any] = ListModel(error_columns((), ("A", "B")))
        self.table = RowTable(self.model, "What differs")
        self.search = SearchLine("Search the rows", self.table)
        self._listed, self._kind = list[Any](), FEATURES
        self._arrange()
        self._connect()
        self._filter()
        if self.workspace.corpus is not None:
            self.counts.start(again=False)

    def focus(self) -> None:
        """Focus the list, or the prompt in its place."""
        if shown := self.results.currentWidget():
            shown.setFocus()

    def refresh(self) -> None:
        """Draw the page again after the appearance changed."""
        self.table.viewport().update()

    def find_feature(self) -> None:
        """Focus the search line."""
        if self.isVisible():
            self.search.setFocus()
            self.search.selectAll()

    def step(self, by: int) -> None:
        """Open the segment ``by`` rows further down of those of the selected row."""
        self.segments.step(by)

    # Counts

    def _show(self) -> None:
        """Show the counts, or a prompt that says what has to be done first."""
        self.choices.setVisible(bool(self.contrast.systems))
        are_units = self.counts.query.spec == UNITS and self.counts.unavailable is None
        with self.results.keeping_focus(self.focus):
            if not are_units and self.counts.counted_query is None:
                self._show_prompt()
            else:
                self.results.setCurrentWidget(self._rows)
                self._show_units() if are_units else self._show_counts()
            self.segments.setVisible(self.results.has_results)

    def _show_counts(self) -> None:
        query, errors = self.counts.counted_query, self.counts.errors
        if query is None:
            return
        names, of_findings = self._names(), query.spec == FINDINGS
        groups = dict.fromkeys(error.feature.group for error in errors)
        self._take_kind(FINDINGS if of_findings else FEATURES)
        self.group.set_entries([(ALL_GROUPS, ""), *((group, group) for group in groups)], self.group.currentData())
        columns = error_columns(errors, names, of_findings=of_findings)
        self._list(attrgetter("feature.name"), errors, columns, lambda error: error_lines(error, names))
        self.summary.setText(" · ".join(filter(None, (self._summary(), *self._limits()))))

    def _show_units(self) -> None:
        units, names, kinds = self.counts.units, self._names(), self.counts.units.kinds
        answer = units.latest.result
        rows = answer.differences.units if answer is not None else ()
        self._take_kind(UNITS)
        self.group.set_entries(((kind.title, kind.name) for kind in kinds), units.chosen)
        self.group.setToolTip(next((kind.claim for kind in kinds if kind.name == units.chosen), ""))
        self._list(attrgetter("kind", "label"), rows, unit_columns(rows, names), lambda unit: unit_lines(unit, names))
        waiting = units.latest.why_not or "Counting …"
        self.summary.setText(units_summary(answer) if answer is not None else waiting)

    def _take_kind(self, kind: str) -> None:
        """Have the choices and the order of rows of this kind, before they are listed."""
        if kind != self._kind:
            self._kind = kind
            self.model.show(())
            self.group.clear()
            self.group.setToolTip("")
            self.group.setAccessibleName("Kind of units" if kind == UNITS else "Group of features")
            self.silent.setVisible(kind == FEATURES)  # kinds that were never found are not counted
            self.table.sortByColumn(*ORDERS[self._kind])

    def _list(
        self, name: Callable[[Any], Any], rows: Sequence[Any], columns: Sequence[Column[Any]], tip: Tip[Any]
    ) -> None:
        """List rows; the one of the selected name stays selected, if it is not the first one, which nobody chose."""
        listed, row = list(map(name, rows)), self.table.current
        chosen = name(row) if row is not None and self.model.row_of(row) > 0 else None
        same, self._listed = listed == self._listed, listed
        self._filter()
        self.model.show(rows, columns, tip, same=same)
        if not same and chosen in listed:
            self.table.selectRow(self.model.row_of(rows[listed.index(chosen)]))
        if self.table.current is not None or not self.model.rows:
            self._list_segments()
        self.table.begin()

    def _summary(self) -> str:
        errors = self.counts.errors
        if not errors:
            return "No finding is shown in any of the compared segments"
        by_share, by_mean = (
            sum(map(is_significant, ps))
            for ps in zip(*((error.share_q, error.mean_q) for error in errors), strict=True)
        )
        number, accepted = errors[0].first.segments, self.counts.accepted(self._shown_query)
        segments = counted(number, "segment") if number == accepted else f"{number:,} of {counted(accepted, 'segment')}"
        if self._kind == FINDINGS:
            segments += "" if number == accepted else " could be searched"
            kinds = f"{segments} · findings of {counted(len(errors), 'kind')}{self._beside()}"
            if errors[0].difference is None:
                return kinds
            return f"{kinds}: {by_share} differ in frequency ({MARK} Benjamini–Hochberg, 5 %)"
        if errors[0].difference is None:
            result = f"{by_mean} differ from the training mean"
        else:
            result = f"{by_share} differ in frequency, {by_mean} in contribution"
        return f"{segments} · {counted(len(errors), 'feature')}: {result} ({MARK} Benjamini–Hochberg, 5 %)"

    def _beside(self) -> str:
        """Return which of several references findings are beside."""
        selection, corpus = self.counts.selection, self.counts.workspace.corpus
        if corpus is None or len(corpus.references) < 2:
            return ""
        name = selection.reference
        return " compared with the closest reference" if name is None else f" compared with reference {escaped(name)}"

    def _limits(self) -> Iterator[str]:
        """Yield the filter, what is not searched for in other languages, and how many systems are not scored yet."""
        filtering, spec, of_findings = self.counts.filtering, self.counts.query.spec, self._kind == FINDINGS
        if filtering.is_active:
            yield f"filter “{escaped(filtering.line.strip())}”"
        is_of_all = not of_findings and not isinstance(self.counts.query.against, str)
        if is_of_all and (left := len(self.contrast.unscored_by(spec))):
            yield f"{left:,} of {counted(len(self.contrast.systems), 'system')} not scored yet (Shift+F5)"
        if of_findings and not self.counts.selection.is_english():
            yield OTHER_LANGUAGE

    def _show_prompt(self) -> None:
        unavailable = self.counts.unavailable
        self._show_found(NOWHERE)
        if unavailable is not None:
            self.results.show_prompt(*unavailable.prompt(self.contrast.scoring.awaits))
        else:
            is_search = self.counts.query.spec == FINDINGS
            self.results.show_prompt("Searching for findings …" if is_search else "Counting …")

    @property
    def _shown_query(self) -> ErrorQuery:
        """The query of the counts shown; while others are counted, names and segments belong to these."""
        return self.counts.counted_query or self.counts.query

    def _names(self) -> tuple[str, str]:
        query = self._shown_query
        against = escaped(query.against) if isinstance(query.against, str) else query.against.value
        return escaped(query.system), against

    def _choose_group(self) -> None:
        """List one group of features, or count units of another kind."""
        if self._kind == UNITS:
            self.counts.units.choose(self.group.currentData())
            self._show()
        else:
            self._filter()

    def _filter(self) -> None:
        matches, group = self.search.accepts, self.group.currentData()
        of_errors = feature_filter(matches, group, with_silent=self.silent.isChecked())
        self.model.narrow(unit_filter(matches) if self._kind == UNITS else of_errors)
        self.table.begin()

    # Segments

    def _list_segments(self) -> None:
        """List the segments behind the selected row."""
        row = self.table.current
        self._show_found(NOWHERE if row is None else self._of_unit(row) if self._kind == UNITS else self._of_error(row))

    def _of_error(self, error: FeatureErrors) -> Found:
        """Return the segments in which a finding is shown or a feature fired."""
        system, name = self._shown_query.system, error.feature.name
        is_finding = self._kind == FINDINGS
        sentences = partial(_sentences, self.counts, system=system, kind=name) if is_finding else None
        return Found(error.feature.words, name, self.counts.occurrences(name), sentences, has_values=not is_finding)

    def _of_unit(self, unit: UnitDifference) -> Found:
        """Return the segments in which one system has more of a unit."""
        from meantree.evaluation.systematic_errors import Occurrence

        second = self.contrast.pairing.second
        occurrences = [Occurrence(place, 0.0, 0.0, "first") for place in unit.first_only]
        occurrences += [Occurrence(place, 0.0, 0.0, "second", second) for place in unit.second_only]
        occurrences.sort(key=lambda occurrence: occurrence.place)
        return Found(f"{escaped(unit.label)} · {escaped(unit.kind)}", "", occurrences)

    def _show_found(self, found: Found) -> None:
        self.segments.show_occurrences(found, self._shown_query, self._names())

    # Layout

    def _connect(self) -> None:
        self.counts.updated.connect(self._show)
        self.results.visible_changed.connect(self.counts.set_visible)
        self.search.textChanged.connect(self._filter)
        self.search.returnPressed.connect(self.table.setFocus)
        self.group.activated.connect(self._choose_group)
        self.silent.toggled.connect(self._filter)
        self.prompt.accepted.connect(self.counts.score)
        self.table.chosen.connect(self._list_segments)
        self.table.opened.connect(self.segments.take_keys)

    def _arrange(self) -> None:
        self.search.setToolTip("Words of a row, or of a feature's description (Ctrl+Shift+F)")
        self.group.setAccessibleName("Group of features")
        self.group.addItem(ALL_GROUPS, "")
        self.silent.setToolTip("Also list what is found in no segment on either side")
        self._rows.setFocusProxy(self.table)
        self.table.setSortingEnabled(True)
        self.table.sortByColumn(*ORDERS[self._kind])
        find = in_row(None, (self.search, 2), (self.group, 1), self.silent)
        in_column(self._rows, find, self.summary, (self.table, 1), margins=(0, 0, 0, 0))
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.addWidget(self.results)
        splitter.addWidget(self.segments)
        splitter.setChildrenCollapsible(False)
        splitter.setSizes([600, 300])
        in_column(self, self.choices, (splitter, 1), margins=(0, 0, 0, 0))


def _sentences(counts: ErrorCounts, occurrence: Occurrence, system: str, kind: str) -> str:
    """Return the findings of a kind in a segment, named by their systems if both have different ones."""
    both = (system, occurrence.rival) if occurrence.whose == "both" else (system_of(occurrence, system),)
    found = {name: counts.findings_in(occurrence, name, kind) for name in both if name is not None}
    texts = {name: [finding.sentence for finding in findings] for name, findings in found.items()}
    first, *others = texts.values()
    if all(other == first for other in others):
        return " · ".join(first)
    return " · ".join(f"{text} ({name})" for name, own in texts.items() for text in own)


ALL_DOCUMENTS = "all documents"
SHORTEST_NAME = 6
"""Letters of a chosen entry that are readable in the narrowest window."""
CHOOSERS = (
    ("Count", "What is counted", "Findings, the features of a metric, or units"),
    ("against", "Compared with", "The second system, all others, or the mean of the training data"),
    ("in", "Document", "All documents, or one of them"),
)
"""The label, the accessible name and the tooltip of each chooser."""


class ErrorChoices(ChooserRow):
    """A row of choosers; those with a single entry are hidden."""

    def __init__(self, counts: ErrorCounts) -> None:
        super().__init__(SHORTEST_NAME)
        self.counts = counts
        self.spec, self.against, self.document = (self.add(*words, self._choose) for words in CHOOSERS)
        counts.restarted.connect(self._fill)
        self._fill()

    def _choose(self) -> None:
        chosen = {"against": self.against.currentData(), "document": self.document.currentData()}
        self.counts.choose(replace(self.counts.query, spec=self.spec.currentData(), **chosen))

    def _fill(self) -> None:
        query = self.counts.query
        baselines = self.counts.baselines(query.spec)
        against = [(escaped(one) if isinstance(one, str) else one.value, one) for one in baselines]
        documents: list[tuple[str, object]] = [(escaped(name) or "no document", name) for name in self.counts.documents]
        self.spec.set_entries([(escaped(spec), spec) for spec in self.counts.specs], query.spec)
        self.against.set_entries(against, query.against)
        self.document.set_entries([(ALL_DOCUMENTS, None), *documents], query.document)
        self.show_only(
            {
                self.spec: self.spec.count() > 1,
                self.against: len(against) > 1,
                self.document: len(documents) > 1 and query.spec != UNITS,
            }
        )
