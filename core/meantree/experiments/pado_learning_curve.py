"""How much training data is enough? ρ of models trained on random tenths (Padó et al. 2009, figure 3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meantree.evaluation.rating_correlations import correlated
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
from meantree.training.regression_training import RatedFeatures, untrained
from meantree.work import Work

MODELS: Final = ("meteor-r", "mt-r", "rte-r", "mt+rte-r")
STEPS: Final = tuple(range(10, 101, 10))
"""Percentages of the training segments of each corpus."""
DRAWS: Final = 10


def learning_curve_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """Return ρ by model and tenth of the training data, in the mean over draws.

    Raises:
        UsageError: if there is one corpus alone, or one has too few ratings.
    """
    corpora = featured_corpora(study, work)
    rows = [
        row for place, name in enumerate(MODELS) for row in _rows(study, corpora, name, options, _Counted(work, place))
    ]
    note = (
        f"Sentence-level Spearman's ρ, in the mean over {DRAWS} random draws of the training segments; spread: the "
        "standard deviation over draws of the mean over corpora. The strength of regularization was chosen once, on "
        "all training data. Undefined unless there are more translations than features."
    )
    head = ("metric", "% of training data", "segments of all", *(corpus.name for corpus in corpora), "mean ρ", "spread")
    figure = Curves(1, len(head) - 2, len(head) - 1)
    return [
        ValueTable("pado-learning-curve", "Learning curve", table_note(note, corpora), head, tuple(rows), (figure,))
    ]


class _Counted:
    """Progress over all models."""

    def __init__(self, work: Work, model: int) -> None:
        self.work, self._done = work, model * len(STEPS) * DRAWS

    def step(self) -> None:
        """Report one more draw."""
        self.work.step("Learning curve", self._done, len(MODELS) * len(STEPS) * DRAWS)
        self._done += 1


def _rows(
    study: Study, corpora: Sequence[FeaturedCorpus], name: str, options: Options, counted: _Counted
) -> list[tuple[Value, ...]]:
    metric = untrained(name)
    data = [corpus.training(feature_columns(metric)) for corpus in corpora]
    alphas = [fit.alpha for fit in left_out_fits(study, name, counted.work)]
    random, rows = np.random.default_rng(options.seed), []
    for step in STEPS:
        values = []
        for _ in range(DRAWS):
            counted.step()
            values.append(_rhos(corpora, [drawn(fit, step, random) for fit in data], metric, alphas))
        means = [mean_of([row[column] for row in values]) for column in range(len(corpora))]
        overall = [mean for row in values if (mean := mean_of(row)) is not None]
        spread = _spread(overall) if len(overall) == DRAWS else None
        segments = sum(_segment_count(fit, step) for fit in data)
        rows.append((name, step, segments, *means, mean_of(means), spread))
    return rows


def _spread(values: Sequence[float]) -> float:
    """Return the standard deviation; exactly 0 for equal values."""
    return float(np.std(values)) if min(values) < max(values) else 0.0


def _segments(data: RatedFeatures) -> NDArray[np.intp]:
    return np.arange(len(data)) if data.segments is None else data.segments


def _segment_count(data: RatedFeatures, step: int) -> int:
    return max(1, round(len(np.unique(_segments(data))) * step / 100))


def drawn(data: RatedFeatures, step: int, random: np.random.Generator) -> RatedFeatures:
    """Draw ``step`` per cent of the segments of a corpus, with all their translations."""
    segments = np.unique(_segments(data))
    chosen = random.permutation(segments)[: _segment_count(data, step)]
    return data.part(np.flatnonzero(np.isin(_segments(data), chosen)))


def _rhos(
    corpora: Sequence[FeaturedCorpus], data: Sequence[RatedFeatures], metric: Regression, alphas: Sequence[float]
) -> list[float | None]:
    size = len(metric.model.weights)
    if sum(map(len, data)) - max(map(len, data)) <= size:
        return [None] * len(corpora)
    fitted = leave_one_out(data, metric, alphas=alphas)
    return [
        correlated(corpus.rated.human, model_scores(corpus, model, metric), "spearman").value
        for corpus, model in zip(corpora, fitted, strict=True)
    ]
