"""The one list: order, search, tips, letters that walk it, what stays chosen, and the contract of Qt's models."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QApplication, QListWidget
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from helpers.windows import present
from meantree_gui.widgets.cells import CELL_ROLE, Cell
from meantree_gui.widgets.choosers import LetterKeys
from meantree_gui.widgets.tables import Column, ListModel, RowTable
from meantree_gui.window import MainWindow

RISING, FALLING = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
Named = tuple[str, float | None]
ROWS: tuple[Named, ...] = (("b", 2.0), ("<i>", None), ("c", 1.0), ("a", 2.0))
COLUMNS: tuple[Column[Named], ...] = (
    Column("name", lambda row: row[0], sort_key=lambda row: row[0]),
    Column(
        "value",
        lambda row: None if row[1] is None else f"{row[1]:.0f}",
        is_number=True,
        sort_key=lambda row: row[1],
        width=50,
    ),
    Column("where", lambda _row: "", width=60, room=300),
)


@pytest.fixture
def model(qapp: QApplication) -> ListModel[Named]:  # noqa: ARG001
    made = ListModel(COLUMNS)
    made.show(ROWS)
    return made


def _names(model: ListModel[Named]) -> str:
    return "".join(row[0][0] for row in model.rows)


def test_that_what_is_undefined_stands_last_in_either_order(model: ListModel[Named]) -> None:
    model.sort(1, RISING)
    assert _names(model) == "cba<"
    assert model.index(3, 1).data(CELL_ROLE) == Cell("–", is_number=True)
    model.sort(1, FALLING)
    assert _names(model) == "bac<", "equal ones stay as they came"
    model.sort(-1)
    assert _names(model) == "b<ca"


def test_that_places_are_sorted_by_an_array(qapp: QApplication) -> None:  # noqa: ARG001
    numbers = np.array([0.1, np.nan, 0.3, 0.2])
    column: Column[int] = Column("score", lambda place: str(numbers[place]), sort_key=numbers)
    model = ListModel((column,))
    model.sort(0, FALLING)
    model.show([3, 1, 0])
    assert model.rows == [3, 0, 1]
    model.narrow(lambda place: place != 3)
    assert model.rows == [0, 1]


def test_that_the_chosen_row_stays_so_while_it_is_listed(model: ListModel[Named], qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(model)
    table = RowTable(model, "Names")
    table.selectRow(3)
    acts: tuple[Callable[[], None], ...] = (
        lambda: model.sort(0, RISING),
        lambda: model.show(ROWS, same=True),
        lambda: model.narrow(None),
    )
    for act in acts:
        act()
        assert table.selectionModel().selectedRows() == [model.index(model.row_of(ROWS[3]), 0)]
    model.narrow(lambda row: row[0] != "a")
    assert table.currentIndex() == QModelIndex()
    assert not table.selectionModel().hasSelection()
    assert (model.row_of(ROWS[3]), model.row_of(ROWS[2])) == (-1, 2)


def test_that_a_row_chosen_elsewhere_is_in_sight(qtbot: QtBot) -> None:
    column: Column[int] = Column("place", str)
    table = RowTable(ListModel((column,)), "Places")
    qtbot.addWidget(table)
    table.list.show(range(100))
    table.show()
    chosen = list[object]()
    table.chosen.connect(chosen.append)
    for row in (90, 3, -1):
        table.follow(row)
        assert [index.row() for index in table.selectionModel().selectedRows()] == [row][: row >= 0]
        assert row < 0 or table.viewport().rect().contains(table.visualRect(table.currentIndex()))
    assert chosen == []


def test_that_tips_are_never_markup(model: ListModel[Named]) -> None:
    assert model.index(1, 0).data(Qt.ItemDataRole.ToolTipRole) == "<p>&lt;i&gt;</p>"
    model.show(ROWS, tip=lambda row: (("<b>", row[0]), "", "a line"))
    assert model.index(1, 0).data(Qt.ItemDataRole.ToolTipRole) == "<p><b>&lt;b&gt;</b> &lt;i&gt;</p><p>a line</p>"


def test_that_columns_are_seen_where_there_is_room(model: ListModel[Named]) -> None:
    table = RowTable(model, "Names")
    for width, is_hidden in ((400, False), (200, True), (300, False)):
        table.resize(width, 100)
        table.show()
        assert table.isColumnHidden(2) == is_hidden
    assert table.columnWidth(1) == 50
    table.setColumnWidth(1, 80)
    model.show(ROWS[:2])
    assert table.columnWidth(1) == 80, "what the user dragged"


def test_j_and_k_walk_a_list_and_belong_to_typed_names(qtbot: QtBot) -> None:
    view = QListWidget()
    qtbot.addWidget(view)
    LetterKeys(view)
    view.addItems(["eva", "karl", "ken", "skipped", "jo"])
    view.item(3).setHidden(True)
    view.setCurrentRow(0)
    rows = []
    for key in "JJJJKK":
        qtbot.keyClick(view, Qt.Key[f"Key_{key}"])
        rows.append(view.currentRow())
    assert rows == [1, 2, 4, 4, 2, 1]
    qtbot.keyClicks(view, "e")
    assert view.currentRow() == 0
    qtbot.keyClicks(view, "k")
    assert view.currentRow() == 0, "k goes on with the name, which nothing begins with"
    qtbot.keyClick(view, Qt.Key.Key_J, Qt.KeyboardModifier.ShiftModifier)
    assert view.currentRow() != 1


def test_models(sample: MainWindow, qtmodeltester: ModelTester) -> None:
    for model in (sample.segments.model, sample.evidence.score_model, sample.evidence.units.model):
        qtmodeltester.check(model)


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is not counted any more")
def test_empty_cells_cost_no_reference_to_none(sample: MainWindow) -> None:
    index = sample.segments.model.index(0, 0)
    before = sys.getrefcount(None)
    for _ in range(1000):
        index.data(999)
    assert abs(sys.getrefcount(None) - before) < 100


def test_names_are_shown_without_what_would_act(sample: MainWindow) -> None:
    corpus = present(sample.workspace.corpus)
    first = replace(corpus.segments[0], id="1\r\n", document="d\u202e")
    sample.workspace.corpus = replace(corpus, segments=(first, *corpus.segments[1:]))
    cells = [sample.segments.model.index(0, column).data() for column in range(2)]
    assert cells == [r"1\r\n", r"d\u202e"]
