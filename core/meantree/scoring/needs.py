"""What metrics together need."""

from __future__ import annotations

from collections.abc import Mapping

from meantree.analysis.layers.required import Layers
from meantree.metrics.base import Metric


def required_layers(metrics: Mapping[str, Metric]) -> Layers:
    """How deep the metrics together need texts to be analysed."""
    depth = Layers()
    for chosen in metrics.values():
        depth |= chosen.needs
    return depth
