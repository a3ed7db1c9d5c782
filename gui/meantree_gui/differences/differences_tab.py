"""What differs, a tab of the Compare page, and its choosers: what is counted, compared with what, in which document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QCheckBox, QSplitter, QWidget

from meantree.comparison.pair_findings import OTHER_LANGUAGE
from meantree.escaping import counted, escaped, shortened
from meantree.evaluation.paired_tests import CORRECTED, TESTED
from meantree.evaluation.significance import SIGNIFICANT
from meantree.metrics.evidence import Status
from meantree.numbers import MINUS, amount, fixed
from meantree_gui import theme
from meantree_gui.compare.detail_list import DetailList
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
from meantree_gui.state.contrast_details import UnitDetail
from meantree_gui.state.error_counts import FINDINGS, UNITS, ErrorCounts, ErrorQuery
from meantree_gui.state.significance_words import p_statement
from meantree_gui.widgets.boxes import in_column, in_row
from meantree_gui.widgets.cells import Cell, number_cell
from meantree_gui.widgets.choosers import SearchLine, StillComboBox
from meantree_gui.widgets.labels import plain_label
from meantree_gui.widgets.layouts import ChooserRow
from meantree_gui.widgets.score_prompt import ResultStack
from meantree_gui.widgets.tables import Column, ListModel, RowTable

if TYPE_CHECKING:
    from meantree.evaluation.systematic_errors import FeatureErrors, Occurrence
    from meantree.evaluation.unit_differences import UnitDifference
    from meantree_gui.state.contrast import Contrast
    from meantree_gui.state.contrast_details import ListedUnits, UnitDetail


ALL_GROUPS = "all groups"


class DifferencesTab(QWidget):
    """The kinds of findings, the features that fired or units, above the segments in which the selected one is."""

    def __init__(self, contrast: Contrast) -> None:
        super().__init__()
        self.contrast, self.counts, self.workspace = contrast, ErrorCounts(contrast), contrast.workspace
        self.units, self.segments = UnitDifferenceList(UnitDetail(contrast)), SegmentList(contrast.selection)
        self.choices, self.group = ErrorChoices(self.counts), StillComboBox()
        self.silent = QCheckBox("include never found")
        self.summary = plain_label(wrapped=True)
        self._counts = QWidget()
        self.results = ResultStack(self._counts, self.units)
        self.prompt = self.results.prompt
        self.model = ListModel(error_columns((), ("A", "B")))
        self.features = RowTable(self.model, "Errors")
        self.search = SearchLine("Search the errors", self.features)
        self._chosen, self._listed, self._is_of_findings = "", list[str](), False
        self._arrange()
        self._connect()
        self._filter()
        if self.workspace.corpus is not None:
            self.counts.start(again=False)

    def focus(self) -> None:
        """Focus the features or units, or the prompt in their place."""
        if shown := self.results.currentWidget():
            shown.setFocus()

    def refresh(self) -> None:
        """Draw the page again after the appearance changed."""
        self.features.viewport().update()
        self.units.table.viewport().update()

    def find_feature(self) -> None:
        """Focus the search line."""
        if self.isVisible():
            search = self.units.search if self.units.isVisible() else self.search
            search.setFocus()
            search.selectAll()

    def count(self, spec: str) -> None:
        """Count findings, units or the features of a metric."""
        self.counts.choose(replace(self.counts.query, spec=spec))

    def step(self, by: int) -> None:
        """Open the segment ``by`` rows further down in which the selected feature fired."""
        self.segments.step(by)

    # Counts

    def _show(self) -> None:
        """Show the counts or the units, or a prompt that says what has to be done first."""
        self.choices.setVisible(bool(self.contrast.systems))
        with self.results.keeping_focus(self.focus):
            if self.counts.query.spec == UNITS and self.counts.unavailable is None:
                self.results.setCurrentWidget(self.units)
                self._choose_unit(self.units.table.current)
            elif self.counts.counted_query is None:
                self._show_prompt()
            else:
                self.results.setCurrentWidget(self._counts)
                self._show_counts()
            self.segments.setVisible(self.results.has_results)

    def _show_counts(self) -> None:
        query, errors = self.counts.counted_query, self.counts.errors
        if query is None:
            return
        names = self._names()
        listed_names = [error.feature.name for error in errors]
        same = listed_names == self._listed
        self._listed = listed_names
        of_findings = query.spec == FINDINGS
        self.silent.setHidden(of_findings)  # kinds that were never found are not counted
        columns, chosen = error_columns(errors, names, of_findings=of_findings), self._chosen
        self.model.show(errors, columns, lambda error: error_lines(error, names), same=same)
        if not same and (kept := [at for at, row in enumerate(self.model.rows) if row.feature.name == chosen]):
            self.features.selectRow(kept[0])
        if of_findings != self._is_of_findings:
            self._is_of_findings = of_findings
            self._sort()
        self._fill_groups()
        self.summary.setText(" · ".join(filter(None, (self._summary(), *self._limits()))))
        if self.features.currentIndex().isValid() or not self.model.rows:
            self._list_segments()
        self.features.begin()

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
        if self._is_of_findings:
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
        return " beside the closest reference" if name is None else f" beside reference {escaped(name)}"

    def _limits(self) -> Iterator[str]:
        """Yield the filter, what is not searched for in other languages, and how many systems are not scored yet."""
        filtering, spec = self.counts.filtering, self.counts.query.spec
        if filtering.is_active:
            yield f"filter “{escaped(filtering.line.strip())}”"
        is_of_all = not self._is_of_findings and not isinstance(self.counts.query.against, str)
        if is_of_all and (left := len(self.contrast.unscored_by(spec))):
            yield f"{left:,} of {counted(len(self.contrast.systems), 'system')} not scored yet (Shift+F5)"
        if self._is_of_findings and not self.counts.selection.is_english():
            yield OTHER_LANGUAGE

    def _show_prompt(self) -> None:
        unavailable = self.counts.unavailable
        self._list(NOWHERE)
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

    def _fill_groups(self) -> None:
        groups = dict.fromkeys(error.feature.group for error in self.counts.errors)
        self.group.set_entries([(ALL_GROUPS, ""), *((group, group) for group in groups)], self.group.currentData())
        self._filter()

    def _filter(self) -> None:
        group = self.group.currentData()
        self.model.narrow(feature_filter(self.search.accepts, group, with_silent=self.silent.isChecked()))
        self.features.begin()

    def _choose(self, current: FeatureErrors | None) -> None:
        self._chosen = "" if current is None else current.feature.name
        self._list_segments()

    def _list_segments(self) -> None:
        """List the segments in which the selected finding is shown or feature fired."""
        feature = next((error.feature for error in self.counts.errors if error.feature.name == self._chosen), None)
        if feature is None:
            self._list(NOWHERE)
            return
        system, name = self._shown_query.system, feature.name
        sentences = partial(_sentences, self.counts, system=system, kind=name) if self._is_of_findings else None
        self._list(Found(feature.words, name, self.counts.occurrences(name), sentences, has_values=sentences is None))

    def _choose_unit(self, unit: UnitDifference | None) -> None:
        """List the segments in which one system has more of the selected unit."""
        if unit is None:
            self._list(NOWHERE)
            return
        from meantree.evaluation.systematic_errors import Occurrence

        second = self.contrast.pairing.second
        occurrences = [Occurrence(place, 0.0, 0.0, "first") for place in unit.first_only]
        occurrences += [Occurrence(place, 0.0, 0.0, "second", second) for place in unit.second_only]
        occurrences.sort(key=lambda occurrence: occurrence.place)
        self._list(Found(f"{escaped(unit.label)} · {escaped(unit.kind)}", "", occurrences))

    def _list(self, found: Found) -> None:
        self.segments.show_occurrences(found, self._shown_query, self._names())

    # Layout

    def _connect(self) -> None:
        self.counts.updated.connect(self._show)
        self.results.visible_changed.connect(self.counts.set_visible)
        self.search.textChanged.connect(self._filter)
        self.search.returnPressed.connect(self.features.setFocus)
        self.group.activated.connect(self._filter)
        self.silent.toggled.connect(self._filter)
        self.prompt.accepted.connect(self.counts.score)
        self.features.chosen.connect(self._choose)
        self.features.entered_row.connect(self.segments.take_keys)
        self.units.table.chosen.connect(self._choose_unit)
        self.units.table.opened.connect(self.segments.take_keys)

    def _arrange(self) -> None:
        self.search.setToolTip("Words of a feature's name or description (Ctrl+Shift+F)")
        self.group.setAccessibleName("Group of features")
        self.group.addItem(ALL_GROUPS, "")
        self.silent.setToolTip("Also list what is found in no segment on either side")
        self._counts.setFocusProxy(self.features)
        self.features.setSortingEnabled(True)
        self._sort()
        find = in_row(None, (self.search, 2), (self.group, 1), self.silent)
        in_column(self._counts, find, self.summary, (self.features, 1), margins=(0, 0, 0, 0))
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.addWidget(self.results)
        splitter.addWidget(self.segments)
        splitter.setChildrenCollapsible(False)
        splitter.setSizes([600, 300])
        in_column(self, self.choices, (splitter, 1), margins=(0, 0, 0, 0))

    def _sort(self) -> None:
        """Sort by q of findings, of equal q the most frequent first; or by the contribution of features."""
        if self._is_of_findings:
            self.features.sortByColumn(Q_COLUMN, Qt.SortOrder.AscendingOrder)
        else:
            self.features.sortByColumn(CONTRIBUTION_COLUMN, Qt.SortOrder.AscendingOrder)


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


LONG_KIND = 14
"""Characters of a kind of unit that need a wider column."""
NAME_IN_HEAD = 9
"""Characters of a system's name in the heading of a column."""
COUNT_TIP = "How much of the unit {} matches, out of how much the reference has; or how often it is counted"
AHEAD_TIP = "The number of segments in which {} has more of the unit"
TEST_TIP = f"p of {TESTED}, {CORRECTED}"


def unit_columns(units: Sequence[UnitDifference], names: tuple[str, str]) -> tuple[Column[UnitDifference], ...]:
    """Return the columns of units with the counts of both systems."""
    has_kinds = len({unit.kind for unit in units}) > 1
    unit_tip = "A unit of the reference, or of a translation if no reference has it; “a for b”: a stands for b"
    more_tip = "How much more of the unit the first system has"
    return (
        Column("unit", lambda unit: escaped(unit.label), tip=unit_tip, sort_key=lambda unit: unit.label.casefold()),
        Column(
            "kind",
            lambda unit: escaped(unit.kind),
            sort_key=lambda unit: unit.kind,
            width=86 if all(len(unit.kind) < LONG_KIND for unit in units) else 150,
            room=560,
            is_shown=has_kinds,
        ),
        *map(_counts, (0, 1), names),
        Column("Δ", _difference, tip=more_tip, sort_key=lambda unit: unit.difference, width=56),
        *map(_ahead, (0, 1), names),
        Column("q", _q, tip=TEST_TIP, sort_key=lambda unit: unit.q, width=60, room=400),
    )


def _counts(side: int, name: str) -> Column[UnitDifference]:
    """Return the column of the counts of one system; ``side`` is 0 for the first, or 1."""
    tip = COUNT_TIP.format(name)
    return Column(name, lambda unit: _share(unit, side), tip=tip, sort_key=lambda unit: unit.counts[side], width=96)


def _ahead(side: int, name: str) -> Column[UnitDifference]:
    """Return the column of the number of segments in which one system has more; ``side`` is 0 for the first, or 1."""

    def segments(unit: UnitDifference) -> int:
        return len((unit.first_only, unit.second_only)[side])

    head = f"{shortened(name, NAME_IN_HEAD)} ahead"
    tip = AHEAD_TIP.format(name)
    return Column(
        head, lambda unit: f"{segments(unit):,}", is_number=True, tip=tip, sort_key=segments, width=92, room=640
    )


def unit_lines(unit: UnitDifference, names: tuple[str, str]) -> Iterator[str]:
    """Yield all counts of a unit, line by line."""
    yield f"{escaped(unit.label)} · {escaped(unit.kind)}"
    both = (unit.first, unit.second), (unit.first_only, unit.second_only)
    for name, counts, places in zip(names, *both, strict=True):
        number = f"counted {amount(counts.extra)} times"
        if counts.reference:
            matched = f"{amount(counts.matched)} of {amount(counts.reference)} of the reference matched"
            number = f"{matched}, {amount(counts.extra)} of the translation not matched"
        yield f"{name}: {number}; more in {counted(len(places), 'segment')}"
    q = p_statement(unit.q).replace("p", "q", 1)
    yield f"{p_statement(unit.p)} ({TESTED}); {q} (Benjamini & Hochberg)"


def _share(unit: UnitDifference, side: int) -> Cell:
    count, counts = unit.counts[side], (unit.first, unit.second)[side]
    if unit.counted == "extra":
        return number_cell(amount(count))
    return Cell(f"{amount(count)} / {amount(counts.reference)}", is_number=True, share=unit.rates[side])


def _difference(unit: UnitDifference) -> Cell:
    palette, difference = theme.current(), unit.difference
    if unit.better is None:
        return number_cell("0", QColor(palette.muted))
    status = Status.MATCHED if unit.better == "first" else Status.MISSED
    text = f"{'+' if difference > 0 else MINUS}{amount(abs(difference))}"
    return number_cell(text, QColor(palette.status[status]))


def _q(unit: UnitDifference) -> Cell:
    return number_cell(fixed(unit.q), None if unit.q < SIGNIFICANT else QColor(theme.current().muted))


class UnitDifferenceList(DetailList):
    """The units, with a search line."""

    detail: UnitDetail

    def __init__(self, detail: UnitDetail) -> None:
        model = ListModel(unit_columns((), ("first", "second")))
        super().__init__(detail, model, "Units that distinguish the systems", "Kind of units")
        self.search = SearchLine("Search the units", self.table)
        self.above.addWidget(self.search, 1)
        self.table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.DescendingOrder)
        self.table.setSortingEnabled(True)
        detail.contrast.restarted.connect(self.fill)
        self.search.textChanged.connect(self._filter)
        self.search.returnPressed.connect(self.table.setFocus)

    def fill(self) -> None:
        """Override DetailList.fill: the tooltip explains the kind."""
        super().fill()
        tips = {kind.name: kind.claim for kind in self.detail.kinds}
        self.kind.setToolTip(tips.get(self.detail.chosen, ""))

    def show_rows(self) -> str:
        """Override DetailList.show_rows."""
        listed, pairing = self.detail.latest.result, self.detail.contrast.pairing
        units = listed.differences.units if listed is not None else ()
        names = escaped(pairing.first), escaped(pairing.second)
        self.model.show(units, unit_columns(units, names), lambda unit: unit_lines(unit, names))
        return "" if listed is None else _summary(listed)

    def _filter(self) -> None:
        self.model.narrow(lambda unit: self.search.accepts(f"{unit.label} {unit.kind}"))
        self.table.begin()


def _summary(listed: ListedUnits) -> str:
    differences = listed.differences
    significant = sum(unit.q < SIGNIFICANT for unit in differences.units)
    units = f"{counted(listed.total, 'unit')} {'differs' if listed.total == 1 else 'differ'} in some segment"
    parts = [f"{units}, {significant:,} significantly (q < {SIGNIFICANT:g}); {differences.alike:,} in none"]
    if listed.min_segments > 1:
        parts.append(f"listed: {len(differences.units):,} that differ in at least {listed.min_segments} segments")
    parts.append(counted(differences.segments, "segment"))
    if differences.left_out:
        parts.append(f"{differences.left_out:,} could not be counted")
    return " · ".join([*parts, "Return goes to the segments"])
