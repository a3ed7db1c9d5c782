"""What entailment features found in every translation, as the statistics of a regression metric already hold it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from meantree.comparison.prediction import DIRECTIONS
from meantree.entailment.all_features import NAMES
from meantree.errors import UsageError
from meantree.escaping import listed
from meantree.evaluation.measured import Floats
from meantree.metrics.metric import Metric
from meantree.metrics.regression_metrics import Regression
from meantree.scoring.table import ScoreTable

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class TrainedFeature:
    """A feature, and what the model of a metric learned of it.

    Attributes:
        name: as models have it, with its direction.
        group, claim: what it is listed under, and one sentence.
        mean, scale: over the training data.
        weight: what one more of it adds to the score.
    """

    name: str
    group: str
    claim: str
    mean: float
    scale: float
    weight: float

    @property
    def is_in_most_translations(self) -> bool:
        """Whether translations mostly have it, as they lack some words: its mean is no less than its deviation.

        Of what is only there or not this says: in half of all translations or more. That such a feature is not 0 tells
        nothing, so it fires where it is worse than its mean by more than its deviation; without a weight, never.
        """
        return self.scale > 0 and abs(self.mean) >= self.scale

    @property
    def direction(self) -> str:
        """From what, to what may follow from it."""
        return DIRECTIONS["".join(self.name.partition(".")[:2])]

    @property
    def words(self) -> str:
        """Its name without the direction, in words; of what is usual, that it fires where it is high, if it weighs."""
        words = self.name.partition(".")[2].replace("_", " ")
        return f"{words}: high" if self.is_in_most_translations and self.weight else words

    @property
    def key(self) -> tuple[str, str]:
        """What it is listed under, and its name in words with the direction; different features have different keys."""
        return self.group, f"{self.words} ({self.direction})"


class FeatureValues:
    """The features of every segment, system by system.

    Attributes:
        features: in the order of the model.
        segments: how many the corpus has.
        means, weights: of the features, each of shape (features,).
    """

    def __init__(self, table: ScoreTable, spec: str) -> None:
        """Look into the columns of the systems that were scored; nothing is copied before it is asked for.

        Raises:
            UsageError: if the metric has no entailment features.
        """
        places, self.features = features_of(table.metrics[spec])
        if not self.features:
            having = listed(one for one, metric in table.metrics.items() if features_of(metric)[1])
            hint = f"; there are {having}" if having else ", as rte-r has"
            raise UsageError(f"{spec} has no entailment features{hint}")
        self.segments = len(table.corpus.segments)
        self._places = np.array(places, dtype=np.intp)
        scored = ((system, table.columns.get((system, spec))) for system in table.corpus.systems)
        self._columns = {system: (one.statistics, one.scored) for system, one in scored if one is not None}
        self._values: dict[str, Floats] = {}
        self._fired: dict[str, Flags] = {}

    @property
    def systems(self) -> tuple[str, ...]:
        """Those that were scored, in the order of the corpus."""
        return tuple(self._columns)

    @cached_property
    def means(self) -> Floats:
        """Over the training data."""
        return np.array([one.mean for one in self.features])

    @cached_property
    def weights(self) -> Floats:
        """What one more of each adds."""
        return np.array([one.weight for one in self.features])

    def scored(self, system: str) -> Flags:
        """Shape (segments,), which segments of a system were scored."""
        return self._columns[system][1]

    def values(self, system: str) -> Floats:
        """Shape (segments, features); what stands where nothing was scored means nothing."""
        if system not in self._values:
            statistics = self._columns[system][0]
            none = np.zeros((self.segments, len(self.features)))  # where no segment was scored
            self._values[system] = statistics[:, self._places] if statistics.shape[1] else none
        return self._values[system]

    def fired(self, system: str) -> Flags:
        """Shape (segments, features): other than 0, or, of what is usual, worse than its mean by over its deviation."""
        if system not in self._fired:
            self._fired[system] = fires(self.values(system), self.features) & self.scored(system)[:, None]
        return self._fired[system]


def fires(values: Floats, features: Sequence[TrainedFeature]) -> Flags:
    """Where features fire, by their values, both of shape (…, features); see :meth:`FeatureValues.fired`."""
    means, scales, weights = (
        np.array([getattr(one, name) for one in features]) for name in ("mean", "scale", "weight")
    )
    usual = np.array([one.is_in_most_translations for one in features], dtype=bool)
    fired: Flags = np.where(usual, (means - values) * np.sign(weights) > scales, values != 0)
    return fired


def features_of(metric: Metric) -> tuple[tuple[int, ...], tuple[TrainedFeature, ...]]:
    """The entailment features of a metric and where its statistics have them; none if it has none."""
    if not isinstance(metric, Regression):
        return (), ()
    said, names = metric.features(), frozenset(NAMES)
    found = [(place, one) for place, one in enumerate(metric.model.weights, start=1) if one.name in names]
    known = (
        TrainedFeature(one.name, said[one.name].group, said[one.name].claim, one.mean, one.scale, one.weight)
        for _, one in found
    )
    return tuple(place for place, _ in found), tuple(known)
