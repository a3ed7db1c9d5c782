"""Consistency with preferences, tie-aware ρ by system, and who is more consistent (Padó et al. 2009, table 4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meantree.corpus.corpus import Corpus
from meantree.corpus.formats.pairwise_judgements import path_and_languages, read_judgements
from meantree.errors import UsageError
from meantree.escaping import counted, escaped, shortened
from meantree.evaluation.measured import Floats, undefined
from meantree.evaluation.paired_tests import CORRECTION_NOTES, SIGN_FLIPS, corrected_p_values, sign_flip_p
from meantree.evaluation.pairwise_accuracy import (
    Part,
    TieAware,
    extreme_translations,
    first_places,
    preference_consistency,
    tie_aware_rho,
    tie_frequency,
)
from meantree.evaluation.pairwise_training import (
    JoinedJudgements,
    JudgedDifferences,
    fit_judgements,
    join_judgements,
    judged_differences,
)
from meantree.evaluation.regression_training import predict, untrained
from meantree.evaluation.value_table import DotPlot, Value, ValueTable
from meantree.experiments.pado_ratings import PARTS, _named, _of_extreme
from meantree.experiments.pado_training import (
    FEATURES,
    MODELS,
    WIDEST,
    feature_columns,
    pairs_to_test,
    require_languages,
    trained_name,
)
from meantree.experiments.rated import score_matrix
from meantree.experiments.study import Options, Study
from meantree.experiments.table_notes import Reasons, table_note
from meantree.metrics.metric import Metric
from meantree.scoring.run import metrics_for
from meantree.scoring.table import ScoreTable
from meantree.work import Work


def scores_with_trained(study: Study, work: Work) -> tuple[list[Mapping[str, Floats]], list[str]]:
    """Of each corpus, the metrics beside and the models that were trained on the others, higher is better.

    With them, in sentences, which models could not be trained.
    """
    corpora = judged_corpora(study, work)
    found: list[dict[str, Floats]] = [dict(one.scores) for one in corpora]
    notes = []
    for place, name in enumerate(MODELS):
        work.step("Training round robin", place, len(MODELS))
        metric = untrained(name)
        columns = feature_columns(metric)
        data = [one.preferred.features(columns) for one in corpora]
        try:
            fitted = [
                fit_judgements([*data[:left], *data[left + 1 :]], metric, seed=study.options.seed, work=work)
                for left in range(len(data))
            ]
        except UsageError as error:
            notes.append(f"{name}: left out, {error}.")
            continue
        for scores, one, model in zip(found, corpora, fitted, strict=True):
            values = predict(model.model, one.features[:, columns])
            scores[trained_name(name, study.options.metrics)] = one.matrix(values)
    return list(found), notes


PREFERENCES = "preferences"


@dataclass(frozen=True, slots=True, eq=False)
class JudgedCorpus:
    """One corpus: the preferences whose translations every metric scored.

    Attributes:
        judgements: preferences, systems and segments.
        preferred: features of the widest metric in each preference.
        features: the same of each translation, shape (translations, k), of the known cells, row by row.
        known: shape (systems, segments), which translations were compared and scored.
        scores: of the metrics beside, the same shape, higher is better, NaN where not known.
        notes: what was left out, in sentences.
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
        """Of its comparisons in a segment, how many each system won: people's rating of it, NaN without one."""
        return self.judgements.shares()

    def matrix(self, values: Floats) -> Floats:
        """Values of the translations as a matrix like those of scores."""
        found = np.full(self.known.shape, np.nan)
        found[self.known] = values
        return found


def judged_corpora(study: Study, work: Work) -> Sequence[JudgedCorpus]:
    """All corpora, measured when they are first asked for.

    Raises:
        InputError: if a file of preferences cannot be read.
        UsageError: if there are not as many files as corpora, one corpus alone, or one with none of the preferences.
        Cancelled: if the user stopped it.
    """
    if PREFERENCES not in study.cache:
        parts = [_sample(study, corpus, file) for corpus, file in _files(study)]  # before one is measured
        study.cache[PREFERENCES] = tuple(_measured(study, part, work) for part in parts)
    found: tuple[JudgedCorpus, ...] = study.cache[PREFERENCES]
    return found


def _files(study: Study) -> Iterator[tuple[Corpus, str]]:
    corpora, files = study.corpora, study.options.preferences
    if not files:
        raise UsageError("these tables follow preferences: name a file for each corpus with --preferences")
    if len(corpora) != len(files):
        found = f"{counted(len(corpora), 'corpus', 'corpora')}, {counted(len(files), 'file')} of preferences"
        raise UsageError(f"{found}, expected one for each corpus, in the same order")
    require_languages(corpora)
    return zip(corpora, files, strict=True)


def _sample(study: Study, corpus: Corpus, file: str) -> JoinedJudgements:
    """The preferences of a sample of the segments that have some."""
    preferences = read_judgements(*path_and_languages(file))
    whole = join_judgements(corpus, preferences)
    part = study.sample(whole.corpus)
    if part is whole.corpus:
        return whole
    kept = {one.key: place for place, one in enumerate(part.segments)}
    return replace(join_judgements(part, [one for one in preferences if one.id in _ids(part, kept)]), notes=whole.notes)


def _ids(part: Corpus, kept: Mapping[str, int]) -> set[str]:
    return {*kept, *(one.id for one in part.segments)}


def _measured(study: Study, found: JoinedJudgements, work: Work) -> JudgedCorpus:
    specs = study.options.metrics
    metrics: dict[str, Metric] = {**metrics_for(specs, found.corpus, study.store), FEATURES: untrained(WIDEST)}
    table = study.table(found.corpus, metrics, work)
    matrices = {spec: score_matrix(table, spec) for spec in metrics}
    known: NDArray[np.bool_] = np.logical_and.reduce([np.isfinite(one) for one in matrices.values()])
    kept, notes = _kept(found, matrices, known)
    scores = {spec: np.where(known, matrices[spec], np.nan) for spec in specs}
    falling = [escaped(spec) for spec in specs if not metrics[spec].higher_is_better]
    turned = [f"{', '.join(falling)}: sign changed, so that higher is better."] if falling else []
    rows = _features(table, kept, known)
    return JudgedCorpus(
        kept, judged_differences(kept, table, FEATURES), rows, known, scores, (*kept.notes, *notes, *turned)
    )


def _kept(
    found: JoinedJudgements, matrices: Mapping[str, Floats], known: NDArray[np.bool_]
) -> tuple[JoinedJudgements, tuple[str, ...]]:
    """The preferences of translations that every metric scored."""
    whole = known[found.better, found.segments] & known[found.worse, found.segments]
    if not whole.any():
        lacking = [escaped(spec) for spec, one in matrices.items() if not np.isfinite(one).any()]
        why = f"; {', '.join(lacking)} scored nothing" if lacking else ""
        raise UsageError(f"{shortened(found.corpus.name)}: no preference is of translations with all scores{why}")
    if whole.all():
        return found, ()
    part = replace(found, better=found.better[whole], worse=found.worse[whole], segments=found.segments[whole])
    lost = int((~whole).sum())
    return part, (f"{counted(lost, 'preference')} left out, as a metric is undefined in one of their translations.",)


def _features(table: ScoreTable, found: JoinedJudgements, known: NDArray[np.bool_]) -> Floats:
    systems = found.corpus.systems
    rows = [table.columns[systems[system], FEATURES].statistics[place, 1:] for system, place in np.argwhere(known)]
    return np.array(rows)


Scores = Sequence[Mapping[str, Floats]]
DIFFERENCES: Final = "preferences-differences"
"""The table whose p come of :data:`~meantree.evaluation.paired_tests.SIGN_FLIPS`, whatever the resamples."""


def preference_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """Three tables, a column for each corpus.

    Raises:
        InputError: if a file of preferences cannot be read.
        UsageError: if there are not as many files as corpora, one corpus alone, or one with none of the preferences.
        Cancelled: if the user stopped it.
    """
    scores, lost = scores_with_trained(study, work)
    corpora = judged_corpora(study, work)
    return [
        _consistency(corpora, scores, lost),
        _systems(corpora, scores, lost),
        _differences(corpora, scores, options, work),
    ]


def _consistency(corpora: Sequence[JudgedCorpus], scores: Scores, lost: Sequence[str]) -> ValueTable:
    chosen = {part: [_is_of_part(one, part) for one in corpora] for part in PARTS}
    reasons, rows = Reasons(), []
    for metric in scores[0]:
        cells: list[Value] = []
        for part in PARTS:
            found = [
                reasons.value(
                    one.name, metric, part, preference_consistency(one.judgements.margins(values[metric])[kept])
                )
                for one, values, kept in zip(corpora, scores, chosen[part], strict=True)
            ]
            known = [value for value in found if value is not None]
            cells += [*found, float(np.mean(known)) if len(known) == len(found) else None]
        rows.append((metric, *cells))
    sizes = ", ".join(f"{escaped(one.name)} {len(one.judgements):,}" for one in corpora)
    note = (
        f"The share of people's preferences ({sizes}) that scores order the same way; ties of a metric are wrong. "
        "Models (…-r) are trained on the preferences of all other corpora. best, worst: preferences with the "
        f"translation that won the largest or smallest share of its comparisons."
    )
    names = [one.name for one in corpora]
    head = ("metric", *(f"{name}{_named(part)}" for part in PARTS for name in (*names, "mean")))
    title, told = (
        "Round robin: consistency with preferences",
        table_note(note, corpora, reasons.sentences(PARTS), *lost),
    )
    many = len(names) + 1
    figures = tuple(
        DotPlot(tuple(range(first, first + many)), f"share of preferences{_of_extreme(part)}", part, base=0.5)
        for first, part in zip(range(1, len(head), many), PARTS, strict=True)
    )
    return ValueTable("preferences-consistency", title, told, head, tuple(rows), figures)


def _is_of_part(one: JudgedCorpus, part: Part) -> NDArray[np.bool_]:
    """Which preferences are of a translation that people found best, or worst, of its source; shape (p,)."""
    if part == "all":
        return np.ones(len(one.judgements), dtype=bool)
    among, found = extreme_translations(one.shares, part), one.judgements
    chosen: NDArray[np.bool_] = among[found.better, found.segments] | among[found.worse, found.segments]
    return chosen


def _systems(corpora: Sequence[JudgedCorpus], scores: Scores, lost: Sequence[str]) -> ValueTable:
    frequencies = [_ties_elsewhere(corpora, place) for place in range(len(corpora))]
    people = [first_places(one.shares) for one in corpora]
    reasons, rows = Reasons(), []
    for metric in scores[0]:
        found = [
            _tie_aware(first, values[metric], frequency)
            for first, values, frequency in zip(people, scores, frequencies, strict=True)
        ]
        rhos = [reasons.value(one.name, metric, "ρ", each.rho) for one, each in zip(corpora, found, strict=True)]
        known = [value for value in rhos if value is not None]
        mean = float(np.mean(known)) if len(known) == len(rhos) else None
        rows.append((metric, *rhos, mean, *(each.epsilon for each in found)))
    told = ", ".join(
        f"{escaped(one.name)} {frequency:.1%}"
        for one, frequency in zip(corpora, frequencies, strict=True)
        if frequency is not None
    )
    note = (
        "Spearman's ρ of the shares of segments in which each system is best or at most ε worse, by scores and by "
        "preferences; by these a system is best if none won a larger share of its comparisons. ε ties as many first "
        f"places as the other corpora's preferences do ({told})."
    )
    names = [one.name for one in corpora]
    head = ("metric", *names, "mean", *(f"{name} ε" for name in names))
    why = table_note(note, corpora, reasons.sentences(["ρ"]), *lost)
    figure = DotPlot(tuple(range(1, len(names) + 2)), "Spearman's ρ, tie-aware")
    return ValueTable("preferences-systems", "Round robin: systems", why, head, tuple(rows), (figure,))


def _tie_aware(people: Floats, scores: Floats, frequency: float | None) -> TieAware:
    if frequency is None:
        return TieAware(undefined("other corpora have one system for each source"))
    return tie_aware_rho(people, scores, frequency)


def _ties_elsewhere(corpora: Sequence[JudgedCorpus], left: int) -> float | None:
    """How often people tie for the first place in the corpora that are trained on, in [0, 1]."""
    found = [
        (frequency, len(one.judgements.corpus.segments))
        for place, one in enumerate(corpora)
        if place != left and (frequency := tie_frequency(one.shares)) is not None
    ]
    return float(np.average([one for one, _ in found], weights=[many for _, many in found])) if found else None


def _differences(corpora: Sequence[JudgedCorpus], scores: Scores, options: Options, work: Work) -> ValueTable:
    """Differences of consistency, tested by random signs of the segments' differences."""
    pairs = [pair for pair in pairs_to_test(options.metrics) if all(name in scores[0] for name in pair)]
    parts, cells = [], []
    for place, (one, values) in enumerate(zip(corpora, scores, strict=True)):
        work.step("Testing differences", place, len(corpora) + 1)
        parts.append(_by_segment(one, values, pairs))
        cells.append((parts[-1].sum(axis=0), sign_flip_p(parts[-1], seed=options.seed)))
    work.step("Testing differences", len(corpora), len(corpora) + 1)
    together = np.concatenate(parts) / len(corpora)
    cells.append((together.sum(axis=0), sign_flip_p(together, seed=options.seed)))
    cells = [(found, corrected_p_values(ps, options.correction)) for found, ps in cells]
    rows: tuple[tuple[Value, ...], ...] = tuple(
        (" − ".join(pair), *(float(cell[place]) for both in cells for cell in both)) for place, pair in enumerate(pairs)
    )
    note = (
        "By how much the consistency of the first metric is above that of the second; mean: over corpora. p: "
        f"two-sided, from {SIGN_FLIPS:,} random signs of the differences of whole segments, "
        f"{CORRECTION_NOTES[options.correction]}."
    )
    names = [*(one.name for one in corpora), "mean"]
    head = ("difference", *(f"{letter} {name}" for name in names for letter in ("Δ", "p")))
    columns, ps = tuple(range(1, len(head), 2)), tuple(range(2, len(head), 2))
    figure = DotPlot(columns, "difference of consistency", ps=ps)
    return ValueTable(DIFFERENCES, "Round robin: who is more consistent", note, head, rows, (figure,))


def _by_segment(one: JudgedCorpus, scores: Mapping[str, Floats], pairs: Sequence[tuple[str, str]]) -> Floats:
    """What each segment adds to the difference of each pair, shape (segments, pairs)."""
    right = {name: one.judgements.margins(scores[name]) > 0 for pair in pairs for name in pair}
    found = np.zeros((len(one.judgements.corpus.segments), len(pairs)))
    for column, (first, second) in enumerate(pairs):
        gained = right[first].astype(np.float64) - right[second]
        np.add.at(found[:, column], one.judgements.segments, gained / len(one.judgements))
    return found
