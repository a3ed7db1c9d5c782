"""J and K walk lists, and are letters of names that are typed there."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget
from pytestqt.qtbot import QtBot

from meantree_gui.widgets.letter_keys import LetterKeys


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
