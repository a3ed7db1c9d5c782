"""Light and dark."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QIcon, QWheelEvent
from PySide6.QtWidgets import QApplication, QSlider
from pytestqt.qtbot import QtBot

from meantree.picture.style import DARK, LIGHT, Palette
from meantree_gui.theme import apply_style_sheet, apply_theme, icon_name
from meantree_gui.widgets.choosers import StillComboBox
from meantree_resources import resource

ICONS = [("down", "muted"), ("up", "muted"), ("tick", "text"), ("close", "muted"), ("float", "muted")]


@pytest.mark.parametrize("colours", [LIGHT, DARK])
@pytest.mark.parametrize(("name", "role"), ICONS)
def test_arrows_and_ticks_have_the_colours_of_the_appearance(colours: Palette, name: str, role: str) -> None:
    path = resource(icon_name(name, colours))
    assert f'stroke="{getattr(colours, role)}"' in path.read_text(encoding="utf-8")


@pytest.mark.usefixtures("qapp")
def test_icons_can_be_drawn() -> None:
    assert not QIcon(str(resource(icon_name("down", DARK)))).pixmap(10, 7).isNull()


@pytest.mark.parametrize(("appearance", "colours"), [("light", LIGHT), ("dark", DARK)])
def test_the_groove_of_a_slider_is_seen(qapp: QApplication, qtbot: QtBot, appearance: str, colours: Palette) -> None:
    slider = QSlider(Qt.Orientation.Horizontal)
    qtbot.addWidget(slider)
    apply_theme(qapp, appearance)
    apply_style_sheet(slider)
    slider.resize(200, 24)
    picture = slider.grab().toImage()
    column = {picture.pixelColor(150, y).name() for y in range(picture.height())}
    apply_theme(qapp, "light")
    assert colours.line in column


def test_what_is_chosen_ends_in_an_ellipsis_where_it_is_cut(qtbot: QtBot) -> None:
    box = StillComboBox()
    qtbot.addWidget(box)
    box.addItem("all (chosen by the metric)")
    box.resize(box.sizeHint())
    box.show()
    assert box.shown_text == box.currentText()
    box.resize(90, box.height())
    assert box.is_cut
    assert box.shown_text.endswith("…")
    assert "all (chosen by the metric)".startswith(box.shown_text[:-1])
    box.repaint()


def test_the_wheel_chooses_nothing(qtbot: QtBot) -> None:
    box = StillComboBox()
    qtbot.addWidget(box)
    box.addItems(["ann", "bob", "eva"])
    box.setCurrentIndex(1)
    box.show()
    at, no_button, no_key = QPointF(5, 5), Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    for step in (120, -120):
        turned = QWheelEvent(at, at, QPoint(), QPoint(0, step), no_button, no_key, Qt.ScrollPhase.NoScrollPhase, False)
        QApplication.sendEvent(box, turned)
        assert box.currentText() == "bob"
