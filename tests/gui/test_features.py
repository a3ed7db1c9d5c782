"""The features of a learned metric: list and waterfall by themselves, and with the trees, by key and by mouse."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from helpers.annotating import wait_for
from helpers.copied_windows import open_sample, prepared
from helpers.predicted import predicted, term
from helpers.windows import of_kind, present, type_keys
from meantree.comparison.prediction import Prediction, feature_places, feature_title, has_fired
from meantree.metrics.evidence import Place, Term
from meantree.numbers import difference, fixed
from meantree_gui.evidence import feature_list
from meantree_gui.evidence.feature_list import FeatureGroup, FeatureList
from meantree_gui.trees.tree_view import TreeView
from meantree_gui.widgets.cells import CELL_ROLE
from meantree_gui.window import MainWindow

OFFERED = ("hwcm", "bleu", "chrf", "rte-r", "hmeant")
"""Some metrics, one of which has features."""

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def alone(qtbot: QtBot) -> FeatureList:
    """The features of a pair, without a window."""
    made = FeatureList()
    qtbot.addWidget(made)
    made.resize(420, 600)
    made.show()
    made.show_prediction(Prediction.of(predicted()))
    return made


@prepared
def window(window: MainWindow, _folder: Path) -> None:
    """The window on a sentence that lost a word, marked by the features of entailment."""
    open_sample(window, "north")
    window.selection.choose_focus("rte-r")
    window.selection.select(2)
    wait_for(lambda: not window.selection.is_busy)
    assert window.evidence.features.isVisible()
    assert not window.evidence.units.isVisible()


def listed(shown: FeatureList) -> list[Term]:
    """The features that are listed, from top to bottom."""
    return [item for item in shown.table.list.rows if isinstance(item, Term)]


def click_header(shown: FeatureList, column: int) -> None:
    header = shown.table.horizontalHeader()
    where = QPoint(header.sectionViewportPosition(column) + 12, header.height() // 2)
    QTest.mouseClick(header.viewport(), LEFT, pos=where)


def lit(view: TreeView) -> tuple[set[int], set[tuple[int, int]]]:
    tokens = {index for index, token in view.words.items() if token.highlighted}
    return tokens, {arc for arc, (item, *_) in view.arcs.items() if item.highlighted}


def asked(places: tuple[Place, ...]) -> tuple[set[int], set[tuple[int, int]]]:
    return {token for place in places for token in place.tokens}, {arc for place in places for arc in place.arcs}


def test_list_and_waterfall_say_what_the_score_is_made_of(window: MainWindow) -> None:
    shown, metric = window.evidence.features, window.workspace.metrics["rte-r"]
    derivation = present(metric.derivation(present(window.selection.comparison).evidence))
    groups = feature_list.groups_of(present(shown.prediction))
    expected = {one.group: one.value for one in derivation.inputs if one.group}
    assert {group.name: group.contribution for group in groups} == expected
    first, *steps, last = present(shown.waterfall.picture).bars
    assert first.step.value == derivation.values["intercept"]
    assert last.number == window.evidence.score_model.index(window.scoring.specs.index("rte-r"), 2).data()
    heads = [item for item in shown.table.list.rows if isinstance(item, FeatureGroup)]
    assert {bar.step.of: bar.number for bar in steps} == {one.name: difference(one.contribution) for one in heads}


def test_the_cells_of_a_feature_and_groups_with_those_that_add_most_first(alone: FeatureList) -> None:
    terms = present(alone.prediction).terms
    groups = feature_list.groups_of(present(alone.prediction))
    assert [group.name for group in groups] == list(dict.fromkeys(term.group for term in terms))
    for group in groups:
        sizes = [abs(term.contribution) for term in group.terms]
        assert sizes == sorted(sizes, reverse=True)
    for one in listed(alone):
        (index,) = alone.table.rows_of([one])
        texts = [index.siblingAtColumn(column).data() for column in range(len(feature_list.COLUMNS))]
        assert texts == [feature_title(one), fixed(one.value), fixed(one.weight), difference(one.contribution)]
        cell = index.siblingAtColumn(feature_list.CONTRIBUTION).data(CELL_ROLE)
        assert (cell.share > cell.zero) == (one.contribution > 0)
        tip = index.data(Qt.ItemDataRole.ToolTipRole)
        numbers = f"value {fixed(one.value)}, training mean {fixed(one.training_mean)}, weight {fixed(one.weight)}"
        assert f"{numbers}, contribution {difference(one.contribution)}." in tip
        assert texts[feature_list.NAME] in index.data(Qt.ItemDataRole.AccessibleTextRole)


def test_choices(alone: FeatureList) -> None:
    terms = present(alone.prediction).terms
    kinds: dict[str, Callable[[Term], bool]] = {
        "the largest": Prediction(0.0, terms).is_explaining,
        "fired": has_fired,
        "lowers the score": lambda term: term.contribution < 0,
        "all": lambda term: True,  # noqa: ARG005
    }
    for choice, is_kept in kinds.items():
        assert alone.choice.currentText() == choice
        kept = {one.name for one in terms if is_kept(one)}
        assert {one.name for one in listed(alone)} == kept
        hidden = len(terms) - len(kept)
        assert alone.hidden.text().startswith(f"{hidden} of {len(terms)} hidden" if hidden else "")
        assert bool(alone.hidden.text()) == bool(hidden)
        QTest.keyClick(alone.choice, Qt.Key.Key_Down)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Negation", ["ref>hyp.negation_lost", "hyp>ref.negation_lost"]),
        ("negation missing", ["hyp>ref.negation_lost"]),
        ("insertions and", ["hyp>ref.adverbs_unlinked"]),
        ("zzz", []),
    ],
)
def test_search_finds_names_directions_and_groups(alone: FeatureList, text: str, names: list[str]) -> None:
    alone.choice.setCurrentText("all")
    QTest.keyClicks(alone.text, text)
    assert [one.name for one in listed(alone)] == names


def test_walking_the_list_lights_words_and_arcs(window: MainWindow) -> None:
    shown, views = window.evidence.features, [of_kind(TreeView, one) for one in window.centre.trees.canvases[:2]]
    of_both = (one for one in listed(shown) if all(feature_places(one, 0)))
    wanted = next(one for one in of_both if len(asked(one.hypothesis_places)[0]) < 5)
    type_keys(window, "F8 Home")
    assert shown.table.hasFocus()
    for _ in shown.table.list.rows:
        if shown.table.current is wanted:
            break
        type_keys(window, "Down")
    assert [lit(view) for view in views] == [asked(tuple(places)) for places in feature_places(wanted, 0)]
    assert shown.claim.text() == feature_list.feature_description(wanted)
    assert wanted.claim in shown.claim.text()
    assert present(shown.waterfall.current).step.of == wanted.group
    click_header(shown, feature_list.CONTRIBUTION)
    assert shown.table.current is wanted, "a sort keeps the selection"
    assert shown.table.selected == [wanted]
    type_keys(window, "Escape")
    assert [lit(view) for view in views] == [(set(), set())] * 2
    assert not shown.claim.text()
    assert not shown.table.currentIndex().isValid()


def test_a_click_on_a_word_selects_the_features_that_looked_at_it(window: MainWindow) -> None:
    shown, view = window.evidence.features, of_kind(TreeView, window.centre.trees.canvases[0])
    mark, tip = present(view.words[3].mark), view.words[3].toolTip()
    assert "by the word alignment" in tip
    assert f"{feature_title(mark.terms[0])} {difference(mark.terms[0].contribution)}" in tip
    shown.text.setText("zzz")
    QTest.mouseClick(view.viewport(), LEFT, pos=view.mapFromScene(view.words[3].sceneBoundingRect().center()))
    terms = present(shown.prediction).terms
    looked = [one for one in terms if any(not place.arcs and 3 in place.tokens for place in one.hypothesis_places)]
    assert looked
    assert set(map(id, shown.table.selected)) == set(map(id, looked))
    assert shown.text.text() == ""
    assert lit(view)[0] <= {3}  # the word alone, where the mouse is
    strongest = max(looked, key=lambda one: abs(one.contribution))
    assert shown.claim.text().startswith(feature_title(strongest))


def test_the_appearance_changes_when_there_are_no_features_any_more(window: MainWindow, qtbot: QtBot) -> None:
    window.selection.choose_focus("hwcm")
    qtbot.waitUntil(lambda: not window.selection.is_busy, timeout=20_000)
    assert not window.evidence.features.table.list.rows
    type_keys(window, "Ctrl+D")
    assert window.evidence.features.table.rows_of(["identical texts"]) == []


def test_a_bar_of_the_waterfall_chooses_its_group(alone: FeatureList) -> None:
    view = alone.waterfall
    bars = present(view.picture).bars
    QTest.mouseClick(view, LEFT, pos=QPoint(20, round(bars[1].y + 5)))
    assert of_kind(FeatureGroup, alone.table.current).name == bars[1].step.of
    assert view.current is bars[1]
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert of_kind(FeatureGroup, alone.table.current).name == bars[2].step.of


@pytest.mark.parametrize("choice", ["the largest", "lowers the score"])
def test_down_walks_over_a_group_that_contributes_nothing(alone: FeatureList, choice: str) -> None:
    quiet = term("hyp>ref.quiet", "compatibility", 0.0, value=0.0)
    found = (term("log BLEU-1", "BLEU", -0.03), quiet, term("ref>hyp.loud", "alignment", -0.4))
    alone.show_prediction(Prediction(0.1, found))
    alone.choice.setCurrentText(choice)
    names = []
    for _ in range(3):
        QTest.keyClick(alone.waterfall, Qt.Key.Key_Down)
        names.append(of_kind(FeatureGroup, alone.table.current).name)
        assert present(alone.waterfall.current).step.of == names[-1]
    assert names == ["BLEU", "compatibility", "alignment"]


def test_the_sum_in_one_line() -> None:
    one = Term("ref>hyp.a", "g", 1.0, -0.25, -0.25)
    assert feature_list.feature_summary(Prediction(0.1, (one,))) == "identical texts 0.100, 1 feature −0.250 · 1 fired"
