"""The waterfall of a prediction, and its features below, in groups, which can be searched, filtered and selected."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyleOptionViewItem,
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
from meantree_gui.widgets.cells import Cell, CellDelegate
from meantree_gui.widgets.choosers import NO_MODIFIERS, SearchLine, StillComboBox
from meantree_gui.widgets.labels import plain_label
from meantree_gui.widgets.tables import Column, ListModel, Order, RowTable, row_at, select_rows

COLUMNS: Mapping[str, tuple[str, int | None, int]] = {
    "feature": ("Features by group, the largest contributions first", None, 0),
    "value": ("Value of the feature for this pair of texts; tooltips of the rows show the training mean", 48, 360),
    "weight": ("Weight that the model learned for the feature", 52, 460),
    "contribution": ("Contribution to the score of identical texts: weight times value", 90, 0),
}
"""By title: what the column has, its width, and the width of the list from which it is shown, in pixels."""
NAME, VALUE, WEIGHT, CONTRIBUTION = range(len(COLUMNS))
Choice = Callable[[Prediction, Term], bool]
EXPLAINING = "the largest"
CHOICES: Mapping[str, Choice] = {
    EXPLAINING: Prediction.is_explaining,
    "fired": lambda _, term: has_fired(term),
    "lowers the score": lambda _, term: effect_status(term.contribution) is Status.MISSED,
    "all": lambda _prediction, _term: True,
}
"""By title of the choice: whether a feature of a prediction is listed."""


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

    Empty groups are left out, except for the default choice without a searched text, for which the waterfall has a bar
    for each group.

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


ROW_HEIGHT, INDENT = 24, 12
"""Pixels of a row, and by which features are indented below their group."""
FOLDED, UNFOLDED = "▸", "▾"


class FeatureList(QWidget):
    """Shows the waterfall, the search and the list; below them the number of hidden features and the selected claim.

    Signals:
        chosen: the feature to highlight, or ``None``.
    """

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.prediction: Prediction | None = None
        self.waterfall, self.table = WaterfallView(), FeatureTable()
        self.text = SearchLine("Search", self.table)
        self.choice = StillComboBox()
        self.choice.setAccessibleName("Features to list")
        self.choice.addItems(list(CHOICES))
        self.hidden, self.claim = plain_label(wrapped=True), plain_label(wrapped=True)
        self.claim.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.claim.setFixedHeight(CLAIM_LINES * self.claim.fontMetrics().lineSpacing())
        find = in_row(None, (self.text, 1), self.choice)
        in_column(self, self.waterfall, find, (self.table, 1), self.hidden, self.claim, margins=(0, 0, 0, 0))
        self.text.textChanged.connect(self._filter)
        self.choice.currentTextChanged.connect(self._filter)
        self.waterfall.chosen.connect(lambda wanted: self._select((wanted,)))
        self.table.chosen.connect(self._choose)
        self.table.horizontalHeader().sortIndicatorChanged.connect(self._filter)

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
        self.table.unfold({item.group for item in wanted if isinstance(item, Term)})
        rows = self.table.rows_of(wanted)
        if not rows:
            self.text.clear()
            self.choice.setCurrentText("all")
            rows = self.table.rows_of(wanted)
        select_rows(self.table, rows)

    def _choose(self) -> None:
        item = self.table.current
        self.claim.setText("" if item is None else feature_description(item))
        self.claim.setToolTip(self.claim.text())
        self.waterfall.mark(item.name if isinstance(item, FeatureGroup) else item)
        self.chosen.emit(item if isinstance(item, Term) else None)

    def _filter(self) -> None:
        """List the features again, and keep the selection as far as it is listed."""
        before = self.table.selected
        self._fill()
        select_rows(self.table, self.table.rows_of(before))
        self._choose()
        self._count()

    def _fill(self) -> None:
        header, prediction = self.table.horizontalHeader(), self.prediction
        order = header.sortIndicatorSection(), header.sortIndicatorOrder()
        text, choice = self.text.text(), self.choice.currentText()
        self.table.show_groups([] if prediction is None else listed_groups(prediction, text, choice, order), prediction)

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


Item = FeatureGroup | Term


def feature_columns(prediction: Prediction | None, folded: Collection[str]) -> tuple[Column[Item], ...]:
    """Return the columns of groups and features; a sign before a group's name says whether it is folded."""
    of_groups = max(map(abs, prediction.groups.values()), default=0.0) if prediction is not None else 0.0
    of_terms = prediction.largest if prediction is not None else 0.0

    def cell(item: Item, place: int) -> Cell:
        found = cells_of(item, of_groups if isinstance(item, FeatureGroup) else of_terms)[place]
        if place != NAME or isinstance(item, Term):
            return found
        return replace(found, text=f"{FOLDED if item.name in folded else UNFOLDED} {found.text}")

    def spoken(item: Item) -> str:
        return f"{cells_of(item, 1.0)[NAME].text} {difference(item.contribution)}"

    return tuple(
        Column(title, partial(cell, place=place), tip=tip, accessible_text=spoken, width=width, room=room)
        for place, (title, (tip, width, room)) in enumerate(COLUMNS.items())
    )


class FeatureTable(RowTable):
    """Shows groups with their features; Left and Right, Return or a double click fold them, Esc clears the selection.

    Attributes:
        folded: the names of the groups whose features are not listed, also of other predictions.
    """

    def __init__(self) -> None:
        self.folded: set[str] = set()
        self._groups: Sequence[FeatureGroup] = ()
        self._prediction: Prediction | None = None
        super().__init__(ListModel(feature_columns(None, ()), lambda item: (feature_description(item),)), "Features")
        self.setItemDelegateForColumn(NAME, FeatureDelegate(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        header = self.horizontalHeader()
        header.setSortIndicatorClearable(True)  # without it, the largest contributions come first
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        self.opened.connect(lambda item: self._fold(item, item.name not in self.folded))

    def show_groups(self, groups: Sequence[FeatureGroup], prediction: Prediction | None) -> None:
        """List groups of the features of a prediction; nothing is selected."""
        self._groups, self._prediction = groups, prediction
        rows = [item for one in groups for item in (one, *(() if one.name in self.folded else one.terms))]
        self.list.show(rows, feature_columns(prediction, self.folded))
        self.clearSpans()
        for row, item in enumerate(rows):
            if isinstance(item, FeatureGroup):
                self.setSpan(row, NAME, 1, CONTRIBUTION)

    @property
    def selected(self) -> list[Item]:
        """The groups and features of the selected rows, the current one first."""
        chosen = [self.list.rows[index.row()] for index in self.selectionModel().selectedRows()]
        return sorted(chosen, key=lambda item: item is not self.current)

    def rows_of(self, wanted: Iterable[Item | str]) -> list[QModelIndex]:
        """Return the rows of those groups, also by name, and features that are listed, in their order."""

        def key(item: Item | str) -> object:
            return item.name if isinstance(item, FeatureGroup) else id(item) if isinstance(item, Term) else item

        rows = {key(item): row for row, item in enumerate(self.list.rows)}
        return [self.list.index(rows[key(item)], 0) for item in wanted if key(item) in rows]

    def unfold(self, names: Collection[str]) -> None:
        """List the features of these groups."""
        if self.folded.intersection(names):
            self.folded.difference_update(names)
            self.show_groups(self._groups, self._prediction)

    def _fold(self, item: Item | None, wanted: bool) -> None:
        """Fold a group or unfold it."""
        if isinstance(item, FeatureGroup) and wanted != (item.name in self.folded):
            self.folded ^= {item.name}
            self.show_groups(self._groups, self._prediction)
            select_rows(self, self.rows_of([item]))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Override QTableView.mousePressEvent: a click on the sign of a group folds it."""
        super().mousePressEvent(event)
        item = self.current
        if isinstance(item, FeatureGroup) and event.position().x() < INDENT:
            self._fold(item, item.name not in self.folded)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override RowTable.keyPressEvent."""
        item, key = self.current, event.key()
        if key == Qt.Key.Key_Escape:
            self.setCurrentIndex(QModelIndex())
            self.clearSelection()
        elif key == Qt.Key.Key_Left and isinstance(item, Term):
            select_rows(self, self.rows_of([item.group]))
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and item is not None:
            self._fold(item, key == Qt.Key.Key_Left)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and self.list.rows:
            self.selectRow(0 if key == Qt.Key.Key_Home else len(self.list.rows) - 1)
        else:
            super().keyPressEvent(event)


class FeatureDelegate(CellDelegate):
    """Indents features below the names of their groups."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Override QStyledItemDelegate.paint."""
        if isinstance(row_at(index), Term):
            option.rect = option.rect.adjusted(INDENT, 0, 0, 0)
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
        if step is None or event.modifiers() not in NO_MODIFIERS:
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
