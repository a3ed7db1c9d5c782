"""Exploring in the window: real keys, real clicks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from helpers.annotating import wait_for
from helpers.copied_windows import open_sample, prepared
from helpers.tables import put
from helpers.windows import ALT, CTRL, SHIFT, choose_by_keys, choose_entry, filter_segments, present, type_keys
from meantree.evaluation.correlations import correlation, disagreement
from meantree.evaluation.unit_differences import kinds_of_missing, missed_units
from meantree_gui import theme
from meantree_gui.figures.figures_tab import FiguresTab
from meantree_gui.state.exploration import Exploration
from meantree_gui.state.figure_numbers import FigureKind
from meantree_gui.window import MainWindow

OFFERED = ("hwcm", "edpm", "bleu", "chrf", "ter")
"""Others take their time and show nothing else."""

Key = Qt.Key
SEGMENT, ONE, TWO, APART = 0, 2, 3, 4
"""Columns."""


def _is_drawn(page: FiguresTab) -> bool:
    """Whether numbers and figure are there."""
    answer = page.exploration.numbers.result
    is_counted = page.exploration.request.kind is not FigureKind.UNITS or page.units.units is not None
    waiting = page.view.message, page.exploration.numbers.is_busy, page.exploration.workspace.background.busy
    is_done = answer is not None and page.numbers is answer and page.view.image is not None and is_counted
    return is_done and not any(waiting)


def _drawn(page: FiguresTab, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: _is_drawn(page), timeout=20_000)


def _show_kind(exploration: Exploration, kind: str) -> None:
    exploration.choose(replace(exploration.choice, kind=FigureKind[kind]))


@prepared
def sample(window: MainWindow, _folder: Path) -> None:
    """The window on the sample project, its first figure drawn."""
    open_sample(window, "north")
    QTest.keyClick(window, Key.Key_F4)
    wait_for(lambda: _is_drawn(window.corpus_pages.compare.figures))


@pytest.fixture
def page(sample: MainWindow) -> FiguresTab:
    return sample.corpus_pages.compare.figures


def _scores(page: FiguresTab, spec: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    table = present(page.selection.scoring.table)
    return np.array([np.nan if one is None else one for one in table.segment_scores("north", spec)])


def _click(page: FiguresTab, qtbot: QtBot, row: int) -> None:
    qtbot.mouseClick(page.view, Qt.MouseButton.LeftButton, pos=_point(page, row))


def _point(page: FiguresTab, row: int) -> QPoint:
    point = present(page.view.point_of(row))
    return point.toPoint()


def test_what_is_drawn_is_told_and_is_what_was_scored(page: FiguresTab, sample: MainWindow, qtbot: QtBot) -> None:
    caption = page.caption.text()
    one, two = _scores(page, "hwcm"), _scores(page, "chrf")
    r, rho, tau = (correlation(one, two, kind) or 0 for kind in ("pearson", "spearman", "kendall"))
    assert caption == f"hwcm against chrf · r {r:.3f}, ρ {rho:.3f}, τ {tau:.3f} · north · 30 segments"
    found = disagreement([one, two], [True, True])
    model = page.segments.model
    assert [page.segments.place_in_corpus(row) for row in model.rows] == found.rows.tolist()
    assert model.index(0, ONE).data() == f"{one[found.rows[0]]:.3f}"
    assert model.index(0, TWO).data() == f"{two[found.rows[0]]:.3f}"
    assert model.index(0, APART).data() == f"{100 * found.spread[0]:.0f} %"
    assert page.segments.title.text() == "Where hwcm and chrf disagree most"
    row = model.rows[0]
    _click(page, qtbot, row)
    assert page.selected_rows == [row], "a clicked point is ringed, listed and looked at"
    assert page.selection.place == page.segments.place_in_corpus(row)
    assert page.segments.current == row
    before = page.view.image
    qtbot.keyClick(sample, Key.Key_D, CTRL)
    qtbot.waitUntil(lambda: page.view.image is not None and page.view.image is not before)
    assert present(page.view.image).pixels[:3].hex() == theme.current().surface[1:]
    type_keys(sample, "F7")
    sample.selection.choose_focus("ter")
    type_keys(sample, "F4")
    choose_by_keys(page.choices.second, "hypothesis words")
    _drawn(page, qtbot)
    assert page.choices.first.currentText() == "ter ↓", "the metric in focus"
    assert page.caption.text().startswith("ter ↓ against hypothesis words · ")
    assert page.segments.title.text() == "Segments", "of a length and a score none disagree"
    words = present(page.numbers).values("hypothesis words")
    least, most = int(words.argmin()), int(words.argmax())
    assert _point(page, least).x() < _point(page, most).x(), "the second column is on the horizontal axis"


def test_the_filter_is_followed_and_told(page: FiguresTab, sample: MainWindow, qtbot: QtBot) -> None:
    filter_segments(sample, "hwcm < .6")
    _drawn(page, qtbot)
    number = int((_scores(page, "hwcm") < 0.6).sum())
    assert page.caption.text().endswith(f"{number} of 30 segments: filter “hwcm < .6”")
    assert page.segments.model.rowCount() == number > 2
    assert len(present(page.numbers).frame) == number


def test_a_frame_picks_what_it_catches(page: FiguresTab, qtbot: QtBot) -> None:
    view = page.view
    left, right = QPoint(60, 5), QPoint(view.width() // 2, view.height() - 60)
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=left)
    qtbot.mouseMove(view, pos=QPoint(100, 60))
    qtbot.mouseMove(view, pos=right)
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=right)
    caught = {row for row in range(30) if QRect(left, right).contains(_point(page, row))}
    assert 1 < len(caught) < 30
    assert set(page.selected_rows) == caught
    assert set(page.segments.model.rows) == caught
    assert page.segments.title.text() == f"{len(caught)} selected · Esc shows all"
    assert page.selection.place == page.segments.place_in_corpus(page.segments.model.rows[0])
    view.setFocus()
    with qtbot.waitSignal(page.opened, timeout=1000):
        qtbot.keyClick(view, Key.Key_Return)
    assert page.selection.place == page.segments.place_in_corpus(page.segments.model.rows[0])
    page.segments.table.setFocus()
    qtbot.keyClick(page.segments.table, Key.Key_J)  # from one of them to the next, all stay selected
    assert set(page.selected_rows) == caught
    qtbot.keyClick(page.segments.table, Key.Key_Escape)
    assert page.segments.model.rowCount() == 30


def test_rows_of_either_table_are_ringed_and_opened(page: FiguresTab, sample: MainWindow, qtbot: QtBot) -> None:
    page.segments.table.setFocus()
    page.segments.table.selectRow(0)
    qtbot.keyClick(page.segments.table, Key.Key_J)
    row = page.segments.model.rows[1]
    assert page.selected_rows == [row]
    assert page.selection.place == page.segments.place_in_corpus(row)
    sample.segments.table.selectRow(7)
    assert [page.segments.place_in_corpus(one) for one in page.selected_rows] == [page.selection.place]
    assert page.segments.place_in_corpus(page.segments.current) == page.selection.place
    page.select_rows(page.segments.model.rows[3:6])
    places = [page.segments.place_in_corpus(row) for row in page.selected_rows]
    assert sorted(sample.segments.table.selected_places) == sorted(places)
    sample.segments.table.selectRow(0)
    sample.segments.table.setFocus()
    qtbot.keyClick(sample.segments.table, Key.Key_Down, SHIFT)
    assert [page.segments.place_in_corpus(row) for row in page.selected_rows] == [0, 1]
    page.segments.table.setFocus()
    page.segments.table.selectRow(2)
    place = page.segments.place_in_corpus(page.segments.model.rows[2])
    qtbot.keyClick(page.segments.table, Key.Key_Return)
    assert sample.pages.currentWidget() is sample.inspect.page.widget
    assert sample.selection.place == place


def test_all_systems(page: FiguresTab, qtbot: QtBot) -> None:
    page.selection.scoring.score("south")
    qtbot.waitUntil(lambda: page.selection.scoring.scored("south", "hwcm"), timeout=30_000)
    qtbot.keyClick(page, Key.Key_Y, CTRL | SHIFT)
    _drawn(page, qtbot)
    assert page.segments.model.rowCount() == 60
    assert " · 2 systems · 30 segments" in page.caption.text()
    row = next(row for row in page.segments.model.rows if page.segments.system(row) == "south")
    page.segments.table.selectRow(page.segments.model.row_of(row))
    assert page.selection.system == "north"
    qtbot.keyClick(page.segments.table, Key.Key_Return)
    assert page.selection.system == "south"


def test_each_figure_by_one_key_and_its_boxes(page: FiguresTab, qtbot: QtBot) -> None:
    qtbot.keyClick(page, Key.Key_D, CTRL | SHIFT)
    _drawn(page, qtbot)
    assert page.caption.text() == "Distribution of hwcm · line: median · north · 30 segments"
    values = _scores(page, "hwcm")
    assert page.segments.place_in_corpus(page.segments.model.rows[0]) == int(values.argmin())
    view, image = page.view, present(page.view.image)
    number = next(number for number, box in enumerate(image.boxes) if len(box.rows) > 1)
    left, top, right, low = image.corners[number].tolist()
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(round((left + right) / 2), round((top + low) / 2)))
    assert sorted(page.selected_rows) == image.boxes[number].rows.tolist()
    assert page.segments.model.rowCount() == len(image.boxes[number].rows)

    qtbot.keyClick(page, Key.Key_D, CTRL | SHIFT)
    _drawn(page, qtbot)
    assert page.caption.text() == "Spearman's ρ of 5 columns · north · 30 segments"
    view.setFocus()
    for key in (Key.Key_Down, Key.Key_Down, Key.Key_Return):  # from the first cell to the one below
        qtbot.keyClick(view, key)
    _drawn(page, qtbot)
    assert page.caption.text().startswith("hwcm against edpm · ")

    _show_kind(page.exploration, "DOCUMENTS")
    _drawn(page, qtbot)
    row = page.segments.model.rows[3]
    _click(page, qtbot, row)
    assert page.selected_rows == [row]


def test_a_metric_without_any_value_is_neither_correlated_nor_drawn(page: FiguresTab, qtbot: QtBot) -> None:
    """As hmeant, before anybody annotated: beside it no segment would have all values, and the list would be empty."""
    table = present(page.selection.scoring.table)
    put(table, "north", "ter", [None] * 30)
    _show_kind(page.exploration, "CORRELATIONS")
    _drawn(page, qtbot)
    assert present(page.numbers).request.columns == ("hwcm", "edpm", "bleu", "chrf")
    assert page.segments.model.rowCount() == 30
    assert "lack" not in page.caption.text()
    choose_entry(page.choices.columns_menu(), "ter")
    exploration = page.exploration
    assert exploration.request.columns == ("hwcm", "edpm", "bleu", "chrf", "ter"), "it can be had"
    _show_kind(exploration, "SCATTER")
    assert (exploration.request.first, exploration.request.second) == ("hwcm", "chrf")
    for spec in ("hwcm", "chrf"):
        put(table, "north", spec, [None] * 30)
    assert (exploration.request.first, exploration.request.second) == ("edpm", "bleu")
    exploration.choose(replace(exploration.choice, first="hwcm"))
    assert exploration.request.first == "hwcm", "it can be had"
    _drawn(page, qtbot)


def test_most_missed_words_and_their_segments(page: FiguresTab, qtbot: QtBot) -> None:
    _show_kind(page.exploration, "UNITS")
    _drawn(page, qtbot)
    corpus = present(page.selection.workspace.corpus)
    words = kinds_of_missing({})[0]
    expected = missed_units(corpus, page.selection.workspace.store, words, "north")
    most = expected.most("missed")
    model = page.units.list
    assert [model.index(row, 0).data() for row in range(3)] == [one.label for one in most[:3]]
    assert model.index(0, 2).data() == f"{most[0].counts.missed:.0f}"
    assert page.caption.text() == f"Words · {len(most)} missed · north · 30 segments"
    page.units.setFocus()
    page.units.selectRow(0)
    assert {page.segments.place_in_corpus(row) for row in page.segments.model.rows} == set(most[0].missed_in)
    qtbot.keyClick(page.units, Key.Key_J)
    assert page.segments.model.rowCount() == len(most[1].missed_in)
    choose_by_keys(page.choices.fault, "extra")
    _drawn(page, qtbot)
    assert model.index(0, 0).data() == expected.most("extra")[0].label
    choose_by_keys(page.choices.unit, "labels")
    qtbot.waitUntil(lambda: page.units.units is not None and page.units.units.kind.name == "labels", timeout=20_000)
    page.copy_table()
    assert QGuiApplication.clipboard().text().startswith("kind\tunit\treferences\tmissed")


def test_figure_and_table_leave_the_window(
    page: FiguresTab, qtbot: QtBot, tmp_path: Path, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(name: str) -> Callable[..., tuple[str, str]]:
        return lambda _parent, _title, proposed, *_kinds: (str(tmp_path / name.format(Path(proposed).name)), "")

    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer("{}"))
    qtbot.keyClick(page, Key.Key_E, CTRL | ALT)
    assert (tmp_path / "scatter_hwcm_chrf_north.svg").read_text().startswith("<?xml")
    page.save_table()
    rows = (tmp_path / "scatter_hwcm_chrf_north.tsv").read_text().splitlines()
    assert rows[0] == "system\tdocument\tsegment\thwcm\tchrf"
    assert len(rows) == 31
    assert rows[1].split("\t")[3] == f"{_scores(page, 'hwcm')[0]:.6f}"
    qtbot.keyClick(page, Key.Key_T, CTRL | ALT)
    assert QGuiApplication.clipboard().text().splitlines() == rows
    qtbot.keyClick(page, Key.Key_C, CTRL | ALT)
    assert QGuiApplication.clipboard().image().width() == 2 * page.view.width()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer("figure.gif"))
    page.save()
    assert "expected .svg, .pdf, .png" in told[0]
