"""A trained regression model: the weight of each feature; and files of weights, which are JSON objects."""

from __future__ import annotations

import json
import math
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from meantree.errors import InputError, UsageError
from meantree.escaping import as_json, listed, quoted, shortened
from meantree.shipped import shipped
from meantree.untrusted_json import read_json

MAX_BYTES = 1_000_000
"""Largest size of a file of weights."""


def json_object(path: Path, expected: str) -> dict[str, Any]:
    """Return the JSON object in a file; ``expected`` describes it in messages.

    Raises:
        InputError: if the file has no object, an empty one, one with a repeated key, or is too large for weights.
    """
    from meantree.corpus.formats.raw_file import load  # late: it imports lxml, which would delay the app's start

    raw = load(path)
    if len(raw.data) > MAX_BYTES:
        raise InputError(path, f"{len(raw.data):,} bytes, expected a file of weights, at most {MAX_BYTES:,}")
    try:
        read = read_json(raw.text(), lambda pairs: _object(path, pairs))
    except ValueError as error:
        raise InputError(path, f"not valid JSON ({error}), expected {expected}") from error
    if not isinstance(read, dict) or not read:
        raise InputError(path, f"expected {expected}")
    return read


def _object(path: Path, pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        raise InputError(path, f"{quoted(twice)} is given twice, expected it once")
    return values


Space = Literal["linear", "log"]
EPSILON = 0.01
"""Divisor of values in log space, log(1 + value / epsilon)."""


@dataclass(frozen=True, slots=True)
class Weight:
    """The weight of one feature in one space.

    Attributes:
        space: ``log`` if the input is the logarithm of 1 + value / epsilon, which is 0 for 0.
        mean: of the input in the training data, for comparison.
        scale: its standard deviation there, within a corpus; ``weight * scale`` is the contribution of one deviation.
        weight: contribution to the score per unit of the input; never above 0.
    """

    name: str
    space: Space
    mean: float = 0.0
    scale: float = 1.0
    weight: float = 0.0

    @property
    def label(self) -> str:
        """The feature's name, with the space unless linear."""
        return f"log {self.name}" if self.space == "log" else self.name


@dataclass(frozen=True, slots=True)
class Model:
    """score = intercept + Σ weight · value.

    A value measures a shortcoming, so identical texts have 0 throughout, and as no weight is above 0, nothing scores
    above them.

    Attributes:
        weights: of the features; missing features have weight 0.
        intercept: the score of identical texts.
        epsilon: divisor of values in log space.
        about: data, licence, date and measurements of the training.
    """

    name: str
    weights: tuple[Weight, ...]
    intercept: float = 0.0
    epsilon: float = EPSILON
    about: Mapping[str, object] = field(default_factory=dict, compare=False)

    def inputs(self, values: Mapping[str, float]) -> list[float]:
        """Return the model's inputs for these values of features: one for each of its weights."""
        return [
            math.log1p(values[weight.name] / self.epsilon) if weight.space == "log" else values[weight.name]
            for weight in self.weights
        ]

    def contributions(self, inputs: Sequence[float]) -> list[float]:
        """Return the contribution of each feature to the score, at most 0."""
        return [weight.weight * value + 0.0 for weight, value in zip(self.weights, inputs, strict=True)]

    def as_json(self) -> str:
        """Return the content of the model's file, each feature on a line."""
        header = {"model": self.name, "about": dict(self.about), "identical": self.intercept, "epsilon": self.epsilon}
        rows = ",\n".join(f"  {json.dumps(asdict(weight), ensure_ascii=False)}" for weight in self.weights)
        return as_json(header).removesuffix("\n}\n") + f',\n "features": [\n{rows}\n ]\n}}\n'


UNREAD = Model("", ())
"""Stands for a model whose file is not yet read."""


SHIPPED = "shipped"
MAX_NUMBER = 1e9
EXPECTED = "a model and its features with their weights, as 'meantree train regression' writes them"
Stamp = tuple[int, int, int]
Known = tuple[tuple[str, Space], ...]
"""Every feature of a metric, in each space that models use."""


def load_model(name: str, choice: str, known: Known) -> Model:
    """Return the model that ships with a metric, or that in a file.

    Args:
        choice: ``shipped``, or the path of a file.

    Raises:
        UsageError: if there is no such file.
        InputError: if the file cannot be read, or is of another model.
    """
    return _model_of(name, choice, known, None if choice == SHIPPED else _stamp(choice))


def _stamp(choice: str) -> Stamp | None:
    """Return what identifies the present version of a file; None if there is no file."""
    try:
        status = os.stat(choice)
    except (OSError, ValueError):  # also for a name that is too long
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


@lru_cache(maxsize=32)
def _model_of(name: str, choice: str, known: Known, stamp: Stamp | None) -> Model:
    if choice == SHIPPED:
        model = _read(shipped("regression") / f"{name}.json", name)
        # New features have no weight until the next training; removed ones are dropped.
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
        named = quoted(str(read["model"])) if "model" in read else "no model"
        raise InputError(path, f"{named}, expected weights of the model {quoted(name)}")
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
        raise InputError(path, f"the scale of {quoted(name)} is {scale:g}, expected 0 or more")
    if weight > 0:
        raise InputError(
            path, f"the weight of {quoted(name)} is {weight:g}, expected 0 or less: features measure what is lacking"
        )
    return Weight(name, space, mean, scale, weight)


def _number(path: Path, read: Mapping[str, Any], key: str, description: str) -> float:
    value: Any = read.get(key)
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not -MAX_NUMBER <= value <= MAX_NUMBER:  # false for NaN
        value_text = shortened(repr(value)) if key in read else "missing"
        raise InputError(path, f"{description} is {value_text}, expected a number")
    return float(value)


def require_features(path: Path, model: Model, known: Known) -> None:
    """Check that the file has each feature of the metric once, and no other.

    Raises:
        InputError: otherwise.
    """
    for fault, names in _differences([(weight.name, weight.space) for weight in model.weights], known):
        if names:
            raise InputError(path, f"{fault} {listed(names)}")


def _differences(features: Sequence[tuple[str, Space]], known: Known) -> Iterator[tuple[str, list[str]]]:
    labels = [f"{quoted(name)} ({space})" for name, space in features]
    yield "features given twice:", [label for label in dict.fromkeys(labels) if labels.count(label) > 1]
    yield (
        "features that this model does not have:",
        [label for key, label in zip(features, labels, strict=True) if key not in known],
    )
    yield "no weight for", [f"{quoted(name)} ({space})" for name, space in known if (name, space) not in set(features)]
