"""The window fits its screen, at the first start and where it comes back from a larger one."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect
from pytestqt.qtbot import QtBot

from meantree_gui.settings import GEOMETRY, Settings, text_of
from meantree_gui.window import MainWindow, within

ROOM = QRect(0, 30, 1000, 700)


def test_the_first_window_is_no_larger_than_the_screen(settings: Settings, qtbot: QtBot) -> None:
    window = MainWindow(settings)
    qtbot.addWidget(window)
    room = window.screen().availableGeometry()
    assert room.width() < 1400, "the screen of these tests is small"
    assert window.width() < room.width()
    assert window.height() < room.height(), "there is room for a title bar"


def test_a_window_of_a_larger_screen_fits_this_one(settings: Settings, qtbot: QtBot) -> None:
    before = MainWindow(settings)
    qtbot.addWidget(before)
    before.setGeometry(300, 200, 3000, 2000)
    GEOMETRY.write(settings, text_of(before.saveGeometry()))
    window = MainWindow(settings)
    qtbot.addWidget(window)
    assert window.screen().availableGeometry().contains(window.geometry())


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (QRect(10, 40, 500, 300), QRect(10, 40, 500, 300)),
        (QRect(10, 40, 2000, 300), QRect(0, 40, 1000, 300)),
        (QRect(900, 600, 500, 300), QRect(500, 430, 500, 300)),
        (QRect(-50, 0, 500, 300), QRect(0, 30, 500, 300)),
        (QRect(300, 200, 3000, 2000), ROOM),
    ],
)
def test_a_rectangle_is_moved_into_the_room(wanted: QRect, found: QRect) -> None:
    assert within(wanted, ROOM) == found
