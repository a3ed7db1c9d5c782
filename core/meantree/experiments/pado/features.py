"""What the features measure in every rated translation: found once, whatever is then trained on which part of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from meantree.evaluation.regression_training import Rated as Training
from meantree.evaluation.regression_training import untrained
from meantree.experiments.rated import Rated, rated_of, rated_part
from meantree.experiments.study import Study
from meantree.experiments.trained_metrics import FEATURES, WIDEST, require_languages
from meantree.scoring.run import metrics_for
from meantree.work import Work

Floats = NDArray[np.float64]
Places = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Featured:
    """One corpus.

    Attributes:
        rated: ratings, and scores of the metrics beside.
        features: shape (translations, k), those of the widest metric, of the known cells of ``rated``, row by row.
    """

    rated: Rated
    features: Floats

    @property
    def name(self) -> str:
        """Of the corpus."""
        return self.rated.name

    @property
    def notes(self) -> tuple[str, ...]:
        """What was left out or turned."""
        return self.rated.notes

    def training(self, columns: Places) -> Training:
        """Some of the features, with the ratings."""
        known = self.rated.known
        return Training(self.features[:, columns], self.rated.human[known], np.nonzero(known)[1])

    def matrix(self, values: Floats) -> Floats:
        """Values of the translations as a matrix like that of the ratings."""
        found = np.full(self.rated.human.shape, np.nan)
        found[self.rated.known] = values
        return found


def featured(study: Study, work: Work) -> Sequence[Featured]:
    """All corpora, measured when they are first asked for.

    Raises:
        UsageError: if no kind of ratings is named, there is one corpus alone or one twice, or one has too few ratings.
        Cancelled: if the user stopped it.
    """
    if FEATURES not in study.found:
        require_languages(study.corpora)
        kind = study.kind
        parts = [rated_part(corpus, kind) for corpus in study.corpora]  # all are looked at before one is measured
        found = []
        for part, notes in parts:
            sample = study.sample(part)
            metrics = {**metrics_for(study.options.metrics, sample, study.store), FEATURES: untrained(WIDEST)}
            found.append(_featured(rated_of(study.table(sample, metrics, work), kind, notes)))
        study.found[FEATURES] = tuple(found)
    measured: tuple[Featured, ...] = study.found[FEATURES]
    return measured


def _featured(rated: Rated) -> Featured:
    rows = [
        rated.table.columns[rated.systems[system], FEATURES].statistics[rated.places[segment], 1:]
        for system, segment in np.argwhere(rated.known)
    ]
    scores = {spec: one for spec, one in rated.scores.items() if spec != FEATURES}
    return Featured(replace(rated, scores=scores), np.array(rows))
