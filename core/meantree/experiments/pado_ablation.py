"""Which feature groups does ``rte-r`` need? Trained without each, and on each alone (Padó et al. 2009, section 5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from meantree.errors import UsageError
from meantree.escaping import escaped
from meantree.evaluation.measured import Floats, Measured, Places, undefined
from meantree.evaluation.rating_correlations import correlated
from meantree.evaluation.regression_training import untrained
from meantree.evaluation.significance import interval
from meantree.evaluation.value_table import DotPlot, Value, ValueTable
from meantree.experiments.pado_ratings import ROBIN, mean_of, rho_samples
from meantree.experiments.pado_training import (
    FeaturedCorpus,
    feature_columns,
    featured_corpora,
    leave_one_out,
    model_scores,
)
from meantree.experiments.study import Options, Study
from meantree.experiments.table_notes import Reasons, table_note
from meantree.metrics.regression_metrics import Regression
from meantree.work import Work

ALL: Final = "all groups"
PARTS: Final = {"without": "left out", "alone": "alone"}
"""In names of tables, and in words."""


def bounded_tables(
    corpora: Sequence[FeaturedCorpus],
    scores: Mapping[str, Sequence[Floats] | str],
    groups: Sequence[str],
    options: Options,
    work: Work,
) -> tuple[ValueTable, ...]:
    """Differences of ρ from that of all features with 95 % of bootstrap samples: of each group left out, and alone.

    Args:
        corpora: their ratings.
        scores: predictions in each corpus by what models were trained on, or why there are none; of :data:`ALL`,
            ``without …`` and ``… alone`` for each group.
        groups: of features.
        options: how many samples, and their seed.
        work: progress and cancel.

    Raises:
        Cancelled: if the user stopped it.
    """
    known = {name: found for name, found in scores.items() if not isinstance(found, str)}
    if ALL not in known:
        return ()
    samples = [
        rho_samples(one, {name: found[place] for name, found in known.items()}, list(known), options, work)
        for place, one in enumerate(corpora)
    ]
    return tuple(_table(part, told, corpora, samples, groups) for part, told in PARTS.items())


def _table(
    part: str,
    told: str,
    corpora: Sequence[FeaturedCorpus],
    samples: Sequence[Mapping[str, Floats]],
    groups: Sequence[str],
) -> ValueTable:
    names = [*(one.name for one in corpora), "mean"]
    head = ("group", *(f"{name}{bound}" for name in names for bound in ("", " low", " high")))
    rows = []
    for group in groups:
        name = f"without {group}" if part == "without" else f"{group} alone"
        rows.append((group, *_cells([one[name] - one[ALL] for one in samples if name in one])))
    width = len(head)
    figure = DotPlot(tuple(range(1, width, 3)), "Δ ρ from all groups")
    filled = tuple((*row, *[None] * (width - len(row))) for row in rows)
    return ValueTable(f"pado-ablation-{part}", f"Feature groups {told}: Δ ρ", "", head, filled, (figure,))


def _cells(differences: Sequence[Floats]) -> Iterator[Value]:
    """Value and bounds of each corpus and of their mean, as far as they are defined."""
    for one in (*differences, np.mean(differences, axis=0)) if differences else ():
        yield None if np.isnan(one[0]) else float(one[0])
        yield from interval(one[1:])


MODEL: Final = "rte-r"
COLUMN: Final = "ρ"


def ablation_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """ρ without each feature group, as a difference from ρ with all; and ρ of each group in isolation.

    Raises:
        UsageError: if there is one corpus alone, or one has too few ratings.
        Cancelled: if the user stopped it.
    """
    metric, corpora = untrained(MODEL), featured_corpora(study, work)
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
            table_note(note, corpora, reasons.sentences([COLUMN])),
            ("group", "features", *columns),
            tuple(rows),
            drawn=bounded_tables(corpora, scores, list(groups), options, work),
        )
    ]


def _row(name: str, size: int, changes: list[float | None], rhos: list[float | None]) -> tuple[Value, ...]:
    return name, size, *changes, mean_of(changes), *rhos, mean_of(rhos)


def _less(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one - other


def _value(reasons: Reasons, one: FeaturedCorpus, name: str, found: Measured) -> float | None:
    return reasons.value(escaped(one.name), name, COLUMN, found)


def groups_of(metric: Regression) -> dict[str, Places]:
    """0-based places of the features of each group, in order."""
    named = [metric.features()[one.name].group for one in metric.model.weights]
    return {group: np.flatnonzero([one == group for one in named]) for group in dict.fromkeys(named)}


def part_of(metric: Regression, places: Places) -> Regression:
    """The metric with some of its features."""
    weights = tuple(metric.model.weights[place] for place in places)
    part: Regression = replace(metric, model=replace(metric.model, weights=weights))
    return part


def _scores(
    corpora: Sequence[FeaturedCorpus], metric: Regression, options: Options, work: Work
) -> Sequence[Floats] | str:
    """Predictions in each corpus, or why there are none."""
    data = [one.training(feature_columns(metric)) for one in corpora]
    try:
        fitted = leave_one_out(data, metric, seed=options.seed, work=work)
    except UsageError as error:
        return str(error)
    return [model_scores(one, model, metric) for one, model in zip(corpora, fitted, strict=True)]


def _rhos(corpora: Sequence[FeaturedCorpus], scores: Sequence[Floats] | str) -> list[Measured]:
    """ρ of each corpus; undefined where the features have nothing to do with ratings."""
    if isinstance(scores, str):
        return [undefined(scores)] * len(corpora)
    return [correlated(one.rated.human, values, "spearman") for one, values in zip(corpora, scores, strict=True)]
