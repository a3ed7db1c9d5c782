"""The table of segments, its filter line and its columns."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from helpers.windows import CTRL, SHIFT, choose_entry, filter_segments, present, type_keys
from meantree.annotation.frame_annotation import State
from meantree.metrics.registry import DISTINCT
from meantree.project.file import Project
from meantree.queries.request_examples import EXAMPLES
from meantree_gui.help_window import HelpWindow
from meantree_gui.segments.filter_widgets import RequestBuilder
from meantree_gui.segments.segment_columns import ranks
from meantree_gui.segments.segment_panel import _saved_columns
from meantree_gui.segments.segment_table import PAD, WidthRequest, column_widths
from meantree_gui.settings import COLUMNS, Settings
from meantree_gui.window import MainWindow

Key = Qt.Key
ACCESSIBLE = Qt.ItemDataRole.AccessibleTextRole


@given(
    st.lists(st.builds(WidthRequest, st.integers(1, 200), st.none() | st.integers(0, 4), st.booleans())),
    st.integers(0, 900),
)
def test_columns_fill_the_room_and_the_worthy_come_first(requests: list[WidthRequest], room: int) -> None:
    widths = column_widths(requests, room)
    needed = sum(request.min_width for request in requests if request.priority is None)
    assert all(not width or width >= request.min_width for width, request in zip(widths, requests, strict=True))
    assert all(width for width, request in zip(widths, requests, strict=True) if request.priority is None)
    assert sum(widths) <= max(room, needed)
    if any(width and request.stretches for width, request in zip(widths, requests, strict=True)):
        assert sum(widths) >= room
    out = [request.priority for width, request in zip(widths, requests, strict=True) if not width]
    others = [
        request.priority
        for width, request in zip(widths, requests, strict=True)
        if width and request.priority is not None
    ]
    assert all(shown <= left for shown in others for left in out if left is not None)


@given(st.lists(st.text(max_size=3)))
def test_ranks_order_texts_and_leave_empty_ones_out(texts: list[str]) -> None:
    found = ranks(texts)
    assert [bool(text) for text in texts] == (~np.isnan(found)).tolist()
    known = [(rank, text) for rank, text in zip(found.tolist(), texts, strict=True) if text]
    assert all((one[0] < two[0]) == (one[1] < two[1]) for one in known for two in known)


def test_the_current_segment_stays_whatever_is_sorted_or_filtered(sample: MainWindow) -> None:
    table, model = sample.segments.table, sample.segments.model
    table.selectRow(6)
    place = sample.selection.place
    for key in ("hwcm", "hypothesis", "document"):
        table.sortByColumn(model.column_of(key), Qt.SortOrder.DescendingOrder)
        assert model.place_of(table.currentIndex().row()) == sample.selection.place == place
    filter_segments(sample, "the")
    assert model.rowCount() < 30
    assert model.place_of(table.currentIndex().row()) == place
    filter_segments(sample, "zzz")
    assert (model.rowCount(), sample.selection.place) == (0, place)
    filter_segments(sample, "question")
    assert "finding:question" in sample.segments.count.text()
    filter_segments(sample, f"id:{present(model.workspace.corpus).segments[1].id}")
    assert not table.currentIndex().isValid(), "it is left out, and still looked at"
    assert sample.selection.place == place
    type_keys(sample, "Ctrl+Down")
    assert sample.selection.place != place
    assert table.currentIndex().isValid()


def test_the_next_segment_is_selected_alone_while_ctrl_is_held(sample: MainWindow, qtbot: QtBot) -> None:
    screen = sample.windowHandle()
    for _ in range(3):
        qtbot.keyClick(screen, Key.Key_Down, CTRL)  # by the window system, which tells Qt what is held
    qtbot.keyClick(screen, Key.Key_Control)
    assert sample.segments.table.selected_places == [sample.selection.place] == [3]


def test_esc_empties_the_filter_then_goes_to_the_table(sample: MainWindow) -> None:
    panel = sample.segments
    filter_segments(sample, "minister")
    assert panel.table.hasFocus(), "Return goes on to what was found"
    type_keys(sample, "Ctrl+F Escape")
    assert (panel.filter.text(), panel.model.rowCount()) == ("", 30), "at once"
    type_keys(sample, "Escape")
    assert panel.table.hasFocus()
    filter_segments(sample, "minister")
    type_keys(sample, "Escape")
    assert panel.model.rowCount() == 30
    type_keys(sample, "Shift+Down")
    assert len(panel.table.selected_places) == 2
    type_keys(sample, "Escape")
    assert panel.table.selected_places == [sample.selection.place]


def test_selected_rows_are_copied_with_what_is_shown(sample: MainWindow) -> None:
    corpus, panel = present(sample.workspace.corpus), sample.segments
    hostile = replace(corpus.segments[1], document='=cmd("x")\t\u202e\n')
    sample.workspace.corpus = replace(corpus, segments=(corpus.segments[0], hostile, *corpus.segments[2:]))
    panel.table.setFocus()
    panel.table.selectRow(0)
    panel.table.show_column("document", shown=True)
    type_keys(sample, "Shift+Down Ctrl+C")
    mime = QGuiApplication.clipboard().mimeData()
    header, first, second, last = mime.text().split("\n")
    assert last == ""
    assert header.split("\t")[:4] == ["#", "document", "hypothesis", "hwcm"]
    score = present(sample.scoring.table).segment_score("north", "hwcm", 0)
    assert float(first.split("\t")[3]) == pytest.approx(score, abs=1e-6)
    assert second.split("\t")[1] == r"""'=cmd("x")\t\u202e\n"""
    assert bytes(mime.data("text/tab-separated-values").data()).decode() == mime.text()


@pytest.mark.parametrize("offered", [DISTINCT])
def test_the_metric_in_focus_is_always_to_be_seen(sample: MainWindow, qtbot: QtBot) -> None:
    table, model = sample.segments.table, sample.segments.model
    at = model.column_of("meteor")
    assert table.isColumnHidden(at)
    sample.selection.choose_focus("meteor")
    qtbot.waitUntil(lambda: not table.isColumnHidden(at))
    assert "in focus" in model.headerData(at, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    x = table.columnViewportPosition(at)
    assert 0 <= x < table.viewport().width()
    sample.selection.choose_focus("bleu")
    qtbot.waitUntil(lambda: table.isColumnHidden(at))


@pytest.mark.parametrize("offered", [("hwcm", "ter")])
@pytest.mark.parametrize("spec", ["hwcm", "ter"])
def test_segments_are_sorted_by_the_metric_in_focus_by_key(sample: MainWindow, qtbot: QtBot, spec: str) -> None:
    model, scores = sample.segments.model, present(sample.scoring.table).segment_scores("north", spec)
    sample.selection.choose_focus(spec)
    lowest, highest = (scores.index(end(scores)) for end in (min, max))  # type: ignore[type-var]
    worst_first = (highest, lowest) if spec == "ter" else (lowest, highest)
    for first in (*worst_first, 0, worst_first[0]):
        qtbot.keyClick(sample, Qt.Key.Key_L, CTRL)
        assert model.score(spec, model.place_of(0)) == scores[first]
        assert model.sorted_by[0] == model.column_of(spec if first or model.place_of(1) != 1 else "#")
    assert sample.status.currentMessage() == f"Segments are sorted by {spec}, the worst first"


def test_differences_are_those_of_the_compared_systems(both: MainWindow) -> None:
    panel, table = both.segments, present(both.scoring.table)
    panel.table.show_column("Δhwcm", shown=True)
    one, two = (table.segment_scores(system, "hwcm") for system in ("north", "south"))
    expected = [first - second for first, second in zip(one, two, strict=True)]  # type: ignore[operator]
    assert [panel.model.score("Δhwcm", place) for place in range(30)] == pytest.approx(expected)
    panel.table.sortByColumn(panel.model.column_of("Δhwcm"), Qt.SortOrder.AscendingOrder)
    assert panel.model.place_of(0) == int(np.argmin(expected))
    both.corpus_pages.compare.contrast.swap()
    assert panel.model.place_of(29) == int(np.argmin(expected))
    filter_segments(both, "diff:hwcm > 0")
    assert panel.model.rowCount() == sum(value < 0 for value in expected)


def test_columns_are_remembered(sample: MainWindow, settings: Settings) -> None:
    choose_entry(sample.segments.columns_menu(), "source")
    assert json.loads(COLUMNS.read(settings)) == {"source": True}
    at = sample.segments.model.column_of("source")
    assert not sample.segments.table.isColumnHidden(at)
    assert sample.segments.model.index(0, at).data() == present(sample.workspace.corpus).segments[0].source


@pytest.mark.parametrize("kept", ["", "{", "[]", '{"source": 1}', "[" * 5000])
def test_settings_of_others_do_no_harm(settings: Settings, kept: str) -> None:
    COLUMNS.write(settings, kept)
    assert _saved_columns(settings) == {}


def test_the_current_segment_is_scrolled_to_and_selected(sample: MainWindow) -> None:
    table, panel = sample.segments.table, sample.segments

    def is_seen(row: int) -> bool:
        return table.viewport().rect().contains(table.visualRect(panel.model.index(row, 0)))

    sample.resize(1000, 500)
    sample.selection.select(28)
    filter_segments(sample, f"id:{present(sample.selection.segment).id}")
    assert table.selected_places == [28]
    type_keys(sample, "Ctrl+F Escape")
    assert table.selected_places == [28]
    assert is_seen(28)
    assert not is_seen(0), "not all rows can be seen"


def test_what_is_current_is_selected(sample: MainWindow) -> None:
    """Where Ctrl and an arrow are no command any more, the table itself takes them."""
    for commands in sample.command_lists:
        for name in {"next_segment", "previous_segment"}.intersection(commands.actions):
            commands.actions[name].setShortcuts([])
    table, last = sample.segments.table, len(sample.segments.model.order) - 1
    table.setFocus()
    for held in ("", "Ctrl+"):
        for key, place in (("Down", 1), ("Down", 2), ("Up", 1), ("Up", 0)):
            type_keys(sample, held + key)
            assert (table.selected_places, sample.selection.place) == ([place], place)
    type_keys(sample, "Shift+Down")
    assert table.selected_places == [0, 1], "Shift adds rows"
    for key, places in (
        ("Ctrl+End", [last]),
        ("Ctrl+Home", [0]),
        ("Shift+Down", [0, 1]),
        ("Ctrl+PageDown", None),
        ("Ctrl+PageUp", None),
        ("Ctrl+Home", [0]),
        ("Ctrl+Shift+End", list(range(last + 1))),
    ):
        type_keys(sample, key)
        shown = sample.selection.place
        assert table.selected_places == (places or [shown]), key
        assert shown in table.selected_places


def test_structures_are_built_and_searched_from_the_menu(sample: MainWindow, qtbot: QtBot) -> None:
    (action,) = [one for one in sample.menus["Go"].actions() if one.text() == "Search structure …"]
    action.trigger()
    (builder,) = sample.findChildren(RequestBuilder)

    def choose(**titles: str) -> None:
        for name, title in titles.items():
            builder.choosers[name].setCurrentText(title)
            builder.choosers[name].activated.emit(builder.choosers[name].currentIndex())

    assert builder.text.toPlainText() == str(EXAMPLES[0][1])
    QTest.keyClick(builder.examples, Key.Key_Down)
    assert builder.text.toPlainText() == str(EXAMPLES[1][1]) == "pattern { V -[nsubj:pass]-> D }"
    assert builder.choosers["relation"].currentText() == "passive subject"
    QTest.keyClick(builder.examples, Key.Key_Return)
    qtbot.waitUntil(lambda: "in" in builder.found.text() and "segment" in builder.found.text(), timeout=20_000)
    assert sample.segments.filter.text() == str(EXAMPLES[1][1])
    choose(side="the translation")
    assert builder.text.toPlainText() == "pattern { V[side=hyp]; V -[nsubj:pass]-> D }"
    choose(side="either text", tag="verb", relation="object", mark="missed")
    assert builder.text.toPlainText() == "pattern { V[upos=VERB]; V -[obj, status=missed]-> D }"
    builder.text.setPlainText("pattern { V[upos=VERB] }")
    builder.text.moveCursor(QTextCursor.MoveOperation.End)
    QTest.keyClick(builder.text, Key.Key_Return, SHIFT)
    QTest.keyClicks(builder.text, "without { V -> D }")
    assert builder.text.toPlainText().count("\n") == 1, "Shift+Return begins a new line"
    QTest.keyClick(builder.text, Key.Key_Return)
    assert sample.segments.filter.text() == "pattern { V[upos=VERB] } without { V -> D }", "Return searches"
    builder.explained.emit()
    (manual,) = sample.findChildren(HelpWindow)
    assert manual.text.toPlainText().startswith("Requests")
    manual.close()
    builder.close()
    sample.filtering.set_line("")


def test_columns_stay_where_they_are_while_scores_come_in(window: MainWindow, qtbot: QtBot) -> None:
    window.opener.open_sample()
    qtbot.waitUntil(lambda: window.workspace.corpus is not None and window.segments.model.rowCount() > 0)
    table = window.segments.table
    table.fit()

    def places() -> list[int]:
        shown = [at for at in range(len(window.segments.model.columns)) if not table.isColumnHidden(at)]
        return [table.columnViewportPosition(at) for at in shown]

    before, is_scored = places(), window.scoring.scored("north", "hwcm")
    qtbot.waitUntil(lambda: window.scoring.scored("north", "ter") and not window.background.busy, timeout=20_000)
    table.fit()
    assert not is_scored
    assert places() == before


def test_numbers_have_room_beside_all_their_marks(sample: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    table, model = sample.segments.table, sample.segments.model
    annotations, key = sample.workspace.annotations, present(sample.selection.segment).key
    monkeypatch.setattr(annotations, "marked", {key})
    monkeypatch.setattr(annotations, "states", {(key, "north"): State.OPEN})
    annotations.changed.emit([sample.selection.place])
    index = model.index(model.row_of(sample.selection.place), model.column_of("#"))
    assert index.data().startswith("★… ")
    assert table.fontMetrics().horizontalAdvance(index.data()) + PAD <= table.columnWidth(index.column())


def test_states_have_the_room_that_they_need(sample: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    table, annotations, key = sample.segments.table, sample.workspace.annotations, present(sample.selection.segment).key
    table.show_column("state", True)
    widths = []
    for states in ({}, {(key, "north"): State.REVIEW}, {(key, "north"): State.CANNOT}):
        monkeypatch.setattr(annotations, "states", states)
        annotations.changed.emit([sample.selection.place])
        widths.append(table.columnWidth(table.segments.column_of("state")))
    assert widths == sorted({*widths}), "an empty column is the narrowest"


def test_segments_are_added_to_the_report_and_taken_out_by_one_key(sample: MainWindow) -> None:
    panel, model, corpus = sample.segments, sample.segments.model, present(sample.workspace.corpus)
    keys = [segment.key for segment in corpus.segments]
    at = model.column_of("#")

    def sign(row: int) -> tuple[bool, bool]:
        """Whether the row has the sign, and whether it is told in words, in the tooltip and to a screen reader."""
        index = model.index(row, at)
        said = {"in the report" in index.data(role) for role in (Qt.ItemDataRole.ToolTipRole, ACCESSIBLE)}
        assert len(said) == 1
        return index.data().startswith("★ "), said.pop()

    def press(row: int, keys: str) -> None:
        panel.table.setFocus()
        panel.table.selectRow(row)
        type_keys(sample, keys)

    width = panel.table.columnWidth(at)
    press(1, "Ctrl+J")
    assert panel.table.columnWidth(at) == width, "the sign has its room already"
    assert sample.workspace.annotations.marked == {keys[1]}
    assert sample.workspace.is_draft
    assert [sign(0), sign(1)] == [(False, False), (True, True)]
    assert "report, which has 1 segment" in sample.status.currentMessage()
    press(1, "Shift+Down Ctrl+J")
    assert sample.workspace.annotations.marked == {keys[1], keys[2]}, "those are added that are not in it"
    filter_segments(sample, "in:report")
    assert model.order.tolist() == [1, 2]
    type_keys(sample, "Ctrl+Z")
    assert model.order.tolist() == [1]
    press(0, "Ctrl+J")
    assert model.rowCount() == 0
    filter_segments(sample, "")
    assert sign(1) == (False, False)
    with Project(present(sample.workspace.project).path) as project:
        assert project.marked() == frozenset()
