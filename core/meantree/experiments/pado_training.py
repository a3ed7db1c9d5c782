"""Feature values of every rated translation, computed once, and models trained on all corpora but one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.escaping import counted, escaped
from meantree.evaluation.measured import Flags, Floats, Places
from meantree.experiments.experiment_corpora import texts_digest
from meantree.experiments.rated import RatedCorpus, rated_corpus, rated_part
from meantree.experiments.study import Study
from meantree.metrics.regression_metrics import Regression
from meantree.scoring.run import metrics_for
from meantree.scoring.table import ScoreTable
from meantree.training.regression_training import Fit, RatedFeatures, fit, predict, untrained
from meantree.work import Work

MODELS: Final = ("bleu-r", "nist-r", "ter-r", "meteor-r", "mt-r", "rte-r", "mt+rte-r")
WIDEST: Final = "mt+rte-r"
"""The model whose features include those of all others."""
FEATURES: Final = "features"
"""Name, in place of a spec, of the columns of statistics that hold features."""
LANGUAGES: Final = "expected at least 2, one for each source language, to train on the others and test on each"


def require_languages(corpora: Sequence[Corpus]) -> None:
    """Check that leave-one-language-out trains and tests on different texts.

    Raises:
        UsageError: if there is one corpus alone, or two are the same.
    """
    if len(corpora) < 2:
        raise UsageError(f"leave-one-language-out: {counted(len(corpora), 'corpus', 'corpora')}, {LANGUAGES}")
    digests = [(corpus.name, texts_digest(corpus)) for corpus in corpora]
    for (first, first_digest), (second, second_digest) in combinations(digests, 2):
        if first_digest == second_digest:
            problem = f"{escaped(first)} and {escaped(second)} hold the same segments"
            raise UsageError(f"leave-one-language-out: {problem}, so models would be tested on what they learned from")


def feature_columns(metric: Regression) -> NDArray[np.intp]:
    """Return the 0-based places of a metric's features among those of :data:`WIDEST`."""
    places = {key: place for place, key in enumerate(untrained(WIDEST).known())}
    return np.array([places[weight.name, weight.space] for weight in metric.model.weights], dtype=np.intp)


def trained_name(name: str, singles: Sequence[str]) -> str:
    """Return the name of a model trained here; a requested metric may be the same model with the shipped weights."""
    return f"{name} (trained here)" if name in singles else name


def pairs_to_test(singles: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the pairs of metrics to test: the contribution of entailment features, also to each requested metric."""
    trained = (("mt+rte-r", "mt-r"), ("rte-r", "mt-r"), ("mt+rte-r", "rte-r"))
    with_singles = ((name, single) for single in singles for name in ("mt+rte-r", "rte-r"))
    return (
        *((trained_name(first, singles), trained_name(second, singles)) for first, second in trained),
        *((trained_name(model, singles), single) for model, single in with_singles),
    )


@dataclass(frozen=True, slots=True, eq=False)
class FeaturedCorpus:
    """One corpus with the features of its translations.

    Attributes:
        rated: ratings, and scores of the requested metrics.
        features: shape (translations, k), of the widest metric, for the known cells of ``rated`` in row-major order.
    """

    rated: RatedCorpus
    features: Floats

    @property
    def name(self) -> str:
        """Of the corpus."""
        return self.rated.name

    @property
    def notes(self) -> tuple[str, ...]:
        """What was excluded or has its sign changed, in sentences."""
        return self.rated.notes

    def training(self, columns: Places) -> RatedFeatures:
        """Return the features at these columns, with the ratings."""
        known = self.rated.known
        return RatedFeatures(self.features[:, columns], self.rated.human[known], np.nonzero(known)[1])


def matrix_of(values: Floats, known: NDArray[np.bool_]) -> Floats:
    """Return values of the known translations as a matrix of the shape of ``known``; NaN elsewhere."""
    cells = np.full(known.shape, np.nan)
    cells[known] = values
    return cells


def featured_corpora(study: Study, work: Work) -> Sequence[FeaturedCorpus]:
    """Return all corpora; their features are computed on the first call.

    Raises:
        UsageError: if no kind of ratings is named, there is one corpus alone or one twice, or one has too few ratings.
    """
    if FEATURES not in study.cache:
        require_languages(study.corpora)
        kind = study.kind
        parts = [rated_part(corpus, kind) for corpus in study.corpora]  # all are checked before one is scored
        featured = []
        for part, notes in parts:
            sample = study.sample(part)
            metrics = {**metrics_for(study.options.metrics, sample, study.store), FEATURES: untrained(WIDEST)}
            featured.append(_featured(rated_corpus(study.table(sample, metrics, work), kind, notes)))
        study.cache[FEATURES] = tuple(featured)
    corpora: tuple[FeaturedCorpus, ...] = study.cache[FEATURES]
    return corpora


def _featured(rated: RatedCorpus) -> FeaturedCorpus:
    scores = {spec: score for spec, score in rated.scores.items() if spec != FEATURES}
    return FeaturedCorpus(replace(rated, scores=scores), features_in(rated.table, rated.known, rated.places))


def features_in(table: ScoreTable, known: Flags, places: Places) -> Floats:
    """Return the features of the known translations, for segments at these places; shape (translations, k)."""
    columns = [table.columns[system, FEATURES].statistics for system in table.corpus.systems]
    return np.array([columns[system][places[segment], 1:] for system, segment in np.argwhere(known)])


FITS = "fits"


def leave_one_out(
    data: Sequence[RatedFeatures],
    metric: Regression,
    *,
    seed: int = 1,
    alphas: Sequence[float] = (),
    work: Work = Work(),
) -> list[Fit]:
    """Train a model for each corpus on all others.

    Args:
        seed: of the folds of cross-validation, if there is only one training corpus.
        alphas: strength of regularisation for each corpus; empty to choose it by cross-validation.

    Raises:
        UsageError: if there are fewer translations than features.
    """
    return [
        fit(
            [features for place, features in enumerate(data) if place != held_out],
            metric,
            seed=seed,
            alpha=alphas[held_out] if alphas else None,
            work=work,
        )
        for held_out in range(len(data))
    ]


def left_out_fits(study: Study, name: str, work: Work) -> list[Fit]:
    """Return a model of one metric for each corpus, trained on the others on the first call."""
    known: dict[str, list[Fit]] = study.cache.setdefault(FITS, {})
    if name not in known:
        metric = untrained(name)
        data = [corpus.training(feature_columns(metric)) for corpus in featured_corpora(study, work)]
        known[name] = leave_one_out(data, metric, seed=study.options.seed, work=work)
    return known[name]


def model_scores(corpus: FeaturedCorpus, fitted: Fit, metric: Regression) -> Floats:
    """Return a model's prediction for each translation, shape (systems, segments)."""
    return matrix_of(predict(fitted.model, corpus.features[:, feature_columns(metric)]), corpus.rated.known)


def scores_with_trained(study: Study, work: Work) -> tuple[list[dict[str, Floats]], list[str]]:
    """Return, for each corpus, scores by the requested metrics and by the models trained on the other corpora.

    Higher is better. Also return sentences that name the models that could not be trained.
    """
    corpora = featured_corpora(study, work)

    def predictions(name: str) -> list[Floats]:
        fitted = left_out_fits(study, name, work)
        return [model_scores(corpus, model, untrained(name)) for corpus, model in zip(corpora, fitted, strict=True)]

    return with_predictions([corpus.rated.scores for corpus in corpora], predictions, study.options.metrics, work)


def with_predictions(
    scores: Sequence[Mapping[str, Floats]],
    predictions: Callable[[str], Sequence[Floats]],
    singles: Sequence[str],
    work: Work,
) -> tuple[list[dict[str, Floats]], list[str]]:
    """Add the predictions of all :data:`MODELS` to the scores of each corpus.

    Args:
        scores: by spec, for each corpus.
        predictions: returns those of a model, by its name, for each corpus; raises :class:`UsageError` if the model
            cannot be trained.
        singles: specs of the requested metrics.

    Returns:
        the scores, and sentences that name the models that could not be trained.
    """
    extended, notes = [dict(scores_of) for scores_of in scores], []
    for place, name in enumerate(MODELS):
        work.step("Training leave-one-language-out", place, len(MODELS))
        try:
            values = predictions(name)
        except UsageError as error:
            notes.append(f"{name}: left out, {error}.")
            continue
        for scores_of, predicted in zip(extended, values, strict=True):
            scores_of[trained_name(name, singles)] = predicted
    return extended, notes
