"""The rows to decide in adjudication: each annotator's answer, and what the gold standard has."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from meantree.escaping import counted, escaped, listed
from meantree_gui import theme
from meantree_gui.annotation_editor.frame_adjudication import FrameAdjudication, Row
from meantree_gui.dialogs import DialogButton, dialog_buttons
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.cells import Cell, CellDelegate
from meantree_gui.widgets.choosers import CheckList, Entry
from meantree_gui.widgets.labels import ElidedLabel, plain_label
from meantree_gui.widgets.tables import ROW_HEIGHT, Column, ListModel, RowTable

if TYPE_CHECKING:
    from meantree.project.gold_standard import Adjudicated

UNDECIDED, NO_FRAME_TAKEN, EDITED, ROW_BY_ROW = "undecided", "no frame", "edited", "row by row"
SEPARATOR = " · "
"""Between the parts of an annotator's answer."""
HEAD_WORDS, TAIL_WORDS = 4, 3
"""Words at the start and the end of a long filler that a row shows."""
MOST_LINES: Final = 3
"""The most lines of a row; its tooltip has all of the answer."""
INDENT = "    "
NARROWEST: Final = 110
"""The least width of an annotator's column, in pixels; with more annotators the table scrolls."""


def shortened_answer(answer: str) -> str:
    """Return an answer with long fillers shortened in the middle."""
    return SEPARATOR.join(map(_shortened, answer.split(SEPARATOR)))


def _shortened(part: str) -> str:
    words = part.split()
    if len(words) <= HEAD_WORDS + TAIL_WORDS + 1:
        return part
    return f"{' '.join(words[:HEAD_WORDS])} … {' '.join(words[-TAIL_WORDS:])}"


def answers_to(row: Row) -> dict[str, str]:
    """Return each annotator's answer to a row in words; empty for one who has no frame for it."""
    from meantree.annotation.differences import part_words

    part = row.part
    if part is None:
        return dict(row.of.answers)
    return {name: part_words(part, answer) for name, answer in zip(row.of.answers, part.answers, strict=False)}


def decision_on(adjudication: FrameAdjudication, row: Row) -> str:
    """Return what the gold standard has in a row, by the annotators who have the same."""
    item, gold, frame_editor = adjudication.item, adjudication.gold, adjudication.editor.frame_editor
    if item is None or gold is None or frame_editor is None or adjudication.is_undecided(row):
        return UNDECIDED
    if row.part is not None:
        from meantree.annotation.differences import answer_of, part_words

        words = part_words(row.part, answer_of(gold, row.part, frame_editor.words))
        agreeing = [name for name, answer in answers_to(row).items() if answer == words]
        return f"as {listed(map(escaped, agreeing))}" if agreeing else escaped(words)
    return _on_predicate(adjudication, item, row)


def _on_predicate(adjudication: FrameAdjudication, item: Adjudicated, row: Row) -> str:
    """Return the decision on a predicate; on one of the reference, also for which other systems it is."""
    gold = item.current
    if row.of.gold:
        return f"{EDITED}: {escaped(row.of.gold)}"
    agreeing = row.of.supporters(gold)
    parts = [other for other in adjudication.rows if other.of is row.of and other.part is not None]
    decision = EDITED
    if agreeing:
        decision = f"as {listed(map(escaped, agreeing))}"
    elif all(predicate.place in gold.rejected for predicate in row.of.predicates):
        decision = NO_FRAME_TAKEN
    elif parts and all(decision_on(adjudication, part).startswith("as ") for part in parts):
        decision = ROW_BY_ROW
    systems = listed(map(escaped, item.decided_beside)) if row.side == "reference" else ""
    return f"{decision}, decided for {systems}" if systems else decision


def decision_columns(adjudication: FrameAdjudication) -> tuple[Column[Row], ...]:
    """Return the columns of the rows: where it is, what differs, each annotator's answer, and the decision."""
    muted, accent = QColor(theme.current().muted), QColor(theme.current().accent)

    def what(row: Row) -> str:
        about = row.of.words if row.part is None else f"{INDENT}{row.part.kind}"
        if row.part is not None and row.part.kind == "filler link":
            about = f"{about}: {row.part.about.removeprefix(f'{row.of.words}: ')}"
        return escaped(about)

    def answer_of(name: str) -> Callable[[Row], Cell]:
        def cell(row: Row) -> Cell:
            answer = answers_to(row)[name]
            is_taken = not adjudication.is_undecided(row) and name in _supporters(adjudication, row)
            return Cell(escaped(shortened_answer(answer)), colour=None if is_taken else muted)

        return cell

    def whole(name: str) -> Callable[[Row], list[str]]:
        return lambda row: [escaped(part) for part in answers_to(row)[name].split(SEPARATOR)]

    def gold(row: Row) -> Cell:
        decision = decision_on(adjudication, row)
        return Cell(decision, colour=muted if decision == UNDECIDED else accent)

    return (
        Column("", lambda row: Cell("H" if row.side == "hypothesis" else "R", colour=muted), width=26),
        Column("Predicate", what, width=120),
        Column("Differs in", lambda row: Cell("" if row.part else ", ".join(row.of.kinds), colour=muted), width=84),
        *(
            Column(f"{place}  {escaped(name)}", answer_of(name), tip_lines=whole(name))
            for place, name in enumerate(adjudication.names, start=1)
        ),
        Column("Gold standard", gold, width=104),
    )


def _supporters(adjudication: FrameAdjudication, row: Row) -> Collection[str]:
    if row.part is None:
        return row.of.supporters(adjudication.gold) if adjudication.gold is not None else ()
    from meantree.annotation.differences import answer_of

    gold, frame_editor = adjudication.gold, adjudication.editor.frame_editor
    if gold is None or frame_editor is None:
        return ()
    now = answer_of(gold, row.part, frame_editor.words)
    return [name for name, answer in zip(row.of.answers, row.part.answers, strict=False) if answer == now]


class DecisionTable(QWidget):
    """Lists what is to be decided; the keys of adjudication work here, and say before what follows."""

    def __init__(self, adjudication: FrameAdjudication) -> None:
        super().__init__()
        self.adjudication = adjudication
        self.model = ListModel(decision_columns(adjudication))
        self.table = RowTable(self.model, "Contested predicates")
        self.table.setWordWrap(True)
        self.setFocusProxy(self.table)
        self.title, self.follows = ElidedLabel(), ElidedLabel()
        self.title.setProperty("role", "title")
        self.follows.setProperty("role", "muted")
        self.follows.setAccessibleName("What follows from a key")
        in_column(self, self.title, (self.table, 1), self.follows, margins=(8, 0, 8, 0), gap=2)
        adjudication.changed.connect(self.refresh)
        self.table.selectionModel().currentRowChanged.connect(lambda now, _before: adjudication.choose(now.row()))
        self.hide()

    def refresh(self) -> None:
        """Show the rows of the open translation."""
        adjudication = self.adjudication
        self.setVisible(adjudication.item is not None)
        if adjudication.item is None:
            return
        self.title.setText(self._title())
        follows = adjudication.consequences()
        self.follows.setText(follows)
        self.follows.setVisible(bool(follows))
        rows, columns = adjudication.rows, decision_columns(adjudication)
        same = (len(rows), len(columns)) == (len(self.model.rows), len(self.model.columns))
        with QSignalBlocker(self.table.selectionModel()):
            self.model.show(rows, columns, same=same)
            if rows:
                self.table.selectRow(adjudication.place)
        if rows:
            self.table.scrollTo(self.model.index(adjudication.place, 0))
        self.table.viewport().update()
        self._fit_rows()

    def _title(self) -> str:
        adjudication = self.adjudication
        count, overruled = sum(row.part is None for row in adjudication.rows), adjudication.overruled
        finalizers = list(adjudication.to_adjudicate.values())
        progress = f"{counted(len(finalizers), 'translation')}, {sum(map(bool, finalizers))} finalized"
        if not count:
            here = "all agree"
        elif overruled == count:
            here = f"all agree, but the gold standard differs in {counted(overruled, 'predicate')}"
        else:
            here = f"{counted(count - overruled, 'contested predicate')}, {adjudication.undecided} undecided"
            here += f", {overruled} where the gold standard differs from all" if overruled else ""
        beside = adjudication.item.decided_beside if adjudication.item is not None else ()
        shared = f" · reference decided for {listed(map(escaped, beside))}" if beside else ""
        return f"{here}{shared} · {progress}"

    def height_wanted(self) -> int:
        """Return the height in pixels in which all rows are visible."""
        head = self.table.horizontalHeader().height() + self.title.sizeHint().height() + 12
        lines = 0 if self.follows.isHidden() else self.follows.sizeHint().height()
        return head + lines + max(ROW_HEIGHT, sum(map(self.table.rowHeight, range(len(self.model.rows)))))

    def _fit_rows(self) -> None:
        """Give each row the lines that its answers need, up to a limit."""
        most = ROW_HEIGHT + (MOST_LINES - 1) * self.table.fontMetrics().lineSpacing()
        for row in range(len(self.model.rows)):
            height = min(most, max(ROW_HEIGHT, self.table.sizeHintForRow(row) + CellDelegate.bar_room))
            self.table.setRowHeight(row, height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: answers need other lines."""
        super().resizeEvent(event)
        self._fit_rows()


TITLE = "Compared annotators"
ABOUT = (
    "Translations finished by two or more of them are adjudicated. "
    "The project remembers the choice; the gold standard starts from what all of them share."
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
