"""The comment dialog: keys leave it as they leave any field, and no way out loses what was typed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from meantree_gui.desk.comment_dialog import CommentDialog

Key = Qt.Key


@pytest.fixture
def dialog(qtbot: QtBot) -> CommentDialog:
    made = CommentDialog("odd")
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    assert QTest.qWaitForWindowActive(made)
    QTest.keyClicks(made.field, " verb ")
    return made


def test_esc_return_and_closing_keep_the_text(dialog: CommentDialog) -> None:
    QTest.keyClick(dialog.field, Key.Key_Escape)
    assert not dialog.isVisible()
    assert dialog.comment() == "odd verb"


def test_control_return_keeps_the_text(dialog: CommentDialog) -> None:
    QTest.keyClick(dialog.field, Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert not dialog.isVisible()
    assert dialog.comment() == "odd verb"


def test_tab_leaves_the_field(dialog: CommentDialog) -> None:
    QTest.keyClick(dialog.field, Key.Key_Tab)
    focused = QApplication.focusWidget()
    assert isinstance(focused, QPushButton)
    assert dialog.comment() == "odd verb"


def test_only_the_button_discards(dialog: CommentDialog) -> None:
    (discard,) = [button for button in dialog.findChildren(QPushButton) if button.text().startswith("Discard")]
    QTest.mouseClick(discard, Qt.MouseButton.LeftButton)
    assert not dialog.isVisible()
    assert dialog.comment() == "odd"
