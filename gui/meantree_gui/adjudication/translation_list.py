"""The left side of the adjudication: which translations there are, whose work is compared, and how far it is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from meantree.escaping import counted, escaped, listed
from meantree_gui import theme
from meantree_gui.adjudication.adjudicating import Adjudicating
from meantree_gui.widgets.cells import NOTHING, Cell, number_cell
from meantree_gui.widgets.choosers import CheckList, Entry, StillComboBox
from meantree_gui.widgets.tables import Column, ListModel, RowTable

if TYPE_CHECKING:
    from meantree.project.annotation import Annotation
    from meantree.project.annotation_differences import ContestedRow
    from meantree.project.gold_standard import Adjudicated


UNDECIDED, NOBODYS, EDITED = "undecided", "nobody’s", "edited"


def translation_columns(adjudicating: Adjudicating) -> tuple[Column[int], ...]:
    """A translation by its place: where it stands, how much is undecided, and how far its gold standard is."""
    muted, accent = QColor(theme.current().muted), QColor(theme.current().accent)
    items, corpus = adjudicating.items, adjudicating.workspace.corpus

    def undecided(place: int) -> Cell:
        count = adjudicating.undecided(place)
        return number_cell(str(count)) if count else number_cell(NOTHING, muted)

    def gold(place: int) -> Cell:
        by = items[place].finalized_by
        begun = "begun" if items[place].gold is not None else ""
        return Cell(f"✓ {escaped(by)}", colour=muted) if by else Cell(begun, colour=accent)

    return (
        Column("Segment", lambda place: escaped(items[place].key.segment), width=70),
        Column(
            "System",
            lambda place: escaped(items[place].key.system),
            width=60,
            is_seen=corpus is not None and len(corpus.systems) > 1,
        ),
        Column("Undecided", undecided, width=76),
        Column("Gold", gold),
    )


def contested_columns(adjudicating: Adjudicating, seen: range) -> tuple[Column[ContestedRow], ...]:
    """A contested predicate, what each annotator says of it, those of some places seen, and what is decided."""
    muted, accent = QColor(theme.current().muted), QColor(theme.current().accent)
    one = adjudicating.current

    def is_open(told: ContestedRow) -> bool:
        return one is None or (not told.gold and one.is_undecided(told.contested))

    def said(name: str) -> Callable[[ContestedRow], Cell]:
        def by(told: ContestedRow) -> Cell:
            is_taken = one is not None and not is_open(told) and name in told.contested.whose(one.begun)
            return Cell(escaped(told.said[name]), colour=None if is_taken else muted)

        return by

    def gold(told: ContestedRow) -> Cell:
        if one is None or is_open(told):
            return Cell(UNDECIDED, colour=muted)
        return Cell(_decided(one, one.begun, told), colour=accent)

    return (
        Column("", lambda told: Cell("H" if told.contested.side == "hypothesis" else "R", colour=muted), width=26),
        Column("Predicate", lambda told: escaped(told.words), width=96),
        Column("Differs in", lambda told: Cell(", ".join(told.what), colour=muted), width=112),
        *(
            Column(f"{place + 1}  {escaped(name)}", said(name), is_seen=place in seen)
            for place, name in enumerate(adjudicating.names)
        ),
        Column("Gold standard", gold, width=104),
    )


def _decided(one: Adjudicated, gold: Annotation, told: ContestedRow) -> str:
    """What was decided of a contested predicate, of the reference also beside which systems; or edited against all."""
    what = told.contested
    if told.gold:
        return f"{EDITED}: {escaped(told.gold)}"
    whose, where = what.whose(gold), listed(map(escaped, one.decided_beside)) if what.side == "reference" else ""
    rest = NOBODYS if what.place in gold.rejected else EDITED
    decided = f"as {', '.join(map(escaped, whose))}" if whose else rest
    return f"{decided}, decided beside {where}" if where else decided


class TranslationList(QWidget):
    """A list that follows what is looked at; the panel connects its buttons."""

    def __init__(self, adjudicating: Adjudicating) -> None:
        super().__init__()
        self.adjudicating = adjudicating
        self.translations = ListModel(translation_columns(adjudicating))
        self.list = RowTable(self.translations, "Translations to adjudicate")
        self.progress, self.wanted = QLabel(), StillComboBox()
        self.compared, self.ready = QPushButton(), QPushButton()
        self._arrange()
        adjudicating.listed.connect(self.refresh)
        adjudicating.changed.connect(self.follow)
        self.list.selectionModel().currentRowChanged.connect(self._look_at)
        self.wanted.activated.connect(lambda: adjudicating.list_only(self.wanted.currentData()))

    def refresh(self) -> None:
        """Show which translations there are, and how far they are."""
        state = self.adjudicating
        with QSignalBlocker(self.list.selectionModel()):
            rows, model = state.rows, self.translations
            model.show(rows, translation_columns(state), same=len(rows) == len(model.rows))
        self.follow()
        self.progress.setText(f"{state.settled} of {counted(len(state.items), 'translation')} settled")
        people, compared = state.found.people, state.found.compared
        all_of = "all" if len(compared) == len(people) else f"{len(compared)} of"
        self.compared.setText(f"Compare {all_of} {counted(len(people), 'annotator')} …")
        self.compared.setToolTip(f"Compared: {listed(map(escaped, compared)) or 'nobody'} (C changes it)")
        ready = state.ready
        self.ready.setText(f"Settle {ready} with nothing to decide")
        self.ready.setToolTip(
            f"Settle {counted(ready, 'translation')} not yet begun, in which all annotators agree"
            " but for what is decided beside another system (Shift+S)"
        )
        self.ready.setVisible(bool(ready))

    def follow(self) -> None:
        """Show which row is looked at."""
        rows = self.adjudicating.rows
        mark(self.list, rows.index(self.adjudicating.row) if self.adjudicating.row in rows else None)

    def _look_at(self, now: QModelIndex, _before: QModelIndex) -> None:
        rows = self.adjudicating.rows
        if 0 <= now.row() < len(rows):
            self.adjudicating.look_at(rows[now.row()])

    def _arrange(self) -> None:
        self.progress.setTextFormat(Qt.TextFormat.PlainText)
        self.progress.setWordWrap(True)
        for name, data in (("All translations", "all"), ("Open", "open"), ("Settled", "settled")):
            self.wanted.addItem(name, data)
        self.wanted.setAccessibleName("Translations that are listed")
        for button in (self.compared, self.ready):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)  # no wider than the list
        self.wanted.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 6, 0, 0)
        column.setSpacing(4)
        for widget in (self.progress, self.compared, self.wanted):
            column.addWidget(widget)
        column.addWidget(self.list, 1)
        column.addWidget(self.ready)


def mark(table: RowTable, row: int | None) -> None:
    """Show which row of a table is the present one; nothing is told of it."""
    with QSignalBlocker(table.selectionModel()):
        if row is None:
            table.clearSelection()
        elif table.currentIndex().row() != row or not table.selectionModel().hasSelection():
            table.selectRow(row)
    if row is not None:  # the view, too, was not told
        table.scrollTo(table.model().index(row, 0))
    table.viewport().update()


TITLE = "Annotators who are compared"
ABOUT = (
    "Translations that two or more of them finished are listed. "
    "The project keeps the choice; the frames that all of them have begin the gold standard."
)
TOO_FEW = "Choose two or more annotators."


class ComparedDialog(QDialog):
    """A name with a box for each; Space sets it, Return takes the choice."""

    def __init__(self, people: Sequence[str], compared: Collection[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(TITLE)
        self.list, self.fault = CheckList(TITLE), QLabel()
        self.list.fill(Entry(name, escaped(name), name in compared) for name in people)
        about = QLabel(ABOUT)
        for label in (about, self.fault):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        about.setProperty("role", "muted")
        choices = QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        buttons = QDialogButtonBox(choices)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        for widget in (about, self.list, self.fault, buttons):
            column.addWidget(widget)

    def accept(self) -> None:
        """Override QDialog.accept: one alone is compared with nobody."""
        if len(self.list.checked) < 2:
            self.fault.setText(TOO_FEW)
        else:
            super().accept()


def ask_compared(people: Sequence[str], compared: Collection[str], parent: QWidget) -> tuple[str, ...] | None:
    """Ask whose work is compared; None if it shall stay as it is."""
    dialog = ComparedDialog(people, compared, parent)
    is_taken = dialog.exec() == QDialog.DialogCode.Accepted
    dialog.deleteLater()
    return dialog.list.checked if is_taken else None
