"""The tree of features: groups that can be folded, and their features in columns."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyleOptionViewItem, QTreeView

from meantree_gui.evidence.features import CONTRIBUTION, NAME, VALUE, WEIGHT, FeatureProxy
from meantree_gui.widgets.cells import LEFT, CellDelegate

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
