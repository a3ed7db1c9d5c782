"""Requests over structure in the filter line: found segments, groups, lit words, saved filters."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QMenu
from pytestqt.qtbot import QtBot

from helpers.windows import filter_segments, present
from meantree_gui.window import MainWindow

HAS = 'pattern { V[side=hyp, form=re"has|have"] }'


def _ask(window: MainWindow, qtbot: QtBot, line: str) -> None:
    filter_segments(window, line)
    qtbot.waitUntil(lambda: not window.filtering.searching.is_busy, timeout=10_000)


def _having(window: MainWindow) -> list[int]:
    """The segments whose hypothesis has the word, counted by hand."""
    corpus = present(window.workspace.corpus)
    texts = [segment.hypotheses[window.selection.system].text.split() for segment in corpus.segments]
    return [place for place, words in enumerate(texts) if {"has", "have"} & set(words)]


def test_a_request_filters_lights_and_groups(sample: MainWindow, qtbot: QtBot) -> None:
    there = _having(sample)
    _ask(sample, qtbot, f"{HAS} group by V.form")
    assert sample.filtering.places.tolist() == there
    assert sample.segments.model.rowCount() == len(there)
    found = present(sample.filtering.searching.found)
    told = sample.segments.count.text()
    assert told.startswith(f"{len(found.matches)} matches in {len(there)} segments of 30")
    assert "grouped by V.form" in told
    groups = sample.segments.groups
    assert groups.isVisible()
    assert groups.count() == 1 + len(found.groups)
    groups.setCurrentIndex(1)
    groups.activated.emit(1)
    first = next(iter(found.groups.values()))
    assert sample.filtering.places.tolist() == sorted({match.place for match in first})

    sample.selection.select(first[0].place)
    view = sample.centre.trees.hypothesis.view
    token = first[0].nodes["V"].token
    qtbot.waitUntil(lambda: view.words[token].highlighted, timeout=2000)
    assert sum(one.highlighted for one in view.words.values()) == sum(match.place == first[0].place for match in first)

    qtbot.keyClick(sample.segments.filter, Qt.Key.Key_Escape)
    assert sample.segments.model.rowCount() == 30
    assert not groups.isVisible()
    assert sample.filtering.searching.matches_at(first[0].place) == []
    assert not any(word.highlighted for word in view.words.values())


def test_what_is_wrong_with_a_request_is_told(sample: MainWindow, qtbot: QtBot) -> None:
    _ask(sample, qtbot, "pattern { V[upos=] }")
    assert "line 1" in sample.segments.count.text()
    assert len(sample.filtering.places) == 30


def test_filters_are_saved_under_names(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    panel = window.segments
    monkeypatch.setattr(QInputDialog, "getText", lambda *_: ("long ones", True))
    panel.filter.setText("length > 40")
    panel.named.save()
    panel.filter.clear()
    menu = panel.named.menu_of_filters()
    (action, *_) = menu.actions()
    assert action.text() == "long ones"
    action.trigger()
    assert panel.filter.text() == "length > 40"
    assert window.filtering.line == "length > 40"
    (delete,) = menu.findChildren(QMenu)
    delete.actions()[0].trigger()
    assert panel.named.filters == {}
    menu.deleteLater()
    window.settings["filters"] = "[1"
    assert panel.named.filters == {}
