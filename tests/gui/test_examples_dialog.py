"""The sentences behind a cell of an experiment's table."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from meantree.evaluation.value_table import Example, ExampleText, Heatmap, ValueTable
from meantree_gui.experiments.examples_dialog import ExamplesDialog
from meantree_gui.window import MainWindow

Key = Qt.Key
INTACT, FAULTY = "She has not seen <it>.", "She has seen <it>."


def _example(note: str, *, is_counted: bool) -> Example:
    texts = ExampleText("intact", INTACT, ((4, 11),)), ExampleText("faulty", FAULTY, ((4, 7),))
    return Example(note, is_counted, texts, ("faulty", "intact"))


@pytest.fixture
def table() -> ValueTable:
    """One kind of error by one metric."""
    examples = (_example("1.000 → 0.500", is_counted=True), _example("1.000 → 1.000", is_counted=False))
    rows = (("embedding.lost", 1, None), ("negation.lost", 2, 0.5), ("tense.changed", 1, 1.0))
    figures = (Heatmap((2,), "share"),)
    return ValueTable(
        "noticed", "Noticed", "", ("kind", "texts", "bleu"), rows, figures, examples={("negation.lost", 2): examples}
    )


def test_that_return_on_a_share_opens_its_sentences(window: MainWindow, qtbot: QtBot, table: ValueTable) -> None:
    results = window.corpus_pages.experiments.results
    results.table.show_table(table)
    results.table.setFocus()
    results.table.setCurrentIndex(results.table.rows.index(2, 2))
    qtbot.keyClick(results.table, Key.Key_Return)
    assert not results.findChildren(ExamplesDialog)
    results.table.setCurrentIndex(results.table.rows.index(1, 2))
    qtbot.keyClick(results.table, Key.Key_Return)
    (dialog,) = results.findChildren(ExamplesDialog)
    qtbot.waitUntil(lambda: dialog.pair.content is not None, timeout=30_000)
    assert dialog.windowTitle() == "negation.lost · bleu: 1 of 2 texts"
    assert [index.row() for index in dialog.table.selectionModel().selectedRows()] == [0]
    assert dialog.examples[0].note == "1.000 → 1.000"
    assert "has not</b> seen &lt;it&gt;." in dialog.texts.text()
    qtbot.keyClick(dialog.table, Key.Key_J)
    assert dialog.table.currentIndex().row() == 1
    qtbot.keyClick(dialog.table, Key.Key_Escape)
    qtbot.waitUntil(lambda: not results.findChildren(ExamplesDialog))


def test_that_a_click_in_the_figure_opens_the_same(window: MainWindow, table: ValueTable) -> None:
    results = window.corpus_pages.experiments.results
    opened: list[tuple[object, int]] = []
    results.figure.cell_clicked.connect(lambda row, column: opened.append((row, column)))
    results.figure.table, results.figure.names = table, ("noticed",)
    results.figure.picture.box_selected.emit(1)
    assert opened == [(table.rows[2], 2)], "rows without a value are not drawn"
