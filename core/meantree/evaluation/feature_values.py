"""Values of entailment features in every translation, read from the statistics of a regression metric."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from meantree.errors import UsageError
from meantree.escaping import listed
from meantree.evaluation.measured import Flags, Floats
from meantree.metrics.metric import Metric
from meantree.metrics.regression_metrics import Regression
from meantree.phenomena.catalogue import NAMES
from meantree.scoring.table import ScoreTable


@dataclass(frozen=True, slots=True)
class TrainedFeature:
    """A feature, and what a metric's model learned about it.

    Attributes:
        name: in models.
        title: what it says in words.
        group, claim: its group, and one sentence about it.
        mean, scale: training mean and standard deviation.
        weight: change of the score for one unit of the feature.
    """

    name: str
    title: str
    group: str
    claim: str
    mean: float
    scale: float
    weight: float

    @property
    def is_in_most_translations(self) -> bool:
        """Whether most translations have it, as the share of changed words: its mean is at least its deviation.

        A binary feature then occurs in half of all translations or more. That such a feature is not 0 means little, so
        it fires where it is worse than its mean by more than its deviation; without a weight, never.
        """
        return self.scale > 0 and abs(self.mean) >= self.scale

    @property
    def category(self) -> str:
        """Its group; for findings, their category in MQM is in its place."""
        return self.group

    @property
    def words(self) -> str:
        """Its title; with "high" if it fires only where it is high."""
        return f"{self.title}: high" if self.is_in_most_translations and self.weight else self.title

    @property
    def key(self) -> tuple[str, str]:
        """Its group and words; a key of its own for each feature."""
        return self.group, self.words


class FeatureValues:
    """The features of every segment, system by system.

    Attributes:
        features: in the order of the model.
        means, weights: of the features in training, each of shape (features,).
    """

    def __init__(self, table: ScoreTable, spec: str) -> None:
        """Find the columns of scored systems; values are copied when they are first needed.

        Raises:
            UsageError: if the metric has no entailment features.
        """
        places, self.features = features_of(table.metrics[spec])
        if not self.features:
            candidates = listed(name for name, metric in table.metrics.items() if features_of(metric)[1])
            hint = f"; there are {candidates}" if candidates else ", as rte-r has"
            raise UsageError(f"{spec} has no entailment features{hint}")
        self.segments = len(table.corpus.segments)
        self._places = np.array(places, dtype=np.intp)
        scored = ((system, table.columns.get((system, spec))) for system in table.corpus.systems)
        self._columns = {system: (column.statistics, column.scored) for system, column in scored if column is not None}
        self.means, self.weights = (
            np.array([getattr(one, name) for one in self.features]) for name in ("mean", "weight")
        )
        self._values: dict[str, Floats] = {}
        self._fired: dict[str, Flags] = {}

    @property
    def systems(self) -> tuple[str, ...]:
        """Scored systems, in the order of the corpus."""
        return tuple(self._columns)

    def scored(self, system: str) -> Flags:
        """Return which segments of a system were scored, shape (segments,)."""
        return self._columns[system][1]

    def values(self, system: str) -> Floats:
        """Return the values of a system, shape (segments, features); meaningless where a segment was not scored."""
        if system not in self._values:
            statistics = self._columns[system][0]
            none = np.zeros((self.segments, len(self.features)))  # where no segment was scored
            self._values[system] = statistics[:, self._places] if statistics.shape[1] else none
        return self._values[system]

    def fired(self, system: str) -> Flags:
        """Return where features fire for a system, shape (segments, features); see :func:`fires`."""
        if system not in self._fired:
            self._fired[system] = fires(self.values(system), self.features) & self.scored(system)[:, None]
        return self._fired[system]


def fires(values: Floats, features: Sequence[TrainedFeature]) -> Flags:
    """Return where features fire, given their values, both of shape (…, features).

    A feature fires where it is not 0; one that most translations have, where it is worse than its training mean by more
    than its standard deviation.
    """
    means, scales, weights = (
        np.array([getattr(feature, name) for feature in features]) for name in ("mean", "scale", "weight")
    )
    is_frequent = np.array([feature.is_in_most_translations for feature in features], dtype=bool)
    fired: Flags = np.where(is_frequent, (means - values) * np.sign(weights) > scales, values != 0)
    return fired


def features_of(metric: Metric) -> tuple[tuple[int, ...], tuple[TrainedFeature, ...]]:
    """Return the places of a metric's entailment features in its statistics, and the features; empty if it has none."""
    if not isinstance(metric, Regression):
        return (), ()
    quantities, names = metric.features(), frozenset(NAMES)
    places, features = [], []
    for place, weight in enumerate(metric.model.weights, start=1):
        if weight.name in names:
            quantity = quantities[weight.name]
            words = quantity.title, quantity.group, quantity.claim
            places.append(place)
            features.append(TrainedFeature(weight.name, *words, weight.mean, weight.scale, weight.weight))
    return tuple(places), tuple(features)
