"""Score tables as text."""

from __future__ import annotations

import numpy as np

from meantree.corpus.model import Corpus, Segment
from meantree.metrics.scoring import ScoreTable, configured
from meantree.report.tables import scores_tsv


def _table() -> ScoreTable:
    segments = (Segment("1", "=cmd()"), Segment("2", "=cmd()"), Segment("1", "b"))
    table = ScoreTable(Corpus("c", segments, ("+sys",), ("ref",)), configured(["dpm"]))
    rows = [np.array([1.0, 2, 2]), None, np.array([0.0, 1, 1])]
    table.statistics["+sys", "dpm"] = rows
    return table


def test_levels() -> None:
    table = _table()
    assert scores_tsv(table, "segment", ["+sys"]).splitlines() == [
        "system\tdocument\tsegment\tdpm",
        "'+sys\t'=cmd()\t1\t0.500000",
        "'+sys\t'=cmd()\t2\t",
        "'+sys\tb\t1\t0.000000",
    ]
    assert scores_tsv(table, "document", ["+sys"]).splitlines()[1:] == [
        "'+sys\t'=cmd()\t0.500000",
        "'+sys\tb\t0.000000",
    ]
    assert scores_tsv(table, "system", ["+sys"]).splitlines()[1:] == ["'+sys\t0.333333"]


def test_frames_show_undefined_as_missing() -> None:
    table = _table()
    assert table.segment_frame("+sys")["dpm"].isna().tolist() == [False, True, False]
    assert table.system_frame().loc["+sys", "dpm"] == 1 / 3
