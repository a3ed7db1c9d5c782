"""The segments by how sure the parser is of their trees."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from helpers.stores import UnsureStore
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import certainty
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree_gui.palette import CommandPalette
from meantree_gui.segments.segment_columns import CERTAINTY
from meantree_gui.window import MainWindow

Key = Qt.Key
TEXTS = ("a b", "a b c d", "a", "a b c", "a b c d e")
unsure = pytest.mark.parametrize("store", [UnsureStore()], ids=["unsure"])


@pytest.fixture
def texts(window: MainWindow, qtbot: QtBot) -> MainWindow:
    """The window on five short texts, scored."""
    segments = tuple(
        Segment(str(place), "", references={"A": Text(text)}, hypotheses={"s": Text(text)})
        for place, text in enumerate(TEXTS)
    )
    window.workspace.open_corpus(Corpus("five", segments, ("s",), ("A",)))
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


@unsure
def test_the_filter_knows_it(texts: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClicks(texts.segments.filter, "certainty < .82")
    qtbot.waitUntil(lambda: texts.filtering.places.tolist() == [3, 4])
    assert not texts.filtering.why_not


@unsure
def test_what_a_person_sets_is_certain_and_rows_stay_where_they_are(texts: MainWindow, qtbot: QtBot) -> None:
    run(texts, "sort by certainty")
    qtbot.waitUntil(lambda: texts.segments.model.order.tolist() == [4, 3, 1, 0, 2])
    texts.selection.select(4)
    _correct(texts, 2)
    qtbot.waitUntil(lambda: shown(texts)[4] == "0.88" and not texts.background.busy, timeout=20_000)
    order = texts.segments.model.order.tolist()
    texts.selection.select(3)
    _correct(texts, 2)
    qtbot.waitUntil(lambda: shown(texts)[3] == "1.00", timeout=10_000)
    assert texts.segments.model.order.tolist() == order, "the next segment is the next one"


def _correct(window: MainWindow, word: int) -> None:
    """Hang a word on the one before it, with keys."""
    view = window.centre.trees.hypothesis.view
    view.setFocus()
    for key in (Key.Key_Home, *[Key.Key_Right] * word, Key.Key_H, Key.Key_Left, Key.Key_H):
        QTest.keyClick(view, key)


def test_parsers_without_probabilities_leave_it_undefined(texts: MainWindow, qtbot: QtBot) -> None:
    run(texts, "sort by certainty")
    qtbot.waitUntil(lambda: set(shown(texts).values()) == {"–"})
    assert texts.segments.model.order.tolist() == [0, 1, 2, 3, 4]
