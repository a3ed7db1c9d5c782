"""Two systems beside each other in the window: real keys, real clicks."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from meantree.comparison.three_rows import TwoOverOne
from meantree.evaluation.outcomes import outcomes
from meantree.evaluation.rankings import ranking
from meantree.picture.numbers import fixed
from meantree_gui.compare.differences import DIFFERENCE, FIRST, SECOND
from meantree_gui.compare.page import ComparePage
from meantree_gui.compare.ranking_list import INTERVAL, INTERVAL_ROLE, SCORE, SYSTEM
from meantree_gui.systematic.tables import ErrorTable
from meantree_gui.window import MainWindow

ALT = Qt.KeyboardModifier.AltModifier
Key = Qt.Key


def _open(window: MainWindow, qtbot: QtBot) -> ComparePage:
    """The page, with both systems of the sample scored by BLEU, and all questions answered."""
    window.selection.choose_focus("bleu")
    window.scoring.score("south")
    qtbot.waitUntil(lambda: all(window.scoring.scored(one, "bleu") for one in ("north", "south")), timeout=30_000)
    qtbot.waitUntil(lambda: not window.background.busy, timeout=30_000)
    qtbot.keyClick(window, Key.Key_F2)
    _wait(window.compare, qtbot)
    return window.compare


def _wait(page: ComparePage, qtbot: QtBot) -> None:
    def is_answered() -> bool:
        contrast = page.contrast
        return contrast.outcomes.answer is not None and contrast.ranking.answer is not None

    qtbot.waitUntil(is_answered, timeout=20_000)
    qtbot.waitUntil(lambda: page.picture.content is not None, timeout=20_000)


@pytest.fixture
def page(sample: MainWindow, qtbot: QtBot) -> ComparePage:
    return _open(sample, qtbot)


def _text(table: ErrorTable, row: int, column: int) -> str:
    return str(table.model().index(row, column).data())


def _click(table: ErrorTable, qtbot: QtBot, row: int, column: int) -> None:
    where: QPoint = table.visualRect(table.model().index(row, column)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=where)


def test_an_empty_window_says_what_to_do(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(window, Key.Key_F2)
    assert "Ctrl+O" in window.compare.why_not.text()
    assert not window.compare.offer.isVisible()


def test_a_system_that_is_not_scored_is_scored_by_return(sample: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(sample, Key.Key_F2)
    page = sample.compare
    assert "south is not scored" in page.why_not.text()
    qtbot.keyClick(page.offer, Key.Key_Return)
    _wait(page, qtbot)
    assert page.ranking.isVisibleTo(page) or page.tabs.count() > 1


def test_numbers_are_those_of_the_core(page: ComparePage, sample: MainWindow) -> None:
    table = sample.scoring.table
    assert table is not None
    expected = ranking(table, "bleu")
    rows = range(page.ranking.ranking.count)
    assert [page.ranking.ranking.system(row) for row in rows] == list(expected.names)
    for row, one in enumerate(expected.systems):
        assert one.score is not None
        assert _text(page.ranking, row, SYSTEM) == one.system
        assert _text(page.ranking, row, SCORE) == fixed(one.score)
        (low, score, high), is_compared = page.ranking.ranking.index(row, INTERVAL).data(INTERVAL_ROLE)
        assert 0 <= low <= score <= high <= 1
        assert is_compared
    found = outcomes(table, "bleu", "north", "south")
    assert page.segments.buttons["wins"].text().startswith(f"{found.wins} ")
    assert page.segments.buttons["losses"].text().startswith(f"{found.losses} ")
    assert found.first_score is not None
    assert fixed(found.first_score) in page.outcome.text()


def test_differences_are_sorted_and_told_apart(page: ComparePage, sample: MainWindow, qtbot: QtBot) -> None:
    model, table = page.segments.model, sample.scoring.table
    assert table is not None
    scores = [np.array(table.segment_scores(one, "bleu"), dtype=float) for one in ("north", "south")]
    gains = scores[0] - scores[1]
    assert [gains[place] for place in model.places] == sorted(gains, reverse=True)
    top = int(model.places[0])
    assert _text(page.segments.table, 0, FIRST) == fixed(scores[0][top])
    assert _text(page.segments.table, 0, SECOND) == fixed(scores[1][top])
    qtbot.mouseClick(page.segments.buttons["losses"], Qt.MouseButton.LeftButton)
    assert {float(gains[place]) < 0 for place in model.places} == {True}
    assert len(model.places) == (gains < 0).sum()
    page.segments.table.sortByColumn(DIFFERENCE, Qt.SortOrder.AscendingOrder)
    assert gains[model.places[0]] == gains.min()
    known = page.contrast.difference("bleu")
    assert known is not None
    assert np.array_equal(known, gains)


def test_keys_walk_the_segments_and_return_inspects_one(page: ComparePage, sample: MainWindow, qtbot: QtBot) -> None:
    table = page.segments.table
    assert table.hasFocus()
    for key, row in ((Key.Key_J, 1), (Key.Key_J, 2), (Key.Key_K, 1)):
        before = table.currentIndex().row()
        qtbot.keyClick(table, key)
        assert table.currentIndex().row() == before + (1 if key == Key.Key_J else -1) or row
    place = int(page.segments.model.places[table.currentIndex().row()])
    assert sample.selection.place == place
    qtbot.waitUntil(lambda: _drawn(page) == sample.selection.segment, timeout=10_000)
    qtbot.keyClick(table, Key.Key_Return)
    assert sample.pages.currentWidget() is sample.centre
    assert sample.selection.place == place


def _drawn(page: ComparePage) -> object:
    return page.picture.shown.segment if page.picture.shown is not None else None


def test_a_click_shows_the_segment_in_three_rows(page: ComparePage, sample: MainWindow, qtbot: QtBot) -> None:
    _click(page.segments.table, qtbot, 3, DIFFERENCE)
    place = int(page.segments.model.places[3])
    qtbot.waitUntil(lambda: _drawn(page) == sample.selection.segment, timeout=10_000)
    content, table = page.picture.content, sample.scoring.table
    assert isinstance(content, TwoOverOne)
    assert table is not None
    assert content.systems == ("north", "south")
    assert content.scores == tuple(table.segment_score(one, "bleu", place) for one in content.systems)
    words = page.picture.rows.words
    assert [words[1, index].text for index in range(3)] == list(content.comparisons[0].hypothesis.analysis.words[:3])
    assert page.picture.tree.isHidden()  # BLEU compares words
    sample.selection.choose_focus("hwcm")
    qtbot.waitUntil(lambda: page.picture.tree.isVisible(), timeout=20_000)
    assert {arc.arc for arc in page.picture.tree.arcs} == {
        (one, two)
        for one, two, _ in page.picture.tree.content.reference_text.tree.arcs()  # type: ignore[union-attr]
    }


def test_linked_words_light_up_in_all_rows(page: ComparePage, qtbot: QtBot) -> None:
    rows = page.picture.rows
    rows.setFocus()
    qtbot.keyClick(rows, Key.Key_Right)
    content = rows.content
    assert content is not None
    lit = {key for key, word in rows.words.items() if word.lit}
    rows_of = enumerate(content.comparisons, start=1)
    linked = {(row, mine) for row, one in rows_of for mine, theirs in one.links if theirs == 0}
    assert lit >= {(0, 0), *linked}
    assert len(rows.links) >= len(linked)


def test_swapping_turns_the_differences_round(page: ComparePage, sample: MainWindow, qtbot: QtBot) -> None:
    before = page.contrast.difference("bleu")
    qtbot.keyClick(sample, Key.Key_X, ALT)
    _wait(page, qtbot)
    after = page.contrast.difference("bleu")
    assert before is not None
    assert after is not None
    assert np.array_equal(before, -after)
    assert page.choices.first.currentText() == "south"
    assert page.outcome.text().startswith("south against north")


def test_a_system_is_not_compared_with_itself(page: ComparePage) -> None:
    page.contrast.ask(replace(page.contrast.asked, second="north"))
    assert (page.contrast.asked.first, page.contrast.asked.second) == ("south", "north")


def test_everything_follows_the_filter_and_says_so(page: ComparePage, sample: MainWindow, qtbot: QtBot) -> None:
    sample.filtering.set_line("the minister")
    qtbot.waitUntil(lambda: page.contrast.ranking.answer is not None, timeout=20_000)
    accepted = len(sample.filtering.places)
    assert 0 < accepted < 30
    assert page.caption.text().startswith(f"{accepted} of 30 segments: filter “the minister”")
    assert page.segments.model.count == accepted
    answer = page.contrast.ranking.answer
    assert answer is not None
    assert answer.segments == accepted
