"""Files of weights: what is written can be read, and every fault is told."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from meantree.errors import MeantreeError
from meantree.metrics.registry import metric
from meantree.metrics.regression_metrics import BleuR, MeteorR, MtR, MtRteR, NistR, Regression, RteR, TerR
from meantree.metrics.trained_model import Model, Weight, load_model, require_features
from meantree_resources import resource

NAME = "METEOR shortfall"
LINEAR, LOG = Weight(NAME, "linear", 0.5, 0.2, -1.5), Weight(NAME, "log", 0.7, 0.3, -0.25)
MODEL = Model("meteor-r", (LINEAR, LOG), 0.125, 0.01, {"data": ["mine"]})
Change = Callable[[dict[str, Any]], object]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file of a small model."""
    path = tmp_path / "own.json"
    path.write_text(MODEL.as_json(), encoding="utf-8")
    return path


def test_what_is_written_is_read(file: Path) -> None:
    read = load_model("meteor-r", str(file), MeteorR.known())
    assert read == MODEL
    assert read.about == {"data": ["mine"]}
    assert len(file.read_text(encoding="utf-8").splitlines()) < 16, "a feature stands on one line"


def test_values_as_a_model_takes_them() -> None:
    assert MODEL.inputs({NAME: 0.0}) == [0, 0]
    assert MODEL.inputs({NAME: 0.09}) == pytest.approx([0.09, 2.302585])
    assert MODEL.contributions([0.4, 2.0]) == pytest.approx([-0.6, -0.5])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda read: read.update(model="bleu-r"), "'bleu-r', expected weights of the model 'meteor-r'"),
        (lambda read: read.pop("model"), "no model, expected weights of the model 'meteor-r'"),
        (lambda read: read.update(features=[]), "no features"),
        (lambda read: read.update(features={"METEOR": 1}), "no features"),
        (lambda read: read["features"].append(3), "feature 3 has no name"),
        (
            lambda read: read["features"][0].update(name="METEOR 2"),
            "features that this model does not have: 'METEOR 2'",
        ),
        (lambda read: read["features"].pop(1), "no weight for 'METEOR shortfall' (log)"),
        (lambda read: read["features"].append(read["features"][0]), "given twice: 'METEOR shortfall' (linear)"),
        (lambda read: read["features"][1].update(space="square"), "in the space 'square', expected linear or log"),
        (
            lambda read: read["features"][1].update(weight="much"),
            "the weight of 'METEOR shortfall' is 'much', expected a number",
        ),
        (lambda read: read["features"][1].update(weight=float("nan")), "the weight of 'METEOR shortfall' is nan"),
        (
            lambda read: read["features"][1].update(mean=True),
            "the mean of 'METEOR shortfall' is True, expected a number",
        ),
        (
            lambda read: read["features"][0].pop("weight"),
            "the weight of 'METEOR shortfall' is missing, expected a number",
        ),
        (lambda read: [one.update(weight=0) for one in read["features"]], "all weights are 0"),
        (
            lambda read: read["features"][1].update(weight=0.1),
            "is 0.1, expected 0 or less: features measure what is lacking",
        ),
        (lambda read: read.update(intercept=read.pop("identical")), "the score of identical texts is missing"),
        (
            lambda read: read["features"][1].update(scale=-1),
            "the scale of 'METEOR shortfall' is -1, expected 0 or more",
        ),
        (lambda read: read.update(epsilon=0), "the epsilon 0.0, expected a number above 0"),
    ],
)
def test_faults_are_told(file: Path, change: Change, message: str) -> None:
    read = json.loads(file.read_text(encoding="utf-8"))
    change(read)
    file.write_text(json.dumps(read), encoding="utf-8")
    with pytest.raises(MeantreeError) as raised:
        metric(f"meteor-r:weights={file}")
    assert message in str(raised.value)
    assert "own.json" in str(raised.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "the file is empty"),
        ("weights", "not valid JSON"),
        ("[1]", "as 'meantree train regression' writes them"),
        ("{}", "expected"),
        ('{"model": "meteor-r", "model": "meteor-r"}', "'model' is given twice, expected it once"),
        ('{"features": [{"name": 1, "weight": 2, "weight": 3}]}', "'weight' is given twice, expected it once"),
    ],
)
def test_what_is_no_file_of_weights(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "own.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(MeantreeError, match=r"own\.json") as raised:
        metric(f"meteor-r:weights={path}")
    assert message in str(raised.value)


def test_a_file_that_was_trained_again_is_read_again(file: Path) -> None:
    chosen = f"meteor-r:weights={file}"
    assert metric(chosen) == metric(chosen) == MeteorR(str(file), MODEL)
    again = replace(MODEL, intercept=0.25)
    file.write_text(again.as_json(), encoding="utf-8")
    assert metric(chosen) == MeteorR(str(file), again)
    file.unlink()
    with pytest.raises(MeantreeError, match="there is no such file"):
        metric(chosen)


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(MeantreeError, match=r"nowhere\.json: expected shipped or a file"):
        metric("rte-r:weights=nowhere.json")


@pytest.mark.parametrize("chosen", [BleuR, NistR, TerR, MeteorR, MtR, RteR, MtRteR], ids=lambda chosen: chosen.name)
def test_shipped_weights_are_whole(chosen: type[Regression]) -> None:
    path = resource(f"regression/{chosen.name}.json")
    model = load_model(chosen.name, "shipped", chosen.known())
    require_features(path, model, chosen.known())
    assert {"data", "licence", "translations", "alpha", "date"} <= set(model.about)
