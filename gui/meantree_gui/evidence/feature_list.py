"""The waterfall of a prediction, and its features below, in groups, which can be searched, filtered and selected."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from meantree.comparison.prediction import Prediction, effect_status, feature_title, has_fired
from meantree.escaping import counted
from meantree.metrics.evidence import Status, Term
from meantree.numbers import difference, fixed
from meantree.picture.waterfall import MAX_STEPS, ROW, StepBar, WaterfallPicture, waterfall
from meantree_gui import theme
from meantree_gui.trees.painter import measure, paint, status_colour
from meantree_gui.widgets.boxes import in_column, in_row
from meantree_gui.widgets.cells import CELL_ROLE, LEFT, Cell, CellDelegate
from meantree_gui.widgets.choosers import LetterKeys, SearchLine, StillComboBox
from meantree_gui.widgets.labels import plain_label
from meantree_gui.widgets.tables import Order, select_rows

COLUMNS = ("feature", "value", "weight", "contribution")
NAME, VALUE, WEIGHT, CONTRIBUTION = range(len(COLUMNS))
HEADS: Mapping[int, str] = {
    NAME: "Features by group, the largest contributions first",
    VALUE: "Value of the feature for this pair of texts; tooltips of the rows show the training mean",
    WEIGHT: "Weight that the model learned for the feature",
    CONTRIBUTION: "Contribution to the score of identical texts: weight times value",
}
Choice = Callable[[Prediction, Term], bool]
EXPLAINING = "the largest"
CHOICES: Mapping[str, Choice] = {
    EXPLAINING: Prediction.is_explaining,
    "fired": lambda _, term: has_fired(term),
    "lowers the score": lambda _, term: effect_status(term.contribution) is Status.MISSED,
    "all": lambda _prediction, _term: True,
}
"""The choices which features are listed."""


@dataclass(frozen=True, slots=True)
class FeatureGroup:
    """A group of features with the sum of their contributions."""

    name: str
    contribution: float
    terms: tuple[Term, ...]


def groups_of(prediction: Prediction) -> tuple[FeatureGroup, ...]:
    """Return the groups in the metric's order, each with the features of the largest contributions first."""
    terms: dict[str, list[Term]] = {group: [] for group in prediction.groups}
    for term in sorted(prediction.terms, key=lambda term: abs(term.contribution), reverse=True):
        terms[term.group].append(term)
    return tuple(FeatureGroup(name, total, tuple(terms[name])) for name, total in prediction.groups.items())


def is_listed(prediction: Prediction, term: Term, text: str, choice: str) -> bool:
    """Return whether a feature contains a text, in any case, and belongs to one of :data:`CHOICES`."""
    words = " ".join((feature_title(term), term.name, term.group))
    return text.casefold() in words.casefold() and CHOICES[choice](prediction, term)


def listed_groups(prediction: Prediction, text: str, choice: str, order: Order) -> list[FeatureGroup]:
    """Return the groups with their listed features.

    Empty groups are left out, unless all is as at first: the waterfall has a bar for each of them.

    Args:
        text, choice: as in :func:`is_listed`.
        order: the column by which the features of each group are sorted, -1 for the largest contributions first, and
            the direction.
    """
    column, direction = order
    sort_key, groups = _SORT_KEYS.get(column), list[FeatureGroup]()
    for group in groups_of(prediction):
        terms = [term for term in group.terms if is_listed(prediction, term, text, choice)]
        if sort_key is not None:
            terms.sort(key=sort_key, reverse=direction == Qt.SortOrder.DescendingOrder)
        if terms or (choice == EXPLAINING and not text):
            groups.append(replace(group, terms=tuple(terms)))
    return groups


def cells_of(item: FeatureGroup | Term, largest: float) -> tuple[Cell, ...]:
    """Return the cells of a group or feature; ``largest`` is the absolute contribution of the longest bar."""
    is_group, contribution = isinstance(item, FeatureGroup), item.contribution
    share, bar = 0.5 + 0.5 * contribution / (largest or 1.0), status_colour(effect_status(contribution))
    added = Cell(difference(contribution), is_number=True, share=share, zero=0.5, bar=bar, is_heading=is_group)
    if isinstance(item, FeatureGroup):
        return Cell(item.name, is_heading=True), Cell("", is_heading=True), Cell("", is_heading=True), added
    return Cell(feature_title(item)), *(Cell(fixed(one), is_number=True) for one in (item.value, item.weight)), added


_SORT_KEYS: Mapping[int, Callable[[Term], Any]] = {
    NAME: feature_title,
    VALUE: lambda term: term.value,
    WEIGHT: lambda term: term.weight,
    CONTRIBUTION: lambda term: term.contribution,
}


def feature_description(item: FeatureGroup | Term) -> str:
    """Return the description of a group or feature with its numbers."""
    if isinstance(item, FeatureGroup):
        count = counted(len(item.terms), "feature")
        return f"{item.name} {difference(item.contribution)}: {count} of this group together."
    numbers = f"value {fixed(item.value)}, training mean {fixed(item.training_mean)}, weight {fixed(item.weight)}"
    return f"{feature_title(item)} · {numbers}, contribution {difference(item.contribution)}. {item.claim}"


WIDTHS = (160, 48, 52, 90)
ROW_HEIGHT, INDENT = 24, 12
"""Pixels of a row of the tree, and of its indentation."""
ROOM_FOR_VALUES, ROOM_FOR_WEIGHTS = 360, 460
"""Pixels of width from which values and weights have columns; below, they are in tooltips and under the list."""


class FeatureList(QWidget):
    """Shows the waterfall, the search and the list; below them the number of hidden features and the selected claim.

    Signals:
        chosen: the feature to highlight, or ``None``.
    """

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.prediction: Prediction | None = None
        self.waterfall, self.tree = WaterfallView(), FeatureTree()
        self.text = SearchLine("Search", self.tree)
        self.choice = StillComboBox()
        self.choice.setAccessibleName("Features to list")
        self.choice.addItems(list(CHOICES))
        self.hidden, self.claim = plain_label(wrapped=True), plain_label(wrapped=True)
        self.claim.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.claim.setFixedHeight(CLAIM_LINES * self.claim.fontMetrics().lineSpacing())
        self._collapsed: set[str] = set()
        self._arrange()
        self.text.textChanged.connect(self._filter)
        self.choice.currentTextChanged.connect(self._filter)
        self.waterfall.chosen.connect(lambda wanted: self._select((wanted,)))
        self.tree.currentItemChanged.connect(self._choose)
        self.tree.header().sortIndicatorChanged.connect(self._filter)
        self.tree.itemCollapsed.connect(lambda row: self._collapsed.add(row.text(NAME)))
        self.tree.itemExpanded.connect(lambda row: self._collapsed.discard(row.text(NAME)))

    def show_prediction(self, prediction: Prediction | None) -> None:
        """List the features of another prediction, or none."""
        self.prediction = prediction
        self._fill()
        self.waterfall.show_prediction(prediction)
        self._choose()
        self._share_height()
        self._count()
        self.claim.clear()

    def select(self, terms: Sequence[Term]) -> None:
        """Select the rows of these features; the one with the largest contribution becomes current."""
        ranked: list[Term] = sorted(terms, key=lambda term: abs(term.contribution), reverse=True)
        self._select(ranked)

    def _select(self, wanted: Sequence[Term | str]) -> None:
        """Select the rows of these features and groups; a filter that hides all of them is cleared."""
        rows = self.tree.rows_of(wanted)
        if not rows:
            self.text.clear()
            self.choice.setCurrentText("all")
            rows = self.tree.rows_of(wanted)
        for row in rows:
            self.tree.expand(row.parent())
        select_rows(self.tree, rows)

    def _choose(self) -> None:
        item = self.tree.current
        self.claim.setText("" if item is None else feature_description(item))
        self.claim.setToolTip(self.claim.text())
        self.waterfall.mark(item.name if isinstance(item, FeatureGroup) else item)
        self.chosen.emit(item if isinstance(item, Term) else None)

    def _filter(self) -> None:
        """List the features again, and keep the selection as far as it is listed."""
        before = self.tree.selected
        self._fill()
        select_rows(self.tree, self.tree.rows_of(before))
        self._choose()
        self._count()

    def _fill(self) -> None:
        header, prediction = self.tree.header(), self.prediction
        if prediction is None:
            self.tree.clear()
            return
        order = header.sortIndicatorSection(), header.sortIndicatorOrder()
        groups = listed_groups(prediction, self.text.text(), self.choice.currentText(), order)
        self.tree.show_groups(groups, prediction, self._collapsed)

    def _count(self) -> None:
        prediction, text, choice = self.prediction, self.text.text(), self.choice.currentText()
        terms = prediction.terms if prediction is not None else ()
        hidden = sum(prediction is not None and not is_listed(prediction, term, text, choice) for term in terms)
        reason = (
            ": not fired, or with small contributions"
            if not self.text.text() and not self.choice.currentIndex()
            else ""
        )
        self.hidden.setText(f"{hidden} of {len(terms)} hidden{reason}" if hidden else "")

    def _share_height(self) -> None:
        """Show the waterfall if it fits above the list."""
        self.waterfall.set_max_steps(MAX_STEPS if self.height() >= ROOM_FOR_MORE else FEWER)
        self.waterfall.setVisible(self.prediction is not None and self.height() >= ROOM_FOR_BOTH)

    def _arrange(self) -> None:
        find = in_row(None, (self.text, 1), self.choice)
        in_column(self, self.waterfall, find, (self.tree, 1), self.hidden, self.claim, margins=(0, 0, 0, 0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent."""
        super().resizeEvent(event)
        self._share_height()


def feature_summary(prediction: Prediction) -> str:
    """Return the sum that the score is: identical texts and the contributions."""
    fired = sum(map(has_fired, prediction.terms))
    contributions = difference(prediction.score - prediction.identical)
    features = counted(len(prediction.terms), "feature")
    return f"identical texts {fixed(prediction.identical)}, {features} {contributions} · {fired} fired"


class FeatureRow(QTreeWidgetItem):
    """A row of the tree, of a group or a feature."""

    def __init__(self, item: FeatureGroup | Term, largest: float) -> None:
        super().__init__()
        self.item, self._largest = item, largest
        self.draw()
        spoken = f"{self.text(NAME)} {difference(item.contribution)}"
        for column in range(len(COLUMNS)):
            self.setToolTip(column, f"<p>{feature_description(item)}</p>")
            self.setData(column, Qt.ItemDataRole.AccessibleTextRole, spoken)

    def draw(self) -> None:
        """Set the cells, in the colours of the current theme."""
        for column, cell in enumerate(cells_of(self.item, self._largest)):
            self.setText(column, cell.text)
            self.setData(column, CELL_ROLE, cell)


class FeatureTree(QTreeWidget):
    """Shows groups, which can be collapsed, with their features; Esc clears the selection."""

    def __init__(self) -> None:
        super().__init__()
        self._rows = list[FeatureRow]()
        self.setHeaderLabels(COLUMNS)
        for column, tip in HEADS.items():
            self.headerItem().setToolTip(column, f"<p>{tip}</p>")
        LetterKeys(self)
        self.setAccessibleName("Features")
        self.setUniformRowHeights(True)
        self.setIndentation(INDENT)
        self.setTabKeyNavigation(False)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # names with the same beginning differ at the end
        self.setItemDelegate(FeatureDelegate(self))
        header = self.header()
        header.setDefaultAlignment(LEFT)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(30)
        for place, width in enumerate(WIDTHS):
            self.setColumnWidth(place, width)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        header.setSectionsClickable(True)
        header.setSortIndicatorShown(True)
        header.setSortIndicatorClearable(True)  # without it, the largest contributions come first
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)

    def show_groups(self, groups: Sequence[FeatureGroup], prediction: Prediction, collapsed: Collection[str]) -> None:
        """List groups of the features of a prediction, expanded but for the ``collapsed`` ones; nothing is selected."""
        self.clear()
        largest = max(map(abs, prediction.groups.values()), default=0.0)
        above = [FeatureRow(group, largest) for group in groups]
        self._rows = above.copy()
        for row, group in zip(above, groups, strict=True):
            terms = [FeatureRow(term, prediction.largest) for term in group.terms]
            row.addChildren(terms)
            self._rows += terms
        self.addTopLevelItems(above)
        for row in above:
            row.setExpanded(row.text(NAME) not in collapsed)

    def clear(self) -> None:
        """Override QTreeWidget.clear: forget the rows, which Qt deletes."""
        self._rows = []
        super().clear()

    @property
    def current(self) -> FeatureGroup | Term | None:
        """The group or feature of the current row."""
        row = self.currentItem()
        return row.item if isinstance(row, FeatureRow) else None

    @property
    def selected(self) -> list[FeatureGroup | Term]:
        """The groups and features of the selected rows, the current one first."""
        chosen = [row.item for row in self._rows if row.isSelected()]
        return sorted(chosen, key=lambda item: item is not self.current)

    def rows_of(self, wanted: Iterable[FeatureGroup | Term | str]) -> list[QModelIndex]:
        """Return the rows of those groups, also by name, and features that are listed, in their order."""
        names = [item.name if isinstance(item, FeatureGroup) else item for item in wanted]
        rows = [
            next((row for row in self._rows if row.item is name or (row.text(NAME) == name and not row.parent())), None)
            for name in names
        ]
        return [self.indexFromItem(row) for row in rows if row is not None]

    def changeEvent(self, event: QEvent) -> None:
        """Override QTreeWidget.changeEvent: another theme has other colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            for row in self._rows:
                row.draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QTreeWidget.resizeEvent."""
        super().resizeEvent(event)
        self.setColumnHidden(VALUE, self.width() < ROOM_FOR_VALUES)
        self.setColumnHidden(WEIGHT, self.width() < ROOM_FOR_WEIGHTS)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QTreeWidget.keyPressEvent."""
        if event.key() == Qt.Key.Key_Escape:
            self.setCurrentIndex(QModelIndex())
            self.clearSelection()
        else:
            super().keyPressEvent(event)


class FeatureDelegate(CellDelegate):
    """Lets the names of groups extend over the empty cells next to them."""

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
"""Pixels of height from which the waterfall is shown above the list, and from which it has all its steps."""
FEWER = 4


class WaterfallView(QWidget):
    """Draws the waterfall in the width of the list below it.

    Signals:
        chosen: the name of the group whose bar was selected.
    """

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("From identical texts to the score")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.prediction: Prediction | None = None
        self.max_steps = MAX_STEPS
        self.picture: WaterfallPicture | None = None
        self._marked: str | None = None

    def show_prediction(self, prediction: Prediction | None) -> None:
        """Draw another prediction."""
        self.prediction, self._marked = prediction, None
        self._lay_out()

    def set_max_steps(self, max_steps: int) -> None:
        """Set the largest number of separate steps."""
        if max_steps != self.max_steps:
            self.max_steps = max_steps
            self._lay_out()

    def mark(self, item: Term | str | None) -> None:
        """Highlight the bar of a group, by name or by one of its features; ``None`` for no bar."""
        self._marked = item.group if isinstance(item, Term) else item
        self.update()

    @property
    def current(self) -> StepBar | None:
        """The selected bar; ``None`` if there is none."""
        bars = self.picture.bars if self.picture is not None and self._marked is not None else ()
        return next((bar for bar in bars if bar.step.of == self._marked), None)

    def _lay_out(self) -> None:
        if self.prediction is None:
            self.picture = None
            return
        self.picture = waterfall(self.prediction, self.width(), measure, most=self.max_steps)
        self.setFixedHeight(round(self.picture.height))
        self.setAccessibleDescription("; ".join(f"{bar.step.label} {bar.number}" for bar in self.picture.bars))
        self.update()

    def _choose(self, bar: StepBar | None) -> None:
        if bar is not None and bar.step.of is not None:
            self.mark(bar.step.of)
            self.chosen.emit(bar.step.of)

    def _walk(self, step: int) -> None:
        bars = [bar for bar in self.picture.bars if bar.step.of is not None] if self.picture is not None else []
        if bars:
            here = bars.index(self.current) + step if self.current in bars else 0
            self._choose(bars[min(len(bars) - 1, max(0, here))])

    def _at(self, where: QPoint) -> StepBar | None:
        return self.picture.at(where.y()) if self.picture is not None else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QWidget.keyPressEvent: Up and Down select bars."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step is None or event.modifiers() not in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        ):
            super().keyPressEvent(event)
        else:
            self._walk(step)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Override QWidget.mousePressEvent."""
        self._choose(self._at(event.position().toPoint()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Override QWidget.mouseMoveEvent: the tooltip has the full label."""
        bar = self._at(event.position().toPoint())
        self.setToolTip(f"{bar.step.label} {bar.number}" if bar is not None else "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: it fills the width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lay_out()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Override QWidget.paintEvent."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(theme.current().surface))
        if self.picture is not None:
            current, palette = self.current, theme.current()
            if current is not None:
                painter.fillRect(QRectF(0, current.y, self.picture.width, ROW), QColor(palette.selection))
            for group in self.picture.groups(palette):
                paint(painter, group.parts)
            painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.current().accent), 1))
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        painter.end()
