"""What the features measure in every rated translation: found once, whatever is then trained on which part of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.escaping import counted, escaped
from meantree.evaluation.measured import Floats, Places
from meantree.evaluation.regression_training import Fit, RatedFeatures, fit, predict, untrained
from meantree.experiments.experiment_corpora import texts_digest
from meantree.experiments.rated import RatedCorpus, rated_corpus, rated_part
from meantree.experiments.study import Study
from meantree.metrics.regression_metrics import Regression
from meantree.scoring.run import metrics_for
from meantree.work import Work

MODELS: Final = ("bleu-r", "nist-r", "ter-r", "meteor-r", "mt-r", "rte-r", "mt+rte-r")
WIDEST: Final = "mt+rte-r"
"""Has the features of all others."""
FEATURES: Final = "features"
"""In place of a spec, what names the columns of statistics that are features."""
LANGUAGES: Final = "expected 2 at least, one for each source language, to train on the others and test on each"


def require_languages(corpora: Sequence[Corpus]) -> None:
    """See to it that a round robin trains and tests on different texts.

    Raises:
        UsageError: if there is one corpus alone, or two are the same.
    """
    if len(corpora) < 2:
        raise UsageError(f"round robin over languages: {counted(len(corpora), 'corpus', 'corpora')}, {LANGUAGES}")
    digests = [(one.name, texts_digest(one)) for one in corpora]
    for (one, first), (other, second) in combinations(digests, 2):
        if first == second:
            told = f"{escaped(one)} and {escaped(other)} hold the same segments"
            raise UsageError(f"round robin over languages: {told}, so models would be tested on what they learned from")


def feature_columns(metric: Regression) -> NDArray[np.intp]:
    """0-based places of a metric's features among those of :data:`WIDEST`."""
    places = {key: place for place, key in enumerate(untrained(WIDEST).known())}
    return np.array([places[one.name, one.space] for one in metric.model.weights], dtype=np.intp)


def trained_name(name: str, singles: Sequence[str]) -> str:
    """What a trained model is called beside metrics alone: one of these may be the same with the weights that ship."""
    return f"{name} (trained here)" if name in singles else name


def pairs_to_test(singles: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Which two metrics are tested against each other: what entailment adds, to any metric alone, too."""
    trained = (("mt+rte-r", "mt-r"), ("rte-r", "mt-r"), ("mt+rte-r", "rte-r"))
    with_singles = ((name, single) for single in singles for name in ("mt+rte-r", "rte-r"))
    return (
        *((trained_name(first, singles), trained_name(second, singles)) for first, second in trained),
        *((trained_name(model, singles), single) for model, single in with_singles),
    )


@dataclass(frozen=True, slots=True, eq=False)
class FeaturedCorpus:
    """One corpus.

    Attributes:
        rated: ratings, and scores of the metrics beside.
        features: shape (translations, k), those of the widest metric, of the known cells of ``rated``, row by row.
    """

    rated: RatedCorpus
    features: Floats

    @property
    def name(self) -> str:
        """Of the corpus."""
        return self.rated.name

    @property
    def notes(self) -> tuple[str, ...]:
        """What was left out or turned."""
        return self.rated.notes

    def training(self, columns: Places) -> RatedFeatures:
        """Some of the features, with the ratings."""
        known = self.rated.known
        return RatedFeatures(self.features[:, columns], self.rated.human[known], np.nonzero(known)[1])

    def matrix(self, values: Floats) -> Floats:
        """Values of the translations as a matrix like that of the ratings."""
        found = np.full(self.rated.human.shape, np.nan)
        found[self.rated.known] = values
        return found


def featured_corpora(study: Study, work: Work) -> Sequence[FeaturedCorpus]:
    """All corpora, measured when they are first asked for.

    Raises:
        UsageError: if no kind of ratings is named, there is one corpus alone or one twice, or one has too few ratings.
        Cancelled: if the user stopped it.
    """
    if FEATURES not in study.cache:
        require_languages(study.corpora)
        kind = study.kind
        parts = [rated_part(corpus, kind) for corpus in study.corpora]  # all are looked at before one is measured
        found = []
        for part, notes in parts:
            sample = study.sample(part)
            metrics = {**metrics_for(study.options.metrics, sample, study.store), FEATURES: untrained(WIDEST)}
            found.append(_featured(rated_corpus(study.table(sample, metrics, work), kind, notes)))
        study.cache[FEATURES] = tuple(found)
    measured: tuple[FeaturedCorpus, ...] = study.cache[FEATURES]
    return measured


def _featured(rated: RatedCorpus) -> FeaturedCorpus:
    rows = [
        rated.table.columns[rated.systems[system], FEATURES].statistics[rated.places[segment], 1:]
        for system, segment in np.argwhere(rated.known)
    ]
    scores = {spec: one for spec, one in rated.scores.items() if spec != FEATURES}
    return FeaturedCorpus(replace(rated, scores=scores), np.array(rows))


FITS = "fits"


def leave_one_out(
    data: Sequence[RatedFeatures],
    metric: Regression,
    *,
    seed: int = 1,
    alphas: Sequence[float] = (),
    work: Work | None = None,
) -> list[Fit]:
    """A model for each corpus, trained on all others.

    Args:
        data: of each corpus.
        metric: names the features.
        seed: of the parts that a single corpus is cut into, where there is one other alone.
        alphas: how strongly weights are held back for each corpus, if that is known.
        work: progress and cancel.

    Raises:
        UsageError: if there are fewer translations than features.
    """
    return [
        fit(
            [other for place, other in enumerate(data) if place != left],
            metric,
            seed=seed,
            alpha=alphas[left] if alphas else None,
            work=work,
        )
        for left in range(len(data))
    ]


def left_out_fits(study: Study, name: str, work: Work) -> list[Fit]:
    """The models of one metric, one for each corpus; trained when they are first asked for."""
    known: dict[str, list[Fit]] = study.cache.setdefault(FITS, {})
    if name not in known:
        metric = untrained(name)
        data = [one.training(feature_columns(metric)) for one in featured_corpora(study, work)]
        known[name] = leave_one_out(data, metric, seed=study.options.seed, work=work)
    return known[name]


def model_scores(one: FeaturedCorpus, fitted: Fit, metric: Regression) -> Floats:
    """What a model says of each translation, shape (systems, segments)."""
    return one.matrix(predict(fitted.model, one.features[:, feature_columns(metric)]))


def scores_with_trained(study: Study, work: Work) -> tuple[list[Mapping[str, Floats]], list[str]]:
    """Of each corpus, the metrics beside and the models that were trained on the others, higher is better.

    With them, in sentences, which models could not be trained.
    """
    corpora = featured_corpora(study, work)
    found: list[dict[str, Floats]] = [dict(one.rated.scores) for one in corpora]
    notes = []
    for place, name in enumerate(MODELS):
        work.step("Training round robin", place, len(MODELS))
        try:
            fitted = left_out_fits(study, name, work)
        except UsageError as error:
            notes.append(f"{name}: left out, {error}.")
            continue
        for scores, one, model in zip(found, corpora, fitted, strict=True):
            scores[trained_name(name, study.options.metrics)] = model_scores(one, model, untrained(name))
    return list(found), notes
