"""From evidence to marks: a thing is drawn as the smallest units that stand for it fared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.trees import analysis, bracketed, parsed, sentence
from meantree.analysis.sentences import Analysis
from meantree.comparison.marks import Mark, Marks, Occurrence, occurrences, pair_marks
from meantree.metrics.evidence import AnyStatus, Place, Status, Unit
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric

MATCHED, MISSED, EXTRA, PARTIAL = Status.MATCHED, Status.MISSED, Status.EXTRA, Status.PARTIAL
Key = TypeVar("Key")
TEXT = parsed("a:0:root b:1:x c:1:y")


def marks(spec: str, hyp: Analysis, *refs: Analysis, shown: int = 0, kind: str = "") -> tuple[Marks, Marks]:
    """The marks of a hypothesis and of the reference that is shown."""
    return pair_marks(metric(spec).evidence(Pair(hyp, refs)).units, (hyp, refs[shown]), shown, kind=kind)


def statuses(found: Mapping[Key, Mark]) -> dict[Key, AnyStatus]:
    return {thing: mark.status for thing, mark in found.items()}


def _pair(hypothesis: Sequence[float], reference: Sequence[float]) -> Iterable[Unit]:
    """Two readings of one arc, of which each text has so much."""
    place = [Place((1,), ((1, 0),), count=count) for count in (*hypothesis, *reference)]
    for rank, (one, two) in enumerate(zip(hypothesis, reference, strict=True)):
        mine, theirs = place[rank], place[len(hypothesis) + rank]
        sides = (mine,) if one else (), ((theirs,) if two else (),)
        yield Unit("dl", f"reading {rank}", one, two, min(one, two), *sides)


@pytest.mark.parametrize(
    ("hypothesis", "reference", "expected", "why"),
    [
        ([1.0], [1.0], (MATCHED, MATCHED), "in both"),
        ([1.0], [0.0], (EXTRA, None), "in the hypothesis only"),
        ([0.0], [1.0], (None, MISSED), "in the reference only"),
        ([0.9], [0.8], (MATCHED, MATCHED), "expectations that nearly agree"),
        ([0.9], [0.2], (PARTIAL, PARTIAL), "expectations that do not, in both texts alike"),
        ([0.9, 0.1], [1.0, 0.0], (MATCHED, MATCHED), "the more probable reading is the one that is drawn"),
        ([0.5, 0.5], [1.0, 0.0], (PARTIAL, PARTIAL), "no reading is"),
    ],
)
def test_expected_counts(
    hypothesis: list[float], reference: list[float], expected: tuple[Status | None, Status | None], why: str
) -> None:
    sides = pair_marks(list(_pair(hypothesis, reference)), (TEXT, TEXT), 0)
    assert tuple(statuses(side.arcs).get((1, 0)) for side in sides) == expected, why


@pytest.mark.parametrize(("matched", "expected"), [(0.18, MATCHED), (0.164, PARTIAL), (0.0, EXTRA)])
def test_a_filler_is_matched_if_all_its_weight_is(matched: float, expected: Status) -> None:
    place = (Place((0,), parts=((0, 0),)),)
    unit = Unit("agent, hypothesis", "The striker", 0.18, 0.0, matched, place, (place,))
    assert statuses(pair_marks([unit], (TEXT, TEXT), 0)[0].parts) == {(0, 0): expected}


def test_a_word_is_its_1g_whatever_stands_beside_it() -> None:
    hyp, ref = parsed("great:2:amod enthusiasm:0:root"), parsed("of:2:case enthusiasm:0:root grew:2:acl")
    mine, theirs = marks("edpm:labels=dep,nbest=1", hyp, ref)
    assert statuses(mine.tokens) == {0: EXTRA, 1: MATCHED}
    assert statuses(theirs.tokens) == {0: MISSED, 1: MATCHED, 2: MISSED}


@pytest.mark.parametrize(
    ("parts", "expected"),
    [("dl,lh", PARTIAL), ("dl", MATCHED), ("lh", EXTRA), ("dlh", EXTRA), ("dl,lh,dlh", PARTIAL), ("2g", None)],
)
def test_an_arc_is_its_parts_together(parts: str, expected: Status | None) -> None:
    hyp, ref = parsed("the:2:det cat:0:root"), parsed("the:2:det dog:0:root")
    mine, theirs = marks(f"dpm:labels=dep,nbest=1,parts={parts}", hyp, ref)
    assert statuses(mine.arcs).get((0, 1)) is expected
    assert statuses(theirs.arcs).get((0, 1)) is (MISSED if expected is EXTRA else expected)
    assert not mine.tokens


THE_CAT, THE_DOG = parsed("the:2:det cat:0:root"), parsed("the:2:det dog:0:root")
PLAIN = tuple(parsed(f"the:2:det old:0:root {word}:2:x fell:2:x") for word in ("house", "barn"))


@pytest.mark.parametrize(
    ("spec", "texts", "mine", "theirs"),
    [
        *((spec, PLAIN, "mmem", "mmim") for spec in ("bleu", "nist", "per", "wer", "ter", "cder", "meteor")),
        ("edpm:labels=dep,nbest=1", (THE_CAT, THE_DOG), "me", "mi"),
        ("dstm", (THE_CAT, THE_DOG), "me", "mi"),
        ("stm:words=yes", (bracketed("(S (NN cat) (VBZ sleeps))"), bracketed("(S (NN dog) (VBZ sleeps))")), "em", "im"),
        (
            "hwcm",
            (
                parsed("the:2:det dog:0:root sees:2:acl the:5:det cat:3:obj"),
                parsed("a:2:det dog:0:root sees:2:acl the:5:det cat:3:obj"),
            ),
            "emmmm",
            "immmm",
        ),
    ],
)
def test_words_are_marked_by_what_stands_for_them_alone_and_of_equal_ones_the_aligned_ones_match(
    spec: str, texts: tuple[Analysis, Analysis], mine: str, theirs: str
) -> None:
    letters = {"m": MATCHED, "e": EXTRA, "i": MISSED}
    found = marks(spec, *texts)
    assert [statuses(side.tokens) for side in found] == [
        {place: letters[letter] for place, letter in enumerate(expected)} for expected in (mine, theirs)
    ]
    assert bool(found[0].arcs) == (spec[:4] in ("edpm", "hwcm")), "a subtree of dstm may have but one arc"
    assert set(statuses(found[0].nodes).values()) <= {MATCHED}


def test_a_kernel_marks_only_what_is_expanded() -> None:
    cat = "(S (NP (DT the) (NN cat)) (VP (VBZ sleeps)))"
    mine, _ = marks("tk", bracketed(cat), bracketed(cat.replace("sleeps)", "sleeps) (RB not)")))
    found = statuses(mine.nodes)
    assert (found[1], found[4], found[5]) == (MATCHED, EXTRA, MATCHED), "VP has other children there"


def test_a_match_in_another_reference_is_one_here_too() -> None:
    hyp, ref, other = parsed("a:0:root a:1:x b:1:x"), parsed("a:0:root c:1:x"), parsed("a:0:root a:1:x b:1:x")
    mine, theirs = marks("hwcm", hyp, ref, other)
    assert set(statuses(mine.tokens).values()) == {MATCHED}
    assert statuses(theirs.tokens) == {0: MATCHED, 1: MISSED}


def test_pairs_of_other_spans_share_those_of_the_reference() -> None:
    hyp = parsed("the:3:det the:3:det cat:0:root")
    ref = parsed("the:3:det the:3:det dog:0:root runs:3:x the:7:det the:7:det cat:3:obj")
    mine, theirs = marks("sepia", hyp, ref)
    assert set(statuses(mine.arcs).values()) == {MATCHED}
    matched = {arc for arc, mark in theirs.arcs.items() if mark.status is MATCHED}
    assert matched == {(4, 6), (5, 6)}, "though the words look more like those at the beginning"


def test_parses_that_share_a_label_need_not_share_a_head() -> None:
    nbest = [("2:nmod 0:root 2:x", 0.6), ("3:nmod 0:root 2:x", 0.4)]
    text = analysis(sentence("a:2:nmod b:0:root c:2:x", probability=nbest))
    for side in marks("edpm:labels=dep,nbest=2,gamma=1", text, text):
        assert {mark.status for mark in side.arcs.values()} == {MATCHED}
    mine, theirs = marks("edpm:labels=dep,nbest=2,gamma=1", text, parsed("a:2:nmod b:0:root c:2:x"))
    assert statuses(mine.arcs)[0, 1] is PARTIAL, "its dl is matched, its lh in part"
    assert statuses(theirs.arcs)[0, 1] is PARTIAL


def test_a_mark_names_its_units() -> None:
    hyp = parsed("the:2:det cat:0:root")
    mine, _ = marks("edpm:labels=dep,nbest=1", hyp, hyp)
    assert [unit.kind for unit in mine.arcs[0, 1].units] == ["dl", "lh"]
    assert (mine.arcs[0, 1].matched, mine.arcs[0, 1].count) == (2.0, 2.0)


def test_without_a_kind_the_smallest_unit_decides_with_one_all_of_it() -> None:
    text = parsed("a:0:root b:1:x")
    small, large = Place((0,)), Place((0, 1))
    matched = Unit("k", "a", 1, 1, 1, (small,), ((small,),))
    extra, missed = Unit("k", "a b", 1, 0, 0, (large,), ((),)), Unit("k", "a c", 0, 1, 0, (), ((large,),))
    for kind, first in (("", MATCHED), ("k", PARTIAL)):
        mine, theirs = pair_marks([matched, extra, missed], (text, text), 0, kind=kind)
        assert statuses(mine.tokens) == {0: first, 1: EXTRA}
        assert statuses(theirs.tokens) == {0: first, 1: MISSED}


COUNTS = st.lists(st.floats(0.01, 1), max_size=5)
LINKS = st.dictionaries(st.integers(0, 4), st.integers(0, 4), max_size=5)


def compare(
    mine: list[float], theirs: list[float], links: dict[int, int], matched: float | None = None
) -> tuple[list[Occurrence], list[Occurrence]]:
    """Words at 0, 1, 2, … of both texts, each there so often."""
    sides = [tuple(Place((place,), count=count) for place, count in enumerate(counts)) for counts in (mine, theirs)]
    sums = sum(mine), sum(theirs)
    unit = Unit("1g", "x", *sums, min(sums) if matched is None else matched, sides[0], (sides[1],))
    anchors = [[(place.tokens[0], place.tokens[0]) for place in side] for side in sides]
    return occurrences(unit, (sides[0], sides[1]), (anchors[0], anchors[1]), links)


@pytest.mark.parametrize(
    ("mine", "theirs", "links", "expected"),
    [
        ([1, 1, 1], [1], {}, ([1, 0, 0], [1])),
        ([1, 1, 1], [1], {2: 0}, ([0, 0, 1], [1])),
        ([1, 1], [1, 1, 1], {0: 2}, ([1, 1], [1, 0, 1])),
        ([0.6, 0.4], [1], {}, ([0.6, 0.4], [1])),
        ([1, 1, 0.05], [1], {1: 0}, ([0, 1, 0], [1])),
        ([1], [], {}, ([0], [])),
    ],
)
def test_partners_match_first(
    mine: list[float], theirs: list[float], links: dict[int, int], expected: tuple[list[float], list[float]]
) -> None:
    found = compare(mine, theirs, links)
    for side, matched in zip(found, expected, strict=True):
        assert [one.matched for one in side] == pytest.approx(matched)


def test_a_match_in_another_reference_counts_though_it_has_no_partner() -> None:
    mine, theirs = compare([1, 1], [1], {}, matched=2)
    assert [one.share for one in mine] == [1, 1]
    assert [one.share for one in theirs] == [1]


@given(mine=COUNTS, theirs=COUNTS, links=LINKS)
def test_as_much_is_matched_as_the_unit_says(mine: list[float], theirs: list[float], links: dict[int, int]) -> None:
    for side in compare(mine, theirs, links):
        assert sum(one.matched for one in side) == pytest.approx(min(sum(mine), sum(theirs)))
        assert all(0 <= one.matched <= one.count + 1e-12 and 0 <= one.share <= 1 + 1e-12 for one in side)
