"""Corrected heads over an automatic analysis."""

from __future__ import annotations

import pytest

from helpers.stores import HandMadeStore
from meantree.analysis.corrections import CorrectedArc, InvalidCorrection, corrected, new_head
from meantree.analysis.layers.required import WORDS
from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import ROOT
from meantree.corpus.corpus import Segment, Text
from meantree.errors import Problem
from meantree.metrics.registry import metric
from meantree.scoring.pairing import pair_of

FLAT = HandMadeStore().analyse({"a b c d": WORDS})["a b c d"]


def test_a_corrected_sentence_has_one_parse() -> None:
    found = corrected(FLAT, {3: (1, "obj")})
    assert found.tree().heads == (ROOT, 0, 0, 1)
    assert found.tree().labels[3] == "obj"
    nbest = found.sentences[0].nbest
    assert nbest is not None
    assert nbest.expected_arcs() == {(1, 0, "l1"): 1.0, (2, 0, "l2"): 1.0, (3, 1, "obj"): 1.0}
    assert found.sentences[0].is_certain
    assert not FLAT.sentences[0].is_certain
    assert FLAT.tree().heads == (ROOT, 0, 0, 0)


def test_without_corrections_the_analysis_is_the_same() -> None:
    assert corrected(FLAT, {}) is FLAT


@pytest.mark.parametrize(
    ("arcs", "message"),
    [
        ({0: (3, "x")}, "cycle|root"),
        ({1: (2, "x"), 2: (1, "x")}, "cycle"),
        ({1: (ROOT, "root")}, "2 roots"),
        ({1: (9, "x")}, "outside"),
    ],
)
def test_heads_that_form_no_tree(arcs: dict[int, CorrectedArc], message: str) -> None:
    with pytest.raises(InvalidCorrection, match=message):
        corrected(FLAT, arcs)


def test_scores_follow_corrected_heads() -> None:
    reference, same = Text("a b c d", arcs={3: (1, "x")}), Text("a b c d")
    hwcm, scores = metric("hwcm"), []
    for hypothesis in (same, Text("a b c d", arcs={3: (1, "x")})):
        segment = Segment("1", "", references={"A": reference}, hypotheses={"s": hypothesis})
        pair = pair_of(segment, "s", HandMadeStore(), WORDS)
        assert not isinstance(pair, Problem)
        scores.append(hwcm.score(hwcm.statistics(pair), level="segment"))
    assert scores[0] is not None
    assert scores[0] < 1.0 == scores[1]


def test_invalid_corrections_are_reported() -> None:
    segment = Segment("1", "", references={"A": Text("a b")}, hypotheses={"s": Text("a b", arcs={0: (7, "x")})})
    found = pair_of(segment, "s", HandMadeStore(), WORDS)
    assert isinstance(found, Problem)
    assert "corrected heads do not fit" in found.message


TWO = Analysis(
    "a b c d e",
    tuple(sentence for text in ("a b", "c d e") for sentence in HandMadeStore().analyse({text: WORDS})[text].sentences),
)


def test_heads_count_over_the_whole_text() -> None:
    assert TWO.tree().heads == (ROOT, 0, ROOT, 2, 2)
    found = corrected(TWO, {4: (3, "x"), 1: (0, "y")})
    assert found.tree().heads == (ROOT, 0, ROOT, 2, 3)
    assert (found.tree().labels[4], found.tree().labels[1]) == ("x", "y")
    with pytest.raises(InvalidCorrection, match="token 1 is outside"):
        corrected(TWO, {2: (0, "x")})


def test_a_new_root_takes_the_old_one_of_its_own_sentence() -> None:
    assert new_head(TWO, 4, ROOT, "z") == {4: (ROOT, "root"), 2: (4, "z")}
    assert corrected(TWO, new_head(TWO, 4, ROOT, "z")).tree().heads == (ROOT, 0, 4, 2, ROOT)
    assert new_head(TWO, 2, ROOT, "z") == {2: (ROOT, "root")}
    assert new_head(TWO, 3, 4, "z") == {3: (4, "z")}
