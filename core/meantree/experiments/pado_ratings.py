"""Tables of predictions: ρ by sentence, pairwise consistency, tie-aware ρ by system (Padó et al. 2009, table 1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from meantree.escaping import escaped
from meantree.evaluation.measured import Floats, Measured, undefined
from meantree.evaluation.paired_tests import CORRECTION_NOTES, corrected_p_values
from meantree.evaluation.pairwise_accuracy import Part, consistency, first_places, tie_aware_rho, tie_frequency
from meantree.evaluation.rating_correlations import correlated, weighted_pearson, weighted_ranks
from meantree.evaluation.regression_training import fit, untrained
from meantree.evaluation.significance import bootstrap_draws, interval
from meantree.evaluation.value_table import DotPlot, Value, ValueTable, WeightBars
from meantree.experiments.pado_training import (
    FeaturedCorpus,
    feature_columns,
    featured_corpora,
    left_out_fits,
    pairs_to_test,
    scores_with_trained,
)
from meantree.experiments.rated import RatedCorpus
from meantree.experiments.study import Options, Study
from meantree.experiments.table_notes import Reasons, table_note
from meantree.metrics.trained_model import Model
from meantree.work import Work

TOGETHER: Final = 50
"""Samples that are ranked at a time."""


def differences_table(
    corpora: Sequence[FeaturedCorpus], scores: Sequence[Mapping[str, Floats]], options: Options, work: Work
) -> ValueTable:
    """Differences of Spearman's ρ: of each corpus, and in the mean with bounds and p.

    Raises:
        Cancelled: if the user stopped it.
    """
    pairs = [pair for pair in pairs_to_test(options.metrics) if all(name in scores[0] for name in pair)]
    wanted = list(dict.fromkeys(name for pair in pairs for name in pair))
    found = [rho_samples(one, values, wanted, options, work) for one, values in zip(corpora, scores, strict=True)]
    differences = [[part[one] - part[other] for part in found] for one, other in pairs]
    ps = corrected_p_values(np.array([_p(each) for each in differences]), options.correction)
    rows = [
        (f"{one} − {other}", *_row(each), _none_if_nan(p))
        for (one, other), each, p in zip(pairs, differences, ps, strict=True)
    ]
    note = (
        "By how much ρ of the first metric is above that of the second. mean low, mean high: 95 % of "
        f"{options.resamples:,} bootstrap samples of the segments, drawn for each corpus; p: the share of samples "
        f"without a gain in the mean, one-sided, {CORRECTION_NOTES[options.correction]}."
    )
    head = ("difference", *(one.name for one in corpora), "mean", "mean low", "mean high", "p")
    title = "Round robin: who follows ratings better"
    figure = DotPlot(tuple(range(1, len(head) - 3)), "difference of Spearman's ρ")
    return ValueTable("pado-differences", title, note, head, tuple(rows), (figure,))


def _row(differences: Sequence[Floats]) -> list[Value]:
    """The first of each stands for all segments, each once; the others for samples."""
    means = np.mean(differences, axis=0)
    return [*(_none_if_nan(one[0]) for one in differences), _none_if_nan(means[0]), *interval(means[1:])]


def _p(differences: Sequence[Floats]) -> float:
    """NaN where the mean is undefined, in all segments or in all samples."""
    found, *tried = np.mean(differences, axis=0)
    known = np.array(tried)[~np.isnan(tried)]
    return float((1 + (known <= 0).sum()) / (1 + len(known))) if len(known) and not np.isnan(found) else np.nan


def _none_if_nan(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def rho_samples(
    one: FeaturedCorpus, scores: Mapping[str, Floats], wanted: Sequence[str], options: Options, work: Work
) -> dict[str, Floats]:
    """Spearman's ρ with ratings by metric, shape (1 + resamples,): of all segments, then of each bootstrap sample.

    Samples are the same for all metrics. NaN where one of the two never differs.

    Raises:
        Cancelled: if the user stopped it.
    """
    known = one.rated.known
    column, human = np.nonzero(known)[1], one.rated.human[known]
    parts: dict[str, list[Floats]] = {name: [] for name in wanted}
    size = known.shape[1]
    blocks = [np.ones((1, size)), *bootstrap_draws(size, options.resamples, options.seed)]
    done = 0
    for block in blocks:
        for begin in range(0, len(block), TOGETHER):
            work.step(f"Drawing samples of {one.name}", done, options.resamples)
            times = block[begin : begin + TOGETHER, column]
            ranks = weighted_ranks(human, times)
            for name in wanted:
                parts[name].append(weighted_pearson(weighted_ranks(scores[name][known], times), ranks, times))
            done += len(times)
    return {name: np.concatenate(found) for name, found in parts.items()}


ROBIN: Final = "Models (…-r) are trained on the ratings of all other corpora."
PARTS: Final[tuple[Part, ...]] = ("all", "best", "worst")


def pado_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """ρ by sentence with tests of differences, consistency, and tie-aware ρ by system; a column for each corpus.

    Raises:
        UsageError: if there is one corpus alone, or one has too few ratings.
        Cancelled: if the user stopped it.
    """
    scores, lost = scores_with_trained(study, work)
    corpora = featured_corpora(study, work)
    tables = [_sentences(corpora, scores), _consistency(corpora, scores), _systems_table(corpora, scores)]
    told = [replace(table, note=" ".join((table.note, *lost))) for table in tables]
    return [told[0], differences_table(corpora, scores, options, work), *told[1:]]


def _sentences(corpora: Sequence[FeaturedCorpus], scores: Sequence[Mapping[str, Floats]]) -> ValueTable:
    def rho(one: RatedCorpus, values: Floats) -> Measured:
        return correlated(one.human, values, "spearman")

    note = f"Spearman's ρ of segment scores with ratings, over all translations. {ROBIN}"
    head = ("metric", *(one.name for one in corpora), "mean")
    figures = (DotPlot(tuple(range(1, len(head))), "Spearman's ρ"),)
    title = "Round robin: sentences"
    table = ValueTable("pado-sentences", title, note, head, (), figures)
    return _filled(table, "ρ", corpora, scores, [rho], mean=True)


def _consistency(corpora: Sequence[FeaturedCorpus], scores: Sequence[Mapping[str, Floats]]) -> ValueTable:
    def of(part: Part) -> Callable[[RatedCorpus, Floats], Measured]:
        return lambda one, values: consistency(one.human, values, part)

    note = (
        "The share of pairs of one source that scores order as ratings do, where these differ; ties of a metric are "
        "wrong. best, worst: pairs with a translation that is rated best or worst of its source."
    )
    head = ("metric", *(f"{one.name}{_named(part)}" for one in corpora for part in PARTS))
    measures = [of(part) for part in PARTS]
    figures = tuple(
        DotPlot(tuple(range(place, len(head), len(PARTS))), f"share of pairs{_of_extreme(part)}", part, base=0.5)
        for place, part in enumerate(PARTS, start=1)
    )
    title = "Round robin: pairwise consistency"
    table = ValueTable("pado-consistency", title, note, head, (), figures)
    return _filled(table, "consistency", corpora, scores, measures)


def _named(part: Part) -> str:
    return "" if part == "all" else f" {part}"


def _of_extreme(part: Part) -> str:
    return "" if part == "all" else f" with the {part}"


def _systems_table(corpora: Sequence[FeaturedCorpus], scores: Sequence[Mapping[str, Floats]]) -> ValueTable:
    frequencies = {one.name: ties_elsewhere(corpora, place) for place, one in enumerate(corpora)}

    def rho(one: RatedCorpus, values: Floats) -> Measured:
        return _tie_aware(one, values, frequencies[one.name])[0]

    def epsilon(one: RatedCorpus, values: Floats) -> Measured:
        found, chosen = _tie_aware(one, values, frequencies[one.name])
        return found if chosen is None else Measured(chosen)

    told = ", ".join(
        f"{escaped(name)} {frequency:.1%}" for name, frequency in frequencies.items() if frequency is not None
    )
    note = (
        "Spearman's ρ of the shares of segments in which each system is best or at most ε worse, by scores and by "
        f"ratings; ε ties as many first places as the other corpora's ratings do{f' ({told})' if told else ''}."
    )
    head = ("metric", *(f"{one.name}{letter}" for one in corpora for letter in ("", " ε")))
    figures = (DotPlot(tuple(range(1, len(head), 2)), "Spearman's ρ, tie-aware"),)
    table = ValueTable("pado-systems", "Round robin: systems", note, head, (), figures)
    return _filled(table, "ρ", corpora, scores, [rho, epsilon])


def _tie_aware(one: RatedCorpus, values: Floats, frequency: float | None) -> tuple[Measured, float | None]:
    if frequency is None:
        return undefined("other corpora have one system for each source"), None
    found = tie_aware_rho(first_places(one.human), values, frequency)
    return found.rho, found.epsilon


def ties_elsewhere(corpora: Sequence[FeaturedCorpus], left: int) -> float | None:
    """How often people tie for the first place in the corpora that are trained on, in [0, 1]; None if nowhere asked."""
    found = []
    for place, one in enumerate(corpora):
        frequency = tie_frequency(one.rated.human)
        if place != left and frequency is not None:
            found.append((frequency, int((one.rated.known.sum(axis=0) > 1).sum())))
    return float(np.average([one for one, _ in found], weights=[many for _, many in found])) if found else None


def _filled(
    table: ValueTable,
    column: str,
    corpora: Sequence[FeaturedCorpus],
    scores: Sequence[Mapping[str, Floats]],
    measures: Sequence[Callable[[RatedCorpus, Floats], Measured]],
    *,
    mean: bool = False,
) -> ValueTable:
    """Return the table with a row for each metric, a column for each corpus and measure.

    ``column`` is what may be undefined; the note says why.
    """
    reasons, rows = Reasons(), []
    for metric in scores[0]:
        found = [
            reasons.value(one.name, metric, column, measure(one.rated, values[metric]))
            for one, values in zip(corpora, scores, strict=True)
            for measure in measures
        ]
        rows.append((metric, *found, *([mean_of(found)] if mean else [])))
    return replace(table, note=table_note(table.note, corpora, reasons.sentences([column])), rows=tuple(rows))


def mean_of(values: Sequence[Value]) -> float | None:
    """Over the corpora; None if one is undefined."""
    numbers = [one for one in values if isinstance(one, float)]
    return float(np.mean(numbers)) if len(numbers) == len(values) else None


MODEL: Final = "rte-r"


def weight_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """Each feature of ``rte-r`` that weighs something, the heaviest first: trained on all corpora, and in each round.

    Raises:
        UsageError: if there is one corpus alone, or one has too few ratings.
        Cancelled: if the user stopped it.
    """
    metric, corpora = untrained(MODEL), featured_corpora(study, work)
    data = [one.training(feature_columns(metric)) for one in corpora]
    rounds = [one.model for one in left_out_fits(study, MODEL, work)]
    whole = fit(data, metric, seed=options.seed, work=work).model
    parts = [_usual(model) for model in (whole, *rounds)]
    order = np.argsort(-np.abs(parts[0]), kind="stable")
    rows = tuple(
        (one.shown, metric.features()[one.name].group, *(float(part[place]) for part in parts))
        for place in order
        if any(part[place] for part in parts) and (one := whole.weights[place])
    )
    note = (
        "What a usual difference (one standard deviation) of a feature adds to the predicted rating; features of which "
        "no model takes notice are left out. all: trained on all corpora; others: on all but the one that is named."
    )
    head = ("feature", "group", "all", *(f"without {one.name}" for one in corpora))
    figure = WeightBars(2, 1, tuple(range(3, len(head))), "added to the rating by a usual difference")
    title = f"Feature weights of {MODEL}"
    return [ValueTable("pado-weights", title, table_note(note, corpora), head, rows, (figure,))]


def _usual(model: Model) -> np.ndarray:
    return np.array([one.weight * one.scale for one in model.weights])
