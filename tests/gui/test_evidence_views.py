"""What the centre draws for each kind of metric, by key and by mouse."""

from __future__ import annotations

import re
from typing import TypeVar

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from helpers.annotating import wait_for
from helpers.stores import BracketStore
from helpers.windows import CTRL, click_cell, of_kind, present, type_keys
from meantree.alignment.word_status import DIFFERENCES, WORD_STATUSES
from meantree.comparison.comparison import COUNTED
from meantree.metrics.derivation import Derivation, Step
from meantree.metrics.evidence import Unit
from meantree.numbers import DIGIT_SPACE, POINT_SPACE
from meantree_gui.evidence.evidence_panel import step_columns
from meantree_gui.evidence.unit_list import LETTER, unit_columns, unit_summary
from meantree_gui.trees.links_view import LinksView
from meantree_gui.trees.picture_canvas import Canvas
from meantree_gui.trees.tree_pair import TreePair
from meantree_gui.trees.tree_view import TreeView
from meantree_gui.widgets.tables import ListModel
from meantree_gui.window import MainWindow

View = TypeVar("View", bound=Canvas)
OFFERED = ("hwcm", "edpm", "meant", "bleu")
"""Metrics whose pictures differ: trees, frames, and links between plain texts; a test may ask for others."""

brackets = pytest.mark.parametrize("store", [BracketStore()], ids=["constituents"])


def scored_by(*specs: str) -> pytest.MarkDecorator:
    """By these metrics, and the one that the sample is scored by first."""
    return pytest.mark.parametrize("offered", [("hwcm", *specs)], ids=["+".join(specs)])


def focus(window: MainWindow, name: str) -> None:
    """Have the texts marked by a metric."""
    window.selection.choose_focus(name)
    wait_for(lambda: window.selection.view == name and not window.selection.is_busy)


def drawn(window: MainWindow, kind: type[View]) -> View:
    """The first picture, which must be of this kind."""
    return of_kind(kind, window.centre.trees.canvases[0])


def test_differences_come_first_and_leave_the_metric_in_focus(sample: MainWindow, qtbot: QtBot) -> None:
    selection, evidence, trees = sample.selection, sample.evidence, sample.centre.trees
    assert (selection.view, selection.focus, evidence.title.text()) == (DIFFERENCES, "hwcm", "Words")
    for text, count in zip(present(selection.comparison).texts, ("hypothesis", "reference"), strict=True):
        assert sum(getattr(unit, count) for unit in evidence.units.model.rows) == len(text.analysis.tokens)
    assert evidence.steps.isHidden()
    assert _legend(trees) == list(WORD_STATUSES)
    assert "same" in trees.hypothesis.title.text()
    evidence.units.table.setFixedHeight(80)
    bar = evidence.units.table.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert bar.value() > 0
    qtbot.keyClick(sample, Qt.Key.Key_Down, CTRL)
    qtbot.waitUntil(lambda: bar.value() == 0)  # another segment is listed from the top
    click_cell(evidence.scores, 0, 0)
    assert (selection.view, evidence.title.text(), _legend(trees)) == ("hwcm", "Units of hwcm", list(map(str, COUNTED)))
    for _ in sample.scoring.specs:
        qtbot.keyClick(sample, Qt.Key.Key_M, CTRL)
    assert (selection.view, selection.focus) == (DIFFERENCES, sample.scoring.specs[-1])


def test_a_script_without_a_font_is_named(sample: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    comparison, trees = present(sample.selection.comparison), sample.centre.trees
    assert "font" not in trees.rule.text()
    monkeypatch.setattr("PySide6.QtGui.QFontMetrics.inFontUcs4", lambda _self, _letter: False)
    trees.show_pair(comparison, ("north", "A"))
    assert trees.rule.text().endswith("no font of this machine has the Latin script; install Noto Sans Latin")


def test_metrics_are_offered_by_family_with_what_they_compare(sample: MainWindow) -> None:
    chooser = sample.centre.focus
    offered = {chooser.itemText(row): chooser.itemData(row) for row in range(chooser.count())}
    assert offered["hwcm: chains of heads"] == "hwcm"
    assert (list(offered)[:2], offered["Trees"]) == ([DIFFERENCES, "Trees"], None)
    assert not chooser.model().index(1, 0).flags() & Qt.ItemFlag.ItemIsEnabled


def test_what_metrics_compare_is_read_in_full_beside_their_scores(sample: MainWindow) -> None:
    table = sample.evidence.scores
    table.setFixedWidth(375)  # as in a window of 1600 pixels
    room, letters = table.columnWidth(1), table.fontMetrics()
    assert room >= max(letters.horizontalAdvance(words) for words in ("chains of heads", "phrase shapes"))


def _legend(trees: TreePair) -> list[str]:
    return [str(status) for status, entry in trees.legend.entries.items() if not entry.isHidden()]


def test_a_click_selects_a_metric_that_is_half_in_sight(sample: MainWindow, qtbot: QtBot) -> None:
    scores = sample.evidence.scores
    scores.setFixedHeight(scores.minimumHeight() - 12)
    QApplication.processEvents()
    scores.scrollToTop()
    clicked = QPoint(10, scores.viewport().height() - 3)
    row = scores.indexAt(clicked).row()
    assert scores.rowViewportPosition(row) + scores.rowHeight(row) > scores.viewport().height()
    qtbot.mouseClick(scores.viewport(), Qt.MouseButton.LeftButton, pos=clicked)
    assert sample.selection.focus == sample.scoring.specs[row]
    assert {index.row() for index in scores.selectedIndexes()} == {row}


@scored_by("stm")
@brackets
def test_constituents_are_drawn_and_lit_by_key(sample: MainWindow) -> None:
    focus(sample, "stm")
    view = drawn(sample, TreeView)
    assert len(view.nodes) == len(present(view.content).analysis.tokens) + 3
    assert not view.arcs
    type_keys(sample, "F8 Down Shift+Down Ctrl+Home")
    units = sample.evidence.units
    assert [index.row() for index in units.table.selectionModel().selectedRows()] == [0], "what is lit"
    unit = units.model.rows[units.table.currentIndex().row()]
    lit = {index for index, node in view.nodes.items() if node.highlighted}
    assert lit == {node for place in unit.hypothesis_places for node in place.nodes}
    assert lit
    view.setFocus()
    type_keys(sample, "Escape")
    assert not any(node.highlighted for node in view.nodes.values())


@scored_by("stm")
@pytest.mark.parametrize("store", [BracketStore(without="minister")], ids=["some lack"])
def test_a_segment_without_trees_says_so(sample: MainWindow, qtbot: QtBot) -> None:
    focus(sample, "stm")
    texts = [segment.hypotheses["north"].text for segment in present(sample.workspace.corpus).segments]
    sample.selection.select(next(place for place, text in enumerate(texts) if "minister" in text))
    message = sample.centre.trees.message
    qtbot.waitUntil(message.isVisible, timeout=5000)
    assert "cannot be scored" in message.text()
    assert "no constituency tree, needed by stm" in message.text()
    focus(sample, "hwcm")
    assert not message.isVisible()


def test_links_are_walked_by_key(sample: MainWindow) -> None:
    focus(sample, "bleu")
    sample.selection.select(1)
    view = drawn(sample, LinksView)
    type_keys(sample, "F7 Home")
    assert view.words["token", "hypothesis", 0].focused
    type_keys(sample, "Right")
    assert view.words["token", "hypothesis", 1].focused
    linked = next(link for link in view.links if ("token", "hypothesis", 1) in link.ends)
    (partner,) = set(linked.ends) - {("token", "hypothesis", 1)}
    assert view.words[partner].highlighted
    type_keys(sample, "Down")
    assert view.words[partner].focused
    type_keys(sample, "Escape")
    assert not any(word.highlighted for word in view.words.values())


def test_the_score_in_focus_is_derived(sample: MainWindow) -> None:
    steps, scores = sample.evidence.step_model, sample.evidence.score_model
    for row, spec in enumerate(sample.scoring.specs):
        focus(sample, spec)
        assert (steps.rowCount() == 0) == (scores.of_segment(spec) is None)
        if steps.rowCount():
            assert sample.evidence.steps.isVisible()
            name, _, value = (steps.index(steps.rowCount() - 1, column).data() for column in range(3))
            assert (name, value) == ("score", scores.index(row, 2).data()), "as in the scores above"
    focus(sample, "hwcm")
    assert "headword chain" in sample.evidence.title.toolTip()
    tip = steps.index(0, 1).data(Qt.ItemDataRole.ToolTipRole)
    assert re.fullmatch(r"<p>p1 = max\(matched_1 / hypothesis_1, eps\) = max\(\d+ / \d+, 0.001\) = [\d.]+</p>", tip)


def test_kinds_are_read_in_full_beside_the_counts_that_tell_their_side() -> None:
    columns = unit_columns([Unit("predicate, reference", "met", 0, 1, 1)], ("A",))
    kind = next(column for column in columns if column.title == "kind")
    assert kind.shows(Unit("predicate, reference", "met", 0, 1, 1)) == "predicate"
    assert present(kind.width) >= len("predicate") * LETTER


def test_points_of_the_steps_stand_below_each_other() -> None:
    found = Derivation((), (Step("p1", "1", 1.0), Step("p2", "2 / 3", 2 / 3), Step("score", "p1", 5e-5)))
    steps = ListModel(step_columns(found))
    steps.show(found.steps)
    values = [steps.index(row, 2).data() for row in range(3)]
    assert values == [f"1{POINT_SPACE}{3 * DIGIT_SPACE}", "0.667", "<.001"]
    assert steps.index(2, 2).data(Qt.ItemDataRole.ToolTipRole).endswith("= 5e-05</p>"), "all of it stands in the tip"


@pytest.mark.parametrize(
    ("units", "expected"),
    [
        (
            [Unit("1g", "a", 2, 1, 1), Unit("1g", "b", 0, 1, 0)],
            "2 units: matched 1 of 2 in the hypothesis, 2 in the reference",
        ),
        (
            [Unit("agent", "a", 0.5, 0, 0.25), Unit("agent", "b", 0, 1, 0.75)],
            "2 units: matched 0.250 of 0.500 in the hypothesis, 0.750 of 1 in the reference",
        ),
    ],
)
def test_sums_of_both_sides(units: list[Unit], expected: str) -> None:
    assert unit_summary(units) == expected


def chosen_kinds(window: MainWindow) -> list[str]:
    """The kinds of the units whose rows are selected."""
    rows = window.evidence.units.table.selectionModel().selectedRows()
    units = [window.evidence.units.model.rows[row.row()] for row in rows]
    return [unit.kind for unit in units]


def click(view: Canvas, where: QPointF, qtbot: QtBot) -> None:
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.mapFromScene(where))


def press_return_on_the_first_word(window: MainWindow) -> None:
    window.evidence.units.table.clearSelection()
    window.centre.trees.canvases[0].setFocus()
    type_keys(window, "Home Return")


def test_a_click_on_an_arc_selects_its_evidence(sample: MainWindow, qtbot: QtBot) -> None:
    focus(sample, "edpm")
    view = drawn(sample, TreeView)
    where = view.mapFromScene(view.words[1].sceneBoundingRect().center())
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=where + QPoint(60, 0))
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert chosen_kinds(sample) == [], "a drag selects nothing"
    line, label = next(iter(view.arcs.values()))
    click(view, label.sceneBoundingRect().center(), qtbot)
    assert sorted(chosen_kinds(sample)) == ["dl", "lh"]
    assert line.highlighted
    assert label.highlighted
    assert sample.centre.trees.rule.text().startswith("words compared by form, arcs by label with dependent")
    type_keys(sample, "Ctrl+Shift+M")
    assert sample.centre.trees.rule.text() == "only units of the kind “1g” are marked"


def test_units_of_many_trees_are_listed_by_word(sample: MainWindow) -> None:
    focus(sample, "edpm")
    units = sample.evidence.units
    words = [unit.label for unit in units.model.rows]
    assert {unit.kind for unit in units.model.rows} == {"word"}
    units.table.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    assert [unit.label for unit in units.model.rows] == sorted(words, reverse=True)
    units.table.setFocus()
    units.table.selectRow(0)
    type_keys(sample, "Return")
    rows = units.model.rows
    assert [unit.kind for unit in rows[:2]] == ["word", "1g"], "its units follow the word in any order"
    assert sum(unit.hypothesis for unit in rows[1:] if unit.kind != "word") == pytest.approx(rows[0].hypothesis)
    type_keys(sample, "Return")
    assert len(units.model.rows) == len(words)


def test_a_click_on_a_word_selects_its_evidence_whatever_is_filtered(sample: MainWindow, qtbot: QtBot) -> None:
    focus(sample, "hwcm")
    sample.evidence.units.text.setText("zzz")
    view = drawn(sample, TreeView)
    click(view, view.words[1].sceneBoundingRect().center(), qtbot)
    assert chosen_kinds(sample) == ["chains of 1"]
    assert sample.evidence.units.text.text() == ""
    assert view.words[1].highlighted
    press_return_on_the_first_word(sample)
    assert len(chosen_kinds(sample)) == 1


def test_a_click_on_a_link_or_word_of_plain_texts_selects_its_evidence(sample: MainWindow, qtbot: QtBot) -> None:
    focus(sample, "bleu")
    view = drawn(sample, LinksView)
    for item in (view.words["token", "reference", 2], [*view.links.values()][1]):
        sample.evidence.units.table.clearSelection()
        click(view, item.sceneBoundingRect().center(), qtbot)
        assert chosen_kinds(sample) == ["1-grams"]
    press_return_on_the_first_word(sample)
    assert len(chosen_kinds(sample)) == 1
