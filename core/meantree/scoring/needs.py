"""What metrics together need."""

from __future__ import annotations

from collections.abc import Mapping

from meantree.analysis.depth import Depth
from meantree.metrics.base import Metric


def needed_depth(metrics: Mapping[str, Metric]) -> Depth:
    """How deep the metrics together need texts to be analysed."""
    depth = Depth()
    for chosen in metrics.values():
        depth |= chosen.needs
    return depth
