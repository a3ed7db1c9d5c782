"""Frames where no metric over frames is offered: the annotation editor has them, the trees say why they have none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from helpers.annotating import say_who
from helpers.stores import HandMadeStore
from helpers.windows import CTRL, SHIFT
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree_gui.window import MainWindow


class Asked(HandMadeStore):
    """Labels frames only where they are asked for."""

    def _analysed(self, text: str, depth: Layers) -> Analysis:
        found = super()._analysed(text, depth)
        return found if depth.roles else replace(found, labelled=None)


@pytest.mark.parametrize("store", [Asked()])
def test_the_annotate_page_begins_with_frames_whatever_is_offered(window: MainWindow, path: Path, qtbot: QtBot) -> None:
    window.workspace.specs = ("hwcm",)
    window.opener.open_paths([path])
    say_who(window)
    qtbot.waitUntil(lambda: window.annotation_editor.frame_editor is not None)
    frame_editor = window.annotation_editor.frame_editor
    assert frame_editor is not None
    assert frame_editor.annotation.hypothesis
    assert frame_editor.annotation.reference


def test_the_trees_say_why_they_have_no_frames(window: MainWindow, qtbot: QtBot) -> None:
    window.workspace.specs = ("hwcm",)
    window.opener.open_sample()
    qtbot.waitUntil(lambda: window.selection.comparison is not None)
    assert not window.centre.frames.isEnabled()
    assert "no frame metric is offered" in window.centre.frames.toolTip()
    qtbot.keyClick(window, Qt.Key.Key_G, CTRL | SHIFT)
    assert window.centre.frames.isChecked(), "they come back with a metric that has some"


def test_the_trees_have_frames_where_a_metric_has(sample: MainWindow) -> None:
    assert sample.centre.frames.isEnabled()
