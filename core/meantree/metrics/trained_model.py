"""A trained regression model: the weight of each feature, and its JSON file."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from meantree.errors import InputError, UsageError
from meantree.escaping import as_json, listed, quoted, shortened
from meantree.metrics.feature_set import Space
from meantree.metrics.weight_files import json_object
from meantree_resources import resource

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
            math.log1p(values[weight.name] / self.epsilon) if weight.space == "log" else values[weight.name]
            for weight in self.weights
        ]

    def contributions(self, taken: Sequence[float]) -> list[float]:
        """Return what each feature contributes: 0, or what it takes from the intercept."""
        return [weight.weight * value + 0.0 for weight, value in zip(self.weights, taken, strict=True)]

    def as_json(self) -> str:
        """The file, each feature on a line."""
        said = {"model": self.name, "about": dict(self.about), "identical": self.intercept, "epsilon": self.epsilon}
        rows = ",\n".join(f"  {json.dumps(asdict(weight), ensure_ascii=False)}" for weight in self.weights)
        return as_json(said).removesuffix("\n}\n") + f',\n "features": [\n{rows}\n ]\n}}\n'


UNREAD = Model("", ())
"""In place of a model whose file is still to be read."""


SHIPPED = "shipped"
MAX_NUMBER = 1e9
EXPECTED = "a model and its features with their weights, as 'meantree train regression' writes them"
Stamp = tuple[int, int, int]
Known = tuple[tuple[str, Space], ...]
"""Every feature of a metric, in each space in which models take it."""


def load_model(name: str, choice: str, known: Known) -> Model:
    """The weights that ship with a metric, or those in a file.

    Args:
        name: of the metric.
        choice: ``shipped``, or the path of a file.
        known: the features of the metric.

    Raises:
        UsageError: if there is no such file.
        InputError: if it cannot be read, or is of another model.
    """
    return _model_of(name, choice, known, None if choice == SHIPPED else _stamp(choice))


def _stamp(choice: str) -> Stamp | None:
    """What tells a file from the one that stood at its place before; None where there is none."""
    try:
        found = os.stat(choice)
    except (OSError, ValueError):  # a name too long for one is none either
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


@lru_cache(maxsize=32)
def _model_of(name: str, choice: str, known: Known, stamp: Stamp | None) -> Model:
    if choice == SHIPPED:
        model = _read(resource(f"regression/{name}.json"), name)
        # A feature that is new has no weight until the next training, one that is gone none any more.
        return replace(model, weights=tuple(weight for weight in model.weights if (weight.name, weight.space) in known))
    path = Path(choice)
    if stamp is None:
        raise UsageError(f"weights={shortened(choice)}: expected {SHIPPED} or a file of weights; there is no such file")
    model = _read(path, name)
    require_features(path, model, known)
    return model


def _read(path: Path, name: str) -> Model:
    read = json_object(path, EXPECTED)
    if read.get("model") != name:
        found = quoted(str(read["model"])) if "model" in read else "no model"
        raise InputError(path, f"{found}, expected weights of the model {quoted(name)}")
    rows = read.get("features")
    if not isinstance(rows, list) or not rows:
        raise InputError(path, f"no features, expected {EXPECTED}")
    weights = tuple(_weight(path, row, place) for place, row in enumerate(rows, start=1))
    if not any(weight.weight for weight in weights):
        raise InputError(path, "all weights are 0, expected those of a trained model")
    intercept = _number(path, read, "identical", "the score of identical texts")
    epsilon = _number(path, read, "epsilon", "its epsilon")
    if epsilon <= 0:
        raise InputError(path, f"the epsilon {epsilon}, expected a number above 0")
    about = read.get("about")
    return Model(name, weights, intercept, epsilon, about if isinstance(about, dict) else {})


def _weight(path: Path, row: Any, place: int) -> Weight:
    if not isinstance(row, dict) or not isinstance(row.get("name"), str):
        raise InputError(path, f"feature {place} has no name, expected {EXPECTED}")
    name, space = row["name"], row.get("space")
    if space != "linear" and space != "log":
        raise InputError(
            path, f"the feature {quoted(name)} in the space {shortened(repr(space))}, expected linear or log"
        )
    mean, scale, weight = (
        _number(path, row, key, f"the {key} of {quoted(name)}") for key in ("mean", "scale", "weight")
    )
    if scale < 0:
        raise InputError(path, f"the scale of {quoted(name)} is {scale:g}, expected a number from 0 on")
    if weight > 0:
        raise InputError(
            path, f"the weight of {quoted(name)} is {weight:g}, expected 0 or less: it says what is lacking"
        )
    return Weight(name, space, mean, scale, weight)


def _number(path: Path, read: Mapping[str, Any], key: str, what: str) -> float:
    value: Any = read.get(key)
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not -MAX_NUMBER <= value <= MAX_NUMBER:  # which NaN is not
        found = shortened(repr(value)) if key in read else "missing"
        raise InputError(path, f"{what} is {found}, expected a number")
    return float(value)


def require_features(path: Path, model: Model, known: Known) -> None:
    """See to it that the file has each feature of the metric once, and no other.

    Raises:
        InputError: if it has not.
    """
    for fault, names in _differences([(weight.name, weight.space) for weight in model.weights], known):
        if names:
            raise InputError(path, f"{fault} {listed(names)}")


def _differences(found: Sequence[tuple[str, Space]], known: Known) -> Iterator[tuple[str, list[str]]]:
    shown = [f"{quoted(name)} ({space})" for name, space in found]
    yield "features given twice:", [fromkey for fromkey in dict.fromkeys(shown) if shown.count(fromkey) > 1]
    yield "features that this model has not:", [one for key, one in zip(found, shown, strict=True) if key not in known]
    yield "no weight for", [f"{quoted(name)} ({space})" for name, space in known if (name, space) not in set(found)]
