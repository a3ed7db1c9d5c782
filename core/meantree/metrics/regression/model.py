"""A trained model: how much each feature weighs; a readable file of JSON, without anything to be run."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field

from meantree.metrics.regression.part import Space
from meantree.shown import as_json

EPSILON = 0.01
"""What is added before a logarithm is taken, as many features are 0."""


@dataclass(frozen=True, slots=True)
class Weight:
    """What one feature adds in one space.

    Attributes:
        name: of the feature.
        space: ``log``: its logarithm is taken, of the value plus the model's epsilon.
        mean: over the training data, so that what a feature adds reads as better or worse than usual.
        scale: the standard deviation there, within a corpus; ``weight * scale`` is what a usual difference adds.
        weight: what one more of it adds to the score.
    """

    name: str
    space: Space
    mean: float = 0.0
    scale: float = 1.0
    weight: float = 0.0

    @property
    def shown(self) -> str:
        """Its name with the space."""
        return f"log {self.name}" if self.space == "log" else self.name


@dataclass(frozen=True, slots=True)
class Model:
    """score = intercept + Σ weight · (value − mean).

    Attributes:
        name: of the metric that it is for.
        weights: of the features; those that it does not name weigh nothing.
        intercept: the score where every feature has its mean.
        epsilon: what is added before a logarithm.
        about: data, licence, date and what was measured.
    """

    name: str
    weights: tuple[Weight, ...]
    intercept: float = 0.0
    epsilon: float = EPSILON
    about: Mapping[str, object] = field(default_factory=dict, compare=False)

    def taken(self, values: Mapping[str, float]) -> list[float]:
        """The values, by feature, as the model takes them: one for each of its weights."""
        return [
            math.log(values[one.name] + self.epsilon) if one.space == "log" else values[one.name]
            for one in self.weights
        ]

    def contributions(self, taken: Sequence[float]) -> list[float]:
        """What each feature adds to the intercept."""
        return [one.weight * (value - one.mean) for one, value in zip(self.weights, taken, strict=True)]

    def as_json(self) -> str:
        """The file, each feature on a line."""
        said = {"model": self.name, "about": dict(self.about), "intercept": self.intercept, "epsilon": self.epsilon}
        rows = ",\n".join(f"  {json.dumps(asdict(one), ensure_ascii=False)}" for one in self.weights)
        return as_json(said).removesuffix("\n}\n") + f',\n "features": [\n{rows}\n ]\n}}\n'


UNREAD = Model("", ())
"""In place of a model whose file is still to be read."""
