"""Score tables of small numbers, without texts that anybody reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.metrics.registry import metric
from meantree.scoring.table import ScoreTable

Rows = Sequence[Sequence[float] | None]
"""The statistics of each segment, None where it could not be scored."""


def score_table(spec: str, systems: Mapping[str, Rows], documents: Sequence[str] = ()) -> ScoreTable:
    """Scored by one metric; segments are of these documents."""
    size = max(map(len, systems.values()))
    names = [*documents, *[""] * size][:size]
    segments = tuple(
        Segment(str(place + 1), document, references={"r": Text("x")}, hypotheses={one: Text("x") for one in systems})
        for place, document in enumerate(names)
    )
    table = ScoreTable(Corpus("c", segments, tuple(systems), ("r",)), {spec: metric(spec)})
    for system, rows in systems.items():
        table.put(system, spec, [None if row is None else np.array(row, dtype=np.float64) for row in rows])
    return table
