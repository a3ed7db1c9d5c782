"""What a signature says: whose number a score is, by content and not by place."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.frames import frame
from helpers.stores import HandMadeStore
from meantree.analysis.frames import FrameAlignment, PairFrames
from meantree.corpus.model import Corpus, Segment, Text
from meantree.digest import digest
from meantree.metrics.registry import metric
from meantree.scoring.provenance import Provenance, provenance_of, signature
from meantree.scoring.run import metrics_for

SEGMENT = Segment("1", "d", references={"A": Text("a b c")}, hypotheses={"s": Text("a c b")})
CORPUS = Corpus("c", (SEGMENT,), ("s",), ("A",), annotator="maria")
CORRECTED = replace(
    CORPUS, segments=(replace(SEGMENT, hypotheses={"s": replace(SEGMENT.hypotheses["s"], arcs={1: (2, "x")})}),)
)


@pytest.mark.parametrize("spec", ["hwcm", "dstm", "dtk", "sepia", "dpm:labels=dep"])
def test_corrected_heads_sign_what_follows_them(spec: str) -> None:
    plain = signature(metric(spec), provenance_of(CORPUS, "x"))
    signed = signature(metric(spec), provenance_of(CORRECTED, "x"))
    assert "heads:" not in plain
    assert "|heads:maria@" in signed


@pytest.mark.parametrize("spec", ["stm", "tk", "dpm:labels=ab", "bleu", "meant", "hmeant"])
def test_corrected_heads_sign_nothing_else(spec: str) -> None:
    assert signature(metric(spec), provenance_of(CORRECTED, "x")) == signature(metric(spec), provenance_of(CORPUS, "x"))


def test_other_heads_are_another_signature() -> None:
    other = replace(SEGMENT, hypotheses={"s": replace(SEGMENT.hypotheses["s"], arcs={1: (0, "x")})})
    found = {provenance_of(corpus, "x").heads for corpus in (CORPUS, CORRECTED, replace(CORPUS, segments=(other,)))}
    assert len(found) == 3


def test_frames_are_somebodys() -> None:
    assert "|frames:maria|" in signature(metric("hmeant"), provenance_of(CORPUS, ""))
    assert "|frames:none|" in signature(metric("hmeant"), provenance_of(replace(CORPUS, annotator=""), ""))


def test_a_picked_reference_is_named() -> None:
    assert "|refs:3|" in signature(metric("bleu"), Provenance(3))
    assert "|refs:1|ref:B\\n|" in signature(metric("bleu"), Provenance(3, reference="B\n"))


def test_weights_are_signed_by_what_they_say(tmp_path: Path) -> None:
    signatures = []
    for name, weights in (("a.json", {"agent": 1}), ("b.json", {"agent": 1.0}), ("c.json", {"agent": 2})):
        path = tmp_path / name
        path.write_text(json.dumps({**weights, "about": {"file": name}}), encoding="utf-8")
        signatures.append(signature(metric(f"hmeant:weights={path}"), Provenance(1)))
    assert signatures[0] == signatures[1] != signatures[2]
    assert all(str(tmp_path) not in one and "|weights:file-" in one for one in signatures)


def test_what_nist_learned_of_the_corpus_is_signed() -> None:
    other = replace(CORPUS, segments=(replace(SEGMENT, references={"A": Text("a b d")}),))
    store = HandMadeStore()
    signed = [signature(metrics_for(["nist"], corpus, store)["nist"], Provenance(1)) for corpus in (CORPUS, other)]
    assert signed[0] != signed[1]
    assert all("|corpus:" in one for one in signed)
    assert "corpus:" not in signature(metric("nist"), Provenance(1))


def test_digests_tell_texts_from_texts() -> None:
    assert digest([]) == ""
    assert len({digest(texts) for texts in (["ab"], ["a", "b"], ["b", "a"], [""])}) == 4
    assert digest(["a", "b"]) == digest(iter(["a", "b"]))


def test_other_frames_are_another_signature() -> None:
    signed = set()
    for place in ("0", "1"):
        pair = PairFrames("A", (frame(place),), (frame("1"),), FrameAlignment())
        text = replace(SEGMENT.hypotheses["s"], annotation=pair)
        corpus = replace(CORPUS, segments=(replace(SEGMENT, hypotheses={"s": text}),))
        signed.add(signature(metric("hmeant"), provenance_of(corpus, "")))
    assert len(signed) == 2
    assert all("|frames:maria@" in one for one in signed)
