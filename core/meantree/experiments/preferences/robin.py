"""Round robin: train on the preferences of all corpora but one, score the translations of that one."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from meantree.errors import UsageError
from meantree.evaluation.fitted_line import predicted
from meantree.evaluation.preference_training import fit_preferences
from meantree.evaluation.regression_training import untrained
from meantree.experiments.preferences.data import compared
from meantree.experiments.study import Study
from meantree.experiments.trained_metrics import MODELS, columns_of, trained_name
from meantree.work import Work

Floats = NDArray[np.float64]


def all_scores(study: Study, work: Work) -> tuple[list[Mapping[str, Floats]], list[str]]:
    """Of each corpus, the metrics beside and the models that were trained on the others, higher is better.

    With them, in sentences, which models could not be trained.
    """
    corpora = compared(study, work)
    found: list[dict[str, Floats]] = [dict(one.scores) for one in corpora]
    notes = []
    for place, name in enumerate(MODELS):
        work.step("Training round robin", place, len(MODELS))
        metric = untrained(name)
        columns = columns_of(metric)
        data = [one.preferred.features(columns) for one in corpora]
        try:
            fitted = [
                fit_preferences([*data[:left], *data[left + 1 :]], metric, seed=study.options.seed, work=work)
                for left in range(len(data))
            ]
        except UsageError as error:
            notes.append(f"{name}: left out, {error}.")
            continue
        for scores, one, model in zip(found, corpora, fitted, strict=True):
            values = predicted(model.model, one.features[:, columns])
            scores[trained_name(name, study.options.metrics)] = one.matrix(values)
    return list(found), notes
