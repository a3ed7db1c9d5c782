"""A trained model: how much each feature weighs; a readable file of JSON, without anything to be run."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field

from meantree.escaping import as_json
from meantree.metrics.regression.part import Space

EPSILON = 0.01
"""What values are divided by in log space: a value of this size costs half as much more as the first difference."""


@dataclass(frozen=True, slots=True)
class Weight:
    """What one feature costs in one space.

    Attributes:
        name: of the feature.
        space: ``log``: the model takes the logarithm of 1 + value / epsilon, which is 0 where the value is.
        mean: over the training data, to compare values with.
        scale: the standard deviation there, within a corpus; ``weight * scale`` is what one such deviation contributes.
        weight: what one more of it contributes to the score; never above 0.
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
    """score = intercept + Σ weight · value.

    A value says what a translation lacks, so identical texts have 0 throughout, and as no weight is above 0, nothing is
    scored above them.

    Attributes:
        name: of the metric that it is for.
        weights: of the features; those that it does not name weigh nothing.
        intercept: the score of identical texts.
        epsilon: what values are divided by in log space.
        about: data, licence, date and what was measured.
    """

    name: str
    weights: tuple[Weight, ...]
    intercept: float = 0.0
    epsilon: float = EPSILON
    about: Mapping[str, object] = field(default_factory=dict, compare=False)

    def taken(self, values: Mapping[str, float]) -> list[float]:
        """Return the values, by feature, as the model takes them: one for each of its weights."""
        return [
            math.log1p(values[one.name] / self.epsilon) if one.space == "log" else values[one.name]
            for one in self.weights
        ]

    def contributions(self, taken: Sequence[float]) -> list[float]:
        """Return what each feature contributes: 0, or what it takes from the intercept."""
        return [one.weight * value + 0.0 for one, value in zip(self.weights, taken, strict=True)]

    def as_json(self) -> str:
        """The file, each feature on a line."""
        said = {"model": self.name, "about": dict(self.about), "identical": self.intercept, "epsilon": self.epsilon}
        rows = ",\n".join(f"  {json.dumps(asdict(one), ensure_ascii=False)}" for one in self.weights)
        return as_json(said).removesuffix("\n}\n") + f',\n "features": [\n{rows}\n ]\n}}\n'


UNREAD = Model("", ())
"""In place of a model whose file is still to be read."""
