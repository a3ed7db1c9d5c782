"""The two lists of the adjudication: translations, and contested predicates of one of them."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from meantree.shown import listed, shown
from meantree_gui import theme
from meantree_gui.adjudication.adjudicating import Adjudicating
from meantree_gui.widgets.cells import CELL_ROLE, Cell, trait

if TYPE_CHECKING:
    from meantree.project.annotation import Annotation
    from meantree.project.contested_words import ToldContested
    from meantree.project.gold_standard import Adjudicated

Index = QModelIndex | QPersistentModelIndex
UNDECIDED, NOBODYS, EDITED = "undecided", "nobody’s", "edited"


class RowsModel(QAbstractTableModel):
    """Rows of cells, each with all of its text as a tip."""

    def __init__(self) -> None:
        super().__init__()
        self.head: tuple[str, ...] = ()
        self.rows: list[tuple[Cell, ...]] = []

    def show_rows(self, head: Sequence[str], rows: Sequence[tuple[Cell, ...]]) -> None:
        """Show other rows; the current one stays where there are as many."""
        if (tuple(head), len(rows)) == (self.head, len(self.rows)):
            self.rows = list(rows)
            if rows:
                self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(head) - 1))
            return
        self.beginResetModel()
        self.head, self.rows = tuple(head), list(rows)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Override QAbstractTableModel.rowCount."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Override QAbstractTableModel.columnCount."""
        return 0 if parent.isValid() else len(self.head)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override QAbstractTableModel.data; never raises."""
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        cell = self.rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"<p>{escape(cell.text)}</p>"  # a tip that wraps, never the user's markup
        return cell if role == CELL_ROLE else trait(lambda: cell, role)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override QAbstractTableModel.headerData."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self.head[section]
        return None


TRANSLATIONS = ("Segment", "System", "Undecided", "Gold")


def translation_rows(adjudicating: Adjudicating) -> list[tuple[Cell, ...]]:
    """A row for each translation that is listed."""
    muted, accent = QColor(theme.current().muted), QColor(theme.current().accent)
    found: list[tuple[Cell, ...]] = []
    for row in adjudicating.rows:
        one, count = adjudicating.items[row], adjudicating.undecided(row)
        settled = f"✓ {shown(one.settled_by)}" if one.settled_by else "begun" if one.gold is not None else ""
        found.append(
            (
                Cell(shown(one.key.segment)),
                Cell(shown(one.key.system)),
                Cell(str(count) if count else "–", is_number=True, colour=None if count else muted),
                Cell(settled, colour=muted if one.settled_by else accent),
            )
        )
    return found


def contested_head(adjudicating: Adjudicating) -> tuple[str, ...]:
    """Predicate, one column an annotator, and the gold standard."""
    people = (f"{number}  {shown(name)}" for number, name in enumerate(adjudicating.names, start=1))
    return ("", "Predicate", "Differs in", *people, "Gold standard")


def contested_rows(adjudicating: Adjudicating) -> list[tuple[Cell, ...]]:
    """A row for each contested predicate."""
    found: list[tuple[Cell, ...]] = []
    if adjudicating.current is None:
        return found
    muted, accent = QColor(theme.current().muted), QColor(theme.current().accent)
    one, gold = adjudicating.current, adjudicating.current.begun
    for told in adjudicating.contested:
        what = told.contested
        is_open = not told.gold and one.is_undecided(what)
        whose = () if is_open else what.whose(gold)
        said = (Cell(shown(text), colour=None if name in whose else muted) for name, text in told.said.items())
        found.append(
            (
                Cell("H" if what.side == "hypothesis" else "R", colour=muted),
                Cell(shown(told.words)),
                Cell(", ".join(told.what), colour=muted),
                *said,
                Cell(UNDECIDED if is_open else _decided(one, gold, told), colour=muted if is_open else accent),
            )
        )
    return found


def _decided(one: Adjudicated, gold: Annotation, told: ToldContested) -> str:
    """What was decided of a contested predicate, of the reference also beside which systems; or edited against all."""
    what = told.contested
    if told.gold:
        return f"{EDITED}: {shown(told.gold)}"
    whose, where = what.whose(gold), listed(map(shown, one.decided_beside)) if what.side == "reference" else ""
    rest = NOBODYS if what.place in gold.rejected else EDITED
    decided = f"as {', '.join(map(shown, whose))}" if whose else rest
    return f"{decided}, decided beside {where}" if where else decided
