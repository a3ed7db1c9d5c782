"""Analyses packed and unpacked: every number comes back."""

from __future__ import annotations

import json
import zlib
from dataclasses import replace

import pytest
from hypothesis import given

from helpers.frames import frame
from helpers.stores import BracketStore
from helpers.trees import analyses
from meantree.analysis.analyser import load_analyser
from meantree.analysis.frames import Filler, Frame, FrameLayer, Role
from meantree.analysis.layers.required import Layers
from meantree.analysis.layers.span_layers import frames_from_json, frames_to_json
from meantree.analysis.sentences import Analysis, Sentence, SplitSentence
from meantree.analysis.serial import LARGEST_RATIO, Unpacker, packed, unpacked
from meantree.analysis.tree import ROOT, DependencyTree, Token

BY_HAND = BracketStore().analyse({"a b c. é": Layers(3, 2, roles=True)})["a b c. é"]


def _same(one: Analysis, two: Analysis) -> bool:
    """Forests have arrays, which compare element by element."""
    plain = (
        (one.text, one.layers, one.labelled, one.tokens, one.tree()),
        (two.text, two.layers, two.labelled, two.tokens, two.tree()),
    )
    lists = [
        ((a.nbest, b.nbest), (a.constituents, b.constituents), (a.head_dependencies, b.head_dependencies))
        for a, b in zip(one.sentences, two.sentences, strict=True)
    ]
    return plain[0] == plain[1] and all(
        (mine is None) == (theirs is None)
        and (
            mine is None
            or theirs is None
            or (
                mine.probabilities.tolist() == theirs.probabilities.tolist()
                and [mine.tree(rank) for rank in range(len(mine))] == [theirs.tree(rank) for rank in range(len(theirs))]
            )
        )
        for pairs in lists
        for mine, theirs in pairs
    )


def test_by_hand() -> None:
    assert _same(unpacked(packed(BY_HAND)), BY_HAND)
    assert _same(unpacked(packed(Analysis("", ()))), Analysis("", ()))
    layered = replace(BY_HAND, labelled=FrameLayer(BY_HAND.words, (frame("1 agent=0 patient=2-3"),)))
    assert unpacked(packed(layered)).labelled == layered.labelled


WRITTEN = """{"text":"a b","depth":[2,1,true],"sentences":[{"tokens":[["a","a","X","","",1],["b","b","","Y","Z=1",0]],
"heads":[-1,0],"labels":["root","x"],"forest":[[0.75,0.25],[[-1,0],[1,-1]],[[0,1],[1,0]],["root","x"]],
"constituents":[[1.0],["S","X","Y"],[0,3],[0,1,2],[-1,0,0]]}],"labelled":{"words":["a","b"],"frames":[[[0,1],[[1,2,"agent"]]]]}}"""


def test_analyses_of_earlier_versions_are_read() -> None:
    analysis = unpacked(zlib.compress(WRITTEN.encode()))
    assert (analysis.text, analysis.layers) == ("a b", Layers(2, 1, roles=True))
    assert [(token.text, token.upos, token.xpos, token.space_after) for token in analysis.tokens] == [
        ("a", "X", "", True),
        ("b", "", "Y", False),
    ]
    assert [analysis.tree([rank]).heads for rank in (-1, 0, 1)] == [(-1, 0), (-1, 0), (1, -1)]
    trees = analysis.constituency()
    assert trees is not None
    assert (trees.labels, trees.parents) == (("S", "X", "Y"), (-1, 0, 0))
    assert analysis.labelled == FrameLayer(("a", "b"), (frame("0 agent=1"),))
    # Layers that came later are not there, and not looked for.
    assert json.loads(zlib.decompress(packed(analysis))) == {**json.loads(WRITTEN), "depth": [2, 1, 1, 0, 0]}


def test_splits_of_long_sentences_are_stored() -> None:
    split = (SplitSentence(1200, (500, 990)), SplitSentence(600, (1500,)))
    assert unpacked(packed(replace(BY_HAND, split=split))).split == split
    assert unpacked(packed(BY_HAND)).split == ()


def test_rolesets_labels_and_probabilities_are_stored() -> None:
    agent, patient = Filler((0, 1), Role.AGENT, "ARG0"), Filler((1, 2), Role.PATIENT, "ARG1", 0.5)
    fillers = agent, patient, Filler((2, 3), Role.OTHER, probability=0.75)
    frames = Frame((0, 1), fillers, "give.01"), Frame((1, 2), fillers, probability=1.0), Frame((2, 3))
    layer = FrameLayer(("a", "b", "c"), frames)
    back = frames_from_json(json.loads(json.dumps(frames_to_json(layer))))
    assert back == layer
    assert [(one.roleset, one.probability) for one in back.frames] == [("give.01", None), ("", 1.0), ("", None)]
    read = [(one.label, one.probability) for one in back.frames[0].fillers]
    assert read == [("ARG0", None), ("ARG1", 0.5), ("", 0.75)]


@pytest.mark.pipeline
def test_of_the_shipped_pipeline() -> None:
    texts = ["The minister said he'd resign. He didn't.", "Yes"]
    for analysis in load_analyser().analyse(texts, Layers(20, 5, roles=True)):
        assert _same(unpacked(packed(analysis)), analysis)
        assert analysis.has_all_trees
        back = unpacked(packed(analysis))
        assert _models(back) == _models(analysis)
        for one, two in zip(back.sentences, analysis.sentences, strict=True):
            assert one.constituents is not None
            assert two.constituents is not None
            assert one.constituents.spans == two.constituents.spans
            assert two.constituents.spans
        assert back.labelled is not None
        assert analysis.labelled is not None
        assert [frame.probability for frame in back.labelled.frames] == [
            frame.probability for frame in analysis.labelled.frames
        ]
        assert all(frame.probability and frame.probability > 0.5 for frame in analysis.labelled.frames)


def _models(analysis: Analysis) -> list[object]:
    return [one.all_trees and one.all_trees.to_json() for one in analysis.sentences]


@given(analyses())
def test_models_of_all_trees(analysis: Analysis) -> None:
    assert _models(unpacked(packed(analysis))) == _models(analysis)
    assert not BY_HAND.has_all_trees
    assert _models(unpacked(packed(BY_HAND))) == [None]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"junk",
        zlib.compress(b"[]"),
        zlib.compress(b'{"text":1}'),
        packed(BY_HAND)[:40],
        zlib.compress(b"[" * 100_000),
    ],
)
def test_what_is_none(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"not an analysis|cut off|Expecting|Unterminated"):
        unpacked(data)


def test_an_analysis_that_decompresses_to_too_much_is_invalid() -> None:
    """Its JSON is sound; blanks make it a thousand times larger than compressed."""
    bomb = zlib.compress(WRITTEN.encode() + b" " * 2_000_000, 9)
    assert len(bomb) * LARGEST_RATIO < 2_000_000
    with pytest.raises(ValueError, match="too large"):
        unpacked(bomb)


def test_an_analysis_that_is_too_large_for_its_text_is_invalid() -> None:
    large = zlib.compress(WRITTEN.encode() + b" " * 1_000_000, 9)
    large += b"x" * (5_000 - len(large))  # within the ratio of the longest texts
    with pytest.raises(ValueError, match="too large"):
        unpacked(large, "x")
    assert unpacked(large, "x" * 300).text


def test_however_repetitive_a_text_is_its_analysis_is_read_again() -> None:
    """Twenty thousand equal tokens would compress to less than a four-hundredth."""
    tokens = (Token("=", "=", "SYM"),) * 20_000
    tree = DependencyTree((ROOT, *[0] * 19_999), ("root", *["dep"] * 19_999))
    analysis = Analysis("=" * 20_000, (Sentence(tokens, tree),))
    assert _same(unpacked(packed(analysis)), analysis)


def test_the_size_of_all_analyses_is_limited_and_equal_ones_are_read_once() -> None:
    one, two = packed(BY_HAND), packed(Analysis("x", ()))
    unpack = Unpacker(remaining=len(zlib.decompress(one)) + 10)
    assert _same(unpack(one), BY_HAND)
    assert unpack(one) is unpack(one), "a second time it is not read again"
    for _ in range(2):
        with pytest.raises(ValueError, match=r"too large|not an analysis"):
            unpack(two)
    assert _same(Unpacker()(two), Analysis("x", ()))
