"""What training finds: a weight for each feature, and the model that is made of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from meantree.errors import UsageError
from meantree.metrics.regression.model import Model

DIGITS = 6
"""Significant figures of what a model's file says."""
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A fitted line.

    Attributes:
        mean, scale: of the features in the training data, shape (k,).
        weights: for one more of each, shape (k,); none is above 0.
        intercept: what is predicted for identical texts.
    """

    mean: Floats
    scale: Floats
    weights: Floats
    intercept: float = 0.0

    def predicted(self, features: Floats) -> Floats:
        """Of translations, shape (n, k); shape (n,)."""
        return self.intercept + features @ self.weights

    def model(self, blank: Model) -> Model:
        """The model with these weights.

        Args:
            blank: names the features, in their order.

        Raises:
            UsageError: if all weights are 0.
        """
        rows = zip(blank.weights, self.mean, self.scale, self.weights, strict=True)
        weights = tuple(replace(one, mean=_told(mean), scale=_told(sd), weight=_told(w)) for one, mean, sd, w in rows)
        if not any(one.weight for one in weights):
            raise UsageError(
                "the translations do not differ in any feature that has to do with ratings; nothing is learned"
            )
        return replace(blank, weights=weights, intercept=_told(self.intercept))


def predicted(model: Model, features: Floats) -> Floats:
    """What a model says of translations, shape (n,), from features as it takes them, shape (n, k)."""
    rows = [(one.mean, one.scale, one.weight) for one in model.weights]
    mean, scale, weights = np.array(rows, dtype=np.float64).reshape(-1, 3).T
    return Line(mean, scale, weights, model.intercept).predicted(features)


def _told(value: float) -> float:
    return float(f"{value:.{DIGITS}g}") + 0.0  # never −0
