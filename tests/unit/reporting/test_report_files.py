"""The report of the sample project, with trees made by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import html

from helpers.stores import HandMadeStore
from meantree.errors import UsageError
from meantree.reporting import report_files
from meantree.reporting.report_files import SPECS, write_sample_report
from meantree.work import Work


@pytest.fixture(autouse=True)
def _no_pipeline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_files, "AnalysisStore", HandMadeStore)


def test_all_segments_are_scored_and_drawn(tmp_path: Path) -> None:
    output, steps = tmp_path / "r.html", list[tuple[str, int, int]]()
    write_sample_report(output, Work(report=lambda *step: steps.append(step)))
    page = html.fromstring(output.read_text(encoding="utf-8"))
    assert [head.text for head in page.findall(".//h4/bdi") if head.text != "What stands out"] == [
        "north",
        "south",
    ] * 30
    captions = " ".join(str(caption.text) for caption in page.iter("figcaption"))
    assert captions.count("eference A.") == 30, "the reference's tree once, with the marks of both"
    (scores, *_) = page.findall(".//table")
    assert [str(cell.text).rstrip(" ↓") for cell in scores.findall("tbody/tr/td[1]/bdi")] == list(SPECS)
    assert ("Scoring segments", 30, 30) in steps


def test_a_report_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="none does not exist"):
        write_sample_report(tmp_path / "none" / "r.html", Work())
