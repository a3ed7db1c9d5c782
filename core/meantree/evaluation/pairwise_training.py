"""Training of regression metrics on preferences: weights that score the better of two translations higher.

Padó et al. 2009, section 6, predict preferences by comparing two predictions, and find logistic regression on
differences of features to do as well: P(one is better than the other) = σ(Σ weight · (value − other value)).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus
from meantree.corpus.formats.assessments import matching_system
from meantree.corpus.formats.pairwise_judgements import PairwiseJudgement
from meantree.errors import UsageError
from meantree.escaping import counted, listed, quoted, shortened
from meantree.evaluation.measured import Floats, Places
from meantree.evaluation.regression_training import FittedLine, folds
from meantree.metrics.regression_metrics import Regression
from meantree.metrics.trained_model import Model
from meantree.scoring.run import score_corpus
from meantree.scoring.table import ScoreTable
from meantree.work import Work, single_threaded

SHOWN = 5
"""Ids that a message lists."""


@dataclass(frozen=True, slots=True, eq=False)
class JoinedJudgements:
    """Preferences of one corpus.

    Attributes:
        corpus: the segments and systems that preferences are of, with no other translation.
        better, worse: shape (p,), 0-based places in ``corpus.systems``.
        segments: shape (p,), 0-based places in ``corpus.segments``.
        notes: what was left out, in sentences.
    """

    corpus: Corpus
    better: Places
    worse: Places
    segments: Places
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.segments)

    def margins(self, scores: Floats) -> Floats:
        """By how much the better translation scores more, shape (p,), of scores of shape (systems, segments)."""
        return scores[self.better, self.segments] - scores[self.worse, self.segments]

    def shares(self) -> Floats:
        """Of its comparisons in a segment, how many each system won, shape (systems, segments); NaN without one."""
        won, lost = np.zeros((2, len(self.corpus.systems), len(self.corpus.segments)))
        np.add.at(won, (self.better, self.segments), 1)
        np.add.at(lost, (self.worse, self.segments), 1)
        found: Floats = np.divide(won, won + lost, out=np.full(won.shape, np.nan), where=won + lost > 0)
        return found


def join_judgements(corpus: Corpus, preferences: Sequence[PairwiseJudgement]) -> JoinedJudgements:
    """The preferences that are of translations in a corpus.

    Raises:
        UsageError: if none is.
    """
    places = _places(corpus)
    meant = {name: matching_system(name, corpus.systems) for one in preferences for name in (one.better, one.worse)}
    kept: list[tuple[int, str, str]] = []
    lost: Counter[str] = Counter()
    for preference in preferences:
        place, better, worse = places.get(preference.id), meant[preference.better], meant[preference.worse]
        if place is None:
            lost["id"] += 1
        elif better is None or worse is None:
            lost["system"] += 1
        elif not {better, worse} <= corpus.segments[place].hypotheses.keys() or better == worse:
            lost["translation"] += 1
        else:
            kept.append((place, better, worse))
    notes = tuple(_losses(corpus, preferences, lost, places, [name for name, one in meant.items() if one is None]))
    if not kept:
        found = counted(len(preferences), "preference")
        raise UsageError(f"{shortened(corpus.name)}: none of {found} is of its translations. {' '.join(notes)}")
    return _cut(corpus, kept, notes)


def _places(corpus: Corpus) -> dict[str, int]:
    """Segments by their names; by their ids alone, too, if these do not begin anew in each document."""
    by_id = {segment.id: place for place, segment in enumerate(corpus.segments)}
    return {**(by_id if len(by_id) == len(corpus.segments) else {}), **corpus.places}


def _losses(
    corpus: Corpus,
    preferences: Sequence[PairwiseJudgement],
    lost: Counter[str],
    places: dict[str, int],
    unknown: list[str],
) -> list[str]:
    told, left = [], "left out"
    if lost["id"]:
        absent = list(dict.fromkeys(preference.id for preference in preferences if preference.id not in places))
        ids = f"{counted(len(absent), 'id')} not in the corpus, such as {quoted(absent[0])}"
        here = listed(list(places)[:SHOWN])
        told.append(f"{counted(lost['id'], 'preference')} {left}: {ids}; ids there begin with {here}.")
    if lost["system"]:
        found = f"no translations by {listed(unknown)}, found those by {listed(corpus.systems)}"
        told.append(f"{counted(lost['system'], 'preference')} {left}: {found}.")
    if lost["translation"]:
        told.append(f"{counted(lost['translation'], 'preference')} {left}: a translation is not there.")
    return told


def _cut(corpus: Corpus, kept: Sequence[tuple[int, str, str]], notes: tuple[str, ...]) -> JoinedJudgements:
    """Nothing but what is compared."""
    of_segments: dict[int, set[str]] = {}
    for place, *pair in kept:
        of_segments.setdefault(place, set()).update(pair)
    there = set().union(*of_segments.values())
    systems = tuple(name for name in corpus.systems if name in there)
    segments = []
    for place in sorted(of_segments):
        one = corpus.segments[place]
        hypotheses = {name: text for name, text in one.hypotheses.items() if name in of_segments[place]}
        segments.append(replace(one, hypotheses=hypotheses))
    rows = {name: place for place, name in enumerate(systems)}
    columns = {place: column for column, place in enumerate(sorted(of_segments))}
    cells = [(rows[better], rows[worse], columns[place]) for place, better, worse in kept]
    better, worse, where = np.array(cells, dtype=np.intp).T
    return JoinedJudgements(replace(corpus, segments=tuple(segments), systems=systems), better, worse, where, notes)


ALPHAS = (30_000.0, 10_000.0, 3_000.0, 1_000.0, 300.0, 100.0, 30.0)
"""How strongly weights are held back; each fit begins at the one before."""
TOLERANCE, STEPS = 1e-8, 300
"""Of the fit: when it is done, and the most steps."""


@dataclass(frozen=True, slots=True, eq=False)
class JudgedDifferences:
    """What a metric measures in the preferences of one corpus.

    Attributes:
        differences: shape (p, k), features of the better translation less those of the other one.
        segments: shape (p,), the place of the segment that each is of.
        mean: shape (k,), of the features of all compared translations.
    """

    differences: Floats
    segments: Places
    mean: Floats

    def __len__(self) -> int:
        return len(self.segments)

    def part(self, rows: Places) -> JudgedDifferences:
        """Some of them."""
        return JudgedDifferences(self.differences[rows], self.segments[rows], self.mean)

    def features(self, columns: Places) -> JudgedDifferences:
        """With some of the features."""
        return JudgedDifferences(self.differences[:, columns], self.segments, self.mean[columns])


@dataclass(frozen=True, slots=True)
class JudgementFit:
    """A trained model.

    Attributes:
        model: without anything about itself.
        alpha: how strongly its weights were held back.
        consistencies: with the preferences of what was left out, in [0, 1]: of each corpus, or of each part of a single
            one. ``alpha`` was chosen on the same.
    """

    model: Model
    alpha: float
    consistencies: tuple[float, ...]


def measure_judgements(
    found: JoinedJudgements, metric: Regression, store: AnalysisStore, *, work: Work | None = None
) -> JudgedDifferences:
    """What a metric measures in the translations that people compared.

    Args:
        found: preferences of one source language.
        metric: without weights; of several references it then takes the first.
        store: what analyses the texts.
        work: see :func:`meantree.scoring.run.score_corpus`.

    Raises:
        UsageError: if no compared translations can be scored.
    """
    table = score_corpus(found.corpus, {metric.name: metric}, store, keep=False, work=work)
    return judged_differences(found, table, metric.name)


def judged_differences(found: JoinedJudgements, table: ScoreTable, spec: str) -> JudgedDifferences:
    """The same of what was scored already; preferences of translations that could not be scored are left out.

    Raises:
        UsageError: if all are.
    """
    columns = [table.columns[system, spec] for system in found.corpus.systems]
    scored = np.stack([column.scored for column in columns])
    kept = np.flatnonzero(scored[found.better, found.segments] & scored[found.worse, found.segments])
    if not len(kept):
        none = f"none of the translations in {counted(len(found), 'preference')} can be scored"
        raise UsageError(f"{shortened(found.corpus.name)}: {none}")
    size = max(column.statistics.shape[1] for column in columns)
    rows = np.stack([_widened(column.statistics, size) for column in columns])[:, :, 1:]
    better, worse, segments = (part[kept] for part in (found.better, found.worse, found.segments))
    return JudgedDifferences(rows[better, segments] - rows[worse, segments], segments, rows[scored].mean(axis=0))


def _widened(statistics: Floats, size: int) -> Floats:
    """Of a system of which nothing could be scored, the statistics have no numbers."""
    return statistics if statistics.shape[1] == size else np.zeros((len(statistics), size))


def fit_judgements(
    data: Sequence[JudgedDifferences], metric: Regression, *, seed: int = 1, work: Work | None = None
) -> JudgementFit:
    """Weights by logistic regression with a quadratic penalty.

    As in :func:`meantree.evaluation.regression_training.fit`, no weight may be above 0, so that identical texts, which
    score 0, are above all others; and how strongly weights are held back is what makes the preferences of one corpus
    likeliest by the others (of one corpus alone, of a fifth by the rest).

    Args:
        data: of each corpus.
        metric: names the features.
        seed: of the parts that a single corpus is cut into.
        work: progress and cancel.

    Raises:
        UsageError: if there are fewer preferences than features, or too few segments.
        Cancelled: if the user stopped it.
    """
    preferences, size = sum(map(len, data)), len(metric.model.weights)
    if preferences <= size:
        raise UsageError(f"{counted(preferences, 'preference')} for {size:,} features, expected more of them")
    work = work or Work()
    parts = list(folds(data, seed))
    losses, right = np.zeros((2, len(parts), len(ALPHAS)))
    with single_threaded():
        for row, (rest, left) in enumerate(parts):
            for column, weights in enumerate(_paths(rest, ALPHAS, work)):
                margins = left.differences @ weights
                losses[row, column] = np.logaddexp(0.0, -margins).mean()
                right[row, column] = (margins > 0).mean()
        best = int(losses.mean(axis=0).argmin())
        weights = _paths(data, ALPHAS[: best + 1], work)[-1]
    counts = np.array([len(one) for one in data], dtype=np.float64)
    mean = np.average([one.mean for one in data], axis=0, weights=counts)
    scale = _scale(np.concatenate([one.differences for one in data]))
    line = FittedLine(mean, scale, weights)
    return JudgementFit(line.model(metric.model), ALPHAS[best], tuple(right[:, best].tolist()))


def _paths(data: Sequence[JudgedDifferences], alphas: Sequence[float], work: Work) -> list[Floats]:
    """Weights for each alpha, for one more of each feature."""
    differences = np.concatenate([one.differences for one in data])
    scale = _scale(differences)
    unit = np.where(scale > 0, 1.0 / np.where(scale > 0, scale, 1.0), 0.0)
    rows, weights, found = -unit * differences, np.zeros(len(unit)), []
    for place, alpha in enumerate(alphas):
        work.step("Fitting weights", place, len(alphas))
        weights = _logistic(rows, alpha, weights)
        found.append(-unit * weights)
    return found


def _scale(differences: Floats) -> Floats:
    """The deviation of features within segments, shape (k,), as far as differences of two show it."""
    scale: Floats = np.sqrt(np.square(differences).mean(axis=0) / 2)
    return scale


def _logistic(rows: Floats, alpha: float, start: Floats) -> Floats:
    """Weights from 0 on that make it likeliest that every row is above 0; shape (k,)."""
    from scipy.optimize import minimize

    def loss(weights: Floats) -> tuple[float, Floats]:
        margins = rows @ weights
        doubts = 1.0 / (1.0 + np.exp(np.minimum(margins, 500.0)))
        value = np.logaddexp(0.0, -margins).sum() + alpha / 2 * float(weights @ weights)
        return float(value), alpha * weights - rows.T @ doubts

    limits = [(0.0, None)] * len(start)
    options = {"ftol": TOLERANCE, "maxiter": STEPS}
    weights: Floats = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=limits, options=options).x
    return weights
