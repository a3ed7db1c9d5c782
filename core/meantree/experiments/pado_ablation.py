"""Which feature groups and how much training data does ``rte-r`` need? (Padó et al. 2009, section 5, figure 3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meantree.errors import UsageError
from meantree.escaping import escaped
from meantree.evaluation.measured import Floats, Measured, Places, minus, none_if_nan, undefined
from meantree.evaluation.rating_correlations import correlated
from meantree.evaluation.significance import interval
from meantree.evaluation.value_table import Curves, DotPlot, Row, Value, ValueTable, with_bounds
from meantree.experiments.measured_tables import Reasons, mean_of, table_note
from meantree.experiments.pado_ratings import TRAINING_NOTE, rho_samples
from meantree.experiments.pado_training import (
    FeaturedCorpus,
    feature_columns,
    featured_corpora,
    leave_one_out,
    left_out_fits,
    model_scores,
)
from meantree.experiments.study import Options, Study
from meantree.metrics.regression_metrics import Regression
from meantree.training.regression_training import RatedFeatures, untrained
from meantree.work import Work

ALL: Final = "all groups"
PARTS: Final = {"without": "left out", "alone": "alone"}
"""By part of a table's name, its title."""


def bounded_tables(
    corpora: Sequence[FeaturedCorpus],
    scores: Mapping[str, Sequence[Floats] | str],
    groups: Sequence[str],
    options: Options,
    work: Work,
) -> tuple[ValueTable, ...]:
    """Return differences of ρ from that of all features, with 95 % intervals: each group left out, and alone.

    Args:
        scores: predictions in each corpus, or why there are none, by the features of the model: :data:`ALL`,
            ``without …`` and ``… alone`` for each group.
        options: number of bootstrap samples, and their seed.
    """
    known = {name: predictions for name, predictions in scores.items() if not isinstance(predictions, str)}
    if ALL not in known:
        return ()
    samples = [
        rho_samples(
            corpus, {name: predictions[place] for name, predictions in known.items()}, list(known), options, work
        )
        for place, corpus in enumerate(corpora)
    ]
    return tuple(_table(part, title, corpora, samples, groups) for part, title in PARTS.items())


def _table(
    part: str,
    title: str,
    corpora: Sequence[FeaturedCorpus],
    samples: Sequence[Mapping[str, Floats]],
    groups: Sequence[str],
) -> ValueTable:
    names = [*(corpus.name for corpus in corpora), "mean"]
    head = ("group", *with_bounds(names))
    rows = []
    for group in groups:
        name = f"without {group}" if part == "without" else f"{group} alone"
        rows.append((group, *_cells([sample[name] - sample[ALL] for sample in samples if name in sample])))
    width = len(head)
    figure = DotPlot(tuple(range(1, width, 3)), "Δ ρ from all groups")
    filled = tuple((*row, *[None] * (width - len(row))) for row in rows)
    return ValueTable(f"pado-ablation-{part}", f"Feature groups {title}: Δ ρ", "", head, filled, (figure,))


def _cells(differences: Sequence[Floats]) -> Iterator[Value]:
    """Yield value and bounds for each corpus and for their mean; None where undefined."""
    for samples in (*differences, np.mean(differences, axis=0)) if differences else ():
        yield none_if_nan(samples[0])
        yield from interval(samples[1:])


MODEL: Final = "rte-r"
COLUMN: Final = "ρ"


def ablation_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """Return ρ without each feature group, as a difference from ρ with all groups, and ρ of each group alone.

    Raises:
        UsageError: if there is one corpus alone, or one has too few ratings.
    """
    metric, corpora = untrained(MODEL), featured_corpora(study, work)
    groups = groups_of(metric)
    choices = {ALL: np.arange(len(metric.model.weights))}
    choices |= {f"without {name}": np.setdiff1d(choices[ALL], places) for name, places in groups.items()}
    choices |= {f"{name} alone": places for name, places in groups.items()}
    scores: dict[str, Sequence[Floats] | str] = {}
    for place, (name, places) in enumerate(choices.items()):
        work.step("Training on feature groups", place, len(choices))
        scores[name] = _scores(corpora, part_of(metric, places), options, work)
    rhos = {name: _rhos(corpora, score) for name, score in scores.items()}
    reasons = Reasons()

    def values(features: str, row: str) -> list[float | None]:
        """Return ρ in each corpus of the model with these features, and record why it is undefined in a row."""
        measured = zip(corpora, rhos[features], strict=True)
        return [reasons.value(escaped(corpus.name), row, COLUMN, rho) for corpus, rho in measured]

    whole = values(ALL, ALL)
    rows: list[Row] = [_row(ALL, len(choices[ALL]), [None] * len(corpora), whole)]
    for name, places in groups.items():
        without, alone = values(f"without {name}", name), values(f"{name} alone", name)
        rows.append(_row(name, len(places), [*map(minus, without, whole)], alone))
    names = [corpus.name for corpus in corpora]
    columns = (f"{letter} {name}" for letter in "Δρ" for name in (*names, "mean"))
    note = (
        f"Sentence-level Spearman's ρ of {MODEL}. Δ: the change when the group is left out. ρ: a model with this group "
        f"alone. {TRAINING_NOTE}"
    )
    return [
        ValueTable(
            "pado-ablation",
            "Feature groups left out, and alone",
            table_note(note, corpora, reasons.sentences()),
            ("group", "features", *columns),
            tuple(rows),
            drawn=bounded_tables(corpora, scores, list(groups), options, work),
        )
    ]


def _row(name: str, size: int, changes: list[float | None], rhos: list[float | None]) -> tuple[Value, ...]:
    return name, size, *changes, mean_of(changes), *rhos, mean_of(rhos)


def groups_of(metric: Regression) -> dict[str, Places]:
    """Return the 0-based places of each group's features, in order."""
    named = [metric.features()[weight.name].group for weight in metric.model.weights]
    return {group: np.flatnonzero([name == group for name in named]) for group in dict.fromkeys(named)}


def part_of(metric: Regression, places: Places) -> Regression:
    """Return the metric with only the features at these places."""
    weights = tuple(metric.model.weights[place] for place in places)
    part: Regression = replace(metric, model=replace(metric.model, weights=weights))
    return part


def _scores(
    corpora: Sequence[FeaturedCorpus], metric: Regression, options: Options, work: Work
) -> Sequence[Floats] | str:
    """Return predictions in each corpus, or why there are none."""
    data = [corpus.training(feature_columns(metric)) for corpus in corpora]
    try:
        fitted = leave_one_out(data, metric, seed=options.seed, work=work)
    except UsageError as error:
        return str(error)
    return [model_scores(corpus, model, metric) for corpus, model in zip(corpora, fitted, strict=True)]


def _rhos(corpora: Sequence[FeaturedCorpus], scores: Sequence[Floats] | str) -> list[Measured]:
    """Return ρ in each corpus; undefined where the predictions are constant."""
    if isinstance(scores, str):
        return [undefined(scores)] * len(corpora)
    return [correlated(corpus.rated.human, values, "spearman") for corpus, values in zip(corpora, scores, strict=True)]


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
    done = count()
    rows = [row for name in MODELS for row in _rows(study, corpora, name, options, work, done)]
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


def _rows(
    study: Study, corpora: Sequence[FeaturedCorpus], name: str, options: Options, work: Work, done: Iterator[int]
) -> list[tuple[Value, ...]]:
    metric = untrained(name)
    data = [corpus.training(feature_columns(metric)) for corpus in corpora]
    alphas = [fit.alpha for fit in left_out_fits(study, name, work)]
    random, rows = np.random.default_rng(options.seed), []
    for step in STEPS:
        values = []
        for _ in range(DRAWS):
            work.step("Learning curve", next(done), len(MODELS) * len(STEPS) * DRAWS)
            values.append(_drawn_rhos(corpora, [drawn(fit, step, random) for fit in data], metric, alphas))
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


def _drawn_rhos(
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
