"""What every metric keeps: identity, bounds, and evidence that adds up to the statistics."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from helpers.scores import segment_score
from helpers.trees import EMPTY, analyses
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.metrics.evidence import Status, Term, Unit
from meantree.metrics.pair import Pair
from meantree.metrics.registry import DISTINCT, METRICS, metric
from meantree.metrics.regression_metrics import Regression

SPECS = [
    "hwcm", "hwcm:n=2,case=keep", "edpm", "dpm:parts=dl,lh,nbest=1", "dpm:parts=dlh,gamma=0,case=keep",
    "dpm:parts=1g,dh,nbest=2", "dpm:nbest=all,parts=dlh,labels=dep", "dpm:nbest=all,gamma=0.5",
    "dpm:labels=ab,nbest=1,parts=dlh", "edpm:labels=ab", "stm", "stm:d=2,words=yes,case=keep", "dstm",
    "dstm:d=3,labels=yes", "tk", "tk:lambda=0.5", "dtk", "sepia", "sepia:mode=g1,sn0,sn2,spnpro,mean=harm,bp=no",
    "nist", "nist:n=2,case=keep", "meteor", "wer", "wer:tokenize=none", "per", "cder", "bleu",
    "bleu:smooth=lin-och,case=fold", "chrf", "chrf:order=3,case=fold", "ter", "ter:case=keep",
]  # fmt: skip
ANNOTATED = {"hmeant", "meant"}
"""These compare frames; their own tests hold them to the contract."""
PREDICTED = ["bleu-r", "nist-r", "ter-r", "meteor-r", "mt-r", "rte-r", "mt+rte-r"]
"""Predictions of people's ratings, on their scale: without a lower bound, and not 1 for identical texts."""
REFERENCES = st.lists(analyses(), min_size=1, max_size=2)


def test_specs_cover_every_registered_metric() -> None:
    assert {spec.partition(":")[0] for spec in SPECS} | ANNOTATED | set(PREDICTED) == set(METRICS)


NEEDS = {
    "hwcm": Layers(1), "dstm": Layers(1), "dtk": Layers(1), "sepia": Layers(1), "stm": Layers(1, 1),
    "tk": Layers(1, 1), "edpm": Layers(50), "dpm:nbest=7": Layers(50), "dpm:nbest=1": Layers(1),
    "dpm:labels=ab": Layers(1, 50), "dpm:labels=ab,nbest=1": Layers(1, 1), "dpm:nbest=all": Layers(50),
    "meant": Layers(1, roles=True), "meant:similarity=aligner": Layers(1, roles=True, entities=1),
    "hmeant": Layers(frames=True), "rte-r": Layers(1, entities=1), "mt+rte-r": Layers(1, entities=1),
}  # fmt: skip
"""What is not here needs no analysis. A metric that needed more would not be scored of analyses that suffice."""


def test_no_metric_needs_more_than_it_reads() -> None:
    assert {spec: metric(spec).needs for spec in {*DISTINCT, *NEEDS}} == dict.fromkeys(DISTINCT, Layers()) | NEEDS


UNBOUNDED = {"nist"}
"""Sums of information, which have no upper bound."""


@given(text=analyses(), hyp=analyses())
def test_identical_texts_have_one_score_and_nothing_is_above(text: Analysis, hyp: Analysis) -> None:
    for spec in [spec for spec in [*SPECS, *PREDICTED] if spec.partition(":")[0] not in UNBOUNDED]:
        note(spec)
        chosen = metric(spec)
        same, second = (segment_score(chosen, side, text) for side in (text, hyp))
        if isinstance(chosen, Regression):
            assert same == chosen.model.intercept, "to the last bit"
            assert second <= same
            continue
        assert same == pytest.approx(1.0 if chosen.higher_is_better else 0.0)
        assert second <= same + 1e-9 if chosen.higher_is_better else second >= same


@given(text=analyses())
def test_of_identical_texts_every_feature_is_0(text: Analysis) -> None:
    for spec in PREDICTED:
        note(spec)
        chosen = metric(spec)
        assert not any(chosen.statistics(Pair(text, [text]))[1:])
        terms = chosen.evidence(Pair(text, [text])).terms
        assert not any(term.contribution or term.hypothesis_places or any(term.reference_places) for term in terms)


@given(hyp=analyses(), refs=REFERENCES)
def test_evidence_adds_up_and_points_into_the_texts_and_score_is_bounded(hyp: Analysis, refs: list[Analysis]) -> None:
    sizes = [len(text.tokens) for text in refs]
    for spec in [*SPECS, *PREDICTED]:
        note(spec)
        chosen = metric(spec)
        statistics = chosen.statistics(Pair(hyp, refs))
        evidence = chosen.evidence(Pair(hyp, refs))
        np.testing.assert_allclose(chosen.statistics_of(evidence), statistics, atol=1e-9)
        things: list[Unit | Term] = [*evidence.units, *evidence.terms]
        for unit in things:
            assert all(0 <= token < len(hyp.tokens) for place in unit.hypothesis_places for token in place.tokens)
            for size, places in zip(sizes, unit.reference_places, strict=False):
                assert all(0 <= token < size for place in places for token in place.tokens)
                assert all(0 <= end < size for place in places for arc in place.arcs for end in arc)
        score = chosen.score(statistics, level="segment")
        assert score is not None
        if spec in PREDICTED:
            assert math.isfinite(score)
            continue
        assert score >= 0
        if chosen.higher_is_better and chosen.name not in UNBOUNDED:
            assert score <= 1


@given(ref=analyses())
def test_an_empty_hypothesis_is_worst_and_does_not_crash(ref: Analysis) -> None:
    for spec in SPECS:
        note(spec)
        chosen = metric(spec)
        worst = 0.0 if chosen.higher_is_better else 1.0
        assert segment_score(chosen, EMPTY, ref) == pytest.approx(worst)
        assert not any(unit.status is Status.MATCHED for unit in chosen.evidence(Pair(EMPTY, [ref])).units)


@given(pairs=st.lists(st.tuples(analyses(), analyses()), min_size=2, max_size=2))
def test_a_system_is_scored_from_summed_statistics(pairs: list[tuple[Analysis, Analysis]]) -> None:
    for spec in [*SPECS, *PREDICTED]:
        note(spec)
        chosen = metric(spec)
        rows = [chosen.statistics(Pair(hyp, [ref])) for hyp, ref in pairs]
        score = chosen.score(np.sum(rows, axis=0), level="system")
        assert score is not None
        if spec in PREDICTED:
            assert score == pytest.approx(np.mean([chosen.score(row, level="segment") for row in rows]))
            continue
        assert score >= 0


@given(hyp=analyses(), refs=REFERENCES)
def test_another_reference_never_lowers_a_similarity(hyp: Analysis, refs: list[Analysis]) -> None:
    for spec in [*SPECS, *PREDICTED]:
        note(spec)
        chosen = metric(spec)
        # The lengths of further references change the penalties of these, their n-grams the information in nist.
        if not chosen.higher_is_better or chosen.name in ("bleu", "nist", "sepia"):
            continue
        few, many = segment_score(chosen, hyp, refs[0]), segment_score(chosen, hyp, *refs)
        assert many >= few - 1e-12
