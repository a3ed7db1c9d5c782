"""Consistency with pairwise judgements, its differences, and tie-aware ρ by system (Padó et al. 2009, table 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meantree.corpus.corpus import Corpus
from meantree.corpus.formats.pairwise_judgements import path_and_languages, read_judgements
from meantree.errors import UsageError
from meantree.escaping import counted, escaped, shortened
from meantree.evaluation.measured import Floats, Measured
from meantree.evaluation.paired_tests import CORRECTION_NOTES, SIGN_FLIPS, corrected_p_values, sign_flip_p
from meantree.evaluation.pairwise_accuracy import (
    Part,
    extreme_translations,
    first_places,
    judgement_consistency,
    tie_frequency,
)
from meantree.evaluation.value_table import DotPlot, Value, ValueTable
from meantree.experiments.measured_tables import MEAN, Column, measured_table
from meantree.experiments.pado_ratings import (
    PARTS,
    extreme_label,
    frequencies_text,
    heading_suffix,
    metric_rows,
    tie_aware,
    ties_elsewhere,
)
from meantree.experiments.pado_training import (
    FEATURES,
    WIDEST,
    feature_columns,
    features_in,
    matrix_of,
    pairs_to_test,
    require_languages,
    with_predictions,
)
from meantree.experiments.rated import score_matrix
from meantree.experiments.study import Options, Study
from meantree.metrics.metric import Metric
from meantree.scoring.run import metrics_for
from meantree.training.pairwise_training import (
    JoinedJudgements,
    JudgedDifferences,
    fit_judgements,
    join_judgements,
    judged_differences,
)
from meantree.training.regression_training import predict, untrained
from meantree.work import Work


def scores_with_trained(study: Study, work: Work) -> tuple[list[dict[str, Floats]], list[str]]:
    """Return, for each corpus, scores by the requested metrics and by the models trained on the other corpora.

    Higher is better. Also return sentences that name the models that could not be trained.
    """
    corpora = judged_corpora(study, work)

    def predictions(name: str) -> list[Floats]:
        metric = untrained(name)
        columns = feature_columns(metric)
        data = [corpus.preferred.features(columns) for corpus in corpora]
        fitted = [
            fit_judgements([*data[:held_out], *data[held_out + 1 :]], metric, seed=study.options.seed, work=work)
            for held_out in range(len(data))
        ]
        return [
            matrix_of(predict(fit.model, corpus.features[:, columns]), corpus.known)
            for corpus, fit in zip(corpora, fitted, strict=True)
        ]

    return with_predictions([corpus.scores for corpus in corpora], predictions, study.options.metrics, work)


PREFERENCES = "preferences"


@dataclass(frozen=True, slots=True, eq=False)
class JudgedCorpus:
    """One corpus: the pairwise judgements whose two translations have a score by every metric.

    Attributes:
        judgements: the judgements with their systems and segments.
        preferred: differences of the widest metric's features in each judgement.
        features: features of each known translation, shape (translations, k), in row-major order.
        known: shape (systems, segments), whether a translation was judged and scored.
        scores: of the requested metrics, the same shape, higher is better, NaN where not known.
        notes: what was excluded, in sentences.
    """

    judgements: JoinedJudgements
    preferred: JudgedDifferences
    features: Floats
    known: NDArray[np.bool_]
    scores: Mapping[str, Floats]
    notes: tuple[str, ...]

    @property
    def name(self) -> str:
        """Of the corpus."""
        return self.judgements.corpus.name

    @property
    def shares(self) -> Floats:
        """Share of its judgements that each system won, by segment, which serves as its rating; NaN without any."""
        return self.judgements.shares()


def judged_corpora(study: Study, work: Work) -> Sequence[JudgedCorpus]:
    """Return all corpora; their features are computed on the first call.

    Raises:
        InputError: if a file of pairwise judgements cannot be read.
        UsageError: if there are not as many files as corpora, one corpus alone, or one without a judgement.
    """
    if PREFERENCES not in study.cache:
        parts = [
            _sample(study, corpus, file) for corpus, file in _files(study)
        ]  # all are checked before features are computed
        study.cache[PREFERENCES] = tuple(_measured(study, part, work) for part in parts)
    corpora: tuple[JudgedCorpus, ...] = study.cache[PREFERENCES]
    return corpora


def _files(study: Study) -> Iterator[tuple[Corpus, str]]:
    corpora, files = study.corpora, study.options.preferences
    if not files:
        raise UsageError("these tables need pairwise judgements: name a file for each corpus with --preferences")
    if len(corpora) != len(files):
        given = f"{counted(len(corpora), 'corpus', 'corpora')}, {counted(len(files), 'file')} of pairwise judgements"
        raise UsageError(f"{given}, expected one for each corpus, in the same order")
    require_languages(corpora)
    return zip(corpora, files, strict=True)


def _sample(study: Study, corpus: Corpus, file: str) -> JoinedJudgements:
    """Return the judgements of a sample of the judged segments."""
    pairwise = read_judgements(*path_and_languages(file))
    whole = join_judgements(corpus, pairwise)
    part = study.sample(whole.corpus)
    if part is whole.corpus:
        return whole
    ids = {name for segment in part.segments for name in (segment.key, segment.id)}
    joined = join_judgements(part, [judgement for judgement in pairwise if judgement.id in ids])
    return replace(joined, notes=whole.notes)


def _measured(study: Study, judgements: JoinedJudgements, work: Work) -> JudgedCorpus:
    specs = study.options.metrics
    metrics: dict[str, Metric] = {**metrics_for(specs, judgements.corpus, study.store), FEATURES: untrained(WIDEST)}
    table = study.table(judgements.corpus, metrics, work)
    matrices = {spec: score_matrix(table, spec) for spec in metrics}
    known: NDArray[np.bool_] = np.logical_and.reduce([np.isfinite(matrix) for matrix in matrices.values()])
    complete, notes = _kept(judgements, matrices, known)
    scores = {spec: np.where(known, matrices[spec], np.nan) for spec in specs}
    falling = [escaped(spec) for spec in specs if not metrics[spec].higher_is_better]
    turned = [f"{', '.join(falling)}: sign changed, so that higher is better."] if falling else []
    rows = features_in(table, known, np.arange(known.shape[1]))
    return JudgedCorpus(
        complete, judged_differences(complete, table, FEATURES), rows, known, scores, (*complete.notes, *notes, *turned)
    )


def _kept(
    judgements: JoinedJudgements, matrices: Mapping[str, Floats], known: NDArray[np.bool_]
) -> tuple[JoinedJudgements, tuple[str, ...]]:
    """Return the judgements whose two translations have a score by every metric, and a note on the others."""
    scored = known[judgements.better, judgements.segments] & known[judgements.worse, judgements.segments]
    if not scored.any():
        lacking = [escaped(spec) for spec, matrix in matrices.items() if not np.isfinite(matrix).any()]
        why = f"; {', '.join(lacking)} could not score any translation" if lacking else ""
        problem = "no pairwise judgement has scores by all metrics for both translations"
        raise UsageError(f"{shortened(judgements.corpus.name)}: {problem}{why}")
    if scored.all():
        return judgements, ()
    part = replace(
        judgements,
        better=judgements.better[scored],
        worse=judgements.worse[scored],
        segments=judgements.segments[scored],
    )
    lost = int((~scored).sum())
    return part, (
        f"{counted(lost, 'pairwise judgement')} excluded: a metric is undefined for one of the two translations.",
    )


Scores = Sequence[Mapping[str, Floats]]
DIFFERENCES: Final = "preferences-differences"
"""The table whose p come from :data:`~meantree.evaluation.paired_tests.SIGN_FLIPS` sign flips."""


def judgement_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """Return three tables with a column for each corpus: consistency, tie-aware ρ by system, and differences.

    Raises:
        InputError: if a file of pairwise judgements cannot be read.
        UsageError: if there are not as many files as corpora, one corpus alone, or one without a judgement.
    """
    scores, lost = scores_with_trained(study, work)
    corpora = judged_corpora(study, work)
    return [
        _consistency(corpora, scores, lost),
        _systems(corpora, scores, lost),
        _differences(corpora, scores, options, work),
    ]


def _consistency(corpora: Sequence[JudgedCorpus], scores: Scores, lost: Sequence[str]) -> ValueTable:
    def of(corpus: JudgedCorpus, values: Mapping[str, Floats], part: Part) -> Callable[[str], Measured]:
        chosen = _is_of_part(corpus, part)
        return lambda metric: judgement_consistency(corpus.judgements.margins(values[metric])[chosen])

    columns: list[Column | str] = []
    for part in PARTS:
        columns += (
            Column(f"{corpus.name}{heading_suffix(part)}", of(corpus, values, part), corpus.name, part)
            for corpus, values in zip(corpora, scores, strict=True)
        )
        columns.append(f"{MEAN}{heading_suffix(part)}")
    sizes = ", ".join(f"{escaped(corpus.name)} {len(corpus.judgements):,}" for corpus in corpora)
    note = (
        f"The share of pairwise judgements ({sizes}) that a metric's scores order the same way; tied scores count as "
        "wrong. Models (…-r) are trained on the judgements of all other corpora. best, worst: judgements of the "
        "translation of a source that won the largest or smallest share of its comparisons."
    )
    many = len(corpora) + 1
    figures = tuple(
        DotPlot(tuple(range(first, first + many)), f"share of pairwise judgements{extreme_label(part)}", part, base=0.5)
        for first, part in zip(range(1, 1 + len(columns), many), PARTS, strict=True)
    )
    title = "Leave-one-language-out: consistency with pairwise judgements"
    table = ValueTable("preferences-consistency", title, note, ("metric",), (), figures)
    return measured_table(table, metric_rows(scores), columns, corpora, *lost)


def _is_of_part(corpus: JudgedCorpus, part: Part) -> NDArray[np.bool_]:
    """Whether a judgement is of a translation that people found best, or worst, of its source; shape (judgements,)."""
    if part == "all":
        return np.ones(len(corpus.judgements), dtype=bool)
    among, judgements = extreme_translations(corpus.shares, part), corpus.judgements
    chosen: NDArray[np.bool_] = (
        among[judgements.better, judgements.segments] | among[judgements.worse, judgements.segments]
    )
    return chosen


def _systems(corpora: Sequence[JudgedCorpus], scores: Scores, lost: Sequence[str]) -> ValueTable:
    ties = [(tie_frequency(corpus.shares), len(corpus.judgements.corpus.segments)) for corpus in corpora]
    frequencies = [ties_elsewhere(ties, place) for place in range(len(corpora))]
    people = [first_places(corpus.shares) for corpus in corpora]

    def rho(place: int, metric: str) -> Measured:
        return tie_aware(people[place], scores[place][metric], frequencies[place])

    def epsilon(place: int, metric: str) -> Measured:
        return Measured(rho(place, metric).epsilon)

    names = [corpus.name for corpus in corpora]
    ties_text = frequencies_text(dict(zip(names, frequencies, strict=True)))
    note = (
        "Spearman's ρ between two shares of segments in which a system is the best: by scores (or at most ε worse), "
        "and by pairwise judgements (no system won a larger share of its comparisons). ε is chosen so that as many "
        f"first places are tied as in the judgements of the other corpora{ties_text}."
    )
    columns: list[Column | str] = [
        *(Column(name, partial(rho, place), name, "ρ") for place, name in enumerate(names)),
        MEAN,
        *(Column(f"{name} ε", partial(epsilon, place), name, "") for place, name in enumerate(names)),
    ]
    figure = DotPlot(tuple(range(1, len(names) + 2)), "Spearman's ρ, tie-aware")
    table = ValueTable("preferences-systems", "Leave-one-language-out: systems", note, ("metric",), (), (figure,))
    return measured_table(table, metric_rows(scores), columns, corpora, *lost)


def _differences(corpora: Sequence[JudgedCorpus], scores: Scores, options: Options, work: Work) -> ValueTable:
    """Return differences of consistency, tested by random signs of the segments' differences."""
    pairs = [pair for pair in pairs_to_test(options.metrics) if all(name in scores[0] for name in pair)]
    parts, cells = [], []
    for place, (corpus, values) in enumerate(zip(corpora, scores, strict=True)):
        work.step("Testing differences", place, len(corpora) + 1)
        parts.append(_by_segment(corpus, values, pairs))
        cells.append((parts[-1].sum(axis=0), sign_flip_p(parts[-1], seed=options.seed)))
    work.step("Testing differences", len(corpora), len(corpora) + 1)
    together = np.concatenate(parts) / len(corpora)
    cells.append((together.sum(axis=0), sign_flip_p(together, seed=options.seed)))
    cells = [(differences, corrected_p_values(ps, options.correction)) for differences, ps in cells]
    rows: tuple[tuple[Value, ...], ...] = tuple(
        (" − ".join(pair), *(float(cell[place]) for columns_of in cells for cell in columns_of))
        for place, pair in enumerate(pairs)
    )
    note = (
        "The consistency of the first metric minus that of the second; mean: over corpora. p: "
        f"two-sided, from {SIGN_FLIPS:,} random signs of the differences of whole segments, "
        f"{CORRECTION_NOTES[options.correction]}."
    )
    names = [*(corpus.name for corpus in corpora), "mean"]
    head = ("difference", *(f"{letter} {name}" for name in names for letter in ("Δ", "p")))
    columns, ps = tuple(range(1, len(head), 2)), tuple(range(2, len(head), 2))
    figure = DotPlot(columns, "difference of consistency", ps=ps)
    return ValueTable(
        DIFFERENCES, "Leave-one-language-out: pairwise significance of consistency", note, head, rows, (figure,)
    )


def _by_segment(corpus: JudgedCorpus, scores: Mapping[str, Floats], pairs: Sequence[tuple[str, str]]) -> Floats:
    """Return each segment's contribution to the difference of each pair, shape (segments, pairs)."""
    right = {name: corpus.judgements.margins(scores[name]) > 0 for pair in pairs for name in pair}
    gains = np.zeros((len(corpus.judgements.corpus.segments), len(pairs)))
    for column, (first, second) in enumerate(pairs):
        gained = right[first].astype(np.float64) - right[second]
        np.add.at(gains[:, column], corpus.judgements.segments, gained / len(corpus.judgements))
    return gains
