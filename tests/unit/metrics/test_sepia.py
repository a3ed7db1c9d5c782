"""SEPIA: the paper's example, sub-scores by hand, and the weighted means."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from helpers.scores import segment_score
from helpers.trees import bracketed, parsed
from meantree.errors import UsageError
from meantree.metrics.evidence import Status
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric
from meantree.metrics.sepia import Sepia

# Figure 1: Among the existing and potential crises in the Middle East, Roed-Larsen mentioned the Arab-Israeli dispute.
PAPER = (
    "Among:13:adj the:6:det existing:6:mod and:3:coord potential:4:conj crises:1:obj in:6:mod the:10:det "
    "Middle:10:mod East:7:obj ,:1:punct Roed-Larsen:13:subj mentioned:0:root the:16:det Arab-Israeli:16:mod "
    "dispute:13:obj"
)
WRONG = PAPER.replace("Among:13:adj", "Among:16:adj")
"""Among hangs on dispute: the pair of span 12 is lost."""


def test_the_papers_tree_has_its_spans() -> None:
    units = metric("sepia:mode=sn0").evidence(Pair(parsed(PAPER), [parsed(PAPER)])).units
    spans: Counter[int] = Counter()
    for unit in units:
        spans[int(unit.kind.rpartition(" ")[2])] += int(unit.hypothesis)
    assert spans == {1: 6, 2: 2, 3: 3, 4: 1, 5: 1, 10: 1, 12: 1}


def test_words_and_pairs_stand_for_one_thing_longer_n_grams_for_several() -> None:
    units = metric("sepia:mode=g1,g2,g3,sn0").evidence(Pair(parsed(PAPER), [parsed(WRONG)])).units
    assert {unit.kind.partition(",")[0] for unit in units if unit.single} == {"g1", "pairs"}
    assert {unit.kind for unit in units if not unit.single} == {"g2", "g3"}


@pytest.mark.parametrize(
    ("mode", "expected", "why"),
    [
        ("sn0", 14 / 15, "14 of 15 pairs"),
        ("sn1", 38 / 50, "spans 1·6 + 2·2 + 3·3 + 4 + 5 + 10 + 12 = 50, less 12"),
        ("sn2", 182 / 326, "squares: 326, less 144"),
        ("sn0.5", None, "any power"),
        ("spn", 6 / 7, "seven spans, one of them lost"),
        ("g1", 1.0, "words are the same"),
        ("g4", 1.0, "and in the same order"),
        ("g1,spn", (1 + 6 / 7) / 2, "the mean of sub-scores"),
        ("sn0r", 14 / 15, "relations are the same but for the lost pair"),
    ],
)
def test_subscores_on_the_papers_tree(mode: str, expected: float | None, why: str) -> None:
    if expected is None:
        weights = np.repeat([1, 2, 3, 4, 5, 10, 12], [6, 2, 3, 1, 1, 1, 1]) ** 0.5
        expected = weights[:-1].sum() / weights.sum()
    assert segment_score(f"sepia:mode={mode}", parsed(PAPER), parsed(WRONG)) == pytest.approx(expected), why


@pytest.mark.parametrize(
    ("options", "hyp", "refs", "expected", "why"),
    [
        ("mode=sn0,bp=no", "a:2:x b:0:root", ["b:0:root a:1:x"], 1.0, "order does not count"),
        ("mode=sn0o,bp=no", "a:2:x b:0:root", ["b:0:root a:1:x"], 0.0, "but with o"),
        ("mode=sn0,bp=no", "a:2:x b:0:root", ["a:2:y b:0:root"], 1.0, "relations do not count"),
        ("mode=sn0r,bp=no", "a:2:x b:0:root", ["a:2:y b:0:root"], 0.0, "but with r"),
        ("mode=sn0,bp=no", "a:3:x c:3:x b:0:root", ["c:3:x a:1:x b:0:root"], 1 / 2, "a hangs on b here, on c there"),
        ("mode=sn1,bp=no", "a:0:root b:1:x c:1:x a:1:x", ["a:0:root b:1:x a:1:x"], 4 / 6, "spans 1, 2, 3; c is lost"),
        ("mode=sn0,bp=no", "a:0:root b:1:x b:1:x", ["a:0:root b:1:x"], 1 / 2, "two pairs, the reference has one"),
        ("mode=sn0,bp=no", "a:0:root b:1:x", ["a:0:root c:1:x", "a:0:root b:1:x"], 1.0, "any reference"),
        ("mode=g2,bp=no", "a:0:root b:1:x a:1:x b:1:x", ["a:0:root b:1:x"], 1 / 3, "a b twice to once; b a lost"),
        ("mode=g1,g4,bp=no", "a:0:root b:1:x", ["a:0:root b:1:x"], 1.0, "no 4-gram: left out of the mean"),
        ("mode=sn1,spn,bp=no", "a:0:root", ["a:0:root"], 0.0, "no sub-score at all"),
        ("mode=g1", "a:0:root b:1:x", ["a:0:root b:1:x c:1:x"], 1 / 2, "1 + (1 - 3/2)"),
        ("mode=g1", "a:0:root", ["a:0:root b:1:x c:1:x"], 0.0, "not below 0"),
        ("mode=g1", "a:0:root b:1:x", ["a:0:root b:1:x", "a:0:root b:1:x c:1:x"], 1.0, "the shortest reference"),
        ("mode=g1,bp=no", "a:0:root", ["a:0:root b:1:x c:1:x"], 1.0, "switched off"),
        ("mode=g1,sn0,mean=harm", "a:0:root b:1:x", ["b:2:x a:0:root"], 1.0, "harmonic"),
        ("mode=g1,g2,mean=harm", "a:0:root b:1:x", ["b:2:x a:0:root"], 0.0, "harmonic with a zero"),
        ("mode=g1,g2,mean=harm", "a:0:root b:1:x c:1:x", ["a:0:root b:1:x d:1:x"], 4 / 7, "2/3 and 1/2"),
    ],
)
def test_options(options: str, hyp: str, refs: list[str], expected: float, why: str) -> None:
    assert segment_score(f"sepia:{options}", parsed(hyp), *map(parsed, refs)) == pytest.approx(expected), why


def test_parts_of_speech_are_part_of_a_pair() -> None:
    noun, verb = bracketed("(NP (DT the) (NN run))"), bracketed("(NP (DT the) (VB run))")
    assert [segment_score("sepia:mode=sn0p,bp=no", noun, other) for other in (verb, noun)] == [0, 1]


def test_documents_are_means_weighted_by_words_and_systems_by_segments() -> None:
    chosen = Sepia()
    long, short = np.array([0.5 * 30, 30]), np.array([1.0 * 10, 10])
    assert chosen.score(long + short, level="document") == pytest.approx((15 + 10) / 40)
    documents = [(3, long + short), (1, short)]
    assert chosen.system_score(documents) == pytest.approx((3 * 0.625 + 1 * 1.0) / 4)


def test_spans_stand_in_the_evidence() -> None:
    units = metric("sepia:mode=spn").evidence(Pair(parsed(PAPER), [parsed(WRONG)])).units
    lost = [unit for unit in units if unit.status is Status.EXTRA]
    assert [(unit.kind, unit.label) for unit in lost] == [("pairs, span 12", "mentioned among")]
    assert lost[0].hypothesis_places[0].arcs == ((0, 12),)


@pytest.mark.parametrize("mode", ["g5", "sn", "snx", "sn1q", "g1,g1", "spn1"])
def test_wrong_modes_are_told(mode: str) -> None:
    with pytest.raises(UsageError, match="mode="):
        metric(f"sepia:mode={mode}")


def test_pairs_of_the_reference_are_listed_once_under_their_own_span() -> None:
    hyp = parsed("saw:0:root a:1:det old:1:amod a:1:det")
    ref = parsed("saw:0:root old:1:amod very:1:advmod a:1:det a:1:det")
    units = metric("sepia:mode=sn0").evidence(Pair(hyp, [ref])).units
    found = {unit.kind: (unit.hypothesis, unit.reference) for unit in units if unit.label.endswith("a")}
    assert found == {"pairs, span 1": (1, 1), "pairs, span 3": (1, 1)}
    assert sum(unit.reference for unit in units) == 4
