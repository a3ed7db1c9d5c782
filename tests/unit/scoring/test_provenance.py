"""What a signature says: whose number a score is, by content and not by place."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.frames import frame
from helpers.shared_words import SharedWords
from helpers.stores import HandMadeStore
from helpers.trees import parsed
from meantree.analysis.corrections import FixedLinks
from meantree.analysis.frames import FrameAlignment, FrameLayer, PairFrames
from meantree.analysis.layers.required import WORDS, Layers
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.metrics.registry import metric
from meantree.scoring.provenance import Provenance, provenance_of, signature
from meantree.scoring.run import metrics_for, score_corpus
from meantree.shipped import digest

SEGMENT = Segment("1", "d", references={"A": Text("a b c")}, hypotheses={"s": Text("a c b")})
CORPUS = Corpus("c", (SEGMENT,), ("s",), ("A",), annotator="maria")
CORRECTED = replace(
    CORPUS, segments=(replace(SEGMENT, hypotheses={"s": replace(SEGMENT.hypotheses["s"], arcs={1: (2, "x")})}),)
)


def made(corpus: Corpus) -> Provenance:
    return provenance_of(corpus, HandMadeStore(), WORDS)


@pytest.mark.parametrize("spec", ["hwcm", "dstm", "dtk", "sepia", "dpm:labels=dep"])
def test_corrected_heads_sign_what_follows_them(spec: str) -> None:
    plain = signature(metric(spec), made(CORPUS))
    signed = signature(metric(spec), made(CORRECTED))
    assert "heads:" not in plain
    assert "|heads:maria@" in signed


@pytest.mark.parametrize("spec", ["stm", "tk", "dpm:labels=ab", "bleu", "meant", "hmeant"])
def test_corrected_heads_sign_nothing_else(spec: str) -> None:
    assert signature(metric(spec), made(CORRECTED)) == signature(metric(spec), made(CORPUS))


def linked(fixed: FixedLinks, name: str = "A") -> Corpus:
    text = replace(SEGMENT.hypotheses["s"], links={name: fixed})
    return replace(CORPUS, segments=(replace(SEGMENT, hypotheses={"s": text}),))


def test_corrected_links_sign_what_is_aligned_alone() -> None:
    corpora = (linked(FixedLinks(frozenset({(0, 1)}))), linked(FixedLinks(unlinked=frozenset({(0, 1)}))))
    signed = {signature(SharedWords(), made(corpus)) for corpus in corpora}
    assert len(signed) == 2
    assert all("|links:maria@" in one and "|heads:" not in one for one in signed)
    for spec in ("hwcm", "bleu", "meteor", "hmeant"):
        assert signature(metric(spec), made(corpora[0])) == signature(metric(spec), made(CORPUS))
    assert signature(SharedWords(by_alignment=False), made(corpora[0])) == signature(
        SharedWords(by_alignment=False), made(CORPUS)
    )
    assert "|links:" not in signature(SharedWords(), made(CORPUS))


@pytest.mark.parametrize("spec", ["rte-r", "mt+rte-r"])
def test_features_of_entailment_are_of_aligned_words(spec: str) -> None:
    assert "|links:maria@" in signature(metric(spec), made(linked(FixedLinks(frozenset({(0, 1)})))))


def test_alignments_follow_heads() -> None:
    assert "|heads:maria@" in signature(SharedWords(), made(CORRECTED))


def test_corrected_links_with_a_reference_that_takes_no_part_sign_nothing() -> None:
    assert not made(linked(FixedLinks(frozenset({(0, 1)})), name="B")).links
    assert not made(linked(FixedLinks())).links


def test_frames_that_nobody_finished_are_nobodys() -> None:
    for corpus in (CORPUS, replace(CORPUS, annotator="")):
        assert "|frames:none|" in signature(metric("hmeant"), made(corpus))


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
        signed.add(signature(metric("hmeant"), made(corpus)))
    assert len(signed) == 2
    assert all("|frames:maria@" in one for one in signed)


BROUGHT = parsed("a:0:root b:1:x c:1:x")
OTHER = parsed("a:2:x b:0:root c:1:x")


def brought(hyp: Text, ref: Text) -> Corpus:
    segment = Segment("1", "d", references={"A": ref}, hypotheses={"s": hyp})
    return replace(CORPUS, segments=(segment,))


def analyser(spec: str, corpus: Corpus, depth: Layers = WORDS, store: HandMadeStore | None = None) -> str:
    """What the signature of a metric says of analysers."""
    signed = signature(metric(spec), provenance_of(corpus, store or HandMadeStore(), depth))
    return next((part for part in signed.split("|") if part.startswith("analyser:")), "").removeprefix("analyser:")


def test_what_the_input_brought_is_signed_by_its_content() -> None:
    bare, one, two = Text("a b c"), Text("a b c", BROUGHT), Text("a b c", OTHER)
    assert analyser("hwcm", brought(bare, bare)) == "hand-made-1"
    both, mixed, others = (analyser("hwcm", brought(hyp, ref)) for hyp, ref in ((one, one), (one, bare), (two, bare)))
    assert both.startswith("input-")
    assert mixed.startswith("hand-made-1+input-")
    assert len({both, mixed, others}) == 3
    assert analyser("hwcm", brought(one, one)) == both, "and only by that"
    frames = Text("a b c", labelled=FrameLayer(("a", "b", "c")))
    tokens = Text("a b c", tokens=("a", "b c"))
    assert len({analyser("hwcm", brought(text, bare)) for text in (bare, tokens)}) == 2
    assert analyser("hwcm", brought(frames, bare)) == analyser("hwcm", brought(bare, bare)), "it needs no frames"
    deep, store = Layers(1, roles=True), CompletedStore()
    assert analyser("meant", brought(frames, bare), deep, store) != analyser("meant", brought(bare, bare), deep, store)
    assert analyser("bleu", brought(one, one)) == ""


def test_tokens_that_the_analyser_finds_itself_sign_nothing() -> None:
    bare, found, analysed = Text("a b c"), Text("a b c", tokens=("a", "b", "c")), Text("a b c", BROUGHT)
    assert analyser("hwcm", brought(found, bare)) == analyser("hwcm", brought(bare, bare))
    kept = replace(analysed, tokens=BROUGHT.words)
    assert analyser("hwcm", brought(kept, bare)) == analyser("hwcm", brought(analysed, bare))


class CompletedStore(HandMadeStore):
    """Says what would make the layers that texts lack, and notes what it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def makers(self, layers: Collection[str]) -> dict[str, str]:
        self.asked += layers
        made = {"dependencies": "words-1", "constituents": "trees-1", "roles": "roles-1", "entities": "names-1"}
        return {layer: made[layer] for layer in layers}


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("hwcm", "words-1"),
        ("stm", "words-1+trees-1"),
        ("meant", "words-1+trees-1+roles-1"),
        ("rte-r", "words-1+names-1"),
        ("bleu", ""),
    ],
)
def test_a_signature_names_the_layers_that_the_metric_needs(spec: str, expected: str) -> None:
    deep = Layers(50, 1, roles=1, entities=1)
    assert analyser(spec, CORPUS, deep, CompletedStore()) == expected, "whatever else is scored with it"
    store = CompletedStore()
    assert analyser(spec, CORPUS, metric(spec).needs, store) == expected
    assert len(store.asked) == len(expected.split("+") if expected else []), "and only they are loaded"


def test_what_is_known_of_a_maker_is_not_loaded() -> None:
    store = CompletedStore()
    found = provenance_of(CORPUS, store, Layers(1, 1), makers={"dependencies": "other-1", "roles": "unwanted-1"})
    assert found.makers == {"dependencies": "other-1", "constituents": "trees-1"}
    assert store.asked == ["constituents"]


def test_the_whole_corpus_is_signed_whatever_of_it_is_scored() -> None:
    store, bare = HandMadeStore(), Text("a b c")
    segments = (Segment("1", "d", references={"A": bare}, hypotheses={"s": bare, "t": Text("a b c", BROUGHT)}),)
    corpus = Corpus("c", segments, ("s", "t"), ("A",))
    tables = [score_corpus(corpus, ["hwcm"], store, systems=systems) for systems in (["s"], ["t"], ["s", "t"])]
    assert len({signature(metric("hwcm"), table.provenance(store)) for table in tables}) == 1


def test_provenance_follows_an_edit() -> None:
    table = score_corpus(CORPUS, ["hwcm"], HandMadeStore())
    before = table.provenance(HandMadeStore())
    assert table.provenance(HandMadeStore()) is before
    table.corpus = CORRECTED
    assert table.provenance(HandMadeStore()).heads


def test_what_ran_the_networks_is_signed_where_one_made_a_layer() -> None:
    class Running(HandMadeStore):
        runtime = "runtime-1"

    signed = f"|analyser:{HandMadeStore().fingerprint}|runtime:runtime-1|version:"
    assert signed in signature(metric("hwcm"), provenance_of(CORPUS, Running(), WORDS))
    assert "runtime:" not in signature(metric("hwcm"), made(CORPUS))
    assert "runtime:" not in signature(metric("bleu"), provenance_of(CORPUS, Running(), WORDS))
    brought = Text("a b", analysis=parsed("a:0:root b:1:x"))
    given = replace(CORPUS, segments=(Segment("1", "d", references={"A": brought}, hypotheses={"s": brought}),))
    assert "runtime:" not in signature(metric("hwcm"), provenance_of(given, Running(), WORDS))
