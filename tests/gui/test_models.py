"""The item models keep Qt's contract."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest
from pytestqt.modeltest import ModelTester

from meantree_gui.window import MainWindow


def test_models(sample: MainWindow, qtmodeltester: ModelTester) -> None:
    for model in (
        sample.segments.model,
        sample.evidence.score_model,
        sample.evidence.units.model,
    ):
        qtmodeltester.check(model)


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is not counted any more")
def test_empty_cells_cost_no_reference_to_none(sample: MainWindow) -> None:
    index = sample.segments.model.index(0, 0)
    before = sys.getrefcount(None)
    for _ in range(1000):
        index.data(999)
    assert abs(sys.getrefcount(None) - before) < 100


def test_names_are_shown_without_what_would_act(sample: MainWindow) -> None:
    corpus = sample.workspace.corpus
    assert corpus is not None
    first = replace(corpus.segments[0], id="1\r\n", document="d\u202e")
    sample.workspace.corpus = replace(corpus, segments=(first, *corpus.segments[1:]))
    cells = [sample.segments.model.index(0, column).data() for column in range(2)]
    assert cells == [r"1\r\n", r"d\u202e"]
