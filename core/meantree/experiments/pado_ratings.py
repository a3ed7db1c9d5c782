"""Tables of predictions: ρ by sentence, pairwise consistency, tie-aware ρ by system (Padó et al. 2009, table 1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import numpy as np

from meantree.escaping import escaped
from meantree.evaluation.measured import Floats, Measured, none_if_nan, undefined
from meantree.evaluation.paired_tests import CORRECTION_NOTES, corrected_p_values
from meantree.evaluation.pairwise_accuracy import (
    Part,
    consistency,
    first_places,
    tie_aware_rho,
    tie_frequency,
)
from meantree.evaluation.rating_correlations import correlated, weighted_pearson, weighted_ranks
from meantree.evaluation.significance import bootstrap_draws, interval
from meantree.evaluation.value_table import DotPlot, Value, ValueTable, WeightBars
from meantree.experiments.measured_tables import MEAN, Column, measured_table, table_note
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
from meantree.training.regression_training import fit, untrained
from meantree.work import Work

BLOCK_SIZE: Final = 50
"""Samples that are ranked together, which bounds memory."""


def differences_table(
    corpora: Sequence[FeaturedCorpus], scores: Sequence[Mapping[str, Floats]], options: Options, work: Work
) -> ValueTable:
    """Return differences of Spearman's ρ for each corpus, and in the mean with bounds and p."""
    pairs = [pair for pair in pairs_to_test(options.metrics) if all(name in scores[0] for name in pair)]
    wanted = list(dict.fromkeys(name for pair in pairs for name in pair))
    samples = [
        rho_samples(corpus, values, wanted, options, work) for corpus, values in zip(corpora, scores, strict=True)
    ]
    differences = [[part[first] - part[second] for part in samples] for first, second in pairs]
    ps = corrected_p_values(np.array([_p(difference) for difference in differences]), options.correction)
    rows = [
        (f"{first} − {second}", *_row(difference), none_if_nan(p))
        for (first, second), difference, p in zip(pairs, differences, ps, strict=True)
    ]
    note = (
        "ρ of the first metric minus that of the second. mean low, mean high: 95 % of "
        f"{options.resamples:,} bootstrap samples of the segments, drawn for each corpus; p: the share of samples "
        f"whose mean difference is not positive, one-sided, {CORRECTION_NOTES[options.correction]}."
    )
    head = ("difference", *(corpus.name for corpus in corpora), "mean", "mean low", "mean high", "p")
    title = "Leave-one-language-out: pairwise significance of ρ"
    figure = DotPlot(tuple(range(1, len(head) - 3)), "difference of Spearman's ρ")
    return ValueTable("pado-differences", title, note, head, tuple(rows), (figure,))


def _row(differences: Sequence[Floats]) -> list[Value]:
    """Return the cells of a row; the first value of each array is of all segments, the others are of samples."""
    means = np.mean(differences, axis=0)
    return [*(none_if_nan(difference[0]) for difference in differences), none_if_nan(means[0]), *interval(means[1:])]


def _p(differences: Sequence[Floats]) -> float:
    """Return one-sided p; NaN where the mean is undefined, in all segments or in all samples."""
    mean, *resampled = np.mean(differences, axis=0)
    known = np.array(resampled)[~np.isnan(resampled)]
    return float((1 + (known <= 0).sum()) / (1 + len(known))) if len(known) and not np.isnan(mean) else np.nan


def rho_samples(
    corpus: FeaturedCorpus, scores: Mapping[str, Floats], wanted: Sequence[str], options: Options, work: Work
) -> dict[str, Floats]:
    """Return Spearman's ρ with ratings by metric, shape (1 + resamples,): of all segments, then of each sample.

    Bootstrap samples are the same for all metrics. NaN where scores or ratings are constant.
    """
    known = corpus.rated.known
    column, human = np.nonzero(known)[1], corpus.rated.human[known]
    parts: dict[str, list[Floats]] = {name: [] for name in wanted}
    size = known.shape[1]
    blocks = [np.ones((1, size)), *bootstrap_draws(size, options.resamples, options.seed)]
    done = 0
    for block in blocks:
        for begin in range(0, len(block), BLOCK_SIZE):
            work.step(f"Drawing samples of {corpus.name}", done, options.resamples)
            times = block[begin : begin + BLOCK_SIZE, column]
            ranks = weighted_ranks(human, times)
            for name in wanted:
                parts[name].append(weighted_pearson(weighted_ranks(scores[name][known], times), ranks, times))
            done += len(times)
    return {name: np.concatenate(samples) for name, samples in parts.items()}


TRAINING_NOTE: Final = "Models (…-r) are trained on the ratings of all other corpora."
PARTS: Final[tuple[Part, ...]] = ("all", "best", "worst")


def pado_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """Return ρ by sentence with tests of differences, consistency, and tie-aware ρ by system; a column per corpus.

    Raises:
        UsageError: if there is one corpus alone, or one has too few ratings.
    """
    scores, lost = scores_with_trained(study, work)
    corpora = featured_corpora(study, work)
    tables = [_sentences(corpora, scores), _consistency(corpora, scores), _systems_table(corpora, scores)]
    noted = [replace(table, note=" ".join((table.note, *lost))) for table in tables]
    return [noted[0], differences_table(corpora, scores, options, work), *noted[1:]]


def _sentences(corpora: Sequence[FeaturedCorpus], scores: Sequence[Mapping[str, Floats]]) -> ValueTable:
    note = f"Spearman's ρ between segment scores and ratings, over all translations. {TRAINING_NOTE}"
    columns = [
        Column(corpus.name, _of(values, partial(correlated, corpus.rated.human, kind="spearman")), corpus.name, "ρ")
        for corpus, values in zip(corpora, scores, strict=True)
    ]
    figure = DotPlot(tuple(range(1, 2 + len(columns))), "Spearman's ρ")
    table = ValueTable("pado-sentences", "Leave-one-language-out: sentences", note, ("metric",), (), (figure,))
    return measured_table(table, metric_rows(scores), [*columns, MEAN], corpora)


def _of(scores: Mapping[str, Floats], measure: Callable[[Floats], Measured]) -> Callable[[str], Measured]:
    """Return a measure of metrics, by name, from one of their scores."""
    return lambda metric: measure(scores[metric])


def metric_rows(scores: Sequence[Mapping[str, Floats]]) -> dict[str, tuple[Value, ...]]:
    """Return the first cell of the row of each metric."""
    return {metric: (metric,) for metric in scores[0]}


def _consistency(corpora: Sequence[FeaturedCorpus], scores: Sequence[Mapping[str, Floats]]) -> ValueTable:
    note = (
        "The share of pairs of translations of one source with different ratings that a metric's scores order the same "
        "way; tied scores count as wrong. best, worst: pairs with the translation of a source that is rated best or "
        "worst."
    )
    columns = [
        Column(
            f"{corpus.name}{heading_suffix(part)}",
            _of(values, partial(consistency, corpus.rated.human, part=part)),
            corpus.name,
            "consistency",
        )
        for corpus, values in zip(corpora, scores, strict=True)
        for part in PARTS
    ]
    figures = tuple(
        DotPlot(
            tuple(range(place, 1 + len(columns), len(PARTS))), f"share of pairs{extreme_label(part)}", part, base=0.5
        )
        for place, part in enumerate(PARTS, start=1)
    )
    title = "Leave-one-language-out: pairwise consistency"
    table = ValueTable("pado-consistency", title, note, ("metric",), (), figures)
    return measured_table(table, metric_rows(scores), columns, corpora)


def heading_suffix(part: Part) -> str:
    return "" if part == "all" else f" {part}"


def extreme_label(part: Part) -> str:
    return "" if part == "all" else f" with the {part}"


def _systems_table(corpora: Sequence[FeaturedCorpus], scores: Sequence[Mapping[str, Floats]]) -> ValueTable:
    ties = [(tie_frequency(corpus.rated.human), int((corpus.rated.known.sum(axis=0) > 1).sum())) for corpus in corpora]
    frequencies = {corpus.name: ties_elsewhere(ties, place) for place, corpus in enumerate(corpora)}

    def rho(rated: RatedCorpus, values: Floats) -> Measured:
        return tie_aware(first_places(rated.human), values, frequencies[rated.name])

    def epsilon(rated: RatedCorpus, values: Floats) -> Measured:
        measured = rho(rated, values)
        return measured if measured.epsilon is None else Measured(measured.epsilon)

    note = (
        "Spearman's ρ between two shares of segments in which a system is the best: by scores (or at most ε worse), "
        "and by ratings. ε is chosen so that as many first places are tied as in the ratings of the other corpora"
        f"{frequencies_text(frequencies)}."
    )
    columns = [
        Column(f"{corpus.name}{letter}", _of(values, partial(measure, corpus.rated)), corpus.name, "ρ")
        for corpus, values in zip(corpora, scores, strict=True)
        for letter, measure in (("", rho), (" ε", epsilon))
    ]
    figure = DotPlot(tuple(range(1, 1 + len(columns), 2)), "Spearman's ρ, tie-aware")
    table = ValueTable("pado-systems", "Leave-one-language-out: systems", note, ("metric",), (), (figure,))
    return measured_table(table, metric_rows(scores), columns, corpora)


def ties_elsewhere(ties: Sequence[tuple[float | None, int]], held_out: int) -> float | None:
    """Return how often people tie for the first place in the training corpora, in [0, 1]; None if undefined.

    Args:
        ties: for each corpus the frequency of ties, None if undefined, and its weight.
        held_out: 0-based place of the corpus that is not trained on.
    """
    known = [(tie, weight) for place, (tie, weight) in enumerate(ties) if place != held_out and tie is not None]
    return float(np.average([tie for tie, _ in known], weights=[weight for _, weight in known])) if known else None


def tie_aware(people: Floats, scores: Floats, frequency: float | None) -> Measured:
    """Return the tie-aware ρ with people's shares of first places; undefined without a frequency of ties."""
    if frequency is None:
        return undefined("each source in the other corpora has only one system")
    return tie_aware_rho(people, scores, frequency)


def frequencies_text(frequencies: Mapping[str, float | None]) -> str:
    """Return the frequencies of ties by corpus, in brackets after a blank; empty if none is defined."""
    known = [f"{escaped(name)} {frequency:.1%}" for name, frequency in frequencies.items() if frequency is not None]
    return f" ({', '.join(known)})" if known else ""


MODEL: Final = "rte-r"


def weight_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """Return the features of ``rte-r`` with a weight, the largest first: trained on all corpora, and without each.

    Raises:
        UsageError: if there is one corpus alone, or one has too few ratings.
    """
    metric, corpora = untrained(MODEL), featured_corpora(study, work)
    data = [corpus.training(feature_columns(metric)) for corpus in corpora]
    rounds = [weight.model for weight in left_out_fits(study, MODEL, work)]
    whole = fit(data, metric, seed=options.seed, work=work).model
    parts = [np.array([each.weight * each.scale for each in model.weights]) for model in (whole, *rounds)]
    order = np.argsort(-np.abs(parts[0]), kind="stable")
    rows = tuple(
        (weight.label, metric.features()[weight.name].group, *(float(part[place]) for part in parts))
        for place in order
        if any(part[place] for part in parts) and (weight := whole.weights[place])
    )
    note = (
        "Contribution of one standard deviation of a feature to the predicted rating; features that no model uses are "
        "omitted. all: trained on all corpora; without …: trained on all corpora but this one."
    )
    head = ("feature", "group", "all", *(f"without {corpus.name}" for corpus in corpora))
    figure = WeightBars(2, 1, tuple(range(3, len(head))), "contribution of one standard deviation")
    title = f"Feature weights of {MODEL}"
    return [ValueTable("pado-weights", title, table_note(note, corpora), head, rows, (figure,))]
