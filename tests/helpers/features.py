"""Tables of scores by features whose values a test chooses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.metrics.regression_metrics import RteR
from meantree.metrics.trained_model import Model, Weight
from meantree.scoring.table import ScoreTable

LOST, ADDED, CHANGED = "hyp>ref.negation_unlinked", "ref>hyp.nouns_unlinked", "ref>hyp.words_changed"
WEIGHTS = (
    Weight(CHANGED, "linear", mean=0.2, scale=0.1, weight=-0.5),
    Weight(ADDED, "linear", mean=0.1, scale=0.2, weight=-0.4),
    Weight(LOST, "linear", mean=0.02, scale=0.1, weight=-1.0),
)
INTERCEPT = 0.25
Rows = Sequence[tuple[float, float, float] | None]
"""The values of CHANGED, ADDED and LOST in each segment, None where it could not be scored."""


def metric() -> RteR:
    """A model of three features, of which the first is usual."""
    return RteR(model=Model("rte-r", WEIGHTS, INTERCEPT))


def feature_table(systems: Mapping[str, Rows], documents: Sequence[str] = ()) -> ScoreTable:
    """Scored by three features; segments are of these documents."""
    size = max(map(len, systems.values()))
    names = [*documents, *[""] * size][:size]
    segments = tuple(
        Segment(str(place + 1), document, references={"r": Text("x")}, hypotheses={one: Text("x") for one in systems})
        for place, document in enumerate(names)
    )
    table = ScoreTable(Corpus("c", segments, tuple(systems), ("r",)), {"rte-r": metric()})
    for system, rows in systems.items():
        table.put(system, "rte-r", [None if row is None else np.array([1.0, *row]) for row in rows])
    return table
