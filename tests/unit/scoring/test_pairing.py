"""Pairs of a corpus, a few segments at a time, and why a metric cannot score a pair."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helpers.frames import frame
from helpers.stores import HandMadeStore
from helpers.trees import bracketed, parsed
from meantree.analysis.corrections import FixedLinks, corrected
from meantree.analysis.frames import FrameAlignment, FrameLayer, LinkKind, PairFrames
from meantree.analysis.layers.required import WORDS, Layers
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.store import AnalysisBatch
from meantree.analysis.tree import ROOT, DependencyTree, Token
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import Cancelled, Problem
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric
from meantree.scoring.pairing import pair_of, reason_not_scored
from meantree.scoring.pairs import analysed_pair, analysed_segments
from meantree.work import Work


def text(upos: str, frames: FrameLayer | None) -> Analysis:
    sentence = Sentence((Token("x", upos=upos),), DependencyTree((ROOT,), ("root",)))
    return Analysis("x", (sentence,), labelled=frames)


MODELLED = corrected(parsed("x:0:root"), {0: (ROOT, "root")})
NONE, ONE = FrameLayer(("x",)), FrameLayer(("x",), (frame("0"),))


LONG, LONGER = parsed(*["x:0:root"] * 1_501), parsed(*["x:0:root"] * 10_001)


@pytest.mark.parametrize(
    ("hyp", "ref", "spec", "expected"),
    [
        (text("VERB", ONE), text("VERB", ONE), "meant", ""),
        (text("NOUN", NONE), text("VERB", ONE), "meant", ""),
        (text("VERB", NONE), text("VERB", ONE), "meant", "the labeller found no frame in its hypothesis"),
        (
            text("VERB", NONE),
            text("VERB", None),
            "meant",
            "the labeller found no frame in its hypothesis and its reference A",
        ),
        (parsed("x:0:root"), parsed("x:0:root"), "hwcm", ""),
        (bracketed("(NN x)"), parsed("x:0:root"), "stm", "its reference A has no constituency tree"),
        (parsed("x:0:root"), parsed("x:0:root"), "dpm:nbest=50", ""),
        (MODELLED, MODELLED, "dpm:nbest=all", ""),
        (
            MODELLED,
            parsed("x:0:root"),
            "dpm:nbest=all",
            "its reference A has no scores of all trees (neither n-best lists in the input nor other pipelines provide "
            "them)",
        ),
        (
            parsed("x:0:root"),
            parsed("x:0:root"),
            "hmeant",
            "the translation has no finished annotation, or is marked as “cannot annotate”",
        ),
        (replace(parsed("x:0:root"), frames=NONE), replace(parsed("x:0:root"), frames=NONE), "hmeant", ""),
        (LONG, LONG, "hwcm", ""),
        (parsed(*["x:0:root"] * 1_500), parsed("x:0:root"), "ter", ""),
        (LONG, parsed("x:0:root"), "ter", "its hypothesis has 1,501 tokens, expected at most 1,500"),
        (
            LONG,
            LONGER,
            "dtk",
            "its hypothesis has 1,501 tokens and its reference A has 10,001 tokens, expected at most 1,500",
        ),
        (LONG, LONGER, "edpm", "its reference A has 10,001 tokens, expected at most 10,000"),
        (LONGER, LONGER, "wer", ""),
        (Analysis("word" * 501), Analysis("x"), "ter", ""),
        (
            Analysis("word" * 2_000),
            parsed("x:0:root"),
            "hwcm",
            "its hypothesis has 8,000 characters without a blank, expected at most 5,000",
        ),
        (Analysis("word" * 2_000), Analysis("x"), "ter", ""),
        (Analysis(""), parsed("x:0:root"), "hwcm", ""),
    ],
)
def test_what_is_not_scored_has_a_reason(hyp: Analysis, ref: Analysis, spec: str, expected: str) -> None:
    assert reason_not_scored(Pair(hyp, (ref,), ("A",)), metric(spec)) == expected


def test_frames_that_reach_beyond_the_text_are_a_problem() -> None:
    beyond = PairFrames("A", (frame("0 agent=7"),), (frame("0"),), FrameAlignment())
    text_ = Text("a b", tokens=("a", "b"))
    segment = Segment("1", "", references={"A": text_}, hypotheses={"s": replace(text_, annotation=beyond)})
    found = pair_of(segment, "s", HandMadeStore(), Layers(frames=True))
    assert isinstance(found, Problem)
    assert "its annotation does not fit the text" in found.message


def test_a_pair_has_the_references_that_say_something() -> None:
    texts = {"A": Text("a b"), "B": Text(" "), "C": Text("c")}
    segment = Segment("1", "", references=texts, hypotheses={"s": Text("b")})
    pair = pair_of(segment, "s", HandMadeStore(), Layers())
    assert isinstance(pair, Pair)
    assert pair.hypothesis.text == "b"
    assert [one.text for one in pair.references] == ["a b", "c"]
    assert pair.reference_names == ("A", "C")
    assert pair.annotated == ()
    only = pair_of(segment, "s", HandMadeStore(), Layers(), reference="C")
    assert isinstance(only, Pair)
    assert only.reference_names == ("C",)


@pytest.mark.parametrize(
    ("system", "reference", "message"),
    [
        ("t", None, "segment d/1: has no hypothesis of t; not scored (t)"),
        ("s", "B", "segment d/1: has no reference text; not scored (s)"),
        ("s", "none", "segment d/1: has no reference text; not scored (s)"),
    ],
)
def test_nothing_to_compare(system: str, reference: str | None, message: str) -> None:
    segment = Segment("1", "d", references={"A": Text("a"), "B": Text("")}, hypotheses={"s": Text("a")})
    found = pair_of(segment, system, HandMadeStore(), Layers(), reference=reference)
    assert isinstance(found, Problem)
    assert (found.message, found.segment, found.system) == (message, "d/1", system)


LINKS = FrameAlignment({(0, 1): LinkKind.PARTIAL})
ANNOTATED = PairFrames("B", (frame("1 agent=0"),), (frame("0"), frame("2")), LINKS)


def annotated(name: str = "B") -> Segment:
    """A hypothesis that was cut into other words, with frames beside one of two references."""
    hypothesis = Text("a b", tokens=("a", " b"), annotation=replace(ANNOTATED, name=name))
    return Segment("1", "", references={"A": Text("a"), "B": Text("c d e")}, hypotheses={"s": hypothesis})


def test_an_annotation_goes_with_its_own_reference() -> None:
    pair = pair_of(annotated(), "s", HandMadeStore(), Layers(1, frames=True))
    assert isinstance(pair, Pair)
    assert pair.hypothesis.frames == FrameLayer(("a", " b"), ANNOTATED.hypothesis)
    assert [one.frames for one in pair.references] == [None, FrameLayer(("c", "d", "e"), ANNOTATED.reference)]
    assert pair.annotated == (FrameAlignment(), LINKS)


def test_an_annotation_without_its_reference_has_no_links() -> None:
    pair = pair_of(annotated(name="gone"), "s", HandMadeStore(), Layers(frames=True))
    assert isinstance(pair, Pair)
    assert [one.frames for one in pair.references] == [None, None]
    assert pair.annotated == (FrameAlignment(), FrameAlignment())


def test_annotations_wait_for_metrics_that_need_them() -> None:
    pair = pair_of(annotated(), "s", HandMadeStore(), Layers())
    assert isinstance(pair, Pair)
    assert pair.hypothesis.frames is None


def test_corrected_links_go_with_their_references() -> None:
    said = FixedLinks(frozenset({(1, 2)}))
    segment = annotated()
    text = replace(segment.hypotheses["s"], links={"B": said, "gone": said})
    linked = replace(segment, hypotheses={"s": text})
    for depth in (Layers(1), Layers(1, frames=True), Layers()):
        pair = pair_of(linked, "s", HandMadeStore(), depth)
        assert isinstance(pair, Pair)
        assert pair.fixed == (FixedLinks(), said)
    alone = pair_of(linked, "s", HandMadeStore(), Layers(1), reference="A")
    assert isinstance(alone, Pair)
    assert alone.fixed == (FixedLinks(),)


def test_corrected_links_of_words_that_are_not_there_are_told() -> None:
    segment = annotated()
    text = replace(segment.hypotheses["s"], links={"B": FixedLinks(unlinked=frozenset({(2, 0)}))})
    found = pair_of(replace(segment, hypotheses={"s": text}), "s", HandMadeStore(), Layers(1))
    assert isinstance(found, Problem)
    assert "the corrected links do not fit the words of the texts" in found.message


SEGMENTS = tuple(Segment(str(place), "", None, {"r": Text("a b")}, {"s": Text(f"a {place}")}) for place in range(70))
CORPUS = Corpus("c", SEGMENTS, ("s",), ("r",))


def test_segments_come_in_the_requested_order_and_each_is_reported() -> None:
    told: list[tuple[int, int]] = []
    work = Work(report=lambda _stage, done, total: told.append((done, total)))
    places = [*range(40, 70), 3]
    found = list(analysed_segments(CORPUS, ["s"], places, HandMadeStore(), WORDS, "Reading", work))
    assert [place for place, _, _ in found] == places
    assert [segment for _, segment, _ in found] == [SEGMENTS[place] for place in places]
    assert list(dict.fromkeys(told)) == [(done, 31) for done in range(32)]
    assert all(isinstance(analysed_pair(segment, "s", source, WORDS), Pair) for _, segment, source in found)


def test_it_stops_between_segments() -> None:
    seen: list[int] = []
    work = Work(cancelled=lambda: len(seen) == 2)
    found = analysed_segments(CORPUS, ["s"], range(70), HandMadeStore(), WORDS, "Reading", work)
    seen.append(next(found)[0])
    seen.append(next(found)[0])
    with pytest.raises(Cancelled):
        next(found)


@pytest.mark.parametrize(
    ("system", "spec", "layers", "reason"),
    [
        ("s", None, WORDS, "its hypothesis and its reference r have no complete stored analysis"),
        ("t", None, Layers(), "has no hypothesis of t"),
        ("s", "hmeant", Layers(), "the translation has no finished annotation, or is marked as “cannot annotate”"),
    ],
)
def test_what_is_no_pair_has_a_reason(system: str, spec: str | None, layers: Layers, reason: str) -> None:
    chosen = None if spec is None else metric(spec)
    problem = analysed_pair(SEGMENTS[0], system, AnalysisBatch(), layers, chosen, specs=("x",), outcome="left out")
    assert isinstance(problem, Problem)
    assert problem.message == f"segment 0: {reason}; left out ({system})"
