"""The report of the sample project, with trees made by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import html

from helpers.stores import HandMadeStore
from meantree.reporting import report_files
from meantree.reporting.report_files import SPECS, write_sample_report
from meantree.work import Work


@pytest.fixture(autouse=True)
def _no_pipeline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_files, "AnalysisStore", HandMadeStore)


def test_the_sample_is_scored_and_all_of_its_segments_are_there(tmp_path: Path) -> None:
    output, steps = tmp_path / "r.html", list[tuple[str, int, int]]()
    write_sample_report(output, Work(report=lambda *step: steps.append(step)))
    page = html.fromstring(output.read_text(encoding="utf-8"))
    shown = page.findall(".//h3")
    folded = [one.text for one in page.findall(".//summary") if str(one.text).startswith("Segment ")]
    assert len(folded) == 30 - sum(str(one.get("id")).startswith("segment-") for one in shown)
    (scores, *_) = page.findall(".//table")
    names = [str(cell.text).rstrip(" ↓") for cell in scores.findall("tbody/tr/td[1]/bdi")]
    assert sorted(names) == sorted(SPECS)
    assert ("Scoring segments", 30, 30) in steps
