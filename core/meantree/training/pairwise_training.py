"""Training of regression metrics on pairwise judgements: weights that score the better of two translations higher.

Padó et al. 2009, section 6, predict pairwise judgements by comparing two predictions, and find logistic regression on
differences of features to do as well: P(one is better than the other) = σ(Σ weight · (value − other value)).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import minimize

from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus
from meantree.corpus.formats.pairwise_judgements import PairwiseJudgement
from meantree.corpus.formats.placement import matching_system
from meantree.errors import UsageError
from meantree.escaping import counted, listed, quoted, shortened
from meantree.evaluation.measured import Floats, Places, quotients
from meantree.metrics.regression_metrics import Regression
from meantree.metrics.trained_model import Model
from meantree.scoring.run import score_corpus
from meantree.scoring.table import ScoreTable
from meantree.training.regression_training import FittedLine, folds
from meantree.work import Work

SHOWN = 5
"""Number of ids listed in a message."""


@dataclass(frozen=True, slots=True, eq=False)
class JoinedJudgements:
    """Pairwise judgements of one corpus.

    Attributes:
        corpus: the judged segments and systems, without other translations.
        better, worse: shape (p,), 0-based places in ``corpus.systems``.
        segments: shape (p,), 0-based places in ``corpus.segments``.
        notes: what was excluded, in sentences.
    """

    corpus: Corpus
    better: Places
    worse: Places
    segments: Places
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.segments)

    def margins(self, scores: Floats) -> Floats:
        """Return the better translation's score less the other's, shape (p,), for scores of (systems, segments)."""
        return scores[self.better, self.segments] - scores[self.worse, self.segments]

    def shares(self) -> Floats:
        """Return the share of its judgements that each system won, shape (systems, segments); NaN without any."""
        won, lost = np.zeros((2, len(self.corpus.systems), len(self.corpus.segments)))
        np.add.at(won, (self.better, self.segments), 1)
        np.add.at(lost, (self.worse, self.segments), 1)
        return quotients(won, won + lost)


def join_judgements(corpus: Corpus, pairwise: Sequence[PairwiseJudgement]) -> JoinedJudgements:
    """Return the judgements of translations in a corpus; raise UsageError if none is."""
    places = _places(corpus)
    matching = {
        name: matching_system(name, corpus.systems)
        for judgement in pairwise
        for name in (judgement.better, judgement.worse)
    }
    joined: list[tuple[int, str, str]] = []
    lost: Counter[str] = Counter()
    for judgement in pairwise:
        place, better, worse = places.get(judgement.id), matching[judgement.better], matching[judgement.worse]
        if place is None:
            lost["id"] += 1
        elif better is None or worse is None:
            lost["system"] += 1
        elif not {better, worse} <= corpus.segments[place].hypotheses.keys() or better == worse:
            lost["translation"] += 1
        else:
            joined.append((place, better, worse))
    notes = tuple(
        _losses(corpus, pairwise, lost, places, [name for name, system in matching.items() if system is None])
    )
    if not joined:
        number = counted(len(pairwise), "pairwise judgement")
        raise UsageError(f"{shortened(corpus.name)}: found none of its translations in {number}. {' '.join(notes)}")
    return _cut(corpus, joined, notes)


def _places(corpus: Corpus) -> dict[str, int]:
    """Return the places of segments by key, and by id if ids are unique in the corpus."""
    by_id = {segment.id: place for place, segment in enumerate(corpus.segments)}
    return {**(by_id if len(by_id) == len(corpus.segments) else {}), **corpus.places}


def _losses(
    corpus: Corpus,
    pairwise: Sequence[PairwiseJudgement],
    lost: Counter[str],
    places: dict[str, int],
    unknown: list[str],
) -> list[str]:
    notes, excluded = [], "excluded"
    if lost["id"]:
        absent = list(dict.fromkeys(judgement.id for judgement in pairwise if judgement.id not in places))
        ids = f"{counted(len(absent), 'id')} not in the corpus, such as {quoted(absent[0])}"
        examples = listed(list(places)[:SHOWN])
        notes.append(
            f"{counted(lost['id'], 'pairwise judgement')} {excluded}: {ids}; the corpus has ids such as {examples}."
        )
    if lost["system"]:
        problem = f"no translations by {listed(unknown)}, found those by {listed(corpus.systems)}"
        notes.append(f"{counted(lost['system'], 'pairwise judgement')} {excluded}: {problem}.")
    if lost["translation"]:
        problem = "the corpus lacks one of the two translations"
        notes.append(f"{counted(lost['translation'], 'pairwise judgement')} {excluded}: {problem}.")
    return notes


def _cut(corpus: Corpus, judgements: Sequence[tuple[int, str, str]], notes: tuple[str, ...]) -> JoinedJudgements:
    """Return the judgements with only the judged translations."""
    of_segments: dict[int, set[str]] = {}
    for place, *pair in judgements:
        of_segments.setdefault(place, set()).update(pair)
    named = set().union(*of_segments.values())
    systems = tuple(name for name in corpus.systems if name in named)
    segments = []
    for place in sorted(of_segments):
        segment = corpus.segments[place]
        hypotheses = {name: text for name, text in segment.hypotheses.items() if name in of_segments[place]}
        segments.append(replace(segment, hypotheses=hypotheses))
    rows = {name: place for place, name in enumerate(systems)}
    columns = {place: column for column, place in enumerate(sorted(of_segments))}
    cells = [(rows[better], rows[worse], columns[place]) for place, better, worse in judgements]
    better, worse, columns_of = np.array(cells, dtype=np.intp).T
    return JoinedJudgements(
        replace(corpus, segments=tuple(segments), systems=systems), better, worse, columns_of, notes
    )


ALPHAS = (30_000.0, 10_000.0, 3_000.0, 1_000.0, 300.0, 100.0, 30.0)
"""Strengths of regularisation; each fit starts from the previous one."""
TOLERANCE, STEPS = 1e-8, 300
"""Tolerance of the fit, and its largest number of steps."""


@dataclass(frozen=True, slots=True, eq=False)
class JudgedDifferences:
    """Differences of features in the pairwise judgements of one corpus.

    Attributes:
        differences: shape (p, k), features of the better translation less those of the other one.
        segments: shape (p,), 0-based place of the segment of each judgement.
        mean: shape (k,), mean features of all judged translations.
    """

    differences: Floats
    segments: Places
    mean: Floats

    def __len__(self) -> int:
        return len(self.segments)

    def part(self, rows: Places) -> JudgedDifferences:
        """Return the judgements at these rows."""
        return JudgedDifferences(self.differences[rows], self.segments[rows], self.mean)

    def features(self, columns: Places) -> JudgedDifferences:
        """Return the judgements with the features at these columns."""
        return JudgedDifferences(self.differences[:, columns], self.segments, self.mean[columns])


@dataclass(frozen=True, slots=True)
class JudgementFit:
    """A trained model.

    Attributes:
        model: without a description.
        alpha: strength of regularisation.
        consistencies: with the held-out judgements, in [0, 1]: of each corpus, or of each fold of a single one.
            ``alpha`` was chosen on the same judgements.
    """

    model: Model
    alpha: float
    consistencies: tuple[float, ...]


def measure_judgements(
    judgements: JoinedJudgements, metric: Regression, store: AnalysisStore, *, work: Work = Work()
) -> JudgedDifferences:
    """Score the judged translations, and return the differences of their features.

    Args:
        metric: untrained; of several references it then uses the first.
        work: see :func:`meantree.scoring.run.score_corpus`.

    Raises:
        UsageError: if no compared translations can be scored.
    """
    table = score_corpus(judgements.corpus, {metric.name: metric}, store, keep=False, work=work)
    return judged_differences(judgements, table, metric.name)


def judged_differences(judgements: JoinedJudgements, table: ScoreTable, spec: str) -> JudgedDifferences:
    """Return the differences of features from existing scores, without judgements of unscored translations.

    Raises:
        UsageError: if no judgement remains.
    """
    columns = [table.columns[system, spec] for system in judgements.corpus.systems]
    scored = np.stack([column.scored for column in columns])
    rows_scored = np.flatnonzero(
        scored[judgements.better, judgements.segments] & scored[judgements.worse, judgements.segments]
    )
    if not len(rows_scored):
        problem = f"none of the translations in {counted(len(judgements), 'pairwise judgement')} can be scored"
        raise UsageError(f"{shortened(judgements.corpus.name)}: {problem}")
    size = max(column.statistics.shape[1] for column in columns)
    rows = np.stack([_widened(column.statistics, size) for column in columns])[:, :, 1:]
    better, worse, segments = (part[rows_scored] for part in (judgements.better, judgements.worse, judgements.segments))
    return JudgedDifferences(rows[better, segments] - rows[worse, segments], segments, rows[scored].mean(axis=0))


def _widened(statistics: Floats, size: int) -> Floats:
    """Return statistics with ``size`` columns; those of a system without any score have none."""
    return statistics if statistics.shape[1] == size else np.zeros((len(statistics), size))


def fit_judgements(
    data: Sequence[JudgedDifferences], metric: Regression, *, seed: int = 1, work: Work = Work()
) -> JudgementFit:
    """Fit weights by logistic regression with a quadratic penalty.

    As in :func:`meantree.training.regression_training.fit`, no weight may be above 0, so that no text scores above
    identical ones. The strength of regularisation is the one with the highest likelihood of held-out judgements: of
    each corpus by the others, or of each fold of a single corpus by the rest.

    Args:
        seed: of the folds of a single corpus.

    Raises:
        UsageError: if there are fewer judgements than features, or too few segments.
    """
    number, size = sum(map(len, data)), len(metric.model.weights)
    if number <= size:
        raise UsageError(
            f"{counted(number, 'pairwise judgement')} for {size:,} features, expected more judgements than features"
        )
    parts = list(folds(data, seed))
    losses, right = np.zeros((2, len(parts), len(ALPHAS)))
    for row, (training, held_out) in enumerate(parts):
        for column, weights in enumerate(_paths(training, ALPHAS, work)):
            margins = held_out.differences @ weights
            losses[row, column] = np.logaddexp(0.0, -margins).mean()
            right[row, column] = (margins > 0).mean()
    best = int(losses.mean(axis=0).argmin())
    weights = _paths(data, ALPHAS[: best + 1], work)[-1]
    counts = np.array([len(part) for part in data], dtype=np.float64)
    mean = np.average([part.mean for part in data], axis=0, weights=counts)
    scale = _scale(np.concatenate([part.differences for part in data]))
    line = FittedLine(mean, scale, weights)
    return JudgementFit(line.model(metric.model), ALPHAS[best], tuple(right[:, best].tolist()))


def _paths(data: Sequence[JudgedDifferences], alphas: Sequence[float], work: Work) -> list[Floats]:
    """Return weights per unit of each feature, for each alpha."""
    differences = np.concatenate([part.differences for part in data])
    scale = _scale(differences)
    unit = np.where(scale > 0, 1.0 / np.where(scale > 0, scale, 1.0), 0.0)
    rows, weights, paths = -unit * differences, np.zeros(len(unit)), []
    for place, alpha in enumerate(alphas):
        work.step("Fitting weights", place, len(alphas))
        weights = _logistic(rows, alpha, weights)
        paths.append(-unit * weights)
    return paths


def _scale(differences: Floats) -> Floats:
    """Estimate the deviation of features within segments from differences of two translations, shape (k,)."""
    scale: Floats = np.sqrt(np.square(differences).mean(axis=0) / 2)
    return scale


def _logistic(rows: Floats, alpha: float, start: Floats) -> Floats:
    """Return the non-negative weights that maximise the likelihood of positive rows, shape (k,)."""

    def loss(weights: Floats) -> tuple[float, Floats]:
        margins = rows @ weights
        doubts = 1.0 / (1.0 + np.exp(np.minimum(margins, 500.0)))
        value = np.logaddexp(0.0, -margins).sum() + alpha / 2 * float(weights @ weights)
        return float(value), alpha * weights - rows.T @ doubts

    limits = [(0.0, None)] * len(start)
    options = {"ftol": TOLERANCE, "maxiter": STEPS}
    weights: Floats = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=limits, options=options).x
    return weights
