"""Evidence as plain values: what is not there is left out."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

import pytest

from helpers.frames import annotated
from helpers.shared_words import SharedWords
from helpers.trees import parsed
from meantree.analysis.corrections import FixedLinks
from meantree.cli.explanation import evidence_json, text_json
from meantree.escaping import as_json
from meantree.metrics.evidence import Evidence, Place, Term
from meantree.metrics.metric import Metric
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric
from meantree.metrics.tree_precisions import Hwcm

TEXT = parsed("the:2:det cat:0:root")
PAIR = Pair(TEXT, [TEXT], ("A",))


@dataclass(frozen=True, slots=True)
class Learned(Hwcm):
    """A metric whose evidence has a term, as those that learn weights will have."""

    def evidence(self, pair: Pair) -> Evidence:
        negation = Term("negation dropped", "negation", 1.0, -0.5, -0.375, (), ((Place((0,)),),), training_mean=0.25)
        return replace(Hwcm.evidence(self, pair), terms=(negation,))


def _evidence(chosen: Metric, pair: Pair) -> dict[str, Any]:
    return dict(json.loads(as_json(evidence_json(chosen, pair))))


def test_terms_say_what_features_add() -> None:
    place = {"tokens": [0], "arcs": [], "nodes": [], "frontier": []}
    assert _evidence(Learned(), PAIR)["terms"] == [
        {
            "name": "negation dropped",
            "group": "negation",
            "value": 1.0,
            "training_mean": 0.25,
            "usual": 0.25,
            "weight": -0.5,
            "contribution": -0.375,
            "hypothesis_places": [],
            "reference_places": [[place]],
        }
    ]


@pytest.mark.parametrize("spec", ["hwcm", "bleu", "ter"])
def test_what_a_metric_has_not_is_left_out(spec: str) -> None:
    assert list(evidence_json(metric(spec), PAIR)) == ["score", "statistics", "reference", "derivation", "units"]
    assert "constituents" not in text_json(TEXT)


@pytest.mark.parametrize("spec", ["hwcm", "dtk", "nist"])
def test_a_derivation_names_the_sums_of_units_that_it_begins_with(spec: str) -> None:
    found = _evidence(metric(spec), PAIR)
    steps, inputs = found["derivation"]["steps"], found["derivation"]["inputs"]
    assert (steps[-1]["name"], steps[-1]["value"]) == ("score", pytest.approx(found["score"]))
    assert {tuple(given) for given in inputs} <= {("name", "value"), ("name", "kind", "count", "value")}
    assert any("kind" in given for given in inputs) == (spec != "dtk")
    weights = [unit["weight"] for unit in found["units"] if "weight" in unit]
    assert (bool(weights), 1 in weights) == (spec == "nist", False)


def test_frames_and_the_parts_that_units_stand_for() -> None:
    pair = annotated(6, ["3 agent=0-2"], ["3 agent=0"], "0=0", "0.0=0.0")
    found = _evidence(metric("hmeant"), pair)
    assert found["frames"] == {
        "hypothesis": [{"predicate": [3, 4], "fillers": [{"role": "agent", "span": [0, 3]}]}],
        "reference": [{"predicate": [3, 4], "fillers": [{"role": "agent", "span": [0, 1]}]}],
        "links": [[0, 0], [[0, 0], [0, 0]]],
    }
    parts = [unit["hypothesis_places"][0]["parts"] for unit in found["units"]]
    assert parts[:2] == [[[0, None]], [[0, 0]]]


def test_links_of_an_alignment_with_their_reasons() -> None:
    said = FixedLinks(frozenset({(0, 1)}), frozenset({(0, 0), (1, 1)}))
    found = evidence_json(SharedWords(), replace(PAIR, fixed=(said,)))["links"]
    hand = {"hypothesis": 0, "reference": 1, "both": True, "relation": "hand", "strength": 1.0, "detail": ""}
    assert isinstance(found, list)
    assert hand in found
    assert not any((link["hypothesis"], link["reference"]) in said.unlinked for link in found)
