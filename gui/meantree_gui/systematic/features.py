"""The table of features: how often each fires on either side, by how much that differs, and what it costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import QSortFilterProxyModel, Qt
from PySide6.QtGui import QColor

from meantree.metrics.evidence import Status
from meantree.picture.numbers import MINUS, fixed, short
from meantree.shown import counted
from meantree_gui import theme
from meantree_gui.widgets.cells import Cell
from meantree_gui.widgets.tables import FixedColumns, Index

if TYPE_CHECKING:
    from meantree.evaluation.systematic_errors import FeatureErrors, Tally

FEATURE, DIRECTION, GROUP, FIRST, SECOND, DIFFERENCE, P, EFFECT, THEIRS = range(9)
SIGNIFICANT = 0.05
MARK = "✱"
HEADS: Mapping[int, str] = {
    FEATURE: "What the feature is; the tip of a row says all that was counted",
    DIRECTION: "ref ⇒ hyp: what the translation adds does not follow from the reference; hyp ⇒ ref: what it drops",
    FIRST: "In which share of the segments it fires",
    SECOND: "In which share of the same segments it fires on the other side",
    DIFFERENCE: "How much more often it fires, in percentage points",
    P: f"Two-sided p of the difference, after Benjamini & Hochberg over all features; {MARK} at most {SIGNIFICANT:g}",
    EFFECT: f"Mean contribution to the score; {MARK} differs from the other side beyond chance, whoever is worse",
    THEIRS: "Mean contribution to the score on the other side",
}
NAMED: Mapping[int, tuple[int, str]] = {
    FIRST: (0, ""),
    SECOND: (1, ""),
    EFFECT: (0, " contribution"),
    THEIRS: (1, " contribution"),
}
"""Heads that name a side."""


class FeatureModel(FixedColumns):
    """One row a feature."""

    columns: ClassVar[tuple[str, ...]] = (
        "feature",
        "direction",
        "group",
        "A",
        "B",
        "difference",
        "p",
        "A contribution",
        "B contribution",
    )

    def __init__(self) -> None:
        super().__init__()
        self.errors: Sequence[FeatureErrors] = ()
        self.names = ("A", "B")
        self._most = 1.0

    def show_errors(self, errors: Sequence[FeatureErrors], names: tuple[str, str]) -> None:
        """List these features; rows that stay stay chosen."""
        same = [one.feature.name for one in errors] == [one.feature.name for one in self.errors]
        if not same:
            self.beginResetModel()
        self.errors, self.names = errors, names
        added = (abs(side.contribution or 0.0) for one in errors for side in (one.first, one.second))
        self._most = max(added, default=0.0) or 1.0
        if not same:
            self.endResetModel()
        elif errors:
            self.dataChanged.emit(self.index(0, 0), self.index(self.count - 1, THEIRS))
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, FIRST, THEIRS)

    @property
    def count(self) -> int:
        """Override FixedColumns.count."""
        return len(self.errors)

    def cell(self, row: int, column: int) -> Cell:
        """Override FixedColumns.cell."""
        one = self.errors[row]
        if column in TEXTS:
            return Cell(TEXTS[column](one))
        if column in (FIRST, SECOND):
            return _share(one.first if column == FIRST else one.second)
        if column == DIFFERENCE:
            return _difference(one)
        if column == P:
            p = telling_p(one)
            return Cell(p_text(p), is_number=True, colour=None if is_significant(p) else _muted())
        effect = NUMBERS[column](one)
        if effect is None:
            return Cell("–", is_number=True)
        is_marked = column == EFFECT and is_significant(one.mean_q)
        text = f"{MARK} {_signed(effect)}" if is_marked else _signed(effect)
        return Cell(text, is_number=True, share=abs(effect) / self._most, is_bad=effect > 0)

    def tip(self, row: int, column: int) -> str:  # noqa: ARG002  # the same in all of the row
        """Override FixedColumns.tip."""
        one = self.errors[row]
        sides = [_told(name, tally) for name, tally in zip(self.names, (one.first, one.second), strict=True)]
        shift = (
            "" if one.shift is None else f"{fixed(abs(one.shift), 2)} deviations {_side(one.shift)} the training mean"
        )
        how = FIRES_USUAL if one.feature.is_usual else ""
        ps = f"Corrected p: {p_text(one.share_q)} of the shares, {p_text(one.mean_q)} of the means."
        lines = [one.feature.claim, *sides, shift, how, ps, f"{one.feature.name} · {one.feature.group}"]
        return "".join(f"<p>{escape(line)}</p>" for line in lines if line)

    def spoken(self, row: int, column: int) -> str:
        """Override FixedColumns.spoken."""
        one, text = self.errors[row], self.cell(row, column).text
        return f"{one.feature.words}, {one.feature.direction}" if column == FEATURE else text

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override QAbstractTableModel.headerData."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        side, what = NAMED.get(section, (0, ""))
        name = self.names[side] if section in NAMED else ""
        if role == Qt.ItemDataRole.ToolTipRole:
            told = f"{name}: {HEADS[section]}" if name else HEADS.get(section, "")
            return f"<p>{escape(told)}</p>" if told else None
        if name and role == Qt.ItemDataRole.DisplayRole:
            return f"{name}{what}"
        return super().headerData(section, orientation, role)


class FeatureProxy(QSortFilterProxyModel):
    """The features that contain a text, of one group or all; what is undefined stands last in either direction."""

    def __init__(self, model: FeatureModel) -> None:
        super().__init__()
        self.model = model
        self.words: tuple[str, ...] = ()
        self.group = ""
        self.with_silent = False
        self.setSourceModel(model)

    def set_filter(self, text: str, group: str, *, with_silent: bool = False) -> None:
        """Show only features with all words of ``text``, of ``group`` (empty for all), that fired unless asked."""
        self.words, self.group, self.with_silent = tuple(text.casefold().split()), group, with_silent
        self.invalidate()

    def filterAcceptsRow(self, source_row: int, source_parent: Index) -> bool:  # noqa: ARG002
        """Override QSortFilterProxyModel.filterAcceptsRow."""
        error = self.model.errors[source_row]
        if error.is_silent and not self.with_silent:
            return False
        one = error.feature
        text = f"{one.words} {one.direction} {one.name} {one.claim}".casefold()
        return self.group in ("", one.group) and all(word in text for word in self.words)

    def lessThan(self, source_left: Index, source_right: Index) -> bool:
        """Override QSortFilterProxyModel.lessThan: numbers as numbers."""
        column = source_left.column()
        one, two = (self.model.errors[index.row()] for index in (source_left, source_right))
        if column in TEXTS:
            return TEXTS[column](one) < TEXTS[column](two)
        left, right = NUMBERS[column](one), NUMBERS[column](two)
        if left is None or right is None:
            ascending = self.sortOrder() == Qt.SortOrder.AscendingOrder
            return (left is not None) == ascending if (left is None) != (right is None) else False
        return left < right


def telling_p(one: FeatureErrors) -> float | None:
    """Corrected: of the shares; beside the training data, where these are not known, of the means."""
    return one.mean_q if one.difference is None else one.share_q


def p_text(p: float | None) -> str:
    """A probability, marked where it is small enough."""
    if p is None:
        return "–"
    return f"{MARK if is_significant(p) else ''} {'<.001' if p < 0.001 else f'{p:.3f}'}".strip()


TEXTS: Mapping[int, Callable[[FeatureErrors], str]] = {
    FEATURE: lambda one: one.feature.words,
    DIRECTION: lambda one: one.feature.direction,
    GROUP: lambda one: one.feature.group,
}
NUMBERS: Mapping[int, Callable[[FeatureErrors], float | None]] = {
    FIRST: lambda one: one.first.share,
    SECOND: lambda one: one.second.share,
    DIFFERENCE: lambda one: one.difference,
    P: telling_p,
    EFFECT: lambda one: one.first.contribution,
    THEIRS: lambda one: one.second.contribution,
}
FIRES_USUAL = (
    "Most translations have it: it fires where it is worse than the training mean by more than a standard deviation."
)


def _share(tally: Tally) -> Cell:
    if tally.share is None:
        return Cell("–", is_number=True)
    return Cell(f"{100 * tally.share:.1f} %", is_number=True, share=tally.share)


def _difference(one: FeatureErrors) -> Cell:
    if one.difference is None:
        return Cell("–", is_number=True)
    palette = theme.current()
    status = Status.MISSED if one.difference > 0 else Status.MATCHED
    colour = QColor(palette.status[status]) if is_significant(one.share_q) else _muted()
    points = 100 * one.difference
    sign = "+" if points > 0 else MINUS if points < 0 else ""
    return Cell(f"{sign}{abs(points):.1f}", is_number=True, colour=colour)


def is_significant(p: float | None) -> bool:
    """Whether a corrected probability is small enough."""
    return p is not None and p <= SIGNIFICANT


def _muted() -> QColor:
    return QColor(theme.current().muted)


def _signed(value: float) -> str:
    return f"{MINUS if value < 0 else '+'}{abs(value):.4f}"


def _side(shift: float) -> str:
    return "above" if shift > 0 else "below"


def _told(name: str, tally: Tally) -> str:
    if tally.mean is None:
        return f"{name}: no segment was scored"
    fired = "" if tally.fired is None else f"fires in {short(tally.fired, 4)} of {counted(tally.segments, 'segment')}, "
    adds = "" if tally.contribution is None else f", contribution {_signed(tally.contribution)}"
    return f"{name}: {fired}mean {short(tally.mean)}{adds}"
