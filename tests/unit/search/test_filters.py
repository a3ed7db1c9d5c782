"""The filter line."""

from __future__ import annotations

from meantree.search.filters import parse_filter


def test_predictions_can_be_filtered() -> None:
    found = parse_filter("mt+rte-r < -0.2 word", ["mt+rte-r"])
    assert found.limits == (("mt+rte-r", "<", -0.2),)
    assert found.words == ("word",)
