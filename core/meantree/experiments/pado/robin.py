"""Round robin: train on all corpora but one, predict the ratings of that one (Padó et al. 2009, section 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from meantree.errors import UsageError
from meantree.evaluation.fitted_line import predicted
from meantree.evaluation.regression_training import Fit, Rated, fit, untrained
from meantree.experiments.pado.features import Featured, featured
from meantree.experiments.study import Study
from meantree.experiments.trained_metrics import MODELS, columns_of, trained_name
from meantree.metrics.regression.metrics import Regression
from meantree.work import Work

Floats = NDArray[np.float64]
FITS = "fits"


def round_robin(
    data: Sequence[Rated], metric: Regression, *, seed: int = 1, alphas: Sequence[float] = (), work: Work | None = None
) -> list[Fit]:
    """A model for each corpus, trained on all others.

    Args:
        data: of each corpus.
        metric: names the features.
        seed: of the parts that a single corpus is cut into, where there is one other alone.
        alphas: how strongly weights are held back for each corpus, if that is known.
        work: progress and cancel.

    Raises:
        UsageError: if there are fewer translations than features.
    """
    return [
        fit(
            [other for place, other in enumerate(data) if place != left],
            metric,
            seed=seed,
            alpha=alphas[left] if alphas else None,
            work=work,
        )
        for left in range(len(data))
    ]


def fits(study: Study, name: str, work: Work) -> list[Fit]:
    """The models of one metric, one for each corpus; trained when they are first asked for."""
    known: dict[str, list[Fit]] = study.found.setdefault(FITS, {})
    if name not in known:
        metric = untrained(name)
        data = [one.training(columns_of(metric)) for one in featured(study, work)]
        known[name] = round_robin(data, metric, seed=study.options.seed, work=work)
    return known[name]


def scores_of(one: Featured, fitted: Fit, metric: Regression) -> Floats:
    """What a model says of each translation, shape (systems, segments)."""
    return one.matrix(predicted(fitted.model, one.features[:, columns_of(metric)]))


def all_scores(study: Study, work: Work) -> tuple[list[Mapping[str, Floats]], list[str]]:
    """Of each corpus, the metrics beside and the models that were trained on the others, higher is better.

    With them, in sentences, which models could not be trained.
    """
    corpora = featured(study, work)
    found: list[dict[str, Floats]] = [dict(one.rated.scores) for one in corpora]
    notes = []
    for place, name in enumerate(MODELS):
        work.step("Training round robin", place, len(MODELS))
        try:
            fitted = fits(study, name, work)
        except UsageError as error:
            notes.append(f"{name}: left out, {error}.")
            continue
        for scores, one, model in zip(found, corpora, fitted, strict=True):
            scores[trained_name(name, study.options.metrics)] = scores_of(one, model, untrained(name))
    return list(found), notes
