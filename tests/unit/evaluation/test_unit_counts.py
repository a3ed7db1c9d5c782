"""Units of pairs, counted with sets and by hand."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.aligned import tagged
from helpers.findings import finding
from helpers.tables import feature_metric
from helpers.trees import analyses
from meantree.analysis.frames import Filler, Frame, FrameLayer, Role
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.comparison.word_links import alignment_marks
from meantree.evaluation.unit_counts import (
    WORD_FACTS,
    CountedUnits,
    DifferenceKind,
    UnitCounts,
    kinds_of_difference,
    metric_units,
)
from meantree.language.languages import Language
from meantree.metrics.evidence import Status
from meantree.metrics.metric import LONGEST_PAIR
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric

HYP = "the/DET:2:det dog/NOUN:3:nsubj sees/VERB/see:0:root a/DET:5:det cat/NOUN:3:obj"
REF = "the/DET:2:det dog/NOUN:3:nsubj sees/VERB/see:0:root the/DET:5:det bird/NOUN:3:obj today/ADV:3:advmod"


def _kind(name: str) -> DifferenceKind:
    return next(kind for kind in kinds_of_difference({}) if kind.name == name)


def _counted(name: str, pair: Pair) -> CountedUnits:
    result = _kind(name).count(pair)
    assert result is not None
    return result


def test_the_kinds_that_there_are() -> None:
    general = [kind.name for kind in kinds_of_difference({})]
    assert general == ["findings", "facts", "n-grams", "labels", "relations", "pos", "roles"]
    grams, *others = kinds_of_difference({}, Language("ja"))
    assert [kind.name for kind in others] == ["labels", "relations", "pos"], "others are for English"
    counted = grams.count(Pair(Analysis("猫が"), (Analysis("猫"),)))
    assert counted is not None
    assert {label for _, label in counted} == {"猫", "が", "猫 が"}
    metrics = {"edpm": metric("edpm"), "rte-r": feature_metric(), "mt-r": metric("mt-r")}
    more = kinds_of_difference(metrics)[len(general) :]
    assert [(kind.name, kind.title) for kind in more] == [("edpm", "Units of edpm"), ("rte-r", "Features of rte-r")]
    assert [kind.needs for kind in more] == [metrics["edpm"].needs, metrics["rte-r"].needs]
    assert all(kind.claim.endswith(".") for kind in kinds_of_difference(metrics))


def test_every_finding_is_counted_against_the_closest_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = [finding("name.missing"), finding("name.missing"), finding("event.missing")]
    shown = {"x": [finding("tense.different")], "y": missing}
    monkeypatch.setattr("meantree.comparison.pair_findings.find", lambda _hyp, ref, *_, **__: shown[ref.text])
    kind = kinds_of_difference({})[0]
    of_both = kind.count(Pair(tagged("the/DET:0:root"), [tagged("y/NOUN:0:root"), tagged("x/NOUN:0:root")]))
    of_one = kind.count(Pair(tagged("the/DET:0:root"), [tagged("y/NOUN:0:root")]))
    one = UnitCounts(hypothesis=1, extra=1)
    assert of_both == {("finding", "tense.different"): one}
    assert of_one == {("finding", "name.missing"): one + one, ("finding", "event.missing"): one}


def test_facts_about_words_by_hand() -> None:
    ref = tagged(REF.replace("bird/NOUN", "cats/NOUN/cat") + " never/ADV:3:advmod")
    counted = WORD_FACTS.count(Pair(tagged(HYP), [ref]))
    one = UnitCounts(hypothesis=1, extra=1)
    assert counted == {("different: wording", "a for the"): one, ("different: form", "cat for cats"): one}
    long = tagged(" ".join(["x/X:1:dep"] * LONGEST_PAIR) + " x/X:0:root")
    assert WORD_FACTS.count(Pair(long, [ref])) is None
    copied = tagged(HYP + " today/ADV:3:advmod")
    assert WORD_FACTS.count(Pair(tagged(HYP), [copied])) == {("missing", "today"): one}


def test_relations_by_hand() -> None:
    relations = _counted("relations", Pair(tagged(HYP), [tagged(REF)]))
    assert relations["relation", "dog ←nsubj see"] == UnitCounts(1, 1, 1, 0)
    assert relations["relation", "today ←advmod see"].missed == 1


def test_parts_of_speech_by_hand() -> None:
    result = _counted("pos", Pair(tagged("dogs/NOUN:2:nsubj sleep/VERB:0:root"), [tagged("dogs/NOUN:0:root")]))
    assert result == {
        ("part of speech", "NOUN"): UnitCounts(1, 1, 1, 0),
        ("part of speech", "VERB"): UnitCounts(0, 0, 1, 1),
    }


def test_roles_by_hand() -> None:
    def framed(text: str, *frames: Frame) -> Analysis:
        words = tuple(text.split())
        bare = tagged(" ".join(f"{word}/X:{0 if place == 0 else 1}:x" for place, word in enumerate(words)))
        return Analysis(text, bare.sentences, Layers(1, roles=1), labelled=FrameLayer(words, frames))

    agent, patient = Filler((0, 1), Role.AGENT), Filler((2, 3), Role.PATIENT)
    ref = framed("dogs chase cats", Frame((1, 2), (agent, patient)))
    hyp = framed("dogs chase birds", Frame((1, 2), (agent, patient, Filler((0, 1), Role.MANNER))))
    result = _counted("roles", Pair(hyp, [ref]))
    assert result == {
        ("role", "predicate"): UnitCounts(1, 1, 1, 0),
        ("role", "agent"): UnitCounts(1, 1, 1, 0),
        ("role", "patient"): UnitCounts(1, 0, 1, 1),
        ("role", "manner"): UnitCounts(0, 0, 1, 1),
    }
    assert _kind("roles").count(Pair(tagged(HYP), [ref])) is None
    for counts in metric_units(metric("meant"), Pair(hyp, [ref])).values():  # its units stand on one side alone
        assert counts.matched <= counts.reference


@given(analyses(), analyses())
def test_arcs_and_words_as_counted_with_sets(hyp: Analysis, ref: Analysis) -> None:
    pair = Pair(hyp, [ref])
    links = set(pair.alignment(0).pairs)
    arcs = [set(text.tree().arcs()) for text in (hyp, ref)]
    matched = Counter(
        label
        for dependent, head, label in arcs[1]
        if any(
            (first, dependent) in links and (second, head) in links and same == label for first, second, same in arcs[0]
        )
    )
    kept = Counter(
        label
        for dependent, head, label in arcs[0]
        if any(
            (dependent, first) in links and (head, second) in links and same == label for first, second, same in arcs[1]
        )
    )
    result = _counted("labels", pair)
    totals = [Counter(label for _, _, label in side) for side in arcs]
    assert {key[1] for key in result} == totals[0].keys() | totals[1].keys()
    for (_, label), counts in result.items():
        assert (counts.hypothesis, counts.reference) == (totals[0][label], totals[1][label])
        assert counts.matched == matched[label]
        assert counts.hypothesis - counts.extra == kept[label]
    by_lemma = _counted("relations", pair).values()
    assert sum(counts.matched for counts in by_lemma) == matched.total()
    words = _counted("pos", pair)["part of speech", "none"]
    assert (words.hypothesis, words.reference) == (len(hyp.tokens), len(ref.tokens))
    marks = alignment_marks(pair.alignment(0), pair.sides(0), (), 0)
    assert words.matched == sum(mark.status is Status.MATCHED for mark in marks[1].tokens.values())


@given(analyses(), analyses(), st.sampled_from(["hwcm", "bleu", "edpm:labels=dep", "ter"]))
def test_units_of_metrics_add_up(hyp: Analysis, ref: Analysis, spec: str) -> None:
    chosen, pair = metric(spec), Pair(hyp, [ref])
    (kind,) = [one for one in kinds_of_difference({spec: chosen}) if one.name == spec]
    result = kind.count(pair)
    assert result is not None
    units = chosen.evidence(pair).units
    assert sum(one.reference for one in result.values()) == pytest.approx(sum(unit.reference for unit in units))
    assert sum(one.matched for one in result.values()) == pytest.approx(sum(u.matched for u in units if u.reference))
    assert all(one.matched <= one.reference + 1e-9 for one in result.values())


@given(st.text(max_size=30), st.lists(st.text(min_size=1, max_size=30), min_size=1, max_size=2))
def test_n_grams_are_the_units_of_bleu(hyp: str, refs: list[str]) -> None:
    pair = Pair(Analysis(hyp), [Analysis(ref) for ref in refs])
    assert _counted("n-grams", pair) == metric_units(metric("bleu"), pair)


def test_a_text_too_long_to_be_aligned_is_not_counted() -> None:
    long = tagged(" ".join(f"w{place}/X:{min(place, 1)}:x" for place in range(LONGEST_PAIR + 1)))
    for name in ("labels", "relations", "pos"):
        assert _kind(name).count(Pair(tagged("a/X:0:root"), [long])) is None


def test_shares_of_counts() -> None:
    counts = UnitCounts(reference=4, matched=3, hypothesis=6, extra=3) + UnitCounts()
    assert (counts.missed, counts.recall, counts.precision) == (1, 0.75, 0.5)
    assert counts.f == pytest.approx(0.6)
    assert (UnitCounts().recall, UnitCounts().precision, UnitCounts().f) == (None, None, None)
    assert UnitCounts(reference=1).f == 0
