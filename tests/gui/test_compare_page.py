"""Two systems beside each other in the window: real keys, real clicks."""

from __future__ import annotations

import threading
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from helpers.stores import HandMadeStore
from helpers.windows import ALT, click_cell, present, type_keys
from meantree.alignment.word_status import DIFFERENCES
from meantree.comparison.comparison import COUNTED
from meantree.comparison.two_systems import SystemComparison
from meantree.evaluation.buckets import buckets, word_buckets
from meantree.evaluation.compared_systems import outcomes, ranking
from meantree.evaluation.unit_counts import UnitCounts
from meantree.evaluation.unit_differences import UnitDifference, UnitDifferences, unit_differences
from meantree.numbers import fixed
from meantree.work import Work
from meantree_gui.background import Background, LatestResult
from meantree_gui.compare.compared_segments import DIFFERENCE
from meantree_gui.compare.systems_tab import SYSTEM, SystemsTab
from meantree_gui.differences.differences_tab import DifferencesTab
from meantree_gui.state.contrast_details import ListedUnits
from meantree_gui.state.significance_words import significance
from meantree_gui.widgets.tables import RowTable
from meantree_gui.window import MainWindow

Key = Qt.Key
RANKING_SCORE, FIRST, SECOND, UNIT_DIFFERENCE = 3, 1, 2, 4
"""Columns."""


def _wait(page: SystemsTab, qtbot: QtBot) -> None:
    def is_answered() -> bool:
        contrast = page.contrast
        return contrast.outcomes.result is not None and contrast.ranking.result is not None

    qtbot.waitUntil(is_answered, timeout=20_000)
    qtbot.waitUntil(lambda: page.picture.content is not None, timeout=20_000)


@pytest.fixture
def page(both: MainWindow, qtbot: QtBot) -> SystemsTab:
    """The page on BLEU, with both systems of the sample scored, and all questions answered."""
    both.selection.choose_focus("bleu")
    qtbot.waitUntil(lambda: not both.background.busy, timeout=30_000)
    qtbot.keyClick(both, Key.Key_F2)
    _wait(both.corpus_pages.compare.systems, qtbot)
    return both.corpus_pages.compare.systems


def _drawn(page: SystemsTab) -> object:
    return page.picture.drawn_request.segment if page.picture.drawn_request is not None else None


def _text(table: RowTable, row: int, column: int) -> str:
    return str(table.model().index(row, column).data())


def test_a_system_that_is_not_scored_is_scored_by_return(sample: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(sample, Key.Key_F2)
    page = sample.corpus_pages.compare.systems
    assert "south is not scored" in page.prompt.message.text()
    qtbot.keyClick(page.prompt.button, Key.Key_Return)
    _wait(page, qtbot)
    assert page.ranking.isVisibleTo(page) or page.tabs.count() > 1


def test_another_page_chooses_the_metric_and_leaves_differences_drawn(page: SystemsTab, qtbot: QtBot) -> None:
    window, chosen = page.window(), page.contrast.selection
    assert isinstance(window, MainWindow)
    chosen.choose_focus(DIFFERENCES)
    window.corpus_pages.compare.choices.spec.setFocus()
    type_keys(window, "Home")
    assert (chosen.focus, chosen.view) == ("hwcm", DIFFERENCES)
    type_keys(window, "Ctrl+M")
    assert (chosen.focus, chosen.view) == ("edpm", DIFFERENCES)
    qtbot.waitUntil(lambda: page.contrast.pairing.spec == "edpm", timeout=20_000)
    type_keys(window, "F7 Ctrl+M")
    assert (chosen.focus, chosen.view) == ("hwcm", "hwcm"), "on Inspect a metric shows its units"
    type_keys(window, "F2 Ctrl+M")
    assert (chosen.focus, chosen.view) == ("edpm", "edpm"), "units are those of the metric in focus"


def test_line_styles_have_names_where_something_is_marked(page: SystemsTab, qtbot: QtBot) -> None:
    def named() -> list[str]:
        return [str(status) for status, entry in page.picture.styles.entries.items() if entry.isVisible()]

    assert named() == list(map(str, COUNTED))
    assert "upper line" in page.picture.legend.text()
    page.contrast.choose(replace(page.contrast.pairing, spec="chrf"))
    qtbot.waitUntil(lambda: "chrf" in page.picture.title.text() and page.picture.content is not None, timeout=20_000)
    assert page.picture.legend.text() == "no word is counted by chrf"
    assert named() == []


def test_numbers_are_those_of_the_core(page: SystemsTab, sample: MainWindow, qtbot: QtBot) -> None:
    table = present(sample.scoring.table)
    expected = ranking(table, "bleu")
    assert [row.ranked.system for row in page.ranking.ranked.rows] == list(expected.names)
    for row, one in enumerate(expected.systems):
        assert _text(page.ranking, row, SYSTEM) == one.system
        assert _text(page.ranking, row, RANKING_SCORE) == fixed(present(one.score))
        low, score, high = page.ranking.ranked.rows[row].shares
        assert 0 <= low <= score <= high <= 1
        assert page.ranking.ranked.rows[row].is_compared
    found = outcomes(table, "bleu", "north", "south")
    assert page.segments.buttons["wins"].text().startswith(f"{found.wins} ")
    assert page.segments.buttons["losses"].text().startswith(f"{found.losses} ")
    assert fixed(present(found.first_score)) in page.outcome.text()
    clear = replace(found, difference=0.1, low=0.01, high=0.2, p=0.01)
    told = (
        (clear, "p = 0.010, north is significantly better"),
        (replace(clear, p=0.2), "p = 0.200, the difference is not significant"),
        (replace(clear, low=-0.01), "p = 0.010, the difference is not significant"),
        (replace(clear, wins=4, ties=0, losses=1, undefined=0), "too few segments to tell"),
    )
    for outcome, words in told:
        assert significance(outcome, higher_is_better=True) == words
    model = page.segments.model
    scores = [np.array(table.segment_scores(one, "bleu"), dtype=float) for one in ("north", "south")]
    gains = scores[0] - scores[1]
    assert [gains[place] for place in model.rows] == sorted(gains, reverse=True)
    top = int(model.rows[0])
    assert _text(page.segments.table, 0, FIRST) == fixed(scores[0][top])
    assert _text(page.segments.table, 0, SECOND) == fixed(scores[1][top])
    qtbot.mouseClick(page.segments.buttons["losses"], Qt.MouseButton.LeftButton)
    assert {float(gains[place]) < 0 for place in model.rows} == {True}
    assert len(model.rows) == (gains < 0).sum()
    page.segments.table.sortByColumn(DIFFERENCE, Qt.SortOrder.AscendingOrder)
    assert gains[model.rows[0]] == gains.min()


def test_keys_walk_the_segments_and_return_inspects_one(page: SystemsTab, sample: MainWindow, qtbot: QtBot) -> None:
    table = page.segments.table
    assert table.hasFocus()
    for keys, row in {"Ctrl+Home J": 1, "J": 2, "K": 1}.items():
        type_keys(sample, keys)
        assert table.currentIndex().row() == row
    place = int(page.segments.model.rows[1])
    assert sample.selection.place == place
    qtbot.waitUntil(lambda: _drawn(page) == sample.selection.segment, timeout=10_000)
    type_keys(sample, "Return")
    assert (sample.pages.currentWidget(), sample.selection.place) == (sample.centre, place)


def test_a_click_shows_the_segment_in_three_rows(page: SystemsTab, sample: MainWindow, qtbot: QtBot) -> None:
    click_cell(page.segments.table, 3, DIFFERENCE)
    place = int(page.segments.model.rows[3])
    qtbot.waitUntil(lambda: _drawn(page) == sample.selection.segment, timeout=10_000)
    content, table = page.picture.content, sample.scoring.table
    assert isinstance(content, SystemComparison)
    assert table is not None
    assert content.systems == ("north", "south")
    assert content.scores == tuple(table.segment_score(one, "bleu", place) for one in content.systems)
    words = page.picture.rows.words
    assert [getattr(words[1, index].of, "text", "") for index in range(3)] == list(
        content.comparisons[0].hypothesis.analysis.words[:3]
    )
    assert page.picture.tree.isHidden()  # BLEU compares words
    sample.selection.choose_focus("hwcm")
    qtbot.waitUntil(lambda: page.picture.tree.isVisible(), timeout=20_000)
    assert set(page.picture.tree.arcs) == {
        (one, two)
        for one, two, _ in page.picture.tree.content.tree.arcs()  # type: ignore[union-attr]
    }
    rows = page.picture.rows
    rows.setFocus()
    qtbot.keyClick(rows, Key.Key_Right)
    content = present(rows.content)
    lit = {key for key, word in rows.words.items() if word.highlighted}
    rows_of = enumerate(content.comparisons, start=1)
    linked = {(row, mine) for row, one in rows_of for mine, theirs in one.links if theirs == 0}
    assert lit >= {(0, 0), *linked}
    assert len(rows.links) >= len(linked)


def test_texts_have_the_room_before_a_tree_that_nobody_chose(page: SystemsTab, both: MainWindow, qtbot: QtBot) -> None:
    both.selection.choose_focus("hwcm")
    qtbot.waitUntil(lambda: page.picture.tree.isVisible(), timeout=20_000)
    both.resize(1280, 480)
    qtbot.waitUntil(lambda: page.picture.tree.isHidden())
    assert not page.picture.with_tree.isChecked()
    qtbot.keyClick(both, Key.Key_T, ALT)
    assert page.picture.tree.isVisible()
    both.resize(1280, 470)
    assert page.picture.tree.isVisible(), "it was chosen"


def test_swapping_turns_the_differences_round_until_another_corpus_is_open(
    page: SystemsTab, sample: MainWindow, qtbot: QtBot
) -> None:
    contrast, before = page.contrast, present(page.contrast.outcomes.result)
    type_keys(sample, "Alt+X")
    _wait(page, qtbot)
    after = present(contrast.outcomes.result)
    assert (before.wins, before.ties, before.losses) == (after.losses, after.ties, after.wins)
    assert sample.corpus_pages.compare.choices.first.currentText() == "south"
    assert page.outcome.text().startswith("south compared with north")
    contrast.choose(replace(contrast.pairing, second="north"))
    assert contrast.pairing.both == ("south", "north")
    contrast.selection.started.emit(True)
    assert contrast.pairing.both == ("south", "north"), "as after the first correction, which makes a draft"
    contrast.selection.started.emit(False)
    assert contrast.pairing.both == ("north", "south"), "another corpus begins with what is inspected"


def test_everything_follows_the_filter_and_says_so(page: SystemsTab, sample: MainWindow, qtbot: QtBot) -> None:
    sample.filtering.set_line("the minister")
    assert "filter “the minister” · ranking …" in page.caption.text()
    qtbot.waitUntil(lambda: page.contrast.ranking.result is not None, timeout=20_000)
    accepted = len(sample.filtering.places)
    assert 0 < accepted < 30
    assert page.caption.text().startswith(f"{accepted} of 30 segments: filter “the minister”")
    assert page.segments.model.rowCount() == accepted
    answer = present(page.contrast.ranking.result)
    assert answer.segments == accepted


def _differences(window: MainWindow, qtbot: QtBot, counted: str) -> DifferencesTab:
    """What differs, counted by choosing it with keys."""
    qtbot.keyClick(window, Key.Key_2, ALT)
    tab = window.corpus_pages.compare.differences
    tab.choices.spec.setFocus()
    qtbot.keyClicks(tab.choices.spec, counted)
    return tab


def test_keys_open_the_page_and_its_tabs(page: SystemsTab, sample: MainWindow) -> None:
    compare = sample.corpus_pages.compare
    for key, tab in {"F4": compare.figures, "F12": compare.differences, "F2": page}.items():
        type_keys(sample, f"F7 {key}")
        assert tab.isVisible()
        assert tab.isAncestorOf(QApplication.focusWidget() or sample)
    for key, tab in {"Alt+2": compare.differences, "Alt+1": page, "Alt+3": compare.figures}.items():
        type_keys(sample, key)
        assert compare.stack.currentWidget() is tab
    for key, widget in {"Ctrl+1": sample.centre, "Ctrl+2": compare, "Ctrl+4": sample.corpus_pages.report}.items():
        type_keys(sample, key)
        assert sample.pages.currentWidget() is widget
    assert compare.tab == "Figures", "the page has the tab that it had last"


@pytest.mark.usefixtures("page")
def test_units_are_counted_and_their_segments_listed(sample: MainWindow, qtbot: QtBot) -> None:
    page = _differences(sample, qtbot, "units")
    units = page.counts.units
    qtbot.waitUntil(lambda: units.latest.result is not None, timeout=20_000)
    kind = next(kind for kind in units.kinds if kind.name == "n-grams")
    expected = unit_differences(present(sample.workspace.corpus), HandMadeStore(), kind, "north", "south")
    assert list(page.model.rows) == list(expected.units)
    significant = sum(unit.q < 0.05 for unit in expected.units)
    every = f"{len(expected.units):,} of {len(expected.units) + expected.alike:,} units"
    expected_summary = f"{every} differ in some segment, {significant} of them significantly (q < 0.05) · "
    assert page.summary.text().startswith(expected_summary)
    answer = units.latest.result
    for line in ("minister", ""):
        sample.filtering.set_line(line)
        qtbot.waitUntil(lambda: units.latest.result is not None, timeout=20_000)
        assert (units.latest.result is answer) == (line == ""), "what was counted once is there at once"
    heads = [page.model.headerData(column, Qt.Orientation.Horizontal) for column in range(8)]
    assert heads == ["unit", "kind", "north", "south", "Δ", "north ahead", "south ahead", "q"]
    qtbot.keyClicks(page.search, "minister")
    qtbot.keyClick(page.search, Key.Key_Return)
    assert page.table.hasFocus()
    chosen = page.model.rows[0]
    assert "minister" in chosen.label
    qtbot.keyClick(page.table, Key.Key_Return)
    segments = sample.corpus_pages.compare.differences.segments
    assert segments.table.hasFocus()
    assert [one.place for one in segments.model.rows] == sorted({*chosen.first_only, *chosen.second_only})
    assert "minister" in segments.title.text()
    assert {one.whose == "first" for one in segments.model.rows if one.place in chosen.first_only} <= {True}
    qtbot.keyClick(segments.table, Key.Key_Return)
    assert sample.pages.currentWidget() is sample.centre
    assert (sample.selection.place, sample.selection.focus) == (segments.model.rows[0].place, "bleu")
    qtbot.keyClick(sample, Key.Key_F12)
    page.table.sortByColumn(UNIT_DIFFERENCE, Qt.SortOrder.AscendingOrder)
    found = [one.difference for one in page.model.rows]
    assert found == sorted(found)


def test_buckets_of_segments_and_of_words(page: SystemsTab, sample: MainWindow, qtbot: QtBot) -> None:
    page.tabs.setCurrentWidget(page.buckets)
    page.focus()
    detail = page.buckets.detail
    qtbot.waitUntil(lambda: detail.latest.result is not None, timeout=20_000)
    table = present(sample.scoring.table)
    expected = buckets(table, "bleu", "length", systems=("north", "south"))
    assert page.buckets.model.rows == expected.buckets
    qtbot.keyClick(page.buckets.table, Key.Key_Return)
    assert tuple(sorted(page.segments.model.rows)) == expected.buckets[0].places
    assert "with words of the reference" in page.segments.banner.text()
    page.tabs.setCurrentWidget(page.buckets)
    page.focus()
    detail.choose("frequency")
    qtbot.waitUntil(lambda: detail.latest.result is not None and detail.latest.result.spec is None, timeout=20_000)
    words = word_buckets(table.corpus, HandMadeStore(), "frequency", ("north", "south"))
    assert page.buckets.model.rows == words.buckets
    assert [one.scores["north"] for one in words.buckets] == [one.counts["north"].f for one in words.buckets]


def test_of_too_many_units_those_are_listed_that_tell_most() -> None:
    nothing = UnitCounts()
    made = [
        UnitDifference("1-grams", f"unit {number}", nothing, nothing, tuple(range(number)), (), 1.0, 1.0, 9)
        for number in (3, 1, 2, 1, 3)
    ]
    listed = ListedUnits.of(UnitDifferences("n-grams", "a", "b", tuple(made), 9, 0, 0), max_units=3)
    assert (listed.min_segments, listed.total) == (2, 5)
    assert [one.label for one in listed.differences.units] == ["unit 3", "unit 2", "unit 3"]


def test_only_the_last_question_is_answered(qtbot: QtBot) -> None:
    background = Background()
    answers: LatestResult[str] = LatestResult(background)
    free, begun = threading.Event(), threading.Event()
    made: list[str] = []

    def slow(work: Work) -> str:
        begun.set()
        free.wait(10)
        work.step("Waiting", 0, 1)
        made.append("slow")
        return "slow"

    answers.request("slow", slow)
    qtbot.waitUntil(begun.is_set)
    for name in ("second", "third"):
        answers.request(name, partial(_make, made, name))
    free.set()
    qtbot.waitUntil(lambda: answers.result == "third", timeout=10_000)
    assert made == ["third"]  # the slow one was stopped, the second never begun
    answers.request("third", lambda _work: "other")
    assert answers.result == "third"
    answers.forget()
    found: object = answers.result
    assert found is None
    background.close()


def _make(made: list[str], name: str, _work: Work) -> str:
    made.append(name)
    return name
