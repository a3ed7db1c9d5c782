"""The features of a prediction below its waterfall, to be searched, filtered and chosen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import get_args

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QStyleOptionViewItem,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from meantree.comparison.prediction import Prediction, has_fired
from meantree.escaping import counted
from meantree.metrics.evidence import Term
from meantree.numbers import difference, fixed
from meantree.picture.waterfall import MAX_STEPS, By
from meantree_gui.evidence.feature_model import (
    CHOICES,
    CONTRIBUTION,
    NAME,
    VALUE,
    WEIGHT,
    FeatureGroup,
    FeatureModel,
    FeatureProxy,
    feature_description,
)
from meantree_gui.evidence.waterfall_view import WaterfallView
from meantree_gui.widgets.cells import LEFT, CellDelegate
from meantree_gui.widgets.choosers import SearchLine, StillComboBox
from meantree_gui.widgets.labels import plain_label
from meantree_gui.widgets.tables import select_rows

WIDTHS = (120, 44, 48, 52, 90)
ROW_HEIGHT, INDENT = 24, 12
ROOM_FOR_VALUES, ROOM_FOR_WEIGHTS = 310, 380
"""Pixels of width below which values and weights stand in tips and below the list alone."""


class FeatureTree(QTreeView):
    """Escape chooses nothing, which puts the light out."""

    def __init__(self, proxy: FeatureProxy) -> None:
        super().__init__()
        self.setModel(proxy)
        self.setAccessibleName("Features")
        self.setUniformRowHeights(True)
        self.setIndentation(INDENT)
        self.setTabKeyNavigation(False)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # names that begin alike end differently
        self.setItemDelegate(FeatureDelegate(self))
        header = self.header()
        header.setDefaultAlignment(LEFT)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(30)
        for place, width in enumerate(WIDTHS):
            self.setColumnWidth(place, width)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        header.setSortIndicatorClearable(True)  # then the largest contributions come first again
        self.setSortingEnabled(True)
        self.sortByColumn(-1, Qt.SortOrder.AscendingOrder)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QTreeView.resizeEvent."""
        super().resizeEvent(event)
        self.setColumnHidden(VALUE, self.width() < ROOM_FOR_VALUES)
        self.setColumnHidden(WEIGHT, self.width() < ROOM_FOR_WEIGHTS)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QTreeView.keyPressEvent."""
        if event.key() == Qt.Key.Key_Escape:
            self.selectionModel().clear()
        else:
            super().keyPressEvent(event)


class FeatureDelegate(CellDelegate):
    """Names of groups run on over the cells beside them, which are empty."""

    def __init__(self, tree: FeatureTree) -> None:
        super().__init__(tree)
        self._tree = tree

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Override QStyledItemDelegate.sizeHint."""
        return QSize(super().sizeHint(option, index).width(), ROW_HEIGHT)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Override QStyledItemDelegate.paint."""
        if index.column() == NAME and not index.parent().isValid():
            right = self._tree.columnViewportPosition(CONTRIBUTION)
            option.rect = QRect(option.rect.topLeft(), QSize(right - option.rect.left(), option.rect.height()))
        super().paint(painter, option, index)


CLAIM_LINES = 3
ROOM_FOR_BOTH, ROOM_FOR_MORE = 330, 420
"""Pixels of height below which the waterfall does not stand above the list, and from which on it has all its steps."""
FEWER = 4
WAYS: dict[str, By | None] = {**{f"by {way}": way for way in get_args(By)}, "no waterfall": None}


class FeatureList(QWidget):
    """Waterfall, search, list; below them how many features are hidden, and what the chosen one claims.

    Signals:
        chosen: the feature to light up, or None.
    """

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.model = FeatureModel()
        self.proxy = FeatureProxy(self.model)
        self.waterfall = WaterfallView()
        self.tree = FeatureTree(self.proxy)
        self.text = SearchLine("Search", self.tree)
        self.choice, self.way = _box("Features to list", CHOICES), _box("Waterfall", WAYS)
        self.hidden, self.claim = plain_label(wrapped=True), plain_label(wrapped=True)
        self.claim.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.claim.setFixedHeight(CLAIM_LINES * self.claim.fontMetrics().lineSpacing())
        self._folded: set[str] = set()
        self._arrange()
        self.text.textChanged.connect(self._filter)
        self.choice.currentTextChanged.connect(self._filter)
        self.way.currentTextChanged.connect(self._draw)
        self.waterfall.chosen.connect(lambda wanted: self._select((wanted,)))
        self.tree.selectionModel().currentRowChanged.connect(self._choose)
        self.tree.collapsed.connect(lambda index: self._folded.add(index.data()))
        self.tree.expanded.connect(lambda index: self._folded.discard(index.data()))

    def show_prediction(self, prediction: Prediction | None) -> None:
        """List the features of another prediction, or none."""
        self.model.show_prediction(prediction)
        self._unfold()
        self._draw()
        self._count()
        self.claim.clear()

    def next_way(self) -> None:
        """The waterfall by group, by feature, or none."""
        self.way.setCurrentIndex((self.way.currentIndex() + 1) % self.way.count())

    def select(self, terms: Sequence[Term]) -> None:
        """Select the rows of these features, that which adds most the current one."""
        ranked: list[Term] = sorted(terms, key=lambda term: abs(term.contribution), reverse=True)
        self._select(ranked)

    def _select(self, wanted: Sequence[Term | str]) -> None:
        """Select the rows of these features and groups; a filter that hides all goes."""
        rows = self._rows(wanted)
        if not rows:
            self.text.clear()
            self.choice.setCurrentText("all")
            rows = self._rows(wanted)
        for row in rows:
            self.tree.expand(row.parent())
        select_rows(self.tree, rows)

    def _rows(self, wanted: Iterable[Term | str]) -> list[QModelIndex]:
        """Those of these features and groups that are listed, in their order."""
        found = (self.proxy.mapFromSource(self.model.index_of(one)) for one in wanted)
        return [index for index in found if index.isValid()]

    def _choose(self, current: QModelIndex) -> None:
        one = self.model.row(self.proxy.mapToSource(current))
        self.claim.setText("" if one is None else feature_description(one))
        self.claim.setToolTip(self.claim.text())
        self.waterfall.mark(one.name if isinstance(one, FeatureGroup) else one)
        self.chosen.emit(one if isinstance(one, Term) else None)

    def _filter(self) -> None:
        self.proxy.set_filter(self.text.text(), self.choice.currentText())
        self._unfold()
        self._count()

    def _unfold(self) -> None:
        """Groups are open unless the user folded them."""
        folded = set(self._folded)
        self.tree.expandAll()
        for place in range(self.proxy.rowCount()):
            index = self.proxy.index(place, NAME)
            if index.data() in folded:
                self.tree.collapse(index)

    def _count(self) -> None:
        prediction = self.model.prediction
        terms = prediction.terms if prediction is not None else ()
        hidden = sum(not self.proxy.accepts(term) for term in terms)
        why = ": not fired, or adding little" if not self.text.text() and not self.choice.currentIndex() else ""
        self.hidden.setText(f"{hidden} of {len(terms)} hidden{why}" if hidden else "")

    def _draw(self) -> None:
        self.waterfall.show_prediction(self.model.prediction, WAYS[self.way.currentText()] or "group")
        self._choose(self.tree.currentIndex())
        self._share_height()

    def _share_height(self) -> None:
        """The waterfall stands above the list where it is wanted, and there is room for both."""
        wanted = WAYS[self.way.currentText()] is not None and self.model.prediction is not None
        self.waterfall.set_most(MAX_STEPS if self.height() >= ROOM_FOR_MORE else FEWER)
        self.waterfall.setVisible(wanted and self.height() >= ROOM_FOR_BOTH)

    def _arrange(self) -> None:
        find = QHBoxLayout()
        find.addWidget(self.text, 1)
        find.addWidget(self.choice)
        find.addWidget(self.way)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.waterfall)
        column.addLayout(find)
        column.addWidget(self.tree, 1)
        column.addWidget(self.hidden)
        column.addWidget(self.claim)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent."""
        super().resizeEvent(event)
        self._share_height()


def feature_summary(prediction: Prediction) -> str:
    """What the score is the sum of."""
    fired = sum(map(has_fired, prediction.terms))
    lost = difference(prediction.score - prediction.identical)
    features = counted(len(prediction.terms), "feature")
    return f"identical texts {fixed(prediction.identical)}, {features} {lost} · {fired} fired"


def _box(name: str, items: Iterable[str]) -> StillComboBox:
    box = StillComboBox()
    box.setAccessibleName(name)
    box.addItems(list(items))
    return box
