"""What metrics say of themselves."""

from __future__ import annotations

import pytest

from meantree.metrics.explanations import SOURCES, explanation
from meantree.metrics.registry import METRICS, metric


def test_sources_are_of_metrics() -> None:
    assert set(METRICS) - set(SOURCES) == {"edpm", "wer"}, "edpm is dpm, and nobody claims the word error rate"
    assert set(SOURCES) <= set(METRICS)


@pytest.mark.parametrize("name", METRICS)
def test_plain_text(name: str) -> None:
    text = explanation(metric(name))
    assert not set("`\n") & set(text)
    assert "Statistics:" not in text
    assert 80 < len(text) < 900


def test_with_its_source() -> None:
    text = explanation(metric("edpm"))
    assert text.startswith("F-measure between the expected bags of tree fragments")
    assert text.endswith("(Kahn, Ostendorf & Roark 2009)")
