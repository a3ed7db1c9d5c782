"""How much training data is enough? ρ of models trained on random tenths (Padó et al. 2009, figure 3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meantree.evaluation.rating_correlations import correlated
from meantree.evaluation.regression_training import RatedFeatures, untrained
from meantree.evaluation.value_table import Curves, Value, ValueTable
from meantree.experiments.pado_ratings import mean_of
from meantree.experiments.pado_training import (
    FeaturedCorpus,
    feature_columns,
    featured_corpora,
    leave_one_out,
    left_out_fits,
    model_scores,
)
from meantree.experiments.study import Options, Study
from meantree.experiments.table_notes import table_note
from meantree.metrics.regression_metrics import Regression
from meantree.work import Work

MODELS: Final = ("meteor-r", "mt-r", "rte-r", "mt+rte-r")
STEPS: Final = tuple(range(10, 101, 10))
"""Per cent of the segments of each corpus that is trained on."""
DRAWS: Final = 10


def learning_curve_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """ρ for each model and tenth of the training data, in the mean over draws.

    Raises:
        UsageError: if there is one corpus alone, or one has too few ratings.
        Cancelled: if the user stopped it.
    """
    corpora = featured_corpora(study, work)
    rows = [
        row for place, name in enumerate(MODELS) for row in _rows(study, corpora, name, options, _Counted(work, place))
    ]
    note = (
        f"Spearman's ρ by sentence, in the mean over {DRAWS} random draws of the segments that are trained on; "
        "spread: the standard deviation over draws of the mean over corpora. How strongly weights are held back was "
        "chosen once, on all training data. Undefined where there are no more translations than features."
    )
    head = ("metric", "% of training data", "segments of all", *(one.name for one in corpora), "mean ρ", "spread")
    figure = Curves(1, len(head) - 2, len(head) - 1)
    return [
        ValueTable("pado-learning-curve", "Learning curve", table_note(note, corpora), head, tuple(rows), (figure,))
    ]


class _Counted:
    """Progress over all models."""

    def __init__(self, work: Work, model: int) -> None:
        self.work, self._done = work, model * len(STEPS) * DRAWS

    def step(self) -> None:
        """One more draw."""
        self.work.step("Learning curve", self._done, len(MODELS) * len(STEPS) * DRAWS)
        self._done += 1


def _rows(
    study: Study, corpora: Sequence[FeaturedCorpus], name: str, options: Options, counted: _Counted
) -> list[tuple[Value, ...]]:
    metric = untrained(name)
    data = [one.training(feature_columns(metric)) for one in corpora]
    alphas = [one.alpha for one in left_out_fits(study, name, counted.work)]
    random, found = np.random.default_rng(options.seed), []
    for step in STEPS:
        values = []
        for _ in range(DRAWS):
            counted.step()
            values.append(_rhos(corpora, [drawn(one, step, random) for one in data], metric, alphas))
        means = [mean_of([row[column] for row in values]) for column in range(len(corpora))]
        overall = [mean for row in values if (mean := mean_of(row)) is not None]
        spread = _spread(overall) if len(overall) == DRAWS else None
        segments = sum(_many(one, step) for one in data)
        found.append((name, step, segments, *means, mean_of(means), spread))
    return found


def _spread(values: Sequence[float]) -> float:
    """The standard deviation; exactly 0 of equal values."""
    return float(np.std(values)) if min(values) < max(values) else 0.0


def _segments(one: RatedFeatures) -> NDArray[np.intp]:
    return np.arange(len(one)) if one.segments is None else one.segments


def _many(one: RatedFeatures, step: int) -> int:
    return max(1, round(len(np.unique(_segments(one))) * step / 100))


def drawn(one: RatedFeatures, step: int, random: np.random.Generator) -> RatedFeatures:
    """So many per cent of the segments of a corpus, with all their translations."""
    there = np.unique(_segments(one))
    chosen = random.permutation(there)[: _many(one, step)]
    return one.part(np.flatnonzero(np.isin(_segments(one), chosen)))


def _rhos(
    corpora: Sequence[FeaturedCorpus], data: Sequence[RatedFeatures], metric: Regression, alphas: Sequence[float]
) -> list[float | None]:
    size = len(metric.model.weights)
    if sum(map(len, data)) - max(map(len, data)) <= size:
        return [None] * len(corpora)
    fitted = leave_one_out(data, metric, alphas=alphas)
    return [
        correlated(one.rated.human, model_scores(one, model, metric), "spearman").value
        for one, model in zip(corpora, fitted, strict=True)
    ]
