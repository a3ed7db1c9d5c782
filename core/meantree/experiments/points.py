"""All scores with their ratings: a table that is drawn point by point, not read."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from meantree.escaping import escaped
from meantree.evaluation.table_figures import Points
from meantree.evaluation.value_table import Value, ValueTable
from meantree.experiments.rated import Rated
from meantree.numbers import fixed

TOLD = {"ρ": 6, "τ-b": 9}
"""What is said above a figure, and its column in the table of measures by segment."""


def points_table(place: int, rated: Rated, measured: Sequence[tuple[Value, ...]]) -> ValueTable:
    """A row for each rated translation: system, segment, rating, then its scores by each metric.

    What had its sign changed, so that higher is better, has a minus before its name.

    Args:
        place: of the corpus, 1-based.
        rated: its ratings and scores.
        measured: rows of the table of measures by segment, of all corpora: their ρ and τ-b stand above the figures.
    """
    falls = [spec for spec, metric in rated.table.metrics.items() if not metric.higher_is_better]
    names = {spec: f"−{spec}" if spec in falls else spec for spec in rated.scores}
    kind = f"−{rated.kind}" if rated.turned else rated.kind
    keys = [segment.key for segment in rated.segments]
    rows = tuple(
        (
            *(rated.systems[row], keys[column], float(rated.human[row, column])),
            *(float(scores[row, column]) for scores in rated.scores.values()),
        )
        for row, column in np.argwhere(rated.known)
    )
    told = {str(row[1]): _told(row) for row in measured if row[0] == rated.name}
    figures = tuple(Points(3 + number, 2, told.get(spec, "")) for number, spec in enumerate(names))
    head = ("system", "segment", kind, *names.values())
    title = f"{escaped(rated.name)}, {len(rows):,} translations"
    return ValueTable(f"measures-points-{place}", title, "", head, rows, figures)


def _told(row: tuple[Value, ...]) -> str:
    found = {letter: row[column] for letter, column in TOLD.items()}
    return ", ".join(f"{letter} {fixed(value)}" for letter, value in found.items() if isinstance(value, float))
