"""What a model has learned: the weights of its features (Padó et al. 2009, section 6)."""

from __future__ import annotations

from typing import Final

import numpy as np

from meantree.evaluation.regression_training import fit, untrained
from meantree.evaluation.table_figures import Weights
from meantree.evaluation.value_table import ValueTable
from meantree.experiments.notes import note_of
from meantree.experiments.pado.features import featured
from meantree.experiments.pado.robin import fits
from meantree.experiments.study import Options, Study
from meantree.experiments.trained_metrics import columns_of
from meantree.metrics.regression.model import Model
from meantree.work import Work

MODEL: Final = "rte-r"


def weight_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """Each feature of ``rte-r`` that weighs something, the heaviest first: trained on all corpora, and in each round.

    Raises:
        UsageError: if there is one corpus alone, or one has too few ratings.
        Cancelled: if the user stopped it.
    """
    metric, corpora = untrained(MODEL), featured(study, work)
    data = [one.training(columns_of(metric)) for one in corpora]
    rounds = [one.model for one in fits(study, MODEL, work)]
    whole = fit(data, metric, seed=options.seed, work=work).model
    parts = [_usual(model) for model in (whole, *rounds)]
    order = np.argsort(-np.abs(parts[0]), kind="stable")
    rows = tuple(
        (one.shown, metric.quantities()[one.name].group, *(float(part[place]) for part in parts))
        for place in order
        if any(part[place] for part in parts) and (one := whole.weights[place])
    )
    note = (
        "What a usual difference (one standard deviation) of a feature adds to the predicted rating; features of which "
        "no model takes notice are left out. all: trained on all corpora; others: on all but the one that is named."
    )
    head = ("feature", "group", "all", *(f"without {one.name}" for one in corpora))
    figure = Weights(2, 1, tuple(range(3, len(head))), "added to the rating by a usual difference")
    title = f"Feature weights of {MODEL}"
    return [ValueTable("pado-weights", title, note_of(note, corpora), head, rows, (figure,))]


def _usual(model: Model) -> np.ndarray:
    return np.array([one.weight * one.scale for one in model.weights])
