"""Why a pair of texts cannot be scored by a metric."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helpers.frames import frame
from helpers.stores import HandMadeStore
from helpers.trees import bracketed, parsed
from meantree.analysis.depth import Depth
from meantree.analysis.forest import Analysis, Sentence
from meantree.analysis.frames import FrameAlignment, FrameLayer, PairFrames
from meantree.analysis.tree import ROOT, DependencyTree, Token
from meantree.corpus.model import Segment, Text
from meantree.errors import Problem
from meantree.metrics.pairs import Pair, lack_of, pair_of


def text(upos: str, frames: FrameLayer | None) -> Analysis:
    sentence = Sentence((Token("x", upos=upos),), DependencyTree((ROOT,), ("root",)))
    return Analysis("x", (sentence,), labelled=frames)


NONE, ONE = FrameLayer(("x",)), FrameLayer(("x",), (frame("0"),))


@pytest.mark.parametrize(
    ("hyp", "ref", "needs", "expected"),
    [
        (text("VERB", ONE), text("VERB", ONE), Depth(1, roles=True), ""),
        (text("NOUN", NONE), text("VERB", ONE), Depth(1, roles=True), ""),
        (text("VERB", NONE), text("VERB", ONE), Depth(1, roles=True), "the labeller found no frame in its hypothesis"),
        (
            text("VERB", NONE),
            text("VERB", None),
            Depth(1, roles=True),
            "the labeller found no frame in its hypothesis and its reference A",
        ),
        (parsed("x:0:root"), parsed("x:0:root"), Depth(1), ""),
        (bracketed("(NN x)"), parsed("x:0:root"), Depth(1, 1), "its reference A has no constituency tree"),
        (parsed("x:0:root"), parsed("x:0:root"), Depth(frames=True), "no annotator has done its frames"),
        (
            replace(parsed("x:0:root"), frames=NONE),
            replace(parsed("x:0:root"), frames=NONE),
            Depth(frames=True),
            "",
        ),
    ],
)
def test_lack_of(hyp: Analysis, ref: Analysis, needs: Depth, expected: str) -> None:
    assert lack_of(Pair(hyp, (ref,), ("A",)), needs) == expected


def test_frames_that_reach_beyond_the_text_are_a_problem() -> None:
    beyond = PairFrames("A", (frame("0 agent=7"),), (frame("0"),), FrameAlignment())
    text_ = Text("a b", tokens=("a", "b"))
    segment = Segment("1", "", references={"A": text_}, hypotheses={"s": replace(text_, annotation=beyond)})
    found = pair_of(segment, "s", HandMadeStore(), Depth(frames=True))
    assert isinstance(found, Problem)
    assert "its annotation does not fit the text" in found.message
