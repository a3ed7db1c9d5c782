"""Systematic errors in the window: real keys, real clicks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from helpers.corpora import corpus_of
from helpers.findings import finding
from helpers.windows import ALT, CTRL, SHIFT, choose_by_keys, column_of, present, type_keys
from meantree.alignment.word_status import DIFFERENCES
from meantree.analysis.sentences import Analysis
from meantree.comparison.pair_findings import SegmentFindings
from meantree.errors import Cancelled
from meantree.escaping import counted
from meantree.evaluation.feature_values import FeatureValues
from meantree.evaluation.systematic_errors import Baseline, feature_errors
from meantree.metrics.evidence import Term
from meantree.phenomena.catalogue import NAMES
from meantree.phenomena.search import Finding
from meantree_gui.differences.differences_tab import DifferencesTab
from meantree_gui.differences.error_segments import system_of
from meantree_gui.state.error_counts import FINDINGS, UNITS
from meantree_gui.window import MainWindow

OFFERED = ("hwcm", "bleu", "chrf", "rte-r", "hmeant")
"""Some metrics, one of which has features."""

Key = Qt.Key
FEATURE, FIRST, SECOND, DIFFERENCE, P, EFFECT, THEIRS = 0, 2, 3, 4, 5, 6, 7
"""Columns."""


def _of_features(window: MainWindow) -> DifferencesTab:
    """The page, which counts the features of rte-r."""
    type_keys(window, "F12")
    choose_by_keys(window.corpus_pages.compare.differences.choices.spec, "rte-r")
    return window.corpus_pages.compare.differences


@pytest.fixture
def page(both: MainWindow, qtbot: QtBot) -> DifferencesTab:
    """The page with both systems of the sample project."""
    made = _of_features(both)
    qtbot.waitUntil(lambda: made.counts.counted_query == made.counts.query, timeout=20_000)
    return made


def _counted(window: MainWindow, qtbot: QtBot) -> DifferencesTab:
    """The page, which has counted findings."""
    type_keys(window, "F12")
    page = window.corpus_pages.compare.differences
    qtbot.waitUntil(lambda: page.counts.counted_query is not None, timeout=20_000)
    return page


def _find(monkeypatch: pytest.MonkeyPatch, kinds: Callable[[Analysis, Analysis], Iterable[str]]) -> None:
    """Let findings of these kinds be found in a hypothesis beside a reference."""
    target = "meantree.comparison.pair_findings.find"
    monkeypatch.setattr(target, lambda hyp, ref, *_, **__: tuple(map(finding, kinds(hyp, ref))))


def _row(page: DifferencesTab, place: int) -> int:
    """Where the feature that has that place in the model of the metric is listed."""
    name = page.counts.errors[place].feature.name
    return [one.feature.name for one in page.model.rows].index(name)


def _fire(window: MainWindow, system: str, place: int, feature: int, value: float) -> None:
    """Let a feature have a value in a segment."""
    column = present(window.scoring.table).columns[system, "rte-r"]
    row = np.array(column.row(place))
    row[feature + 1] = value
    column.put(place, row)
    window.scoring.segment_scored.emit(place)


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Translations are found to have lost a negation, those by north of a name, too, if that word is in them."""

    def kinds(hyp: Analysis, ref: Analysis) -> list[str]:
        return ["negation.missing"] * (len(hyp.tokens) < len(ref.tokens)) + ["name.missing"] * ("minister" in hyp.text)

    _find(monkeypatch, kinds)


@pytest.mark.usefixtures("found")
def test_findings_lead_by_keys_alone_down_to_the_sentence(sample: MainWindow, qtbot: QtBot) -> None:
    corpus = present(sample.workspace.corpus)
    ministers = [place for place, one in enumerate(corpus.segments) if "minister" in one.hypotheses["north"].text]
    page = _counted(sample, qtbot)
    assert page.choices.spec.currentText() == "findings"
    assert page.table.hasFocus()
    assert column_of(page.model, FEATURE) == ["The negation is missing", "A name is missing"], "the most frequent first"
    assert column_of(page.model, FIRST)[1] == f"{len(ministers)} · {100 * len(ministers) / 30:.1f} %"
    type_keys(sample, "J")
    choose_by_keys(page.segments.side, page.segments.side.itemText(0))
    page.table.setFocus()
    type_keys(sample, "Return Return")
    assert sample.pages.currentWidget() is sample.centre
    listed = sample.evidence.findings
    qtbot.waitUntil(lambda: listed.list.currentRow() >= 0, timeout=10_000)
    assert listed.findings[listed.list.currentRow()].kind.name == "name.missing"
    assert page.silent.isHidden(), "kinds that were never found are not counted"
    sample.selection.choose_system("north")
    with qtbot.waitSignal(sample.filtering.changed, timeout=20_000):
        sample.filtering.set_line("finding:name.missing")
    assert sample.filtering.places.tolist() == ministers, "the filter agrees"


def test_the_chosen_kind_stays_whatever_is_compared(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds = {"first": ("name.missing", "number.different"), "second": ("negation.missing",)}
    _find(monkeypatch, lambda hyp, _ref: kinds.get(hyp.text, ()))
    window.workspace.open_corpus(corpus_of([("first", "second", "third", "one")], "abc"))
    type_keys(window, "F12")
    page = window.corpus_pages.compare.differences

    def compare(rows: int, first: str, second: str) -> None:
        page.contrast.choose(replace(page.contrast.pairing, first=first, second=second))
        qtbot.waitUntil(lambda: page.model.rowCount() == rows, timeout=20_000)

    for kind in kinds["first"]:
        compare(3, "a", "b")
        page.table.selectRow([row.feature.name for row in page.model.rows].index(kind))
        compare(2, "a", "c")
        assert page.table.current.feature.name == kind
    page.table.selectRow(0)
    compare(1, "b", "c")
    compare(3, "a", "b")
    assert page.table.currentIndex().row() == 0, "which nobody chose"


def test_kinds_that_differ_come_first_then_the_most_frequent(
    sample: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_north = {segment.hypotheses["north"].text for segment in present(sample.workspace.corpus).segments}

    def kinds(hyp: Analysis, _ref: Analysis) -> list[str]:
        own = ["name.missing"] if hyp.text in of_north else ["negation.missing"] * ("minister" not in hyp.text)
        return [*own, "number.different"]

    _find(monkeypatch, kinds)
    sample.selection.choose_system("south")
    names = [row.feature.name for row in _counted(sample, qtbot).model.rows]
    assert sorted(names[:2]) == ["name.missing", "negation.missing"]
    assert names[2:] == ["number.different"], "most often, but as often by both"


@pytest.mark.usefixtures("found")
def test_that_findings_are_answered_where_they_are_opened(sample: MainWindow, qtbot: QtBot) -> None:
    page, listed = _counted(sample, qtbot), sample.evidence.findings
    type_keys(sample, "Return")
    for key in ("Return", "F3"):  # the first answer begins a draft
        with qtbot.waitSignal(page.segments.found, timeout=10_000) as opened:
            type_keys(sample, key)
        type_keys(sample, "y")
        qtbot.waitUntil(lambda: not sample.background.busy, timeout=20_000)
        name = present(opened.args)[0].name
        assert [each.answer for each in listed.findings if each.name == name] == ["right"]


@pytest.mark.usefixtures("found")
def test_that_only_segments_that_the_filter_accepts_are_counted(sample: MainWindow, qtbot: QtBot) -> None:
    page = _counted(sample, qtbot)
    for line in ("hyp:minister", "nowhere", ""):
        sample.filtering.set_line(line)
        accepted = sample.filtering.places.tolist()
        end = f" · filter “{line}”" if line else ""
        qtbot.waitUntil(lambda: page.summary.text().endswith(end) and ("filter" in end) == bool(line), timeout=20_000)  # noqa: B023
        segments = f"{counted(len(accepted), 'segment')} ·"
        qtbot.waitUntil(lambda: not accepted or page.summary.text().startswith(segments), timeout=20_000)  # noqa: B023
        assert {row.place for row in page.counts.occurrences("name.missing")} <= {*accepted}
        assert (0 < len(accepted) < 30) == (line == "hyp:minister")


def test_an_occurrence_without_a_finding_opens_in_the_view_that_is_drawn(sample: MainWindow, qtbot: QtBot) -> None:
    found: list[object] = []
    segments = sample.corpus_pages.compare.differences.segments
    segments.found.connect(found.append)
    for view in (DIFFERENCES, "hwcm"):
        sample.selection.choose_focus(view)
        for spec in (FINDINGS, UNITS):
            segments.open(2, sample.selection.system, spec, "no such name")
            qtbot.waitUntil(lambda: not sample.selection.is_busy, timeout=20_000)
        assert (sample.selection.view, found) == (view, [])


def test_what_both_have_is_named_for_each(sample: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {segment.hypotheses["south"].text for segment in present(sample.workspace.corpus).segments[1:]}

    def find(hyp: Analysis, *_args: object, **_options: object) -> tuple[Finding, ...]:
        return (replace(finding("negation.missing"), sentence="missing: b" if hyp.text in texts else "missing: a"),)

    monkeypatch.setattr("meantree.comparison.pair_findings.find", find)
    page = _counted(sample, qtbot)
    qtbot.waitUntil(lambda: page.segments.model.rowCount() > 0, timeout=20_000)
    sentences = column_of(page.segments.model, -1)[:2]
    assert sentences == ["missing: a", "missing: a (north) · missing: b (south)"]


@pytest.mark.usefixtures("found")
def test_a_system_alone_has_no_q_and_empty_texts_do_not_count(window: MainWindow, qtbot: QtBot) -> None:
    rows = [("The minister spoke.", "The minister did not speak."), ("", "Nobody.")]
    window.workspace.open_corpus(corpus_of(rows, "a"))
    qtbot.waitUntil(lambda: window.workspace.corpus is not None and window.scoring.table is not None, timeout=20_000)
    page = _counted(window, qtbot)
    assert page.summary.text() == "1 of 2 segments could be searched · findings of 2 kinds"
    assert page.table.isColumnHidden(P)


@pytest.mark.usefixtures("found")
def test_a_stopped_search_is_offered_again(sample: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    page = sample.corpus_pages.compare.differences

    def stop(*_args: object, **_options: object) -> Iterator[SegmentFindings]:
        raise Cancelled("stopped")

    with monkeypatch.context() as patched:
        patched.setattr("meantree.comparison.pair_findings.corpus_findings", stop)
        type_keys(sample, "F12")
        assert page.prompt.message.text() == "Searching for findings …"
        qtbot.waitUntil(page.prompt.button.isVisible, timeout=20_000)
    assert page.prompt.message.text() == "60 translations of 2 systems are still to be searched for findings."
    page.prompt.button.setFocus()
    type_keys(sample, "Return")
    qtbot.waitUntil(lambda: page.counts.counted_query is not None, timeout=20_000)
    assert page.table.hasFocus()


def test_what_is_not_scored_is_offered_to_be(sample: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: sample.scoring.scored("north", "rte-r"), timeout=30_000)
    page = _of_features(sample)
    page.focus()
    assert page.prompt.message.text().startswith("south is not scored by rte-r yet")
    assert page.prompt.button.hasFocus()
    qtbot.keyClick(page.prompt.button, Key.Key_Return)
    assert "being scored" in page.prompt.message.text()
    assert not page.prompt.button.isVisible()
    qtbot.waitUntil(lambda: page.counts.counted_query is not None, timeout=30_000)
    assert page.table.hasFocus()
    assert page.model.rowCount() == sum(not one.is_silent for one in page.counts.errors)
    page.silent.click()
    assert page.model.rowCount() == len(page.counts.errors) > 50
    assert "30 segments" in page.summary.text()


def test_the_table_says_what_was_counted_and_a_click_on_a_head_sorts(page: DifferencesTab, qtbot: QtBot) -> None:
    table = present(page.contrast.scoring.table)
    expected = feature_errors(FeatureValues(table, "rte-r"), "north", "south")
    by_words = {one.feature.words: one for one in expected}
    assert 0 < page.model.rowCount() < len(by_words)
    for row in range(page.model.rowCount()):
        words, _, first, second, *_ = (page.model.index(row, column).data() for column in range(7))
        one = by_words[words]
        assert one.first.fired or one.second.fired
        assert (first, second) == (f"{100 * one.first.share:.1f} %", f"{100 * one.second.share:.1f} %")  # type: ignore[operator]
    header = page.model.headerData
    assert [header(place, Qt.Orientation.Horizontal) for place in (FIRST, SECOND)] == ["north", "south"]
    assert [header(place, Qt.Orientation.Horizontal) for place in (EFFECT, THEIRS)] == [
        "north contribution",
        "south contribution",
    ]
    effects = [float(text.strip("✱ ").replace("−", "-")) for text in column_of(page.model, EFFECT)]
    assert effects == sorted(effects)
    assert {one.feature.name for one in page.counts.errors} <= set(NAMES)
    heads = page.table.horizontalHeader()
    where = QPoint(heads.sectionViewportPosition(FIRST) + 8, heads.height() // 2)
    qtbot.mouseClick(heads.viewport(), Qt.MouseButton.LeftButton, pos=where)
    shares = [float(text.removesuffix(" %")) for text in column_of(page.model, FIRST)]
    assert shares in (sorted(shares), sorted(shares, reverse=True))


def test_a_feature_by_keys_alone_down_to_its_segment(page: DifferencesTab, window: MainWindow, qtbot: QtBot) -> None:
    lit: list[Term] = []
    page.segments.found.connect(lit.append)
    page.table.setFocus()
    while page.segments.model.rowCount() < 2:
        type_keys(window, "J")
    name = page.model.rows[page.table.currentIndex().row()].feature.name
    type_keys(window, "Return")
    assert page.segments.table.hasFocus()
    type_keys(window, "Return")
    assert window.pages.currentWidget() is window.centre
    first, second = page.segments.model.rows[:2]
    qtbot.waitUntil(lambda: len(lit) == 1, timeout=10_000)
    assert (window.selection.place, window.selection.focus) == (first.place, "rte-r")
    assert lit[0].value == pytest.approx(first.first if window.selection.system == "north" else first.second)
    assert lit[0] in present(window.selection.comparison).evidence.terms
    for number, (key, place) in enumerate({"F3": second.place, "Shift+F3": first.place}.items(), start=2):
        type_keys(window, key)
        qtbot.waitUntil(lambda: len(lit) == number, timeout=10_000)  # noqa: B023
        assert window.selection.place == place
    type_keys(window, "F12")
    assert page.table.hasFocus()
    assert page.model.rows[page.table.currentIndex().row()].feature.name == name


def test_segments_of_one_side_alone(page: DifferencesTab) -> None:
    segments, whole = page.segments, {"first": 0, "second": 0, "both": 0}
    for row in range(page.model.rowCount()):
        page.table.selectRow(row)
        found = list(segments.model.rows)
        whole = {whose: sum(one.whose == whose for one in found) for whose in whole}
        if all(whole.values()):
            break
    for whose, text in (("first", "north only"), ("second", "south only"), ("both", "both")):
        choose_by_keys(segments.side, f"{text} {whole[whose]}")
        assert segments.model.rowCount() == whole[whose]
        assert {one.whose for one in segments.model.rows} == {whose}
    assert system_of(segments.model.rows[0], "north") == "north"
    choose_by_keys(segments.side, f"south only {whole['second']}")
    assert system_of(segments.model.rows[0], "north") == "south"


def test_search_and_groups(page: DifferencesTab, window: MainWindow, qtbot: QtBot) -> None:
    page.silent.click()
    everything = page.model.rowCount()
    qtbot.keyClick(window, Key.Key_F, CTRL | SHIFT)
    assert page.search.hasFocus()
    qtbot.keyClicks(page.search, "verbs missing")
    assert 0 < page.model.rowCount() < everything
    assert any("verbs missing" in text for text in column_of(page.model, FEATURE))
    qtbot.keyClick(page.search, Key.Key_Return)
    assert page.table.hasFocus()
    page.search.clear()
    group = page.group.itemText(1)
    choose_by_keys(page.group, group)
    assert set(column_of(page.model, 1)) == {group}
    assert page.table.currentIndex().isValid()


def test_names_go_with_the_numbers_shown(page: DifferencesTab, window: MainWindow, qtbot: QtBot) -> None:
    page.table.selectRow(0)
    before, background = list(page.segments.model.rows), page.workspace.background
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(background, "run", lambda *_args: None)  # the answer does not come
        qtbot.keyClick(window, Key.Key_X, ALT)
        assert page.counts.query.system == "south"
        page.table.selectRow(1)
        page.table.selectRow(0)
        assert page._names() == ("north", "south")
        assert page.segments._query.system == "north"
        assert list(page.segments.model.rows) == before


def test_beside_the_training_data_and_in_one_document(page: DifferencesTab, qtbot: QtBot) -> None:
    choose_by_keys(page.choices.against, "training data")
    qtbot.waitUntil(lambda: page.counts.counted_query == page.counts.query, timeout=10_000)
    assert page.counts.query.against is Baseline.TRAINING
    assert set(column_of(page.model, SECOND)) == set(column_of(page.model, DIFFERENCE)) == {"–"}
    assert "–" not in column_of(page.model, P)
    document = page.choices.document.itemText(1)
    choose_by_keys(page.choices.document, document)
    qtbot.waitUntil(lambda: page.counts.counted_query == page.counts.query, timeout=10_000)
    corpus = present(page.workspace.corpus)
    assert page.counts.errors[0].first.segments == len(corpus.documents[document])


def test_edits_and_scores_are_followed_while_seen(page: DifferencesTab, window: MainWindow, qtbot: QtBot) -> None:
    place = next(
        place
        for place, one in enumerate(page.counts.errors)
        if not one.first.fired and not one.feature.is_in_most_translations
    )
    page.silent.click()
    page.table.selectRow(_row(page, place))
    name = page.counts.errors[place].feature.name
    had = page.segments.model.rowCount()
    _fire(window, "north", 3, place, 1.0)
    qtbot.waitUntil(lambda: page.segments.model.rowCount() != had, timeout=10_000)
    assert page.table.currentIndex().isValid()
    assert page.model.rows[page.table.currentIndex().row()].feature.name == name
    assert [one.place for one in page.segments.model.rows if one.whose in ("first", "both")] == [3]
    qtbot.keyClick(window, Key.Key_F7)
    answered: Sequence[object] = page.counts.errors
    _fire(window, "north", 4, place, 1.0)
    qtbot.wait(100)
    assert page.counts.errors is answered  # nobody looks
    qtbot.keyClick(window, Key.Key_F12)
    qtbot.waitUntil(lambda: page.counts.errors is not answered, timeout=10_000)
    assert page.counts.errors[place].first.fired == 2


def _lists(page: DifferencesTab, head: str) -> bool:
    is_listed = page.results.has_results and page.model.rowCount() > 0
    return is_listed and page.model.headerData(0, Qt.Orientation.Horizontal) == head


@pytest.mark.usefixtures("found")
def test_one_list_takes_units_findings_and_features_in_turn(page: DifferencesTab, qtbot: QtBot) -> None:
    heads = {"units": "unit", "findings": "finding", "rte-r": "feature"}
    groups = {"units": "Word n-grams", "findings": "all groups", "rte-r": "all groups"}
    for spec in (*heads, *reversed(heads)):
        choose_by_keys(page.choices.spec, spec)
        qtbot.waitUntil(partial(_lists, page, heads[spec]), timeout=20_000)
        assert page.group.currentText() == groups[spec]
        assert page.silent.isHidden() is (spec != "rte-r")
        assert page.table.currentIndex().row() == 0
        assert page.segments.model.rowCount() > 0
        page.search.setText("nowhere at all")
        assert page.model.rowCount() == 0
        page.search.clear()
