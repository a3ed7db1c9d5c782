"""Score tables of small numbers or of feature values, without texts that anybody reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.metrics.metric import Metric
from meantree.metrics.registry import metric
from meantree.metrics.regression_metrics import RteR
from meantree.metrics.trained_model import Model, Weight
from meantree.scoring.table import Column, ScoreTable

Rows = Sequence[Sequence[float] | None]
"""The statistics of each segment, None where it could not be scored."""
LOST, ADDED, CHANGED = "hyp>ref.negation_added", "ref>hyp.nouns_unlinked", "ref>hyp.words_out_of_order"
WEIGHTS = (
    Weight(CHANGED, "linear", mean=0.2, scale=0.1, weight=-0.5),
    Weight(ADDED, "linear", mean=0.1, scale=0.2, weight=-0.4),
    Weight(LOST, "linear", mean=0.02, scale=0.1, weight=-1.0),
)
INTERCEPT = 0.25
FeatureRows = Sequence[tuple[float, float, float] | None]
"""The values of CHANGED, ADDED and LOST in each segment, None where it could not be scored."""


def score_table(spec: str, systems: Mapping[str, Rows], documents: Sequence[str] = ()) -> ScoreTable:
    """Return a table scored by one metric; segments belong to these documents, further ones to none."""
    return _table(spec, metric(spec), systems, documents)


def feature_metric() -> RteR:
    """Return a model of three features."""
    return RteR(model=Model("rte-r", WEIGHTS, INTERCEPT))


def feature_table(systems: Mapping[str, FeatureRows], documents: Sequence[str] = ()) -> ScoreTable:
    """Return a table scored by three features; segments belong to these documents, further ones to none."""
    rows = {system: [None if row is None else (1.0, *row) for row in own] for system, own in systems.items()}
    return _table("rte-r", feature_metric(), rows, documents)


def _table(spec: str, scored_by: Metric, systems: Mapping[str, Rows], documents: Sequence[str]) -> ScoreTable:
    size = max(map(len, systems.values()))
    names = [*documents, *[""] * size][:size]
    hypotheses = {system: Text("x") for system in systems}
    segments = tuple(
        Segment(str(place + 1), document, references={"r": Text("x")}, hypotheses=hypotheses)
        for place, document in enumerate(names)
    )
    table = ScoreTable(Corpus("c", segments, tuple(systems), ("r",)), {spec: scored_by})
    for system, rows in systems.items():
        put(table, system, spec, rows)
    return table


def put(table: ScoreTable, system: str, spec: str, rows: Rows) -> None:
    """Store the statistics of every segment, in order."""
    arrays = [None if row is None else np.array(row, dtype=np.float64) for row in rows]
    table.columns[system, spec] = Column(table.metrics[spec], arrays)
