"""Predictions: what is shown adds up to them, and nothing but the pair goes into them."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.scores import segment_score
from helpers.trees import parsed
from meantree.metrics.metric import Adaptive
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric
from meantree.metrics.regression_metrics import BleuR, MeteorR, MtR, MtRteR, Regression, RteR
from meantree.metrics.trained_model import Model, Weight
from meantree.scoring.provenance import Provenance, signature
from meantree.training.regression_training import untrained

ALL = ["bleu-r", "nist-r", "ter-r", "meteor-r", "mt-r", "rte-r", "mt+rte-r"]
CAT, DOG = parsed("the:2:det cat:3:nsubj sleeps:0:root"), parsed("a:2:det dog:3:nsubj barks:0:root")


def regression(spec: str) -> Regression:
    result = metric(spec)
    assert isinstance(result, Regression)
    return result


@pytest.mark.parametrize("spec", ALL)
def test_each_weight_is_a_term(spec: str) -> None:
    chosen = regression(spec)
    evidence = chosen.evidence(Pair(CAT, [DOG]))
    derivation = chosen.derivation(evidence)
    assert derivation is not None
    assert derivation.steps[-1].value == segment_score(chosen, CAT, DOG), "to the last bit"
    for term, weight in zip(evidence.terms, chosen.model.weights, strict=True):
        assert (term.name, term.weight, term.training_mean) == (weight.label, weight.weight, weight.mean)
        assert term.contribution == pytest.approx(term.weight * term.value)
        assert term.weight <= 0 <= term.value
        assert term.claim


@pytest.mark.parametrize("spec", ALL)
def test_the_best_reference_is_named(spec: str) -> None:
    chosen = regression(spec)
    alone = [segment_score(chosen, CAT, ref) for ref in (DOG, CAT)]
    assert alone[0] < alone[1]
    evidence = chosen.evidence(Pair(CAT, [DOG, CAT]))
    assert evidence.reference == 1
    assert segment_score(chosen, CAT, DOG, CAT) == alone[1]
    assert not any(term.reference_places and term.reference_places[0] for term in evidence.terms)


@pytest.mark.parametrize("spec", ALL)
def test_nothing_is_learned_of_the_corpus(spec: str) -> None:
    assert not isinstance(metric(spec), Adaptive)


def test_which_features_they_have() -> None:
    assert len(MtR.features()) == 85
    assert set(MtRteR.features()) == set(MtR.features()) | set(RteR.features())
    assert {space for name, space in MtRteR.known() if name in RteR.features()} == {"linear"}


def test_weights_are_signed_by_content(tmp_path: Path) -> None:
    weights = [Weight("METEOR shortfall", space, 0.5, 0.2, -1.5) for space in ("linear", "log")]
    texts = {}
    for name, intercept in (("one", 0.5), ("two", 0.25), ("same", 0.5)):
        path = tmp_path / f"{name}.json"
        path.write_text(Model("meteor-r", tuple(weights), intercept).as_json(), encoding="utf-8")
        chosen = metric(f"meteor-r:weights={path}")
        texts[name] = signature(chosen, Provenance(1))
    assert texts["one"] == texts["same"] != texts["two"]
    assert "weights:file-" in texts["one"]
    assert "weights:shipped-" in signature(MeteorR(), Provenance(1))
    assert "weights:none-" in signature(untrained("meteor-r"), Provenance(1))
    assert "lexicon:wordnet-3.0" in texts["one"]
    assert "lexicon" not in signature(BleuR(), Provenance(1))
    assert "|aligner:" in signature(RteR(), Provenance(1))


@pytest.mark.parametrize("spec", ALL)
def test_whatever_its_parts_depend_on_is_signed_once(spec: str) -> None:
    chosen = regression(spec)
    signed = signature(chosen, Provenance(1)).split("|")
    for part in chosen.parts:
        assert all(signed.count(needed) == 1 for needed in part.resources())
    assert sum(one.startswith("sacrebleu:") for one in signed) == (spec != "rte-r")
    lexicons = {one.rpartition("-")[0] for one in signed if one.startswith("lexicon:")}
    assert ({"lexicon:frequencies-1", "lexicon:signatures-megaveridicality-2"} <= lexicons) == ("rte-r" in spec)


def test_what_a_model_says_about_itself_signs_nothing() -> None:
    weights = tuple(Weight("METEOR shortfall", space, 0.5, 0.2, -1.5) for space in ("linear", "log"))
    first, second = (MeteorR(model=Model("meteor-r", weights, about={"date": date})) for date in ("today", "later"))
    assert first.contents == second.contents
    others = Model("meteor-r", weights, 0.5), Model("meteor-r", weights, epsilon=0.5), Model("meteor-r", weights[:1])
    assert len({MeteorR(model=model).contents["weights"] for model in (first.model, *others)}) == 4


@pytest.mark.pipeline
@pytest.mark.parametrize("spec", ALL)
def test_of_an_empty_translation_little_is_predicted(spec: str) -> None:
    from meantree.analysis.analyser import load_analyser

    texts = ["The young striker praised the goalkeeper after the game.", "The virus did not infect anybody in Geneva."]
    chosen = regression(spec)
    for ref in load_analyser().analyse(texts, chosen.needs):
        empty, same = (segment_score(chosen, hyp, ref) for hyp in ("", ref))
        assert empty < same == chosen.model.intercept
