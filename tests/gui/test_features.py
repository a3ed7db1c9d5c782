"""The features of a learned metric: list, waterfall and trees, by key and by mouse."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from helpers.predicted import term
from helpers.windows import CTRL, of_kind, present
from meantree.comparison.prediction import Prediction, feature_places, feature_title, has_fired
from meantree.metrics.evidence import Place, Term
from meantree.numbers import difference, fixed
from meantree_gui.evidence import feature_list
from meantree_gui.trees.tree_view import TreeView
from meantree_gui.widgets.cells import CELL_ROLE
from meantree_gui.window import MainWindow

OFFERED = ("hwcm", "bleu", "chrf", "rte-r", "hmeant")
"""Some metrics, one of which has features."""

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def predicted(sample: MainWindow, qtbot: QtBot) -> MainWindow:
    """The window on a sentence that lost a word, marked by the features of entailment."""
    for _ in sample.scoring.specs:
        if sample.selection.focus == "rte-r":
            break
        qtbot.keyClick(sample, Qt.Key.Key_M, CTRL)
    sample.selection.select(2)
    qtbot.waitUntil(lambda: not sample.selection.is_busy, timeout=20_000)
    assert sample.evidence.features.isVisible()
    assert not sample.evidence.units.isVisible()
    return sample


def features(window: MainWindow) -> feature_list.FeatureList:
    return window.evidence.features


def terms(window: MainWindow) -> tuple[Term, ...]:
    comparison = present(window.selection.comparison)
    return comparison.evidence.terms


def current(window: MainWindow) -> feature_list.FeatureGroup | Term | None:
    """What the cursor of the list is on."""
    item: feature_list.FeatureGroup | Term | None = features(window).table.current
    return item


def chosen(window: MainWindow) -> list[Term]:
    """The features whose rows are selected."""
    return [item for item in features(window).table.selected if isinstance(item, Term)]


def groups(window: MainWindow) -> tuple[feature_list.FeatureGroup, ...]:
    """All groups, whatever is listed."""
    prediction = present(features(window).prediction)
    return feature_list.groups_of(prediction)


def listed_groups(window: MainWindow) -> list[feature_list.FeatureGroup]:
    """The groups that are listed."""
    return [item for item in features(window).table.list.rows if isinstance(item, feature_list.FeatureGroup)]


def listed(window: MainWindow) -> list[Term]:
    """The features that are listed, from top to bottom."""
    return [item for item in features(window).table.list.rows if isinstance(item, Term)]


def walk_to(window: MainWindow, qtbot: QtBot, wanted: Term) -> None:
    """Walk the list by key until the cursor is on a feature."""
    qtbot.keyClick(window, Qt.Key.Key_F8)
    tree = features(window).table
    assert tree.hasFocus()
    qtbot.keyClick(tree, Qt.Key.Key_Home)
    for _ in range(2 * len(terms(window))):
        if current(window) is wanted:
            return
        qtbot.keyClick(tree, Qt.Key.Key_Down)
    raise AssertionError(f"{wanted.name} is not listed")


def lit(view: TreeView) -> tuple[set[int], set[tuple[int, int]]]:
    tokens = {index for index, token in view.words.items() if token.highlighted}
    return tokens, {arc for arc, (item, *_) in view.arcs.items() if item.highlighted}


def asked(places: tuple[Place, ...]) -> tuple[set[int], set[tuple[int, int]]]:
    return {token for place in places for token in place.tokens}, {arc for place in places for arc in place.arcs}


def trees(window: MainWindow) -> tuple[TreeView, TreeView]:
    mine, theirs = window.centre.trees.canvases[:2]
    return of_kind(TreeView, mine), of_kind(TreeView, theirs)


def standing(window: MainWindow) -> Term:
    """A listed feature that looked at some words of both texts."""
    return next(
        one for one in listed(window) if all(feature_places(one, 0)) and len(asked(one.hypothesis_places)[0]) < 5
    )


def test_list_and_waterfall_say_the_same(predicted: MainWindow) -> None:
    shown, metric = features(predicted), predicted.workspace.metrics["rte-r"]
    derivation = present(metric.derivation(present(predicted.selection.comparison).evidence))
    assert {one.group: one.value for one in derivation.inputs if one.group} == {
        group.name: group.contribution for group in groups(predicted)
    }
    first, *steps, last = present(shown.waterfall.picture).bars
    assert first.step.value == derivation.values["intercept"]
    assert last.number == predicted.evidence.score_model.index(predicted.scoring.specs.index("rte-r"), 2).data()
    heads = {group.name: difference(group.contribution) for group in listed_groups(predicted)}
    assert {bar.step.of: bar.number for bar in steps} == heads


def test_the_cells_of_a_feature_and_groups_with_those_that_add_most_first(predicted: MainWindow) -> None:
    assert [group.name for group in groups(predicted)] == list(dict.fromkeys(term.group for term in terms(predicted)))
    for group in groups(predicted):
        sizes = [abs(term.contribution) for term in group.terms]
        assert sizes == sorted(sizes, reverse=True)
    shown, one = features(predicted), standing(predicted)
    (index,) = shown.table.rows_of([one])
    texts = [index.siblingAtColumn(column).data() for column in range(len(feature_list.COLUMNS))]
    assert texts == [one.title, fixed(one.value), fixed(one.weight), difference(one.contribution)]
    cell = index.siblingAtColumn(feature_list.CONTRIBUTION).data(CELL_ROLE)
    assert (cell.share > cell.zero) == (one.contribution > 0)
    tip = index.data(Qt.ItemDataRole.ToolTipRole)
    assert one.claim in tip
    assert feature_title(one) in tip
    numbers = f"value {fixed(one.value)}, training mean {fixed(one.training_mean)}, weight {fixed(one.weight)}"
    assert f"{numbers}, contribution {difference(one.contribution)}." in tip
    assert texts[feature_list.NAME] in index.data(Qt.ItemDataRole.AccessibleTextRole)


def test_walking_the_list_lights_words_and_arcs(predicted: MainWindow, qtbot: QtBot) -> None:
    one = standing(predicted)
    walk_to(predicted, qtbot, one)
    for view, places in zip(trees(predicted), feature_places(one, 0), strict=True):
        assert lit(view) == asked(tuple(places))
    assert features(predicted).claim.text() == feature_list.feature_description(one)
    assert one.claim in features(predicted).claim.text()
    bar = present(features(predicted).waterfall.current)
    assert bar.step.of == one.group
    click_header(predicted, qtbot, feature_list.CONTRIBUTION)
    assert current(predicted) is one, "a sort keeps the selection"
    assert chosen(predicted) == [one]
    qtbot.keyClick(features(predicted).table, Qt.Key.Key_Escape)
    assert all(lit(view) == (set(), set()) for view in trees(predicted))
    assert features(predicted).claim.text() == ""
    assert current(predicted) is None


def test_a_click_on_a_word_selects_the_features_that_looked_at_it(predicted: MainWindow, qtbot: QtBot) -> None:
    view = trees(predicted)[0]
    mark, tip = present(view.words[3].mark), view.words[3].toolTip()
    assert "by the word alignment" in tip
    assert f"{feature_title(mark.terms[0])} {difference(mark.terms[0].contribution)}" in tip
    features(predicted).text.setText("zzz")
    qtbot.mouseClick(view.viewport(), LEFT, pos=view.mapFromScene(view.words[3].sceneBoundingRect().center()))
    looked = [
        one for one in terms(predicted) if any(not place.arcs and 3 in place.tokens for place in one.hypothesis_places)
    ]
    assert looked
    assert {id(one) for one in chosen(predicted)} == {id(one) for one in looked}
    assert features(predicted).text.text() == ""
    strongest = max(looked, key=lambda one: abs(one.contribution))
    assert lit(view)[0] <= {3}  # the word alone, where the mouse is
    assert features(predicted).claim.text().startswith(feature_title(strongest))


def test_choices(predicted: MainWindow, qtbot: QtBot) -> None:
    shown, all_terms = features(predicted), terms(predicted)
    kinds: dict[str, Callable[[Term], bool]] = {
        "the largest": Prediction(0.0, all_terms).is_explaining,
        "fired": has_fired,
        "lowers the score": lambda term: term.contribution < 0,
        "all": lambda term: True,  # noqa: ARG005
    }
    shown.choice.setFocus()
    for choice, is_kept in kinds.items():
        assert shown.choice.currentText() == choice
        kept = {one.name for one in all_terms if is_kept(one)}
        assert {one.name for one in listed(predicted)} == kept
        hidden = len(all_terms) - len(kept)
        assert shown.hidden.text().startswith(f"{hidden} of {len(all_terms)} hidden" if hidden else "")
        assert bool(shown.hidden.text()) == bool(hidden)
        qtbot.keyClick(shown.choice, Qt.Key.Key_Down)


def test_search_finds_names_directions_and_groups(predicted: MainWindow, qtbot: QtBot) -> None:
    shown = features(predicted)
    shown.choice.setCurrentText("all")
    qtbot.keyClicks(shown.text, "Negation")
    assert listed(predicted)
    assert all("negation" in one.title for one in listed(predicted))
    shown.text.setText("function words missing")
    assert {one.name.partition(".")[0] for one in listed(predicted)} == {"hyp>ref"}
    shown.text.setText("insertions and")
    assert {one.group for one in listed(predicted)} == {"insertions and deletions"}
    shown.text.setText("zzz")
    assert not shown.table.list.rows


def click_header(window: MainWindow, qtbot: QtBot, column: int) -> None:
    header = features(window).table.horizontalHeader()
    where = QPoint(header.sectionViewportPosition(column) + 12, header.height() // 2)
    qtbot.mouseClick(header.viewport(), LEFT, pos=where)


def test_the_appearance_changes_when_there_are_no_features_any_more(predicted: MainWindow, qtbot: QtBot) -> None:
    for _ in predicted.scoring.specs:
        qtbot.keyClick(predicted, Qt.Key.Key_M, CTRL)
        if predicted.selection.focus == "hwcm":
            break
    qtbot.waitUntil(lambda: not predicted.selection.is_busy, timeout=20_000)
    assert not features(predicted).table.list.rows
    qtbot.keyClick(predicted, Qt.Key.Key_D, CTRL)
    assert features(predicted).table.rows_of(["identical texts"]) == []


def test_a_bar_of_the_waterfall_chooses_its_group(predicted: MainWindow, qtbot: QtBot) -> None:
    view = features(predicted).waterfall
    bar = present(view.picture).bars[1]
    qtbot.mouseClick(view, LEFT, pos=QPoint(20, round(bar.y + 5)))
    row = of_kind(feature_list.FeatureGroup, current(predicted))
    assert row.name == bar.step.of
    assert view.current is bar
    qtbot.keyClick(view, Qt.Key.Key_Down)
    row = of_kind(feature_list.FeatureGroup, current(predicted))
    assert row.name == present(view.picture).bars[2].step.of


@pytest.mark.parametrize("choice", ["the largest", "lowers the score"])
def test_down_walks_over_a_group_that_contributes_nothing(qtbot: QtBot, choice: str) -> None:
    shown = feature_list.FeatureList()
    shown.resize(420, 600)
    shown.show()
    quiet = term("hyp>ref.quiet", "compatibility", 0.0, value=0.0)
    found = (term("log BLEU-1", "BLEU", -0.03), quiet, term("ref>hyp.loud", "alignment", -0.4))
    shown.show_prediction(Prediction(0.1, found))
    shown.choice.setCurrentText(choice)
    names = []
    for _ in range(3):
        qtbot.keyClick(shown.waterfall, Qt.Key.Key_Down)
        row = of_kind(feature_list.FeatureGroup, shown.table.current)
        names.append(row.name)
        assert present(shown.waterfall.current).step.of == row.name
    assert names == ["BLEU", "compatibility", "alignment"]
    shown.deleteLater()


def test_the_sum_in_one_line() -> None:
    one = Term("ref>hyp.a", "g", 1.0, -0.25, -0.25)
    assert feature_list.feature_summary(Prediction(0.1, (one,))) == "identical texts 0.100, 1 feature −0.250 · 1 fired"
