"""Rated corpora with features by hand: nothing is analysed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus
from meantree.experiments.pado_training import FEATURES, WIDEST, FeaturedCorpus, feature_columns
from meantree.experiments.rated import RatedCorpus
from meantree.experiments.study import Options, Study
from meantree.scoring.table import ScoreTable
from meantree.training.regression_training import untrained

Floats = NDArray[np.float64]
METEOR = feature_columns(untrained("meteor-r"))
"""Where what METEOR lacks stands among all features, as it is and in log space."""


def featured(name: str, human: Floats, scores: dict[str, Floats], signal: Floats) -> FeaturedCorpus:
    """A corpus in which METEOR lacks least where ``signal``, shaped as the ratings, is high; the rest is noise."""
    systems = tuple(f"s{place}" for place in range(len(human)))
    table = ScoreTable(Corpus(name, (), systems, ("A",)), {})
    places = np.arange(human.shape[1])
    rated = RatedCorpus(table, "da", systems, places, human, scores, {}, False, ())
    known = rated.known
    features = np.random.default_rng(len(name)).normal(size=(int(known.sum()), len(untrained(WIDEST).model.weights)))
    features[:, METEOR] = -signal[known][:, None]
    return FeaturedCorpus(rated, features)


def study_of(corpora: Sequence[FeaturedCorpus], **options: int) -> Study:
    """A study in which these corpora are measured already."""
    names = tuple(corpora[0].rated.scores)
    parts = tuple(corpus.rated.corpus for corpus in corpora)
    return Study(parts, Options("da", names, **options), AnalysisStore(), cache={FEATURES: tuple(corpora)})  # type: ignore[arg-type]
