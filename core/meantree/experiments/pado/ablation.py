"""Which feature groups does ``rte-r`` need? Trained without each, and on each alone (Padó et al. 2009, section 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meantree.errors import UsageError
from meantree.escaping import escaped
from meantree.evaluation.measures.correlation import correlated
from meantree.evaluation.measures.measured import Measured, undefined
from meantree.evaluation.regression_training import untrained
from meantree.evaluation.value_table import Value, ValueTable
from meantree.experiments.notes import note_of
from meantree.experiments.pado.ablation_bounds import ALL, bounded_tables
from meantree.experiments.pado.features import Featured, featured
from meantree.experiments.pado.robin import round_robin, scores_of
from meantree.experiments.pado.tables import ROBIN, mean_of
from meantree.experiments.study import Options, Study
from meantree.experiments.trained_metrics import columns_of
from meantree.experiments.undefined import Reasons
from meantree.metrics.regression.metrics import Regression
from meantree.work import Work

MODEL: Final = "rte-r"
COLUMN: Final = "ρ"
Floats = NDArray[np.float64]
Places = NDArray[np.intp]


def ablation_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """ρ without each feature group, as a difference from ρ with all; and ρ of each group in isolation.

    Raises:
        UsageError: if there is one corpus alone, or one has too few ratings.
        Cancelled: if the user stopped it.
    """
    metric, corpora = untrained(MODEL), featured(study, work)
    groups = groups_of(metric)
    choices = {ALL: np.arange(len(metric.model.weights))}
    choices |= {f"without {name}": np.setdiff1d(choices[ALL], places) for name, places in groups.items()}
    choices |= {f"{name} alone": places for name, places in groups.items()}
    scores: dict[str, Sequence[Floats] | str] = {}
    for done, (name, places) in enumerate(choices.items()):
        work.step("Training on feature groups", done, len(choices))
        scores[name] = _scores(corpora, part_of(metric, places), options, work)
    found = {name: _rhos(corpora, those) for name, those in scores.items()}
    reasons = Reasons()
    whole = [_value(reasons, one, ALL, rho) for one, rho in zip(corpora, found[ALL], strict=True)]
    rows: list[tuple[Value, ...]] = [_row(ALL, len(choices[ALL]), [None] * len(corpora), whole)]
    for name, places in groups.items():
        without, alone = (
            [_value(reasons, one, name, rho) for one, rho in zip(corpora, found[key], strict=True)]
            for key in (f"without {name}", f"{name} alone")
        )
        rows.append(_row(name, len(places), list(map(_less, without, whole)), alone))
    names = [one.name for one in corpora]
    columns = (f"{letter} {name}" for letter in "Δρ" for name in (*names, "mean"))
    note = (
        f"Spearman's ρ of {MODEL} by sentence. Δ: what leaving the group out changes. ρ: of a model with this group "
        f"alone. {ROBIN}"
    )
    return [
        ValueTable(
            "pado-ablation",
            "Feature groups left out, and alone",
            note_of(note, corpora, reasons.told([COLUMN])),
            ("group", "features", *columns),
            tuple(rows),
            drawn=bounded_tables(corpora, scores, list(groups), options, work),
        )
    ]


def _row(name: str, size: int, changes: list[float | None], rhos: list[float | None]) -> tuple[Value, ...]:
    return name, size, *changes, mean_of(changes), *rhos, mean_of(rhos)


def _less(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one - other


def _value(reasons: Reasons, one: Featured, name: str, found: Measured) -> float | None:
    return reasons.value(escaped(one.name), name, COLUMN, found)


def groups_of(metric: Regression) -> dict[str, Places]:
    """0-based places of the features of each group, in order."""
    named = [metric.quantities()[one.name].group for one in metric.model.weights]
    return {group: np.flatnonzero([one == group for one in named]) for group in dict.fromkeys(named)}


def part_of(metric: Regression, places: Places) -> Regression:
    """The metric with some of its features."""
    weights = tuple(metric.model.weights[place] for place in places)
    part: Regression = replace(metric, model=replace(metric.model, weights=weights))
    return part


def _scores(corpora: Sequence[Featured], metric: Regression, options: Options, work: Work) -> Sequence[Floats] | str:
    """Predictions in each corpus, or why there are none."""
    data = [one.training(columns_of(metric)) for one in corpora]
    try:
        fitted = round_robin(data, metric, seed=options.seed, work=work)
    except UsageError as error:
        return str(error)
    return [scores_of(one, model, metric) for one, model in zip(corpora, fitted, strict=True)]


def _rhos(corpora: Sequence[Featured], scores: Sequence[Floats] | str) -> list[Measured]:
    """ρ of each corpus; undefined where the features have nothing to do with ratings."""
    if isinstance(scores, str):
        return [undefined(scores)] * len(corpora)
    return [correlated(one.rated.human, values, "spearman") for one, values in zip(corpora, scores, strict=True)]
