"""A line of text that may be cut."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from meantree_gui.widgets.labels import ElidedLabel

LONG = "Scoring north · trees (2 of 2): 24 of 30 · less than a minute left"


def test_it_is_cut_where_there_is_little_room_and_its_tip_has_all(qtbot: QtBot) -> None:
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.setText(LONG)
    label.resize(label.sizeHint())
    label.show()
    assert label.shown_text == LONG
    assert label.toolTip() == ""
    label.resize(120, 20)
    assert label.shown_text.endswith("…")
    assert LONG.startswith(label.shown_text[:-1])
    assert label.toolTip() == f"<p>{LONG}</p>"
    label.setText(f"<img src='x'> {LONG}")
    assert label.toolTip() == f"<p>&lt;img src=&#x27;x&#x27;&gt; {LONG}</p>"
    label.setText("north")
    assert label.toolTip() == ""


def test_a_long_text_does_not_make_its_window_wider(qtbot: QtBot) -> None:
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.setText("m")
    few = label.minimumSizeHint().width()
    label.setText(LONG)
    assert few < label.minimumSizeHint().width() < label.sizeHint().width() / 4
