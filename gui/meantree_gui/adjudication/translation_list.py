"""The left side of the adjudication: the translations, the compared annotators, and the progress."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QDialog, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from meantree.escaping import counted, escaped, listed
from meantree.numbers import MISSING
from meantree_gui import theme
from meantree_gui.adjudication.adjudicating import Adjudicating
from meantree_gui.dialogs import DialogButton, dialog_buttons
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.cells import Cell, number_cell
from meantree_gui.widgets.choosers import CheckList, Entry, StillComboBox
from meantree_gui.widgets.labels import plain_label
from meantree_gui.widgets.tables import Column, ListModel, RowTable

if TYPE_CHECKING:
    from meantree.annotation.differences import ContestedRow
    from meantree.annotation.frame_annotation import Annotation
    from meantree.project.gold_standard import Adjudicated


UNDECIDED, NO_FRAME_TAKEN, EDITED = "undecided", "no frame", "edited"
SEPARATOR = " · "
"""Between the parts of an annotator's answer."""
HEAD_WORDS, TAIL_WORDS = 4, 3
"""Words at the start and the end of a long filler that a row shows."""


def shortened_answer(answer: str) -> str:
    """Return an answer with long fillers shortened in the middle."""
    return SEPARATOR.join(map(_shortened, answer.split(SEPARATOR)))


def _shortened(part: str) -> str:
    words = part.split()
    if len(words) <= HEAD_WORDS + TAIL_WORDS + 1:
        return part
    return f"{' '.join(words[:HEAD_WORDS])} … {' '.join(words[-TAIL_WORDS:])}"


def translation_columns(adjudicating: Adjudicating) -> tuple[Column[int], ...]:
    """Return the columns of the list, whose rows are places of translations."""
    muted, accent = QColor(theme.current().muted), QColor(theme.current().accent)
    items, corpus = adjudicating.items, adjudicating.workspace.corpus

    def undecided(place: int) -> Cell:
        count = adjudicating.undecided(place)
        return number_cell(str(count)) if count else number_cell(MISSING, muted)

    def gold(place: int) -> Cell:
        by = items[place].finalized_by
        started = "started" if items[place].gold is not None else ""
        return Cell(f"✓ {escaped(by)}", colour=muted) if by else Cell(started, colour=accent)

    return (
        Column("Segment", lambda place: escaped(items[place].key.segment), width=70),
        Column(
            "System",
            lambda place: escaped(items[place].key.system),
            width=60,
            is_shown=corpus is not None and len(corpus.systems) > 1,
        ),
        Column("Undecided", undecided, width=76),
        Column("Gold", gold),
    )


def contested_columns(adjudicating: Adjudicating, seen: range) -> tuple[Column[ContestedRow], ...]:
    """Return the columns of the contested predicates: each annotator's view, visible in ``seen``, and the decision."""
    muted, accent = QColor(theme.current().muted), QColor(theme.current().accent)
    item = adjudicating.current

    def is_open(contested: ContestedRow) -> bool:
        return item is None or (not contested.gold and any(map(item.is_undecided, contested.predicates)))

    def view_of(name: str) -> Callable[[ContestedRow], Cell]:
        def cell(contested: ContestedRow) -> Cell:
            is_taken = item is not None and not is_open(contested) and name in contested.supporters(item.current)
            return Cell(escaped(shortened_answer(contested.answers[name])), colour=None if is_taken else muted)

        return cell

    def whole(name: str) -> Callable[[ContestedRow], list[str]]:
        return lambda row: [escaped(part) for part in row.answers[name].split(SEPARATOR)]

    def gold(contested: ContestedRow) -> Cell:
        if item is None or is_open(contested):
            return Cell(UNDECIDED, colour=muted)
        return Cell(_decision(item, item.current, contested), colour=accent)

    return (
        Column("", lambda row: Cell("H" if row.contested.side == "hypothesis" else "R", colour=muted), width=26),
        Column("Predicate", lambda row: escaped(row.words), width=96),
        Column("Differs in", lambda row: Cell(", ".join(row.kinds), colour=muted), width=112),
        *(
            Column(f"{place + 1}  {escaped(name)}", view_of(name), tip_lines=whole(name), is_shown=place in seen)
            for place, name in enumerate(adjudicating.names)
        ),
        Column("Gold standard", gold, width=104),
    )


def _decision(item: Adjudicated, gold: Annotation, contested: ContestedRow) -> str:
    """Return the decision on a contested predicate; on a reference predicate, also for which other systems."""
    if contested.gold:
        return f"{EDITED}: {escaped(contested.gold)}"
    agreeing = contested.supporters(gold)
    is_rejected = all(predicate.place in gold.rejected for predicate in contested.predicates)
    decision = NO_FRAME_TAKEN if is_rejected else EDITED
    if agreeing:
        decision = f"as {', '.join(map(escaped, agreeing))}"
    systems = listed(map(escaped, item.decided_beside)) if contested.contested.side == "reference" else ""
    return f"{decision}, decided for {systems}" if systems else decision


class TranslationList(QWidget):
    """The list of translations, which follows the selection; the panel connects its buttons."""

    def __init__(self, adjudicating: Adjudicating) -> None:
        super().__init__()
        self.adjudicating = adjudicating
        self.translations = ListModel(translation_columns(adjudicating))
        self.list = RowTable(self.translations, "Translations to adjudicate")
        self.progress, self.states = plain_label(role="", wrapped=True), StillComboBox()
        self.compared, self.ready = QPushButton(), QPushButton()
        self._arrange()
        adjudicating.list_changed.connect(self.refresh)
        adjudicating.changed.connect(self.follow)
        self.list.selectionModel().currentRowChanged.connect(self._select)
        self.states.activated.connect(lambda: adjudicating.list_only(self.states.currentData()))

    def refresh(self) -> None:
        """Show the translations and their states."""
        state = self.adjudicating
        with QSignalBlocker(self.list.selectionModel()):
            rows, model = state.listed_rows, self.translations
            model.show(rows, translation_columns(state), same=len(rows) == len(model.rows))
        self.follow()
        self.progress.setText(f"{state.finalized} of {counted(len(state.items), 'translation')} finalized")
        people, compared = state.data.people, state.data.compared
        all_of = "all" if len(compared) == len(people) else f"{len(compared)} of"
        self.compared.setText(f"Compare {all_of} {counted(len(people), 'annotator')} …")
        self.compared.setToolTip(f"Compared: {listed(map(escaped, compared)) or 'none'}; press C to change them")
        ready = state.ready_count
        self.ready.setText(f"Finalize {ready} with nothing to decide")
        self.ready.setToolTip(
            f"Finalize {counted(ready, 'unstarted translation')} on which all annotators agree,"
            " except for reference frames already decided for another system (Shift+S)"
        )
        self.ready.setVisible(bool(ready))

    def follow(self) -> None:
        """Show which row is selected."""
        rows = self.adjudicating.listed_rows
        mark(self.list, rows.index(self.adjudicating.row) if self.adjudicating.row in rows else None)

    def _select(self, now: QModelIndex, _before: QModelIndex) -> None:
        rows = self.adjudicating.listed_rows
        if 0 <= now.row() < len(rows):
            self.adjudicating.select_row(rows[now.row()])

    def _arrange(self) -> None:
        for name, data in (("All translations", "all"), ("Open", "open"), ("Finalized", "finalized")):
            self.states.addItem(name, data)
        self.states.setAccessibleName("Translations to list")
        for button in (self.compared, self.ready):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)  # no wider than the list
        self.states.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        in_column(
            self, self.progress, self.compared, self.states, (self.list, 1), self.ready, margins=(8, 6, 0, 0), gap=4
        )


def mark(table: RowTable, row: int | None) -> None:
    """Select a row of a table without emitting its signals; none for ``None``."""
    with QSignalBlocker(table.selectionModel()):
        if row is None:
            table.clearSelection()
        elif table.currentIndex().row() != row or not table.selectionModel().hasSelection():
            table.selectRow(row)
    if row is not None:  # the view did not get the signals either
        table.scrollTo(table.model().index(row, 0))
    table.viewport().update()


TITLE = "Compared annotators"
ABOUT = (
    "Translations finished by two or more of them are listed. "
    "The project remembers the choice; the gold standard starts from the frames that all of them share."
)
TOO_FEW = "Choose two or more annotators."


class ComparedDialog(QDialog):
    """A box for each annotator; Space ticks it, Return accepts."""

    def __init__(self, people: Sequence[str], compared: Collection[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(TITLE)
        self.list, self.fault = CheckList(TITLE), plain_label(role="", wrapped=True)
        self.list.fill(Entry(name, escaped(name), name in compared) for name in people)
        about = plain_label(ABOUT, wrapped=True)
        buttons = dialog_buttons(self, DialogButton.Ok)
        column = QVBoxLayout(self)
        for widget in (about, self.list, self.fault, buttons):
            column.addWidget(widget)

    def accept(self) -> None:
        """Override QDialog.accept: at least two annotators are compared."""
        if len(self.list.checked) < 2:
            self.fault.setText(TOO_FEW)
        else:
            super().accept()


def ask_compared(people: Sequence[str], compared: Collection[str], parent: QWidget) -> tuple[str, ...] | None:
    """Let the user choose the compared annotators; ``None`` if the dialog was cancelled."""
    dialog = ComparedDialog(people, compared, parent)
    is_accepted = dialog.exec() == QDialog.DialogCode.Accepted
    dialog.deleteLater()
    return dialog.list.checked if is_accepted else None
