"""The Errors page and its choosers: which system, compared with what, in which document, by which metric."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QSplitter,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from meantree.escaping import counted, escaped, listed
from meantree_gui.errors_page.error_list import EFFECT, MARK, columns_of, is_significant, looked_for, told
from meantree_gui.errors_page.error_segments import FeatureOpener, SegmentList
from meantree_gui.state.error_counts import ErrorCounts, ErrorQuery
from meantree_gui.state.selection import Selection
from meantree_gui.widgets.choosers import SearchLine, StillComboBox
from meantree_gui.widgets.layouts import FlowLayout, together
from meantree_gui.widgets.score_prompt import ScorePrompt
from meantree_gui.widgets.tables import ListModel, RowTable

ALL_GROUPS = "all groups"
COUNTS, WHY_NOT = range(2)
"""Of the stack."""


class ErrorsPage(QWidget):
    """Choosing a feature lists the segments in which it fired; Return or a click there opens one."""

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self.counts, self.scoring, self.workspace = ErrorCounts(selection), selection.scoring, selection.workspace
        self.opener = FeatureOpener(selection)
        self.choices, self.group = ErrorChoices(self.counts), StillComboBox()
        self.silent = QCheckBox("never fired, too")
        self.summary = QLabel()
        self.prompt = ScorePrompt()
        self.model, self.segments = ListModel(columns_of((), ("A", "B"))), SegmentList()
        self.features = RowTable(self.model, "Features")
        self.search = SearchLine("Search the features", self.features)
        self._chosen, self._listed = "", list[str]()
        self._arrange()
        self._connect()
        self._filter()
        if self.workspace.corpus is not None:
            self.counts.start()

    def focus(self) -> None:
        """Keys go to the features, or to what is offered in their place."""
        if self._stack.currentIndex() == COUNTS:
            self.features.setFocus()
        else:
            self.prompt.take_keys()

    def refresh(self) -> None:
        """Draw again, after the appearance changed."""
        self.features.viewport().update()

    def find_feature(self) -> None:
        """To the search line."""
        if self.isVisible():
            self.search.setFocus()
            self.search.selectAll()

    def step(self, by: int) -> None:
        """Open the next segment in which the chosen feature fired, or the one before, from wherever one is."""
        self.segments.step(by)

    # Showing

    def _show(self) -> None:
        """Show the counts, or what has to be done first."""
        answered = self.counts.counted_query
        page = WHY_NOT if answered is None else COUNTS
        had_keys = self.prompt.has_keys or self.features.hasFocus() or self.segments.table.hasFocus()
        turned = page != self._stack.currentIndex() or page == WHY_NOT
        self.choices.setVisible(bool(self.counts.systems))
        self._stack.setCurrentIndex(page)
        if answered is None:
            self._say_why_not()
        else:
            self._show_counts()
        if had_keys and turned:
            self.focus()

    def _show_counts(self) -> None:
        asked, errors = self.counts.counted_query, self.counts.errors
        if asked is None:
            return
        names = self._names()
        same = [one.feature.name for one in errors] == self._listed
        self._listed = [one.feature.name for one in errors]
        self.model.show(errors, columns_of(errors, names), lambda one: told(one, names), same=same)
        self._fill_groups()
        self.summary.setText(self._told_in_all() + self._waiting())
        if self.features.currentIndex().isValid() or not self.model.rows:
            self._list_segments()
        self.features.begin()

    def _told_in_all(self) -> str:
        errors = self.counts.errors
        if not errors:
            return "No feature"
        oftener, more = (
            sum(map(is_significant, ps)) for ps in zip(*((one.share_q, one.mean_q) for one in errors), strict=True)
        )
        if errors[0].difference is None:
            told = f"{more} differ from the training mean"
        else:
            told = f"{oftener} differ in how often they fire, {more} in what they add"
        segments = errors[0].first.segments
        return f"{counted(segments, 'segment')} · of {len(errors)} features {told} ({MARK} Benjamini–Hochberg, 5 %)"

    def _waiting(self) -> str:
        """Which others could still take part."""
        left = len(self.counts.unscored)
        if isinstance(self.counts.query.against, str) or not left:
            return ""
        return f" · {left:,} of {counted(len(self.counts.systems), 'system')} not scored yet (Shift+F5)"

    def _say_why_not(self) -> None:
        unavailable = self.counts.unavailable
        self._list_segments()  # there are none
        if unavailable is None:
            self.prompt.show_prompt("Counting …")
            return
        waiting = [one for one in unavailable.systems if not self.scoring.awaits(one)]
        coming = [one for one in unavailable.systems if one not in waiting]
        action = "Score all systems" if len(waiting) > 2 else f"Score {listed(waiting)}" if waiting else ""
        message = " ".join(_told_of(coming, waiting, self.counts.query.spec)) or unavailable.reason
        self.prompt.show_prompt(message, action)

    @property
    def _asked(self) -> ErrorQuery:
        """What the numbers shown answer: while other ones are counted, names and segments go with these."""
        return self.counts.counted_query or self.counts.query

    def _names(self) -> tuple[str, str]:
        asked = self._asked
        return escaped(asked.system), escaped(asked.against) if isinstance(asked.against, str) else asked.against.value

    def _fill_groups(self) -> None:
        groups = list(dict.fromkeys(one.feature.group for one in self.counts.errors))
        if groups != [self.group.itemText(place) for place in range(1, self.group.count())]:
            with QSignalBlocker(self.group):
                self.group.clear()
                self.group.addItems([ALL_GROUPS, *groups])
            self._filter()

    def _filter(self) -> None:
        group = self.group.currentText()
        group = "" if group == ALL_GROUPS else group
        self.model.narrow(looked_for(self.search.accepts, group, with_silent=self.silent.isChecked()))
        self.features.begin()

    def _choose(self, current: QModelIndex) -> None:
        self._chosen = self.model.rows[current.row()].feature.name if current.isValid() else ""
        self._list_segments()

    def _list_segments(self) -> None:
        """The segments behind the chosen feature."""
        corpus = self.workspace.corpus
        feature = next((one.feature for one in self.counts.errors if one.feature.name == self._chosen), None)
        found = self.counts.occurrences(self._chosen) if feature is not None else []
        segments = corpus.segments if corpus is not None else ()
        self.segments.show_found(feature, found, segments, self._asked.system, self._names())

    def _open(self, place: int, system: str, name: str) -> None:
        self.opener.open(place, system, self._asked.spec, name)

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget.showEvent: it is looked at."""
        super().showEvent(event)
        self.counts.set_visible(True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Override QWidget.hideEvent: nothing has to be counted."""
        super().hideEvent(event)
        self.counts.set_visible(False)

    # Making

    def _connect(self) -> None:
        self.counts.changed.connect(self._show)
        self.search.textChanged.connect(self._filter)
        self.search.returnPressed.connect(self.features.setFocus)
        self.group.activated.connect(self._filter)
        self.silent.toggled.connect(self._filter)
        self.prompt.accepted.connect(self._score)
        self.features.selectionModel().currentRowChanged.connect(self._choose)
        self.features.entered_row.connect(self.segments.take_keys)
        self.segments.wanted.connect(self._open)

    def _score(self) -> None:
        unavailable = self.counts.unavailable
        if unavailable is not None:
            self.counts.score(unavailable.systems)

    def _arrange(self) -> None:
        self.search.setToolTip("Words of a feature's name or description (Ctrl+Shift+F)")
        self.group.setAccessibleName("Group of features")
        self.group.addItem(ALL_GROUPS)
        self.silent.setToolTip("List features that fire in no segment, on neither side, too")
        self._arrange_tables()
        find = QHBoxLayout()
        find.addWidget(self.search, 2)
        find.addWidget(self.group, 1)
        find.addWidget(self.silent)
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.addWidget(self.features)
        splitter.addWidget(self.segments)
        splitter.setChildrenCollapsible(False)
        splitter.setSizes([600, 300])
        counts = QWidget()
        column = QVBoxLayout(counts)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(find)
        column.addWidget(self.summary)
        column.addWidget(splitter, 1)
        room = QWidget()
        self._stack = QStackedLayout(room)
        self._stack.addWidget(counts)
        self._stack.addWidget(self.prompt)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(8, 6, 8, 4)
        outer.addWidget(self.choices)
        outer.addWidget(room, 1)

    def _arrange_tables(self) -> None:
        self.summary.setProperty("role", "muted")
        self.summary.setWordWrap(True)
        self.features.setSortingEnabled(True)
        self.features.sortByColumn(EFFECT, Qt.SortOrder.AscendingOrder)


def _told_of(coming: Sequence[str], waiting: Sequence[str], spec: str) -> Iterator[str]:
    """What is to be said of systems that are being scored, and of those that nobody asked for yet."""
    if coming:
        yield f"{listed(coming)} {'is' if len(coming) == 1 else 'are'} being scored."
    if waiting:
        how = "is" if len(waiting) == 1 else "are"
        yield f"{listed(waiting)} {how} not scored by {spec} yet."
        yield "Errors are counted from its features: press Return to score."
    elif coming:
        yield "What is systematic stands here as soon as that is done."


ALL_DOCUMENTS = "all documents"
SHORTEST_NAME = 6
"""So many letters of what is chosen can be read in the narrowest window."""
SAID = (
    ("System", "System", "Whose errors are counted"),
    ("beside", "Compared with", "Another system, all others, or the mean of the training data"),
    ("in", "Document", "All documents, or one alone"),
    ("by", "Metric", "The metric whose features are counted"),
)
"""Beside each chooser, aloud, and in its tip."""


class ErrorChoices(QWidget):
    """A row of choosers; those with nothing to choose from are hidden."""

    def __init__(self, counts: ErrorCounts) -> None:
        super().__init__()
        self.counts = counts
        self.system, self.against, self.document, self.spec = (StillComboBox() for _ in range(4))
        row = FlowLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        self._pairs: dict[QComboBox, QWidget] = {}
        for chooser, (name, accessible, tip) in zip(
            (self.system, self.against, self.document, self.spec), SAID, strict=True
        ):
            chooser.setAccessibleName(accessible)
            chooser.setToolTip(tip)
            chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            chooser.setMinimumContentsLength(SHORTEST_NAME)
            self._pairs[chooser] = together(name, chooser)
            row.addWidget(self._pairs[chooser])
            chooser.activated.connect(self._ask)
        counts.restarted.connect(self._fill)

    def _ask(self) -> None:
        system, against = self.system.currentData(), self.against.currentData()
        chosen = {"system": system, "against": against, "document": self.document.currentData()}
        self.counts.choose(replace(self.counts.query, spec=self.spec.currentData(), **chosen))

    def _fill(self) -> None:
        from meantree.evaluation.systematic_errors import Baseline

        asked, systems = self.counts.query, self.counts.systems
        others = [(escaped(one), one) for one in systems if one != asked.system]
        baselines = [one for one in Baseline if one is Baseline.TRAINING or len(others) > 1]
        documents: list[tuple[str, object]] = [(escaped(one) or "no document", one) for one in self.counts.documents]
        self.system.set_entries([(escaped(one), one) for one in systems], asked.system)
        self.against.set_entries([*((one.value, one) for one in baselines), *others], asked.against)
        self.document.set_entries([(ALL_DOCUMENTS, None), *documents], asked.document)
        self.spec.set_entries([(escaped(one), one) for one in self.counts.specs], asked.spec)
        for chooser in (self.document, self.spec):
            self._pairs[chooser].setVisible(chooser.count() > 1)
