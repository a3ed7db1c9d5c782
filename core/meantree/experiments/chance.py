"""What random scores reach: the row that others are compared with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from meantree.evaluation.measures.measured import Measured
from meantree.experiments.rated import Floats, Rated
from meantree.experiments.study import Options
from meantree.work import Work

CHANCE: Final = "chance"
DRAWS: Final = 20
"""Of random scores."""
SAID: Final = f"{CHANCE}: the mean of {DRAWS} draws of random scores, low and high their extremes."


def of_chance(rated: Rated, options: Options, work: Work, measure: Callable[[Floats], Measured]) -> Floats:
    """A measure of so many draws of random scores, shape (draws,), NaN where undefined; the same draws each time."""
    random = np.random.default_rng(options.seed)
    found = []
    for draw in range(DRAWS):
        work.step("Drawing random scores", draw, DRAWS)
        found.append(measure(np.where(rated.known, random.normal(size=rated.human.shape), np.nan)).value)
    return np.array(found, dtype=np.float64)


def mean_of_chance(values: Floats) -> float | None:
    """Without undefined ones; None if there are no others."""
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else None
