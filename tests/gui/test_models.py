"""The item models keep Qt's contract."""

from __future__ import annotations

import sys

import pytest
from pytestqt.modeltest import ModelTester

from meantree_gui.window import MainWindow


def test_models(sample: MainWindow, qtmodeltester: ModelTester) -> None:
    for model in (
        sample.segments.model,
        sample.segments.proxy,
        sample.evidence.score_model,
        sample.evidence.unit_model,
        sample.evidence.proxy,
    ):
        qtmodeltester.check(model)


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is not counted any more")
def test_empty_cells_cost_no_reference_to_none(sample: MainWindow) -> None:
    index = sample.segments.proxy.index(0, 0)
    before = sys.getrefcount(None)
    for _ in range(1000):
        index.data(999)
    assert abs(sys.getrefcount(None) - before) < 100
