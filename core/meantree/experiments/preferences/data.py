"""Preferences with scores and features of the translations that they are of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from meantree.corpus.corpus import Corpus
from meantree.corpus.formats.pairwise_judgements import path_and_languages, read_judgements
from meantree.errors import UsageError
from meantree.escaping import counted, escaped, shortened
from meantree.evaluation.joined_preferences import Joined, joined
from meantree.evaluation.preference_training import Preferred, measured
from meantree.evaluation.regression_training import untrained
from meantree.experiments.rated import score_matrix
from meantree.experiments.study import Study
from meantree.experiments.trained_metrics import FEATURES, WIDEST, require_languages
from meantree.metrics.base import Metric
from meantree.scoring.run import metrics_for
from meantree.scoring.table import ScoreTable
from meantree.work import Work

Floats = NDArray[np.float64]
PREFERENCES = "preferences"


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """One corpus: the preferences whose translations every metric scored.

    Attributes:
        joined: preferences, systems and segments.
        preferred: features of the widest metric in each preference.
        features: the same of each translation, shape (translations, k), of the known cells, row by row.
        known: shape (systems, segments), which translations were compared and scored.
        scores: of the metrics beside, the same shape, higher is better, NaN where not known.
        notes: what was left out, in sentences.
    """

    joined: Joined
    preferred: Preferred
    features: Floats
    known: NDArray[np.bool_]
    scores: Mapping[str, Floats]
    notes: tuple[str, ...]

    @property
    def name(self) -> str:
        """Of the corpus."""
        return self.joined.corpus.name

    @property
    def shares(self) -> Floats:
        """Of its comparisons in a segment, how many each system won: people's rating of it, NaN without one."""
        return self.joined.shares()

    def matrix(self, values: Floats) -> Floats:
        """Values of the translations as a matrix like those of scores."""
        found = np.full(self.known.shape, np.nan)
        found[self.known] = values
        return found


def compared(study: Study, work: Work) -> Sequence[Compared]:
    """All corpora, measured when they are first asked for.

    Raises:
        InputError: if a file of preferences cannot be read.
        UsageError: if there are not as many files as corpora, one corpus alone, or one with none of the preferences.
        Cancelled: if the user stopped it.
    """
    if PREFERENCES not in study.found:
        parts = [_sample(study, corpus, file) for corpus, file in _files(study)]  # before one is measured
        study.found[PREFERENCES] = tuple(_measured(study, part, work) for part in parts)
    found: tuple[Compared, ...] = study.found[PREFERENCES]
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


def _sample(study: Study, corpus: Corpus, file: str) -> Joined:
    """The preferences of a sample of the segments that have some."""
    preferences = read_judgements(*path_and_languages(file))
    whole = joined(corpus, preferences)
    part = study.sample(whole.corpus)
    if part is whole.corpus:
        return whole
    kept = {one.key: place for place, one in enumerate(part.segments)}
    return replace(joined(part, [one for one in preferences if one.id in _ids(part, kept)]), notes=whole.notes)


def _ids(part: Corpus, kept: Mapping[str, int]) -> set[str]:
    return {*kept, *(one.id for one in part.segments)}


def _measured(study: Study, found: Joined, work: Work) -> Compared:
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
    return Compared(kept, measured(kept, table, FEATURES), rows, known, scores, (*kept.notes, *notes, *turned))


def _kept(found: Joined, matrices: Mapping[str, Floats], known: NDArray[np.bool_]) -> tuple[Joined, tuple[str, ...]]:
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


def _features(table: ScoreTable, found: Joined, known: NDArray[np.bool_]) -> Floats:
    systems = found.corpus.systems
    rows = [table.columns[systems[system], FEATURES].statistics[place, 1:] for system, place in np.argwhere(known)]
    return np.array(rows)
