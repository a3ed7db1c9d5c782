"""How often planted errors are noticed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from meantree.cli.app import app
from meantree.evaluation.noticed_faults import Share

TEXTS = (
    "The ministry has not confirmed the report.",
    "All members must pay 20 euros in March.",
    "The old minister visited the church on Monday.",
)


def test_that_a_share_has_an_interval_only_with_texts() -> None:
    assert Share(0, 0).value is None
    assert Share(0, 0).interval is None
    assert Share(8, 10).interval == pytest.approx((0.490, 0.943), abs=1e-3)


@pytest.mark.pipeline
def test_that_metrics_and_findings_are_measured_by_kind(tmp_path: Path) -> None:
    file = tmp_path / "ref.txt"
    file.write_text("\n".join(TEXTS), encoding="utf-8")
    arguments = ["faults", "measure", str(file), "--metric", "bleu", "--most", "2", "--format", "json"]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    tables = {table["name"]: table for table in json.loads(result.stdout)}
    assert tables.keys() == {"noticed-intact", "noticed-harmless", "findings"}
    shares = {row[0]: row[2] for row in tables["noticed-intact"]["rows"]}
    assert tables["noticed-intact"]["head"][2] == "bleu"
    assert shares["negation.lost"] == 1.0
