"""How sure the parser and the labeller are: tips, signs and the key that hides them, and segments sorted by it."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from helpers.corpora import corpus_of
from helpers.stores import UnsureStore
from helpers.windows import ALT, CTRL, present, type_keys
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import certainty
from meantree.corpus.corpus import Side
from meantree.numbers import percent
from meantree.picture.display_list import Lettering
from meantree_gui.annotation_editor.edited_frames_view import EditedFramesView
from meantree_gui.annotation_editor.side_text import BarItem
from meantree_gui.palette import CommandPalette
from meantree_gui.segments.segment_columns import CERTAINTY
from meantree_gui.settings import DOUBTS
from meantree_gui.trees.painter import GroupItem
from meantree_gui.trees.picture_canvas import Canvas
from meantree_gui.window import MainWindow

Key = Qt.Key
IN_LEGEND = "? less probable than 70 %"
unsure = pytest.mark.parametrize("store", [UnsureStore()], ids=["unsure"])


def hovered(canvas: Canvas, item: GroupItem) -> str:
    """What the tip says when the mouse rests on an item."""
    canvas.ensureVisible(item)
    on_screen = canvas.mapFromScene(item.sceneBoundingRect().center())
    event = QHelpEvent(QEvent.Type.ToolTip, on_screen, canvas.viewport().mapToGlobal(on_screen))
    QApplication.sendEvent(canvas.viewport(), event)
    found = re.sub(r"<[^>]+>|&nbsp;", " ", QToolTip.text())
    QToolTip.hideText()
    return " ".join(found.split())


def letters(canvas: Canvas) -> list[str]:
    """All that is written in a picture."""
    items = [item for item in canvas.scene().items() if isinstance(item, GroupItem)]
    return [part.text for item in items for part in item._parts if isinstance(part, Lettering)]


def label_of(window: MainWindow, arc: tuple[int, int]) -> GroupItem:
    """The label of an arc of the hypothesis, which stands above all lines."""
    return window.centre.trees.hypothesis.view.arcs[arc][-1]


@unsure
def test_an_arc_says_how_probable_it_is_over_all_trees(sample: MainWindow) -> None:
    sample.selection.choose_focus("hwcm")
    view, comparison = sample.centre.trees.hypothesis.view, present(sample.selection.comparison)
    (sentence,) = comparison.hypothesis.analysis.sentences
    expected = present(sentence.all_trees).expected_arcs()
    for dependent in (2, 3):
        told = hovered(view, label_of(sample, (dependent, 0)))
        share = expected[dependent, 0, sentence.tree.labels[dependent]]
        assert f"probability {percent(share)}" in told
        assert f"label {sentence.tree.labels[dependent]} dependent" in told, "without the sign"
        assert "n-best" not in told


@unsure
def test_improbable_arcs_have_a_sign_until_a_key_takes_it_away(sample: MainWindow, qtbot: QtBot) -> None:
    sample.selection.choose_focus("hwcm")
    trees = sample.centre.trees
    assert "l2?" in letters(trees.hypothesis.view)
    assert "l0" in letters(trees.hypothesis.view), "the fourth word is sure"
    assert IN_LEGEND in trees.rule.text()
    qtbot.keyClick(sample, Key.Key_Q, CTRL | ALT)
    assert not any(one.endswith("?") for one in letters(trees.hypothesis.view) if one.startswith("l"))
    assert IN_LEGEND not in trees.rule.text()
    assert not DOUBTS.read(sample.settings), "for the next time"
    assert "probability" in hovered(trees.hypothesis.view, label_of(sample, (2, 0))), "the tip still says it"
    qtbot.keyClick(sample, Key.Key_Q, CTRL | ALT)
    assert "l2?" in letters(trees.hypothesis.view)


@unsure
def test_a_corrected_arc_is_not_improbable(sample: MainWindow, qtbot: QtBot) -> None:
    sample.selection.choose_focus("hwcm")
    view = sample.centre.trees.hypothesis.view
    view.setFocus()
    type_keys(sample, "Home Right Right h Left h")
    qtbot.waitUntil(lambda: (2, 1) in view.arcs)
    told = hovered(view, label_of(sample, (2, 1)))
    assert "arc corrected" in told
    assert "probability" not in told
    assert "l2" in letters(view)
    improbable = letters(view).count("l1?") + letters(view).count("l2?")
    assert improbable, "the parser is as unsure of the other words as before"
    assert "probability 90 %" in hovered(view, label_of(sample, (3, 0)))


def test_parsers_without_probabilities_say_nothing(sample: MainWindow) -> None:
    sample.selection.choose_focus("hwcm")
    told = hovered(sample.centre.trees.hypothesis.view, label_of(sample, (2, 0)))
    assert "in the n-best list 60 %" in told
    assert "probability" not in told
    assert IN_LEGEND not in sample.centre.trees.rule.text()


@unsure
def test_frames_to_annotate_say_it_until_they_are_edited(annotating: MainWindow, qtbot: QtBot) -> None:
    view: EditedFramesView = annotating.annotation_panel.frames
    filler: tuple[Side, tuple[int, int]] = "hypothesis", (0, 0)
    assert hovered(view, view.chips[filler]).endswith("· probability 58 %")
    assert hovered(view, view.chips["hypothesis", (0, None)]).endswith("· probability 99 %")
    assert letters(view).count("patient?") == 2
    text = annotating.annotation_panel.texts.sides["hypothesis"]
    tips = [item.toolTip() for item in text.scene().items() if isinstance(item, BarItem)]
    assert "patient? · probability 58 %" in tips
    qtbot.keyClick(annotating, Key.Key_Q, CTRL | ALT)
    assert letters(view).count("patient") == 2
    qtbot.keyClick(annotating, Key.Key_Q, CTRL | ALT)
    annotating.annotation_editor.edit(lambda one: one.choose_part(*filler))
    qtbot.keyClick(annotating, Key.Key_P)
    assert letters(view).count("patient?") == 1, "the key of its role confirms it"
    assert not annotating.annotation_editor.is_started
    annotating.annotation_editor.edit(lambda one: one.set_span(*filler, (1, 3)))
    assert "probability" not in hovered(view, view.chips[filler]), "these are the annotator's words"
    assert hovered(view, view.chips["reference", (0, 0)]).endswith("· probability 58 %")
    assert letters(view).count("patient?") == 1
    annotating.annotation_editor.edit(lambda one: one.done())
    assert letters(view).count("patient?") == 0, "nothing is left to be looked at"


TEXTS = ("a b", "a b c d", "a", "a b c", "a b c d e")


@pytest.fixture
def texts(window: MainWindow, qtbot: QtBot) -> MainWindow:
    """The window on five short texts, scored."""
    window.workspace.open_corpus(corpus_of([(text, text) for text in TEXTS], "s"))
    qtbot.waitUntil(lambda: window.selection.comparison is not None, timeout=20_000)
    qtbot.waitUntil(lambda: window.scoring.scored("s", "hwcm") and not window.background.busy, timeout=20_000)
    return window


def run(window: MainWindow, words: str) -> None:
    """Perform a command by the palette, with keys."""
    QTest.keyClick(window, Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    palette = [child for child in window.children() if isinstance(child, CommandPalette)][-1]
    QTest.keyClicks(palette.line, words)
    QTest.keyClick(palette.line, Key.Key_Return)


def shown(window: MainWindow) -> dict[int, str]:
    """What the column says of each segment, in the order of the rows."""
    model = window.segments.model
    at = model.column_of(CERTAINTY)
    return {model.place_of(row): model.index(row, at).data() for row in range(model.rowCount())}


@unsure
def test_a_command_sorts_by_what_the_parser_is_least_sure_of(texts: MainWindow, qtbot: QtBot) -> None:
    table, model = texts.segments.table, texts.segments.model
    assert table.isColumnHidden(model.column_of(CERTAINTY))
    run(texts, "sort by certainty")
    assert not table.isColumnHidden(model.column_of(CERTAINTY))
    qtbot.waitUntil(lambda: model.order.tolist() == [4, 3, 1, 0, 2])
    assert shown(texts) == {4: "0.78", 3: "0.80", 1: "0.83", 0: "1.00", 2: "–"}
    for place in (0, 1, 3, 4):
        found = UnsureStore().analyse({TEXTS[place]: Layers(1)})[TEXTS[place]]
        assert model.score(CERTAINTY, place) == pytest.approx(certainty(found))
    run(texts, "sort by certainty")
    assert model.order.tolist() == [0, 1, 2, 3, 4]
